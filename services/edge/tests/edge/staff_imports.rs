//! Imports and exports of the back office as called by browsers.

use heuan_rpc::Error;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    support::{TestShop, problem, shop},
};

const IMPORTS: &str = "/api/staff/imports";

async fn staff(shop: &TestShop) -> Browser<'_> {
    let browser = Browser::registered(shop, "030").await;
    shop.accounts.make_staff("030");
    browser
}

async fn json(response: Response, status: u16) -> Value {
    assert_eq!(response.status(), status);
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json().await.unwrap()
}

#[actix_web::test]
async fn import_is_uploaded_in_parts_checked_and_applied() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let body = json!({"file_name": "prices.csv", "bytes": 9});
    let begun = json(kham.send(Method::POST, IMPORTS, body).await, 201).await;
    assert_eq!((&begun["data"]["state"], &begun["data"]["by"]["cus_id"]), (&"ready".into(), &7.into()));
    let part_of = |offset: &str, content_type: &str| {
        let request = kham.request(Method::PUT, &format!("{IMPORTS}/1/content?offset={offset}"));
        request.header("content-type", content_type)
    };
    let part = |offset: &str| part_of(offset, "application/octet-stream");
    let received = json(part("4").body(vec![b'x'; 1 << 20]).send().await.unwrap(), 200).await;
    assert_eq!(received["data"]["received"], 4 + (1 << 20));
    let too_large = problem(part("0").body(vec![b'x'; (1 << 20) + 1]).send().await.unwrap()).await;
    assert_eq!(too_large["status"], 413);
    for wrong in ["x", "", "-1", "%205"] {
        let no_offset = problem(part(wrong).body("x").send().await.unwrap()).await;
        assert_eq!((&no_offset["status"], &no_offset["field"]), (&400.into(), &"offset".into()));
    }
    let form = problem(part_of("0", "text/plain").body("x").send().await.unwrap()).await;
    assert_eq!(form["status"], 415);
    json(kham.send(Method::POST, &format!("{IMPORTS}/1/check"), json!({})).await, 202).await;
    let apply = format!("{IMPORTS}/1/apply");
    json(kham.send(Method::POST, &apply, json!({"preview": "second"})).await, 202).await;
    json(kham.send(Method::DELETE, &format!("{IMPORTS}/1"), json!({})).await, 200).await;
    assert_eq!(
        shop.fake.imports().take_received(),
        [
            "begin prices.csv 9 false as Manager",
            "append 1 4 1048576 as Manager",
            "check 1 as Manager",
            "apply 1 second as Manager",
            "cancel 1 as Manager",
        ]
    );
    // A part of a file is no action of its own.
    let audit = shop.accounts.stored().audit.clone();
    assert_eq!(audit.len(), 4, "{audit:?}");
    let ended = shop.accounts.ended_audit(4).await;
    assert!(ended.iter().all(|end| end.detail == "prices.csv: products +0 ~1 −0"), "{ended:?}");
    let missing = problem(kham.send(Method::POST, &apply, json!({})).await).await;
    assert_eq!(
        (&missing["status"], &missing["code"]),
        (&400.into(), &"invalid_argument".into()),
        "{missing}"
    );
    let empty = problem(kham.send(Method::POST, &apply, json!({"preview": ""})).await).await;
    assert_eq!((&empty["status"], &empty["field"]), (&400.into(), &"preview".into()), "{empty}");
    assert_eq!(shop.fake.imports().take_received(), [""; 0]);
}

/// In JSON a line break has two bytes.
#[actix_web::test]
async fn mapping_of_its_largest_size_is_passed_on() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let body = json!({"file_name": "prices.csv", "bytes": 9, "mapping": "\n".repeat(64 << 10)});
    json(kham.send(Method::POST, IMPORTS, body).await, 201).await;
}

#[actix_web::test]
async fn former_import_is_repeated() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let path = format!("{IMPORTS}/1/repeat");
    let again = json(kham.send(Method::POST, &path, json!({})).await, 202).await;
    assert_eq!((&again["data"]["import_id"], &again["data"]["can_repeat"]), (&"2".into(), &true.into()));
    json(kham.send(Method::POST, &path, json!({"mapping": "format = 1"})).await, 202).await;
    assert_eq!(
        shop.fake.imports().take_received(),
        ["repeat 1 None as Manager", "repeat 1 Some(\"format = 1\") as Manager"]
    );
    shop.fake.imports().refuse(Error::conflict("import_file_gone", "upload it again"));
    let gone = problem(kham.send(Method::POST, &path, json!({})).await).await;
    assert_eq!((&gone["status"], &gone["reason"]), (&409.into(), &"import_file_gone".into()));
}

#[actix_web::test]
async fn import_has_progress_changes_and_faults() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    let path = format!("{IMPORTS}/1?fault_offset=100&fault_limit=50");
    let detail = json(kham.get(&path).await, 200).await["data"].clone();
    assert_eq!(shop.fake.imports().take_received(), ["get 1 100 50 as Manager"]);
    let import = &detail["import"];
    assert_eq!(import["progress"], json!({"phase": "writing", "done": 1, "total": 2}));
    assert_eq!(
        (&import["created_at"], &import["error"]),
        (&"2026-11-21T00:00:00+07:00".into(), &"the shop has a folder".into())
    );
    assert_eq!(
        (&import["error_code"], &import["error_values"]),
        (&"folder_in_the_way".into(), &json!({"path": "c/1.png"}))
    );
    assert_eq!(import["preview_outdated"], true);
    assert_eq!((&import["preview"], &import["ends_demo"]), (&"second".into(), &true.into()));
    let prices = json!({"removed": 2, "removed_hidden": 1, "halved": 3, "halved_hidden": 2});
    assert_eq!(import["tables"][0]["prices"], prices);
    let row = &import["tables"][0]["rows"][0];
    assert_eq!((&row["kind"], &row["from"], &row["to"]), (&"changed".into(), &"5".into(), &Value::Null));
    assert_eq!(
        detail["faults"][0],
        json!({
            "file": "products.csv", "line": 118, "column": "price", "value": "58.000", "row": "101",
            "reason": "must be a whole number", "is_warning": false,
            "code": "too_high", "values": {"max": "9"},
        })
    );
    assert_eq!(detail["faults"][1]["line"], Value::Null);
    let list = json(kham.get(&format!("{IMPORTS}?limit=5")).await, 200).await;
    assert_eq!((&list["available"], &list["unavailable_reason"]), (&false.into(), &"no folder".into()));
    assert_eq!(list["unavailable_code"], "no_media");
    assert_eq!((&list["next_cursor"], &list["max_bytes"]), (&"0193a".into(), &512.into()));
    let wrong = problem(kham.get(&format!("{IMPORTS}?limit=101")).await).await;
    assert_eq!((&wrong["status"], &wrong["field"]), (&400.into(), &"limit".into()));
}

#[actix_web::test]
async fn export_is_a_stream_with_a_file_name() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let exported = kham.send(Method::POST, "/api/staff/export", json!({"table": "promotion_types"})).await;
    assert_eq!(exported.headers()["content-disposition"], "attachment; filename=\"promotion_types.csv\"");
    assert_eq!(exported.headers()["cache-control"], "no-store");
    assert_eq!(exported.text().await.unwrap(), "one,two");
    let exported = kham.send(Method::POST, "/api/staff/export", json!({"media": false})).await;
    assert_eq!(exported.headers()["content-type"], "application/zip");
    assert_eq!(
        shop.fake.imports().take_received(),
        ["export promotion_types true as Manager", "export  false as Manager"]
    );
    shop.fake.imports().refuse(Error::conflict("export_unavailable", "no folder"));
    let refused = problem(kham.send(Method::POST, "/api/staff/export", json!({})).await).await;
    assert_eq!((&refused["status"], &refused["reason"]), (&409.into(), &"export_unavailable".into()));
}
