// Identifiers outside ASCII.
@group(0) @binding(0) var<storage, read> größe: array<u32>;
@group(0) @binding(1) var<storage, read_write> 結果: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let δ = 3u;
    if (id.x < arrayLength(&größe)) {
        結果[id.x] = größe[id.x] + δ;
    }
}
