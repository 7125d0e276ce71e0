//! Web Push end to end: the real binary with edge, accounts and notifications, and a push service.

use std::collections::BTreeSet;

use crate::support::{Browser, Open, Shop};
use heuan_testkit::{
    Engine, eventually,
    upstream::{Reply, Upstream},
};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

const PASSWORD: &str = "correct horse";
const PHONE: &str = "020 5512 3456";
/// The generator of P-256 as the public key of a browser.
const KEY: &str = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";

async fn send(browser: &Browser, method: Method, path: &str, body: Value) -> u16 {
    browser.send(method, path, &body).await.status().as_u16()
}

async fn login(shop: &Open, password: &str) -> Browser {
    let browser = Browser::new(shop).await;
    let body = json!({"identifier": PHONE, "password": password});
    assert_eq!(send(&browser, Method::POST, "/api/auth/login", body).await, 200);
    browser
}

async fn subscribe(browser: &Browser, push: &Upstream, name: &str) {
    let keys = json!({"p256dh": KEY, "auth": "AAAAAAAAAAAAAAAAAAAAAA"});
    let body = json!({"endpoint": format!("{}/{name}", push.url()), "keys": keys, "language": "en"});
    assert_eq!(send(browser, Method::PUT, "/api/auth/push/subscription", body).await, 200);
}

/// Sends two notifications to the customer of `browser` and checks that the browsers `paths` get them and no others. The second is
/// sent when the first has arrived, and due pushes are started in the order of their notifications.
async fn check_receivers(browser: &Browser, push: &Upstream, paths: &[&str]) {
    let wanted: BTreeSet<String> = paths.iter().map(|&path| path.to_owned()).collect();
    let since = |at: usize| -> BTreeSet<String> { push.requests().split_off(at).into_iter().collect() };
    let first = push.requests().len();
    for _ in 0..2 {
        let before = push.requests().len();
        let body = json!({"no_title": "T", "no_body": "B"});
        assert_eq!(send(browser, Method::POST, "/api/auth/notifications/user", body).await, 201);
        eventually("pushes are sent", async || since(before).is_superset(&wanted)).await;
    }
    assert_eq!(since(first), wanted);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn new_password_ends_the_pushes_of_other_devices(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    let open = shop.open_with(&[("HEUAN_NOTIFICATIONS__PUSH_TO_LOOPBACK", "true")]);
    let push = Upstream::start(Reply::Json(201, "{}".to_owned())).await.unwrap();
    let phone = Browser::new(&open).await;
    let noy = json!({"fname": "Noy", "lname": "Keo", "phone": PHONE, "password": PASSWORD});
    assert_eq!(send(&phone, Method::POST, "/api/auth/register", noy).await, 201);
    let laptop = login(&open, PASSWORD).await;
    subscribe(&laptop, &push, "laptop").await;
    check_receivers(&phone, &push, &["/laptop"]).await;

    subscribe(&phone, &push, "phone").await;
    let change = json!({"current": PASSWORD, "new": "a better one"});
    assert_eq!(send(&phone, Method::POST, "/api/auth/password", change).await, 200);
    check_receivers(&phone, &push, &["/phone"]).await;

    let laptop = login(&open, "a better one").await;
    subscribe(&laptop, &push, "laptop").await;
    check_receivers(&phone, &push, &["/laptop", "/phone"]).await;

    assert_eq!(send(&phone, Method::POST, "/api/auth/logout?all=1", json!({})).await, 200);
    let tablet = login(&open, "a better one").await;
    subscribe(&tablet, &push, "tablet").await;
    check_receivers(&tablet, &push, &["/tablet"]).await;
    assert_eq!(open.end(), Some(0));
}
