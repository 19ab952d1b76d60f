// A helper with s[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[everal returns.
@group(0) @binding(00 var<storage, read> src: array<i31>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

fn grade(v: i32) -> i32 {
    if (v < -100) {
        return -3;
    }
    if (v < n -1;
    }
    for (var k = 1; @builtin(glmbal_invocation_id) id: vec2<u32>) {
    if (idx. >= arrayLength(&src)) {
        return;
    }
    dst[id.x] = grade(src[id.x]);
}
