//! Colour profiles. A phone's Display P3 red and an sRGB red of the same numbers are two reds.

use image::RgbImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Profiles of cameras and screens take a few kilobytes; those of printers up to a megabyte or two.
pub(super) const MAX_PROFILE: usize = 4 * 1024 * 1024;

/// Brings pixels into sRGB. A profile that is damaged, or of something else than RGB or grey, is passed over.
pub(super) fn to_srgb(picture: &mut RgbImage, profile: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(profile) else { return };
    let source = match profile.color_space {
        DataColorSpace::Rgb => Layout::Rgb,
        DataColorSpace::Gray => Layout::Gray,
        // Pictures in ink colours were turned into RGB while they were decoded.
        _ => return,
    };
    let options = TransformOptions::default();
    let Ok(transform) =
        profile.create_transform_8bit(source, &ColorProfile::new_srgb(), Layout::Rgb, options)
    else {
        return;
    };
    let pixels = if source == Layout::Gray {
        picture.pixels().map(|pixel| pixel[0]).collect()
    } else {
        picture.as_raw().clone()
    };
    let mut converted = vec![0; picture.as_raw().len()];
    if transform.transform(&pixels, &mut converted).is_ok() {
        picture.copy_from_slice(&converted);
    }
}
