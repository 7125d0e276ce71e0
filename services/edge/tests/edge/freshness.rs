//! Freshness of cached responses: changed and removed products, outages, and the number of calls to services.

use std::{cell::Cell, time::Instant};

use heuan_edge::EdgeConfig;
use rstest::rstest;
use serde_json::Value;

use crate::{
    fake::product,
    support::{TestShop, eventually, problem, shop, shop_with},
};

async fn price(shop: &TestShop, pro_id: i64) -> Value {
    shop.json(&format!("/api/v1/product/{pro_id}")).await["data"]["price"].clone()
}

#[actix_web::test]
async fn cached_response_makes_no_call() {
    let shop = shop().await;
    for _ in 0..5 {
        shop.json("/api/v1/product?limit=10").await;
    }
    assert_eq!(shop.fake.take_calls(), ["ListProducts"]);
}

#[actix_web::test]
async fn new_price_is_shown_on_page_and_list_after_a_change() {
    let shop = shop().await;
    assert_eq!(price(&shop, 3).await, 3000);
    assert!(shop.text("/la/shop/3").await.contains("\"price\":3000"));
    shop.fake.put(product(3, "Cement 3", 2500));
    eventually("the new price", async || price(&shop, 3).await == 2500).await;
    // A request that would have to wait gets the stale response.
    let page = async || shop.text("/la/shop/3").await.contains("\"price\":2500");
    eventually("the new price on the page", page).await;
    let list = async || shop.json("/api/v1/product").await["data"][2]["price"] == 2500;
    eventually("the new price in the list", list).await;
}

#[actix_web::test]
async fn removed_product_is_gone_and_a_new_one_is_shown() {
    let shop = shop().await;
    assert_eq!(shop.get("/api/v1/product/26").await.status(), 404);
    shop.json("/api/v1/product/3").await;
    shop.fake.put(product(26, "New", 100));
    shop.fake.remove(3);
    eventually("the new product", async || shop.get("/api/v1/product/26").await.status() == 200).await;
    eventually("the removal", async || shop.get("/la/shop/3").await.status() == 404).await;
}

#[actix_web::test]
async fn unknown_product_is_requested_once() {
    let shop = shop().await;
    for _ in 0..5 {
        assert_eq!(shop.get("/api/v1/product/999").await.status(), 404);
    }
    assert_eq!(shop.fake.take_calls(), ["GetProduct"]);
}

#[actix_web::test]
async fn cached_responses_are_served_while_the_catalog_is_down() {
    let shop = shop().await;
    let before = shop.text("/api/v1/product").await;
    let page = shop.text("/en/shop/3").await;
    shop.fake.set_down(true);
    eventually("stale", async || shop.get("/api/v1/product").await.headers().contains_key("x-heuan-stale"))
        .await;

    let response = shop.get("/api/v1/product").await;
    assert_eq!((response.status().as_u16(), response.text().await.unwrap()), (200, before));
    let response = shop.get("/en/shop/3").await;
    assert_eq!(&response.headers()["x-heuan-stale"], "1");
    assert_eq!(response.text().await.unwrap(), page);
    assert!(shop.readiness.is_ready());

    // An uncached response is unavailable, with a retry delay.
    let response = shop.get("/api/v1/product/4").await;
    assert_eq!(
        (response.status().as_u16(), &response.headers()["retry-after"]),
        (503, &"2".parse().unwrap())
    );
    assert_eq!(problem(response).await["code"], "unavailable");
    let response = shop.get("/en/shop/4").await;
    assert_eq!(
        (response.status().as_u16(), &response.headers()["retry-after"]),
        (503, &"2".parse().unwrap())
    );
    assert!(response.text().await.unwrap().contains(r#"{"status":503,"queries":{}}"#));

    shop.fake.set_down(false);
    eventually("well again", async || {
        let response = shop.get("/en/shop/3").await;
        response.status() == 200 && !response.headers().contains_key("x-heuan-stale")
    })
    .await;
}

#[actix_web::test]
async fn failing_service_is_not_overloaded_by_retries() {
    let shop = shop().await;
    shop.json("/api/v1/product").await;
    shop.fake.set_down(true);
    eventually("stale", async || shop.get("/api/v1/product").await.headers().contains_key("x-heuan-stale"))
        .await;
    shop.fake.take_calls();
    let began = Instant::now();
    for _ in 0..20 {
        shop.get("/api/v1/product").await;
    }
    let tries = shop.fake.take_calls().iter().filter(|call| **call == "ListProducts").count();
    // One per second, and one that was due.
    let max = 2 + began.elapsed().as_secs() as usize;
    assert!(tries <= max, "{tries}, not {max}");
}

#[rstest]
#[case::stored(|_: &mut EdgeConfig| {})]
#[case::not_kept(|config: &mut EdgeConfig| config.response_cache = false)]
#[actix_web::test]
async fn number_of_calls_of_a_page_is_bounded(#[case] change: fn(&mut EdgeConfig)) {
    let shop = shop_with(change).await;
    price(&shop, 24).await;
    let changes = Cell::new(0);
    let calls = async |path: &str| {
        // A change invalidates everything, so that each page is counted alone. A product without a page shows when the
        // change has arrived.
        changes.set(changes.get() + 1);
        shop.fake.put(product(24, "Cement 24", changes.get()));
        eventually("the change", async || price(&shop, 24).await == changes.get()).await;
        shop.fake.take_calls();
        assert_eq!(shop.get(path).await.status(), 200, "{path}");
        let mut calls = shop.fake.take_calls();
        calls.sort_unstable();
        calls
    };
    assert_eq!(
        calls("/la").await,
        ["GetStorefront", "ListCategories", "ListProducts", "ListProducts", "ListPromotions"]
    );
    assert_eq!(
        calls("/la/shop?category=1").await,
        ["GetProductFacets", "GetStorefront", "ListCategories", "ListGroups", "ListProducts"]
    );
    assert_eq!(
        calls("/la/shop/3").await,
        ["GetProduct", "GetStorefront", "ListCategories", "ListRelatedProducts"]
    );
    // The maximum backlog of the watch.
    for id in 100..190 {
        shop.fake.put(product(id, "More", id));
    }
    assert_eq!(calls("/la").await.len(), 5);
}

#[actix_web::test]
async fn warm_cache_makes_other_pages_cheap() {
    let shop = shop().await;
    shop.get("/la").await;
    shop.fake.take_calls();
    shop.get("/en").await;
    assert!(shop.fake.take_calls().is_empty());
    shop.get("/la/collections").await;
    assert_eq!(shop.fake.take_calls(), ["ListCollections"]);
}
