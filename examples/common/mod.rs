//! Pictures as packed RGBA, a byte each, red the lowest.
#![allow(dead_code, reason = "each example uses its part")]

use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

/// Writes a PNG file.
pub fn save(
    path: &Path,
    [width, height]: [usize; 2],
    pixels: &[u32],
) -> Result<(), Box<dyn Error>> {
    let file = BufWriter::new(File::create(path)?);
    let mut encoder = png::Encoder::new(file, width.try_into()?, height.try_into()?);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header()?;
    Ok(writer.write_image_data(bytemuck::cast_slice(pixels))?)
}

/// Reads a PNG file of any kind: its size and its pixels.
pub fn load(path: &Path) -> Result<([usize; 2], Vec<u32>), Box<dyn Error>> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut decoder = png::Decoder::new(BufReader::new(file));
    decoder.set_transformations(
        png::Transformations::normalize_to_color8() | png::Transformations::ALPHA,
    );
    let mut reader = decoder.read_info()?;
    let mut bytes = vec![
        0;
        reader
            .output_buffer_size()
            .ok_or("the picture is too large")?
    ];
    let info = reader.next_frame(&mut bytes)?;
    let channels = info.color_type.samples(); // grey and alpha, or all four
    let pixels = bytes.chunks_exact(channels).map(|pixel| match *pixel {
        [grey, alpha] => u32::from_le_bytes([grey, grey, grey, alpha]),
        [red, green, blue, alpha] => u32::from_le_bytes([red, green, blue, alpha]),
        _ => 0,
    });
    Ok((
        [info.width as usize, info.height as usize],
        pixels.collect(),
    ))
}

/// An opaque pixel from red, green and blue, 0 to 1 (what is beyond is cut off).
pub fn pixel([red, green, blue]: [f32; 3]) -> u32 {
    let byte = |value: f32| (255.0 * value.clamp(0.0, 1.0)).round() as u8;
    u32::from_le_bytes([byte(red), byte(green), byte(blue), 255])
}
