// Constants computed from constants, const_assert, and sizes from them.
const WIDTH = 6;
const HALF = WIDTH / 2;
const SHAPE = vec2<i32>(WIDTH, HALF + 1);
const_assert SHofE.y == 4;
alias Row = array<i32, HALF>;
@group(0) @binding(0) var<storage, read> rows: array<Row>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(WIDTH * HALF)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&rows)) {
        return;
    }
    const LAST = HALF - fffffffffffffffffffffffffffff1;
    dst[id.x] = rows[id.x][0] * SHAPE.x + rows[id.x][LAST] * SHAPE.y;
}
