//! Test images, generated here: valid ones of every kind, truncated ones, false headers, decompression bombs.
#![allow(dead_code, reason = "each test file uses part of it")]

mod make;

pub use make::{
    exif, extended_webp, gif, gif_of_a_larger_frame, huge_png, jpeg, patched_jpeg, png_of, png_with, segment,
    webp, webp_frame,
};

use image::{DynamicImage, ImageFormat, RgbImage};

pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
    /// Allowed results: `image`, or error reasons.
    pub expected: &'static [&'static str],
}

const IMAGE: &[&str] = &["image"];
const DAMAGED: &[&str] = &["damaged"];
const NO_IMAGE: &[&str] = &["not_an_image"];
const TOO_MANY: &[&str] = &["too_many_pixels"];
/// A decoder may accept a truncated file, and the end may be beyond the cut.
const ANY: &[&str] = &["image", "damaged", "not_an_image"];

fn noise(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let seed = x.wrapping_mul(2_654_435_761).wrapping_add(y.wrapping_mul(40_503)) >> 7;
        image::Rgb([seed as u8, (seed >> 8) as u8, (seed >> 16) as u8])
    })
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    png_of(image, format)
}

/// A valid image of 12 megapixels, padded by metadata.
pub fn heavy_jpeg(bytes: usize) -> Vec<u8> {
    let query = jpeg(&RgbImage::from_pixel(4000, 3000, image::Rgb([120, 90, 60])));
    let note = segment(&[0xFF, 0xD8], 0xE1, "x".repeat(60_000).as_bytes());
    let notes = note[2..].repeat(bytes.saturating_sub(query.len()) / 60_004);
    [&query[..2], &notes, &query[2..]].concat()
}

pub fn all() -> Vec<File> {
    let mut files = Vec::new();
    let mut add = |name: String, bytes: Vec<u8>, expected| files.push(File { name, bytes, expected });
    let image = DynamicImage::from(noise(160, 120));
    let kinds = [
        ("png", encoded(&image, ImageFormat::Png)),
        ("jpeg", jpeg(&noise(160, 120))),
        ("gif", encoded(&image, ImageFormat::Gif)),
        ("webp", encoded(&image, ImageFormat::WebP)),
        ("lossy webp", webp(&noise(160, 120))),
    ];
    for (kind, bytes) in &kinds {
        add(format!("{kind}, whole"), bytes.clone(), IMAGE);
        for hundredths in [1, 5, 20, 50, 80, 95] {
            let cut = bytes[..bytes.len() * hundredths / 100].to_vec();
            let expected = if *kind == "jpeg" { DAMAGED } else { ANY };
            add(format!("{kind}, {hundredths} % of it"), cut, expected);
        }
        for cut in [1, 4, 12, 30] {
            add(format!("{kind}, {cut} bytes of it"), bytes[..cut].to_vec(), &["damaged", "not_an_image"]);
        }
        let mut spoiled = bytes.clone();
        let middle = spoiled.len() / 2;
        spoiled[middle..middle + 40].fill(0xA5);
        add(format!("{kind}, spoiled in the middle"), spoiled, ANY);
        add(
            format!("{kind}, a web page behind it"),
            [bytes, &b"<script>alert(1)</script>"[..]].concat(),
            IMAGE,
        );
        add(format!("{kind}, a web page before it"), [&b"<html>"[..], bytes].concat(), NO_IMAGE);
        add(format!("{kind}, an archive behind it"), [bytes, &b"PK\x03\x04aaaaaaaaaa"[..]].concat(), IMAGE);
    }
    for (name, bytes) in [
        ("nothing", &b""[..]),
        ("one byte", b"\xFF"),
        ("zeros", &[0; 4096]),
        ("a web page", b"<!doctype html><title>x</title>"),
        ("a drawing that may call out", b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
        ("PDF", b"%PDF-1.7\n1 0 obj"),
        ("TIFF", b"II*\0\x08\0\0\0\0\0"),
        ("BMP", b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0"),
        ("program", b"\x7FELF\x02\x01\x01\0"),
        ("AVIF", b"\0\0\0\x20ftypavif\0\0\0\0avifmif1"),
        ("RIFF, but sound", b"RIFF\x24\0\0\0WAVEfmt "),
    ] {
        add(name.to_owned(), bytes.to_vec(), NO_IMAGE);
    }
    bombs(&mut add);
    frames(&mut add);
    rare(&mut add);
    files
}

/// Decompression bombs: small files of many pixels.
fn bombs(add: &mut impl FnMut(String, Vec<u8>, &'static [&'static str])) {
    for (width, height) in [(60_000, 60_000), (1_000_000, 1), (1, 12_001), (12_000, 12_000), (7072, 7072)] {
        add(format!("PNG header of {width} × {height}"), huge_png(width, height, 2), TOO_MANY);
    }
    // Beyond what the format itself allows for a row.
    add(
        "PNG header of 2000000000 × 1".to_owned(),
        huge_png(2_000_000_000, 1, 2),
        &["damaged", "too_many_pixels"],
    );
    add("PNG of 6000 × 6000 in sixteen bits".to_owned(), huge_png(6000, 6000, 6), TOO_MANY);
    add("PNG of no width".to_owned(), huge_png(0, 10, 2), DAMAGED);
    let whole = jpeg(&noise(160, 120));
    for (width, height) in [(65_535, 65_535), (65_000, 800), (12_000, 5000)] {
        add(
            format!("JPEG header of {width} × {height}"),
            patched_jpeg(&whole, width, height, None),
            TOO_MANY,
        );
    }
    // Decoded at 1/8; the missing scan data are reported or filled with gray.
    add(
        "JPEG header of 8000 × 6000".to_owned(),
        patched_jpeg(&whole, 8000, 6000, None),
        &["image", "damaged"],
    );
    let progressive = patched_jpeg(&whole, 7000, 7000, Some(0xC2));
    add("progressive JPEG header of 7000 × 7000".to_owned(), progressive, &["too_many_pixels", "damaged"]);
    add("JPEG of no height".to_owned(), patched_jpeg(&whole, 160, 0, None), DAMAGED);
    let flat = DynamicImage::new_rgb8(3900, 3900);
    add("one color, 15 megapixels".to_owned(), encoded(&flat, ImageFormat::Png), IMAGE);
    let flat = DynamicImage::new_rgba8(5000, 5000);
    add("one color with transparency, 25 megapixels".to_owned(), encoded(&flat, ImageFormat::Png), TOO_MANY);
    let flat = DynamicImage::new_rgb8(12_000, 10);
    add("a very wide one".to_owned(), encoded(&flat, ImageFormat::Png), IMAGE);
    for frames in [1, 2, 200] {
        add(format!("animation of {frames} frames"), gif(64, 64, frames), IMAGE);
    }
    add("animation of 16 megapixels a frame".to_owned(), gif(4000, 4000, 1), TOO_MANY);
    add("15 MB and a byte".to_owned(), vec![0xFF; 15 * 1024 * 1024 + 1], &["too_large"]);
    for (what, chunk) in [("zTXt", *b"zTXt"), ("iCCP", *b"iCCP"), ("iTXt", *b"iTXt")] {
        add(
            format!("PNG whose {what} unpacks to 200 MB"),
            png_with(chunk),
            &["image", "damaged", "too_many_pixels"],
        );
    }
}

/// Frames larger than their image, or with more memory than their pixels.
fn frames(add: &mut impl FnMut(String, Vec<u8>, &'static [&'static str])) {
    const ALPHA: u8 = 0x10;
    const MOVES: u8 = 2;
    let large = webp_frame(7000, false);
    add("WebP of 100 × 100 with a frame of 7000 × 7000".to_owned(), extended_webp(100, 0, &large), DAMAGED);
    add("the same in an animation".to_owned(), extended_webp(100, MOVES, &large), DAMAGED);
    let frame = webp_frame(3400, false);
    add("moving WebP of 12 megapixels".to_owned(), extended_webp(3400, MOVES, &frame), TOO_MANY);
    add("lossy WebP of 12 megapixels".to_owned(), extended_webp(3400, 0, &frame), TOO_MANY);
    let frame = webp_frame(3150, false);
    add("lossy WebP of 10 megapixels".to_owned(), extended_webp(3150, 0, &frame), IMAGE);
    let frame = webp_frame(3200, true);
    add("lossy WebP of 10 megapixels with alpha".to_owned(), extended_webp(3200, ALPHA, &frame), TOO_MANY);
    let frame = webp_frame(2000, true);
    add("lossy WebP of 4 megapixels with alpha".to_owned(), extended_webp(2000, ALPHA, &frame), IMAGE);
    add("the same in an animation".to_owned(), extended_webp(2000, ALPHA | MOVES, &frame), IMAGE);
    for (side, expected) in [(3600, TOO_MANY), (2400, IMAGE)] {
        let flat = DynamicImage::new_rgb8(side, side);
        add(format!("lossless WebP of {side} × {side}"), encoded(&flat, ImageFormat::WebP), expected);
    }
    for (frame, expected) in [(4800, TOO_MANY), (1000, IMAGE)] {
        let bytes = gif_of_a_larger_frame(100, frame);
        add(format!("GIF of 100 × 100 with a frame of {frame} × {frame}"), bytes, expected);
    }
}

/// Rare but valid, or odd but harmless.
fn rare(add: &mut impl FnMut(String, Vec<u8>, &'static [&'static str])) {
    let small = noise(64, 48);
    let deep = DynamicImage::from(small.clone()).into_rgb16();
    add("sixteen bits".to_owned(), encoded(&deep.into(), ImageFormat::Png), IMAGE);
    let gray = DynamicImage::from(small.clone()).into_luma_alpha8();
    add("gray with transparency".to_owned(), encoded(&gray.into(), ImageFormat::Png), IMAGE);
    add("gray JPEG".to_owned(), make::gray_jpeg(&small), IMAGE);
    add("CMYK JPEG".to_owned(), make::ink_jpeg(64, 48), IMAGE);
    for (kind, format) in [
        ("PNG", ImageFormat::Png),
        ("GIF", ImageFormat::Gif),
        ("JPEG", ImageFormat::Jpeg),
        ("WebP", ImageFormat::WebP),
    ] {
        add(format!("{kind} of one pixel"), encoded(&DynamicImage::new_rgb8(1, 1), format), IMAGE);
    }
    let whole = jpeg(&small);
    for turn in 1..=8 {
        add(format!("JPEG with EXIF orientation {turn}"), segment(&whole, 0xE1, &exif(turn)), IMAGE);
    }
    add("JPEG with EXIF orientation 9000".to_owned(), segment(&whole, 0xE1, &exif(9000)), IMAGE);
    let mut endless = exif(6);
    let count = endless.len() - 20;
    endless[count..].fill(0xFF);
    add("JPEG whose EXIF offsets point anywhere".to_owned(), segment(&whole, 0xE1, &endless), IMAGE);
    add("JPEG with 12 MB of metadata".to_owned(), heavy_jpeg(12 << 20), IMAGE);
    let mut profile = b"ICC_PROFILE\0\x01\x01".to_vec();
    profile.extend([0xAA; 500]);
    add("JPEG with a broken profile".to_owned(), segment(&whole, 0xE2, &profile), IMAGE);
    let preview = segment(&whole, 0xE1, &[&b"Exif\0\0"[..], &whole[..whole.len().min(60_000)]].concat());
    add("JPEG with a JPEG inside, cut".to_owned(), preview[..preview.len() - 200].to_vec(), DAMAGED);
}
