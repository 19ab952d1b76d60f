// A layer of 3 x 3 convolutions over all input channels, one output channel for each z: all of the input, a part
// of the weights.
struct Layer { channels_in: u32, channels_out: u32, height: u32, width: u32 }
@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> input: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(16, 16, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let ox = id.x;
    let oy = id.y;
    let oc = id.z;
    if (ox >= layer.width || oy >= layer.height || oc >= layer.channels_out) {
        return;
    }
    var sum = 0.0;
    for (var ic = 0u; ic < layer.channels_in; ic++) {
        for (var ky = 0u; ky < 3u; ky++) {
            for (var kx = 0u; kx < 3u; kx++) {
                let iy = oy + ky;
                let ix = ox + kx;
                if (iy >= 1u && iy <= layer.height && ix >= 1u && ix <= layer.width) {
                    let pixel = input[(ic * layer.height + iy - 1u) * layer.width + ix - 1u];
                    sum += pixel * weights[((oc * layer.channels_in + ic) * 3u + ky) * 3u + kx];
                }
            }
        }
    }
    output[(oc * layer.height + oy) * layer.width + ox] = sum;
}
