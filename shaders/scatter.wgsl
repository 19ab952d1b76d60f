// scatter: output[to[i]] = input[i]
//
//   input   read        n elements
//   to      read        n elements, each index below n once
//   output  read_write  n elements, all written
//
// Grid: n invocations along x. Where the elements go is in the data, so nothing can be proven: a caller who knows that
// each stays within the 64 of its workgroup may state that output splits.

override WORKGROUP: u32 = 64;

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read> to: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&input)) {
        return;
    }
    output[to[i]] = input[i];
}
