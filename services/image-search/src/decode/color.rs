//! Color profiles. The same numbers are different colors in Display P3 (phones) and in sRGB.

use image::RgbImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Maximum size of a profile. Profiles of cameras and screens take a few kilobytes, profiles of printers up to one
/// or two megabytes.
pub(super) const MAX_PROFILE: usize = 4 * 1024 * 1024;

/// Converts pixels to sRGB. A damaged profile, or a profile of another color space than RGB or gray, is
/// ignored.
pub(super) fn to_srgb(image: &mut RgbImage, profile: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(profile) else { return };
    let source = match profile.color_space {
        DataColorSpace::Rgb => Layout::Rgb,
        DataColorSpace::Gray => Layout::Gray,
        // CMYK images were converted to RGB while decoding.
        _ => return,
    };
    let options = TransformOptions::default();
    let Ok(transform) =
        profile.create_transform_8bit(source, &ColorProfile::new_srgb(), Layout::Rgb, options)
    else {
        return;
    };
    let pixels = if source == Layout::Gray {
        image.pixels().map(|pixel| pixel[0]).collect()
    } else {
        image.as_raw().clone()
    };
    let mut converted = vec![0; image.as_raw().len()];
    if transform.transform(&pixels, &mut converted).is_ok() {
        image.copy_from_slice(&converted);
    }
}
