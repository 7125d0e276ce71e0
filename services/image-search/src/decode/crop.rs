//! Crop and resize to the model's input.

use heuan_media::{Filter, resample_rgb};
use image::RgbImage;

use super::ImageError;

/// The center crop `part` of both sides, resized to a square of `side` pixels of three bytes.
///
/// Catmull-Rom with antialiasing; the aspect ratio is not preserved, as the model expects.
pub fn center_crop(image: &RgbImage, part: f64, side: u32) -> Result<Vec<u8>, ImageError> {
    let (wide, high) = (f64::from(image.width()), f64::from(image.height()));
    let part = [wide * (1.0 - part) / 2.0, high * (1.0 - part) / 2.0, wide * part, high * part];
    let mut pixels = vec![0; 3 * (side * side) as usize];
    let square = (pixels.as_mut_slice(), (side, side));
    resample_rgb((image.as_raw(), image.dimensions()), part, square, Filter::CatmullRom)
        .map_err(|_| ImageError::Damaged)?;
    Ok(pixels)
}
