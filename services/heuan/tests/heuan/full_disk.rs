//! A shop on a full disk: reads continue, writes are refused, and writes succeed again once there is space.

use crate::support::{Browser, GOOD, Shop, folder};
use heuan_testkit::{FullDisk, eventually};
use reqwest::{Method, StatusCode};
use serde_json::json;

/// More consecutive failures than open a circuit breaker.
const WRITES: usize = 12;

#[tokio::test]
async fn full_disk_refuses_writes_only_while_it_is_full() {
    let shop = Shop::new();
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let open = shop.open();
    eventually("it is ready", async || open.get("/readyz").await.0 == 200).await;
    let browser = Browser::new(&open).await;
    let noy = json!({"fname": "Noy", "lname": "Keo", "phone": "020 5512 3456", "password": "correct horse"});
    assert_eq!(browser.send(Method::POST, "/api/auth/register", &noy).await.status(), 201);
    let add = async || {
        let item = json!({"pro_id": 101, "quantity": 1});
        browser.send(Method::POST, "/api/auth/cart/items", &item).await
    };
    assert!(add().await.status().is_success());

    let full = FullDisk::of(open.id());
    for _ in 0..WRITES {
        let answer = add().await;
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.headers()["retry-after"], "5");
        let problem: serde_json::Value = answer.json().await.unwrap();
        assert_eq!(problem["code"], "unavailable", "{problem}");
    }
    // Not cached, so it is read from the database; and the cart from the one that cannot write.
    assert_eq!(open.get("/api/v1/product/102").await.0, 200);
    let cart = browser.request(Method::GET, "/api/auth/cart").send().await.unwrap();
    assert_eq!(cart.status(), 200);
    let (status, body) = open.get("/readyz").await;
    assert!(
        status == 200 && body.starts_with("ready\n") && body.contains("\norders: cannot write: "),
        "{body}"
    );
    assert_eq!(open.get("/readyz?writes").await.0, 503);
    let metrics = open.metrics().await;
    assert!(metrics.contains("sql_writes_failing{service=\"orders\"} 1"), "{metrics}");
    assert!(metrics.contains("sql_writes_failing{service=\"notifications\"} 0"), "{metrics}");

    drop(full);
    assert!(add().await.status().is_success());
    eventually("it no longer reports it", async || open.get("/readyz?writes").await.1 == "ready\n").await;
    let metrics = open.metrics().await;
    assert!(metrics.contains("sql_writes_failing{service=\"orders\"} 0"), "{metrics}");
    assert_eq!(open.end(), Some(0));
}
