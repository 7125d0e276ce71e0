//! `heuan customer export` and `heuan customer erase` beside a running shop.

mod export_check;
mod former_staff;
mod life;
mod made_by_code;
mod table_treatments;
mod traces;

use std::{fs, process::Output};

use heuan_testkit::{Engine, eventually};
use reqwest::{Method, StatusCode};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    check::SETTINGS,
    support::{Browser, GOOD, Shop, folder, tables::Tables},
};
use export_check::assert_exported;
use life::{add_staff, handled_by_staff, json_of, live, place, register, settles};
use traces::{files_with, files_with_traces, found, found_of, traces, traces_of_staff};

const ORDERS: &str = "/api/auth/orders";
const PHONE: &str = "020 5512 3456";
const PASSWORD: &str = "correct horse";

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs `heuan customer` with a short deadline of requests.
fn customer(shop: &Shop, words: &[&str]) -> Output {
    let words = [&["customer"], words].concat();
    shop.command(&words).env("HEUAN_EDGE__DEADLINE_MS", "200").output().unwrap()
}

fn erase(shop: &Shop, customer_name: &str) -> (Option<i32>, String) {
    let output = customer(shop, &["erase", customer_name]);
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

fn export(shop: &Shop, customer_name: &str) -> Value {
    let output = customer(shop, &["export", customer_name]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The report of `heuan check` has no faults.
fn assert_clean(shop: &Shop) {
    let output = shop.command(&["check", "--json"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["faults"]), (Some(0), &json!([])), "{report:#}");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn erased_customer_leaves_no_trace_in_any_service(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let settings = [&SETTINGS[..], &[("HEUAN_CHAT__PREVIEW_LOOPBACK", "true")]].concat();
    let open = shop.open_with(&settings);
    let (browser, customer_id) = register(&open, "Somchit", PHONE, "somchit@example.com").await;
    let (other, other_id) = register(&open, "Kham", "020 5598 7654", "kham@example.com").await;
    json_of(&other, Method::POST, "/api/auth/message", json!({"sms": "hello", "client_id": "m1"})).await;
    json_of(&other, Method::POST, "/api/auth/search-history", json!({"searchtext": "ກະເບື້ອງ"})).await;
    let number = live(&shop, &open, &browser).await;
    let others_before = export(&shop, &other_id.to_string());
    let id = customer_id.to_string();

    let (left, places) = found(&shop).await;
    assert_eq!(left, traces(), "the search for traces finds them: {places:#?}");
    assert_exported(&export(&shop, PHONE), &number);
    let file = shop.data.path().join("somchit.json");
    let output = customer(&shop, &["export", "SOMCHIT@example.com", "--out", &file.display().to_string()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_exported(&serde_json::from_slice(&fs::read(&file).unwrap()).unwrap(), &number);
    assert!(!customer(&shop, &["export", &id, "--out", &file.display().to_string()]).status.success());
    fs::remove_file(&file).unwrap();

    // Refused while an order is open: nothing changes.
    let [open_id, open_number, _] = place(&browser, "four", "cod").await;
    let (code, said) = erase(&shop, &id);
    assert!(code == Some(1) && said.contains(&open_number) && said.contains("heuan orders"), "{said}");
    json_of(&browser, Method::GET, "/api/auth/profile", json!({})).await;
    json_of(&browser, Method::POST, &format!("{ORDERS}/{open_id}/cancel"), json!({})).await;
    settles(&shop).await;
    handled_by_staff(&shop, &open, customer_id).await;
    let (left, places) = found_of(&shop, &traces_of_staff()).await;
    assert_eq!(left, traces_of_staff(), "the search for traces finds them: {places:#?}");
    assert_eq!(places.iter().find(|place| place.starts_with("accounts.audit_entry")), None);

    // Interrupted in the middle: the customer is signed out, and the next run continues.
    let mut search = Tables::open(&shop, "search").await;
    search.run("ALTER TABLE search_history RENAME TO search_history_away").await;
    let (code, said) = erase(&shop, PHONE);
    assert!(code == Some(1) && said.contains("search did not erase; run this command again"), "{said}");
    search.run("ALTER TABLE search_history_away RENAME TO search_history").await;
    assert_eq!(
        browser.send(Method::GET, "/api/auth/profile", &json!({})).await.status(),
        StatusCode::UNAUTHORIZED
    );
    let login = json!({"identifier": PHONE, "password": PASSWORD});
    assert_eq!(
        browser.send(Method::POST, "/api/auth/login", &login).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_clean(&shop);
    // What a service gets after it has confirmed is erased as well. Corrections of points are refused.
    let manager = Browser::new(&open).await;
    let login = json!({"identifier": "boun@example.com", "password": PASSWORD});
    json_of(&manager, Method::POST, "/api/auth/login", login).await;
    let correction = json!({"points": 5, "reason": "points for the broken tile", "correction_id": "c2"});
    let path = format!("/api/staff/customers/{id}/points/corrections");
    let refused: Value = manager.send(Method::POST, &path, &correction).await.json().await.unwrap();
    assert_eq!(refused["reason"], "erasing", "{refused}");
    let late = format!(
        "INSERT INTO points_correction (correction_id, customer_id, points, reason, actor_id, actor_name, at) \
         VALUES ('late', {id}, 0, 'points for the broken tile', 0, '', 1)"
    );
    Tables::open(&shop, "orders").await.run(&late).await;
    let (code, said) = erase(&shop, PHONE);
    assert!(code == Some(0) && said.contains(&format!("customer {id} is erased; backups")), "{said}");

    let (_, places) = found(&shop).await;
    assert_eq!(places, Vec::<String>::new());
    let (_, places) = found_of(&shop, &traces_of_staff()).await;
    assert_eq!(places, Vec::<String>::new());
    assert_clean(&shop);
    let mut orders = Tables::open(&shop, "orders").await;
    let kept = orders.rows("customer_order").await;
    assert!(kept.len() == 5 && kept.iter().any(|row| row.contains(&number) && row.contains("ນະຄອນຫຼວງວຽງຈັນ")));
    assert!(!orders.rows("points_account").await.iter().any(|row| row.contains(&id)));

    let (code, said) = erase(&shop, &id);
    assert!(code == Some(0) && said.contains(&format!("customer {id} is erased already, since ")), "{said}");
    let (code, said) = erase(&shop, PHONE);
    assert!(code == Some(1) && said.contains("no customer has this id, phone number"), "{said}");
    assert!(!customer(&shop, &["export", &id]).status.success());
    let (code, said) = erase(&shop, "999999");
    assert!(code == Some(1) && said.contains("no customer has this id"), "{said}");

    // Other customers keep their data, and the phone number is free again.
    let mut others_after = export(&shop, &other_id.to_string());
    others_after["exported_at"] = others_before["exported_at"].clone();
    assert_eq!(others_after, others_before);
    assert_eq!(open.end(), Some(0));
    assert_eq!(files_with_traces(shop.data.path()), Vec::<String>::new());
    assert_eq!(files_with(shop.data.path(), &traces_of_staff()), Vec::<String>::new());
    let open = shop.open_with(&settings);
    let (_, new_id) = register(&open, "Somchit", PHONE, "somchit@example.com").await;
    assert!(new_id > customer_id);
    assert_eq!(export(&shop, PHONE)["orders"]["orders"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn manager_downloads_and_erases_a_customer_in_the_back_office() {
    let shop = Shop::new();
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let preview = ("HEUAN_CHAT__PREVIEW_LOOPBACK", "true");
    let open = shop.open_with(&[&SETTINGS[..], &[preview, ("HEUAN_EDGE__DEADLINE_MS", "2000")]].concat());
    let (browser, customer_id) = register(&open, "Somchit", PHONE, "somchit@example.com").await;
    let number = live(&shop, &open, &browser).await;
    let (manager, manager_id) = register(&open, "Kham", "020 5598 7654", "kham@example.com").await;
    add_staff(&shop, manager_id);
    let login = json!({"identifier": "kham@example.com", "password": PASSWORD});
    json_of(&manager, Method::POST, "/api/auth/login", login).await;
    let path = format!("/api/staff/customers/{customer_id}");
    let exported = json_of(&manager, Method::GET, &format!("{path}/export.json"), json!({})).await;
    assert_exported(&exported, &number);

    let erasure = format!("{path}/erasure");
    let confirm = json!({"confirm": customer_id.to_string()});
    json_of(&manager, Method::POST, &erasure, confirm).await;
    eventually("the customer is erased", async || {
        manager.send(Method::GET, &path, &json!({})).await.status() == StatusCode::NOT_FOUND
    })
    .await;
    let (_, places) = found(&shop).await;
    assert_eq!(places, Vec::<String>::new());
    assert_clean(&shop);
    let own = json!({"confirm": manager_id.to_string()});
    let own_path = format!("/api/staff/customers/{manager_id}/erasure");
    let refused: Value = manager.send(Method::POST, &own_path, &own).await.json().await.unwrap();
    assert_eq!(refused["reason"], "is_staff");
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_member_is_not_erased() {
    let shop = Shop::new();
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let open = shop.open();
    let (browser, customer_id) = register(&open, "Somchit", PHONE, "somchit@example.com").await;
    add_staff(&shop, customer_id);
    let (code, said) = erase(&shop, &customer_id.to_string());
    assert!(code == Some(1) && said.contains("run `heuan staff remove` first"), "{said}");
    drop(browser);
}
