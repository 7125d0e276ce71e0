//! Creates a customer with data in every service.

use heuan_testkit::eventually;
use reqwest::Method;
use serde_json::{Value, json};

use super::{ORDERS, PASSWORD, PHONE};
use crate::support::{Browser, Open, Shop, tables::Tables};

pub async fn json_of(browser: &Browser, method: Method, path: &str, body: Value) -> Value {
    let response = browser.send(method, path, &body).await;
    let status = response.status();
    let body: Value = response.json().await.unwrap();
    assert!(status.is_success(), "{path}: {status} {body}");
    body
}

pub async fn register(open: &Open, fname: &str, phone: &str, email: &str) -> (Browser, i64) {
    let browser = Browser::new(open).await;
    let lname = if fname == "Somchit" { "Phommavong" } else { "Sy" };
    let account =
        json!({"fname": fname, "lname": lname, "phone": phone, "email": email, "password": PASSWORD});
    let body = json_of(&browser, Method::POST, "/api/auth/register", account).await;
    let customer_id = body["data"]["customer"]["cus_id"].as_i64();
    let customer_id = customer_id.unwrap_or_else(|| panic!("{body}"));
    (browser, customer_id)
}

/// Makes a customer a manager, whose sessions end.
pub fn add_staff(shop: &Shop, customer_id: i64) {
    let added = shop.command(&["staff", "add", "--existing", &customer_id.to_string()]).output().unwrap();
    assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
}

/// Places an order and returns its id, number and payment reference.
pub async fn place(browser: &Browser, key: &str, method: &str) -> [String; 3] {
    let body = json!({
        "phone": PHONE, "payment": {"method": method}, "buyNow": true, "items": [{"pro_id": 101, "quantity": 1}],
        "delivery": {"method": "delivery", "province": "ນະຄອນຫຼວງວຽງຈັນ", "district": "ເມືອງລັບ", "village": "ບ້ານລັບ",
            "note": "blue gate behind the temple"},
        "receiver": {"name": "Somchit", "landmark": "secret landmark", "driver_note": "secret note for the driver"},
    });
    let response = browser
        .request(Method::POST, ORDERS)
        .header("Idempotency-Key", key)
        .json(&body)
        .send()
        .await
        .unwrap();
    let status = response.status();
    let order: Value = response.json().await.unwrap();
    assert_eq!(status, 201, "{order}");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let order = &order["data"];
    [text(&order["order_id"]), text(&order["number"]), text(&order["payment"]["reference"])]
}

pub async fn comes_to(browser: &Browser, id: &str, status: &str, payment: &str) {
    eventually(&format!("the order is {status}, {payment}"), async || {
        let order = json_of(browser, Method::GET, &format!("{ORDERS}/{id}"), json!({})).await;
        order["data"]["status"] == status && order["data"]["payment"]["status"] == payment
    })
    .await;
}

/// Waits until no order has due work and the notifications of all orders are written.
pub async fn settles(shop: &Shop) {
    eventually("orders and events are settled", async || {
        let mut tables = Tables::open(shop, "orders").await;
        let orders = tables.rows("customer_order").await;
        let is_due = |row: &String| row.contains("_due");
        tables.rows("outbox").await.is_empty() && !orders.iter().any(is_due)
    })
    .await;
}

async fn upload(browser: &Browser, caption: &str) {
    const BOUNDARY: &str = "boundary";
    let mut image = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(64, 64, image::Rgb([200, 30, 30]))
        .write_to(&mut image, image::ImageFormat::Png)
        .unwrap();
    let mut body = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"message\"\r\n\r\n{caption}\r\n--{BOUNDARY}\r\n\
         content-disposition: form-data; name=\"image\"; filename=\"a.png\"\r\ncontent-type: image/png\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(image.get_ref());
    body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    let request = browser.request(Method::POST, "/api/auth/message/upload");
    let request =
        request.header("content-type", format!("multipart/form-data; boundary={BOUNDARY}")).body(body);
    let response = request.send().await.unwrap();
    let status = response.status();
    assert_eq!(status, 201, "{}", response.text().await.unwrap());
}

/// Leaves data of the customer in every service. Returns the number of the completed order.
pub async fn live(shop: &Shop, open: &Open, browser: &Browser) -> String {
    let post = async |path: &str, body: Value| json_of(browser, Method::POST, path, body).await;
    let contact = |message: &str| json!({"sender_type": 1, "topic": 1, "name": "Somchit Phommavong", "phone": PHONE, "message": message});
    post("/api/v1/contact", contact("complaint of a signed-in customer")).await;
    let visitor = Browser::new(open).await;
    json_of(&visitor, Method::POST, "/api/v1/contact", contact("complaint of a visitor")).await;
    post("/api/auth/log", json!({"log_type": "note", "log_value": "secret log value"})).await;

    let address = json!({"label": "secret landmark", "receiver": "Somchit", "phone": PHONE, "province": "ນະຄອນຫຼວງວຽງຈັນ",
        "district": "ເມືອງລັບ", "village": "ບ້ານລັບ", "driver_note": "secret note for the driver",
        "position": {"lat": 18.0, "lng": 102.6}});
    post("/api/auth/addresses", address).await;
    post("/api/auth/cart/items", json!({"pro_id": 102, "quantity": 1})).await;
    json_of(browser, Method::PUT, "/api/auth/wishlist/101", json!({})).await;
    post("/api/auth/viewed-products", json!({"pro_ids": [101]})).await;
    post("/api/auth/checkout/quote", json!({})).await;
    let [completed, number, _] = place(browser, "one", "cod").await;
    settles(shop).await;
    assert!(shop.command(&["orders", "completed", &number]).output().unwrap().status.success());
    comes_to(browser, &completed, "completed", "paid").await;
    let [refunded, _, reference] = place(browser, "two", "qr").await;
    post(&format!("/api/sandbox/payments/{reference}/pay"), json!({})).await;
    comes_to(browser, &refunded, "placed", "paid").await;
    post(&format!("{ORDERS}/{refunded}/cancel"), json!({})).await;
    comes_to(browser, &refunded, "cancelled", "refunded").await;
    let [_, dropped, _] = place(browser, "three", "cod").await;
    let words = ["orders", "cancel", &dropped, "--reason", "no answer at the blue gate"];
    assert!(shop.command(&words).output().unwrap().status.success());

    let link = "http://127.0.0.1:9/secret-page";
    post("/api/link-preview", json!({"url": link})).await;
    let sms = format!("where is my secret cement {link}");
    let sent = post("/api/auth/message", json!({"sms": sms, "smstype": "user", "client_id": "m1"})).await;
    post("/api/auth/message/like", json!({"messageId": sent["data"]["msdtid"]})).await;
    upload(browser, "secret caption").await;

    let reminder = json!({"no_title": "secret reminder", "no_body": "secret reminder"});
    post("/api/auth/notifications/user", reminder).await;
    json_of(browser, Method::PUT, "/api/auth/notifications/user", json!({"all": true})).await;
    let subscription = json!({"endpoint": "https://push.example.com/somchit", "language": "la", "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    }});
    json_of(browser, Method::PUT, "/api/auth/push/subscription", subscription).await;
    post("/api/auth/search-history", json!({"searchtext": "ກະເບື້ອງລັບ"})).await;
    settles(shop).await;
    number
}

/// Lets the staff take an order of the customer and write about them everywhere. The customer is blocked afterwards.
pub async fn handled_by_staff(shop: &Shop, open: &Open, customer_id: i64) {
    let (manager, manager_id) = register(open, "Boun", "020 5577 8899", "boun@example.com").await;
    add_staff(shop, manager_id);
    let login = json!({"identifier": "boun@example.com", "password": PASSWORD});
    json_of(&manager, Method::POST, "/api/auth/login", login).await;
    let send = async |method: Method, path: &str, body: Value| json_of(&manager, method, path, body).await;

    let number = taken_order(shop, &manager, customer_id).await;
    let customer = format!("/api/staff/customers/{customer_id}");
    let note = json!({"text": "prefers calls after the harvest"});
    send(Method::POST, &format!("{customer}/notes"), note).await;
    let correction = json!({"points": 5, "reason": "points for the broken tile", "correction_id": "c1"});
    send(Method::POST, &format!("{customer}/points/corrections"), correction).await;
    assert!(shop.command(&["orders", "completed", &number]).output().unwrap().status.success());
    settles(shop).await;
    let block = json!({"reason": "shouted at the counter"});
    send(Method::PUT, &format!("{customer}/block"), block).await;
}

/// An order on the phone, with a discount, whose details, goods and delivery are changed. Returns its number.
async fn taken_order(shop: &Shop, manager: &Browser, customer_id: i64) -> String {
    const STAFF_ORDERS: &str = "/api/staff/orders";
    let mut order = json!({
        "cus_id": customer_id, "phone": PHONE, "payment": {"method": "cod"},
        "items": [{"pro_id": 101, "quantity": 1}, {"pro_id": 102, "quantity": 1}],
        "delivery": {"method": "delivery", "province": "ນະຄອນຫຼວງວຽງຈັນ", "district": "ເມືອງລັບ", "village": "ບ້ານລັບ"},
        "discount": {"amount": 100, "reason": "cousin of the neighbor"},
    });
    let mut quote =
        json_of(manager, Method::POST, &format!("{STAFF_ORDERS}/quote"), order.clone()).await["data"].take();
    let lines = quote["lines"].as_array().unwrap();
    let prices: Vec<Value> =
        lines.iter().map(|line| json!({"pro_id": line["pro_id"], "price": line["price"]})).collect();
    order["confirmed"] = json!({"prices": prices, "points_discount": 0});
    for amount in ["delivery_fee", "total"] {
        order["confirmed"][amount] = quote["totals"][amount].take();
    }
    let request = manager.request(Method::POST, STAFF_ORDERS).header("Idempotency-Key", "taken");
    let response = request.json(&order).send().await.unwrap();
    let status = response.status();
    let placed: Value = response.json().await.unwrap();
    assert_eq!(status, 201, "{placed}");
    settles(shop).await;

    let path = format!("{STAFF_ORDERS}/{}", placed["data"]["order_id"].as_str().unwrap());
    let version = async || json_of(manager, Method::GET, &path, json!({})).await["data"]["version"].take();
    let change = json!({
        "version": version().await,
        "delivery": {"province": "ນະຄອນຫຼວງວຽງຈັນ", "district": "ເມືອງລັບ", "village": "ບ້ານລັບ", "note": "behind the third well"},
        "receiver": {"name": "grandmother Bounmy"},
    });
    json_of(manager, Method::PATCH, &path, change).await;
    settles(shop).await;
    let lines = json!({
        "version": version().await, "lines": [{"pro_id": 101, "quantity": 1}], "reason": "wanted one bag fewer",
        "consent": "phone", "delivery": {"method": "delivery", "province": "ນະຄອນຫຼວງວຽງຈັນ", "district": "ເມືອງລັບ",
            "village": "ບ້ານລັບ", "note": "across the wooden bridge"},
    });
    let request = manager.request(Method::PUT, &format!("{path}/lines")).header("Idempotency-Key", "lines");
    let response = request.json(&lines).send().await.unwrap();
    let status = response.status();
    assert_eq!(status, 200, "{}", response.text().await.unwrap());
    settles(shop).await;
    placed["data"]["number"].as_str().unwrap().to_owned()
}
