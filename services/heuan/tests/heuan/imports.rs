//! Import and export in the back office and on the command line, end to end: the real binary and the API.

use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{Browser, GOOD, Shop, folder};
use heuan_testkit::{Engine, eventually};

const IMPORTS: &str = "/api/staff/imports";

async fn send(browser: &Browser, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let response = browser.send(method, path, body).await;
    (response.status().as_u16(), response.json().await.unwrap())
}

/// A browser of a new member of the staff.
async fn staff(shop: &Shop, browser: &Browser) {
    let body = json!({"fname": "Kham", "lname": "Phanthavong", "phone": "020 5512 3457", "password": "correct horse"});
    let (status, registered) = send(browser, Method::POST, "/api/auth/register", &body).await;
    assert_eq!(status, 201);
    let customer_id = registered["data"]["customer"]["cus_id"].to_string();
    let made = shop.command(&["staff", "add", "--existing", &customer_id]).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // A new role ends the sessions of the account.
    let login = json!({"identifier": "020 5512 3457", "password": "correct horse"});
    assert_eq!(browser.send(Method::POST, "/api/auth/login", &login).await.status(), 200);
}

/// The address of a new import of `prices`, which is checked.
async fn checked_import(kham: &Browser, prices: &str) -> String {
    let body = json!({"file_name": "prices.csv", "bytes": prices.len()});
    let (status, begun) = send(kham, Method::POST, IMPORTS, &body).await;
    assert_eq!((status, &begun["data"]["state"]), (201, &"uploading".into()), "{begun}");
    let one = format!("{IMPORTS}/{}", begun["data"]["import_id"].as_str().unwrap());
    let part = kham.request(Method::PUT, &format!("{one}/content?offset=0"));
    let part = part.header("content-type", "application/octet-stream");
    let sent = part.body(prices.to_owned()).send().await.unwrap();
    assert_eq!(sent.status(), 200);
    assert_eq!(send(kham, Method::POST, &format!("{one}/check"), &json!({})).await.0, 202);
    eventually("the import is ready", async || {
        send(kham, Method::GET, &one, &json!({})).await.1["data"]["import"]["state"] == "ready"
    })
    .await;
    one
}

/// Runs the command `heuan`; returns whether it succeeded and its output.
fn heuan(shop: &Shop, words: &[&str]) -> (bool, String) {
    let output = shop.command(words).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.success(), said)
}

#[rstest]
#[tokio::test]
async fn exported_catalog_is_imported_by_the_browser_and_the_command(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    let goods = folder(&GOOD);
    assert!(shop.import(goods.path(), &[]).status.success());
    let place = tempfile::tempdir().unwrap();
    let file = |name: &str| place.path().join(name);
    let export = |shop: &Shop, name: &str| {
        let done = shop.command(&["export", file(name).to_str().unwrap()]).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        std::fs::read(file(name)).unwrap()
    };
    let first = export(&shop, "first.zip");

    // The command imports the file into another shop, which then exports the same bytes.
    let other = Shop::new();
    let imported = other.command(&["import", file("first.zip").to_str().unwrap()]).output().unwrap();
    assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stdout));
    assert_eq!(export(&other, "second.zip"), first);

    // So does the browser, in this shop, where it changes a price.
    let open = shop.open();
    let kham = Browser::new(&open).await;
    staff(&shop, &kham).await;
    let one = checked_import(&kham, "pro_id,price\n101,4321\n").await;
    let (_, checked) = send(&kham, Method::GET, &one, &json!({})).await;
    let shown = json!({"preview": checked["data"]["import"]["preview"]});
    assert_eq!(send(&kham, Method::POST, &format!("{one}/apply"), &shown).await.0, 202);
    eventually("shoppers see the price", async || {
        open.json("/api/v1/product/101").await["data"]["price"] == 4321
    })
    .await;
    let (_, history) = send(&kham, Method::GET, IMPORTS, &json!({})).await;
    let names: Vec<&Value> = history["data"].as_array().unwrap().iter().map(|it| &it["file_name"]).collect();
    assert_eq!((names.len(), names[0]), (2, &"prices.csv".into()));
    assert_eq!(history["data"][0]["by"]["name"], "Kham Phanthavong");
    assert_eq!(history["data"][1]["by"], Value::Null);

    let exported = kham.send(Method::POST, "/api/staff/export", &json!({"table": "products"})).await;
    assert_eq!(exported.headers()["content-disposition"], "attachment; filename=\"products.csv\"");
    assert!(exported.text().await.unwrap().contains(",4321,"));
    let whole = kham.send(Method::POST, "/api/staff/export", &json!({})).await;
    assert!(whole.bytes().await.unwrap().starts_with(b"PK"));
    let (_, audit) = send(&kham, Method::GET, "/api/staff/audit", &json!({})).await;
    let actions: Vec<&str> =
        audit["data"].as_array().unwrap().iter().filter_map(|it| it["action"].as_str()).collect();
    for action in ["POST /api/staff/export", "POST /api/staff/imports/{import_id}/apply"] {
        assert!(actions.contains(&action), "{actions:?}");
    }
}

#[rstest]
#[tokio::test]
async fn import_is_repeated_applied_and_discarded_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    let goods = folder(&GOOD);
    assert!(shop.import(goods.path(), &[]).status.success());
    let open = shop.open();
    let kham = Browser::new(&open).await;
    staff(&shop, &kham).await;
    let one = checked_import(&kham, "pro_id,price\n101,4321\n").await;
    let import_id = one.rsplit('/').next().unwrap();
    let price_is = async |price: i64| {
        eventually("shoppers see the price", async || {
            open.json("/api/v1/product/101").await["data"]["price"] == price
        })
        .await;
    };

    let (done, said) = heuan(&shop, &["imports", "apply", import_id]);
    assert!(done && said.contains("applied  by Kham Phanthavong  prices.csv: products +0 ~1 "), "{said}");
    price_is(4321).await;
    let (done, said) = heuan(&shop, &["imports", "discard", import_id]);
    assert!(!done && said.contains("is not in the state for this"), "{said}");
    let (done, said) = heuan(&shop, &["imports", "repeat", "1"]);
    assert!(!done && said.contains("no such import"), "{said}");

    // Its file is checked as another import, which is discarded with its file.
    assert!(heuan(&shop, &["product", "set", "101", "price=4000"]).0);
    let (done, said) = heuan(&shop, &["imports", "repeat", import_id]);
    assert!(done && said.contains("ready  by command line  prices.csv: products +0 ~1 "), "{said}");
    assert!(said.contains("nothing was changed yet"), "{said}");
    let discarded = said.split_whitespace().next().unwrap();
    let (done, said) = heuan(&shop, &["imports", "discard", discarded]);
    assert!(done && said.contains("cancelled  by command line"), "{said}");
    let (done, said) = heuan(&shop, &["imports", "repeat", discarded]);
    assert!(!done && said.contains("is no longer stored"), "{said}");
    price_is(4000).await;

    // A change of the shop after the check leads to another check before the file is applied.
    let (done, said) = heuan(&shop, &["imports", "repeat", import_id]);
    assert!(done, "{said}");
    let repeated = said.split_whitespace().next().unwrap();
    assert!(heuan(&shop, &["product", "set", "101", "price=4100"]).0);
    let (done, said) = heuan(&shop, &["imports", "apply", repeated]);
    assert!(!done && said.contains("the shop has changed since the preview"), "{said}");
    let (done, said) = heuan(&shop, &["imports", "apply", repeated]);
    assert!(done && said.contains("applied  by command line"), "{said}");
    price_is(4321).await;

    let (done, said) = heuan(&shop, &["imports", "list", "--limit", "3"]);
    let listed: Vec<&str> = said.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(done && listed == [repeated, discarded, import_id], "{said}");
    let (_, audit) = send(&kham, Method::GET, "/api/staff/audit", &json!({})).await;
    for action in [
        "POST /api/staff/imports/{import_id}/repeat",
        "POST /api/staff/imports/{import_id}/apply",
        "DELETE /api/staff/imports/{import_id}",
    ] {
        let entries = audit["data"].as_array().unwrap();
        let is_recorded = entries.iter().any(|it| it["action"] == action && it["name"] == "command line");
        assert!(is_recorded, "{action}: {audit}");
    }
}
