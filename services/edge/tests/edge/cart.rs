//! Cart, wishlist and points over HTTP. A forged id changes nothing; see also `account_matrix.rs`, which makes every
//! call here without a token or a session.

use heuan_proto::{
    orders::v1::{
        AddCartItemRequest, AddViewedProductsRequest, RemoveCartItemRequest, UpdateCartItemRequest,
    },
    rpc::v1::StockShortage,
};
use heuan_rpc::{Code, Error};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    order_fake::Received,
    support::{pretty, problem, shop},
};

const ITEMS: &str = "/api/auth/cart/items";

#[actix_web::test]
async fn every_call_returns_the_cart_of_the_signed_in_customer() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    // Read by scripts, but not by the edge.
    noy.set_cookie("cus_id", "999");
    shop.orders.take_received();

    let response = noy.get("/api/auth/cart").await;
    assert_eq!(response.headers()["cache-control"], "no-store");
    let body: Value = response.json().await.unwrap();
    insta::assert_snapshot!("cart", pretty(&body));

    let add = noy.request(Method::POST, ITEMS).header("idempotency-key", "press-1");
    assert_eq!(add.json(&json!({"pro_id": 3, "quantity": 2})).send().await.unwrap().status(), 200);
    let update = noy.send(Method::PUT, &format!("{ITEMS}/3"), json!({"quantity": 5, "version": 4})).await;
    assert_eq!(update.json::<Value>().await.unwrap()["data"]["version"], 5);
    noy.request(Method::DELETE, &format!("{ITEMS}/3")).send().await.unwrap();
    let cleared = noy.request(Method::DELETE, "/api/auth/cart").send().await.unwrap();
    assert_eq!(cleared.json::<Value>().await.unwrap()["data"]["lines"], json!([]));
    assert_eq!(
        shop.orders.take_received(),
        [
            Received::Of("GetCart", id),
            Received::Add(AddCartItemRequest {
                customer_id: id,
                pro_id: 3,
                quantity: 2,
                idempotency_key: "press-1".to_owned()
            }),
            Received::Update(UpdateCartItemRequest {
                customer_id: id,
                pro_id: 3,
                quantity: 5,
                version: Some(4)
            }),
            Received::Remove(RemoveCartItemRequest { customer_id: id, pro_id: 3 }),
            Received::Of("ClearCart", id),
        ]
    );
}

#[actix_web::test]
async fn conflict_response_has_the_cart_or_the_lines() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    shop.orders.set_elsewhere(true);
    let body = problem(noy.send(Method::PUT, &format!("{ITEMS}/1"), json!({"quantity": 5})).await).await;
    assert_eq!((&body["status"], &body["reason"]), (&json!(409), &json!("cart_changed")));
    assert_eq!(body["cart"]["lines"][0]["pro_id"], 1);

    shop.orders.fail_next(Error::stock_short(vec![StockShortage { pro_id: 1, requested: 9, available: 7 }]));
    let body = problem(noy.send(Method::POST, ITEMS, json!({"pro_id": 1, "quantity": 9})).await).await;
    assert_eq!((&body["status"], &body["reason"]), (&json!(409), &json!("stock_short")));
    assert_eq!((&body["lines"][0]["requested"], &body["lines"][0]["available"]), (&json!(9), &json!(7)));

    shop.orders.fail_next(Error::conflict("idempotency_key_reused", "another"));
    let body = problem(noy.send(Method::POST, ITEMS, json!({"pro_id": 1, "quantity": 9})).await).await;
    assert_eq!((&body["status"], &body["reason"]), (&json!(422), &json!("idempotency_key_reused")));
}

#[rstest]
#[case(Method::POST, "/api/auth/cart/items", r#"{"pro_id": "x", "quantity": 1}"#, "pro_id")]
#[case(Method::POST, "/api/auth/cart/items", r#"{"pro_id": 1, "quantity": 1.5}"#, "quantity")]
#[case(Method::POST, "/api/auth/cart/items", r#"{"pro_id": 1, "quantity": null}"#, "quantity")]
#[case(Method::PUT, "/api/auth/cart/items/x", r#"{"quantity": 1}"#, "pro_id")]
#[case(Method::PUT, "/api/auth/cart/items/1", r#"{"quantity": []}"#, "quantity")]
#[case(Method::PUT, "/api/auth/cart/items/1", r#"{"quantity": 1, "version": "new"}"#, "version")]
#[case(Method::DELETE, "/api/auth/cart/items/-1", "{}", "pro_id")]
#[case(Method::PUT, "/api/auth/wishlist/0", "{}", "pro_id")]
#[case(Method::DELETE, "/api/auth/wishlist/1e3", "{}", "pro_id")]
#[actix_web::test]
async fn invalid_cart_field_is_reported(
    #[case] method: Method,
    #[case] path: &str,
    #[case] body: &'static str,
    #[case] field: &str,
) {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let request = noy.request(method, path).header("content-type", "application/json").body(body);
    let body = problem(request.send().await.unwrap()).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!(field)), "{body}");
    assert!(shop.orders.take_received().is_empty());
}

#[actix_web::test]
async fn invalid_idempotency_key_is_refused() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let request = noy.request(Method::POST, ITEMS).header("idempotency-key", "a b");
    let body = problem(request.json(&json!({"pro_id": 1, "quantity": 1})).send().await.unwrap()).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("Idempotency-Key")));
}

#[actix_web::test]
async fn wishlist_is_returned_as_a_whole() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    shop.orders.take_received();
    let body: Value = noy.get("/api/auth/wishlist").await.json().await.unwrap();
    assert_eq!(
        body["data"],
        json!([{"pro_id": 3, "pro_name_la": "", "pro_name_en": "Drill", "pro_img_cover": "", "price": null,
            "product_price1": null, "stock": 0, "unit_name_la": "", "unit_name_en": "", "in_cart": true}])
    );
    let added = noy.send(Method::POST, "/api/auth/wishlist/add-all-to-cart", json!({})).await;
    let added: Value = added.json().await.unwrap();
    assert_eq!(added["data"]["added"], json!([1, 2]));
    assert_eq!(added["data"]["skipped"], json!([{"pro_id": 3, "reason": "in_cart"}]));
    assert_eq!(added["data"]["cart"]["count"], 4);
    noy.send(Method::PUT, "/api/auth/wishlist/3", json!({})).await;
    noy.send(Method::DELETE, "/api/auth/wishlist/3", json!({})).await;
    noy.send(Method::DELETE, "/api/auth/wishlist", json!({})).await;
    let received =
        ["GetWishlist", "AddWishlistToCart", "AddWishlistItem", "RemoveWishlistItem", "ClearWishlist"];
    assert_eq!(shop.orders.take_received(), received.map(|name| Received::Of(name, id)));
    shop.orders.fail_next(Error::not_found("no such product"));
    assert_eq!(noy.send(Method::PUT, "/api/auth/wishlist/3", json!({})).await.status(), 404);
}

#[actix_web::test]
async fn viewed_products_belong_to_the_signed_in_customer() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let customer_id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    shop.orders.take_received();
    let path = "/api/auth/viewed-products";
    let body: Value = noy.get(path).await.json().await.unwrap();
    assert_eq!(body["data"], json!([{"pro_id": 3, "viewed_at": "2026-11-21T00:00:00+07:00"}]));
    let added = noy.send(Method::POST, path, json!({"pro_ids": [3, 7]})).await;
    let added: Value = added.json().await.unwrap();
    assert_eq!(added["data"][0]["pro_id"], 3);
    assert_eq!(noy.send(Method::DELETE, path, json!({})).await.status(), 200);
    assert_eq!(
        shop.orders.take_received(),
        [
            Received::Of("ListViewedProducts", customer_id),
            Received::Viewed(AddViewedProductsRequest { customer_id, pro_ids: vec![3, 7] }),
            Received::Of("ClearViewedProducts", customer_id)
        ]
    );
    for body in [json!({}), json!({"pro_ids": "3"}), json!({"pro_ids": [3], "customer_id": 1})] {
        assert_eq!(noy.send(Method::POST, path, body).await.status(), 400);
    }
}

#[actix_web::test]
async fn points_are_returned_with_their_history() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let body: Value = noy.get("/api/auth/points").await.json().await.unwrap();
    assert_eq!(
        body["data"],
        json!({"balance": 9, "kip_per_point_earned": 200_000, "point_value": 1000, "entries": [
            {"at": "2026-11-21T00:00:00+07:00", "kind": "revoked", "points": -3, "order_id": "a"}]})
    );
}

#[actix_web::test]
async fn outage_of_orders_is_unavailable() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    for _ in 0..3 {
        shop.orders.fail_next(Error::new(Code::Unavailable, "down"));
        let response = noy.request(Method::DELETE, "/api/auth/cart").send().await.unwrap();
        assert_eq!(response.status(), 503);
        assert!(response.headers().contains_key("retry-after"));
    }
}
