// Nested guards, one on each array, with an else branch.
@group(0) @binding(0) var<storage, read> small: array<u32>;
@group(0) @binding(1) var<storage, read_write> big: array<u32>;

@compute @workgroup_size(36)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&big)) {
        if (id.x < arrayLength(&small)) {
            big[id.x] = small[id.x] ^ 0x55u;
        } else {
            big[id.x] = id.x;
        }
    }
}
