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
    let prices = "pro_id,price\n101,4321\n";
    let body = json!({"file_name": "prices.csv", "bytes": prices.len()});
    let (status, begun) = send(&kham, Method::POST, IMPORTS, &body).await;
    assert_eq!((status, &begun["data"]["state"]), (201, &"uploading".into()), "{begun}");
    let one = format!("{IMPORTS}/{}", begun["data"]["import_id"].as_str().unwrap());
    let part = kham.request(Method::PUT, &format!("{one}/content?offset=0"));
    let part = part.header("content-type", "application/octet-stream");
    let sent = part.body(prices).send().await.unwrap();
    assert_eq!(sent.status(), 200);
    assert_eq!(send(&kham, Method::POST, &format!("{one}/check"), &json!({})).await.0, 202);
    eventually("the import is ready", async || {
        send(&kham, Method::GET, &one, &json!({})).await.1["data"]["import"]["state"] == "ready"
    })
    .await;
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
