//! Decoding of PNG, WebP and GIF at full size, with a limit on memory.

use std::io::Cursor;

use heuan_media::{Format, WebpFrames};
use image::{
    DynamicImage, ImageDecoder, Limits, RgbImage,
    codecs::{gif::GifDecoder, png::PngDecoder, webp::WebPDecoder},
};

use super::{DecodeLimits, ImageError, ImageMetadata, shrink};

/// Maximum size of PNG metadata. The decoder counts everything except pixels, and a profile of some kilobytes
/// can decompress to hundreds of megabytes. Larger metadata is skipped.
const MAX_PNG_NOTES: u64 = 16 * 1024 * 1024;

pub(super) fn decode(
    bytes: &[u8],
    format: Format,
    rules: &DecodeLimits,
) -> Result<(RgbImage, ImageMetadata), ImageError> {
    let mut limits = Limits::no_limits();
    let from = Cursor::new(bytes);
    match format {
        Format::Png => {
            limits.max_alloc = Some(MAX_PNG_NOTES);
            pixels(PngDecoder::with_limits(from, limits)?, rules)
        }
        Format::WebP => {
            let mut decoder = WebPDecoder::new(from)?;
            // Transparent parts of an animation are composed on white, too.
            if decoder.has_animation() {
                decoder.set_background_color(image::Rgba([255; 4]))?;
            }
            let (width, height) = decoder.dimensions();
            let scratch = WebpFrames::read(bytes)?.scratch(width, height);
            rules.check_memory(decoder.total_bytes() + scratch)?;
            limits.max_alloc = Some(rules.max_memory);
            decoder.set_limits(limits)?;
            pixels(decoder, rules)
        }
        Format::Gif => {
            let mut decoder = GifDecoder::new(from)?;
            // A frame may be larger than its image, and is decoded into a separate buffer.
            limits.max_alloc = Some(rules.max_memory.saturating_sub(decoder.total_bytes()));
            decoder.set_limits(limits)?;
            pixels(decoder, rules)
        }
        Format::Jpeg => Err(ImageError::Damaged),
    }
}

fn pixels(
    mut decoder: impl ImageDecoder,
    rules: &DecodeLimits,
) -> Result<(RgbImage, ImageMetadata), ImageError> {
    rules.check_memory(decoder.total_bytes())?;
    let notes = ImageMetadata::of(&mut decoder);
    let image = DynamicImage::from_decoder(decoder)?;
    Ok((shrink::flatten(&image), notes))
}
