// Dithers each row by itself, the error is carried along the row: rows are on x, columns in the loop.
struct Size { width: u32, height: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read_write> image: array<f32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let y = id.x;
    if (y >= size.height) {
        return;
    }
    var carried = 0.0;
    for (var x = 0u; x < size.width; x++) {
        let old = image[y * size.width + x] + carried;
        let new_value = round(old);
        image[y * size.width + x] = new_value;
        carried = old - new_value;
    }
}
