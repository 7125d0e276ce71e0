//! Erasure of a former member of the staff: the name in records of their actions.

use heuan_testkit::Engine;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use super::{
    PASSWORD, PHONE, erase,
    life::{json_of, register},
    traces::{files_with_traces, found},
};
use crate::{
    check::SETTINGS,
    support::{Browser, GOOD, Shop, folder},
};

/// Leaves the name of a member of the staff in the records of every service that has them.
async fn work(browser: &Browser, other_id: i64) {
    let send = async |method: Method, path: &str, body: Value| json_of(browser, method, path, body).await;
    let product = "/api/staff/products/101";
    let version = send(Method::GET, product, json!({})).await["data"]["version"].take();
    send(Method::PATCH, product, json!({"version": version, "price": 350})).await;
    let prices = "pro_id,price\n102,4321\n";
    let begin = json!({"file_name": "prices.csv", "bytes": prices.len()});
    send(Method::POST, "/api/staff/imports", begin).await;
    let categories = "/api/staff/content/categories/categories";
    let mut item = send(Method::GET, categories, json!({})).await["data"].take();
    item["body"]["categories"][0]["name"]["en"] = "Paints".into();
    send(Method::PUT, categories, json!({"version": item["version"], "body": item["body"]})).await;
    let hero = "/api/staff/content/hero/hero";
    let mut item = send(Method::GET, hero, json!({})).await["data"].take();
    item["body"]["title"]["en"] = "Everything for the roof".into();
    let draft = json!({"version": item["version"], "body": item["body"]});
    send(Method::PUT, &format!("{hero}/draft"), draft).await;
    let branch = json!({
        "b_code": "", "b_name": "ຮ້ານ", "b_name_eng": "Store", "b_image": "", "brchcode": "", "tb_address_la": "",
        "tb_address_en": "", "b_map": "", "b_f_phone": "", "b_s_phone": "", "b_email": "", "b_f_fax": "", "b_s_fax": "",
        "b_history_la": "", "b_history_en": "", "b_show_map": false, "lat": null, "lng": null, "open": "", "close": "",
    });
    send(Method::POST, "/api/staff/content/branch", json!({"body": branch})).await;
    send(Method::POST, "/api/staff/content/branch", json!({"draft": true, "body": branch})).await;
    send(Method::POST, "/api/staff/searches/synonyms", json!({"words": ["paint", "colour"]})).await;
    send(Method::PUT, "/api/staff/searches/rules", json!({"searchtext": "paint", "action": "pin"})).await;
    let customer = format!("/api/staff/customers/{other_id}");
    send(Method::POST, &format!("{customer}/notes"), json!({"text": "calls in the morning"})).await;
    let conversation = format!("/api/auth/staff/conversations/{other_id}");
    let version = send(Method::GET, &conversation, json!({})).await["data"]["version"].take();
    let reply = json!({"sms": "hello", "client_id": "r1", "version": version});
    send(Method::POST, &format!("{conversation}/messages"), reply).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn erased_former_member_of_the_staff_leaves_no_name_in_any_service(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let open = shop.open_with(&SETTINGS);
    let (browser, customer_id) = register(&open, "Somchit", PHONE, "somchit@example.com").await;
    let (other, other_id) = register(&open, "Kham", "020 5598 7654", "kham@example.com").await;
    json_of(&other, Method::POST, "/api/auth/message", json!({"sms": "hello", "client_id": "m1"})).await;
    assert!(shop.command(&["staff", "add", "--existing", PHONE]).output().unwrap().status.success());
    let login = json!({"identifier": PHONE, "password": PASSWORD});
    json_of(&browser, Method::POST, "/api/auth/login", login).await;
    work(&browser, other_id).await;
    let (_, places) = found(&shop).await;
    for table in [
        "accounts.audit_entry",
        "accounts.customer_note",
        "catalog-gateway.catalog_import",
        "catalog-gateway.change_set",
        "catalog-gateway.content_change",
        "catalog-gateway.content_draft",
        "chat.message",
        "search.search_rule",
        "search.synonym_group",
        "weather-branches.content_change",
        "weather-branches.content_draft",
    ] {
        assert!(places.contains(&format!("{table}: Somchit")), "{table}: {places:#?}");
    }

    assert!(shop.command(&["staff", "remove", PHONE]).output().unwrap().status.success());
    let (code, said) = erase(&shop, &customer_id.to_string());
    assert_eq!(code, Some(0), "{said}");
    let (_, places) = found(&shop).await;
    assert_eq!(places, Vec::<String>::new());
    assert_eq!(open.end(), Some(0));
    assert_eq!(files_with_traces(shop.data.path()), Vec::<String>::new());
}
