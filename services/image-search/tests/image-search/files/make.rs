//! Encoders of test images: valid files by format, and files with patched headers, chunks or segments.

use std::io::{Cursor, Write as _};

use flate2::{Compression, write::ZlibEncoder};
use image::{
    DynamicImage, Frame, ImageFormat, RgbImage,
    codecs::{gif::GifEncoder, jpeg::JpegEncoder},
};

pub fn png_of(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

pub fn jpeg(image: &RgbImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 80).encode_image(image).unwrap();
    bytes
}

pub fn gray_jpeg(image: &RgbImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    let gray = DynamicImage::from(image.clone()).into_luma8();
    JpegEncoder::new_with_quality(&mut bytes, 80).encode_image(&gray).unwrap();
    bytes
}

/// A lossy WebP; the `image` crate writes only lossless ones.
pub fn webp(image: &RgbImage) -> Vec<u8> {
    let (width, height) = image.dimensions();
    webp::Encoder::from_rgb(image.as_raw(), width, height).encode(80.0).to_vec()
}

/// A lossy frame of one color, with or without alpha: the chunk with its name and length.
pub fn webp_frame(side: u32, clear: bool) -> Vec<u8> {
    let encoded = if clear {
        let image = image::RgbaImage::from_pixel(side, side, image::Rgba([90, 90, 90, 128]));
        webp::Encoder::from_rgba(image.as_raw(), side, side).encode(50.0)
    } else {
        let image = RgbImage::from_pixel(side, side, image::Rgb([90; 3]));
        webp::Encoder::from_rgb(image.as_raw(), side, side).encode(50.0)
    };
    // With alpha, its file has an extended header.
    encoded[if clear { 30 } else { 12 }..].to_vec()
}

/// A WebP whose header has this size, around a frame of possibly another size.
pub fn extended_webp(side: u32, flags: u8, frame: &[u8]) -> Vec<u8> {
    let [low, middle, high, _] = (side - 1).to_le_bytes();
    let chunk = |kind: &[u8; 4], body: &[u8]| {
        let length = u32::try_from(body.len()).unwrap().to_le_bytes();
        [&kind[..], &length, body].concat()
    };
    let head = chunk(b"VP8X", &[flags, 0, 0, 0, low, middle, high, low, middle, high]);
    let moving = [
        chunk(b"ANIM", &[0; 6]),
        chunk(
            b"ANMF",
            &[&[0; 6], &[low, middle, high, low, middle, high][..], &[10, 0, 0, 0], frame].concat(),
        ),
    ];
    let frame = if flags & 2 == 0 { frame.to_vec() } else { moving.concat() };
    chunk(b"RIFF", &[&b"WEBP"[..], &head, &frame].concat())
}

/// A GIF whose header claims a smaller size than its only frame.
pub fn gif_of_a_larger_frame(side: u16, frame: u16) -> Vec<u8> {
    let mut bytes = gif(u32::from(frame), u32::from(frame), 1);
    bytes[6..8].copy_from_slice(&side.to_le_bytes());
    bytes[8..10].copy_from_slice(&side.to_le_bytes());
    bytes
}

pub fn gif(width: u32, height: u32, frames: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut bytes, 30);
    for _ in 0..frames {
        encoder.encode_frame(Frame::new(DynamicImage::new_rgba8(width, height).into_rgba8())).unwrap();
    }
    drop(encoder);
    bytes
}

/// A CMYK JPEG: quantization of ones, one Huffman code for "no change, end of block" in each table, and so one flat
/// color.
pub fn ink_jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = vec![0xFF, 0xD8];
    bytes.extend(marked(0xEE, b"Adobe\0\x64\0\0\0\0\0"));
    bytes.extend(marked(0xDB, &[&[0_u8][..], &[1; 64]].concat()));
    let [high, low] = height.to_be_bytes();
    let [wide_high, wide_low] = width.to_be_bytes();
    let mut frame = vec![8, high, low, wide_high, wide_low, 4];
    frame.extend((1..=4).flat_map(|id| [id, 0x11, 0]));
    bytes.extend(marked(0xC0, &frame));
    for class in [0x00, 0x10] {
        let mut table = vec![class, 1];
        table.extend([0; 15]);
        table.push(0);
        bytes.extend(marked(0xC4, &table));
    }
    let mut scan = vec![4];
    scan.extend((1..=4).flat_map(|id| [id, 0]));
    scan.extend([0, 63, 0]);
    bytes.extend(marked(0xDA, &scan));
    // Two zero bits for each block of each component.
    let blocks = usize::from(width.div_ceil(8)) * usize::from(height.div_ceil(8));
    bytes.extend(vec![0; blocks * 4 * 2 / 8]);
    bytes.extend([0xFF, 0xD9]);
    bytes
}

fn marked(marker: u8, body: &[u8]) -> Vec<u8> {
    let length = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
    [&[0xFF, marker][..], &length, body].concat()
}

/// `jpeg` with a segment inserted after its start.
pub fn segment(jpeg: &[u8], marker: u8, body: &[u8]) -> Vec<u8> {
    [&jpeg[..2], &marked(marker, body), &jpeg[2..]].concat()
}

/// An EXIF segment with this orientation.
pub fn exif(turn: u16) -> Vec<u8> {
    let [low, high] = turn.to_le_bytes();
    let mut note = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    note.extend([low, high, 0, 0, 0, 0, 0, 0]);
    note
}

/// `jpeg` with another size or frame type in its header.
pub fn patched_jpeg(jpeg: &[u8], width: u16, height: u16, kind: Option<u8>) -> Vec<u8> {
    let mut bytes = jpeg.to_vec();
    let frame = bytes.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
    bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    bytes[frame + 1] = kind.unwrap_or(0xC0);
    bytes
}

/// A PNG whose header claims this size, with pixels for a small part. Color type 6 has sixteen bits.
pub fn huge_png(width: u32, height: u32, color: u8) -> Vec<u8> {
    let depth = if color == 6 { 16 } else { 8 };
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([depth, color, 0, 0, 0]);
    let mut bytes = b"\x89PNG\r\n\x1A\n".to_vec();
    bytes.extend(chunk(*b"IHDR", &header));
    bytes.extend(chunk(*b"IDAT", &packed(100_000)));
    bytes.extend(chunk(*b"IEND", &[]));
    bytes
}

/// A PNG of one pixel with a chunk that decompresses to 200 MB.
pub fn png_with(kind: [u8; 4]) -> Vec<u8> {
    let bomb = packed(200 * 1024 * 1024);
    let head: &[u8] = if kind == *b"iTXt" { b"x\0\x01\0\0\0" } else { b"x\0\0" };
    let mut bytes = b"\x89PNG\r\n\x1A\n".to_vec();
    bytes.extend(chunk(*b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]));
    bytes.extend(chunk(kind, &[head, &bomb].concat()));
    bytes.extend(chunk(*b"IDAT", &packed(4)));
    bytes.extend(chunk(*b"IEND", &[]));
    bytes
}

fn packed(zeros: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let block = vec![0; 64 * 1024];
    for start in (0..zeros).step_by(block.len()) {
        encoder.write_all(&block[..block.len().min(zeros - start)]).unwrap();
    }
    encoder.finish().unwrap()
}

fn chunk(kind: [u8; 4], body: &[u8]) -> Vec<u8> {
    let mut sum = flate2::Crc::new();
    sum.update(&kind);
    sum.update(body);
    let length = u32::try_from(body.len()).unwrap();
    [&length.to_be_bytes()[..], &kind, body, &sum.sum().to_be_bytes()].concat()
}
