//! Orders end to end, with the real binary, which is killed and restarted in between.

use crate::support::{Browser, GOOD, Open, Shop, folder};
use heuan_testkit::{Engine, eventually};
use reqwest::{Client, Method, Response};
use rstest::rstest;
use serde_json::{Value, json};

const ORDERS: &str = "/api/auth/orders";

/// A browser of one customer.
struct Customer(Browser);

impl Customer {
    async fn registered(shop: &Open, phone: &str) -> Self {
        let browser = Browser::new(shop).await;
        let body = json!({"fname": "Noy", "lname": "Keo", "phone": phone, "password": "correct horse"});
        assert_eq!(browser.send(Method::POST, "/api/auth/register", &body).await.status(), 201);
        Self(browser)
    }

    fn at(self, shop: &Open) -> Self {
        Self(self.0.at(shop))
    }

    async fn send(&self, method: Method, path: &str, body: &Value) -> Response {
        self.0.send(method, path, body).await
    }

    async fn get(&self, path: &str) -> Value {
        let response = self.send(Method::GET, path, &json!({})).await;
        assert_eq!(response.status(), 200, "{path}");
        response.json().await.unwrap()
    }

    async fn place(&self, key: &str, body: &Value) -> Response {
        let request = self.0.request(Method::POST, ORDERS).header("Idempotency-Key", key);
        request.json(body).send().await.unwrap()
    }

    async fn comes_to(&self, id: &str, status: &str, payment: &str) {
        eventually(&format!("the order is {status}, {payment}"), async || {
            let order = &self.get(&format!("{ORDERS}/{id}")).await["data"];
            order["status"] == status && order["payment"]["status"] == payment
        })
        .await;
    }
}

async fn shop(engine: Engine) -> Shop {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    let goods = folder(&GOOD);
    assert!(shop.import(goods.path(), &[]).status.success());
    shop
}

fn with_sandbox(shop: &Shop) -> Open {
    shop.open_with(&[("HEUAN_ORDERS__SANDBOX", "true")])
}

fn order(method: &str) -> Value {
    json!({
        "phone": "020 5512 3456", "payment": {"method": method},
        "delivery": {"method": "delivery", "province": "ນະຄອນຫຼວງວຽງຈັນ", "district": "ໄຊເສດຖາ", "village": "ໂພນທັນ"},
    })
}

fn run_orders_command(shop: &Shop, words: &[&str]) -> (bool, String) {
    let words: Vec<&str> = ["orders"].into_iter().chain(words.iter().copied()).collect();
    let output = shop.command(&words).output().unwrap();
    let (done, errors) = (output.status.success(), String::from_utf8(output.stderr).unwrap());
    let said = String::from_utf8(output.stdout).unwrap();
    // The security event of a change is on standard error.
    (done, if done { said } else { said + &errors })
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn order_is_placed_from_the_cart_and_paid(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = shop(engine).await;
    let open = with_sandbox(&shop);
    let noy = Customer::registered(&open, "020 5512 3456").await;
    let item = json!({"pro_id": 101, "quantity": 2});
    assert_eq!(noy.send(Method::POST, "/api/auth/cart/items", &item).await.status(), 200);
    assert_eq!(
        noy.send(Method::PUT, "/api/auth/cart/items/101", &json!({"quantity": 3})).await.status(),
        200
    );
    let quote = noy.send(Method::POST, "/api/auth/checkout/quote", &json!({})).await;
    let quote: Value = quote.json().await.unwrap();
    assert_eq!(quote["data"]["totals"]["total"], 30_900);
    assert_eq!(quote["data"]["payment_methods"], json!(["cod", "transfer", "qr"]));

    let placed = noy.place("key-1", &order("qr")).await;
    assert_eq!(placed.status(), 201);
    let first = placed.bytes().await.unwrap();
    // The process is killed with the response in flight.
    drop(open);
    let open = with_sandbox(&shop);
    let noy = noy.at(&open);
    let again = noy.place("key-1", &order("qr")).await;
    assert_eq!((again.status().as_u16(), again.bytes().await.unwrap()), (201, first.clone()));
    let other = noy.place("key-1", &order("cod")).await;
    assert_eq!(
        (other.status().as_u16(), other.json::<Value>().await.unwrap()["reason"].clone()),
        (422, json!("idempotency_key_reused"))
    );

    let body: Value = serde_json::from_slice(&first).unwrap();
    let (id, payment) = (body["data"]["order_id"].as_str().unwrap(), &body["data"]["payment"]);
    assert_eq!((&payment["sandbox"], &body["data"]["status"]), (&json!(true), &json!("awaiting_payment")));
    assert_eq!(noy.get("/api/auth/cart").await["data"]["count"], 0);
    let reference = payment["reference"].as_str().unwrap();
    let pay = format!("/api/sandbox/payments/{reference}/pay");
    assert_eq!(noy.send(Method::POST, &pay, &json!({})).await.status(), 200);
    noy.comes_to(id, "placed", "paid").await;
    let listed = noy.get(ORDERS).await;
    assert_eq!((&listed["total"], &listed["data"][0]["status"]), (&json!(1), &json!("placed")));

    // Other customers do not see it, and the stock is reduced.
    let kham = Customer::registered(&open, "020 5512 0000").await;
    assert_eq!(kham.send(Method::GET, &format!("{ORDERS}/{id}"), &json!({})).await.status(), 404);
    eventually("the catalog shows the reduced stock", async || {
        kham.get("/api/v1/product/101").await["data"]["stock"] == 2
    })
    .await;
    let item = json!({"pro_id": 101, "quantity": 3});
    let short = kham.send(Method::POST, "/api/auth/cart/items", &item).await;
    assert_eq!(short.status(), 409);
    assert_eq!(short.json::<Value>().await.unwrap()["lines"][0]["available"], 2);
    let cancel = noy.send(Method::POST, &format!("{ORDERS}/{id}/cancel"), &json!({})).await;
    assert_eq!(cancel.status(), 200);
    noy.comes_to(id, "cancelled", "refunded").await;
    assert_eq!(open.end(), Some(0));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn staff_complete_an_order_paid_by_transfer(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = with_sandbox(&shop);
    let noy = Customer::registered(&open, "020 5512 3456").await;
    let mut wanted = order("transfer");
    wanted["items"] = json!([{"pro_id": 102, "quantity": 1}]);
    wanted["buyNow"] = json!(true);
    let body: Value = noy.place("k", &wanted).await.json().await.unwrap();
    let (id, number) = (body["data"]["order_id"].as_str().unwrap(), body["data"]["number"].as_str().unwrap());
    assert!(body["data"]["payment"]["transfer"]["account"].is_string(), "{body}");

    let (fine, said) = run_orders_command(&shop, &["list"]);
    assert!(fine && said.contains(number) && said.contains("by transfer pending"), "{said}");
    let reference = body["data"]["payment"]["reference"].as_str().unwrap();
    let (fine, said) = run_orders_command(&shop, &["paid", number, "--method", "transfer"]);
    assert!(!fine && said.contains("reference of the bank transfer"), "{said}");
    let bank = ["--method", "transfer", "--reference", "FT26112100"];
    let (fine, said) = run_orders_command(&shop, &[&["paid", &reference.to_lowercase()][..], &bank].concat());
    assert!(fine && said.contains("placed"), "{said}");
    let (fine, said) = run_orders_command(&shop, &["show", number]);
    assert!(fine && said.contains("mark_paid (transfer FT26112100), placed"), "{said}");
    let noted = shop.command(&["orders", "note", number, "calls later"]).output().unwrap();
    let (said, logged) = (String::from_utf8(noted.stdout).unwrap(), String::from_utf8(noted.stderr).unwrap());
    assert!(!said.contains("security event") && logged.lines().count() == 1, "{said}{logged}");
    for field in ["security event", r#"action="note""#, number, "actor=0"] {
        assert!(logged.contains(field), "{logged}");
    }
    noy.comes_to(id, "placed", "paid").await;
    for (word, status) in [("ready", "ready"), ("completed", "completed")] {
        let (fine, said) = run_orders_command(&shop, &[word, number]);
        assert!(fine && said.contains(status), "{said}");
    }
    let back = ["returned", number, "--reason", "wrong color", "--line"];
    let (fine, said) = run_orders_command(&shop, &[&back[..], &["102=2"]].concat());
    assert!(!fine && said.contains("product 102: at least 1 and at most 1 units"), "{said}");
    let (fine, said) = run_orders_command(&shop, &[&back[..], &["102=1", "--branch", "77"]].concat());
    assert!(!fine && said.contains("there is no branch 77"), "{said}");
    let cancel = noy.send(Method::POST, &format!("{ORDERS}/{id}/cancel"), &json!({})).await;
    assert_eq!(cancel.status(), 409);
    let (fine, said) = run_orders_command(&shop, &["ready", number]);
    assert!(!fine && said.contains("the order is completed"), "{said}");
    let (fine, said) = run_orders_command(&shop, &["paid", "000000-NOTTHERE"]);
    assert!(!fine && said.contains("no such order"), "{said}");
    let (fine, said) = run_orders_command(&shop, &[&back[..], &["102=1"]].concat());
    assert!(fine && said.contains("by transfer refund_due"), "{said}");
    let (fine, said) = run_orders_command(&shop, &["refunded", number, "--method", "cash"]);
    assert!(fine && said.contains("refunded"), "{said}");
    assert_eq!(open.end(), Some(0));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn what_was_agreed_with_the_customer_is_recorded_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = with_sandbox(&shop);
    let noy = Customer::registered(&open, "020 5512 3456").await;
    let mut wanted = order("transfer");
    wanted["items"] = json!([{"pro_id": 102, "quantity": 1}]);
    wanted["buyNow"] = json!(true);
    let body: Value = noy.place("k", &wanted).await.json().await.unwrap();
    let (id, number) = (body["data"]["order_id"].as_str().unwrap(), body["data"]["number"].as_str().unwrap());
    let run = |words: &[&str]| run_orders_command(&shop, words);
    let done = |words: &[&str], expected: &str| {
        let (fine, said) = run(words);
        assert!(fine && said.contains(expected), "{words:?}: {said}");
    };
    let refused = |words: &[&str], expected: &str| {
        let (fine, said) = run(words);
        assert!(!fine && said.contains(expected), "{words:?}: {said}");
    };

    let bank = ["--method", "transfer", "--reference", "FT26112101"];
    done(&[&["paid", number, "--amount", "1000"][..], &bank].concat(), "by transfer underpaid");
    refused(&["accept", number], "say why");
    done(&["accept", number, "--reason", "old customer"], "by transfer paid");
    noy.comes_to(id, "placed", "paid").await;
    refused(&["accept", number, "--reason", "again"], "does not differ");

    refused(&["contact", number], "--phone");
    refused(&["contact", number, "--phone", "abc"], "phone");
    done(&["contact", number, "--phone", "020 5577 0001", "--landmark", "near the temple"], number);
    let (_, shown) = run(&["show", number]);
    assert!(shown.contains("change_details, placed") && shown.contains("near the temple"), "{shown}");

    let kham = Customer::registered(&open, "020 5512 3457").await;
    let me = kham.get("/api/auth/profile").await;
    let kham_id = me["data"]["cus_id"].as_i64().unwrap().to_string();
    let made = shop.command(&["staff", "add", "--existing", &kham_id]).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    refused(&["assign", number, "020 5512 3456"], "no member of staff");
    done(&["assign", number, "020 5512 3457"], number);
    let (_, shown) = run(&["show", number]);
    assert!(shown.contains("assign by Noy Keo, placed: on the command line"), "{shown}");
    done(&["unassign", number], number);
    refused(&["unassign", number], "not assigned");

    let part = ["refund-part", number, "--reason", "late", "--amount"];
    refused(&[&part[..], &["1001"]].concat(), "from 1 to 1000 kip");
    done(&[&part[..], &["100"]].concat(), "100 kip to give back");
    // The same amount again is another refund.
    done(&[&part[..], &["100"]].concat(), "200 kip to give back");
    done(&["refunded", number, "--method", "cash"], "refunded");

    let request = ["request-return", number, "--reason", "too big", "--line"];
    refused(&[&request[..], &["102=1"]].concat(), "the order is placed");
    done(&["completed", number], "completed");
    refused(&[&request[..], &["102=2"]].concat(), "at least 1 and at most 1 units");
    refused(&[&request[..], &["102=1", "--branch", "77"]].concat(), "there is no branch 77");
    done(&[&request[..], &["102=1"]].concat(), "completed");
    refused(&[&request[..], &["102=1"]].concat(), "a return is requested");
    done(&["decline-return", number, "--reason", "was used"], "completed");
    refused(&["decline-return", number, "--reason", "was used"], "no return is requested");
    assert!(shop.command(&["check"]).output().unwrap().status.success());
    assert_eq!(open.end(), Some(0));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn return_whose_units_were_sold_again_is_not_taken_back_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = with_sandbox(&shop);
    let noy = Customer::registered(&open, "020 5512 3456").await;
    let stock = async |units: i64| {
        eventually(&format!("the catalog shows {units} units"), async || {
            noy.get("/api/v1/product/101").await["data"]["stock"] == units
        })
        .await;
    };
    let mut wanted = order("cod");
    wanted["items"] = json!([{"pro_id": 101, "quantity": 2}]);
    wanted["buyNow"] = json!(true);
    let body: Value = noy.place("k", &wanted).await.json().await.unwrap();
    let number = body["data"]["number"].as_str().unwrap();
    stock(3).await;
    eventually("the order is completed", async || run_orders_command(&shop, &["completed", number]).0).await;
    let back = ["returned", number, "--reason", "wrong color", "--line", "101=2"];
    let (fine, said) = run_orders_command(&shop, &back);
    assert!(fine, "{said}");
    let refund = said.split(", ").find_map(|part| part.trim().strip_suffix(" kip to give back")).unwrap();
    stock(5).await;
    let take = ["take", "--phone", "020 5512 3456", "--payment", "cod", "--line", "101=4"];
    let delivery = ["--delivery", "ໂພນທັນ, ໄຊເສດຖາ, ນະຄອນຫຼວງວຽງຈັນ"];
    let (fine, sold) = run_orders_command(&shop, &[&take[..], &delivery].concat());
    assert!(fine, "{sold}");
    stock(1).await;

    let correct = ["correct", number, "return", "--amount", refund, "--reason", "wrong order"];
    // Until the order has noted that its units are in the stock, it says so instead.
    eventually("the return is refused with the units that are left", async || {
        let (fine, said) = run_orders_command(&shop, &correct);
        assert!(!fine, "{said}");
        said.contains("product 101: 1 of 2 units are available") && said.contains("cancel that sale")
    })
    .await;
    let (fine, shown) = run_orders_command(&shop, &["show", number]);
    assert!(fine && shown.contains("refund_due"), "{shown}");
    let (fine, said) = run_orders_command(&shop, &["cancel", sold.split("  ").next().unwrap()]);
    assert!(fine, "{said}");
    stock(5).await;
    let (fine, said) = run_orders_command(&shop, &correct);
    assert!(fine && said.contains("by cod paid"), "{said}");
    stock(3).await;
    assert!(shop.command(&["check"]).output().unwrap().status.success());
    assert_eq!(open.end(), Some(0));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn order_taken_on_the_command_line_is_the_customer_s(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = with_sandbox(&shop);
    let noy = Customer::registered(&open, "020 5512 3456").await;
    let of_noy = ["take", "--phone", "+856 20 5512 3456", "--payment", "cod", "--line", "101=2"];
    let delivery = ["--delivery", "ໂພນທັນ, ໄຊເສດຖາ, ນະຄອນຫຼວງວຽງຈັນ"];
    let discount = ["--discount", "300", "--reason", "Old customer", "--key", "k1"];
    let (fine, said) = run_orders_command(&shop, &[&of_noy[..], &delivery, &discount].concat());
    assert!(fine && said.contains("placed, ") && said.contains(" kip by cod due"), "{said}");
    let number = said.split("  ").next().unwrap();
    let listed = noy.get(ORDERS).await;
    assert_eq!((&listed["total"], &listed["data"][0]["number"]), (&json!(1), &json!(number)));
    let total = listed["data"][0]["total"].as_i64().unwrap();
    assert!(said.contains(&format!("{total} kip")), "{said}");
    eventually("the catalog shows the reduced stock", async || {
        noy.get("/api/v1/product/101").await["data"]["stock"] == 3
    })
    .await;
    // The same command places no second order, another one with its key is refused.
    let (fine, again) = run_orders_command(&shop, &[&of_noy[..], &delivery, &discount].concat());
    assert!(fine && again == said, "{again}");
    let (fine, other) = run_orders_command(&shop, &[&of_noy[..], &delivery, &["--key", "k1"]].concat());
    assert!(!fine, "{other}");
    let (fine, shown) = run_orders_command(&shop, &["show", number]);
    assert!(fine && shown.contains("take_order, placed: Old customer"), "{shown}");

    let (fine, said) = run_orders_command(&shop, &[&of_noy[..], &["--line", "102=999"], &delivery].concat());
    assert!(!fine && said.contains("product 102: "), "{said}");
    let (fine, said) = run_orders_command(&shop, &[&of_noy[..], &["--delivery", "ໂພນທັນ"]].concat());
    assert!(!fine && said.contains("village, district and province"), "{said}");
    let (fine, said) = run_orders_command(&shop, &[&of_noy[..], &["--pickup", "77"]].concat());
    assert!(!fine && said.contains("no such branch"), "{said}");
    let unknown = ["take", "--phone", "020 5512 0001", "--payment", "cod", "--line", "101=1"];
    let (fine, said) = run_orders_command(&shop, &[&unknown[..], &delivery].concat());
    assert!(!fine && said.contains("--name creates one"), "{said}");
    let (fine, said) = run_orders_command(&shop, &[&unknown[..], &delivery, &["--name", "ຄຳ ວົງສາ"]].concat());
    assert!(fine && said.contains("placed, "), "{said}");
    assert_eq!(noy.get(ORDERS).await["total"], 1);
    assert!(shop.command(&["check"]).output().unwrap().status.success());
    assert_eq!(open.end(), Some(0));
}

/// Without its zero, customers would pay into another account.
#[tokio::test(flavor = "multi_thread")]
async fn transfer_account_0101_from_the_environment_is_shown_with_its_leading_zero() {
    let shop = shop(Engine::Sqlite).await;
    let open = shop.open_with(&[
        ("HEUAN_ORDERS__TRANSFER_BANK", "Bank of Laos"),
        ("HEUAN_ORDERS__TRANSFER_ACCOUNT", "0101"),
        ("HEUAN_ORDERS__TRANSFER_HOLDER", "Heuan"),
    ]);
    let noy = Customer::registered(&open, "020 5512 3456").await;
    let mut wanted = order("transfer");
    wanted["items"] = json!([{"pro_id": 102, "quantity": 1}]);
    wanted["buyNow"] = json!(true);
    let placed = noy.place("k", &wanted).await;
    assert_eq!(placed.status(), 201);
    let body: Value = placed.json().await.unwrap();
    let account = json!({"bank": "Bank of Laos", "account": "0101", "holder": "Heuan"});
    assert_eq!(body["data"]["payment"]["transfer"], account);
    assert_eq!(open.end(), Some(0));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn product_is_added_to_an_order_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = with_sandbox(&shop);
    let noy = Customer::registered(&open, "020 5512 3456").await;
    let mut wanted = order("cod");
    wanted["items"] = json!([{"pro_id": 102, "quantity": 1}]);
    wanted["buyNow"] = json!(true);
    let body: Value = noy.place("k", &wanted).await.json().await.unwrap();
    let (id, number) = (body["data"]["order_id"].as_str().unwrap(), body["data"]["number"].as_str().unwrap());
    eventually("the lines are changed", async || {
        run_orders_command(&shop, &["lines", number, "--set", "101=2", "--set", "102=3"]).0
    })
    .await;
    eventually("the order has the added product", async || {
        let (_, shown) = run_orders_command(&shop, &["show", number]);
        shown.contains("White paint (101), 600 kip") && shown.contains("Red paint (102), 600 kip")
    })
    .await;
    let lines = noy.get(&format!("{ORDERS}/{id}")).await["data"]["lines"].clone();
    assert_eq!((&lines[1]["pro_id"], &lines[1]["quantity"]), (&json!(101), &json!(2)));
    for (set, expected) in [
        ("101=99", "product 101: 5 of 99 units are available"),
        ("999=1", "product 999 is not for sale"),
        ("999=0", "product 999 is not in the order"),
        ("101=1", "consent"),
    ] {
        // Until the shop has finished the former change, the command says so instead.
        eventually(&format!("{set} is refused: {expected}"), async || {
            let (fine, said) = run_orders_command(&shop, &["lines", number, "--set", set]);
            !fine && said.contains(expected)
        })
        .await;
    }
    assert!(shop.command(&["check"]).output().unwrap().status.success());
    assert_eq!(open.end(), Some(0));
}

/// A shop with a configured address, or without the demo catalog, has no sandbox payments.
#[tokio::test(flavor = "multi_thread")]
async fn shop_without_the_demo_has_no_sandbox_payments() {
    let shop = shop(Engine::Sqlite).await;
    for settings in
        [&[("DEMO", "0")][..], &[("DEMO", "1"), ("HEUAN_EDGE__PUBLIC_URL", "https://shop.example")]]
    {
        let open = shop.open_with(settings);
        heuan_testkit::choose_cryptography();
        let client = Client::new();
        let act = client.post(format!("{}/api/sandbox/payments/REF/pay", open.address)).send().await.unwrap();
        assert_eq!(act.status(), 404, "{settings:?}");
        assert_eq!(open.end(), Some(0));
    }
}
