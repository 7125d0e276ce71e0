//! PNG, WebP and GIF: decoded whole, so their size in memory is limited.

use std::io::Cursor;

use heuan_media::{Format, WebpFrames};
use image::{
    DynamicImage, ImageDecoder, Limits, RgbImage,
    codecs::{gif::GifDecoder, png::PngDecoder, webp::WebPDecoder},
};

use super::{DecodeLimits, ImageError, ImageMetadata, shrink};

/// The PNG decoder counts everything but pixels: a profile of some kilobytes can unpack to hundreds of megabytes. One that
/// is larger than this is passed over.
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
            // Transparent parts of an animation lie on white as well.
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
            // A frame may be larger than the picture it is a part of, and is unpacked beside it.
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
    let picture = DynamicImage::from_decoder(decoder)?;
    Ok((shrink::flatten(&picture), notes))
}
