//! Orders that the staff take for a customer, and customers that they create, over HTTP.

use heuan_proto::orders::v1::{
    ConfirmedAmounts, ConfirmedPrice, Delivery, OrderInput, OrderItem, OrderItems, PlaceStaffOrderRequest,
    QuoteStaffOrderRequest, StaffDiscount,
};
use heuan_rpc::Error;
use reqwest::{Method, RequestBuilder};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    order_fake::{Received, order},
    staff_orders::{actor, clerk},
    support::{problem, shop},
};

const ORDERS: &str = "/api/staff/orders";

fn taken(customer: i64) -> Value {
    json!({"cus_id": customer, "items": [{"pro_id": 1, "quantity": 2}], "phone": "020 5512 3456",
        "delivery": {"method": "pickup", "branch_id": 1}, "payment": {"method": "cod"},
        "discount": {"amount": 6_000, "reason": "Old customer"},
        "confirmed": {"prices": [{"pro_id": 1, "price": 58_000}], "points_discount": 0, "delivery_fee": 0,
            "total": 110_000}})
}

fn input() -> OrderInput {
    OrderInput {
        items: Some(OrderItems { items: vec![OrderItem { pro_id: 1, quantity: 2 }] }),
        buy_now: true,
        phone: "020 5512 3456".to_owned(),
        delivery: Some(Delivery { method: "pickup".to_owned(), branch_id: Some(1), ..Delivery::default() }),
        payment_method: "cod".to_owned(),
        confirmed: Some(ConfirmedAmounts {
            prices: vec![ConfirmedPrice { pro_id: 1, price: 58_000 }],
            total: 110_000,
            ..ConfirmedAmounts::default()
        }),
        ..OrderInput::default()
    }
}

fn placing(browser: &Browser<'_>, body: &Value) -> RequestBuilder {
    browser.request(Method::POST, ORDERS).header("idempotency-key", "k-1").json(body)
}

#[actix_web::test]
async fn order_is_placed_for_the_customer_and_recorded_with_its_discount_without_the_reason() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let kham = clerk(&shop).await;
    let customer_id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    // The fake service blocks every customer unless the test unblocks them.
    let blocked = problem(placing(&kham, &taken(customer_id)).send().await.unwrap()).await;
    assert_eq!((&blocked["status"], &blocked["reason"]), (&json!(409), &json!("blocked")));
    assert!(shop.orders.take_received().is_empty());

    shop.accounts.stored().none_blocked = true;
    let response = placing(&kham, &taken(customer_id)).send().await.unwrap();
    assert_eq!(response.status(), 201);
    let body: Value = response.json().await.unwrap();
    let placed = &body["data"];
    assert_eq!(placed["taken_by"]["name"], "Noy Keo");
    assert_eq!(
        (&placed["totals"]["discount"], &placed["discount_reason"]),
        (&json!(6_000), &json!("Old customer"))
    );
    let expected = PlaceStaffOrderRequest {
        actor: Some(actor(&kham)),
        customer_id,
        customer_name: "Noy Keo".to_owned(),
        input: Some(input()),
        discount: Some(StaffDiscount { amount: 6_000, reason: "Old customer".to_owned() }),
        idempotency_key: "k-1".to_owned(),
    };
    assert_eq!(shop.orders.take_received(), [Received::StaffPlace(expected)]);
    let audit = shop.accounts.stored().audit.clone();
    assert_eq!(audit.last().unwrap().action, "POST /api/staff/orders");
    let detail = format!("{} for customer {customer_id}, discount 6000 kip", order().number);
    heuan_testkit::eventually("the end is recorded", async || {
        shop.accounts.stored().audit_ends.last().is_some_and(|end| end.detail == detail)
    })
    .await;
}

#[actix_web::test]
async fn quote_needs_neither_customer_nor_address() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let request = json!({"items": [{"pro_id": 1, "quantity": 2}]});
    let response =
        kham.request(Method::POST, &format!("{ORDERS}/quote")).json(&request).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let body: Value = response.json().await.unwrap();
    assert_eq!(
        (&body["data"]["totals"]["total"], &body["data"]["point_value"]),
        (&json!(146_000), &json!(1000))
    );
    let input = OrderInput {
        delivery: Some(Delivery::default()),
        phone: String::new(),
        payment_method: String::new(),
        confirmed: None,
        ..input()
    };
    let expected = QuoteStaffOrderRequest {
        actor: Some(actor(&kham)),
        customer_id: 0,
        input: Some(input),
        discount: Some(StaffDiscount::default()),
    };
    assert_eq!(shop.orders.take_received(), [Received::StaffQuote(expected)]);
    assert!(shop.accounts.stored().audit.is_empty(), "a quote is no action");
}

#[actix_web::test]
async fn order_without_key_customer_or_stock_is_refused_with_what_to_do() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let kham = clerk(&shop).await;
    shop.accounts.stored().none_blocked = true;
    let customer_id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    let keyless = kham.request(Method::POST, ORDERS).json(&taken(customer_id));
    assert_eq!(problem(keyless.send().await.unwrap()).await["status"], 400);
    let mut without = taken(customer_id);
    without.as_object_mut().unwrap().remove("cus_id");
    let without = problem(placing(&kham, &without).send().await.unwrap()).await;
    assert_eq!((&without["status"], &without["field"]), (&json!(400), &json!("cus_id")));
    let unknown = problem(placing(&kham, &taken(999_999)).send().await.unwrap()).await;
    assert_eq!(unknown["status"], 404);
    assert!(shop.orders.take_received().is_empty());
    shop.orders.fail_next(Error::conflict("stock_short", "not enough in stock"));
    let short = problem(placing(&kham, &taken(customer_id)).send().await.unwrap()).await;
    assert_eq!((&short["status"], &short["reason"]), (&json!(409), &json!("stock_short")));
}

#[rstest]
#[case(json!({"items": [{"pro_id": "1", "quantity": 1}]}), "items[0].pro_id")]
#[case(json!({"items": [], "discount": {"amount": 1.5}}), "discount.amount")]
#[case(json!({"items": [], "points": 5}), "points")]
#[case(json!({"items": 7}), "items")]
#[actix_web::test]
async fn wrong_field_of_an_order_is_reported(#[case] request: Value, #[case] field: &str) {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let body = problem(placing(&kham, &request).send().await.unwrap()).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!(field)), "{body}");
    assert!(shop.orders.take_received().is_empty());
}

#[actix_web::test]
async fn customer_is_created_without_a_password_unless_the_number_is_taken() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let create = |phone: &str| {
        let body = json!({"fname": "Bounmy", "phone": phone});
        kham.request(Method::POST, "/api/staff/customers").json(&body)
    };
    let response = create("020 7777 8888").send().await.unwrap();
    assert_eq!(response.status(), 201);
    let body: Value = response.json().await.unwrap();
    assert_eq!((&body["data"]["account"]["cus_id"], &body["data"]["order_count"]), (&json!(77), &json!(0)));
    let taken = problem(create("030").send().await.unwrap()).await;
    assert_eq!((&taken["status"], &taken["reason"]), (&json!(409), &json!("taken")));
    let wrong = kham.request(Method::POST, "/api/staff/customers").json(&json!({"fname": 1, "phone": "1"}));
    assert_eq!(problem(wrong.send().await.unwrap()).await["field"], "fname");
}
