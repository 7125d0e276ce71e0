//! Export and erasure of a customer's data, on both databases.

use crate::support::{
    KHAM, NOY, Shop, buy, cart_order, config,
    staff::{deliver_to, lines_of, moved_to, pickup_at},
};
use heuan_orders::{Config, PersonalData, StaffAction, StaffCommands, consistency};
use heuan_proto::orders::v1 as wire;
use heuan_rpc::Code;
use heuan_store::read;
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

async fn personal_data(shop: &Shop) -> PersonalData {
    PersonalData::open(&shop.places.orders.location, shop.clock.clone()).await.unwrap()
}

/// Text of all rows that have a customer.
async fn rows_of(shop: &Shop, customer_id: i64) -> Vec<String> {
    let tables = shop.tables().await;
    let mut rows = Vec::new();
    for table in
        ["cart", "wishlist", "seen_price", "idempotency", "outbox", "points_account", "cart_idempotency_key"]
    {
        let sql = format!("SELECT CAST(COUNT(*) AS BIGINT) FROM {table} WHERE customer_id = $1");
        let count: i64 = read!(tables, |pool| {
            let query = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(customer_id);
            query.fetch_one(pool).await.unwrap()
        });
        if count > 0 {
            rows.push(format!("{count} in {table}"));
        }
    }
    for (table, subject) in
        [("quota_usage", customer_id.to_string()), ("order_limit", format!("customer:{customer_id}"))]
    {
        let sql = format!("SELECT CAST(COUNT(*) AS BIGINT) FROM {table} WHERE subject = $1");
        let count: i64 = read!(tables, |pool| {
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(subject).fetch_one(pool).await.unwrap()
        });
        if count > 0 {
            rows.push(format!("{count} in {table}"));
        }
    }
    tables.close().await;
    rows
}

/// Stored texts of an order.
async fn body_of(shop: &Shop, order_id: &str) -> String {
    let tables = shop.tables().await;
    let sql = "SELECT body FROM customer_order WHERE order_id = $1";
    let body =
        read!(tables, |pool| { sqlx::query_scalar(sql).bind(order_id).fetch_one(pool).await.unwrap() });
    tables.close().await;
    body
}

#[rstest]
#[tokio::test]
async fn contact_of_the_former_delivery_method_is_exported_and_erased(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 50, 300_000)]).await;
    shop.open_branch(3).await;
    let (data, staff) = (personal_data(&shop).await, shop.staff().await);
    let receiver = wire::OrderReceiver { name: "Kham".to_owned(), ..wire::OrderReceiver::default() };
    let input = wire::OrderInput {
        delivery: Some(deliver_to("Nongbone")),
        receiver: Some(receiver),
        ..buy(&[(1, 1)], "cod")
    };
    let order = shop.place(NOY, "k", input).await.unwrap();
    shop.settles().await;
    let seen = shop.staff_order(&order.order_id).await;
    shop.change_lines(moved_to(&seen, "k", pickup_at(3))).await.unwrap();
    shop.settles().await;

    let exported = data.export(NOY).await.unwrap();
    let former = exported.orders[0].former_contact.as_ref().unwrap();
    assert_eq!((former.receiver.name.as_str(), former.phone.as_str()), ("Kham", "+8562055123456"));

    staff.apply(&order.number, StaffAction::HandOver).await.unwrap();
    shop.settles().await;
    data.erase(NOY).await.unwrap();
    let body = body_of(&shop, &order.order_id).await;
    assert!(["Kham", "Nongbone", "+8562055123456"].iter().all(|text| !body.contains(text)), "{body}");
    data.close().await;
    staff.close().await;
}

#[rstest]
#[tokio::test]
async fn counter_of_a_customer_at_an_address_is_erased_and_that_of_others_stays(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.limits.orders_per_address = 10).await;
    shop.shelve(&[(1, 50, 300_000)]).await;
    let (data, staff) = (personal_data(&shop).await, shop.staff().await);
    let counters = async || -> Vec<String> {
        let tables = shop.tables().await;
        let sql = "SELECT subject FROM order_limit WHERE subject LIKE 'address:%'";
        let subjects: Vec<String> =
            read!(tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
        tables.close().await;
        let mut owners: Vec<_> =
            subjects.iter().map(|subject| subject.split(':').nth(3).unwrap_or("all").to_owned()).collect();
        owners.sort();
        owners
    };
    for customer_id in [NOY, KHAM] {
        let order = shop.place_from("192.0.2.1", customer_id, "k", buy(&[(1, 1)], "cod")).await.unwrap();
        shop.settles().await;
        staff.apply(&order.number, StaffAction::HandOver).await.unwrap();
    }
    assert_eq!(counters().await, ["7", "8", "all"]);
    data.erase(NOY).await.unwrap();
    assert_eq!(counters().await, ["8", "all"]);
    data.close().await;
    staff.close().await;
}

#[rstest]
#[tokio::test]
async fn erased_customer_keeps_orders_without_personal_data_and_no_points(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 50, 300_000)]).await;
    let (data, staff) = (personal_data(&shop).await, shop.staff().await);
    let mut input = buy(&[(1, 4)], "cod");
    input.delivery.as_mut().unwrap().note = "blue gate".to_owned();
    let receiver = wire::OrderReceiver {
        name: "Kham".to_owned(),
        landmark: "Behind the temple".to_owned(),
        driver_note: "Gate 2 m wide".to_owned(),
        position: Some(wire::OrderPosition { lat: 18.038_111, lng: 102.635_222 }),
    };
    input.receiver = Some(receiver.clone());
    let first = shop.place(NOY, "first", input).await.unwrap();
    assert_eq!(first.receiver, Some(receiver));
    shop.settles().await;
    staff.plan_delivery(&first.number, Some(("2026-11-22", "morning"))).await.unwrap();
    staff.apply(&first.number, StaffAction::HandOver).await.unwrap();
    assert_eq!(shop.points_of(NOY).await.balance, 6);
    shop.add(NOY, 1, 2).await.unwrap();
    shop.quote(NOY, cart_order("cod")).await.unwrap();
    let others = shop.place(KHAM, "first", buy(&[(1, 1)], "cod")).await.unwrap();
    let before = (shop.order(KHAM, &others.order_id).await.unwrap(), rows_of(&shop, KHAM).await);

    let exported = data.export(NOY).await.unwrap();
    let order = &exported.orders[0];
    assert_eq!((exported.orders.len(), exported.cart.len(), exported.points.balance), (1, 1, 6));
    assert_eq!((order.phone.as_str(), order.customer_name.as_str()), ("+8562055123456", "ນ້ອຍ ວົງສາ"));
    assert_eq!(order.receiver.driver_note, "Gate 2 m wide");
    let planned = order.delivery_day.as_ref().unwrap();
    assert_eq!((planned.day.as_str(), planned.part), ("2026-11-22", Some("morning")));

    data.erase(NOY).await.unwrap();
    assert_eq!(rows_of(&shop, NOY).await, Vec::<String>::new());
    let order = shop.order(NOY, &first.order_id).await.unwrap();
    assert_eq!(order.receiver, None);
    let delivery = order.delivery.unwrap();
    assert_eq!((order.phone.as_str(), order.customer_name.as_str()), ("", ""));
    assert_eq!(delivery.province, "ນະຄອນຫຼວງວຽງຈັນ");
    assert_eq!((delivery.district, delivery.village, delivery.note), Default::default());
    assert_eq!((order.lines, order.totals), (first.lines, first.totals));
    let points = shop.points_of(NOY).await;
    let entries: Vec<(&str, i64)> =
        points.entries.iter().map(|entry| (entry.kind.as_str(), entry.points)).collect();
    assert_eq!((points.balance, entries), (0, vec![("closed", -6), ("earned", 6)]));
    assert_eq!((shop.order(KHAM, &others.order_id).await.unwrap(), rows_of(&shop, KHAM).await), before);

    // Points that a late payment brings are closed as well.
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    let sql = "INSERT INTO points_account (customer_id, balance) VALUES ($1, 2)";
    heuan_store::run!(tx, sql, NOY).unwrap();
    let sql = "UPDATE points_entry SET points = 8 WHERE customer_id = $1 AND kind = 'earned'";
    heuan_store::run!(tx, sql, NOY).unwrap();
    tx.commit().await.unwrap();
    data.erase(NOY).await.unwrap();
    let points = shop.points_of(NOY).await;
    assert_eq!((points.balance, points.entries.iter().map(|entry| entry.points).sum::<i64>()), (0, 0));
    let inconsistencies = consistency::read(&tables).await.unwrap().inconsistencies;
    assert!(
        inconsistencies.iter().all(|inconsistency| inconsistency.rule == "orders.points-of-order"),
        "{inconsistencies:?}"
    );
    tables.close().await;
    data.close().await;
    staff.close().await;
}

#[rstest]
#[tokio::test]
async fn customer_with_an_open_order_or_refund_is_not_erased(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 50, 300_000)]).await;
    let (data, staff) = (personal_data(&shop).await, shop.staff().await);
    let order = shop.place(NOY, "first", buy(&[(1, 1)], "transfer")).await.unwrap();
    shop.settles().await;
    let numbers = async || {
        let open = data.open_orders(NOY).await.unwrap();
        open.into_iter().map(|order| (order.number, order.money)).collect::<Vec<_>>()
    };
    assert_eq!(numbers().await, [(order.number.clone(), "pending".to_owned())]);
    let refused = data.erase(NOY).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "open_orders"));
    assert!(refused.message.contains(&order.number));
    assert_eq!(shop.order(NOY, &order.order_id).await.unwrap().phone, "+8562055123456");

    staff.apply(&order.number, StaffAction::MarkPaid).await.unwrap();
    staff.cancel(&order.number, "").await.unwrap();
    shop.comes_to(NOY, &order.order_id, "cancelled", "refund_due").await;
    shop.settles().await;
    assert_eq!(numbers().await, [(order.number.clone(), "refund_due".to_owned())]);
    assert_eq!(data.erase(NOY).await.unwrap_err().detail.reason, "open_orders");
    staff.apply(&order.number, StaffAction::MarkRefunded).await.unwrap();

    // A late payment of an expired QR order is still possible.
    let late = shop.place(NOY, "late", buy(&[(1, 1)], "qr")).await.unwrap();
    shop.act(&late, wire::SandboxAction::Decline).await.unwrap();
    shop.comes_to(NOY, &late.order_id, "cancelled", "failed").await;
    shop.settles().await;
    assert_eq!(numbers().await, [(late.number.clone(), "failed".to_owned())]);
    assert!(data.open_orders(NOY).await.unwrap()[0].has_due_work);
    for _ in 0..6 {
        shop.clock.advance(86_400_000);
        let tables = shop.tables().await;
        eventually("the late payment is looked for", async || {
            let sql = "SELECT COUNT(*) FROM customer_order WHERE due_at <= $1";
            let now = shop.clock.now_ms();
            let due: i64 =
                read!(tables, |pool| sqlx::query_scalar(sql).bind(now).fetch_one(pool).await.unwrap());
            due == 0
        })
        .await;
        tables.close().await;
    }
    assert_eq!(numbers().await, []);
    data.erase(NOY).await.unwrap();
    assert_eq!(shop.order(NOY, &late.order_id).await.unwrap().phone, "");
    data.close().await;
    staff.close().await;
}

/// More than a year, which has 366 days at most.
const YEAR_MS: i64 = 367 * 86_400_000;

#[rstest]
#[tokio::test]
async fn contact_of_a_closed_order_is_removed_years_after_its_last_change(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 50, 300_000)]).await;
    let (data, staff) = (personal_data(&shop).await, shop.staff().await);
    let mut input = buy(&[(1, 4)], "cod");
    input.delivery.as_mut().unwrap().note = "blue gate".to_owned();
    let closed = shop.place(NOY, "closed", input).await.unwrap();
    let owed = shop.place(NOY, "owed", buy(&[(1, 1)], "transfer")).await.unwrap();
    shop.settles().await;
    staff.apply(&closed.number, StaffAction::HandOver).await.unwrap();
    staff.apply(&owed.number, StaffAction::MarkPaid).await.unwrap();
    staff.cancel(&owed.number, "moved to Pakse").await.unwrap();
    shop.comes_to(NOY, &owed.order_id, "cancelled", "refund_due").await;
    shop.settles().await;
    let points = shop.points_of(NOY).await;
    assert_eq!(data.remove_old_contacts(1).await.unwrap(), 0, "both are new");

    shop.clock.advance(YEAR_MS);
    assert_eq!(data.remove_old_contacts(2).await.unwrap(), 0);
    assert_eq!(data.remove_old_contacts(1).await.unwrap(), 1, "a refund is due for the other");
    assert_eq!(data.remove_old_contacts(1).await.unwrap(), 0, "no order is done twice");
    let order = shop.order(NOY, &closed.order_id).await.unwrap();
    assert_eq!((order.phone.as_str(), order.customer_name.as_str()), ("", ""));
    assert_eq!((order.lines, order.totals), (closed.lines, closed.totals));
    let delivery = order.delivery.unwrap();
    assert_eq!(delivery.province, "ນະຄອນຫຼວງວຽງຈັນ");
    assert_eq!((delivery.district, delivery.village, delivery.note), Default::default());
    assert_eq!(shop.points_of(NOY).await, points, "the customer keeps the points");

    staff.apply(&owed.number, StaffAction::MarkRefunded).await.unwrap();
    assert_eq!(data.remove_old_contacts(1).await.unwrap(), 0, "it has just changed");
    assert_eq!(shop.order(NOY, &owed.order_id).await.unwrap().phone, "+8562055123456");
    shop.clock.advance(YEAR_MS);
    assert_eq!(data.remove_old_contacts(1).await.unwrap(), 1);
    assert_eq!(shop.order(NOY, &owed.order_id).await.unwrap().phone, "");
    let tables = shop.tables().await;
    let inconsistencies = consistency::read(&tables).await.unwrap().inconsistencies;
    assert!(inconsistencies.is_empty(), "{inconsistencies:?}");
    tables.close().await;
    data.close().await;
    staff.close().await;
}

#[rstest]
#[tokio::test]
async fn contacts_of_many_old_orders_are_removed_in_the_background_if_their_retention_ends(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    const COPIES: i64 = 230;
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 50, 300_000)]).await;
    let staff = shop.staff().await;
    let first = shop.place(NOY, "first", buy(&[(1, 1)], "cod")).await.unwrap();
    shop.settles().await;
    staff.apply(&first.number, StaffAction::HandOver).await.unwrap();
    shop.settles().await;
    staff.close().await;
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    let sql = "INSERT INTO customer_order (order_id, customer_id, number, created_at, method, status, money, units, \
           reference, body, history) \
         SELECT order_id || CAST($2 AS TEXT), customer_id, number, created_at, method, status, money, units, \
           reference || CAST($2 AS TEXT), body, history FROM customer_order WHERE order_id = $1";
    for copy in 0..COPIES {
        heuan_store::run!(tx, sql, &first.order_id, format!("-{copy}")).unwrap();
    }
    tx.commit().await.unwrap();
    tables.close().await;

    let clock = shop.clock.clone();
    clock.advance(YEAR_MS);
    let places = shop.close().await;
    let kept = Config { contact_years: 0, ..config() };
    let shop = Shop::reopen(places, kept, clock.clone(), None).await;
    assert_eq!(with_contact(&shop).await, COPIES + 1, "0 keeps them");
    let places = shop.close().await;
    let removed = Config { contact_years: 1, ..config() };
    let shop = Shop::reopen(places, removed, clock, None).await;
    eventually("no old order has a contact", async || with_contact(&shop).await == 0).await;
}

/// Number of orders that have not lost their contact.
async fn with_contact(shop: &Shop) -> i64 {
    let tables = shop.tables().await;
    let sql = "SELECT COUNT(*) FROM customer_order WHERE contact_removed_at IS NULL";
    let count = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    count
}

/// The changes of all orders as stored.
async fn stored_changes(shop: &Shop) -> Vec<String> {
    let tables = shop.tables().await;
    let sql = "SELECT before_change || after_change || reason FROM line_change ORDER BY change_id";
    let rows = read!(tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
    tables.close().await;
    rows
}

/// Whether a stored change has the village or the note of [`with_changed_delivery`].
fn has_address(changes: &[String]) -> bool {
    changes.iter().any(|change| ["Nongbone", "yellow door"].iter().any(|text| change.contains(text)))
}

/// A completed order whose pickup became a delivery, after a change to a delivery of more units than the stock has was refused.
async fn with_changed_delivery(shop: &Shop, staff: &StaffCommands) -> String {
    shop.open_branch(3).await;
    let input = wire::OrderInput { delivery: Some(pickup_at(3)), ..buy(&[(1, 2)], "cod") };
    let order = shop.place(NOY, "moved", input).await.unwrap();
    shop.settles().await;
    let seen = shop.staff_order(&order.order_id).await;
    let to = wire::Delivery { note: "yellow door".to_owned(), ..deliver_to("Nongbone") };
    let short =
        wire::ChangeStaffLinesRequest { delivery: Some(to.clone()), ..lines_of(&seen, "short", &[(1, 60)]) };
    assert_eq!(shop.change_lines(short).await.unwrap_err().detail.reason, "stock_short");
    shop.settles().await;
    shop.change_lines(moved_to(&seen, "moved", to)).await.unwrap();
    shop.settles().await;
    staff.apply(&order.number, StaffAction::HandOver).await.unwrap();
    shop.settles().await;
    let changes = stored_changes(shop).await;
    assert_eq!(changes.len(), 2);
    assert!(changes.iter().all(|change| has_address(std::slice::from_ref(change))), "{changes:?}");
    order.order_id
}

#[rstest]
#[tokio::test]
async fn address_of_a_changed_delivery_ends_with_the_customer(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 50, 300_000)]).await;
    let (data, staff) = (personal_data(&shop).await, shop.staff().await);
    with_changed_delivery(&shop, &staff).await;
    data.erase(NOY).await.unwrap();
    let changes = stored_changes(&shop).await;
    assert!(!has_address(&changes), "{changes:?}");
    assert!(changes.iter().all(|change| change.contains("Vientiane")), "the province stays: {changes:?}");
    data.close().await;
    staff.close().await;
}

#[rstest]
#[tokio::test]
async fn address_of_a_changed_delivery_ends_with_the_retention_of_the_contact(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 50, 300_000)]).await;
    let (data, staff) = (personal_data(&shop).await, shop.staff().await);
    with_changed_delivery(&shop, &staff).await;
    shop.clock.advance(YEAR_MS);
    assert_eq!(data.remove_old_contacts(1).await.unwrap(), 1);
    let changes = stored_changes(&shop).await;
    assert!(!has_address(&changes), "{changes:?}");
    data.close().await;
    staff.close().await;
}

#[rstest]
#[tokio::test]
async fn address_that_an_earlier_release_left_in_a_change_is_removed_in_the_background(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 50, 300_000)]).await;
    let staff = shop.staff().await;
    let order_id = with_changed_delivery(&shop, &staff).await;
    staff.close().await;
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    let sql = "UPDATE customer_order SET contact_removed_at = created_at WHERE order_id = $1";
    heuan_store::run!(tx, sql, &order_id).unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
    let clock = shop.clock.clone();
    let shop = Shop::reopen(shop.close().await, config(), clock, None).await;
    eventually("no change has the address", async || !has_address(&stored_changes(&shop).await)).await;
}
