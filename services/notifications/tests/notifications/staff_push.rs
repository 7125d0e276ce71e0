//! Pushes of new orders, waiting chats and contact messages to browsers of the staff. Both databases.

use crate::support::{
    KHAM, NOON, NOY, Service,
    browser::{Browser, PushService},
    erased, event, tables,
};
use heuan_notifications::PersonalData;
use heuan_proto::{
    accounts::v1::EndAllSessionsRequest,
    notifications::v1::{self as wire, MessageActorRole},
};
use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;
use heuan_store::read;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;
use serde_json::json;

const HOUR_MS: i64 = 3_600_000;

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

/// Registers a browser of the staff that gets pushes of customers' messages.
async fn subscribe_to_messages(service: &Service, browser: &Browser, endpoint: String) {
    let request = wire::SavePushSubscriptionRequest {
        staff: true,
        new_orders: Some(false),
        customer_messages: Some(true),
        ..browser.subscription(KHAM, endpoint)
    };
    service.client().save_push_subscription(request).await.unwrap();
}

/// An unread message of Noy's chat.
fn waiting(seq: i64) -> wire::Event {
    wire::Event {
        event_id: format!("chat.{NOY}.{seq}.waiting"),
        kind: "chat.waiting".to_owned(),
        customer_id: NOY,
        order_id: String::new(),
        payload: format!(r#"{{"reminder":"chat.{NOY}.{seq}.waiting"}}"#),
        at_ms: NOON,
    }
}

/// The staff has read or answered it.
fn over(seq: i64) -> wire::Event {
    let event = waiting(seq);
    let event_id = format!("{}.over", event.event_id);
    wire::Event { event_id, kind: "chat.waiting_over".to_owned(), ..event }
}

fn contact_received() -> wire::Event {
    let event_id = "account.c1".to_owned();
    wire::Event {
        event_id,
        kind: "contact.received".to_owned(),
        customer_id: 0,
        payload: "{}".to_owned(),
        ..waiting(1)
    }
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
        "id": shown["id"], "title": "New order", "body": "N-o1 · ₭50,000.00", "image": "", "category": "order",
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

/// A new order that is picked up at a branch; 0 for a delivery.
fn order_of(order: &str, branch_id: i64) -> wire::Event {
    let event = event(order, "order.received", NOY);
    let payload = format!(r#"{{"number":"N-{order}","total":50000,"branch_id":{branch_id}}}"#);
    wire::Event { payload, ..event }
}

/// Registers a browser for new orders; of one branch, or of all for 0.
async fn subscribe_to_branch(service: &Service, browser: &Browser, endpoint: String, branch_id: i64) {
    let request = wire::SavePushSubscriptionRequest {
        staff: true,
        new_orders: Some(true),
        new_orders_branch_id: Some(branch_id),
        ..browser.subscription(KHAM, endpoint)
    };
    service.client().save_push_subscription(request).await.unwrap();
}

/// Kham has another home branch, or none.
fn home_branch(number: i64, payload: &str, at_ms: i64) -> wire::Event {
    wire::Event {
        event_id: format!("account.{number}"),
        kind: "staff.home_branch".to_owned(),
        customer_id: KHAM,
        order_id: String::new(),
        payload: payload.to_owned(),
        at_ms,
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn new_order_of_a_branch_rings_at_browsers_of_that_branch_and_of_all_branches(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    for (seed, (name, branch_id)) in (1..).zip([("all", 0), ("three", 3), ("four", 4)]) {
        subscribe_to_branch(&service, &Browser::new(seed), push.endpoint(name), branch_id).await;
    }
    service.deliver(vec![order_of("o1", 3)]).await.unwrap();
    eventually("it is delivered", async || push.pushes().len() == 2).await;
    no_push_waits(&db).await;
    let mut rang = paths(&push);
    rang.sort();
    assert_eq!(rang, ["/push/all", "/push/three"]);
    service.deliver(vec![order_of("o2", 0)]).await.unwrap();
    eventually("the delivery rings", async || push.pushes().len() == 3).await;
    no_push_waits(&db).await;
    assert_eq!(paths(&push)[2], "/push/all", "a delivery belongs to no branch");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn browser_of_one_branch_follows_the_home_branch_of_its_owner(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    let branches = async || {
        let tables = tables(&db).await;
        let sql = "SELECT new_orders_branch_id FROM subscription ORDER BY endpoint";
        let found: Vec<i64> = read!(tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
        tables.close().await;
        found
    };
    subscribe_to_branch(&service, &Browser::new(1), push.endpoint("a"), 3).await;
    subscribe_to_branch(&service, &Browser::new(2), push.endpoint("b"), 0).await;
    service.deliver(vec![home_branch(1, r#"{"branch_id":4}"#, NOON)]).await.unwrap();
    assert_eq!(branches().await, [4, 0], "a browser that gets all orders still gets all");
    // The storefront registers the browser again.
    subscribe(&service, &Browser::new(1), push.endpoint("a"), None).await;
    assert_eq!(branches().await, [4, 0]);
    // An event that comes late changes no newer choice.
    service.deliver(vec![home_branch(2, r#"{"branch_id":3}"#, NOON - 1)]).await.unwrap();
    assert_eq!(branches().await, [4, 0]);
    service.deliver(vec![home_branch(3, "{}", NOON)]).await.unwrap();
    assert_eq!(branches().await, [0, 0]);
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

#[rstest]
#[case("new_orders")]
#[case("customer_messages")]
#[tokio::test]
async fn customer_who_chooses_pushes_of_the_staff_is_refused(#[case] field: &str) {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open(&db).await;
    let request = wire::SavePushSubscriptionRequest {
        new_orders: Some(field == "new_orders"),
        customer_messages: Some(field == "customer_messages"),
        ..Browser::new(1).subscription(NOY, "http://127.0.0.1:9/none".to_owned())
    };
    let refused: Error = service.client().save_push_subscription(request).await.unwrap_err().into();
    assert_eq!((refused.detail.field.as_str(), refused.detail.reason.as_str()), (field, "staff"));
}

#[rstest]
#[case::customer(MessageActorRole::Customer as i32, false, false)]
#[case::editor_with_pushes(MessageActorRole::Editor as i32, true, false)]
#[case::editor_without_pushes(MessageActorRole::Editor as i32, false, true)]
#[case::clerk(MessageActorRole::Clerk as i32, true, true)]
#[case::manager(MessageActorRole::Manager as i32, true, true)]
#[case::edge_of_the_previous_release(MessageActorRole::Unspecified as i32, true, true)]
#[case::unknown_role(99, false, false)]
#[tokio::test]
async fn subscription_of_the_staff_needs_a_role_that_may_have_it(
    #[case] role: i32,
    #[case] wants_customers: bool,
    #[case] is_accepted: bool,
) {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open(&db).await;
    for (new_orders, customer_messages) in [(wants_customers, false), (false, wants_customers)] {
        let request = wire::SavePushSubscriptionRequest {
            staff: true,
            new_orders: Some(new_orders),
            customer_messages: Some(customer_messages),
            actor_role: role,
            ..Browser::new(1).subscription(KHAM, "http://127.0.0.1:9/none".to_owned())
        };
        let saved = service.client().save_push_subscription(request).await;
        let refused = saved.err().map(Error::from);
        let refused = refused.map(|error| (error.code, error.detail.reason));
        let expected = (Code::PermissionDenied, "role".to_owned());
        assert_eq!(refused, if is_accepted { None } else { Some(expected) });
    }
    let subscriptions = count(&db, "SELECT COUNT(*) FROM subscription").await;
    assert_eq!(subscriptions, i64::from(is_accepted));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn waiting_chat_rings_at_browsers_of_staff_who_chose_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push, desk) = (Service::open(&db).await, PushService::start().await, Browser::new(1));
    service.deliver(vec![waiting(1)]).await.unwrap();
    assert_eq!(count(&db, "SELECT COUNT(*) FROM notification").await, 0, "no browser has chosen it");
    subscribe_to_messages(&service, &desk, push.endpoint("desk")).await;
    subscribe(&service, &Browser::new(2), push.endpoint("orders"), Some(true)).await;
    service.deliver(vec![waiting(3), waiting(3)]).await.unwrap();
    service.deliver(vec![waiting(3)]).await.unwrap();
    eventually("it is delivered", async || push.pushes().len() == 1).await;
    no_push_waits(&db).await;

    let [pushed] = push.pushes().try_into().unwrap();
    assert_eq!(pushed.path, "/push/desk");
    assert_eq!((pushed.header("topic"), pushed.header("urgency")), ("staff-chats", "high"));
    let shown = desk.opened(&pushed);
    let expected = json!({
        "id": shown["id"], "title": "A chat is waiting", "image": "", "category": "general",
        "body": "A customer's message has not been read yet",
        "url": "/en/staff/7", "tag": "staff-chats",
        "several": {"title": "Chats are waiting", "url": "/en/staff/chat"},
    });
    assert_eq!(shown, expected);
    assert!(service.titles(KHAM).await.is_empty() && service.titles(NOY).await.is_empty());
    let kept = "SELECT COUNT(*) FROM subscription WHERE customer_messages = 1";
    subscribe(&service, &desk, push.endpoint("desk"), None).await;
    assert_eq!(count(&db, kept).await, 1, "the storefront keeps the choice");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn chat_that_is_answered_before_the_morning_rings_at_no_browser(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    // 22:00 in Laos.
    let night = NOON + 10 * HOUR_MS;
    let service = Service::open_at(&db.location, Clock::fixed(night)).await;
    let push = PushService::start().await;
    subscribe_to_messages(&service, &Browser::new(1), push.endpoint("desk")).await;
    service.deliver(vec![waiting(1)]).await.unwrap();
    let pending = "SELECT COUNT(*) FROM push";
    assert_eq!(count(&db, pending).await, 1);
    service.deliver(vec![over(1), over(99)]).await.unwrap();
    assert_eq!(count(&db, pending).await, 0);
    service.deliver(vec![waiting(3)]).await.unwrap();
    service.clock.advance(9 * HOUR_MS);
    eventually("the next one rings in the morning", async || push.pushes().len() == 1).await;
    no_push_waits(&db).await;
    assert_eq!(push.pushes().len(), 1);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn waiting_chat_whose_end_came_first_rings_at_no_browser(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let (service, push) = (Service::open(&db).await, PushService::start().await);
    service.deliver(vec![over(1)]).await.unwrap();
    let written = "SELECT COUNT(*) FROM notification";
    assert_eq!(count(&db, written).await, 0, "no browser has chosen it");
    subscribe_to_messages(&service, &Browser::new(1), push.endpoint("desk")).await;
    // Two replicas of the chat deliver them, the second one sooner.
    service.deliver(vec![over(3)]).await.unwrap();
    service.deliver(vec![waiting(3), over(3)]).await.unwrap();
    service.deliver(vec![waiting(5)]).await.unwrap();
    eventually("the next one rings", async || push.pushes().len() == 1).await;
    no_push_waits(&db).await;
    assert_eq!((push.pushes().len(), count(&db, written).await), (1, 2));
    assert!(service.titles(NOY).await.is_empty() && service.titles(KHAM).await.is_empty());

    service.accounts.remove_customer(NOY).await;
    service.deliver(vec![over(7)]).await.unwrap();
    assert_eq!(count(&db, written).await, 2, "an erased customer gets none");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn erased_customer_leaves_no_push_about_the_chat(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let night = NOON + 10 * HOUR_MS;
    let service = Service::open_at(&db.location, Clock::fixed(night)).await;
    subscribe_to_messages(&service, &Browser::new(1), "http://127.0.0.1:9/none".to_owned()).await;
    let other = wire::Event { event_id: "chat.71.1.waiting".to_owned(), customer_id: KHAM, ..waiting(1) };
    service.deliver(vec![waiting(1), other]).await.unwrap();
    let data = PersonalData::open(&db.location).await.unwrap();
    data.erase(&erased(NOY)).await.unwrap();
    data.close().await;
    for sql in ["SELECT COUNT(*) FROM notification", "SELECT COUNT(*) FROM push"] {
        assert_eq!(count(&db, sql).await, 1, "{sql}");
    }
    // The accounts service knows no such customer any more.
    service.accounts.remove_customer(NOY).await;
    service.deliver(vec![waiting(5)]).await.unwrap();
    assert_eq!(count(&db, "SELECT COUNT(*) FROM notification").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn contact_message_rings_at_browsers_of_staff_who_chose_messages() {
    let db = TestDb::new(Engine::Sqlite).await;
    let (service, push, desk) = (Service::open(&db).await, PushService::start().await, Browser::new(1));
    subscribe_to_messages(&service, &desk, push.endpoint("desk")).await;
    service.deliver(vec![contact_received()]).await.unwrap();
    eventually("it is delivered", async || push.pushes().len() == 1).await;
    let shown = desk.opened(&push.pushes()[0]);
    assert_eq!((&shown["url"], &shown["tag"]), (&json!("/en/staff/messages"), &json!("staff-messages")));
}
