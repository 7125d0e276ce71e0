//! Image decoding to upright sRGB pixels.
//!
//! The format is detected from the content. The memory of decoding is calculated from the header, and an image above
//! the limit is refused; large images are scaled down while decoding, because the model's input has only 240 pixels.

mod color;
mod crop;
mod error;
mod jpeg;
mod progressive;
mod raster;
mod shrink;

use heuan_media::{Format, ImageLimits, header_bytes};
use image::{DynamicImage, RgbImage, metadata::Orientation};

pub use crop::center_crop;
pub use error::ImageError;

/// Limits of an image.
#[derive(Clone, Copy, Debug)]
pub struct DecodeLimits {
    pub limits: ImageLimits,
    /// Maximum bytes for decoding, including the file.
    pub max_memory: u64,
}

impl DecodeLimits {
    /// Limits of a shopper's image.
    pub const QUERY: Self = Self {
        limits: ImageLimits { max_bytes: 15 * 1024 * 1024, max_side: 12_000, max_pixels: 50_000_000 },
        max_memory: 48 * 1024 * 1024,
    };
    /// Limits of a catalog image, which the import has accepted; only one is decoded at a time.
    pub const CATALOG: Self = Self { max_memory: 320 * 1024 * 1024, ..Self::QUERY };

    fn check_memory(&self, bytes: u64) -> Result<(), ImageError> {
        if bytes > self.max_memory { Err(ImageError::TooManyPixels) } else { Ok(()) }
    }
}

/// Minimum side after scaling, so that the smallest crop still fills the model's input.
pub(crate) const MIN_SIDE: u32 = 440;

/// Decodes the first frame: upright, sRGB, transparency on white, scaled down to a useful size.
pub fn decode(bytes: &[u8], rules: &DecodeLimits) -> Result<RgbImage, ImageError> {
    let header = header_bytes(bytes, &rules.limits)?;
    let rules = &DecodeLimits { max_memory: rules.max_memory.saturating_sub(bytes.len() as u64), ..*rules };
    let (image, notes) = match header.format {
        Format::Jpeg => jpeg::decode(bytes, rules)?,
        Format::Png | Format::WebP | Format::Gif => raster::decode(bytes, header.format, rules)?,
    };
    let mut image = image;
    if let Some(profile) = &notes.profile {
        color::to_srgb(&mut image, profile);
    }
    let mut image = DynamicImage::from(image);
    image.apply_orientation(notes.orientation);
    Ok(image.into_rgb8())
}

/// Header data about the pixels.
struct ImageMetadata {
    orientation: Orientation,
    profile: Option<Vec<u8>>,
}

impl ImageMetadata {
    /// Damaged metadata counts as absent.
    fn of(decoder: &mut impl image::ImageDecoder) -> Self {
        let profile =
            decoder.icc_profile().ok().flatten().filter(|profile| profile.len() <= color::MAX_PROFILE);
        Self { orientation: decoder.orientation().unwrap_or(Orientation::NoTransforms), profile }
    }
}
