//! Erasure of accounts created by a one-time code, whose number was stored before the account.

use std::collections::BTreeSet;

use heuan_testkit::{Engine, eventually};
use reqwest::{Method, StatusCode};
use rstest::rstest;
use serde_json::json;

use super::{
    PASSWORD, assert_clean, erase,
    life::{add_staff, json_of, register},
    traces::{files_with, found_of},
};
use crate::support::{
    Browser, Open, Shop,
    tables::{Tables, WITH_SMS, code_for},
};

/// Signs in by a code that is sent to a new number. Returns the customer's id.
async fn made_by_code(shop: &Shop, open: &Open, typed: &str, phone: &str) -> i64 {
    let browser = Browser::new(open).await;
    let request = json!({"identifier": typed, "purpose": "sign_in", "language": "en"});
    json_of(&browser, Method::POST, "/api/auth/code", request).await;
    let code = code_for(shop, phone).await;
    let enter = json!({"identifier": typed, "code": code});
    let body = json_of(&browser, Method::POST, "/api/auth/code/verify", enter).await;
    assert_eq!(body["data"]["is_new"], true);
    body["data"]["customer"]["cus_id"].as_i64().unwrap()
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn customer_made_by_a_code_and_erased_at_once_leaves_no_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let settings = [&WITH_SMS[..], &[("HEUAN_EDGE__DEADLINE_MS", "2000")]].concat();
    let open = shop.open_with(&settings);
    let numbers = BTreeSet::from(["2055123498", "2055123499"].map(str::to_owned));

    // One is erased on the command line, the other by a manager.
    let first = made_by_code(&shop, &open, "020 5512 3498", "+8562055123498").await;
    let second = made_by_code(&shop, &open, "020 5512 3499", "+8562055123499").await;
    let (left, places) = found_of(&shop, &numbers).await;
    assert_eq!(left, numbers, "{places:?}");
    let (code, said) = erase(&shop, &first.to_string());
    assert_eq!(code, Some(0), "{said}");

    let (manager, manager_id) = register(&open, "Kham", "020 5598 7654", "kham@example.com").await;
    add_staff(&shop, manager_id);
    let login = json!({"identifier": "kham@example.com", "password": PASSWORD});
    json_of(&manager, Method::POST, "/api/auth/login", login).await;
    let path = format!("/api/staff/customers/{second}");
    let confirm = json!({"confirm": second.to_string()});
    json_of(&manager, Method::POST, &format!("{path}/erasure"), confirm).await;
    eventually("the customer is erased", async || {
        manager.send(Method::GET, &path, &json!({})).await.status() == StatusCode::NOT_FOUND
    })
    .await;

    let (_, places) = found_of(&shop, &numbers).await;
    assert_eq!(places, Vec::<String>::new());
    assert_clean(&shop);
    assert_eq!(open.end(), Some(0));
    assert_eq!(files_with(shop.data.path(), &numbers), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn code_that_is_requested_while_an_erasure_is_interrupted_leaves_no_number() {
    let shop = Shop::new();
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let open = shop.open_with(&WITH_SMS);
    let numbers = BTreeSet::from(["2055123498".to_owned()]);
    let customer_id = made_by_code(&shop, &open, "020 5512 3498", "+8562055123498").await.to_string();
    // A service after notifications fails.
    let mut catalog = Tables::open(&shop, "catalog-gateway").await;
    catalog.run("ALTER TABLE change_set RENAME TO change_set_away").await;
    let (code, said) = erase(&shop, &customer_id);
    assert!(code == Some(1) && said.contains("catalog-gateway did not erase"), "{said}");
    let mut notifications = Tables::open(&shop, "notifications").await;
    assert!(notifications.rows("outgoing_message").await.is_empty());
    let browser = Browser::new(&open).await;
    let request = json!({"identifier": "020 5512 3498", "purpose": "sign_in", "language": "en"});
    json_of(&browser, Method::POST, "/api/auth/code", request).await;
    code_for(&shop, "+8562055123498").await;
    catalog.run("ALTER TABLE change_set_away RENAME TO change_set").await;
    let (code, said) = erase(&shop, &customer_id);
    assert_eq!(code, Some(0), "{said}");
    let (_, places) = found_of(&shop, &numbers).await;
    assert_eq!(places, Vec::<String>::new());
    assert_eq!(open.end(), Some(0));
    assert_eq!(files_with(shop.data.path(), &numbers), Vec::<String>::new());
}
