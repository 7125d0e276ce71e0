//! Lines of an order that are ticked off: request, audit log and live event.

use heuan_proto::orders::v1::PickStaffLineRequest;
use heuan_rpc::Error;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    live::Stream,
    order_fake::{Received, order},
    staff_orders::{actor, clerk},
    staff_orders_fake::staff_order,
    support::{problem, shop},
};

#[actix_web::test]
async fn tick_reaches_the_service_and_the_other_staff_and_is_recorded() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let cookie = format!("heuan_session={}", kham.cookie("heuan_session").unwrap());
    let mut events =
        Stream::open(shop.client.get(shop.url("/api/auth/events")).header("cookie", cookie)).await;
    events.until("hello").await;
    let path = format!("/api/staff/orders/{}/picked-lines", order().number);
    let put = |request: &Value| kham.request(Method::PUT, &path).json(request);

    for is_picked in [true, false] {
        let request = json!({"pro_id": 7, "quantity": 2, "picked": is_picked});
        let response = put(&request).send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["cache-control"], "no-store");
        let body: Value = response.json().await.unwrap();
        let expected = json!([{"pro_id": 7, "at": "2026-11-21T00:00:00+07:00",
            "by": {"cus_id": 3, "name": "Kham Clerk"}}]);
        assert_eq!(body["data"]["picked_lines"], expected);
        let received = PickStaffLineRequest {
            actor: Some(actor(&kham)),
            order_id: order().number,
            pro_id: 7,
            quantity: 2,
            is_picked,
        };
        assert_eq!(shop.orders.take_received(), [Received::StaffPick(received)]);
        // With the id, by which the pages of others find the order.
        assert_eq!(events.until("order_picked").await.data, json!({"order_id": order().order_id}));
    }
    let audit = shop.accounts.ended_audit(2).await;
    let details: Vec<&str> = audit.iter().map(|entry| entry.detail.as_str()).collect();
    assert!(details.contains(&"7 × 2 picked") && details.contains(&"7 × 2 not picked"), "{details:?}");
}

#[actix_web::test]
async fn refused_tick_says_why_and_has_the_present_order() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let path = format!("/api/staff/orders/{}/picked-lines", order().order_id);
    let put = |request: &Value| kham.request(Method::PUT, &path).json(request);
    for (request, field) in [
        (json!({"pro_id": "7", "quantity": 2, "picked": true}), "pro_id"),
        (json!({"pro_id": 7, "quantity": "2", "picked": true}), "quantity"),
        (json!({"pro_id": 7, "quantity": 2, "picked": "yes"}), "picked"),
    ] {
        let refused = problem(put(&request).send().await.unwrap()).await;
        assert_eq!((&refused["status"], &refused["field"]), (&json!(400), &json!(field)), "{request}");
    }
    assert!(shop.orders.take_received().is_empty());
    let request = json!({"pro_id": 7, "quantity": 2, "picked": true});
    shop.orders.fail_next(Error::conflict("order_changed", "the line has 1 units now"));
    let changed = problem(put(&request).send().await.unwrap()).await;
    assert_eq!((&changed["status"], &changed["reason"]), (&json!(409), &json!("order_changed")));
    assert_eq!(changed["order"]["version"], staff_order().version);
    assert_eq!(changed["order"]["picked_lines"][0]["pro_id"], 7);
    shop.orders.fail_next(Error::conflict("action_not_possible", "the order is ready"));
    let refused = problem(put(&request).send().await.unwrap()).await;
    assert_eq!((&refused["status"], &refused["reason"]), (&json!(409), &json!("action_not_possible")));
}
