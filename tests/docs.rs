//! The kernels of `docs::kernels_that_split` are planned as the page says.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic is a failed test"
)]

use polygpu::{Kernel, Launch};

const PAGE: &str = include_str!("../src/docs/kernels_that_split.md");

/// A snippet, and what the comment before it says of it.
struct Snippet {
    says: &'static str,
    code: &'static str,
}

fn blocks() -> Vec<Snippet> {
    let mut blocks = Vec::new();
    for (at, _) in PAGE.match_indices("```wgsl\n") {
        let code = PAGE[at + "```wgsl\n".len()..].split("```").next().unwrap();
        let says = PAGE[..at].strip_suffix(" -->\n");
        let says = says.map_or("", |before| before.rsplit("<!-- ").next().unwrap());
        blocks.push(Snippet { says, code });
    }
    blocks
}

/// The snippet as a kernel: `bindings` are those that the page begins with.
fn kernel(bindings: &str, code: &str) -> Kernel {
    let size = if code.contains("id.y") { "8, 8" } else { "64" };
    let wgsl = format!(
        "{bindings}
        @compute @workgroup_size({size})
        fn main(
            @builtin(global_invocation_id) id: vec3<u32>,
            @builtin(local_invocation_id) local: vec3<u32>,
            @builtin(workgroup_id) group: vec3<u32>,
            @builtin(num_workgroups) groups: vec3<u32>,
        ) {{
            {code}
        }}"
    );
    Kernel::from_wgsl("snippet.wgsl", wgsl).unwrap_or_else(|error| panic!("{error}\n{code}"))
}

/// The plan in the page's words.
fn planned(kernel: &Kernel, code: &str) -> String {
    const WIDTH: usize = 300;
    const HEIGHT: usize = 200;
    const N: usize = WIDTH * HEIGHT;
    let (a, to) = (vec![0.0f32; N], vec![0u32; N]);
    let (mut out, mut count) = (vec![0.0f32; 2 * N], vec![0u32; 256]);
    let grid = if code.contains("id.y") {
        [WIDTH, HEIGHT]
    } else {
        [N, 1]
    };
    let mut launch = Launch::dry(kernel).invocations(grid);
    // Only what the snippet uses: the rest is no part of the kernel.
    let interface = kernel.interface().unwrap();
    let uses = |name: &str| interface.bindings.iter().any(|b| b.name == name);
    if uses("a") {
        launch = launch.bind("a", &a);
    }
    if uses("to") {
        launch = launch.bind("to", &to);
    }
    if uses("out") {
        launch = launch.bind_mut("out", &mut out);
    }
    if uses("count") {
        launch = launch.bind_mut("count", &mut count);
    }
    if uses("params") {
        launch = launch
            .set("params.n", N as u32 - 3)
            .set("params.width", WIDTH as u32)
            .set("params.height", HEIGHT as u32)
            .set("params.radius", 3u32)
            .set("params.scale", 2.0f32);
    }
    let plan = launch.plan().unwrap();
    if let Some(refused) = &plan.refused {
        println!("line {}: {}\n{code}", refused.line, refused.why);
        return format!("refused: {}", refused.binding);
    }
    let mut words = Vec::new();
    for binding in plan.bindings.iter().filter(|b| b.name != "params") {
        let (read, write) = (binding.read.to_string(), binding.write.to_string());
        words.extend((read != "none").then(|| format!("{} reads {read}", binding.name)));
        words.extend((write != "none").then(|| format!("{} writes {write}", binding.name)));
    }
    format!("along {}: {}", plan.axis.unwrap(), words.join(", "))
}

#[test]
fn the_page_says_what_is_planned() {
    let blocks = blocks();
    let (first, snippets) = blocks.split_first().unwrap();
    assert!(snippets.len() > 10);
    let mut failures = Vec::new();
    for Snippet { says, code } in snippets {
        let planned = planned(&kernel(first.code, code), code);
        if planned != *says {
            failures.push(format!("says {says:?}, planned {planned:?}:\n{code}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
