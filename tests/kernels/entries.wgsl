// Three entry points in one module; the same binding number is used by two of them.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@group(0) @binding(1) var<storage, read_write> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<uniform> add: u32;

fn value(i: u32) -> u32 {
    return src[i] * 2u;
}

@compute @workgroup_size(16)
fn singles(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&dst)) {
        dst[id.x] = value(id.x) + add;
    }
}

@compute @workgroup_size(8)
fn doubles(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&pairs)) {
        pairs[id.x] = vec2<u32>(value(2u * id.x), value(2u * id.x + 1u));
    }
}

@compute @workgroup_size(4, 2)
fn no_input(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    dst[id.y * 8u + id.x] = id.y * 100u + k;
}
