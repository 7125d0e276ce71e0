//! Accepted and refused files.

use std::io::Cursor;

use heuan_media::{Format, ImageLimits, MediaError, WebpFrames, header_bytes, inspect_bytes, inspect_file};
use image::{DynamicImage, ImageFormat, RgbImage};

fn noise(width: u32, height: u32) -> DynamicImage {
    let image = RgbImage::from_fn(width, height, |x, y| {
        let seed = x.wrapping_mul(2_654_435_761).wrapping_add(y.wrapping_mul(40_503)) >> 7;
        image::Rgb([seed as u8, (seed >> 8) as u8, (seed >> 16) as u8])
    });
    DynamicImage::ImageRgb8(image)
}

fn encoded(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    noise(120, 80).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A lossy WebP, the usual kind; the `image` crate writes only lossless ones.
fn lossy_webp() -> Vec<u8> {
    webp::Encoder::from_rgb(noise(120, 80).to_rgb8().as_raw(), 120, 80).encode(80.0).to_vec()
}

fn all_formats() -> [(Format, Vec<u8>); 5] {
    [
        (Format::Png, encoded(ImageFormat::Png)),
        (Format::Jpeg, encoded(ImageFormat::Jpeg)),
        (Format::Gif, encoded(ImageFormat::Gif)),
        (Format::WebP, encoded(ImageFormat::WebP)),
        (Format::WebP, lossy_webp()),
    ]
}

#[test]
fn format_is_detected_from_the_content() {
    for (format, bytes) in all_formats() {
        let info = inspect_bytes(&bytes, &ImageLimits::default()).unwrap();
        assert_eq!((info.format, info.width, info.height), (format, 120, 80));
        assert_eq!((info.bytes, info.sha256.len()), (bytes.len() as u64, 64));
    }
}

#[test]
fn truncated_image_is_refused_at_any_cut() {
    for (format, bytes) in all_formats() {
        for percent in [1, 10, 30, 50, 70, 90, 97] {
            let cut = &bytes[..bytes.len() * percent / 100];
            assert!(inspect_bytes(cut, &ImageLimits::default()).is_err(), "{format:?} cut at {percent} %");
        }
    }
}

#[test]
fn other_content_is_not_an_image() {
    for bytes in
        [&b""[..], b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"<html>", b"BM\0\0\0\0\0\0", b"%PDF-1.7"]
    {
        assert_eq!(inspect_bytes(bytes, &ImageLimits::default()), Err(MediaError::NotAnImage));
    }
}

#[test]
fn huge_dimensions_are_refused_by_the_header() {
    // A PNG whose header claims 200,000 x 200,000 (120 GB of pixels) and has no pixels at all.
    let mut png = encoded(ImageFormat::Png);
    png[16..20].copy_from_slice(&200_000_u32.to_be_bytes());
    png[20..24].copy_from_slice(&200_000_u32.to_be_bytes());
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    let refused = MediaError::TooManyPixels { width: 200_000, height: 200_000 };
    assert_eq!(header_bytes(&png, &ImageLimits::default()), Err(refused.clone()));
    assert_eq!(inspect_bytes(&png, &ImageLimits::default()), Err(refused));
}

#[test]
fn each_limit_is_enforced() {
    let png = encoded(ImageFormat::Png);
    let limits = ImageLimits::default();
    let few_bytes = ImageLimits { max_bytes: 100, ..limits };
    let short_side = ImageLimits { max_side: 119, ..limits };
    let few_pixels = ImageLimits { max_pixels: 120 * 80 - 1, ..limits };
    assert_eq!(inspect_bytes(&png, &few_bytes), Err(MediaError::TooManyBytes { limit: 100 }));
    for limits in [short_side, few_pixels] {
        let refused = MediaError::TooManyPixels { width: 120, height: 80 };
        assert_eq!(inspect_bytes(&png, &limits), Err(refused));
    }
    let exact = ImageLimits { max_bytes: png.len() as u64, max_side: 120, max_pixels: 120 * 80 };
    assert!(inspect_bytes(&png, &exact).is_ok());
}

#[test]
fn file_beyond_the_size_limit_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sparse.png");
    std::fs::File::create(&file).unwrap().set_len(1 << 40).unwrap();
    let refused = MediaError::TooManyBytes { limit: ImageLimits::default().max_bytes };
    assert_eq!(inspect_file(&file, &ImageLimits::default()), Err(refused));
}

/// CRC of a PNG chunk, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 },
        )
    })
}

fn chunk(kind: &str, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).unwrap().to_le_bytes();
    [kind.as_bytes(), &length, body, &[0][..body.len() % 2]].concat()
}

/// A WebP of 100 × 100 according to its header, around other chunks.
fn extended_webp(flags: u8, chunks: &[u8]) -> Vec<u8> {
    let head = chunk("VP8X", &[flags, 0, 0, 0, 99, 0, 0, 99, 0, 0]);
    chunk("RIFF", &[&b"WEBP"[..], &head, chunks].concat())
}

/// A lossy frame that claims this size.
fn lossy_frame(side: u16) -> Vec<u8> {
    let whole = webp::Encoder::from_rgb(&vec![90; 300 * 100], 100, 100).encode(80.0).to_vec();
    let mut frame = whole[20..].to_vec();
    frame[6..8].copy_from_slice(&side.to_le_bytes());
    frame[8..10].copy_from_slice(&side.to_le_bytes());
    frame
}

fn animation_frame(chunks: &[u8]) -> Vec<u8> {
    chunk("ANMF", &[&[0, 0, 0, 0, 0, 0, 99, 0, 0, 99, 0, 0, 10, 0, 0, 0][..], chunks].concat())
}

#[test]
fn webp_frame_larger_than_its_image_is_refused_before_decoding() {
    let limits = ImageLimits::default();
    let lossless = |side: u32| {
        let size = (side - 1) | (side - 1) << 14;
        chunk("VP8L", &[&[0x2F][..], &size.to_le_bytes(), &[0; 40]].concat())
    };
    let moves = |chunks: &[u8]| extended_webp(2, &[chunk("ANIM", &[0; 6]), animation_frame(chunks)].concat());
    let large = lossy_frame(14_000);
    for bytes in [
        extended_webp(0, &chunk("VP8 ", &large)),
        extended_webp(0, &lossless(14_000)),
        moves(&chunk("VP8 ", &large)),
        moves(&lossless(14_000)),
        moves(&[chunk("ALPH", &[0; 20]), chunk("VP8 ", &large)].concat()),
        moves(&[chunk("ALPH", &[0; 20]), chunk("none", &large)].concat()),
        extended_webp(0, &[chunk("note", &[0; 3]), chunk("VP8 ", &large)].concat()),
    ] {
        assert!(matches!(header_bytes(&bytes, &limits), Err(MediaError::Unreadable(_))));
    }
    let exact = chunk("VP8 ", &lossy_frame(100));
    for bytes in
        [extended_webp(0, &exact), moves(&exact), moves(&[exact.clone(), chunk("note", &[0; 3])].concat())]
    {
        inspect_bytes(&bytes, &limits).unwrap();
    }
    header_bytes(&extended_webp(0, &lossless(100)), &limits).unwrap();
}

#[test]
fn webp_scratch_memory_is_known_before_decoding() {
    let frames = |bytes: &[u8]| WebpFrames::read(bytes).unwrap();
    let pixels = noise(100, 100);
    let lossy = lossy_webp();
    let mut lossless = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut lossless, ImageFormat::WebP).unwrap();
    let mut clear = std::io::Cursor::new(Vec::new());
    pixels.to_rgba8().write_to(&mut clear, ImageFormat::WebP).unwrap();
    let moving = extended_webp(
        2,
        &[chunk("ANIM", &[0; 6]), animation_frame(&chunk("VP8 ", &lossy_frame(100)))].concat(),
    );
    let beside = |bytes: &[u8]| frames(bytes).scratch(10, 10) / 100;
    assert_eq!([beside(&lossy), beside(lossless.get_ref()), beside(&moving)], [2, 5, 8]);
    assert_eq!(
        frames(clear.get_ref()),
        WebpFrames { is_lossless: true, has_alpha: true, is_animated: false }
    );
}

#[test]
fn gif_frame_far_larger_than_its_image_is_refused() {
    let mut bytes = encoded(ImageFormat::Gif);
    let frame = bytes.windows(5).position(|bytes| bytes == [0x2C, 0, 0, 0, 0]).unwrap();
    bytes[frame + 5..frame + 9].fill(0x7F);
    assert!(matches!(inspect_bytes(&bytes, &ImageLimits::default()), Err(MediaError::Unreadable(_))));
}
