//! `heuan customer export` and `heuan customer erase` beside a running shop.

use std::{collections::BTreeSet, fs, path::Path, process::Output};

use heuan_store::{
    DatabaseUrl,
    sqlx::{
        self, AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection, sqlite::SqliteConnectOptions,
    },
};
use heuan_testkit::{Engine, eventually};
use reqwest::{Method, StatusCode};
use rstest::rstest;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::{
    check::SETTINGS,
    support::{Browser, GOOD, Open, Shop, folder},
};

const ORDERS: &str = "/api/auth/orders";
const SERVICES: [&str; 8] = [
    "accounts",
    "catalog-gateway",
    "weather-branches",
    "image-search",
    "notifications",
    "orders",
    "chat",
    "search",
];
const PHONE: &str = "020 5512 3456";
const PASSWORD: &str = "correct horse";
/// What identifies the customer, in the forms in which services store it.
const TRACES: [&str; 19] = [
    "Somchit",
    "somchit",
    "Phommavong",
    "2055123456",
    "somchit@example.com",
    "ບ້ານລັບ",
    "ເມືອງລັບ",
    "blue gate behind the temple",
    "no answer at the blue gate",
    "secret landmark",
    "secret note for the driver",
    "where is my secret cement",
    "secret caption",
    "secret-page",
    "complaint of a signed-in customer",
    "complaint of a visitor",
    "secret log value",
    "secret reminder",
    "ກະເບື້ອງລັບ",
];

/// Whether a customer's data may be in a table, and what an erasure does with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Treatment {
    /// No data of customers.
    None,
    /// Rows are deleted.
    Deleted,
    /// Rows stay under the customer's id alone.
    Pseudonymized,
    /// Digests, or rows without a customer, that expire.
    Anonymous,
}

/// Every table of every service. A new table belongs here, and in the `erase` of its service if it has data of customers.
const TABLES: &[(&str, &str, Treatment)] = {
    use Treatment::{Anonymous, Deleted, None, Pseudonymized};
    &[
        ("accounts", "address", Deleted),
        ("accounts", "audit_entry", Pseudonymized),
        ("accounts", "contact", Deleted),
        ("accounts", "contact_counter", None),
        ("accounts", "customer", Deleted),
        ("accounts", "customer_counter", None),
        ("accounts", "customer_note", Deleted),
        ("accounts", "device", Deleted),
        ("accounts", "erasure", Pseudonymized),
        ("accounts", "erasure_confirmation", Pseudonymized),
        ("accounts", "event", Deleted),
        ("accounts", "one_time_code", Deleted),
        ("accounts", "rate_limit", Anonymous),
        ("accounts", "recovery_code", Deleted),
        ("accounts", "second_factor", Deleted),
        ("accounts", "sent_code", Anonymous),
        ("accounts", "session", Deleted),
        ("catalog-gateway", "catalog_import", None),
        ("catalog-gateway", "catalog_origin", None),
        ("catalog-gateway", "category", None),
        ("catalog-gateway", "change_set", None),
        ("catalog-gateway", "content_change", None),
        ("catalog-gateway", "content_page", None),
        ("catalog-gateway", "import_product", None),
        ("catalog-gateway", "product", None),
        ("catalog-gateway", "product_change", None),
        ("catalog-gateway", "product_group", None),
        ("catalog-gateway", "promotion", None),
        ("catalog-gateway", "promotion_product", None),
        ("catalog-gateway", "promotion_type", None),
        ("catalog-gateway", "removed_product", None),
        ("catalog-gateway", "reservation", None),
        ("catalog-gateway", "reservation_change", None),
        ("catalog-gateway", "reservation_line", None),
        ("catalog-gateway", "revision", None),
        ("catalog-gateway", "section_revision", None),
        ("catalog-gateway", "stock", None),
        ("catalog-gateway", "storefront", None),
        ("chat", "answer_reminder", Deleted),
        ("chat", "attachment", Deleted),
        ("chat", "conversation", Deleted),
        ("chat", "counter", None),
        ("chat", "event", Deleted),
        ("chat", "message", Deleted),
        ("chat", "message_like", Deleted),
        ("chat", "preview", Deleted),
        ("chat", "preview_picture", Deleted),
        ("chat", "quick_reply", None),
        ("chat", "quota_usage", Deleted),
        ("image-search", "picture", None),
        ("image-search", "vector", None),
        ("notifications", "counter", None),
        ("notifications", "message_channel", None),
        ("notifications", "message_preference", Deleted),
        ("notifications", "news", Pseudonymized),
        ("notifications", "news_consent", Deleted),
        ("notifications", "notification", Deleted),
        ("notifications", "outgoing_message", Deleted),
        ("notifications", "push", Deleted),
        ("notifications", "read_mark", Deleted),
        ("notifications", "subscription", Deleted),
        ("notifications", "subscription_topic", Deleted),
        ("notifications", "undeliverable_address", Deleted),
        ("notifications", "vapid_key", None),
        ("orders", "cart", Deleted),
        ("orders", "cart_press", Deleted),
        ("orders", "customer_order", Pseudonymized),
        ("orders", "idempotency", Deleted),
        ("orders", "line_change", Pseudonymized),
        ("orders", "order_limit", Deleted),
        ("orders", "order_line", None),
        ("orders", "order_log", Pseudonymized),
        ("orders", "outbox", Deleted),
        ("orders", "points_account", Deleted),
        ("orders", "points_correction", Pseudonymized),
        ("orders", "points_entry", Pseudonymized),
        ("orders", "quota_usage", Deleted),
        ("orders", "sandbox_message", None),
        ("orders", "sandbox_payment", None),
        ("orders", "sandbox_secret", None),
        ("orders", "seen_price", Deleted),
        ("orders", "viewed_product", Deleted),
        ("orders", "wishlist", Deleted),
        ("search", "quota_usage", Deleted),
        ("search", "search_history", Deleted),
        ("search", "search_revision", None),
        ("search", "search_rule", None),
        ("search", "search_seen", Anonymous),
        ("search", "synonym_group", None),
        ("weather-branches", "branch", None),
        ("weather-branches", "branch_revision", None),
        ("weather-branches", "content_change", None),
        ("weather-branches", "weather", None),
    ]
};

/// An open connection to the tables of a service.
enum Tables {
    Sqlite(sqlx::SqliteConnection),
    Postgres(Box<PgConnection>, String),
}

impl Tables {
    async fn open(shop: &Shop, service: &str) -> Self {
        match DatabaseUrl::of(service, shop.data.path(), shop.database_url.as_deref()) {
            DatabaseUrl::File(path) => {
                let options = SqliteConnectOptions::new().filename(path);
                Self::Sqlite(options.connect().await.unwrap())
            }
            DatabaseUrl::Postgres { url, schema } => {
                let mut connection = PgConnection::connect(&url).await.unwrap();
                let sql = AssertSqlSafe(format!("SET search_path TO \"{schema}\""));
                sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
                Self::Postgres(Box::new(connection), schema)
            }
        }
    }

    async fn names(&mut self) -> Vec<String> {
        let rows: Vec<String> = match self {
            Self::Sqlite(connection) => {
                let sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
                sqlx::query_scalar(sql).fetch_all(connection).await.unwrap()
            }
            Self::Postgres(connection, schema) => {
                let sql = "SELECT tablename::text FROM pg_tables WHERE schemaname = $1 ORDER BY tablename";
                sqlx::query_scalar(sql).bind(&*schema).fetch_all(&mut **connection).await.unwrap()
            }
        };
        rows.into_iter().filter(|name| !name.starts_with("_sqlx") && !name.starts_with("sqlite_")).collect()
    }

    /// Every row of a table as text.
    async fn rows(&mut self, table: &str) -> Vec<String> {
        match self {
            Self::Sqlite(connection) => {
                let sql = AssertSqlSafe(format!("SELECT name FROM pragma_table_info('{table}')"));
                let columns: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut *connection).await.unwrap();
                let columns: Vec<String> = columns.iter().map(|name| format!("quote(\"{name}\")")).collect();
                let sql = AssertSqlSafe(format!("SELECT {} FROM \"{table}\"", columns.join(" || '|' || ")));
                sqlx::query_scalar(sql).fetch_all(connection).await.unwrap()
            }
            Self::Postgres(connection, _) => {
                let sql = AssertSqlSafe(format!("SELECT t::text FROM \"{table}\" t"));
                sqlx::query_scalar(sql).fetch_all(&mut **connection).await.unwrap()
            }
        }
    }

    async fn run(&mut self, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::Sqlite(connection) => sqlx::raw_sql(sql).execute(connection).await.map(drop).unwrap(),
            Self::Postgres(connection, _) => {
                sqlx::raw_sql(sql).execute(&mut **connection).await.map(drop).unwrap();
            }
        }
    }
}

/// What the customer left, with the digest of their phone number.
fn traces() -> BTreeSet<String> {
    let digest = Sha256::digest("+8562055123456");
    let hex = digest.iter().take(16).map(|byte| format!("{byte:02x}"));
    TRACES.iter().map(|trace| (*trace).to_owned()).chain([hex.collect()]).collect()
}

/// The traces of the customer in the tables of all services, and the tables they are in.
async fn found(shop: &Shop) -> (BTreeSet<String>, Vec<String>) {
    let (mut found, mut places) = (BTreeSet::new(), Vec::new());
    for service in SERVICES {
        let mut tables = Tables::open(shop, service).await;
        for table in tables.names().await {
            for row in tables.rows(&table).await {
                for trace in traces().into_iter().filter(|trace| row.contains(trace.as_str())) {
                    places.push(format!("{service}.{table}: {trace}"));
                    found.insert(trace);
                }
            }
        }
    }
    (found, places)
}

/// Files below `folder` that contain a trace.
fn files_with_traces(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with_traces(&path));
            continue;
        }
        let content = fs::read(&path).unwrap();
        let is_in = |trace: &String| content.windows(trace.len()).any(|part| part == trace.as_bytes());
        found.extend(
            traces().iter().filter(|trace| is_in(trace)).map(|trace| format!("{}: {trace}", path.display())),
        );
    }
    found
}

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

async fn json_of(browser: &Browser, method: Method, path: &str, body: Value) -> Value {
    let response = browser.send(method, path, &body).await;
    let status = response.status();
    let body: Value = response.json().await.unwrap();
    assert!(status.is_success(), "{path}: {status} {body}");
    body
}

async fn register(open: &Open, fname: &str, phone: &str, email: &str) -> (Browser, i64) {
    let browser = Browser::new(open).await;
    let lname = if fname == "Somchit" { "Phommavong" } else { "Sy" };
    let account =
        json!({"fname": fname, "lname": lname, "phone": phone, "email": email, "password": PASSWORD});
    let body = json_of(&browser, Method::POST, "/api/auth/register", account).await;
    let customer_id = body["data"]["customer"]["cus_id"].as_i64();
    let customer_id = customer_id.unwrap_or_else(|| panic!("{body}"));
    (browser, customer_id)
}

/// Places an order and returns its id, number and payment reference.
async fn place(browser: &Browser, key: &str, method: &str) -> [String; 3] {
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

async fn comes_to(browser: &Browser, id: &str, status: &str, payment: &str) {
    eventually(&format!("the order is {status}, {payment}"), async || {
        let order = json_of(browser, Method::GET, &format!("{ORDERS}/{id}"), json!({})).await;
        order["data"]["status"] == status && order["data"]["payment"]["status"] == payment
    })
    .await;
}

/// Waits until no order has due work and the notifications of all orders are written.
async fn settles(shop: &Shop) {
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
async fn live(shop: &Shop, open: &Open, browser: &Browser) -> String {
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

/// Checks `value` against a JSON schema: `type`, `properties`, `required`, `items`, `$ref`. Objects have no other properties.
fn assert_fits(value: &Value, schema: &Value, root: &Value, path: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        return assert_fits(value, root.pointer(name.trim_start_matches('#')).unwrap(), root, path);
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    assert!(kinds.contains(&json!(kind)), "{path} is {kind}, not {kinds:?}");
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let schema = &schema["properties"][name];
                assert!(!schema.is_null(), "{path}.{name} is not described");
                assert_fits(field, schema, root, &format!("{path}.{name}"));
            }
            for name in schema["required"].as_array().into_iter().flatten() {
                assert!(fields.contains_key(name.as_str().unwrap()), "{path} has no {name}");
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                assert_fits(item, &schema["items"], root, &format!("{path}[{index}]"));
            }
        }
        _ => {}
    }
}

/// The export has what the customer left, as its schema describes.
fn assert_exported(export: &Value, number: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/customer-export.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_fits(export, &schema, &schema, "export");
    let text = export.to_string();
    let stored = TRACES.iter().filter(|trace| !["somchit", "secret-page"].contains(trace));
    let missing: Vec<_> = stored.filter(|trace| !text.contains(**trace)).collect();
    assert!(missing.is_empty(), "{missing:?}: {export:#}");
    let count = |pointer: &str| export.pointer(pointer).and_then(Value::as_array).map(Vec::len);
    for (pointer, rows) in [
        ("/accounts/sessions", 1),
        ("/accounts/known_browsers", 1),
        ("/accounts/events", 1),
        ("/accounts/contact_messages", 2),
        ("/accounts/addresses", 1),
        ("/orders/orders", 3),
        ("/orders/cart", 1),
        ("/orders/wishlist", 1),
        ("/orders/viewed_products", 1),
        ("/chat/messages", 2),
        ("/notifications/push_subscriptions", 1),
        ("/search/history", 1),
        ("/attachments", 1),
    ] {
        assert_eq!(count(pointer), Some(rows), "{pointer}: {export:#}");
    }
    let orders = export["orders"]["orders"].as_array().unwrap();
    assert!(orders.iter().any(|order| order["number"] == number && order["totals"]["total"] == 30_300));
    assert!(!text.contains("argon2") && !text.contains("p256dh"));
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
    let (code, said) = erase(&shop, PHONE);
    assert!(code == Some(0) && said.contains(&format!("customer {id} is erased; backups")), "{said}");

    let (_, places) = found(&shop).await;
    assert_eq!(places, Vec::<String>::new());
    assert_clean(&shop);
    let mut orders = Tables::open(&shop, "orders").await;
    let kept = orders.rows("customer_order").await;
    assert!(kept.len() == 4 && kept.iter().any(|row| row.contains(&number) && row.contains("ນະຄອນຫຼວງວຽງຈັນ")));
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
    let add = ["staff", "add", "--existing", "kham@example.com"];
    assert!(shop.command(&add).output().unwrap().status.success());
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
    assert!(shop.command(&["staff", "add", "--existing", PHONE]).output().unwrap().status.success());
    let (code, said) = erase(&shop, &customer_id.to_string());
    assert!(code == Some(1) && said.contains("run `heuan staff remove` first"), "{said}");
    drop(browser);
}

/// A table without a treatment could keep what an erasure must delete.
#[tokio::test(flavor = "multi_thread")]
async fn every_table_has_a_treatment() {
    let shop = Shop::new();
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let mut names = BTreeSet::new();
    for service in SERVICES {
        let tables = Tables::open(&shop, service).await.names().await;
        names.extend(tables.into_iter().map(|table| format!("{service}.{table}")));
    }
    let known = TABLES.iter().map(|(service, table, _)| format!("{service}.{table}"));
    assert_eq!(names, known.collect());
}
