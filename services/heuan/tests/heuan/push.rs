//! Web Push end to end: the real binary with edge, accounts and notifications, and a push service.

use std::collections::BTreeMap;

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

/// Waits until this many security notifications are listed. Each is pushed to the browsers that have subscribed before it.
async fn security_notifications(browser: &Browser, count: usize) {
    eventually("security notifications are listed", async || {
        let request = browser.request(Method::GET, "/api/auth/notifications/user");
        let page: Value = request.send().await.unwrap().json().await.unwrap();
        let kinds = page["data"].as_array().unwrap().iter().filter_map(|one| one["kind"].as_str());
        kinds.filter(|kind| kind.starts_with("security.")).count() == count
    })
    .await;
}

/// Sends two notifications to the customer of `browser` and checks how many pushes each browser has got since the test began. The
/// second is sent when the first has arrived, and due pushes are started in the order of their notifications.
async fn check_received(browser: &Browser, push: &Upstream, totals: &[(&str, usize)]) {
    let received = || {
        let mut counts = BTreeMap::new();
        for path in push.requests() {
            *counts.entry(path).or_insert(0) += 1;
        }
        counts
    };
    for still_to_come in [1, 0] {
        let body = json!({"no_title": "T", "no_body": "B"});
        assert_eq!(send(browser, Method::POST, "/api/auth/notifications/user", body).await, 201);
        eventually("pushes are sent", async || {
            let counts = received();
            totals
                .iter()
                .all(|(path, total)| counts.get(*path).is_some_and(|got| got + still_to_come >= *total))
        })
        .await;
    }
    let wanted: BTreeMap<String, usize> =
        totals.iter().map(|&(path, total)| (path.to_owned(), total)).collect();
    assert_eq!(received(), wanted);
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
    let open = shop.open_with(&[
        ("HEUAN_NOTIFICATIONS__PUSH_TO_LOOPBACK", "true"),
        // Beyond it, a notice is in the shop only, without a kind.
        ("HEUAN_ACCOUNTS__SECURITY_NOTICES_PER_UNVERIFIED_RECIPIENT_AND_DAY", "9"),
    ]);
    let push = Upstream::start(Reply::Json(201, "{}".to_owned())).await.unwrap();
    let phone = Browser::new(&open).await;
    let noy = json!({"fname": "Noy", "lname": "Keo", "phone": PHONE, "password": PASSWORD});
    assert_eq!(send(&phone, Method::POST, "/api/auth/register", noy).await, 201);
    let laptop = login(&open, PASSWORD).await;
    security_notifications(&phone, 1).await;
    subscribe(&laptop, &push, "laptop").await;
    check_received(&phone, &push, &[("/laptop", 2)]).await;

    subscribe(&phone, &push, "phone").await;
    let change = json!({"current": PASSWORD, "new": "a better one"});
    assert_eq!(send(&phone, Method::POST, "/api/auth/password", change).await, 200);
    security_notifications(&phone, 2).await;
    check_received(&phone, &push, &[("/laptop", 2), ("/phone", 3)]).await;

    let laptop = login(&open, "a better one").await;
    security_notifications(&phone, 3).await;
    subscribe(&laptop, &push, "laptop").await;
    check_received(&phone, &push, &[("/laptop", 4), ("/phone", 6)]).await;

    assert_eq!(send(&phone, Method::POST, "/api/auth/logout?all=1", json!({})).await, 200);
    let tablet = login(&open, "a better one").await;
    security_notifications(&tablet, 4).await;
    subscribe(&tablet, &push, "tablet").await;
    check_received(&tablet, &push, &[("/laptop", 4), ("/phone", 6), ("/tablet", 2)]).await;
    assert_eq!(open.end(), Some(0));
}
