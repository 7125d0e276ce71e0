//! Pushes of new orders to browsers of the staff. Both databases.

use crate::support::{
    KHAM, NOON, NOY, Service,
    browser::{Browser, PushService},
    event, tables,
};
use heuan_proto::{accounts::v1::EndAllSessionsRequest, notifications::v1 as wire};
use heuan_rpc::Error;
use heuan_store::read;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;
use serde_json::json;

async fn count(db: &TestDb, sql: &'static str) -> i64 {
    let tables = tables(db).await;
    let count = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    count
}

async fn no_push_waits(db: &TestDb) {
    eventually("no push waits", async || count(db, "SELECT COUNT(*) FROM push").await == 0).await;
}

/// Registers a browser. `new_orders` is the choice of the staff; a customer's registration has none.
async fn subscribe(service: &Service, browser: &Browser, endpoint: String, new_orders: Option<bool>) {
    let request = wire::SavePushSubscriptionRequest {
        staff: new_orders.is_some(),
        new_orders,
        ..browser.subscription(KHAM, endpoint)
    };
    service.client().save_push_subscription(request).await.unwrap();
}

async fn deliver(service: &Service, order: &str, kind: &str) {
    service.deliver(vec![event(order, kind, NOY)]).await.unwrap();
}

fn paths(push: &PushService) -> Vec<String> {
    push.pushes().into_iter().map(|push| push.path).collect()
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn new_order_rings_at_browsers_of_staff_who_chose_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push, desk) = (Service::open(&db).await, PushService::start().await, Browser::new(1));
    // The night before no browser had chosen it, and nothing is stored for the staff.
    deliver(&service, "o0", "order.received").await;
    subscribe(&service, &desk, push.endpoint("desk"), Some(true)).await;
    subscribe(&service, &Browser::new(2), push.endpoint("phone"), Some(false)).await;
    subscribe(&service, &Browser::new(3), push.endpoint("tablet"), None).await;
    deliver(&service, "o1", "order.received").await;
    // Delivered again by the outbox of orders, and later steps of the order.
    deliver(&service, "o1", "order.received").await;
    deliver(&service, "o1", "order.placed").await;
    eventually("it is delivered", async || push.pushes().len() == 1).await;
    no_push_waits(&db).await;

    let [pushed] = push.pushes().try_into().unwrap();
    assert_eq!(pushed.path, "/push/desk");
    assert_eq!((pushed.header("topic"), pushed.header("urgency")), ("staff-orders", "high"));
    let shown = desk.opened(&pushed);
    let expected = json!({
        "id": shown["id"], "title": "New order", "body": "N-o1 · ₭50,000", "image": "", "category": "order",
        "url": "/en/staff/orders/o1", "tag": "staff-orders",
        "several": {"title": "New orders", "url": "/en/staff/orders"},
    });
    assert_eq!(shown, expected);
    // It is in no list: neither the staff's nor the customer's.
    assert!(service.titles(KHAM).await.is_empty());
    assert_eq!(service.list(NOY).await.total, 3);
    let asked = wire::ListNewNotificationsRequest {
        customer_id: KHAM,
        after_position: 0,
        limit: 10,
        staff: true,
        ..Default::default()
    };
    let found = service.client().list_new_notifications(asked).await.unwrap().into_inner();
    assert!(found.notifications.is_empty() && found.topics.is_empty());
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn choice_of_new_orders_lasts_as_long_as_the_session(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push, desk) = (Service::open(&db).await, PushService::start().await, Browser::new(1));
    let chosen = "SELECT COUNT(*) FROM subscription WHERE new_orders = 1";
    subscribe(&service, &desk, push.endpoint("desk"), Some(true)).await;
    // The storefront registers the browser again, for example in another language.
    subscribe(&service, &desk, push.endpoint("desk"), None).await;
    assert_eq!(count(&db, chosen).await, 1);
    subscribe(&service, &desk, push.endpoint("desk"), Some(false)).await;
    assert_eq!(count(&db, chosen).await, 0);
    // In a new session the browser belongs to a person who has not chosen yet.
    subscribe(&service, &desk, push.endpoint("desk"), Some(true)).await;
    service.accounts.begin_session(KHAM, "00000000000000bb", NOON + 3_600_000).await;
    let next = wire::SavePushSubscriptionRequest {
        session_id: "00000000000000bb".to_owned(),
        ..desk.subscription(KHAM, push.endpoint("desk"))
    };
    service.client().save_push_subscription(next).await.unwrap();
    assert_eq!(count(&db, chosen).await, 0);
    subscribe(&service, &desk, push.endpoint("desk"), Some(true)).await;
    service.client().save_push_subscription(desk.subscription(NOY, push.endpoint("desk"))).await.unwrap();
    assert_eq!(count(&db, chosen).await, 0);
}

/// A changed or revoked role ends the sessions of the account.
#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn removed_staff_get_no_push_of_new_orders(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    subscribe(&service, &Browser::new(1), push.endpoint("desk"), Some(true)).await;
    deliver(&service, "o1", "order.received").await;
    eventually("it is delivered", async || push.pushes().len() == 1).await;
    let request = EndAllSessionsRequest { customer_id: KHAM, ..Default::default() };
    service.accounts.client().end_all_sessions(request).await.unwrap();
    deliver(&service, "o2", "order.received").await;
    no_push_waits(&db).await;
    assert_eq!(paths(&push), ["/push/desk"]);
    assert_eq!(count(&db, "SELECT COUNT(*) FROM subscription").await, 0);
}

#[tokio::test]
async fn customer_who_chooses_new_orders_is_refused() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open(&db).await;
    let request = wire::SavePushSubscriptionRequest {
        new_orders: Some(true),
        ..Browser::new(1).subscription(NOY, "http://127.0.0.1:9/none".to_owned())
    };
    let refused: Error = service.client().save_push_subscription(request).await.unwrap_err().into();
    assert_eq!((refused.detail.field.as_str(), refused.detail.reason.as_str()), ("new_orders", "staff"));
}
