//! Server-rendered pages: embedded state, head tags, JSON-LD, content security policy, redirects and sitemap.

use std::collections::HashMap;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use rstest::rstest;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::{
    fake::product,
    support::{TestShop, eventually, shop, shop_with},
};

/// The state embedded in a page.
fn state(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"heuan-state\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The JSON-LD of a page.
fn json_ld(html: &str) -> Vec<Value> {
    let scripts = html.split("<script type=\"application/ld+json\">").skip(1);
    scripts.map(|rest| serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()).collect()
}

/// The head of a page, a tag a line, with the address of a shop that has no port.
fn head(shop: &TestShop, html: &str) -> String {
    let (head, _) = html.split_once("</head>").unwrap();
    head.replace(&shop.url(""), "https://shop.example").replace("><", ">\n<")
}

/// The shop's name on pages in a language.
fn shop_name(code: &str) -> &str {
    if code == "la" { "ເຮືອນ" } else { "Heuan" }
}

fn keys(state: &Value) -> Vec<&str> {
    state["queries"].as_object().unwrap().keys().map(String::as_str).collect()
}

const SHELL: [&str; 5] =
    ["/api/v1/banner", "/api/v1/category?active=true", "/api/v1/company", "/api/v1/content", "/api/v1/menu"];

#[rstest]
#[case("/la", &["/api/v1/promotion", "/api/v1/product?limit=10&page=1&sort=popular", "/api/v1/product?limit=20&page=1&sort=newest"])]
#[case("/la/shop?page=2", &["/api/v1/product?limit=24&page=2", "/api/v1/facet"])]
#[case("/la/shop?sort=price_asc&category=1&min_price=1000", &["/api/v1/product?category=1&limit=24&min_price=1000&page=1&sort=price_asc", "/api/v1/group?cat_id=1", "/api/v1/facet?category=1&min_price=1000"])]
#[case("/la/shop/3", &["/api/v1/product/3", "/api/v1/product/3/related?limit=10"])]
#[case("/la/collections", &["/api/v1/collection"])]
#[case("/la/by-popular?sort=newest", &["/api/v1/collection/popular?limit=24&page=1&sort=newest"])]
#[case("/la/promotion", &["/api/v1/pomotion/type", "/api/v1/promotion"])]
#[case("/la/promotion/1", &["/api/v1/pomotion/type", "/api/v1/promotion?type=1"])]
#[case("/la/promotions", &["/api/v1/promotion"])]
#[case("/la/about", &["/api/v1/content/about"])]
#[case("/la/blogs/news", &["/api/v1/content/news"])]
#[case("/la/blogs/news/1", &["/api/v1/content/news/1", "/api/v1/content/news"])]
#[case("/la/investor/ir-relations", &["/api/v1/content/investor/ir-relations"])]
#[case("/la/sitemap", &["/api/v1/group"])]
#[case("/la/cart", &[])]
#[case("/la/shop?category=1&group=101", &["/api/v1/product?category=1&group=101&limit=24&page=1", "/api/v1/group?cat_id=1"])]
#[case("/la/shop?promotion=9", &["/api/v1/product?limit=24&page=1&promotion=9", "/api/v1/promotion"])]
#[case("/la/shop?brand=%21", &["/api/v1/product?limit=24&page=1"])]
#[case("/la/contact", &["/api/v1/content/contact", "/api/v1/branch"])]
#[case("/la/career", &["/api/v1/content/career", "/api/v1/branch"])]
#[case("/la/homeguru/39", &["/api/v1/content/homeguru/39", "/api/v1/content/homeguru"])]
#[actix_web::test]
async fn page_contains_the_data_its_scripts_would_request(#[case] path: &str, #[case] own: &[&str]) {
    let shop = shop().await;
    let state = state(&shop.text(path).await);
    assert_eq!(state["status"], 200);
    for key in SHELL.iter().chain(own) {
        assert_eq!(state["queries"][key], shop.json(key).await, "{key}");
    }
}

#[rstest]
#[case("la", "lo")]
#[case("en", "en")]
#[case("th", "th")]
#[case("cn", "zh-CN")]
#[case("vn", "vi")]
#[actix_web::test]
async fn product_page_has_its_head_tags(#[case] code: &str, #[case] tag: &str) {
    let shop = shop().await;
    let response = shop.get(&format!("/{code}/shop/3?utm_source=x")).await;
    assert_eq!(response.headers()["content-language"], tag);
    let html = response.text().await.unwrap();
    insta::assert_snapshot!(format!("product_head_{code}"), head(&shop, &html));
}

/// Built-in collections have texts of the interface, in all languages; merchants write Lao and English only.
#[rstest]
#[case("la", "ສິນຄ້າຂາຍດີ")]
#[case("en", "Best sellers")]
#[case("th", "สินค้าขายดี")]
#[case("cn", "热销商品")]
#[case("vn", "Bán chạy nhất")]
#[actix_web::test]
async fn built_in_collection_is_named_in_the_page_s_language(#[case] code: &str, #[case] title: &str) {
    let shop = shop().await;
    let html = shop.text(&format!("/{code}/by-popular")).await;
    assert!(html.contains(&format!("<title>{title} | {}</title>", shop_name(code))), "{html}");
    assert!(html.contains(&format!("<h1>{title}</h1>")), "{html}");
    let trail = json_ld(&html).into_iter().find(|value| value["@type"] == "BreadcrumbList").unwrap();
    assert_eq!(trail["itemListElement"][2]["name"], title);
    let html = shop.text(&format!("/{code}/collections")).await;
    assert!(html.contains(&format!("<a href=\"/{code}/by-popular\">{title}</a>")), "{html}");
}

/// A shared link shows an image of its content, or of the shop.
#[rstest]
#[case("/la/shop", "/media/products/1.png?w=1280", "summary_large_image")]
#[case("/la/shop?promotion=9", "/media/banners/paint.webp?w=1280", "summary_large_image")]
#[case("/la/by-popular", "/media/products/1.png?w=1280", "summary_large_image")]
#[case("/la/promotion", "/media/banners/paint.webp?w=1280", "summary_large_image")]
#[case("/la/promotions", "/media/banners/paint.webp?w=1280", "summary_large_image")]
#[case("/la/promotion/1", "/media/banners/paint.webp?w=1280", "summary_large_image")]
#[case("/la/sitemap", "/icon-512.png", "summary")]
#[case("/la/collections", "/icon-512.png", "summary")]
#[actix_web::test]
async fn page_has_a_preview_image(#[case] path: &str, #[case] image: &str, #[case] card: &str) {
    let shop = shop().await;
    shop.fake.hang("banners/paint.webp");
    let html = shop.text(path).await;
    let image = format!("<meta property=\"og:image\" content=\"{}\">", shop.url(image));
    assert!(html.contains(&image), "{image}\n{html}");
    assert!(html.contains(&format!("<meta name=\"twitter:card\" content=\"{card}\">")), "{html}");
}

/// Breadcrumb names of a page, with the URL of each parent.
#[rstest]
#[case("/en/shop/3", &["Home", "Building Materials", "Cement", "Cement 3"], "/en/shop?category=1&group=101")]
#[case("/en/shop?category=1", &["Home", "Building Materials"], "/en")]
#[case("/en/shop?category=1&group=101", &["Home", "Building Materials", "Cement"], "/en/shop?category=1")]
#[case("/en/by-popular", &["Home", "Collections", "Best sellers"], "/en/collections")]
#[case("/en/promotion/1", &["Home", "Promotions", "Monthly deals"], "/en/promotion")]
#[case("/la/blogs/news/1", &["ໜ້າຫຼັກ", "ຂ່າວສານ", "ກ່ຽວກັບ"], "/la/blogs/news")]
#[case("/en/homeguru/39", &["Home", "Home Guru", "About us"], "/en/homeguru")]
#[case("/en/investor/ir-relations", &["Home", "Investor relations", "About us"], "/en/investor")]
#[actix_web::test]
async fn breadcrumbs_equal_those_of_the_page(
    #[case] path: &str,
    #[case] names: &[&str],
    #[case] above: &str,
) {
    let shop = shop().await;
    let data = json_ld(&shop.text(path).await);
    let trail = data.iter().find(|value| value["@type"] == "BreadcrumbList").unwrap();
    let steps = trail["itemListElement"].as_array().unwrap();
    assert_eq!(steps.iter().map(|step| step["name"].as_str().unwrap()).collect::<Vec<_>>(), names);
    assert_eq!(steps[names.len() - 2]["item"], shop.url(above));
    assert_eq!(steps[names.len() - 1]["item"], shop.url(path));
}

#[actix_web::test]
async fn article_has_its_date_and_image() {
    let shop = shop().await;
    let html = shop.text("/en/blogs/news/1").await;
    assert!(html.contains("<meta property=\"og:type\" content=\"article\">"), "{html}");
    let article = &json_ld(&html)[0];
    assert_eq!((&article["@type"], &article["headline"]), (&"Article".into(), &"About us".into()));
    assert_eq!(article["datePublished"], "2026-11-02");
    assert_eq!(article["image"][0], shop.url("/media/news/1.jpg?w=1280"));
    assert_eq!(article["publisher"]["name"], "Heuan");
    // Without date and image, both are omitted.
    let bare = &json_ld(&shop.text("/en/homeguru/39").await)[0];
    assert_eq!(bare["@type"], "Article");
    assert!(bare.get("datePublished").is_none() && bare.get("image").is_none(), "{bare}");
    assert_eq!(json_ld(&shop.text("/en/blogs/news").await)[0]["@type"], "BreadcrumbList");
}

/// Otherwise search engines could not distinguish the pages.
#[actix_web::test]
async fn every_page_has_a_description_of_its_own() {
    let shop = shop().await;
    let mut seen = HashMap::new();
    for path in [
        "",
        "/shop",
        "/shop?category=1",
        "/shop?category=1&group=101",
        "/shop?promotion=9",
        "/shop?brand=Hinphet",
        "/shop/3",
        "/collections",
        "/by-popular",
        "/promotion",
        "/promotions",
        "/promotion/1",
        "/about",
        "/sitemap",
    ] {
        let html = shop.text(&format!("/en{path}")).await;
        assert!(html.contains("canonical"), "{path}");
        let (_, rest) = html.split_once("<meta name=\"description\" content=\"").unwrap();
        let description = rest.split_once('"').unwrap().0.to_owned();
        assert!(description.len() > 10, "{path}: {description}");
        if let Some(other) = seen.insert(description, path) {
            panic!("{path} and {other} are described alike");
        }
    }
}

#[rstest]
#[case("la", "lo", "ກະຕ່າສິນຄ້າ")]
#[case("cn", "zh-CN", "购物车")]
#[actix_web::test]
async fn web_app_manifest_has_the_shop_s_name(#[case] code: &str, #[case] tag: &str, #[case] cart: &str) {
    let shop = shop_with(|config| config.shop_name = "Hinphet & Home".to_owned()).await;
    let html = shop.text(&format!("/{code}/shop")).await;
    let address = format!("/{code}/site.webmanifest");
    assert!(html.contains(&format!("<link rel=\"manifest\" href=\"{address}\">")), "{html}");
    assert!(html.contains("<meta name=\"apple-mobile-web-app-title\" content=\"Hinphet &amp; Home\">"));
    let response = shop.get(&address).await;
    assert_eq!(response.headers()["content-type"], "application/manifest+json");
    let manifest: Value = response.json().await.unwrap();
    assert_eq!((&manifest["name"], &manifest["lang"]), (&"Hinphet & Home".into(), &tag.into()));
    assert_eq!((&manifest["id"], &manifest["scope"]), (&"/".into(), &"/".into()));
    assert_eq!(
        (&manifest["start_url"], &manifest["display"]),
        (&format!("/{code}").into(), &"standalone".into())
    );
    let icons = manifest["icons"].as_array().unwrap();
    for (size, purpose) in [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")] {
        assert!(icons.iter().any(|icon| icon["sizes"] == size && icon["purpose"] == purpose), "{icons:?}");
    }
    let shortcut = &manifest["shortcuts"][2];
    assert_eq!((&shortcut["name"], &shortcut["url"]), (&cart.into(), &format!("/{code}/cart").into()));
    assert_eq!(shop.get("/fr/site.webmanifest").await.status(), 404);
}

/// A service worker cached for an hour would keep a faulty version as long.
#[actix_web::test]
async fn service_worker_is_revalidated_and_may_fetch_from_its_origin_only() {
    let shop = shop().await;
    let worker = shop.get("/sw.js").await;
    assert_eq!(worker.status(), 200);
    assert_eq!(worker.headers()["cache-control"], "no-cache");
    assert_eq!(worker.headers()["content-security-policy"], "default-src 'self'; frame-ancestors 'none'");
    let icon = shop.get("/favicon.svg").await;
    assert!(icon.headers()["cache-control"].to_str().unwrap().contains("max-age=3600"));
    assert!(icon.headers()["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
}

#[actix_web::test]
async fn recently_viewed_page_contains_only_the_shell() {
    let shop = shop().await;
    let html = shop.text("/en/offline").await;
    assert!(html.contains("<title>Recently viewed | Heuan</title>") && html.contains("noindex"), "{html}");
    assert_eq!(keys(&state(&html)), SHELL);
}

#[actix_web::test]
async fn home_page_has_organization_data_and_preloads() {
    let shop = shop().await;
    let html = shop.text("/la").await;
    let data = json_ld(&html);
    assert_eq!((&data[0]["@type"], &data[0]["name"]), (&"Organization".into(), &"ເຮືອນ".into()));
    assert_eq!(data[0]["address"], "ບ້ານໂພນທັນ");
    for expected in [
        "<link rel=\"modulepreload\" crossorigin href=\"/assets/home-1.js\">",
        "<link rel=\"modulepreload\" crossorigin href=\"/assets/la-1.js\">",
        "<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"/assets/lao-1.woff2\">",
        "imagesrcset=\"/media/banners/1.png?w=160 160w",
    ] {
        assert!(html.contains(expected), "{expected}\n{html}");
    }
}

#[rstest]
#[case("Heuan", "", "ເຮືອນ")]
#[case("Hinphet", "", "Hinphet")]
#[case("Hinphet", "ຫີນເພັດ", "ຫີນເພັດ")]
#[actix_web::test]
async fn lao_page_has_the_lao_name_and_the_latin_one_for_other_languages(
    #[case] name: &str,
    #[case] la: &str,
    #[case] shown: &str,
) {
    let (name_set, la_set) = (name.to_owned(), la.to_owned());
    let shop = shop_with(move |config| {
        config.shop_name = name_set;
        config.shop_name_la = la_set;
    })
    .await;
    for (code, own) in [("la", shown), ("en", name), ("th", name)] {
        let html = shop.text(&format!("/{code}/shop/3")).await;
        assert!(html.contains(&format!("<meta property=\"og:site_name\" content=\"{own}\">")), "{html}");
        assert!(html.contains(&format!("<meta name=\"application-name\" content=\"{name}\">")), "{html}");
        assert!(html.contains(&format!(" | {own}</title>")), "{html}");
    }
}

#[actix_web::test]
async fn shop_without_content_uses_its_configured_name() {
    let shop = shop_with(|config| config.shop_name = "Hinphet Home".to_owned()).await;
    shop.fake.unwrite();
    eventually("the texts are gone", async || shop.json("/api/v1/company").await["data"]["hotline"] == "")
        .await;
    assert_eq!(shop.json("/api/v1/company").await["data"]["name"], "Hinphet Home");
    let organization = &json_ld(&shop.text("/la").await)[0];
    assert_eq!(organization["name"], "Hinphet Home");
    for absent in ["legalName", "address", "email", "contactPoint"] {
        assert!(organization.get(absent).is_none(), "{organization}");
    }
}

#[actix_web::test]
async fn content_security_policy_allows_only_the_build_s_scripts() {
    let shop = shop().await;
    let response = shop.get("/la").await;
    let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
    let hash = STANDARD.encode(Sha256::digest("document.documentElement.dataset.theme = 'dark';"));
    assert!(policy.contains(&format!("script-src 'self' 'sha256-{hash}';")), "{policy}");
    for rule in ["default-src 'self'", "object-src 'none'", "base-uri 'self'", "form-action 'self'"] {
        assert!(policy.contains(rule), "{policy}");
    }
}

/// The no-script part of a page.
fn plain(html: &str) -> &str {
    let (_, rest) = html.split_once("<noscript>").unwrap();
    rest.split_once("</noscript>").unwrap().0
}

#[rstest]
#[case("/en/shop/3", &["<h1>Cement 3</h1>", "<b>₭3,000.00</b> <s>₭4,000.00</s>", "In stock", "<p>About Cement 3</p>", "/media/products/3.png?w=1280", "<a href=\"/en/shop?category=1\">Building Materials</a>", "<a href=\"/en/shop/1\">Cement 1</a>"])]
#[case("/la/shop/3", &["<h1>Cement 3 ລາວ</h1>", "ມີສິນຄ້າ"])]
#[case("/en", &["<h1>Heuan – Building materials", "<a href=\"/en/shop/1\">Cement 1</a> <b>₭1,000.00</b>", "<a href=\"/en/shop?promotion=9\">Paint</a>"])]
#[case("/en/shop?category=1&page=2", &["<h1>Building Materials</h1>", ">Cement 25<", "<a href=\"/en/shop?category=1&amp;limit=24&amp;page=1\">← 1</a>"])]
#[case("/en/shop?category=1", &[">Cement 24<", "page=2\">→ 2</a>"])]
#[case("/en/by-popular", &["<h1>Best sellers</h1>", ">Cement 1<"])]
#[case("/en/collections", &["<a href=\"/en/by-popular\">Best sellers</a>"])]
#[case("/en/promotion", &["<a href=\"/en/promotion/1\">Monthly deals</a>", ">Paint<"])]
#[case("/en/promotion/1", &["<h1>Monthly deals</h1>", ">Paint<"])]
#[case("/en/contact", &["<h1>About us</h1>", "<p>First paragraph</p>", "<b>Vientiane HQ</b>", "<a href=\"tel:0200000101\">020 0000 101</a>"])]
#[case("/en/sitemap", &["<a href=\"/en/shop?category=1&amp;group=101\">Cement</a>"])]
#[case("/en/cart", &["<h1>Cart</h1>"])]
#[case("/en/nowhere", &["<h1>Page not found</h1>"])]
#[actix_web::test]
async fn page_without_scripts_shows_its_content(#[case] path: &str, #[case] own: &[&str]) {
    let shop = shop().await;
    let html = shop.text(path).await;
    let plain = plain(&html);
    let frame = [
        "<a href=\"tel:02000001234\">020 0000 1234</a>",
        "/shop?category=1\">",
        "JavaScript",
        "/promotion/1\">",
    ];
    for expected in frame.iter().chain(own) {
        assert!(plain.contains(expected), "{expected}\n{plain}");
    }
    assert!(!plain.contains("style=") && !plain.contains("href=\"#\""), "{plain}");
}

#[actix_web::test]
async fn page_without_scripts_shows_an_outage() {
    let shop = shop().await;
    shop.fake.set_down(true);
    let html = shop.text("/en/shop/7").await;
    assert!(plain(&html).contains("<h1>Something went wrong</h1>"), "{html}");
}

#[actix_web::test]
async fn hostile_names_are_escaped() {
    let shop = shop().await;
    let hostile = "</script><script>alert(1)</script>\u{2028}\"'&<!--";
    let mut detail = product(3, hostile, 1000);
    detail.description_en = hostile.to_owned();
    shop.fake.put(detail);
    let page = async || shop.text("/en/shop/3").await;
    eventually("the new name", async || page().await.contains("alert(1)")).await;
    let html = page().await;
    assert!(!html.contains("<script>alert"), "{html}");
    assert!(plain(&html).contains("<h1>&lt;/script&gt;&lt;script&gt;alert(1)"), "{html}");
    assert_eq!(html.matches("</noscript>").count(), 1);
    assert!(html.contains("<title>&lt;/script&gt;&lt;script&gt;alert(1)"), "{html}");
    assert_eq!(state(&html)["queries"]["/api/v1/product/3"]["data"]["pro_name_en"], hostile);
    assert_eq!(json_ld(&html)[0]["name"], hostile);
}

#[actix_web::test]
async fn product_without_price_or_stock_has_no_offer() {
    let shop = shop().await;
    let mut detail = product(30, "Bare", 1);
    if let Some(product) = &mut detail.product {
        (product.price, product.stock) = (None, None);
        (product.name_la, product.img_cover) = (String::new(), String::new());
    }
    shop.fake.put(detail);
    eventually("the product", async || shop.get("/la/shop/30").await.status() == 200).await;
    let html = shop.text("/la/shop/30").await;
    assert!(json_ld(&html)[0].get("offers").is_none());
    assert!(html.contains("<title>Bare | ເຮືອນ</title>"));
}

#[rstest]
#[case("/la/nowhere", "lo")]
#[case("/en/shop/999", "en")]
#[case("/en/by-none", "en")]
#[case("/en/promotion/77", "en")]
#[case("/cn/homeguru/none", "zh-CN")]
#[case("/en/shop?category=999", "en")]
#[case("/en/shop?category=1&group=999", "en")]
#[case("/en/shop?group=999", "en")]
#[case("/xx/shop", "lo")]
#[case("/nowhere", "lo")]
#[actix_web::test]
async fn unknown_page_is_a_404_page(#[case] path: &str, #[case] tag: &str) {
    let shop = shop().await;
    let response = shop.get(path).await;
    assert_eq!(
        (response.status().as_u16(), &response.headers()["content-language"]),
        (404, &tag.parse().unwrap()),
        "{path}"
    );
    let html = response.text().await.unwrap();
    assert!(
        html.contains("<meta name=\"robots\" content=\"noindex\">") && !html.contains("canonical"),
        "{html}"
    );
    let state = state(&html);
    assert_eq!(state["status"], 404);
    assert_eq!(keys(&state), SHELL);
}

/// A group belongs to one category, whatever the URL says.
#[rstest]
#[case("/en/shop?group=101", "/en/shop?category=1&group=101")]
#[case(
    "/th/shop?sort=newest&category=2&group=101&utm_source=a%20b",
    "/th/shop?category=1&sort=newest&group=101&utm_source=a+b"
)]
#[actix_web::test]
async fn group_is_shown_under_its_own_category(#[case] path: &str, #[case] expected: &str) {
    let shop = shop().await;
    let response = shop.get(path).await;
    assert_eq!(
        (response.status().as_u16(), &response.headers()["location"]),
        (308, &expected.parse().unwrap())
    );
    assert_eq!(response.headers()["cache-control"], "no-store");
    let html = shop.text("/en/shop?category=1&group=101").await;
    let canonical = shop.url("/en/shop?category=1&amp;group=101");
    assert!(html.contains("<title>Cement | Heuan</title>"), "{html}");
    assert!(html.contains(&format!("<link rel=\"canonical\" href=\"{canonical}\">")), "{html}");
}

#[rstest]
#[case("/en/shop?min_price=99999999")]
#[case("/en/shop?category=1&page=99")]
#[case::does_not_run("/en/shop?promotion=8")]
#[actix_web::test]
async fn empty_list_is_not_indexed_by_crawlers(#[case] path: &str) {
    let shop = shop().await;
    assert_eq!(shop.get(path).await.status(), 200);
    let html = shop.text(path).await;
    assert!(html.contains("noindex") && !html.contains("canonical"), "{html}");
    assert!(!shop.text("/en/shop?category=1").await.contains("noindex"));
}

#[actix_web::test]
async fn page_is_rendered_without_branches_while_they_are_down() {
    let shop = shop().await;
    shop.fake.set_branches_down(true);
    let response = shop.get("/en/contact").await;
    assert_eq!(
        (response.status().as_u16(), &response.headers()["x-heuan-stale"]),
        (200, &"1".parse().unwrap())
    );
    let state = state(&response.text().await.unwrap());
    assert!(state["queries"]["/api/v1/content/contact"].is_object());
    assert!(state["queries"].get("/api/v1/branch").is_none());
    shop.fake.set_branches_down(false);
    eventually("the page is whole again", async || {
        keys(&self::state(&shop.text("/en/contact").await)).contains(&"/api/v1/branch")
    })
    .await;
}

#[actix_web::test]
async fn path_without_language_is_redirected() {
    let shop = shop().await;
    let location = async |path: &str, name: &str, value: &str| {
        let response = shop.get_with(path, name, value).await;
        let location = response.headers()["location"].to_str().unwrap().to_owned();
        assert_eq!(response.headers()["cache-control"], "no-store");
        (response.status().as_u16(), location)
    };
    assert_eq!(location("/", "accept-language", "fr").await, (302, "/la".to_owned()));
    assert_eq!(location("/", "accept-language", "vi,en;q=0.5").await, (302, "/vn".to_owned()));
    assert_eq!(
        location("/shop?q=a%20b", "accept-language", "en").await,
        (308, "/en/shop?q=a%20b".to_owned())
    );
    assert_eq!(location("/shop/3", "cookie", "heuan_lang=th").await, (308, "/th/shop/3".to_owned()));
    assert_eq!(location("/en/shop/", "accept-language", "fr").await, (308, "/en/shop".to_owned()));
}

#[actix_web::test]
async fn personal_pages_are_not_indexed_by_crawlers() {
    let html = shop().await.text("/en/account/login").await;
    assert!(html.contains("noindex") && html.contains("<title>Log in | Heuan</title>"), "{html}");
}

#[actix_web::test]
async fn sitemap_lists_every_page_in_every_language() {
    let shop = shop().await;
    let response = shop.get("/sitemap.xml").await;
    assert_eq!(response.headers()["content-type"], "application/xml; charset=utf-8");
    let xml = response.text().await.unwrap();
    let (first, _) = xml.split_once("</url>").unwrap();
    insta::assert_snapshot!("sitemap_first", first.replace(&shop.url(""), "https://shop.example"));
    let locations = xml.split("<loc>").skip(1).filter_map(|rest| rest.split_once("</loc>"));
    let locations: Vec<&str> = locations.filter_map(|(url, _)| url.strip_prefix(&shop.url(""))).collect();
    let of = |code: &str| locations.iter().filter(|path| path.starts_with(code)).count();
    insta::assert_snapshot!(
        "sitemap_english",
        locations.iter().copied().filter(|path| path.starts_with("/en")).collect::<Vec<_>>().join("\n")
    );
    assert_eq!(["/la", "/th", "/cn", "/vn"].map(of), [of("/en"); 4]);
    // Empty lists are excluded, because they have noindex.
    for path in ["/la/shop?category=1&amp;group=102", "/la/promotion/5"] {
        assert!(!xml.contains(path), "{path}\n{xml}");
    }
    assert!(shop.text("/la/promotion/5").await.contains("noindex"));
    assert!(!shop.text("/la/promotion/1").await.contains("noindex"));
    assert_eq!(shop.get("/sitemap-1.xml").await.status(), 200);
    assert_eq!(shop.get("/sitemap-2.xml").await.status(), 404);
    assert!(shop.text("/robots.txt").await.contains(&shop.url("/sitemap.xml")));
}

#[actix_web::test]
async fn api_works_without_a_frontend_build_and_pages_report_it() {
    let shop: TestShop = shop_with(|config| config.frontend_dir = "/nonexistent".into()).await;
    assert_eq!(shop.get("/api/v1/product").await.status(), 200);
    let response = shop.get("/la/shop").await;
    assert_eq!(response.status(), 503);
    assert!(response.text().await.unwrap().contains("make frontend"));
}

#[actix_web::test]
async fn api_documentation_is_a_static_page() {
    let shop = shop().await;
    let html = shop.text("/api/docs").await;
    assert!(html.contains("/api/v1/pomotion/type") && html.contains("id=\"Product\""));
    assert!(!html.contains("<script") && !html.contains("style="));
    assert!(
        !html.contains('`') && html.contains("<code>{success, data}</code>"),
        "backticks are for the source"
    );
    assert_eq!(
        shop.get("/api/docs").await.headers()["content-security-policy"],
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'"
    );
    assert!(shop.json("/api/openapi.json").await["paths"].is_object());
}

#[actix_web::test]
async fn map_tiles_are_allowed_only_if_a_server_is_configured() {
    let shop = shop().await;
    let page = shop.get("/en").await;
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("img-src 'self' data: blob:;"), "{policy}");
    assert!(!page.text().await.unwrap().contains("heuan-map"));

    let shop = shop_with(|config| {
        "https://tiles.example/{z}/{x}/{y}.png?a=1&b=2".clone_into(&mut config.map_tiles);
        "© \"Maps\"".clone_into(&mut config.map_attribution);
    });
    let shop = shop.await;
    let page = shop.get("/en").await;
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("img-src 'self' data: blob: https://tiles.example;"), "{policy}");
    let meta = "<meta name=\"heuan-map\" content=\"https://tiles.example/{z}/{x}/{y}.png?a=1&amp;b=2\" \
                data-attribution=\"© &quot;Maps&quot;\">";
    assert!(page.text().await.unwrap().contains(meta));
}
