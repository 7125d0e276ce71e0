//! Rendering of a variant from its original. It runs only on threads of the pool.

use image::{DynamicImage, RgbImage, RgbaImage};
use webp::PixelLayout;

use super::source::Source;
use crate::{
    ImageLimits, MediaError, decode,
    resample::{Filter, resample_rgb, resample_rgba},
};

const WEBP_QUALITY: f32 = 80.0;

/// Renders `source` at `width` pixels with the EXIF orientation applied. Transparency is preserved; the height keeps
/// the aspect ratio.
pub(crate) fn render(source: &Source, width: u32, limits: &ImageLimits) -> Result<Vec<u8>, MediaError> {
    let bytes = limits.read(&source.file)?;
    let image = decode::decode(&bytes, source.header.format, limits)?;
    drop(bytes);
    let image = resize(flatten(image), width)?;
    webp(&image)
}

/// Converts to eight bits a channel, with alpha only if some pixel is transparent.
pub(crate) fn flatten(image: DynamicImage) -> DynamicImage {
    if !image.color().has_alpha() {
        return image.into_rgb8().into();
    }
    let image = image.into_rgba8();
    if image.pixels().all(|pixel| pixel[3] == u8::MAX) {
        return without_alpha(image).into();
    }
    image.into()
}

/// Removes the alpha channel in place, because the memory may suffice for only one copy of the pixels.
fn without_alpha(image: RgbaImage) -> RgbImage {
    let (width, height) = image.dimensions();
    let mut bytes = image.into_raw();
    let pixels = bytes.len() / 4;
    for pixel in 0..pixels {
        bytes.copy_within(pixel * 4..pixel * 4 + 3, pixel * 3);
    }
    bytes.truncate(pixels * 3);
    bytes.shrink_to_fit();
    RgbImage::from_raw(width, height, bytes).unwrap_or_default()
}

/// Halves width and height in place: each pixel is the mean of four, weighted by alpha. Eight bits a channel.
pub(crate) fn halve(image: DynamicImage) -> DynamicImage {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let half = (width as u32 / 2, height as u32 / 2);
    match image {
        DynamicImage::ImageRgba8(pixels) => {
            let bytes = halved::<4>(pixels.into_raw(), width, height, |four| {
                let shown: u32 = four.iter().map(|pixel| u32::from(pixel[3])).sum();
                std::array::from_fn(|channel| {
                    let (sum, of) = if channel == 3 {
                        (shown, 4)
                    } else {
                        (four.iter().map(|it| u32::from(it[channel]) * u32::from(it[3])).sum(), shown.max(1))
                    };
                    ((sum + of / 2) / of) as u8
                })
            });
            RgbaImage::from_raw(half.0, half.1, bytes).unwrap_or_default().into()
        }
        image => {
            let bytes = halved::<3>(image.into_rgb8().into_raw(), width, height, |four| {
                std::array::from_fn(|channel| {
                    let sum: u16 = four.iter().map(|pixel| u16::from(pixel[channel])).sum();
                    ((sum + 2) / 4) as u8
                })
            });
            RgbImage::from_raw(half.0, half.1, bytes).unwrap_or_default().into()
        }
    }
}

/// The output for four pixels is written before them, or at the first of them.
fn halved<const CHANNELS: usize>(
    mut bytes: Vec<u8>,
    width: usize,
    height: usize,
    mean: impl Fn([[u8; CHANNELS]; 4]) -> [u8; CHANNELS],
) -> Vec<u8> {
    let (half_width, half_height) = (width / 2, height / 2);
    let (pixels, _) = bytes.as_chunks_mut::<CHANNELS>();
    for y in 0..half_height {
        for x in 0..half_width {
            let (above, below) = (2 * y * width + 2 * x, (2 * y + 1) * width + 2 * x);
            pixels[y * half_width + x] =
                mean([pixels[above], pixels[above + 1], pixels[below], pixels[below + 1]]);
        }
    }
    bytes.truncate(half_width * half_height * CHANNELS);
    bytes.shrink_to_fit();
    bytes
}

pub(crate) fn resize(image: DynamicImage, width: u32) -> Result<DynamicImage, MediaError> {
    if width >= image.width() {
        return Ok(image);
    }
    let exact = u64::from(image.height()) * u64::from(width);
    let height = (exact + u64::from(image.width()) / 2) / u64::from(image.width());
    let size = (width, (height as u32).max(1));
    Ok(match image {
        DynamicImage::ImageRgba8(image) => {
            let mut smaller = RgbaImage::new(size.0, size.1);
            resample_rgba((&image, image.dimensions()), (&mut smaller, size), Filter::Lanczos)?;
            smaller.into()
        }
        image => {
            let image = image.into_rgb8();
            let mut smaller = RgbImage::new(size.0, size.1);
            let whole = [0.0, 0.0, f64::from(image.width()), f64::from(image.height())];
            resample_rgb((&image, image.dimensions()), whole, (&mut smaller, size), Filter::Lanczos)?;
            smaller.into()
        }
    })
}

pub(crate) fn webp(image: &DynamicImage) -> Result<Vec<u8>, MediaError> {
    let layout = if image.color().has_alpha() { PixelLayout::Rgba } else { PixelLayout::Rgb };
    let encoder = webp::Encoder::new(image.as_bytes(), layout, image.width(), image.height());
    let bytes = encoder
        .encode_simple(false, WEBP_QUALITY)
        .map_err(|error| MediaError::Unreadable(format!("WebP: {error:?}")))?;
    Ok(bytes.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparent_pixels_do_not_color_their_neighbors_when_an_image_is_halved() {
        let image = RgbaImage::from_fn(5, 3, |x, _| {
            image::Rgba(if x % 2 == 0 { [255, 0, 0, 0] } else { [0, 0, 255, 255] })
        });
        let half = halve(image.into()).into_rgba8();
        assert_eq!(half.dimensions(), (2, 1));
        assert!(half.pixels().all(|pixel| pixel.0 == [0, 0, 255, 128]), "{half:?}");
    }
}
