//! Image decoding: the only module that turns file bytes into pixels.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{AnimationDecoder, ColorType, DynamicImage, ImageDecoder, ImageReader};

use crate::{Format, ImageLimits, MediaError, WebpFrames};

/// Maximum memory of one decoder, in bytes: 50 megapixels of 8-bit RGBA fit, but not of 16-bit RGBA.
const MAX_DECODER_MEMORY: u64 = 256 * 1024 * 1024;
/// Maximum memory for PNG metadata. Because the decoder counts everything except pixels, and a profile or text chunk
/// of some kilobytes can decompress to hundreds of megabytes, larger metadata is skipped.
const MAX_PNG_NOTES: u64 = 16 * 1024 * 1024;

/// Reads the header, checks it against the limits and returns a decoder that has not decoded any pixel.
pub(crate) fn decoder<'a>(
    bytes: &'a [u8],
    format: Format,
    limits: &ImageLimits,
) -> Result<impl ImageDecoder + 'a, MediaError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format.as_image());
    reader.limits(memory(format));
    let mut decoder = reader.into_decoder().map_err(|error| unreadable(&error))?;
    let (width, height) = decoder.dimensions();
    limits.check_pixels(width, height)?;
    match format {
        Format::WebP => {
            WebpFrames::read(bytes)?;
        }
        // A frame may be larger than its image, and is decoded into a separate buffer.
        Format::Gif => {
            let mut left = memory(format);
            left.max_alloc = Some(MAX_DECODER_MEMORY.saturating_sub(decoder.total_bytes()));
            decoder.set_limits(left).map_err(|error| unreadable(&error))?;
        }
        Format::Png | Format::Jpeg => {}
    }
    Ok(decoder)
}

fn memory(format: Format) -> image::Limits {
    let max_alloc = if format == Format::Png { MAX_PNG_NOTES } else { MAX_DECODER_MEMORY };
    let mut memory = image::Limits::no_limits();
    memory.max_alloc = Some(max_alloc);
    memory
}

/// Estimates from the header the bytes that pixels take while they are converted to eight bits a channel.
pub(crate) fn memory_of(bytes: &[u8], format: Format, limits: &ImageLimits) -> Result<u64, MediaError> {
    let decoder = decoder(bytes, format, limits)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    let copied = match decoder.color_type() {
        ColorType::Rgb8 | ColorType::Rgba8 => 0,
        color if color.has_alpha() => 4,
        _ => 3,
    };
    let waiting = if format == Format::Jpeg { coefficients(bytes) } else { 0 };
    Ok(decoder.total_bytes() + pixels * (copied + waiting))
}

/// Additional bytes per pixel of a JPEG: a progressive JPEG is buffered as coefficients before any pixel is
/// produced. Two bytes for each coefficient; subsampled color components have fewer.
fn coefficients(bytes: &[u8]) -> u64 {
    const PROGRESSIVE: [u8; 4] = [0xC2, 0xC6, 0xCA, 0xCE];
    let Some((marker, frame)) = frame_header(bytes) else { return 0 };
    if !PROGRESSIVE.contains(&marker) {
        return 0;
    }
    let parts = frame.get(6..).unwrap_or_default().chunks_exact(3);
    let samples = parts.map(|part| u64::from(part[1] >> 4) * u64::from(part[1] & 15));
    let (all, largest) = samples.fold((0, 1), |(all, largest), one| (all + one, one.max(largest)));
    (2 * all).div_ceil(largest)
}

/// The marker of the frame, and its header after the length.
fn frame_header(bytes: &[u8]) -> Option<(u8, &[u8])> {
    const TABLES: [u8; 3] = [0xC4, 0xC8, 0xCC];
    let mut at = 2;
    while let Some(&[0xFF, marker, high, low]) = bytes.get(at..at + 4) {
        let length = usize::from(u16::from_be_bytes([high, low]));
        if (0xC0..=0xCF).contains(&marker) && !TABLES.contains(&marker) {
            return Some((marker, bytes.get(at + 4..at + 2 + length)?));
        }
        // A fill byte has no length.
        at += if marker == 0xFF { 1 } else { 2 + length };
    }
    None
}

/// The EXIF orientation. Damaged EXIF data counts as no rotation.
pub(crate) fn orientation(decoder: &mut impl ImageDecoder) -> Orientation {
    decoder.orientation().unwrap_or(Orientation::NoTransforms)
}

/// Decodes every pixel (of the first frame) and applies the EXIF orientation.
pub(crate) fn decode(bytes: &[u8], format: Format, limits: &ImageLimits) -> Result<DynamicImage, MediaError> {
    if format == Format::Jpeg && !jpeg_is_complete(bytes) {
        return Err(MediaError::Unreadable("the file is cut short".to_owned()));
    }
    let mut decoder = decoder(bytes, format, limits)?;
    let orientation = orientation(&mut decoder);
    let mut image = DynamicImage::from_decoder(decoder).map_err(|error| unreadable(&error))?;
    image.apply_orientation(orientation);
    Ok(image)
}

/// Decodes a JPEG at a scale of 1/2, 1/4 or 1/8 and applies the EXIF orientation. Uses the largest scale that fits into
/// `memory` bytes; `None` if none does, or if the image is CMYK.
pub(crate) fn scaled_jpeg(
    bytes: &[u8],
    limits: &ImageLimits,
    memory: u64,
) -> Result<Option<DynamicImage>, MediaError> {
    if !jpeg_is_complete(bytes) {
        return Err(MediaError::Unreadable("the file is cut short".to_owned()));
    }
    let mut whole = decoder(bytes, Format::Jpeg, limits)?;
    let ((width, height), orientation) = (whole.dimensions(), orientation(&mut whole));
    let components = u64::from(whole.color_type().channel_count());
    drop(whole);
    let waiting = u64::from(width) * u64::from(height) * coefficients(bytes);
    for part in [2, 4, 8] {
        let (width, height) = (width.div_ceil(part), height.div_ceil(part));
        // The memory of each component at full size, and of the resulting image.
        let pixels = u64::from(width) * u64::from(height) * components * 2;
        if waiting + pixels > memory {
            continue;
        }
        let mut decoder = jpeg_decoder::Decoder::new(Cursor::new(bytes));
        let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
        let (width, height) = decoder.scale(side(width), side(height)).map_err(|error| damaged(&error))?;
        decoder.set_max_decoding_buffer_size(usize::try_from(memory).unwrap_or(usize::MAX));
        let pixels = decoder.decode().map_err(|error| damaged(&error))?;
        let (width, height) = (u32::from(width), u32::from(height));
        let image = match decoder.info().map(|info| info.pixel_format) {
            Some(jpeg_decoder::PixelFormat::L8) => {
                image::GrayImage::from_raw(width, height, pixels).map(DynamicImage::from)
            }
            Some(jpeg_decoder::PixelFormat::RGB24) => {
                image::RgbImage::from_raw(width, height, pixels).map(DynamicImage::from)
            }
            _ => None,
        };
        return Ok(image.map(|mut image| {
            image.apply_orientation(orientation);
            image
        }));
    }
    Ok(None)
}

fn damaged(error: &jpeg_decoder::Error) -> MediaError {
    unreadable(&image::ImageError::Decoding(image::error::DecodingError::new(
        image::error::ImageFormatHint::Exact(image::ImageFormat::Jpeg),
        error.to_string(),
    )))
}

/// Whether the image is animated. Because a variant would be a still image, animations are served unchanged.
pub(crate) fn is_animated(bytes: &[u8], format: Format) -> bool {
    let bytes = Cursor::new(bytes);
    match format {
        Format::Jpeg => false,
        Format::Png => {
            let decoder = image::codecs::png::PngDecoder::with_limits(bytes, memory(format));
            decoder.is_ok_and(|decoder| decoder.is_apng().unwrap_or(false))
        }
        Format::WebP => {
            image::codecs::webp::WebPDecoder::new(bytes).is_ok_and(|decoder| decoder.has_animation())
        }
        Format::Gif => image::codecs::gif::GifDecoder::new(bytes).is_ok_and(|mut decoder| {
            decoder.set_limits(memory(format)).is_ok() && decoder.into_frames().take(2).flatten().count() > 1
        }),
    }
}

/// Whether a JPEG has its end marker. Decoders fill the missing part of a truncated JPEG with gray and report success.
///
/// Walks the segments to the first scan and searches for an end marker after it. Marker bytes cannot occur inside scan
/// data (they are stuffed), and an end marker inside an embedded preview is before the scan.
fn jpeg_is_complete(bytes: &[u8]) -> bool {
    const START_OF_SCAN: u8 = 0xDA;
    let mut at = 2;
    while let Some(&[0xFF, marker, high, low]) = bytes.get(at..at + 4) {
        if marker == START_OF_SCAN {
            return bytes[at..].windows(2).any(|pair| pair == [0xFF, 0xD9]);
        }
        // A fill byte has no length; every other marker before the scan has one.
        at += if marker == 0xFF { 1 } else { 2 + usize::from(u16::from_be_bytes([high, low])) };
    }
    false
}

fn unreadable(error: &image::ImageError) -> MediaError {
    let mut reason = error.to_string();
    // A decoder may quote the file, and the reason is printed on a terminal.
    reason.retain(|letter| !letter.is_control());
    MediaError::Unreadable(reason.chars().take(200).collect())
}
