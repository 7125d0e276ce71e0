//! `heuan check` beside a running shop, and on tables with planted faults.

use std::collections::BTreeSet;

use heuan_catalog_gateway::stock::ENDED_RETENTION_MS;
use heuan_store::{
    DatabaseUrl,
    sqlx::{self, ConnectOptions as _, Connection as _, PgConnection, sqlite::SqliteConnectOptions},
};
use heuan_testkit::{Engine, eventually};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{Browser, Open, Shop, folder};

const ORDERS: &str = "/api/auth/orders";
const GOODS: [(&str, &str); 3] = [
    ("categories.csv", "cat_id,cat_name_la,cat_name_en\n1,ສີ,Paint\n"),
    ("groups.csv", "prog_id,cat_id,prog_name_la,prog_name_en\n11,1,ສີນ້ຳ,Emulsion\n"),
    (
        "products.csv",
        "pro_id,cat_id,prog_id,pro_name_la,pro_name_en,price,stock,vatrate\n\
         101,1,11,ສີຂາວ,White paint,300000,500,10\n102,1,11,ສີແດງ,Red paint,200000,700,10\n",
    ),
];

/// Settings of a shop in which a customer may have several unpaid orders.
pub const SETTINGS: [(&str, &str); 9] = [
    ("HEUAN_ORDERS__SANDBOX", "true"),
    ("HEUAN_ORDERS__LIMITS__OPEN_COD", "0"),
    ("HEUAN_ORDERS__LIMITS__OPEN_TRANSFER", "0"),
    ("HEUAN_ORDERS__LIMITS__OPEN_QR", "0"),
    ("HEUAN_ORDERS__LIMITS__CASH_WITHOUT_HISTORY", "0"),
    ("HEUAN_ORDERS__LIMITS__TRANSFER_WITHOUT_HISTORY", "0"),
    ("HEUAN_ORDERS__LIMITS__STOCK_PERCENT", "0"),
    ("HEUAN_ORDERS__LIMITS__STOCK_PERCENT_WITHOUT_HISTORY", "0"),
    ("HEUAN_ORDERS__LIMITS__ORDERS_PER_ADDRESS", "0"),
];

/// Checks `shop`. Returns the exit code, and the report or the error.
fn check(shop: &Shop) -> (Option<i32>, Result<Value, String>) {
    let output = shop.command(&["check", "--json"]).output().unwrap();
    let report = serde_json::from_slice(&output.stdout);
    (output.status.code(), report.map_err(|_| String::from_utf8(output.stderr).unwrap()))
}

/// Orders in several states, by one customer.
struct Orders {
    noy: Browser,
    number: u32,
}

impl Orders {
    async fn of_new_customer(open: &Open) -> Self {
        let orders = Self { noy: Browser::new(open).await, number: 0 };
        let account =
            json!({"fname": "Noy", "lname": "Keo", "phone": "020 5512 3456", "password": "correct horse"});
        orders.post("/api/auth/register", account).await;
        orders
    }

    /// Places an order and returns its id and its payment reference.
    async fn place(&mut self, method: &str) -> (String, String) {
        self.number += 1;
        let body = json!({
            "phone": "020 5512 3456", "payment": {"method": method}, "buyNow": true,
            "items": [{"pro_id": 101, "quantity": 1}, {"pro_id": 102, "quantity": 2}],
            "delivery": {"method": "delivery", "province": "ນະຄອນຫຼວງວຽງຈັນ", "district": "ໄຊເສດຖາ", "village": "ໂພນທັນ"},
        });
        let request =
            self.noy.request(Method::POST, ORDERS).header("Idempotency-Key", self.number.to_string());
        let response = request.json(&body).send().await.unwrap();
        assert_eq!(response.status(), 201);
        let order: Value = response.json().await.unwrap();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&order["data"]["order_id"]), text(&order["data"]["payment"]["reference"]))
    }

    async fn post(&self, path: &str, body: Value) {
        let response = self.noy.send(Method::POST, path, &body).await;
        assert!(response.status().is_success(), "{path}: {}", response.status());
    }

    async fn pay(&self, reference: &str) {
        self.post(&format!("/api/sandbox/payments/{reference}/pay"), json!({})).await;
    }

    async fn comes_to(&self, id: &str, status: &str, payment: &str) {
        eventually(&format!("the order is {status}, {payment}"), async || {
            let response = self.noy.send(Method::GET, &format!("{ORDERS}/{id}"), &json!({})).await;
            let order: Value = response.json().await.unwrap();
            order["data"]["status"] == status && order["data"]["payment"]["status"] == payment
        })
        .await;
    }
}

/// Changes the tables of `service` without regard to their constraints.
async fn plant(shop: &Shop, service: &str, sql: &str) {
    let done = match DatabaseUrl::of(service, shop.data.path(), shop.database_url.as_deref()) {
        DatabaseUrl::File(path) => {
            let options = SqliteConnectOptions::new().filename(path).foreign_keys(false);
            let mut connection = options.connect().await.unwrap();
            let done = sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.map(|_| ());
            connection.close().await.unwrap();
            done
        }
        DatabaseUrl::Postgres { url, schema } => {
            let sql =
                format!("SET search_path TO \"{schema}\"; SET session_replication_role = replica; {sql}");
            let mut connection = PgConnection::connect(&url).await.unwrap();
            let done = sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.map(|_| ());
            connection.close().await.unwrap();
            done
        }
    };
    done.unwrap_or_else(|error| panic!("{service}: {error}: {sql}"));
}

/// The number that a query of the tables of `service` returns.
async fn count(shop: &Shop, service: &str, sql: &'static str) -> i64 {
    match DatabaseUrl::of(service, shop.data.path(), shop.database_url.as_deref()) {
        DatabaseUrl::File(path) => {
            let options = SqliteConnectOptions::new().filename(path).read_only(true);
            let mut connection = options.connect().await.unwrap();
            let count = sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap();
            connection.close().await.unwrap();
            count
        }
        DatabaseUrl::Postgres { url, schema } => {
            let mut connection = PgConnection::connect(&url).await.unwrap();
            let path = sqlx::AssertSqlSafe(format!("SET search_path TO \"{schema}\""));
            sqlx::raw_sql(path).execute(&mut connection).await.unwrap();
            let count = sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap();
            connection.close().await.unwrap();
            count
        }
    }
}

/// Events of orders that the notification service has not accepted yet.
async fn outbox_events(shop: &Shop) -> i64 {
    count(shop, "orders", "SELECT COUNT(*) FROM outbox").await
}

#[rstest]
#[case(Engine::Sqlite)]
#[case(Engine::Postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn consistency_check_passes_for_a_running_shop_and_reports_each_planted_fault(#[case] engine: Engine) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    let (code, refused) = check(&shop);
    let said = refused.unwrap_err();
    assert!(code == Some(2) && said.starts_with("heuan: cannot check: opening orders: "), "{code:?} {said}");

    assert!(shop.import(folder(&GOODS).path(), &[]).status.success());
    let open = shop.open_with(&SETTINGS);
    let mut orders = Orders::of_new_customer(&open).await;
    let (placed, _) = orders.place("cod").await;
    let (unreadable, _) = orders.place("cod").await;
    let (gone, _) = orders.place("cod").await;
    let (wrong, _) = orders.place("transfer").await;
    let (_, unpaid) = orders.place("qr").await;
    let (paid, reference) = orders.place("qr").await;
    orders.pay(&reference).await;
    orders.comes_to(&paid, "placed", "paid").await;
    let (cancelled, _) = orders.place("cod").await;
    orders.post(&format!("{ORDERS}/{cancelled}/cancel"), json!({})).await;
    let (refunded, refund) = orders.place("qr").await;
    orders.pay(&refund).await;
    orders.comes_to(&refunded, "placed", "paid").await;
    orders.post(&format!("{ORDERS}/{refunded}/cancel"), json!({})).await;
    orders.comes_to(&refunded, "cancelled", "refunded").await;
    for client_id in ["m1", "m2"] {
        let message = json!({"sms": "Sabaidee", "smstype": "user", "client_id": client_id});
        orders.post("/api/auth/message", message).await;
    }
    let (code, report) = check(&shop);
    let report = report.unwrap();
    assert_eq!((code, &report["faults"], &report["orders"]), (Some(0), &json!([]), &json!(8)), "{report}");
    eventually("the notifications of all orders are written", async || outbox_events(&shop).await == 0).await;
    assert_eq!(open.end(), Some(0));
    assert_eq!(check(&shop).0, Some(0), "a shop that is not running is clean as well");

    let returned = json!({"returns": [{"at": 0, "lines": [{"pro_id": 900_001, "to_stock": 1, "to_waste": 0}], "reason": "",
        "refund": 0, "delivery_fee": 0, "points_returned": 0, "points_revoked": 0, "points_missing": 0, "restocked": true}]});
    let sql = format!(
        "INSERT INTO points_account (customer_id, balance) VALUES (900001, 5); \
         INSERT INTO points_entry (customer_id, order_id, kind, points, at) VALUES (900002, 'ghost', 'earned', 5, 0); \
         INSERT INTO outbox (event_id, kind, customer_id, order_id, payload, at, next_at, tries) \
           VALUES ('ghost.order.ready', 'order.ready', 1, 'ghost', '{{}}', 0, 1000000, 9); \
         INSERT INTO sandbox_payment (reference, amount, expires_at, settles_at, paid) VALUES ('GHOST', 5, 0, 1, 1); \
         UPDATE sandbox_payment SET amount = amount + 1, refunded = 1, settles_at = 1 WHERE reference = '{reference}'; \
         INSERT INTO sandbox_payment (reference, amount, expires_at) \
           SELECT reference, 5, 0 FROM customer_order WHERE order_id = '{wrong}'; \
         UPDATE sandbox_payment SET paid = 1, settles_at = 1 WHERE reference = '{unpaid}'; \
         UPDATE customer_order SET body = '[' WHERE order_id = '{unreadable}'; \
         DELETE FROM customer_order WHERE order_id = '{gone}'; \
         UPDATE customer_order SET status = 'completed', total = total + 1, refund = 1, tries = 20, earned = 7, settlement = '{returned}' \
           WHERE order_id = '{wrong}'; \
         INSERT INTO cart (customer_id, version, lines) VALUES (900001, 1, '['); \
         INSERT INTO wishlist (customer_id, items) VALUES (900001, '[');"
    );
    plant(&shop, "orders", &sql).await;
    let sql = format!(
        "UPDATE reservation SET state = 'returned' WHERE reservation_id = '{placed}'; \
         UPDATE reservation_line SET quantity = quantity + 1 WHERE reservation_id = '{wrong}'; \
         UPDATE stock SET reserved = reserved + 1, dirty = 0 WHERE pro_id = 102; \
         INSERT INTO stock (pro_id, on_hand) VALUES (900001, -1); \
         INSERT INTO reservation (reservation_id, state, expires_at, created_at) VALUES ('ghost', 'held', 1, 1), ('odd', 'odd', 1, 1); \
         INSERT INTO reservation_line (reservation_id, pro_id, quantity) VALUES ('ghost', 900002, 1);"
    );
    plant(&shop, "catalog-gateway", &sql).await;
    let sql = "UPDATE message SET customer_id = 900003 WHERE seq = 2; UPDATE message SET likes = 1; \
               UPDATE conversation SET staff_unread = 9; UPDATE counter SET value = 0 WHERE id = 1;";
    plant(&shop, "chat", sql).await;
    let sql = format!(
        "UPDATE counter SET value = 0; DELETE FROM notification WHERE event_id = '{placed}.order.received';"
    );
    plant(&shop, "notifications", &sql).await;
    let sql = "UPDATE customer_counter SET value = 0; \
               INSERT INTO session (token_hash, customer_id, created_at, seen_at, expires_at) VALUES ('t', 900004, 0, 0, 0); \
               INSERT INTO outbox (event_id, kind, customer_id, payload, at, next_at, tries, recipient, code_subject) \
                 VALUES ('account.ghost', 'security.password', 900004, '{}', 0, 1000000, 9, '', '');";
    plant(&shop, "accounts", sql).await;

    let (code, report) = check(&shop);
    let report = report.unwrap();
    let faults = report["faults"].as_array().unwrap();
    let named: BTreeSet<&str> = faults.iter().filter_map(|fault| fault["rule"].as_str()).collect();
    assert_eq!((code, report["looks"].as_u64()), (Some(1), Some(3)));
    assert_eq!(json!(named.len()), report["rules"], "{named:?}");
    let is_reported = |rule: &str, id: &str| {
        faults.iter().any(|fault| fault["rule"] == rule && fault["problem"].as_str().unwrap().contains(id))
    };
    assert!(
        is_reported("orders-catalog.reservation", &placed) && is_reported("orders.readable", &unreadable),
        "{report:#}"
    );
    assert!(
        is_reported("orders.acknowledged", &gone) && !is_reported("orders.acknowledged", &unreadable),
        "{report:#}"
    );
    let clean = [&paid, &cancelled, &refunded];
    assert!(
        !clean
            .iter()
            .any(|id| is_reported("orders.state", id) || is_reported("orders-catalog.reservation", id))
    );
}

/// The catalog deletes reservations that ended without a sale long ago.
#[rstest]
#[case(Engine::Sqlite)]
#[case(Engine::Postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn missing_reservation_is_a_fault_unless_it_ended_long_ago(#[case] engine: Engine) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    assert!(shop.import(folder(&GOODS).path(), &[]).status.success());
    let open = shop.open_with(&SETTINGS);
    let mut orders = Orders::of_new_customer(&open).await;
    let (old, _) = orders.place("qr").await;
    let (young, _) = orders.place("qr").await;
    for id in [&old, &young] {
        orders.post(&format!("{ORDERS}/{id}/cancel"), json!({})).await;
    }
    let released = "SELECT COUNT(*) FROM reservation WHERE state = 'released'";
    eventually("the units of both orders are released", async || {
        count(&shop, "catalog-gateway", released).await == 2
    })
    .await;
    let due = "SELECT COUNT(*) FROM customer_order WHERE units <> 'released'";
    eventually("no order has units to release", async || count(&shop, "orders", due).await == 0).await;
    assert_eq!(open.end(), Some(0));

    let age_ms = 2 * ENDED_RETENTION_MS;
    let sql =
        format!("UPDATE customer_order SET created_at = created_at - {age_ms} WHERE order_id = '{old}';");
    plant(&shop, "orders", &sql).await;
    let sql = format!(
        "UPDATE reservation SET created_at = created_at - {age_ms}, expires_at = expires_at - {age_ms} \
           WHERE reservation_id = '{old}';"
    );
    plant(&shop, "catalog-gateway", &sql).await;
    let open = shop.open_with(&SETTINGS);
    let all = "SELECT COUNT(*) FROM reservation";
    eventually("the old reservation is deleted", async || count(&shop, "catalog-gateway", all).await == 1)
        .await;
    assert_eq!(open.end(), Some(0));
    let (code, report) = check(&shop);
    let report = report.unwrap();
    assert_eq!((code, &report["faults"]), (Some(0), &json!([])), "{report}");

    plant(&shop, "catalog-gateway", "DELETE FROM reservation_line; DELETE FROM reservation;").await;
    let (code, report) = check(&shop);
    let report = report.unwrap();
    let faults = report["faults"].as_array().unwrap();
    assert_eq!((code, faults.len()), (Some(1), 1), "{report}");
    assert_eq!((&faults[0]["rule"], &faults[0]["id"]), (&json!("orders-catalog.reservation"), &json!(young)));
}
