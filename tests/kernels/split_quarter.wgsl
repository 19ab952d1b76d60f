// One word serves four invocations, each takes one byte of it.
@group(0) @binding(0) var<storage, read> packed: array<u32>;
@group(0) @binding(1) var<storage, read_write> bytes: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&bytes)) {
        bytes[id.x] = (packed[id.x / 4u] >> (8u * (id.x % 4u))) & 0xffu;
    }
}
