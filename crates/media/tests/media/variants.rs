//! Resized images as delivered to shoppers.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::time::{Duration, SystemTime};

use heuan_media::{MediaError, Options, Variant, Variants};
use image::{DynamicImage, GenericImageView, ImageFormat, Rgba, RgbaImage};
use tempfile::TempDir;

struct Shop {
    folder: TempDir,
    variants: Variants,
}

impl Shop {
    fn with(configure: impl FnOnce(&mut Options)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("media")).unwrap();
        let mut options = Options::new(folder.path().join("media"), folder.path().join("variants"));
        options.workers = 2;
        configure(&mut options);
        Self { variants: Variants::open(&options).unwrap(), folder }
    }

    fn new() -> Self {
        Self::with(|_| ())
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.folder.path().join("media").join(name), bytes).unwrap();
    }

    async fn get(&self, name: &str, width: u32) -> Result<Variant, MediaError> {
        self.variants.get(name, Some(width)).await
    }
}

/// Slowly changing colors, as in an photograph.
fn gradient(width: u32, height: u32) -> DynamicImage {
    RgbaImage::from_fn(width, height, |x, y| {
        Rgba([(x * 255 / width) as u8, (y * 255 / height) as u8, (x ^ y) as u8, 255])
    })
    .into()
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = if format == ImageFormat::Jpeg { image.to_rgb8().into() } else { image.clone() };
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn opened(file: &Path) -> DynamicImage {
    image::load_from_memory(&fs::read(file).unwrap()).unwrap()
}

#[tokio::test]
async fn thirty_two_equal_requests_create_one_variant() {
    let shop = Shop::new();
    shop.put("a.png", &encoded(&gradient(900, 600), ImageFormat::Png));
    let requests = (0..32).map(|_| shop.get("a.png", 320));
    let answers = futures::future::join_all(requests).await;
    let first = answers[0].clone().unwrap();
    assert!(answers.iter().all(|answer| answer.as_ref() == Ok(&first)));
    assert_eq!(shop.variants.stats().webp_made, 1);
    assert_eq!(first.content_type, "image/webp");
    assert_eq!(opened(&first.file).dimensions(), (320, 213));
    assert_eq!(first.bytes, fs::metadata(&first.file).unwrap().len());

    shop.get("a.png", 320).await.unwrap();
    assert_eq!(shop.variants.stats().webp_made, 1);
}

#[tokio::test]
async fn replaced_image_gets_new_variants_and_old_ones_are_deleted() {
    let shop = Shop::new();
    shop.put("a.png", &encoded(&gradient(400, 400), ImageFormat::Png));
    let before = shop.get("a.png", 160).await.unwrap();

    shop.put("a.png", &encoded(&gradient(400, 200), ImageFormat::Png));
    let changed = SystemTime::now() + Duration::from_secs(5);
    let file = fs::File::options().write(true).open(shop.folder.path().join("media/a.png")).unwrap();
    file.set_modified(changed).unwrap();
    let after = shop.get("a.png", 160).await.unwrap();

    assert_ne!(before.etag, after.etag);
    assert_eq!(opened(&after.file).dimensions(), (160, 80));
    assert!(!before.file.exists());
    fs::remove_file(shop.folder.path().join("media/a.png")).unwrap();
    assert_eq!(shop.get("a.png", 160).await, Err(MediaError::NotFound));
}

#[tokio::test]
async fn small_image_is_not_enlarged() {
    let shop = Shop::new();
    shop.put("a.png", &encoded(&gradient(500, 250), ImageFormat::Png));
    let wide = shop.get("a.png", 1600).await.unwrap();
    assert_eq!(opened(&wide.file).dimensions(), (500, 250));
    assert_eq!(shop.get("a.png", 640).await.unwrap(), wide);
    assert_eq!(shop.variants.stats().webp_made, 1);
}

#[tokio::test]
async fn request_without_width_returns_the_original() {
    let shop = Shop::new();
    let jpeg = encoded(&gradient(300, 300), ImageFormat::Jpeg);
    // The extension is wrong; the content decides.
    shop.put("a.png", &jpeg);
    let original = shop.variants.get("a.png", None).await.unwrap();
    assert_eq!(original.content_type, "image/jpeg");
    assert_eq!(fs::read(&original.file).unwrap(), jpeg);
}

#[tokio::test]
async fn well_compressed_original_is_not_encoded_again() {
    let shop = Shop::new();
    let webp = webp::Encoder::from_rgb(gradient(400, 400).to_rgb8().as_raw(), 400, 400).encode(60.0).to_vec();
    shop.put("a.webp", &webp);
    let answer = shop.get("a.webp", 640).await.unwrap();
    assert_eq!(fs::read(&answer.file).unwrap(), webp);
    assert_eq!(shop.get("a.webp", 480).await.unwrap(), answer);
    assert_eq!(shop.variants.stats().webp_made, 1, "tried once, then remembered");
}

#[tokio::test]
async fn transparency_is_preserved() {
    let shop = Shop::new();
    let image = RgbaImage::from_fn(400, 400, |x, _| Rgba([200, 30, 30, if x < 200 { 0 } else { 255 }]));
    shop.put("a.png", &encoded(&image.into(), ImageFormat::Png));
    let small = opened(&shop.get("a.png", 160).await.unwrap().file).to_rgba8();
    assert_eq!((small.get_pixel(10, 80)[3], small.get_pixel(150, 80)[3]), (0, 255));
}

#[tokio::test]
async fn exif_orientation_is_applied() {
    let shop = Shop::new();
    // 400 x 200, left half black, with an EXIF orientation of 90 degrees clockwise.
    let image =
        RgbaImage::from_fn(400, 200, |x, _| if x < 200 { Rgba([0, 0, 0, 255]) } else { Rgba([255; 4]) });
    let jpeg = encoded(&image.into(), ImageFormat::Jpeg);
    let exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    let mut turned = jpeg[..2].to_vec();
    turned.extend([0xFF, 0xE1]);
    turned.extend((exif.len() as u16 + 2).to_be_bytes());
    turned.extend(exif);
    turned.extend(&jpeg[2..]);
    shop.put("a.jpg", &turned);

    let upright = opened(&shop.get("a.jpg", 160).await.unwrap().file);
    assert_eq!(upright.dimensions(), (160, 320));
    assert!(upright.get_pixel(80, 20)[0] < 40 && upright.get_pixel(80, 300)[0] > 215);
}

#[tokio::test]
async fn animation_is_returned_unchanged() {
    let shop = Shop::new();
    let mut gif = Vec::new();
    let mut encoder = image::codecs::gif::GifEncoder::new(&mut gif);
    let frames = (0..2).map(|_| image::Frame::new(gradient(200, 200).to_rgba8()));
    encoder.encode_frames(frames).unwrap();
    drop(encoder);
    shop.put("a.gif", &gif);
    let answer = shop.get("a.gif", 160).await.unwrap();
    assert_eq!(answer.content_type, "image/gif");
    assert_eq!(fs::read(&answer.file).unwrap(), gif);
}

#[tokio::test]
async fn bad_request_returns_its_error() {
    let shop = Shop::new();
    shop.put("page.png", b"<script>alert(1)</script>");
    let whole = encoded(&gradient(300, 300), ImageFormat::Jpeg);
    shop.put("cut.jpg", &whole[..whole.len() / 2]);

    assert_eq!(shop.get("none.png", 160).await, Err(MediaError::NotFound));
    assert_eq!(shop.get("none.png", 161).await, Err(MediaError::BadWidth(161)));
    assert_eq!(shop.variants.get("page.png", None).await, Err(MediaError::NotAnImage));
    assert!(matches!(shop.get("cut.jpg", 160).await, Err(MediaError::Unreadable(_))));
    assert!(matches!(shop.get("cut.jpg", 160).await, Err(MediaError::Unreadable(_))));
    for path in ["../variants/a.png", "/etc/passwd.png", "a\0.png", "..\\a.png", ""] {
        assert!(matches!(shop.get(path, 160).await, Err(MediaError::BadPath(_))), "{path:?}");
    }
}

#[tokio::test]
async fn full_queue_returns_busy_and_recovers() {
    let shop = Shop::with(|options| {
        options.workers = 1;
        options.queue = 1;
    });
    for number in 0..20 {
        shop.put(&format!("{number}.png"), &encoded(&gradient(300, 300), ImageFormat::Png));
    }
    let names: Vec<String> = (0..20).map(|number| format!("{number}.png")).collect();
    let answers = futures::future::join_all(names.iter().map(|name| shop.get(name, 160))).await;
    let busy = answers.iter().filter(|answer| **answer == Err(MediaError::Busy)).count();
    assert!(busy > 0 && busy < 20, "{busy} of 20 were turned away");
    assert_eq!(shop.variants.stats().busy, busy as u64);
    assert!(shop.get("19.png", 160).await.is_ok());
}

#[tokio::test]
async fn disk_full_returns_the_original_and_the_variant_later() {
    let shop = Shop::new();
    shop.put("a.png", &encoded(&gradient(800, 600), ImageFormat::Png));
    let folder = shop.folder.path().join("variants");
    fs::remove_dir(&folder).unwrap();
    fs::write(&folder, "no folder").unwrap();
    let sent = shop.get("a.png", 320).await.unwrap();
    assert_eq!(
        (sent.content_type, sent.file),
        ("image/png", shop.folder.path().join("media/a.png").canonicalize().unwrap())
    );
    assert_eq!(shop.variants.stats().failed, 1);
    fs::remove_file(&folder).unwrap();
    assert_eq!(shop.get("a.png", 320).await.unwrap().content_type, "image/webp");
}
