//! Validation of images: size limits by the header (15 MiB, 12,000 pixels a side, 50 megapixels by default), then a
//! full decode that detects damage.

use std::fmt::Write as _;
use std::path::Path;

use image::ImageDecoder;
use sha2::{Digest, Sha256};

use crate::{Format, ImageLimits, MediaError, decode};

/// Header data of an image. No pixel is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    pub format: Format,
    /// Width in pixels after EXIF rotation.
    pub width: u32,
    pub height: u32,
    /// File size.
    pub bytes: u64,
}

/// Data of a completely decoded image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageInfo {
    pub format: Format,
    /// Width in pixels after EXIF rotation.
    pub width: u32,
    pub height: u32,
    /// File size.
    pub bytes: u64,
    /// SHA-256 of the file, lower-case hexadecimal.
    pub sha256: String,
}

/// Checks format, size and dimensions of an image by its header.
pub fn header_bytes(bytes: &[u8], limits: &ImageLimits) -> Result<Header, MediaError> {
    if bytes.len() as u64 > limits.max_bytes {
        return Err(MediaError::TooManyBytes { limit: limits.max_bytes });
    }
    let format = Format::sniff(bytes).ok_or(MediaError::NotAnImage)?;
    let mut decoder = decode::decoder(bytes, format, limits)?;
    let (width, height) = decoder.dimensions();
    let turned = decode::orientation(&mut decoder).to_exif() >= 5;
    let (width, height) = if turned { (height, width) } else { (width, height) };
    Ok(Header { format, width, height, bytes: bytes.len() as u64 })
}

/// [`header_bytes`] of a file.
pub fn header_file(file: &Path, limits: &ImageLimits) -> Result<Header, MediaError> {
    header_bytes(&limits.read(file)?, limits)
}

/// Checks an image completely: the header, then a full decode, which detects truncation and damage.
pub fn inspect_bytes(bytes: &[u8], limits: &ImageLimits) -> Result<ImageInfo, MediaError> {
    let header = header_bytes(bytes, limits)?;
    decode::decode(bytes, header.format, limits)?;
    Ok(ImageInfo {
        format: header.format,
        width: header.width,
        height: header.height,
        bytes: header.bytes,
        sha256: hex(&Sha256::digest(bytes)),
    })
}

/// [`inspect_bytes`] of a file.
pub fn inspect_file(file: &Path, limits: &ImageLimits) -> Result<ImageInfo, MediaError> {
    inspect_bytes(&limits.read(file)?, limits)
}

/// Formats bytes as lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
