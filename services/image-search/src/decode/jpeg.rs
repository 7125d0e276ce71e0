//! JPEG decoding at a scale of 1/2, 1/4 or 1/8 where that is sufficient, which saves most of the time and memory of a
//! phone's image.

use std::io::Cursor;

use image::{DynamicImage, RgbImage, codecs::jpeg::JpegDecoder};
use jpeg_decoder::{Decoder, PixelFormat};

use super::{DecodeLimits, ImageError, ImageMetadata, MIN_SIDE, progressive, shrink};

pub(super) fn decode(bytes: &[u8], rules: &DecodeLimits) -> Result<(RgbImage, ImageMetadata), ImageError> {
    let frame = Frame::read(bytes).ok_or(ImageError::Damaged)?;
    let notes = ImageMetadata::of(&mut JpegDecoder::new(Cursor::new(bytes))?);
    let image = if frame.components.len() == 4 || frame.is_unusual {
        rules.check_memory(frame.pixels() * 3 + frame.coefficients())?;
        // CMYK: the library supports its variants, but not scaled decoding.
        DynamicImage::from_decoder(JpegDecoder::new(Cursor::new(bytes))?)?
    } else {
        scaled(bytes, &frame, rules)?
    };
    Ok((shrink::flatten(&image), notes))
}

fn scaled(bytes: &[u8], frame: &Frame, rules: &DecodeLimits) -> Result<DynamicImage, ImageError> {
    let mut decoder = Decoder::new(Cursor::new(bytes));
    let eighths = [1, 2, 4, 8];
    let shorter_side = u32::from(frame.width.min(frame.height));
    let scale = eighths.into_iter().find(|eighths| shorter_side * eighths / 8 >= MIN_SIDE).unwrap_or(8);
    let part = |side: u16| u16::try_from((u32::from(side) * scale).div_ceil(8)).unwrap_or(side);
    let (width, height) = decoder.scale(part(frame.width), part(frame.height)).map_err(damaged)?;
    let pixels = u64::from(width) * u64::from(height);
    // The memory of each component at full size, and of the resulting image.
    let memory = pixels * 2 * frame.components.len() as u64 + frame.coefficients();
    if frame.is_progressive && rules.check_memory(memory).is_err() {
        return progressive::eighth(bytes).map(DynamicImage::from);
    }
    rules.check_memory(memory)?;
    decoder.set_max_decoding_buffer_size(usize::try_from(rules.max_memory).unwrap_or(usize::MAX));
    let bytes = decoder.decode().map_err(damaged)?;
    let (width, height) = (u32::from(width), u32::from(height));
    let image = match decoder.info().map(|info| info.pixel_format) {
        Some(PixelFormat::L8) => image::GrayImage::from_raw(width, height, bytes).map(DynamicImage::from),
        Some(PixelFormat::RGB24) => RgbImage::from_raw(width, height, bytes).map(DynamicImage::from),
        _ => None,
    };
    image.ok_or(ImageError::Damaged)
}

#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn damaged(error: jpeg_decoder::Error) -> ImageError {
    tracing::debug!(%error, "JPEG unreadable");
    ImageError::Damaged
}

/// The frame header, from which the decoder's memory is calculated.
struct Frame {
    width: u16,
    height: u16,
    /// Horizontal and vertical sampling factor of each component.
    components: Vec<(u8, u8)>,
    /// Whether all coefficients are buffered until the last scan.
    is_progressive: bool,
    /// Whether the frame is neither baseline, extended nor progressive with eight bits.
    is_unusual: bool,
}

const START_OF_SCAN: u8 = 0xDA;

impl Frame {
    /// Walks the segments to the first scan, and requires an end marker after it. Decoders fill the missing part of a
    /// truncated image with gray and report success. Marker bytes cannot occur inside scan data, where they are
    /// stuffed.
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut frame = None;
        let mut at = 2;
        while let Some(&[0xFF, marker, high, low]) = bytes.get(at..at + 4) {
            if marker == 0xFF {
                // A fill byte has no length.
                at += 1;
                continue;
            }
            if marker == START_OF_SCAN {
                let ends = bytes[at..].windows(2).any(|pair| pair == [0xFF, 0xD9]);
                return frame.filter(|_| ends);
            }
            let length = usize::from(u16::from_be_bytes([high, low]));
            if matches!(marker, 0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF) {
                frame = Some(Self::of(marker, bytes.get(at + 4..at + 2 + length)?)?);
            }
            at += 2 + length;
        }
        None
    }

    fn of(marker: u8, body: &[u8]) -> Option<Self> {
        let &[bits, high, low, wide_high, wide_low, count] = body.first_chunk()?;
        let components = body.get(6..6 + usize::from(count) * 3)?.chunks_exact(3);
        Some(Self {
            height: u16::from_be_bytes([high, low]),
            width: u16::from_be_bytes([wide_high, wide_low]),
            components: components.map(|one| (one[1] >> 4, one[1] & 15)).collect(),
            is_progressive: marker == 0xC2,
            is_unusual: bits != 8 || !matches!(marker, 0xC0..=0xC2) || !matches!(count, 1 | 3),
        })
    }

    fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// Memory of the buffered coefficients, two bytes each.
    fn coefficients(&self) -> u64 {
        if !self.is_progressive {
            return 0;
        }
        let area = |(across, down): &(u8, u8)| u64::from(*across) * u64::from(*down);
        let largest = |part: fn(&(u8, u8)) -> u8| self.components.iter().map(part).max().unwrap_or(1).max(1);
        let full = u64::from(largest(|one| one.0)) * u64::from(largest(|one| one.1));
        self.components.iter().map(|one| 2 * self.pixels() * area(one) / full).sum()
    }
}
