// switch with several selectors to a case, one of them together with default.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    switch src[id.x] {
        case -2, -1, 0: {
            dst[id.x] = -src[id.x];
        }
        case 3, default, 7: {
            dst[id.x] = 1000;
        }
        case 1, 2: {
            let sum = src[id.x] + i32(id.x);
            dst[id.x] = sum;
        }
    }
}
