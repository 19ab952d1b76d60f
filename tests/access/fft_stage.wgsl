// One radix-2 stage in place: thread t works on a pair `half` apart. Every pair is one invocation's. With a small half the pairs
// of a workgroup fill a contiguous block; with a large one they lie in two windows.
struct Stage { n: u32, half: u32 }
@group(0) @binding(0) var<uniform> stage: Stage;
@group(0) @binding(1) var<storage, read_write> data: array<vec2<f32>>;

fn rotate(v: vec2<f32>, angle: f32) -> vec2<f32> {
    let c = cos(angle);
    let s = sin(angle);
    return vec2<f32>(v.x * c - v.y * s, v.x * s + v.y * c);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let t = id.x;
    if (t >= stage.n / 2u) {
        return;
    }
    let k = t % stage.half;
    let low = (t / stage.half) * stage.half * 2u + k;
    let high = low + stage.half;
    let a = data[low]; // refused: data
    let b = rotate(data[high], -3.14159265 * f32(k) / f32(stage.half)); // refused: data
    data[low] = a + b; // refused: data
    data[high] = a - b; // refused: data
}
