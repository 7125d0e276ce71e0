//! Validation of images: size limits by the header (15 MiB, 12,000 pixels a side, 50 megapixels by default), then a
//! full decode that detects damage.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use image::ImageDecoder;
use sha2::{Digest, Sha256};

use crate::{Format, MediaError, decode};

/// Size limits of an image. Checked before pixels are decoded, so that a small file cannot decompress to gigabytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageLimits {
    /// File size in bytes.
    pub max_bytes: u64,
    /// Width and height, each, in pixels.
    pub max_side: u32,
    /// Width times height.
    pub max_pixels: u64,
}

impl Default for ImageLimits {
    fn default() -> Self {
        Self { max_bytes: 15 * 1024 * 1024, max_side: 12_000, max_pixels: 50_000_000 }
    }
}

impl ImageLimits {
    pub(crate) fn check_pixels(&self, width: u32, height: u32) -> Result<(), MediaError> {
        let pixels = u64::from(width) * u64::from(height);
        if width > self.max_side || height > self.max_side || pixels > self.max_pixels {
            return Err(MediaError::TooManyPixels { width, height });
        }
        if pixels == 0 {
            return Err(MediaError::Unreadable("the image has no pixels".to_owned()));
        }
        Ok(())
    }

    /// Reads the file, but never more than [`ImageLimits::max_bytes`], even if it grows meanwhile.
    pub(crate) fn read(&self, file: &Path) -> Result<Vec<u8>, MediaError> {
        let too_many = MediaError::TooManyBytes { limit: self.max_bytes };
        let file = File::open(file).map_err(|error| MediaError::from_io(&error))?;
        let size = file.metadata().map_err(|error| MediaError::from_io(&error))?.len();
        if size > self.max_bytes {
            return Err(too_many);
        }
        let mut bytes = Vec::with_capacity(size as usize);
        file.take(self.max_bytes + 1).read_to_end(&mut bytes).map_err(|error| MediaError::from_io(&error))?;
        if bytes.len() as u64 > self.max_bytes { Err(too_many) } else { Ok(bytes) }
    }
}

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
