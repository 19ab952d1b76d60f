/// The picture of `height` rows of `width` pixels of side `scale` around `center`, as packed RGBA.
pub fn mandelbrot(
    width: usize,
    height: usize,
    center: [f32; 2],
    scale: f32,
    max_iterations: u32,
) -> Vec<u32> {
    let mut pixels = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let c_x = center[0] + (x as f32 + 0.5 - 0.5 * width as f32) * scale;
            let c_y = center[1] + (y as f32 + 0.5 - 0.5 * height as f32) * scale;
            pixels.push(pixel(c_x, c_y, max_iterations));
        }
    }
    pixels
}

fn pixel(c_x: f32, c_y: f32, max_iterations: u32) -> u32 {
    const BAILOUT: f32 = 65536.0;
    let (mut x, mut y, mut squared, mut n) = (0.0, 0.0, 0.0, 0);
    while n < max_iterations && squared < BAILOUT {
        (x, y) = (x * x - y * y + c_x, 2.0 * x * y + c_y);
        squared = x * x + y * y;
        n += 1;
    }
    if squared < BAILOUT {
        return 0xff00_0000;
    }
    let count = n as f32 - (0.0625 * squared.log2()).log2();
    let [red, green, blue] = [0.55, 0.65, 0.75].map(|phase: f32| {
        let turns = (0.15 * count.max(0.0).sqrt() + phase).fract() - 0.5;
        (255.0 * (0.5 + 0.5 * (std::f32::consts::TAU * turns).cos()) + 0.5) as u8
    });
    u32::from_le_bytes([red, green, blue, 255])
}
