//! From the bytes of a picture to upright sRGB pixels, however it was made.
//!
//! The type comes from the content. What a picture would take in memory is known from its header, and refused there
//! when it is too much; large pictures are made smaller while they are decoded, since the model looks at 240 pixels.

mod colour;
mod crop;
mod fault;
mod jpeg;
mod progressive;
mod raster;
mod shrink;

use heuan_media::{Format, ImageLimits, header_bytes};
use image::{DynamicImage, RgbImage, metadata::Orientation};

pub use crop::centre;
pub use fault::ImageError;

/// What a picture may be.
#[derive(Clone, Copy, Debug)]
pub struct DecodeLimits {
    pub limits: ImageLimits,
    /// Bytes that decoding may take, the file included.
    pub max_memory: u64,
}

impl DecodeLimits {
    /// A shopper's photo.
    pub const PHOTO: Self = Self {
        limits: ImageLimits { max_bytes: 15 * 1024 * 1024, max_side: 12_000, max_pixels: 50_000_000 },
        max_memory: 48 * 1024 * 1024,
    };
    /// A picture of the catalog: import has let it in, and one is decoded at a time.
    pub const CATALOG: Self = Self { max_memory: 320 * 1024 * 1024, ..Self::PHOTO };

    fn check_memory(&self, bytes: u64) -> Result<(), ImageError> {
        if bytes > self.max_memory { Err(ImageError::TooManyPixels) } else { Ok(()) }
    }
}

/// No side of a decoded picture is made shorter than this, so that its innermost crop still fills the model's input.
pub(crate) const MIN_SIDE: u32 = 440;

/// Decodes the first frame: upright, sRGB, transparency on white, no larger than it is useful.
pub fn decode(bytes: &[u8], rules: &DecodeLimits) -> Result<RgbImage, ImageError> {
    let header = header_bytes(bytes, &rules.limits)?;
    let rules = &DecodeLimits { max_memory: rules.max_memory.saturating_sub(bytes.len() as u64), ..*rules };
    let (picture, notes) = match header.format {
        Format::Jpeg => jpeg::decode(bytes, rules)?,
        Format::Png | Format::WebP | Format::Gif => raster::decode(bytes, header.format, rules)?,
    };
    let mut picture = picture;
    if let Some(profile) = &notes.profile {
        colour::to_srgb(&mut picture, profile);
    }
    let mut picture = DynamicImage::from(picture);
    picture.apply_orientation(notes.orientation);
    Ok(picture.into_rgb8())
}

/// What a file says about its pixels.
struct ImageMetadata {
    orientation: Orientation,
    profile: Option<Vec<u8>>,
}

impl ImageMetadata {
    /// A damaged note changes nothing: the picture is still a picture.
    fn of(decoder: &mut impl image::ImageDecoder) -> Self {
        let profile =
            decoder.icc_profile().ok().flatten().filter(|profile| profile.len() <= colour::MAX_PROFILE);
        Self { orientation: decoder.orientation().unwrap_or(Orientation::NoTransforms), profile }
    }
}
