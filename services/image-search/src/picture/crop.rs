//! The part of a picture that the model looks at, at the model's size.

use fast_image_resize::{
    FilterType, ResizeAlg, ResizeOptions, Resizer,
    images::{TypedImage, TypedImageRef},
    pixels::U8x3,
};
use image::RgbImage;

use super::Fault;

/// The middle `part` of both sides, stretched to a square of `side` pixels: three bytes each.
///
/// Catmull-Rom with antialiasing; the shape is not kept, which is what the model wants.
pub fn centre(picture: &RgbImage, part: f64, side: u32) -> Result<Vec<u8>, Fault> {
    let (width, height) = picture.dimensions();
    let source = TypedImageRef::<U8x3>::from_buffer(width, height, picture.as_raw());
    let source = source.map_err(|_| Fault::Damaged)?;
    let mut pixels = vec![0; 3 * (side * side) as usize];
    let mut square = TypedImage::<U8x3>::from_buffer(side, side, &mut pixels).map_err(|_| Fault::Damaged)?;
    let (wide, high) = (f64::from(width), f64::from(height));
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom)).crop(
        wide * (1.0 - part) / 2.0,
        high * (1.0 - part) / 2.0,
        wide * part,
        high * part,
    );
    // The other function, for any kind of pixel, would compile the library for all fourteen of them, here.
    Resizer::new().resize_typed(&source, &mut square, &options).map_err(|_| Fault::Damaged)?;
    Ok(pixels)
}
