//! Presence at orders: heartbeats of two members of the staff, and the end of a visit.

use heuan_rpc::Error;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    live::Stream,
    order_fake::order,
    support::{TestShop, problem, shop},
};

const VISIT_TTL_MS: i64 = 45_000;

fn presence_path(order: &str) -> String {
    format!("/api/staff/orders/{order}/presence")
}

/// Two members of the staff and the event stream of the first.
struct Office<'a> {
    kham: Browser<'a>,
    vilay: Browser<'a>,
    events: Stream,
}

async fn office(shop: &TestShop) -> Office<'_> {
    let (kham, vilay) = (Browser::registered(shop, "030").await, Browser::registered(shop, "040").await);
    for phone in ["030", "040"] {
        shop.accounts.make_staff(phone);
    }
    let cookie = format!("heuan_session={}", kham.cookie("heuan_session").unwrap());
    let request = shop.client.get(shop.url("/api/auth/events")).header("cookie", cookie);
    let mut events = Stream::open(request).await;
    events.until("hello").await;
    Office { kham, vilay, events }
}

async fn visit(browser: &Browser<'_>, tab: &str, is_editing: bool) -> Value {
    let body = json!({"tab": tab, "sequence": 1, "is_editing": is_editing});
    let response =
        browser.request(Method::PUT, &presence_path(&order().number)).json(&body).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json::<Value>().await.unwrap()["data"].clone()
}

async fn leave(browser: &Browser<'_>, order: &str, tab: &str) {
    let request =
        browser.request(Method::DELETE, &presence_path(order)).json(&json!({"tab": tab, "sequence": 2}));
    assert_eq!(request.send().await.unwrap().status(), 200);
}

fn person(browser: &Browser<'_>, is_editing: bool) -> Value {
    let id: i64 = browser.cookie("cus_id").unwrap().parse().unwrap();
    json!({"cus_id": id, "name": "Noy Keo", "is_editing": is_editing})
}

fn of(people: &[Value]) -> Value {
    json!({"number": order().number, "people": people})
}

#[actix_web::test]
async fn staff_at_the_same_order_see_each_other_until_they_leave() {
    let shop = shop().await;
    let Office { kham, vilay, mut events } = office(&shop).await;
    let first = visit(&kham, "a-1", false).await;
    assert_eq!(first, of(&[person(&kham, false)]));
    assert_eq!(events.until("order_presence").await.data, first);
    // A repeated heartbeat changes nothing, so the next event is about the other person.
    visit(&kham, "a-1", false).await;
    let both = visit(&vilay, "b-1", false).await;
    assert_eq!(both, of(&[person(&kham, false), person(&vilay, false)]));
    assert_eq!(events.until("order_presence").await.data, both);
    visit(&vilay, "b-1", true).await;
    let editing = of(&[person(&kham, false), person(&vilay, true)]);
    assert_eq!(events.until("order_presence").await.data, editing);
    // By its id, which the page may have in its address.
    leave(&vilay, &order().order_id, "b-1").await;
    assert_eq!(events.until("order_presence").await.data, first);
    assert!(shop.accounts.stored().audit.is_empty(), "an open order is no action of the staff");
}

#[actix_web::test]
async fn visit_without_heartbeats_ends_after_45_seconds() {
    let shop = shop().await;
    let Office { kham, vilay, mut events } = office(&shop).await;
    visit(&kham, "a", false).await;
    visit(&vilay, "b", false).await;
    events.until("order_presence").await;
    events.until("order_presence").await;
    shop.clock.advance(VISIT_TTL_MS - 1);
    visit(&kham, "a", false).await;
    shop.clock.advance(1);
    assert_eq!(events.until("order_presence").await.data, of(&[person(&kham, false)]));
}

#[actix_web::test]
async fn removed_and_signed_out_staff_vanish_at_once() {
    let shop = shop().await;
    let Office { kham, mut vilay, mut events } = office(&shop).await;
    visit(&kham, "a", false).await;
    visit(&vilay, "b", false).await;
    events.until("order_presence").await;
    events.until("order_presence").await;
    vilay.send(Method::POST, "/api/auth/logout", json!({})).await;
    assert_eq!(events.until("order_presence").await.data, of(&[person(&kham, false)]));
    // Without the role the heartbeat is refused, as if there was no such address.
    shop.accounts.make_customer("030");
    let body = json!({"tab": "a", "sequence": 1, "is_editing": false});
    let refused = kham.request(Method::PUT, &presence_path(&order().number)).json(&body);
    assert_eq!(problem(refused.send().await.unwrap()).await["status"], 404);
    shop.clock.advance(VISIT_TTL_MS);
    let noy = Browser::registered(&shop, "050").await;
    shop.accounts.make_staff("050");
    assert_eq!(visit(&noy, "c", false).await, of(&[person(&noy, false)]));
}

/// A page that was left on a screen must not keep its session alive.
#[actix_web::test]
async fn heartbeat_does_not_extend_the_session() {
    let shop = shop().await;
    let Office { kham, .. } = office(&shop).await;
    visit(&kham, "a", false).await;
    shop.accounts.renew_next();
    let body = json!({"tab": "a", "sequence": 1, "is_editing": false});
    let path = presence_path(&order().number);
    let beat = kham.request(Method::PUT, &path).json(&body).send().await.unwrap();
    assert!(beat.headers().get("set-cookie").is_none());
    let list = kham.request(Method::GET, "/api/staff/orders").send().await.unwrap();
    assert!(list.headers().get("set-cookie").is_some());
}

/// Polls and live events refetch lists and figures on a screen that was left on.
#[rstest]
#[case("/api/staff/orders")]
#[case("/api/staff/today")]
#[case("/api/staff/messages?open=true&limit=1")]
#[case("/api/auth/staff/conversations?limit=1")]
#[case("/api/v1/verify-token")]
#[actix_web::test]
async fn background_request_does_not_extend_the_session(#[case] path: &str) {
    let shop = shop().await;
    let Office { kham, .. } = office(&shop).await;
    shop.accounts.renew_next();
    let poll = kham.request(Method::GET, path).header("x-heuan-background", "1").send().await.unwrap();
    assert_eq!((poll.status().as_u16(), poll.headers().get("set-cookie")), (200, None));
    let visit = kham.request(Method::GET, path).send().await.unwrap();
    assert!(visit.headers().get("set-cookie").is_some(), "{path}");
}

/// A stream reconnects by itself whenever an edge restarts.
#[actix_web::test]
async fn event_stream_does_not_extend_the_session() {
    let shop = shop().await;
    let Office { kham, .. } = office(&shop).await;
    shop.accounts.renew_next();
    let stream = kham.request(Method::GET, "/api/auth/events").send().await.unwrap();
    assert_eq!((stream.status().as_u16(), stream.headers().get("set-cookie")), (200, None));
    let list = kham.request(Method::GET, "/api/staff/orders").send().await.unwrap();
    assert!(list.headers().get("set-cookie").is_some());
}

#[rstest]
#[case(json!({"tab": "", "sequence": 1, "is_editing": false}), "tab")]
#[case(json!({"tab": "a b", "sequence": 1, "is_editing": false}), "tab")]
#[case(json!({"tab": "a".repeat(37), "sequence": 1, "is_editing": false}), "tab")]
#[case(json!({"tab": "a", "sequence": -1, "is_editing": false}), "sequence")]
#[case(json!({"tab": "a", "sequence": 1, "is_editing": "yes"}), "is_editing")]
#[actix_web::test]
async fn wrong_value_of_a_heartbeat_is_reported(#[case] body: Value, #[case] field: &str) {
    let shop = shop().await;
    let Office { kham, .. } = office(&shop).await;
    let request = kham.request(Method::PUT, &presence_path(&order().number)).json(&body);
    let refused = problem(request.send().await.unwrap()).await;
    assert_eq!((&refused["status"], &refused["field"]), (&json!(400), &json!(field)), "{refused}");
}

/// The heartbeat was under way when the tab left, and took longer.
#[actix_web::test]
async fn heartbeat_that_arrives_after_leaving_does_not_reopen_the_order() {
    let shop = shop().await;
    let Office { kham, vilay, .. } = office(&shop).await;
    visit(&kham, "a", false).await;
    leave(&kham, &order().number, "a").await;
    assert_eq!(visit(&kham, "a", false).await, of(&[]));
    assert_eq!(visit(&vilay, "b", false).await, of(&[person(&vilay, false)]));
}

#[actix_web::test]
async fn unknown_order_has_no_visitors() {
    let shop = shop().await;
    let Office { kham, .. } = office(&shop).await;
    shop.orders.fail_next(Error::not_found("no such order"));
    let body = json!({"tab": "a", "sequence": 1, "is_editing": false});
    let request = kham.request(Method::PUT, &presence_path("261121-NONE")).json(&body);
    let refused = problem(request.send().await.unwrap()).await;
    assert_eq!((&refused["status"], &refused["detail"]), (&json!(404), &json!("no such order")));
}
