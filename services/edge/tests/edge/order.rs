//! Checkout, orders and payments over HTTP.

use heuan_proto::{
    orders::v1::{
        AddOrderToCartRequest, ConfirmPaymentRequest, Delivery, ListOrdersRequest, OrderInput, OrderItem,
        OrderItems, OrderPosition, OrderReceiver, PlaceOrderRequest, SandboxAction, SimulatePaymentRequest,
    },
    rpc::v1::{FieldError, LineChange},
};
use heuan_rpc::Error;
use reqwest::{Method, RequestBuilder, Response};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    order_fake::{Received, order},
    support::{pretty, problem, shop},
};

const ORDERS: &str = "/api/auth/orders";

fn whole() -> Value {
    json!({
        "items": [{"pro_id": 1, "quantity": 2}], "buyNow": true, "phone": "020 5512 3456",
        "delivery": {"method": "delivery", "province": "ນະຄອນຫຼວງວຽງຈັນ", "district": "ໄຊເສດຖາ", "village": "ໂພນທັນ", "note": "ໂທກ່ອນ"},
        "payment": {"method": "qr"}, "points": 3, "cart_version": 5,
        "receiver": {"name": "Kham", "position": {"lat": 18.0, "lng": 102.6}},
    })
}

fn placing(browser: &Browser<'_>, key: &str, body: &Value) -> RequestBuilder {
    browser.request(Method::POST, ORDERS).header("Idempotency-Key", key).json(body)
}

async fn sent(request: RequestBuilder) -> Response {
    request.send().await.unwrap()
}

#[actix_web::test]
async fn pick_up_by_another_person_is_ordered_and_returned_with_their_name_and_number() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    shop.orders.take_received();
    let mut body = whole();
    body["phone"] = "020 9998 8877".into();
    body["delivery"] = json!({"method": "pickup", "branch_id": 1});
    body["receiver"] = json!({"name": "Kham"});
    let placed: Value = sent(placing(&noy, "key-1", &body)).await.json().await.unwrap();
    let received = shop.orders.take_received();
    let [Received::Place(PlaceOrderRequest { input: Some(input), customer_name, .. })] = &received[..] else {
        panic!("{received:?}")
    };
    let delivery = input.delivery.as_ref().unwrap();
    assert_eq!((delivery.method.as_str(), delivery.branch_id), ("pickup", Some(1)));
    assert_eq!(input.receiver.as_ref().unwrap().name, "Kham");
    assert_eq!((input.phone.as_str(), customer_name.as_str()), ("020 9998 8877", "Noy Keo"));
    let order = &placed["data"];
    assert_eq!(
        (&order["delivery"]["method"], &order["receiver"]["name"]),
        (&"pickup".into(), &"Kham".into())
    );
}

#[actix_web::test]
async fn order_is_placed_as_requested_and_returned_completely() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let customer_id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    noy.set_cookie("cus_id", "999");
    shop.orders.take_received();
    let response = sent(placing(&noy, "key-1", &whole())).await;
    assert_eq!(response.status(), 201);
    assert_eq!(response.headers()["cache-control"], "no-store");
    let first = response.bytes().await.unwrap();
    let body: Value = serde_json::from_slice(&first).unwrap();
    insta::assert_snapshot!("order", pretty(&body));
    // A repeated request gets the same response, byte by byte.
    assert_eq!(sent(placing(&noy, "key-1", &whole())).await.bytes().await.unwrap(), first);

    let input = OrderInput {
        items: Some(OrderItems { items: vec![OrderItem { pro_id: 1, quantity: 2 }] }),
        buy_now: true,
        phone: "020 5512 3456".to_owned(),
        delivery: Some(Delivery {
            method: "delivery".to_owned(),
            province: "ນະຄອນຫຼວງວຽງຈັນ".to_owned(),
            district: "ໄຊເສດຖາ".to_owned(),
            village: "ໂພນທັນ".to_owned(),
            note: "ໂທກ່ອນ".to_owned(),
            ..Delivery::default()
        }),
        payment_method: "qr".to_owned(),
        points: 3,
        cart_version: Some(5),
        confirmed: None,
        receiver: Some(OrderReceiver {
            name: "Kham".to_owned(),
            position: Some(OrderPosition { lat: 18.0, lng: 102.6 }),
            ..Default::default()
        }),
    };
    let client_address = "127.0.0.1".to_owned();
    let customer_name = "Noy Keo".to_owned();
    let received = PlaceOrderRequest {
        customer_id,
        input: Some(input),
        idempotency_key: "key-1".to_owned(),
        client_address,
        customer_name,
    };
    assert_eq!(shop.orders.take_received(), [Received::Place(received.clone()), Received::Place(received)]);
}

#[actix_web::test]
async fn order_needs_an_idempotency_key() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    shop.orders.take_received();
    let without = sent(noy.request(Method::POST, ORDERS).json(&whole())).await;
    for response in
        [without, sent(placing(&noy, "", &whole())).await, sent(placing(&noy, "a b", &whole())).await]
    {
        let body = problem(response).await;
        assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("Idempotency-Key")));
    }
    assert!(shop.orders.take_received().is_empty());
}

#[rstest]
#[case(json!({"items": {}}), "items")]
#[case(json!({"items": [{"pro_id": "1", "quantity": 1}]}), "items[0].pro_id")]
#[case(json!({"items": [{"pro_id": 1, "quantity": 1}, {"pro_id": 2, "quantity": 0.5}]}), "items[1].quantity")]
#[case(json!({"buyNow": "yes"}), "buyNow")]
#[case(json!({"phone": 2_055_123_456i64}), "phone")]
#[case(json!({"delivery": "home"}), "delivery")]
#[case(json!({"delivery": {"method": 1}}), "delivery.method")]
#[case(json!({"delivery": {"branch_id": "one"}}), "delivery.branch_id")]
#[case(json!({"delivery": {"village": ["a"]}}), "delivery.village")]
#[case(json!({"payment": []}), "payment")]
#[case(json!({"payment": {"method": {}}}), "payment.method")]
#[case(json!({"points": 1.5}), "points")]
#[case(json!({"cart_version": "v"}), "cart_version")]
#[actix_web::test]
async fn value_of_a_wrong_type_is_reported(#[case] body: Value, #[case] field: &str) {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    for request in
        [placing(&noy, "k", &body), noy.request(Method::POST, "/api/auth/checkout/quote").json(&body)]
    {
        let body = problem(sent(request).await).await;
        assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!(field)), "{body}");
    }
}

#[actix_web::test]
async fn errors_of_the_service_are_mapped_to_fields_and_lines() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let mut error = Error::invalid("phone", "is needed");
    for field in ["phone", "delivery.village"] {
        let (field, message) = (field.to_owned(), "is needed".to_owned());
        error.detail.errors.push(FieldError { field, message, reason: "required".to_owned() });
    }
    shop.orders.fail_next(error);
    let body = problem(sent(placing(&noy, "k", &json!({}))).await).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("phone")));
    assert_eq!(
        body["errors"][1],
        json!({"field": "delivery.village", "message": "is needed", "reason": "required"})
    );

    let mut error = Error::conflict("price_changed", "a price has changed");
    let change =
        LineChange { pro_id: 1, requested: 2, available: 7, price_was: Some(50), price_now: Some(58) };
    error.detail.lines = vec![change, LineChange { pro_id: 2, requested: 1, ..LineChange::default() }];
    shop.orders.fail_next(error);
    let body = problem(sent(placing(&noy, "k", &whole())).await).await;
    assert_eq!((&body["status"], &body["reason"]), (&json!(409), &json!("price_changed")));
    assert_eq!(
        body["lines"],
        json!([{"pro_id": 1, "requested": 2, "available": 7, "price_was": 50, "price_now": 58},
            {"pro_id": 2, "requested": 1, "available": 0, "price_was": null, "price_now": null}])
    );

    shop.orders.fail_next(Error::conflict("idempotency_key_reused", "another order"));
    let body = problem(sent(placing(&noy, "k", &whole())).await).await;
    assert_eq!((&body["status"], &body["reason"]), (&json!(422), &json!("idempotency_key_reused")));
}

#[actix_web::test]
async fn quote_needs_no_input_and_returns_all_totals() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let body: Value = noy
        .send(Method::POST, "/api/auth/checkout/quote", json!({"phone": null}))
        .await
        .json()
        .await
        .unwrap();
    let quote = &body["data"];
    let line = &quote["lines"][0];
    assert_eq!(
        (&line["pro_id"], &line["state"], &line["available"]),
        (&json!(1), &json!("insufficient_stock"), &json!(1))
    );
    assert_eq!((&line["price_was"], &line["total"]), (&json!(50_000), &json!(116_000)));
    assert_eq!(quote["payment_methods"], json!(["cod", "qr"]));
    assert_eq!((&quote["points_balance"], &quote["point_value"]), (&json!(9), &json!(1000)));
    assert_eq!((&quote["cart_version"], &quote["totals"]["total"]), (&json!(5), &json!(146_000)));
    assert_eq!(
        quote["changed"],
        json!([{"pro_id": 1, "requested": 2, "available": 1, "price_was": 50_000, "price_now": 58_000}])
    );
    let Received::Quote(received) = shop.orders.take_received().pop().unwrap() else { panic!("a quote") };
    let input = received.input.unwrap();
    assert_eq!((input.items, input.buy_now, input.cart_version), (None, false, None));
}

#[actix_web::test]
async fn quote_is_retried_with_its_key() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    let quote = || noy.request(Method::POST, "/api/auth/checkout/quote").json(&json!({}));
    // The retry budget is a tenth of the calls.
    for _ in 0..10 {
        assert_eq!(sent(quote()).await.status(), 200);
    }
    shop.orders.take_received();
    shop.orders.fail_next(Error::unavailable("restarting"));
    assert_eq!(sent(quote()).await.status(), 200);
    assert_eq!(sent(quote().header("Idempotency-Key", "mine")).await.status(), 200);
    let keys: Vec<String> = shop
        .orders
        .take_received()
        .into_iter()
        .filter_map(|received| {
            if let Received::Quote(received) = received { Some(received.idempotency_key) } else { None }
        })
        .collect();
    let [first, repeated, mine] = keys.try_into().unwrap();
    assert_eq!((first.len(), &first), (36, &repeated));
    assert_eq!(mine, "mine");
}

#[actix_web::test]
async fn orders_are_listed_returned_and_canceled() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let customer_id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    shop.orders.take_received();
    let body: Value = noy.get(&format!("{ORDERS}?limit=5&page=2")).await.json().await.unwrap();
    assert_eq!((&body["total"], &body["page"], &body["limit"]), (&json!(11), &json!(2), &json!(5)));
    let first = &body["data"][0];
    assert_eq!(
        (&first["status"], &first["payment_status"], &first["count"], &first["line_count"]),
        (&json!("placed"), &json!("due"), &json!(2), &json!(2))
    );

    let id = order().order_id;
    let body: Value = noy.get(&format!("{ORDERS}/{id}")).await.json().await.unwrap();
    assert_eq!(body["data"]["number"], "261121-7K3M9QTX");
    let cancelled = noy.send(Method::POST, &format!("{ORDERS}/{id}/cancel"), json!({})).await;
    assert_eq!(cancelled.json::<Value>().await.unwrap()["data"]["order_id"], json!(id));
    assert_eq!(
        shop.orders.take_received(),
        [
            Received::List(ListOrdersRequest { customer_id, page: 2, limit: 5 }),
            Received::Of("GetOrder", customer_id),
            Received::Of("CancelOrder", customer_id),
        ]
    );
    shop.orders.fail_next(Error::conflict("order_not_cancellable", "too late"));
    let body = problem(noy.send(Method::POST, &format!("{ORDERS}/{id}/cancel"), json!({})).await).await;
    assert_eq!((&body["status"], &body["reason"]), (&json!(409), &json!("order_not_cancellable")));
    for path in ["?limit=0", "?limit=101", "?page=0", "?page=x"] {
        assert_eq!(problem(noy.get(&format!("{ORDERS}{path}")).await).await["status"], 400, "{path}");
    }
}

#[actix_web::test]
async fn goods_of_an_order_are_put_into_the_cart_again_with_what_is_missing() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let customer_id: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    shop.orders.take_received();
    let id = order().order_id;
    let path = format!("{ORDERS}/{id}/again");
    let request = noy.request(Method::POST, &path).header("idempotency-key", "again-1");
    let body: Value = request.send().await.unwrap().json().await.unwrap();
    let line = |pro_id: i64, added: i64, available: i64, reason: Value| {
        json!({"pro_id": pro_id, "pro_name_la": "", "pro_name_en": "Cement", "unit_name_la": "", "unit_name_en": "bag",
            "requested": 3, "added": added, "available": available, "reason": reason})
    };
    let lines = json!([line(1, 3, 9, Value::Null), line(2, 1, 4, json!("stock_short"))]);
    assert_eq!(body["data"]["lines"], lines);
    assert_eq!(body["data"]["cart"]["count"], 4);
    assert_eq!(noy.send(Method::POST, &path, json!({})).await.status(), 200);
    let received = |key: &str| {
        Received::Again(AddOrderToCartRequest {
            customer_id,
            order_id: id.clone(),
            idempotency_key: key.to_owned(),
        })
    };
    assert_eq!(shop.orders.take_received(), [received("again-1"), received("")]);
    shop.orders.fail_next(Error::not_found("no such order"));
    assert_eq!(noy.send(Method::POST, &path, json!({})).await.status(), 404);
    let spoiled = noy.send(Method::POST, &format!("{ORDERS}/a'--/again"), json!({})).await;
    assert_eq!(spoiled.status(), 404);
}

#[rstest]
#[case("somebodyelses0000000000000")]
#[case("a'--")]
#[case("%00")]
#[case("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
#[actix_web::test]
async fn order_of_another_customer_is_not_found(#[case] id: &str) {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    assert_eq!(problem(noy.get(&format!("{ORDERS}/{id}")).await).await["status"], 404);
}

#[actix_web::test]
async fn webhook_is_passed_on_unchanged() {
    let shop = shop().await;
    let message = "{\"event\": \"payment.paid\", \"odd\":\u{a0}1}";
    let request = shop.client.post(shop.url("/api/payments/sandbox/webhook")).body(message);
    let response = request.header("x-heuan-signature", "t=1,v1=00").send().await.unwrap();
    assert_eq!(response.json::<Value>().await.unwrap(), json!({"success": true, "data": {}}));
    let confirm = ConfirmPaymentRequest {
        provider: "sandbox".to_owned(),
        signature: "t=1,v1=00".to_owned(),
        body: message.as_bytes().to_vec(),
    };
    assert_eq!(shop.orders.take_received(), [Received::Confirm(confirm)]);
    shop.orders.fail_next(Error::new(heuan_rpc::Code::Unauthenticated, "the signature is wrong"));
    let request = shop.client.post(shop.url("/api/payments/sandbox/webhook")).body(message);
    assert_eq!(request.send().await.unwrap().status(), 401);
    let large = shop.client.post(shop.url("/api/payments/sandbox/webhook")).body("a".repeat(100_000));
    assert_eq!(large.send().await.unwrap().status(), 413);
}

#[actix_web::test]
async fn sandbox_actions_are_executed() {
    let shop = shop().await;
    let actions = [
        ("pay", SandboxAction::Pay),
        ("pay-late", SandboxAction::PayLate),
        ("pay-twice", SandboxAction::PayTwice),
        ("lose", SandboxAction::DropWebhook),
        ("decline", SandboxAction::Decline),
    ];
    for (word, action) in actions {
        let request = shop.client.post(shop.url(&format!("/api/sandbox/payments/REF/{word}")));
        assert_eq!(request.send().await.unwrap().status(), 200, "{word}");
        let act = SimulatePaymentRequest { reference: "REF".to_owned(), action: action.into() };
        assert_eq!(shop.orders.take_received(), [Received::Act(act)]);
    }
    let unknown = shop.client.post(shop.url("/api/sandbox/payments/REF/steal")).send().await.unwrap();
    assert_eq!(problem(unknown).await["status"], 404);
    assert!(shop.orders.take_received().is_empty());
    shop.orders.fail_next(Error::not_found("payments are no sandbox here"));
    let closed = shop.client.post(shop.url("/api/sandbox/payments/REF/pay")).send().await.unwrap();
    assert_eq!(closed.status(), 404);
}
