//! Limits on the size of an image file and on its pixels.

use std::{fs::File, io::Read, path::Path};

use crate::MediaError;

/// Size limits of an image. They are checked before pixels are decoded, so that a small file cannot decompress to
/// gigabytes.
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
