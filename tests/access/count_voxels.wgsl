// Counts set voxels of a volume, slices along z: a sum beside a split.
@group(0) @binding(0) var<storage, read> voxels: array<u32>;
@group(0) @binding(1) var<storage, read_write> filled: atomic<u32>;
@group(0) @binding(2) var<uniform> size: vec3<u32>;

@compute @workgroup_size(4, 4, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.x || id.y >= size.y || id.z >= size.z) {
        return;
    }
    if (voxels[id.x + size.x * (id.y + size.y * id.z)] != 0u) {
        atomicAdd(&filled, 1u);
    }
}
