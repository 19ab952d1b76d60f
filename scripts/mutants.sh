#!/usr/bin/env bash
# The test of the tests: puts the faults of scripts/mutants.txt into the sources, one at a time, and runs the tests that
# have to catch them. Fails if a fault goes unseen, does not fit the sources any more, or does not compile. Prints the
# table that is in CONTRIBUTING.md.
#
# Usage: scripts/mutants.sh [NAME...]
#
# Takes about a minute and a half for each. The sources are put back at the end, after Ctrl-C too.

source "$(dirname "$0")/lib.sh"
table=scripts/mutants.txt
log=target/mutants.log
job=     # what runs
changed= # the file that has a fault

main() {
    if [ -n "$(git status --porcelain -- src)" ]; then
        die "src/ has changes that are not committed: commit or stash them"
    fi
    trap restore EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    read_table
    local name seen=0 all=0 wrong=()
    if (($# == 0)); then set -- "${names[@]}"; fi
    pass || die "the tests fail without any fault, see $log"
    printf '| fault | what is wrong | caught by |\n|---|---|---|\n'
    for name in "$@"; do
        all=$((all + 1))
        if try "$name"; then seen=$((seen + 1)); else wrong+=("$name"); fi
    done
    printf '\n%s of %s are caught.\n' "$seen" "$all"
    if ((seen < all)); then die "not caught: ${wrong[*]}"; fi
}

read_table() {
    local line name=
    names=()
    declare -gA what=() file=() old=() new=()
    while IFS= read -r line; do
        case $line in
        '' | '#'*) ;;
        '== '*)
            line=${line#== }
            name=${line%%: *}
            if [ -n "${what[$name]:-}" ]; then die "$table: $name is there twice"; fi
            names+=("$name")
            what[$name]=${line#*: }
            old[$name]= new[$name]=
            ;;
        '- '*) old[$name]+=${old[$name]:+$'\n'}${line#- } ;;
        '+ '*) new[$name]+=${new[$name]:+$'\n'}${line#+ } ;;
        '+') ;;
        *) file[$name]=$line ;;
        esac
    done <"$table"
}

# Puts a fault in and runs the tests; whether they catch it.
try() { # NAME
    local name=$1 caught=
    apply "$name"
    if pass; then
        caught="NOT CAUGHT"
    else
        caught=$(sed -n 's/^test \(.*\) \.\.\. FAILED$/\1/p' "$log" | sed 's/tests:://' | sort | paste -sd ' ')
        if [ -z "$caught" ]; then die "$name: no test ran to its end, see $log"; fi
    fi
    restore
    printf '| %s | %s | %s |\n' "$name" "${what[$name]}" "$caught"
    [ "$caught" != "NOT CAUGHT" ]
}

apply() { # NAME
    local name=$1 path text without
    [ -n "${what[$name]:-}" ] || die "$table has no $name"
    path=${file[$name]}
    text=$(<"$path")
    without=${text//"${old[$name]}"/}
    if ((${#text} - ${#without} != ${#old[$name]})); then
        die "$name does not fit $path any more: what it replaces has to be there, once"
    fi
    changed=$path
    printf '%s\n' "${text/"${old[$name]}"/"${new[$name]}"}" >"$path"
}

# The part of CI's tests that is about the analysis and the plan.
pass() {
    run --lib access:: plan:: && run --test=access
}

# Whether tests pass; the script ends where they do not compile.
run() { # TARGET [FILTER...]
    timed 1800 cargo test --workspace --all-features "$1" --no-run || die "it does not compile, see $log"
    timed 600 cargo test --workspace --all-features "$1" -- "${@:2}"
}

# In the background, where a signal need not wait for it.
timed() { # SECONDS COMMAND...
    local result=0
    timeout "$@" >"$log" 2>&1 </dev/null &
    job=$!
    wait "$job" || result=$?
    job=
    return "$result"
}

restore() {
    if [ -n "$job" ]; then
        kill "$job" 2>/dev/null || true
        wait "$job" 2>/dev/null || true
        job=
    fi
    if [ -n "$changed" ]; then
        git checkout --quiet HEAD -- "$changed"
        changed=
    fi
}

main "$@"
