//! Makes a failing case smaller: leaves out lines, takes blocks apart, and puts operands in the place of operations,
//! as long as it stays valid and fails.

use super::super::grammar::Case;

pub fn shrink(case: &Case, fails: &mut dyn FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    let mut budget = 3000;
    loop {
        let before = best.clone();
        let mut attempt = |candidate: Case, best: &mut Case| {
            if budget == 0 {
                return false;
            }
            budget -= 1;
            let better = fails(&candidate);
            if better {
                *best = candidate;
            }
            better
        };
        lines(&mut best, &mut attempt);
        expressions(&mut best, &mut attempt);
        builtins(&mut best, &mut attempt);
        launch(&mut best, &mut attempt);
        let is_same = best.wgsl == before.wgsl && best.workgroups == before.workgroups;
        if is_same || budget == 0 {
            return best;
        }
    }
}

type Attempt<'a> = &'a mut dyn FnMut(Case, &mut Case) -> bool;

fn with_text(case: &Case, lines: &[&str]) -> Case {
    let mut case = case.clone();
    case.wgsl = lines.join("\n");
    case
}

/// Leaves out a line, a block with all in it, or the head and foot of a block.
fn lines(best: &mut Case, attempt: Attempt<'_>) {
    let mut at = 0;
    loop {
        let text = best.wgsl.clone();
        let lines: Vec<&str> = text.lines().collect();
        if at >= lines.len() {
            return;
        }
        let mut tried = false;
        if lines[at].trim_end().ends_with('{') && !lines[at].trim_start().starts_with('}') {
            if let Some(end) = block_end(&lines, at) {
                let without = [&lines[..at], &lines[end + 1..]].concat();
                let opened = [&lines[..at], &lines[at + 1..end], &lines[end + 1..]].concat();
                tried = attempt(with_text(best, &without), best)
                    || attempt(with_text(best, &opened), best);
            }
        } else if !lines[at].trim_start().starts_with('}') {
            let without = [&lines[..at], &lines[at + 1..]].concat();
            tried = attempt(with_text(best, &without), best);
        }
        if !tried {
            at += 1;
        }
    }
}

/// The line that closes the block which a line opens, with its `else`.
fn block_end(lines: &[&str], start: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, line) in lines.iter().enumerate().skip(start) {
        for c in line.chars() {
            depth += i32::from(c == '{') - i32::from(c == '}');
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Puts an operand in the place of an operation in parentheses, and small numbers in the place of anything.
fn expressions(best: &mut Case, attempt: Attempt<'_>) {
    let mut at = 0;
    loop {
        let text = best.wgsl.clone();
        let Some(open) = text[at..].find('(').map(|found| found + at) else {
            return;
        };
        at = open + 1;
        // Not in the head of a function.
        let line = text[..open].rfind('\n').map_or(0, |at| at + 1);
        if text[line..].starts_with("fn ") || text[line..].starts_with('@') {
            at = text[open..].find('\n').map_or(text.len(), |end| open + end);
            continue;
        }
        let Some(close) = closing(&text, open) else {
            continue;
        };
        let name =
            text[..open].rfind(|c: char| !c.is_alphanumeric() && c != '_' && c != '>' && c != '<');
        let start = name.map_or(0, |at| at + 1).min(open);
        let inner = &text[open + 1..close];
        let mut candidates: Vec<String> = split_operands(inner)
            .into_iter()
            .map(str::to_owned)
            .collect();
        if start == open {
            candidates.extend(["0u", "1u", "true", "gid.x"].map(str::to_owned));
        }
        for candidate in candidates {
            // A block's head keeps its parentheses.
            let candidate = if text[close + 1..].starts_with(" {") {
                format!("({candidate})")
            } else {
                candidate
            };
            let replaced = format!("{}{candidate}{}", &text[..start], &text[close + 1..]);
            if replaced.len() >= text.len() {
                continue;
            }
            let mut case = best.clone();
            case.wgsl = replaced;
            if attempt(case, best) {
                at = start;
                break;
            }
        }
    }
}

/// Leaves out arguments of the entry point.
fn builtins(best: &mut Case, attempt: Attempt<'_>) {
    let mut at = 0;
    while let Some(start) = best.wgsl[at..].find("@builtin").map(|found| found + at) {
        let rest = &best.wgsl[start..];
        let end = start
            + rest
                .find(", @")
                .map_or_else(|| rest.find(") {").unwrap_or(0), |end| end + 2);
        let mut case = best.clone();
        case.wgsl.replace_range(start..end, "");
        at = if attempt(case, best) {
            start
        } else {
            start + 1
        };
    }
}

fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text[open..].char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(open + at);
                }
            }
            '\n' => return None,
            _ => {}
        }
    }
    None
}

/// The parts between operators and commas on the outermost level.
fn split_operands(inner: &str) -> Vec<&str> {
    let mut depth = 0;
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, c) in inner.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ' ' | ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    parts.retain(|part| part.chars().any(char::is_alphanumeric));
    parts
}

/// Smaller grids, and smaller buffers.
fn launch(best: &mut Case, attempt: Attempt<'_>) {
    for d in 0..3 {
        while best.workgroups[d] > 1 {
            let mut case = best.clone();
            case.workgroups[d] -= 1;
            if !attempt(case, best) {
                break;
            }
        }
    }
    for index in 0..best.buffers.len() {
        for divisor in [2, 4, 8] {
            let mut case = best.clone();
            let words = &mut case.buffers[index].words;
            let shorter = words.len() - words.len() / divisor;
            let shorter = shorter.next_multiple_of(4);
            if shorter < words.len() {
                words.truncate(shorter);
                attempt(case, best);
            }
        }
        let mut case = best.clone();
        case.buffers[index]
            .words
            .iter_mut()
            .for_each(|word| *word = 0);
        if case.buffers[index].words != best.buffers[index].words {
            attempt(case, best);
        }
    }
}
