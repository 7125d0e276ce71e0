//! Sanitizing of uploaded images: they are decoded and encoded again, so that only pixels remain.

use image::DynamicImage;

use crate::{
    Format, ImageLimits, MediaError, decode, header_bytes,
    variants::{encode_webp, flatten, halve, resize},
};

/// A sanitized image, as WebP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanitizedImage {
    pub bytes: Vec<u8>,
    pub width: u32,
    pub height: u32,
}

impl SanitizedImage {
    pub const CONTENT_TYPE: &'static str = "image/webp";
}

/// Maximum memory for the pixels of an image, so that sanitizing stays under 64 MB in total. An image of 16 megapixels
/// takes exactly this; images with more bits a channel, progressive ones and transparent ones must be smaller.
const MAX_MEMORY: u64 = 48 * 1024 * 1024;

/// Decodes `bytes`, applies the EXIF orientation, shrinks the image to at most `max_side` pixels each way and encodes
/// it. The first frame of an animation is used. Blocks the thread.
pub fn sanitize_image(
    bytes: &[u8],
    limits: &ImageLimits,
    max_side: u32,
) -> Result<SanitizedImage, MediaError> {
    let header = header_bytes(bytes, limits)?;
    let (width, height) = (header.width, header.height);
    let image = if decode::memory_of(bytes, header.format, limits)? <= MAX_MEMORY {
        decode::decode(bytes, header.format, limits)?
    } else if header.format == Format::Jpeg {
        decode::scaled_jpeg(bytes, limits, MAX_MEMORY)?.ok_or(MediaError::TooMuchMemory { width, height })?
    } else {
        return Err(MediaError::TooMuchMemory { width, height });
    };
    let mut image = flatten(image);
    let (width, height) = (u64::from(image.width()), u64::from(image.height()));
    let max_side_px = u64::from(max_side);
    let wanted = if height > width { (width * max_side_px / height).max(1) } else { max_side_px }.min(width);
    // The image is halved in place until the remaining resize, which is not in place, also fits into the
    // memory.
    while image.width().min(image.height()) >= 2
        && (u64::from(image.width()) >= 2 * wanted || memory_to_shrink(&image, wanted) > MAX_MEMORY)
    {
        image = halve(image);
    }
    let image = resize(image, wanted as u32)?;
    let bytes = encode_webp(&image)?;
    Ok(SanitizedImage { bytes, width: image.width(), height: image.height() })
}

/// Maximum memory of `resize`: the image, an intermediate of the target width, and the target.
fn memory_to_shrink(image: &DynamicImage, wanted: u64) -> u64 {
    let (width, height) = (u64::from(image.width()), u64::from(image.height()));
    let pixel = u64::from(image.color().bytes_per_pixel());
    // Resizing a transparent image needs a copy of it.
    let copies = if image.color().has_alpha() { 2 } else { 1 };
    if wanted >= width {
        return width * height * pixel;
    }
    (copies * width * height + wanted * height + wanted * height * wanted / width) * pixel
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, Rgb, RgbImage};

    use super::*;

    fn file(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image.into().write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn shown(sanitized: &SanitizedImage) -> RgbImage {
        image::load_from_memory_with_format(&sanitized.bytes, ImageFormat::WebP).unwrap().into_rgb8()
    }

    #[test]
    fn large_image_is_shrunk_with_its_content() {
        // Red, green, blue and white quarters.
        let color = |x: u32, y: u32| match (x < 301, y < 201) {
            (true, true) => Rgb([255, 0, 0]),
            (false, true) => Rgb([0, 255, 0]),
            (true, false) => Rgb([0, 0, 255]),
            (false, false) => Rgb([255, 255, 255]),
        };
        let quarters = RgbImage::from_fn(603, 403, color);
        let opaque = DynamicImage::from(quarters.clone()).into_rgba8();
        for bytes in [file(quarters, ImageFormat::Png), file(opaque, ImageFormat::Png)] {
            let sanitized = sanitize_image(&bytes, &ImageLimits::default(), 100).unwrap();
            assert_eq!((sanitized.width, sanitized.height), (100, 67));
            let image = shown(&sanitized);
            for (x, y) in [(20, 15), (80, 15), (20, 50), (80, 50)] {
                let (seen, wanted) = (image.get_pixel(x, y), color(x * 6, y * 6));
                let is_near = seen.0.iter().zip(wanted.0).all(|(seen, wanted)| seen.abs_diff(wanted) < 24);
                assert!(is_near, "{x} {y}: {seen:?}");
            }
        }
    }

    #[test]
    fn image_that_takes_too_much_memory_is_not_decoded() {
        let refused = |bytes: &[u8]| {
            let refused = sanitize_image(bytes, &ImageLimits::default(), 2048);
            assert!(matches!(refused, Err(MediaError::TooMuchMemory { .. })), "{refused:?}");
        };
        // Sixteen bits a channel.
        refused(&file(DynamicImage::new_rgba16(2100, 2100), ImageFormat::Png));
        // A progressive frame of 16 megapixels: only the frame marker is inspected.
        let mut image = file(RgbImage::new(8, 8), ImageFormat::Jpeg);
        let frame = image.windows(2).position(|two| two == [0xFF, 0xC0]).unwrap();
        image[frame + 5..frame + 9].copy_from_slice(&[0x10, 0x00, 0x10, 0x00]);
        image[frame + 1] = 0xC2;
        refused(&image);
    }

    #[test]
    fn progressive_jpeg_of_12_megapixels_is_decoded_scaled() {
        let sanitized = sanitize_image(
            &heuan_testkit::progressive_jpeg(4000, 3000, false),
            &ImageLimits::default(),
            2048,
        )
        .unwrap();
        assert_eq!((sanitized.width, sanitized.height), (1000, 750));
        let image = shown(&sanitized);
        for (x, y, wanted) in
            [(200, 100, [255, 0, 0]), (800, 100, [0, 255, 0]), (200, 700, [0, 0, 255]), (800, 700, [255; 3])]
        {
            let shown = image.get_pixel(x, y).0;
            let is_near = shown.iter().zip(wanted).all(|(shown, wanted)| shown.abs_diff(wanted) < 24);
            assert!(is_near, "{x} {y}: {shown:?}");
        }
    }

    #[test]
    fn progressive_jpeg_that_takes_too_much_memory_is_refused_with_advice() {
        let refused = sanitize_image(
            &heuan_testkit::progressive_jpeg(6000, 4000, false),
            &ImageLimits::default(),
            2048,
        );
        let said = refused.unwrap_err().to_string();
        assert!(said.contains("6000 x 4000") && said.contains("baseline JPEG"), "{said}");
    }

    #[test]
    fn transparent_pixels_stay_transparent() {
        let image = image::RgbaImage::from_pixel(300, 200, image::Rgba([9, 9, 9, 100]));
        let sanitized = sanitize_image(&file(image, ImageFormat::Png), &ImageLimits::default(), 100).unwrap();
        let shown = image::load_from_memory_with_format(&sanitized.bytes, ImageFormat::WebP).unwrap();
        assert!(shown.color().has_alpha() && shown.into_rgba8().pixels().all(|pixel| pixel[3] == 100));
    }
}
