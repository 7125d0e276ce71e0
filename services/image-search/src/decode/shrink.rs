//! Downscaling by averaging blocks of pixels of the decoder's output, because a second copy at full size would double
//! the memory.

use image::{DynamicImage, GenericImageView as _, RgbImage};

use super::MIN_SIDE;

/// Eight bits, transparency on white, reduced by an integer factor while both sides stay useful.
pub(super) fn flatten(image: &DynamicImage) -> RgbImage {
    let (width, height) = image.dimensions();
    let step = (width.min(height) / MIN_SIDE).max(1);
    let (small_width, small_height) = (width / step, height / step);
    match image {
        DynamicImage::ImageLuma8(from) => average(small_width, small_height, step, |x, y| {
            let gray = u32::from(from.get_pixel(x, y)[0]);
            [gray; 3]
        }),
        DynamicImage::ImageRgb8(from) => {
            average(small_width, small_height, step, |x, y| from.get_pixel(x, y).0.map(u32::from))
        }
        DynamicImage::ImageRgba8(from) => average(small_width, small_height, step, |x, y| {
            let [red, green, blue, alpha] = from.get_pixel(x, y).0;
            [red, green, blue].map(|part| on_white(part, alpha))
        }),
        // Rarer pixel types, such as sixteen bits, use the library's conversion of each pixel.
        _ => average(small_width, small_height, step, |x, y| {
            let [red, green, blue, alpha] = image.get_pixel(x, y).0;
            [red, green, blue].map(|part| on_white(part, alpha))
        }),
    }
}

fn on_white(part: u8, alpha: u8) -> u32 {
    (u32::from(part) * u32::from(alpha) + 255 * (255 - u32::from(alpha)) + 127) / 255
}

fn average(width: u32, height: u32, step: u32, pixel: impl Fn(u32, u32) -> [u32; 3]) -> RgbImage {
    let count = step * step;
    RgbImage::from_fn(width, height, |x, y| {
        let mut sums = [count / 2; 3];
        for row in y * step..(y + 1) * step {
            for column in x * step..(x + 1) * step {
                for (sum, part) in sums.iter_mut().zip(pixel(column, row)) {
                    *sum += part;
                }
            }
        }
        image::Rgb(sums.map(|sum| (sum / count) as u8))
    })
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    #[test]
    fn transparency_is_composed_on_white() {
        let clear = RgbaImage::from_fn(3, 1, |x, _| Rgba([200, 0, 0, [0, 128, 255][x as usize]]));
        let flat = flatten(&clear.into());
        assert_eq!(flat.as_raw(), &[255, 255, 255, 227, 127, 127, 200, 0, 0]);
    }

    #[test]
    fn large_image_is_shrunk_and_a_narrow_one_is_not() {
        let wide = DynamicImage::new_rgb8(1800, 900);
        assert_eq!(flatten(&wide).dimensions(), (900, 450));
        let line = DynamicImage::new_rgb8(4000, 1);
        assert_eq!(flatten(&line).dimensions(), (4000, 1));
    }

    #[test]
    fn sixteen_bits_are_reduced_to_eight() {
        let deep = image::ImageBuffer::from_pixel(2, 2, image::Rgb([65535_u16, 32768, 0]));
        assert_eq!(flatten(&DynamicImage::ImageRgb16(deep)).get_pixel(0, 0).0, [255, 128, 0]);
    }
}
