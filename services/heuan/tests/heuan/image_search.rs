//! Search by image in the whole shop, in one process: uploads take bounded memory, blank images find nothing.

use std::{
    fmt::Write as _,
    fs,
    net::Ipv4Addr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use crate::support::{GOOD, Open, Shop, folder};
use futures::future::join_all;
use image::{Rgb, RgbImage};
use reqwest::Client;
use serde_json::Value;
use tempfile::TempDir;
use tokio::task::JoinHandle;

const PATH: &str = "/api/v1/search-similar-images";
const BOUNDARY: &str = "image-boundary";
/// Twice the limit of one image. The tests of `image-search` count the decoder's allocations exactly; here the
/// allocator's reserves, the form and the response are added, and vary by machine.
const MAX_GROWTH: u64 = 128 << 20;

/// A shop with the model, and a customer.
struct Images {
    open: Open,
    client: Client,
    token: String,
}

impl Images {
    async fn open(shop: &Shop) -> Self {
        heuan_testkit::choose_cryptography();
        let open = shop.open_with(&[
            ("HEUAN_IMAGE_SEARCH__ENABLED", "true"),
            ("HEUAN_IMAGE_SEARCH__WORKERS", "1"),
            ("HEUAN_EDGE__RATE_LIMIT__PER_SECOND", "0"),
            ("HEUAN_EDGE__RATE_LIMIT__EXPENSIVE_PER_SECOND", "0"),
            ("HEUAN_EDGE__RATE_LIMIT__SIGN_IN_PER_SECOND", "0"),
            ("HEUAN_EDGE__DEADLINE_MS", "60000"),
            ("HEUAN_EDGE__TRUSTED_PROXIES", r#"["127.0.0.1"]"#),
            // Free memory is returned to the system at once, so that the measurement shows memory in use.
            ("MIMALLOC_PURGE_DELAY", "0"),
        ]);
        let client = Client::new();
        let token_request =
            client.post(format!("{}/api/api-token", open.address)).bearer_auth("heuan-demo-key");
        let body: Value = token_request.send().await.unwrap().json().await.unwrap();
        let token = body["data"]["token"].as_str().unwrap().to_owned();
        Self { open, client, token }
    }

    /// Status and reason of the response to `client`.
    async fn send(&self, client: u8, image: &[u8]) -> (u16, String) {
        let (status, body) = self.answer(client, image).await;
        (status, body["reason"].as_str().unwrap_or_default().to_owned())
    }

    /// Status and body of the response to `client`.
    async fn answer(&self, client: u8, image: &[u8]) -> (u16, Value) {
        let head =
            format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"image\"; filename=\"a\"\r\n\r\n");
        let body = [head.as_bytes(), image, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat();
        let request = self.client.post(format!("{}{PATH}", self.open.address)).body(body);
        let request = request
            .header("content-type", format!("multipart/form-data; boundary={BOUNDARY}"))
            .header("x-forwarded-for", Ipv4Addr::new(192, 0, 2, client).to_string())
            .header("x-api-access-token", &self.token);
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }

    async fn warm(&self) {
        let image = crate::files::jpeg(&image::RgbImage::new(1920, 1080));
        heuan_testkit::eventually("the model is loaded", async || self.send(1, &image).await.0 == 200).await;
    }
}

/// Samples the memory of a process continuously, because the kernel's peak value also counts mapped files.
struct Scale {
    highest: Arc<AtomicU64>,
    looks: JoinHandle<()>,
}

impl Scale {
    fn of(process: u32) -> Self {
        let highest = Arc::new(AtomicU64::new(0));
        let seen = highest.clone();
        let looks = tokio::spawn(async move {
            loop {
                seen.fetch_max(held(process), Relaxed);
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        });
        Self { highest, looks }
    }

    /// Maximum bytes in use since the last call.
    fn peak(&self) -> u64 {
        self.highest.swap(0, Relaxed)
    }
}

impl Drop for Scale {
    fn drop(&mut self) {
        self.looks.abort();
    }
}

/// Bytes of anonymous memory.
fn held(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) << 10
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_and_heavy_images_take_bounded_memory() {
    let shop = Shop::new();
    let images = Images::open(&shop).await;
    images.warm().await;
    let scale = Scale::of(images.open.id());
    // Repeated, because on a busy machine an image may be processed between two samples.
    for _ in 0..10 {
        images.warm().await;
    }
    let before = scale.peak();
    for file in crate::files::all() {
        let (status, reason) = images.send(1, &file.bytes).await;
        let expected = match (status, reason.as_str()) {
            (200, _) => "image",
            // A form without an image.
            (400, "") if file.bytes.is_empty() => "not_an_image",
            (400, reason @ ("damaged" | "too_many_pixels")) | (413 | 415, reason) => reason,
            other => panic!("{}: {other:?}", file.name),
        };
        assert!(file.expected.contains(&expected), "{}: {status} {reason}", file.name);
        let grown = scale.peak().saturating_sub(before);
        println!("{}: {} MB", file.name, grown >> 20);
        assert!(grown <= MAX_GROWTH, "{}: {} MB", file.name, grown >> 20);
    }
    // Valid images of the maximum size, from many customers at once.
    let image = crate::files::heavy_jpeg(14 << 20);
    let answers = join_all((1..=12).map(|client| images.send(client, &image))).await;
    assert!(
        answers.iter().all(|(status, reason)| *status == 200 || (*status, &**reason) == (503, "overloaded"))
    );
    // On a busy machine all of them may be refused at first; the customer sends again, as `Retry-After` says.
    let sent_again = async || images.send(1, &image).await.0 == 200;
    heuan_testkit::eventually("an image of the maximum size is answered", sent_again).await;
    let grown = scale.peak().saturating_sub(before);
    // All of them together would take 170 MB before the first is decoded.
    println!("twelve at once: {} MB", grown >> 20);
    assert!(grown <= MAX_GROWTH, "{} MB", grown >> 20);
    images.warm().await;
}

/// A catalog of five demo products with their images.
fn demo_products(top: &Path) -> TempDir {
    let catalog = folder(&GOOD);
    fs::create_dir_all(catalog.path().join("media/products")).unwrap();
    let mut products =
        "pro_id,cat_id,prog_id,pro_name_la,pro_name_en,price,stock,vatrate,pro_img_cover\n".to_owned();
    // The rain showers are nearly white.
    for pro_id in ["1004006", "1004007", "101002", "1003003", "1406008"] {
        let image = format!("products/{pro_id}.webp");
        fs::copy(top.join("demo/media").join(&image), catalog.path().join("media").join(&image)).unwrap();
        writeln!(products, "{pro_id},1,11,ສີ,Paint,3000,5,10,{image}").unwrap();
    }
    fs::write(catalog.path().join("products.csv"), products).unwrap();
    catalog
}

#[tokio::test(flavor = "multi_thread")]
async fn blank_image_has_an_empty_result() {
    let shop = Shop::new();
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    assert!(shop.import(demo_products(&top).path(), &[]).status.success());
    let images = Images::open(&shop).await;
    let view = fs::read(top.join("bench/data/demo-dev/q1406008.jpg")).unwrap();
    heuan_testkit::eventually("all images are embedded, and a view finds its product", async || {
        let (status, body) = images.answer(1, &view).await;
        status == 200 && body["warning"].is_null() && body["results"][0]["id"] == 1_406_008
    })
    .await;
    let sheet = RgbImage::from_pixel(640, 480, Rgb([255; 3]));
    let noise = RgbImage::from_fn(320, 320, |x, y| {
        let mixed = x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(2_246_822_519);
        Rgb([(mixed.wrapping_mul(mixed | 1) >> 24) as u8; 3])
    });
    for (name, image) in [("sheet", sheet), ("noise", noise)] {
        let (status, body) = images.answer(1, &crate::files::jpeg(&image)).await;
        assert_eq!((status, &body["results"]), (200, &serde_json::json!([])), "{name}");
        assert_eq!(body["message"], "no similar products were found", "{name}");
    }
}
