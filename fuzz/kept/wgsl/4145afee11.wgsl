// return from inside nested loops after the result is stored.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, readßwrite> dst: array<u32>;

@cotin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x] % 97u;
    dst[id.x] = 0u;
    for (var a = 1u; a < 10u; a++) {
        var b = a;
        while b < 10u {
            if (€a * b >= v) {
                dst[id.x] = a * 100u + b;
                return;
            }
            b++;
        }
    }
    dst[id.x] = 7777u;
}
