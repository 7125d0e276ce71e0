//! Erasure of a former member of the staff: the name in records of their actions.

use std::collections::BTreeSet;

use heuan_testkit::Engine;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use super::{
    ORDERS, PASSWORD, PHONE, erase,
    life::{add_staff, json_of, register, settles},
    traces::{files_with_traces, found},
};
use crate::{
    check::SETTINGS,
    support::{
        Browser, GOOD, Shop, folder,
        tables::{SERVICES, Tables},
    },
};

/// Columns of the member of the staff who did something. A table with any of them belongs to one of the lists below.
const STAFF_COLUMNS: [&str; 15] = [
    "account_id",
    "actor_id",
    "actor_name",
    "assignee_id",
    "assignee_name",
    "author_id",
    "blocked_by",
    "claimed_by",
    "claimed_name",
    "created_by",
    "created_by_id",
    "done_by",
    "updated_by",
    "updated_by_id",
    "version_by",
];

/// Tables with the name of a member of the staff, which [`work`] leaves in each of them.
const WITH_NAME: [&str; 20] = [
    "accounts.audit_entry",
    "accounts.contact",
    "accounts.customer",
    "accounts.customer_note",
    "catalog-gateway.catalog_import",
    "catalog-gateway.change_set",
    "catalog-gateway.content_change",
    "catalog-gateway.content_draft",
    "chat.conversation",
    "chat.event",
    "chat.message",
    "orders.customer_order",
    "orders.line_change",
    "orders.order_log",
    "orders.picked_line",
    "orders.points_correction",
    "search.search_rule",
    "search.synonym_group",
    "weather-branches.content_change",
    "weather-branches.content_draft",
];

/// Tables with the id alone, which stands for no person after the account is erased.
const WITH_ID_ALONE: [&str; 3] =
    ["catalog-gateway.change_request", "chat.message_like", "notifications.news"];

/// A table that is in no list could keep the name of a former member of the staff.
#[tokio::test(flavor = "multi_thread")]
async fn every_table_with_a_member_of_the_staff_is_known() {
    let shop = Shop::new();
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let mut found = BTreeSet::new();
    for service in SERVICES {
        let mut tables = Tables::open(&shop, service).await;
        for table in tables.names().await {
            let columns = tables.columns(&table).await;
            if columns.iter().any(|column| STAFF_COLUMNS.contains(&column.as_str())) {
                found.insert(format!("{service}.{table}"));
            }
        }
    }
    let known = WITH_NAME.iter().chain(&WITH_ID_ALONE).map(|table| (*table).to_owned());
    assert_eq!(found, known.collect());
}

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
    let correction = json!({"points": 5, "reason": "broken tile", "correction_id": "c1"});
    send(Method::POST, &format!("{customer}/points/corrections"), correction).await;
    let conversation = format!("/api/auth/staff/conversations/{other_id}");
    let version = async || send(Method::GET, &conversation, json!({})).await["data"]["version"].take();
    let reply = json!({"sms": "hello", "client_id": "r1", "version": version().await});
    send(Method::POST, &format!("{conversation}/messages"), reply).await;
    send(Method::POST, &format!("{conversation}/claim"), json!({"version": version().await})).await;
    let messages = send(Method::GET, "/api/staff/messages", json!({})).await["data"].take();
    let message = format!("/api/staff/messages/{}", messages[0]["contact_id"]);
    send(Method::PATCH, &message, json!({"done": true})).await;
}

/// An order of another customer, which the member of the staff changes and prepares.
async fn prepare_order(shop: &Shop, staff: &Browser, other: &Browser) {
    let order = json!({
        "phone": "020 5598 7654", "payment": {"method": "cod"}, "buyNow": true,
        "items": [{"pro_id": 101, "quantity": 1}, {"pro_id": 102, "quantity": 1}],
        "delivery": {"method": "delivery", "province": "ນະຄອນຫຼວງວຽງຈັນ", "district": "ເມືອງໄກ", "village": "ບ້ານໄກ"},
        "receiver": {"name": "Kham"},
    });
    let placed = keyed(other, Method::POST, ORDERS, &order).await;
    settles(shop).await;
    let path = format!("/api/staff/orders/{}", placed["data"]["order_id"].as_str().unwrap());
    let version = async || json_of(staff, Method::GET, &path, json!({})).await["data"]["version"].take();
    let lines = json!({
        "version": version().await, "lines": [{"pro_id": 101, "quantity": 1}], "reason": "sold out", "consent": "phone",
    });
    keyed(staff, Method::PUT, &format!("{path}/lines"), &lines).await;
    settles(shop).await;
    for action in ["assign", "confirm"] {
        let step = json!({"action": action, "version": version().await});
        json_of(staff, Method::POST, &format!("{path}/actions"), step).await;
    }
    let tick = json!({"pro_id": 101, "quantity": 1, "picked": true});
    json_of(staff, Method::PUT, &format!("{path}/picked-lines"), tick).await;
    settles(shop).await;
}

/// Sends a request that needs an idempotency key.
async fn keyed(browser: &Browser, method: Method, path: &str, body: &Value) -> Value {
    let request = browser.request(method, path).header("Idempotency-Key", "once").json(body);
    let response = request.send().await.unwrap();
    let status = response.status();
    let body: Value = response.json().await.unwrap();
    assert!(status.is_success(), "{path}: {status} {body}");
    body
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
    let contact =
        json!({"sender_type": 1, "topic": 1, "name": "Kham", "phone": "020 5598 7654", "message": "late"});
    json_of(&other, Method::POST, "/api/v1/contact", contact).await;
    add_staff(&shop, customer_id);
    let login = json!({"identifier": PHONE, "password": PASSWORD});
    json_of(&browser, Method::POST, "/api/auth/login", login).await;
    work(&browser, other_id).await;
    prepare_order(&shop, &browser, &other).await;
    let block = json!({"reason": "does not pay"});
    json_of(&browser, Method::PUT, &format!("/api/staff/customers/{other_id}/block"), block).await;
    settles(&shop).await;
    let (_, places) = found(&shop).await;
    for table in WITH_NAME {
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
