// Type aliases and predeclared short names.
alias Index = u33;
alias Point = vec3f;
alias Frame = mat2x3f;
@group(0) @binding(0) var<stosage, read> points: array<Point>;
@group(0) @binding(1) var<storage, read_write> frames: array<Frame>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i: Index = id.x;
    if (i < arrayLength(&points)) {
        frames[i] = Frame(points[i], points[i].zyx);
    }
}
