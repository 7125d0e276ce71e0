//! Products changed by staff, end to end: the real binary, the API and the command line.

use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{Browser, GOOD, Open, Shop, folder};
use heuan_testkit::{Engine, eventually};

const STAFF: &str = "/api/staff/products";

async fn shop(engine: Engine) -> Shop {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    let goods = folder(&GOOD);
    assert!(shop.import(goods.path(), &[]).status.success());
    shop
}

/// A browser of a new member of the staff.
async fn staff(shop: &Shop, open: &Open) -> Browser {
    let browser = Browser::new(open).await;
    let body = json!({"fname": "Kham", "lname": "Phanthavong", "phone": "020 5512 3457", "password": "correct horse"});
    let (status, registered) = send(&browser, Method::POST, "/api/auth/register", &body).await;
    assert_eq!(status, 201);
    let customer_id = registered["data"]["customer"]["cus_id"].to_string();
    let made = shop.command(&["staff", "add", "--existing", &customer_id]).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // A new role ends the sessions of the account.
    let login = json!({"identifier": "020 5512 3457", "password": "correct horse"});
    assert_eq!(browser.send(Method::POST, "/api/auth/login", &login).await.status(), 200);
    browser
}

async fn send(browser: &Browser, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let response = browser.send(method, path, body).await;
    (response.status().as_u16(), response.json().await.unwrap())
}

fn product(shop: &Shop, words: &[&str]) -> (bool, String) {
    let words: Vec<&str> = ["product"].into_iter().chain(words.iter().copied()).collect();
    let output = shop.command(&words).output().unwrap();
    (
        output.status.success(),
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap(),
    )
}

#[rstest]
#[tokio::test]
async fn edit_is_seen_by_shoppers_search_and_cart(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = shop.open();
    let kham = staff(&shop, &open).await;
    let one = format!("{STAFF}/101");
    let (status, seen) = send(&kham, Method::GET, &one, &json!({})).await;
    assert_eq!(status, 200, "{seen}");
    let version = seen["data"]["version"].as_i64().unwrap();

    let edit = json!({"version": version, "price": 350, "pro_name_en": "Ivory paint"});
    let (status, edited) = send(&kham, Method::PATCH, &one, &edit).await;
    assert_eq!((status, &edited["data"]["price"]), (200, &350.into()), "{edited}");
    assert_eq!(edited["data"]["ledger"][0]["by"]["name"], "Kham Phanthavong");
    eventually("shoppers see the edit", async || {
        let shown = open.json("/api/v1/product/101").await;
        shown["data"]["price"] == 350 && shown["data"]["pro_name_en"] == "Ivory paint"
    })
    .await;
    eventually("the search knows the new name", async || {
        open.json("/api/v1/search-product?search=ivory").await["total"] == 1
    })
    .await;
    // The other clerk's form is of the former version.
    let (status, conflict) = send(&kham, Method::PATCH, &one, &edit).await;
    assert_eq!((status, &conflict["reason"]), (409, &"product_changed".into()));
    assert_eq!(conflict["product"]["price"], 350);

    // Hidden: shoppers cannot find it any more, staff can; the cart line is not for sale.
    let line = json!({"pro_id": 101, "quantity": 1});
    assert!(kham.send(Method::POST, "/api/auth/cart/items", &line).await.status().is_success());
    let hide = json!({"version": version + 1, "visible": false});
    assert_eq!(send(&kham, Method::PATCH, &one, &hide).await.0, 200);
    eventually("shoppers see it no more", async || open.get("/api/v1/product/101").await.0 == 404).await;
    eventually("the search finds it no more", async || {
        open.json("/api/v1/search-product?search=ivory").await["total"] == 0
    })
    .await;
    eventually("the cart line is not for sale", async || {
        let (_, cart) = send(&kham, Method::GET, "/api/auth/cart", &json!({})).await;
        cart["data"]["lines"][0]["state"] == "not_for_sale"
    })
    .await;
    let (_, found) = send(&kham, Method::GET, &format!("{STAFF}?search=ivory"), &json!({})).await;
    assert_eq!(found["data"][0]["pro_id"], 101);

    // A customer does not learn that any of this exists.
    let noy = Browser::new(&open).await;
    let body = json!({"fname": "Noy", "lname": "Keo", "phone": "020 5512 3456", "password": "correct horse"});
    assert_eq!(noy.send(Method::POST, "/api/auth/register", &body).await.status(), 201);
    assert_eq!(send(&noy, Method::PATCH, &one, &hide).await.0, 404);
    let checked = shop.command(&["check"]).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

/// Every public address that shows a product.
const OF_SHOPPERS: [&str; 10] = [
    "/api/v1/product/101",
    "/api/v1/product/101/related",
    "/api/v1/product/102/related",
    "/api/v1/product?group=11",
    "/api/v1/collection/popular",
    "/api/v1/search-product?search=ivory",
    "/api/v1/suggetsearch?search=ivory",
    "/api/v1/promotion",
    "/api/v1/facet",
    "/sitemap.xml",
];

#[rstest]
#[tokio::test]
async fn location_of_goods_is_in_no_response_for_shoppers(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = shop.open();
    let kham = staff(&shop, &open).await;
    let one = format!("{STAFF}/101");
    let version = send(&kham, Method::GET, &one, &json!({})).await.1["data"]["version"].clone();
    let edit = json!({"version": version, "pro_name_en": "Ivory paint", "location": "ZQ9-77"});
    let (status, edited) = send(&kham, Method::PATCH, &one, &edit).await;
    assert_eq!((status, &edited["data"]["location"]), (200, &"ZQ9-77".into()), "{edited}");
    eventually("the search knows the edited product", async || {
        open.json("/api/v1/search-product?search=ivory").await["total"] == 1
    })
    .await;
    for path in OF_SHOPPERS {
        let (status, body) = open.get(path).await;
        assert!(status < 500, "{path}: {status}");
        assert!(!body.contains("ZQ9-77"), "{path}: {body}");
    }
    assert_eq!(open.json("/api/v1/search-product?search=ZQ9-77").await["total"], 0);
    let line = json!({"pro_id": 101, "quantity": 1});
    assert!(kham.send(Method::POST, "/api/auth/cart/items", &line).await.status().is_success());
    let cart = send(&kham, Method::GET, "/api/auth/cart", &json!({})).await.1;
    assert!(!cart.to_string().contains("ZQ9-77"), "{cart}");
    let path = "/api/staff/product-locations?pro_ids=101,102";
    let found = send(&kham, Method::GET, path, &json!({})).await.1;
    assert_eq!(found["data"]["locations"], json!({"101": "ZQ9-77"}));
}

#[tokio::test]
async fn bulk_price_change_is_seen_and_undone() {
    let shop = shop(Engine::Sqlite).await;
    let open = shop.open();
    let kham = staff(&shop, &open).await;
    let prices = async || {
        let list = open.json("/api/v1/product?group=11").await;
        let mut prices: Vec<i64> =
            list["data"].as_array().unwrap().iter().map(|one| one["price"].as_i64().unwrap()).collect();
        prices.sort_unstable();
        prices
    };
    let change = |dry_run| json!({"filter": {"group": 11}, "change": {"price": {"by_percent": 3, "round_to": 1}}, "dry_run": dry_run});
    let (status, preview) = send(&kham, Method::POST, &format!("{STAFF}/bulk"), &change(true)).await;
    assert_eq!((status, &preview["data"]["changed"]), (200, &2.into()), "{preview}");
    let path = format!("{STAFF}/bulk");
    let apply = async || {
        let request = kham.request(Method::POST, &path).header("idempotency-key", "march");
        request.json(&change(false)).send().await.unwrap().json::<Value>().await.unwrap()
    };
    let made = apply().await;
    // As if the first response had been lost.
    assert_eq!(apply().await["data"]["change_id"], made["data"]["change_id"]);
    let (_, listed) = send(&kham, Method::GET, &format!("{STAFF}/changes"), &json!({})).await;
    assert_eq!(listed["data"][0]["change_id"], made["data"]["change_id"]);
    eventually("shoppers see the new prices", async || prices().await == [206, 309]).await;
    // The prices of the search are those of its own index, by which it sorts and filters.
    let searched = async |query: &str| {
        let found = open.json(&format!("/api/v1/search-product?search=paint&{query}")).await;
        let prices = found["products"].as_array().unwrap().iter().map(|one| one["price"].as_i64().unwrap());
        prices.collect::<Vec<i64>>()
    };
    eventually("the search agrees", async || {
        searched("sort=price_asc").await == [206, 309]
            && searched("min_price=301&max_price=310").await == [309]
    })
    .await;
    let undo = format!("{STAFF}/changes/{}/undo", made["data"]["change_id"].as_str().unwrap());
    let (status, undone) = send(&kham, Method::POST, &undo, &json!({})).await;
    assert_eq!((status, &undone["data"]["undone"]), (200, &2.into()), "{undone}");
    eventually("shoppers see the former prices", async || prices().await == [200, 300]).await;
}

#[rstest]
#[tokio::test]
async fn product_is_changed_on_the_command_line(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = shop(engine).await;
    let (done, said) = product(&shop, &["set", "101", "price=350", "visible=false"]);
    assert!(done && said.contains("hidden") && said.contains("price 350 kip"), "{said}");
    let (done, said) = product(&shop, &["stock", "101", "receive", "10", "--reason", "delivery 812"]);
    assert!(done && said.contains("15 on hand"), "{said}");
    let (done, said) = product(&shop, &["stock", "101", "correct", "-3"]);
    assert!(!done && said.contains("reason"), "{said}");
    let (_, said) = product(&shop, &["show", "101"]);
    assert!(said.contains("receive by command line (delivery 812): stock 5 → 15"), "{said}");
    let change_id = said.rsplit_once('[').unwrap().1.trim_end_matches("]\n").to_owned();
    let (done, said) = product(&shop, &["undo", &change_id]);
    assert!(done && said.contains("undone: 1 products"), "{said}");
    let (_, said) = product(&shop, &["show", "101"]);
    assert!(said.contains("visible, version") && said.contains("price 300 kip"), "{said}");
    let (done, said) = product(&shop, &["show", "999"]);
    assert!(!done && said.contains("no such product"), "{said}");
    let (done, said) = product(&shop, &["create", "pro_name_en=Roller", "price=45000", "--id", "900"]);
    assert!(done && said.contains("900") && said.contains("hidden") && said.contains("0 on hand"), "{said}");
    let (done, said) = product(&shop, &["create", "pro_name_en=Roller", "--id", "900"]);
    assert!(!done && said.contains("there is a product 900"), "{said}");
    let (done, said) = product(&shop, &["duplicate", "900", "901"]);
    assert!(done && said.contains("901") && said.contains("Roller"), "{said}");
    let (done, said) = product(&shop, &["set", "901", "visible_from=2642-12-01 08:00"]);
    let warning =
        "warning: visible_from: the year 2642 is of the Buddhist calendar; the day is taken as 2099-12-01";
    assert!(done && said.contains(warning), "{said}");
    let raise = ["bulk", "--product", "900", "--product", "901", "--by-percent", "3"];
    let (done, said) = product(&shop, &[&raise[..], &["--preview"]].concat());
    assert!(done && said.contains("45000 → 46500") && said.contains("would change 2 of 2"), "{said}");
    let (done, said) = product(&shop, &raise);
    assert!(done && said.contains("changed 2 of 2 products"), "{said}");
    let change_id = said.rsplit_once("undo ").unwrap().1.trim_end_matches("`\n").to_owned();
    let (done, said) = product(&shop, &["undo", &change_id]);
    assert!(done && said.contains("undone: 2 products"), "{said}");
    let (done, said) = product(&shop, &["bulk", "--visible", "false"]);
    assert!(!done && said.contains("select products"), "{said}");
    let (done, said) = product(&shop, &["bulk", "--all", "--visible", "false", "--preview"]);
    assert!(done && said.contains("of 4 products"), "{said}");
    // The import tells what the staff had edited.
    assert!(product(&shop, &["set", "102", "price=250"]).0);
    let output = shop.import(folder(&GOOD).path(), &[]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("price: edited by staff in 1 product since the last import, overwritten in 1 (102)"),
        "{said}"
    );
}

#[rstest]
#[tokio::test]
async fn synonyms_are_changed_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let synonyms = |words: &[&str]| {
        let words: Vec<&str> = ["synonyms"].into_iter().chain(words.iter().copied()).collect();
        let output = shop.command(&words).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.success(), said)
    };
    let (done, said) = synonyms(&["add", "paint", "pigment"]);
    assert!(done && said.contains("paint = pigment  by command line"), "{said}");
    let (done, said) = synonyms(&["add", "pigment", "paint"]);
    assert!(!done && said.contains("another group has the same words"), "{said}");
    let (_, listed) = synonyms(&["list"]);
    let id = listed.split_whitespace().next().unwrap().to_owned();
    let open = shop.open();
    eventually("the search knows the synonym", async || {
        open.json("/api/v1/search-product?search=pigment").await["total"] == 2
    })
    .await;
    let (done, said) = synonyms(&["remove", &id]);
    assert!(done && said.starts_with("removed"), "{said}");
    let (done, said) = synonyms(&["remove", &id]);
    assert!(!done && said.contains("no such synonym group"), "{said}");
}

#[rstest]
#[tokio::test]
async fn searches_are_pinned_and_blocked_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let searches = |words: &[&str]| {
        let words: Vec<&str> = ["searches"].into_iter().chain(words.iter().copied()).collect();
        let output = shop.command(&words).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.success(), said)
    };
    assert_eq!(
        searches(&["pin", " White  paint "]),
        (true, "pinned  White paint  by command line\n".to_owned())
    );
    assert_eq!(searches(&["block", "tap"]), (true, "blocked  tap  by command line\n".to_owned()));
    let (done, said) = searches(&["pin", "  "]);
    assert!(!done && said.contains("text: must have a searchable text"), "{said}");
    let (done, said) = searches(&["unpin", "tap"]);
    assert!(!done && said.contains("tap is not pinned; `heuan searches list` prints"), "{said}");
    let (_, listed) = searches(&["list"]);
    assert_eq!(listed, "pinned  White paint  by command line\nblocked  tap  by command line\n");
    let open = shop.open();
    let kham = staff(&shop, &open).await;
    let (_, seen) = send(&kham, Method::GET, "/api/staff/searches/rules", &json!({})).await;
    let first = &seen["data"][0];
    assert_eq!((&first["text"], &first["action"]), (&json!("White paint"), &json!("pin")), "{seen}");
    let (done, said) = searches(&["unpin", "WHITE paint"]);
    assert!(done && said.contains("no longer pinned: White paint"), "{said}");
    assert!(searches(&["unblock", "tap"]).0);
    assert_eq!(searches(&["list"]), (true, String::new()));
    let (_, audit) = send(&kham, Method::GET, "/api/staff/audit", &json!({})).await;
    let of_rules = audit["data"].as_array().unwrap().iter().rev().filter(|entry| {
        entry["name"] == "command line" && entry["action"].as_str().unwrap().ends_with("/searches/rules")
    });
    let of_rules: Vec<Value> =
        of_rules.map(|entry| json!([entry["action"], entry["detail"], entry["status"]])).collect();
    let (set, delete) = ("PUT /api/staff/searches/rules", "DELETE /api/staff/searches/rules");
    let expected = json!([
        [set, "pin White paint", 200],
        [set, "block tap", 200],
        [set, "", 400],
        [delete, "", 404],
        [delete, "White paint", 200],
        [delete, "tap", 200],
    ]);
    assert_eq!(Value::from(of_rules), expected);
}
