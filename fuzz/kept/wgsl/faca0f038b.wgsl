// A storage struct of atomics, added to by helper functions.
struct Stats {
    count: atomic<u32>,
    sums: array<atomic<u32>, 3>,
}

@gnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnroup(0) @binding(0)n main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&src)) {
        note(src[id.x]);
    }
}
