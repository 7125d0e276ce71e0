//! Any URL is answered without an internal error.

use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};

use crate::support::shop;

/// Paths similar to existing ones.
fn paths() -> impl Strategy<Value = String> {
    let segment = prop_oneof![
        3 => prop::sample::select(vec![
            "la", "en", "xx", "shop", "api", "v1", "product", "category", "collection", "content", "promotion",
            "pomotion", "type", "media", "assets", "by-popular", "by-", "blogs", "news", "1", "0", "related", "",
            "..", "%2e%2e", "%00", "%ff", "%", "%e0%ba%81", "sitemap.xml", "sitemap-1.xml", "index.html",
        ]).prop_map(str::to_owned),
        1 => "[!-~&&[^#?]]{0,12}",
    ];
    prop::collection::vec(segment, 0..6).prop_map(|segments| format!("/{}", segments.join("/")))
}

fn queries() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "category",
        "group",
        "page",
        "limit",
        "sort",
        "min_price",
        "in_stock",
        "brand",
        "w",
        "type",
        "cat_id",
        "x",
        "",
    ]);
    let value =
        prop_oneof!["[0-9]{0,25}", "[!-~&&[^#&]]{0,12}", Just("%e0%ba".to_owned()), Just("true".to_owned())];
    prop::collection::vec((name, value), 0..5).prop_map(|pairs| {
        let pairs: Vec<String> = pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("&")
    })
}

#[actix_web::test]
async fn any_url_is_answered_without_an_internal_error() {
    let shop = shop().await;
    let mut runner = TestRunner::deterministic();
    for _ in 0..600 {
        let path = paths().new_tree(&mut runner).unwrap().current();
        let query = queries().new_tree(&mut runner).unwrap().current();
        let address = format!("{path}?{query}");
        // Requests refused by the client are not sent.
        let Ok(response) = shop.client.get(shop.url(&address)).send().await else { continue };
        assert!(!response.status().is_server_error(), "{address}: {}", response.status());
    }
}
