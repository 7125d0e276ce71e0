//! Attachments: type by content, size limits, only pixels are stored, access for the conversation only.

use std::io::Cursor;

use crate::support::{self, NOON, NOY, Service, VILAY, config, customer, staff};
use heuan_proto::chat::v1 as wire;
use heuan_rpc::Code;
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb, eventually};
use image::{ExtendedColorType, ImageEncoder as _, ImageFormat, RgbImage, codecs::png::PngEncoder};
use rstest::rstest;

pub fn image(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let pixels = RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, (x ^ y) as u8]));
    pixels.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Large dimensions, small file.
fn plain(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::new(width, height).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A JPEG with a location and a name in its EXIF data.
fn jpeg_with_secrets() -> Vec<u8> {
    let plain = image(ImageFormat::Jpeg, 64, 48);
    let note = b"Exif\0\0GPS 17.9757 N 102.6331 E; Noy's phone";
    let mut bytes = plain[..2].to_vec();
    bytes.extend([0xFF, 0xE1]);
    bytes.extend(u16::try_from(note.len() + 2).unwrap().to_be_bytes());
    bytes.extend(note);
    bytes.extend(&plain[2..]);
    bytes
}

/// Padded after its end to exactly this size.
fn padded(mut bytes: Vec<u8>, length: usize) -> Vec<u8> {
    bytes.resize(length, 0);
    bytes
}

#[rstest]
#[tokio::test]
async fn image_is_sanitized_and_visible_to_its_conversation_only(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let sent = service.send_image(NOY, "p", jpeg_with_secrets()).await.unwrap();
    let message = sent.message.unwrap();
    assert_eq!((message.kind.as_str(), message.text.as_str()), ("img", "ສົ່ງຮູບພາບ"));
    assert_eq!((message.width, message.height), (64, 48));
    let kept = service.attachment(&message.url, customer(NOY)).await.unwrap();
    assert_eq!(image::guess_format(&kept).unwrap(), ImageFormat::WebP);
    assert!(!kept.windows(3).any(|window| window == b"GPS" || window == b"Noy"));
    assert!(service.attachment(&message.url, staff(5)).await.is_ok());
    assert_eq!(service.attachment(&message.url, customer(VILAY)).await.unwrap_err().code, Code::NotFound);
    for (reader, may) in [(customer(NOY), true), (staff(5), true), (customer(VILAY), false)] {
        let attachment_id = message.url.rsplit('/').next().unwrap().to_owned();
        let request =
            wire::GetAttachmentRequest { attachment_id, reader: Some(reader), without_content: true };
        let response = service.client().get_attachment(request).await;
        assert_eq!(response.map(|response| response.into_inner().content).ok(), may.then(Vec::new));
    }
    assert_eq!(service.attachment("../../etc/passwd", customer(NOY)).await.unwrap_err().code, Code::NotFound);
    let again = service.send_image(NOY, "p", jpeg_with_secrets()).await.unwrap();
    assert!(again.deduplicated && again.message.unwrap().url == message.url);
    let tables = support::tables(&db).await;
    let kept: i64 = heuan_store::read!(tables, |pool| {
        sqlx::query_scalar("SELECT COUNT(*) FROM attachment").fetch_one(pool).await.unwrap()
    });
    assert_eq!(kept, 1, "an image without message");
}

#[tokio::test]
async fn image_format_is_detected_by_content_and_the_image_is_shrunk() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open(&db).await;
    for (name, format) in [
        ("png", ImageFormat::Png),
        ("jpeg", ImageFormat::Jpeg),
        ("webp", ImageFormat::WebP),
        ("gif", ImageFormat::Gif),
    ] {
        service.send_image(NOY, name, image(format, 32, 32)).await.unwrap();
    }
    let message = service.send_image(NOY, "tall", image(ImageFormat::Png, 500, 4096)).await.unwrap();
    let message = message.message.unwrap();
    assert_eq!((message.width, message.height), (250, 2048));
    // HTML appended to an image is dropped.
    let mut polyglot = image(ImageFormat::Png, 8, 8);
    polyglot.extend(b"<script>alert(1)</script>");
    let message = service.send_image(NOY, "polyglot", polyglot).await.unwrap().message.unwrap();
    let kept = service.attachment(&message.url, customer(NOY)).await.unwrap();
    assert!(!kept.windows(6).any(|window| window == b"script"));
}

#[tokio::test]
async fn invalid_or_too_large_file_is_refused_with_its_reason() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open(&db).await;
    let max_bytes = config().image_bytes as usize;
    let small = image(ImageFormat::Png, 8, 8);
    // A header that claims sixteen gigapixels.
    let mut bomb = Vec::new();
    PngEncoder::new(&mut bomb).write_image(&[0; 3], 1, 1, ExtendedColorType::Rgb8).unwrap();
    bomb[16..24].copy_from_slice(&[0, 1, 0xE8, 0x48, 0, 1, 0xE8, 0x48]);
    let mut cut = image(ImageFormat::Jpeg, 200, 200);
    cut.truncate(cut.len() / 2);
    let cases: [(&str, Vec<u8>, &str); 9] = [
        ("one byte more", padded(small.clone(), max_bytes + 1), "too_large"),
        ("html", b"<html><script>alert(1)</script>".to_vec(), "type"),
        ("svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), "type"),
        ("pdf", b"%PDF-1.7 and so on".to_vec(), "type"),
        ("nothing", Vec::new(), "type"),
        ("exe", b"MZ\x90\0\x03\0\0\0".to_vec(), "type"),
        ("many pixels", plain(4097, 4096), "too_many_pixels"),
        ("bomb", bomb, "unreadable"),
        ("cut", cut, "unreadable"),
    ];
    for (name, bytes, reason) in cases {
        let refused = service.send_image(NOY, "x", bytes).await.unwrap_err();
        let found_reason = refused.detail.reason.as_str();
        // A false header is detected by its checksum or by its size, depending on the order of checks.
        let fits = found_reason == reason || (name == "bomb" && found_reason == "too_many_pixels");
        assert!(fits && refused.detail.field == "image", "{name}: {refused} {found_reason}");
    }
    service.send_image(NOY, "exactly", padded(small, max_bytes)).await.unwrap();
    assert_eq!(service.messages(NOY, customer(NOY)).await.unwrap().len(), 1);
}

#[rstest]
#[tokio::test]
async fn images_left_without_message_by_a_crash_are_swept(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let shown = service.send_image(NOY, "p", image(ImageFormat::Png, 8, 8)).await.unwrap().message.unwrap();
    let tables = support::tables(&db).await;
    // A crash before the message was written, a crash before the image was marked as used, and an image whose upload is
    // in progress.
    let mut tx = tables.begin().await.unwrap();
    for (id, at) in [("left", NOON), ("coming", NOON + 3_600_000)] {
        let sql =
            "INSERT INTO attachment (attachment_id, customer_id, content, created_at) VALUES ($1, 7, $2, $3)";
        heuan_store::run!(tx, sql, id, vec![1u8], at).unwrap();
    }
    assert_eq!(heuan_store::run!(tx, "UPDATE attachment SET shown = 0 WHERE shown = 1").unwrap(), 1);
    tx.commit().await.unwrap();
    let clock = Clock::fixed(NOON + 3_600_001);
    let again = Service::open_at(&db.location, clock, config(), None).await;
    let count = async |sql: &'static str| -> i64 {
        heuan_store::read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap())
    };
    eventually("it is swept", async || count("SELECT COUNT(*) FROM attachment").await == 2).await;
    assert_eq!(count("SELECT COUNT(*) FROM attachment WHERE attachment_id = 'left'").await, 0);
    assert_eq!(count("SELECT COUNT(*) FROM attachment WHERE shown = 1").await, 1);
    again.attachment(&shown.url, customer(NOY)).await.unwrap();
}
