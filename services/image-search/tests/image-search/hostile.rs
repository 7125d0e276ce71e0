//! A hundred hostile files: each returns an image or an error, and memory stays bounded. A single test, because memory
//! is measured for the process.

use std::collections::BTreeMap;

use crate::files::File;
use heuan_image_search::decode::{DecodeLimits, ImageError, decode};
use peak_alloc::PeakAlloc;

/// Counts allocations, because the resident size also changes with mapped files.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MAX_GROWTH: usize = 64 * 1024 * 1024;

#[test]
fn hundred_hostile_files_return_an_image_or_an_error() {
    let files = crate::files::all();
    assert!(files.len() >= 100, "{}", files.len());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for File { name, bytes, expected } in files {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let outcome = decode(&bytes, &DecodeLimits::QUERY);
        let grown = MEMORY.peak_usage().saturating_sub(before);
        assert!(grown <= MAX_GROWTH, "{name}: {} MB", grown >> 20);
        let got = outcome.as_ref().map_or_else(ImageError::reason, |_| "image");
        assert!(expected.contains(&got), "{name}: {got}, not one of {expected:?}");
        if let Ok(image) = outcome {
            assert!(image.width() > 0 && image.as_raw().len() < 16 << 20, "{name}");
        }
        *counts.entry(got).or_default() += 1;
    }
    assert!(counts.len() >= 4, "{counts:?}");
}

#[test]
fn large_progressive_jpeg_is_decoded_within_the_memory_limit() {
    // 12 and 24 megapixels as from phones and cameras, and the largest accepted file.
    for (width, height, full_color) in
        [(4000, 3000, false), (4000, 3000, true), (6000, 4000, false), (6000, 4000, true), (7001, 7003, true)]
    {
        let file = heuan_testkit::progressive_jpeg(width, height, full_color);
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let image =
            decode(&file, &DecodeLimits::QUERY).unwrap_or_else(|fault| panic!("{width} × {height}: {fault}"));
        let grown = MEMORY.peak_usage().saturating_sub(before);
        assert!(grown <= MAX_GROWTH, "{width} × {height}: {} MB", grown >> 20);
        assert!(image.width() >= u32::from(width / 8) && image.height() >= u32::from(height / 8));
        let (right, bottom) = (image.width() * 3 / 4, image.height() * 3 / 4);
        let quarters = [
            ((10, 10), [255, 0, 0]),
            ((right, 10), [0, 255, 0]),
            ((10, bottom), [0, 0, 255]),
            ((right, bottom), [255; 3]),
        ];
        for ((x, y), color) in quarters {
            let shown = image.get_pixel(x, y).0;
            let is_near = shown.iter().zip(color).all(|(shown, wanted)| shown.abs_diff(wanted) < 8);
            assert!(is_near, "{width} × {height} at {x}, {y}: {shown:?}, not {color:?}");
        }
    }
}

#[test]
fn damaged_progressive_jpeg_takes_bounded_memory() {
    let file = heuan_testkit::progressive_jpeg(6000, 4000, true);
    // Random bytes at random positions, with the end marker after the truncated data.
    let mut seed = 7u64;
    let mut below = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    for _ in 0..300 {
        let mut damaged = file[..200 + below(file.len() - 200)].to_vec();
        for _ in 0..below(20) {
            let place = 2 + below(damaged.len() - 2);
            damaged[place] = below(256) as u8;
        }
        damaged.extend([0xFF, 0xD9]);
        // It may still be an image; it never panics and memory stays bounded.
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let _ = decode(&damaged, &DecodeLimits::QUERY);
        assert!(MEMORY.peak_usage().saturating_sub(before) <= MAX_GROWTH);
    }
}
