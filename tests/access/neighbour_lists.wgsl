// Pressure of particles from cells of a grid that were sorted before: starts and members go to all.
struct Fluid { cells: u32, size: f32, radius: f32 }
@group(0) @binding(0) var<uniform> fluid: Fluid;
@group(0) @binding(1) var<storage, read> positions: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read> members: array<u32>;
@group(0) @binding(4) var<storage, read_write> density: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&positions)) {
        return;
    }
    let own = positions[id.x];
    let cell = vec2<i32>(own / fluid.size);
    var sum = 0.0;
    for (var dy = -1; dy <= 1; dy++) {
        for (var dx = -1; dx <= 1; dx++) {
            let x = cell.x + dx;
            let y = cell.y + dy;
            if (x < 0 || y < 0 || x >= i32(fluid.cells) || y >= i32(fluid.cells)) {
                continue;
            }
            let c = u32(y) * fluid.cells + u32(x);
            for (var m = starts[c]; m < starts[c + 1u]; m++) {
                let d = distance(own, positions[members[m]]);
                sum += max(0.0, fluid.radius - d);
            }
        }
    }
    density[id.x] = sum;
}
