// A generator's state for each invocation, stepped in place, and a number out.
@group(0) @binding(0) var<storage, read_write> states: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> numbers: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&states)) {
        return;
    }
    var s = states[id.x];
    s.x = 36969u * (s.x & 65535u) + (s.x >> 16u);
    s.y = 18000u * (s.y & 65535u) + (s.y >> 16u);
    states[id.x] = s;
    numbers[id.x] = f32((s.x << 16u) + s.y) * 2.3283064e-10;
}
