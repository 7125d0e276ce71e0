//! Exports of other shop systems on the command line, from the file to the product page. Each has 200 products.

use std::{
    collections::HashMap,
    fmt::Write as _,
    sync::{Arc, Mutex},
};

use heuan_testkit::Engine;
use image::{ImageFormat, RgbImage};
use rstest::rstest;

use crate::support::{Shop, exports};

const PRODUCTS: usize = 200;
/// Size of an image above the limit, 15 MiB.
const TOO_MANY_BYTES: usize = (15 << 20) + 1;

/// Server on loopback with one image, `/0.png`. It answers 503 for paths that begin with `/failing-`, 410 for those that
/// begin with `/gone-`, and 404 for others. For paths that begin with `/large-` it declares [`TOO_MANY_BYTES`] and sends none.
struct ImageServer {
    address: String,
    requests: Arc<Mutex<HashMap<String, usize>>>,
}

impl ImageServer {
    /// Requests of a path, with any query.
    fn requests(&self, path: &str) -> usize {
        self.requests.lock().unwrap().get(path).copied().unwrap_or(0)
    }
}

async fn image_server() -> ImageServer {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut png = std::io::Cursor::new(Vec::new());
    RgbImage::from_fn(64, 64, |x, y| image::Rgb([x as u8, y as u8, 7]))
        .write_to(&mut png, ImageFormat::Png)
        .unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let requests: Arc<Mutex<HashMap<String, usize>>> = Arc::default();
    let counted = Arc::clone(&requests);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let (png, counted) = (png.get_ref().clone(), Arc::clone(&counted));
            tokio::spawn(async move {
                let mut request = [0; 2048];
                let read = stream.read(&mut request).await.unwrap_or(0);
                let text = String::from_utf8_lossy(&request[..read]);
                let path = text.split([' ', '?']).nth(1).unwrap_or_default().to_owned();
                let (status, body, length) = match path.as_str() {
                    "/0.png" => ("200 OK", &png[..], png.len()),
                    large if large.starts_with("/large-") => ("200 OK", &b""[..], TOO_MANY_BYTES),
                    failing if failing.starts_with("/failing-") => ("503 Service Unavailable", &b""[..], 0),
                    gone if gone.starts_with("/gone-") => ("410 Gone", &b""[..], 0),
                    _ => ("404 Not Found", &b""[..], 0),
                };
                *counted.lock().unwrap().entry(path).or_default() += 1;
                let head = format!(
                    "HTTP/1.1 {status}\r\ncontent-type: image/png\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
                );
                let _ = stream.write_all(head.as_bytes()).await;
                let _ = stream.write_all(body).await;
            });
        }
    });
    ImageServer { address: format!("http://{address}"), requests }
}

struct Case {
    shop: Shop,
    place: tempfile::TempDir,
}

impl Case {
    async fn new(engine: Engine) -> Self {
        let mut shop = Shop::new();
        if engine == Engine::Postgres {
            shop.database_url = Some(heuan_testkit::postgres::database().await);
        }
        Self { shop, place: tempfile::tempdir().unwrap() }
    }

    /// Imports a file and returns what the command printed.
    async fn import(&self, name: &str, bytes: &[u8]) -> (String, String) {
        let file = self.place.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        let mut command = self.shop.command(&["import", file.to_str().unwrap()]);
        command.env("HEUAN_CATALOG-GATEWAY__IMPORT_LOOPBACK", "true");
        let done = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let (out, err) = (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap());
        assert!(done.status.success(), "{out}\n{err}");
        (out, err)
    }

    fn export(&self, name: &str) -> Vec<u8> {
        let file = self.place.path().join(name);
        let done = self.shop.command(&["export", file.to_str().unwrap()]).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        std::fs::read(file).unwrap()
    }

    /// Imports a file twice; the second import changes nothing.
    async fn twice(&self, name: &str, bytes: &[u8]) -> String {
        let (out, warnings) = self.import(name, bytes).await;
        assert!(out.contains(&format!("imported: {PRODUCTS} products written")), "{out}\n{warnings}");
        let first = self.export("first.zip");
        let (out, _) = self.import(name, bytes).await;
        assert!(out.contains("imported: 0 products written, 0 removed"), "{out}");
        assert!(self.export("second.zip") == first, "the second import changed the catalog");
        warnings
    }
}

/// The product whose name this is, as its page gets it. The tests have no storefront.
async fn product(open: &crate::support::Open, name: &str) -> serde_json::Value {
    let mut page = 1;
    loop {
        let list = open.json(&format!("/api/v1/product?limit=100&page={page}")).await;
        let products = list["data"].as_array().unwrap();
        assert!(!products.is_empty(), "no product is named {name}");
        let found = products.iter().find(|it| it["pro_name_en"] == name || it["pro_name_la"] == name);
        if let Some(found) = found {
            let id = found["pro_id"].as_i64().unwrap();
            return open.json(&format!("/api/v1/product/{id}")).await["data"].clone();
        }
        page += 1;
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn shopify_export_is_imported_and_a_second_time_changes_nothing(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let case = Case::new(engine).await;
    let images = image_server().await;
    let export = exports::shopify(PRODUCTS, &images.address);
    let warnings = case.twice("products_export.csv", export.as_bytes()).await;
    // Under the present names of the columns they are the same products.
    let (out, _) = case.import("products_export.csv", exports::renamed_shopify(&export).as_bytes()).await;
    assert!(out.contains("imported: 0 products written, 0 removed"), "{out}");
    assert!(warnings.contains("texts had HTML, which became plain text"), "{warnings}");
    assert!(warnings.contains("/1.png?v=1: response status 404"), "{warnings}");
    // Of three imports, the first one fetches the image; the missing one is tried again by each.
    assert_eq!((images.requests("/0.png"), images.requests("/1.png")), (1, 3));
    let open = case.shop.open();
    let paint = product(&open, "ສີພາຍໃນ 0 – 18 l").await;
    assert_eq!(
        (&paint["price"], &paint["stock"], &paint["brand"]),
        (&105_000.into(), &1.into(), &"Lanna".into()),
        "{paint}"
    );
    assert_eq!(paint["description_en"], "Strong & good\n• No. 0");
    assert_eq!(paint["attributes"]["Size"], "18 l");
    assert_eq!(paint["attributes"]["sku"], "SH-0-1");
    assert!(paint["pro_img_cover"].as_str().unwrap().contains("imported/"), "{paint}");
    assert_eq!(open.end(), Some(0));
}

/// Shopify export of one product, `Paint 0` and so on, for each path of an image.
fn paints(images: &ImageServer, paths: &[String]) -> String {
    let mut export = "Handle,Title,Body (HTML),Vendor,Product Category,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Variant Image,Status\n".to_owned();
    for (number, path) in paths.iter().enumerate() {
        let image = format!("{}{path}", images.address);
        writeln!(
            export,
            "paint-{number},Paint {number},,Lanna,Hardware > Paint,Interior,TRUE,Title,Default Title,P-{number},7,58000.00,,,{image},,active"
        )
        .unwrap();
    }
    export
}

#[tokio::test(flavor = "multi_thread")]
async fn host_that_fails_ten_times_in_a_row_gets_no_more_requests_and_every_image_is_named() {
    const IMAGES: usize = 40;
    let case = Case::new(Engine::Sqlite).await;
    let images = image_server().await;
    let paths: Vec<String> = (0..IMAGES).map(|number| format!("/failing-{number}.png")).collect();
    let (out, warnings) = case.import("products_export.csv", paints(&images, &paths).as_bytes()).await;
    assert!(out.contains(&format!("imported: {IMAGES} products written")), "{out}\n{warnings}");
    let requests: usize = paths.iter().map(|path| images.requests(path)).sum();
    // Four run at once, so three may be under way when the tenth fails.
    assert!((10..=13).contains(&requests), "{requests} requests\n{warnings}");
    for path in &paths {
        assert!(warnings.contains(&format!("{}{path}: ", images.address)), "{path}\n{warnings}");
    }
    assert_eq!(warnings.matches("response status 503").count(), requests, "{warnings}");
    assert_eq!(
        warnings.matches("127.0.0.1 failed 10 times in a row").count(),
        IMAGES - requests,
        "{warnings}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn images_that_a_host_does_not_have_are_no_failures_of_it() {
    const MISSING: usize = 13;
    let case = Case::new(Engine::Sqlite).await;
    let images = image_server().await;
    let name = |number: usize| if number.is_multiple_of(2) { "missing" } else { "gone" };
    let mut paths: Vec<String> =
        (0..MISSING).map(|number| format!("/{}-{number}.png", name(number))).collect();
    paths.push("/0.png".to_owned());
    let (out, warnings) = case.import("products_export.csv", paints(&images, &paths).as_bytes()).await;
    assert!(out.contains(&format!("imported: {} products written", MISSING + 1)), "{out}\n{warnings}");
    let requests: Vec<usize> = paths.iter().map(|path| images.requests(path)).collect();
    assert_eq!(requests, [1; MISSING + 1], "{warnings}");
    assert_eq!(warnings.matches("response status 404").count(), 7, "{warnings}");
    assert_eq!(warnings.matches("response status 410").count(), 6, "{warnings}");
    assert!(!warnings.contains("/0.png") && !warnings.contains("times in a row"), "{warnings}");
}

#[tokio::test(flavor = "multi_thread")]
async fn products_whose_images_are_too_large_are_imported_without_them() {
    const LARGE: usize = 13;
    let case = Case::new(Engine::Sqlite).await;
    let images = image_server().await;
    let mut paths: Vec<String> = (0..LARGE).map(|number| format!("/large-{number}.png")).collect();
    paths.push("/0.png".to_owned());
    let (out, warnings) = case.import("products_export.csv", paints(&images, &paths).as_bytes()).await;
    assert!(out.contains(&format!("imported: {} products written", LARGE + 1)), "{out}\n{warnings}");
    let requests: Vec<usize> = paths.iter().map(|path| images.requests(path)).collect();
    assert_eq!(requests, [1; LARGE + 1], "{warnings}");
    assert_eq!(warnings.matches(".png: the response is too large").count(), LARGE, "{warnings}");
    assert!(!warnings.contains("/0.png") && !warnings.contains("times in a row"), "{warnings}");
    let open = case.shop.open();
    for (name, has_image) in [("Paint 0", false), ("Paint 13", true)] {
        let paint = product(&open, name).await;
        let cover = paint["pro_img_cover"].as_str().unwrap_or_default();
        assert_eq!(cover.contains("imported/"), has_image, "{paint}");
    }
    assert_eq!(open.end(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn woocommerce_export_is_imported_and_a_second_time_changes_nothing() {
    let case = Case::new(Engine::Sqlite).await;
    case.twice("wc-product-export.csv", exports::woocommerce(PRODUCTS).as_bytes()).await;
    let open = case.shop.open();
    let red = product(&open, "Interior paint 1001 - Red").await;
    assert_eq!(
        (&red["price"], &red["product_price1"], &red["stock"]),
        (&50_000.into(), &58_000.into(), &7.into()),
        "{red}"
    );
    assert_eq!((&red["attributes"]["Color"], &red["brand"]), (&"Red".into(), &"Mekong".into()));
    assert_eq!(red["description_en"], "Good\nFor the house");
    assert_eq!(open.end(), Some(0));
}

#[rstest]
#[case::csv("product.csv", exports::odoo_csv(PRODUCTS).into_bytes())]
#[case::workbook("Product (product.product).xlsx", exports::odoo_xlsx(PRODUCTS))]
#[tokio::test(flavor = "multi_thread")]
async fn odoo_list_is_imported_and_a_second_time_changes_nothing(#[case] name: &str, #[case] bytes: Vec<u8>) {
    let case = Case::new(Engine::Sqlite).await;
    case.twice(name, &bytes).await;
    // The other kind of file has the same products.
    let other = if name.ends_with("csv") {
        ("again.xlsx", exports::odoo_xlsx(PRODUCTS))
    } else {
        ("again.csv", exports::odoo_csv(PRODUCTS).into_bytes())
    };
    assert!(case.import(other.0, &other.1).await.0.contains("imported: 0 products written"));
    // A price list finds them by their codes.
    let (out, _) = case.import("prices.csv", b"Code;Price\nOD-0001;77 000\nOD-0002;78,000\n").await;
    assert!(out.contains("imported: 2 products written"), "{out}");
    let open = case.shop.open();
    let sheet = product(&open, "Roof sheet 1").await;
    assert_eq!(
        (&sheet["price"], &sheet["stock"], &sheet["unit_name_en"]),
        (&77_000.into(), &1.into(), &"Units".into()),
        "{sheet}"
    );
    let paint = product(&open, "ສີພາຍໃນ 0 – White / 5 l").await;
    assert_eq!(paint["attributes"]["Color"], "White");
    assert_eq!(open.end(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_columns_propose_a_mapping_that_then_imports_the_file() {
    let case = Case::new(Engine::Sqlite).await;
    let file = case.place.path().join("stock.csv");
    std::fs::write(&file, "Artikel,Bezeichnung,Verkaufspreis\nA-1,Hammer,58000\nA-2,Drill,240000\n").unwrap();
    let done = case.shop.command(&["import", file.to_str().unwrap()]).output().unwrap();
    let out = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(1), "{out}");
    assert!(
        out.contains("stock.csv:1: the columns are of no known format")
            && out.contains("keys = [[\"Artikel\"]]"),
        "{out}"
    );
    let mapping = case.place.path().join("own.toml");
    // The message on a faulty mapping has several lines; it is a fault, no proposal.
    std::fs::write(&mapping, "format = \"own\"\nkeys = [\n").unwrap();
    let words = ["import", file.to_str().unwrap(), "--mapping", mapping.to_str().unwrap()];
    let out = String::from_utf8(case.shop.command(&words).output().unwrap().stdout).unwrap();
    assert!(out.contains("mapping.toml:") && out.contains("TOML parse error"), "{out}");
    assert!(out.contains("1 fault\n") && !out.contains("Save this as"), "{out}");
    let text = "format = \"own\"\n[id]\nkeys = [[\"Artikel\"]]\n[columns]\nname = [\"Bezeichnung\"]\nprice = [\"Verkaufspreis\"]\n";
    std::fs::write(&mapping, text).unwrap();
    let words = ["import", file.to_str().unwrap(), "--mapping", mapping.to_str().unwrap()];
    let done = case.shop.command(&words).output().unwrap();
    assert!(String::from_utf8(done.stdout).unwrap().contains("imported: 2 products written"));
    // Faults name the merchant's file, line and column, and the key instead of the computed id.
    std::fs::write(&file, "Artikel,Verkaufspreis\nA-1,58.000\nA-9,1\n").unwrap();
    let done = case.shop.command(&words).output().unwrap();
    let out = String::from_utf8(done.stdout).unwrap();
    assert!(out.contains("stock.csv:2: Verkaufspreis: must be a whole number of kip"), "{out}");
    assert!(out.contains("stock.csv:3: Artikel: the shop has no product A-9"), "{out}");
}
