//! Decompression bombs, malformed and very large files as attachments and as preview images. Each gets a response,
//! and memory stays bounded. A single test, because memory is measured for the process.

use std::io::Cursor;

use crate::support::{
    NOON, NOY, Service, config,
    web::{Names, PUBLIC, Page, Server},
};
use heuan_proto::chat::v1 as wire;
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb};
use image::{ExtendedColorType, ImageEncoder as _, ImageFormat, RgbImage, codecs::png::PngEncoder};
use peak_alloc::PeakAlloc;

const MAX_GROWTH: usize = 64 * 1024 * 1024;

/// Counts allocations, because the resident size also changes with mapped files.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Large dimensions, small file.
fn plain(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::new(width, height).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn with_alpha(width: u32, height: u32, alpha: u8) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = image::RgbaImage::from_pixel(width, height, image::Rgba([9, 9, 9, alpha]));
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// One pixel of a color type of so many bytes, with a header that claims other dimensions.
fn lie(width: u32, height: u32, color: ExtendedColorType, size: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    PngEncoder::new(&mut bytes).write_image(&vec![0; size], 1, 1, color).unwrap();
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    // A header with a valid checksum.
    let sum = crc32(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg()))
    })
}

/// Each file, and whether it may be accepted.
fn files() -> Vec<(&'static str, Vec<u8>, bool)> {
    let mut cut = plain(3000, 3000, ImageFormat::Jpeg);
    cut.truncate(cut.len() / 2);
    let mut polyglot = plain(64, 64, ImageFormat::Png);
    polyglot.extend(b"<script>alert(1)</script>");
    vec![
        ("maximum size", plain(4096, 4096, ImageFormat::Png), true),
        ("maximum size, another format", plain(4096, 4096, ImageFormat::Jpeg), true),
        ("a large screen", with_alpha(3840, 2160, 255), true),
        ("large, and transparent", with_alpha(2500, 2500, 100), true),
        ("larger, and transparent", with_alpha(2600, 2600, 100), true),
        ("an image that is shrunk slightly", plain(4000, 3000, ImageFormat::Jpeg), true),
        ("a square that is shrunk by less than half", plain(4000, 4000, ImageFormat::Png), true),
        ("a square that is shrunk by a third", plain(2900, 2900, ImageFormat::Png), true),
        ("the largest transparent one", with_alpha(3500, 3500, 100), true),
        ("maximum pixels, transparent", lie(4096, 4096, ExtendedColorType::Rgba8, 4), false),
        ("maximum pixels, sixteen bits", lie(4096, 4096, ExtendedColorType::Rgba16, 8), false),
        ("a line", plain(100_000, 160, ImageFormat::Png), false),
        ("one pixel too many", plain(4097, 4096, ImageFormat::Png), false),
        ("many more", lie(12_000, 12_000, ExtendedColorType::Rgb8, 3), false),
        ("a lie", lie(125_000, 125_000, ExtendedColorType::Rgb8, 3), false),
        ("false dimensions that fit", lie(4000, 4000, ExtendedColorType::Rgb8, 3), false),
        ("larger false dimensions", lie(i32::MAX as u32, i32::MAX as u32, ExtendedColorType::Rgb8, 3), false),
        ("cut", cut, false),
        ("rubbish", vec![0xFF; 5 * 1024 * 1024], false),
        ("one byte too many", vec![0; 5 * 1024 * 1024 + 1], false),
        ("a page", b"<html><script>alert(1)</script>".to_vec(), false),
        ("a polyglot", polyglot, true),
    ]
}

#[tokio::test]
async fn hostile_files_take_bounded_memory() {
    let (db, names) = (TestDb::new(Engine::Sqlite).await, Names::default());
    let web = Server::at(PUBLIC).await;
    names.lead("page.test", &[&["127.0.0.2"]]);
    let service = Service::open_at(&db.location, Clock::fixed(NOON), config(), Some(names.network())).await;
    let files = files();
    // One-time allocations, such as thread and connection pools, do not count.
    service.send_image(NOY, "first", plain(64, 64, ImageFormat::Png)).await.unwrap();
    let mut largest = 0;
    let mut measure = |what: &str, before: usize| {
        let grown = MEMORY.peak_usage().saturating_sub(before);
        largest = largest.max(grown);
        println!("{what}: {} MB", grown >> 20);
        assert!(grown <= MAX_GROWTH, "{what}: {} MB", grown >> 20);
    };
    for (n, (name, bytes, may)) in files.iter().enumerate() {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let sent = service.send_image(NOY, &format!("p{n}"), bytes.clone()).await;
        measure(name, before);
        assert_eq!(sent.is_ok(), *may, "{name}: {:?}", sent.err());
    }
    for (n, (name, bytes, may)) in files.iter().enumerate() {
        let page =
            format!(r#"<head><title>{name}</title><meta property="og:image" content="/{n}.png"></head>"#);
        web.page(&format!("/{n}"), Page::Html(page));
        web.page(&format!("/{n}.png"), Page::Bytes("image/png", bytes.clone()));
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let url = format!("http://page.test:{}/{n}", web.port());
        let request = wire::GetLinkPreviewRequest { url, client: String::new() };
        let preview = service.client().get_link_preview(request).await.unwrap().into_inner().preview.unwrap();
        let request = wire::GetPreviewImageRequest { image_id: preview.image_id };
        let image = service.client().get_preview_image(request).await;
        measure(&format!("{name}, as preview image"), before);
        // The limit for pages is lower than for customers.
        assert!(image.is_err() || *may, "{name}");
    }
    println!("at most {} MB", largest >> 20);
}
