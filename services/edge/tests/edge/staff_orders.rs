//! Orders of all customers over HTTP, for the staff.

use heuan_proto::{
    accounts::v1::Role,
    orders::v1::{
        ChangeStaffLinesRequest, Delivery, ListStaffOrdersRequest, OrderItem, PlanStaffDeliveryRequest,
        PreviewStaffLinesRequest, PreviewStaffReturnRequest, ReturnLine, StaffActor, StaffActorRole,
        UpdateStaffOrderRequest,
    },
};
use heuan_rpc::Error;
use reqwest::{Method, RequestBuilder};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    live::Stream,
    order_fake::{Received, delivery_day, order},
    staff_orders_fake::staff_order,
    support::{TestShop, problem, shop},
};

const ORDERS: &str = "/api/staff/orders";

pub async fn clerk(shop: &TestShop) -> Browser<'_> {
    let kham = Browser::registered(shop, "030").await;
    shop.accounts.make_staff("030");
    shop.orders.take_received();
    kham
}

pub fn actor(browser: &Browser<'_>) -> StaffActor {
    StaffActor {
        role: StaffActorRole::Manager.into(),
        account_id: browser.cookie("cus_id").unwrap().parse().unwrap(),
        name: "Noy Keo".to_owned(),
        client_address: "127.0.0.1".to_owned(),
    }
}

async fn body(request: RequestBuilder) -> Value {
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json().await.unwrap()
}

fn acting(browser: &Browser<'_>, body: &Value) -> RequestBuilder {
    let path = format!("{ORDERS}/{}/actions", order().order_id);
    browser.request(Method::POST, &path).json(body)
}

#[actix_web::test]
async fn list_passes_its_filters_and_returns_a_page_with_its_cursor() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let query = "view=to_confirm&search=020%205512&status=placed&payment_status=due&payment_method=cod\
        &delivery=pickup&branch_id=3&cus_id=5&from=2026-11-21&to=2026-11-21&delivery_day=tomorrow&sort=oldest&cursor=YWJj&limit=10";
    let page = body(kham.request(Method::GET, &format!("{ORDERS}?{query}"))).await;
    let expected = json!({"success": true, "next_cursor": "bmV4dA", "total": 11, "data": [{
        "order_id": "7k3m9qtx00000000000000abcd", "number": "261121-7K3M9QTX", "version": 7,
        "status": "delivery_failed", "status_since": "2026-11-21T00:00:00+07:00",
        "created_at": "2026-11-21T00:00:00+07:00", "pay_until": null, "cus_id": 12, "customer_name": "Noy Keo",
        "phone": "+8562055123456",
        "delivery": {"method": "pickup", "branch_id": 1, "branch_name_la": null, "branch_name_en": "Headquarters",
            "province": null, "district": null, "village": null, "note": null},
        "payment": {"method": "cod", "status": "due"},
        "lines": [{"pro_id": 1, "pro_name_la": "ຊີມັງ", "pro_name_en": "Cement", "pro_img_cover": "", "quantity": 2}],
        "line_count": 4, "count": 9, "total": 146_000, "refund": 0, "refund_due": 0,
        "received": 0, "unpaid": 146_000, "excess": 2, "refundable": 3, "return_requested": false, "assignee": null, "points_used": 10, "points_earned": 4,
        "delivery_day": {"day": "2026-11-22", "part": null},
    }]});
    assert_eq!(page, expected);
    let filtered = ListStaffOrdersRequest {
        actor: Some(actor(&kham)),
        view: "to_confirm".to_owned(),
        search: "020 5512".to_owned(),
        status: "placed".to_owned(),
        payment_status: "due".to_owned(),
        payment_method: "cod".to_owned(),
        delivery: "pickup".to_owned(),
        branch_id: 3,
        customer_id: 5,
        from_ms: 1_795_194_000_000,
        before_ms: 1_795_280_400_000,
        delivery_day: "tomorrow".to_owned(),
        sort: "oldest".to_owned(),
        cursor: "YWJj".to_owned(),
        limit: 10,
    };
    body(kham.request(Method::GET, ORDERS)).await;
    let plain = ListStaffOrdersRequest { actor: Some(actor(&kham)), limit: 50, ..Default::default() };
    assert_eq!(shop.orders.take_received(), [Received::StaffList(filtered), Received::StaffList(plain)]);
}

#[actix_web::test]
async fn role_of_the_session_reaches_the_service() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    for (role, passed_on) in [(Role::Clerk, StaffActorRole::Clerk), (Role::Manager, StaffActorRole::Manager)]
    {
        shop.accounts.set_role("030", role);
        body(kham.request(Method::GET, &format!("{ORDERS}/counts"))).await;
        let by = StaffActor { role: passed_on.into(), ..actor(&kham) };
        assert_eq!(shop.orders.take_received(), [Received::StaffRead(by, "branch 0".to_owned())]);
    }
}

#[rstest]
#[case("limit=101", "limit")]
#[case("branch_id=x", "branch_id")]
#[case("from=21.11.2026", "from")]
#[case("to=2026-02-30", "to")]
#[case("status=placed&status=ready", "status")]
#[actix_web::test]
async fn wrong_parameter_of_a_list_is_reported(#[case] query: &str, #[case] field: &str) {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let response = kham.request(Method::GET, &format!("{ORDERS}?{query}")).send().await.unwrap();
    let body = problem(response).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!(field)));
    assert!(shop.orders.take_received().is_empty());
}

#[actix_web::test]
async fn cursor_that_the_service_refuses_is_a_field_error() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    shop.orders.fail_next(Error::invalid("cursor", "is not a cursor of this list"));
    let body = problem(kham.request(Method::GET, &format!("{ORDERS}?cursor=x")).send().await.unwrap()).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("cursor")));
}

#[actix_web::test]
async fn numbers_of_all_views_are_returned() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let counts = body(kham.request(Method::GET, &format!("{ORDERS}/counts"))).await;
    body(kham.request(Method::GET, &format!("{ORDERS}/counts?branch_id=3"))).await;
    let expected = json!({"all": 11, "to_confirm": 2, "to_prepare": 3, "to_hand_over": 4, "transfers": 5,
        "failed_delivery": 6, "refunds": 7, "mine": 8, "returns": 9, "to_settle": 10, "due_today": 12, "overdue": 13});
    assert_eq!(counts["data"], expected);
    let received = |branch: &str| Received::StaffRead(actor(&kham), branch.to_owned());
    assert_eq!(shop.orders.take_received(), [received("branch 0"), received("branch 3")]);
}

#[actix_web::test]
async fn order_has_its_customer_log_and_possible_actions() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    for id in [order().order_id, order().number] {
        let found = body(kham.request(Method::GET, &format!("{ORDERS}/{id}"))).await;
        let found = &found["data"];
        assert_eq!(found["number"], "261121-7K3M9QTX");
        assert_eq!((&found["version"], &found["cus_id"]), (&json!(7), &json!(12)));
        assert_eq!(found["assignee"], json!({"cus_id": 3, "name": "Kham Clerk"}));
        assert_eq!(found["undo_until"], "2026-11-21T00:00:10+07:00");
        assert_eq!(
            found["customer"],
            json!({"name": "Noy Keo", "phone": "+8562055123456", "order_count": 4, "completed_count": 3,
                "points_balance": 9, "since": "2026-11-21T00:00:00+07:00"})
        );
        assert_eq!(
            found["actions"],
            json!([
                {"action": "cancel", "allowed": true, "blocked_reason": null, "effects": {
                    "status": "cancelled", "units_returned": 2, "refund": 146_000, "points_earned": 0,
                    "points_returned": 3, "points_revoked": 1, "notifies": true, "money_moved": true}},
                {"action": "dispatch", "allowed": false, "blocked_reason": "pickup", "effects": {
                    "status": "awaiting_payment", "units_returned": 0, "refund": 0, "points_earned": 0,
                    "points_returned": 0, "points_revoked": 0, "notifies": false, "money_moved": false}},
            ])
        );
        assert_eq!(found["log"][0]["by"], json!({"cus_id": 3, "name": "Kham Clerk"}));
        assert_eq!(found["log"][0]["consent"], "in_person");
        assert_eq!(found["log"][0]["delivery_method"], "pickup");
        let paid = json!([{"at": "2026-11-21T00:00:00+07:00", "amount": 146_000, "method": "transfer",
            "reference": "FT2611", "by": {"cus_id": 3, "name": "Kham Clerk"}}]);
        assert_eq!((&found["payments"], &found["payouts"]), (&paid, &json!([])));
        assert_eq!((&found["grant_left"], &found["log_cursor"]), (&json!(14_600), &json!(3)));
        let corrections = json!([
            {"booking": "payment", "amount": 146_000, "allowed": true, "blocked_reason": null},
            {"booking": "hand_over", "amount": 0, "allowed": false, "blocked_reason": "goods_returned"},
        ]);
        assert_eq!(found["corrections"], corrections);
        assert_eq!(
            (&found["unpaid"], &found["excess"], &found["refundable"]),
            (&json!(0), &json!(0), &json!(146_000))
        );
        assert_eq!((&found["log"][1]["by"], &found["log"][1]["action"]), (&Value::Null, &json!("paid")));
    }
    for id in ["unknown", "a%2Fb", &"a".repeat(65)] {
        let response = kham.request(Method::GET, &format!("{ORDERS}/{id}")).send().await.unwrap();
        assert_eq!(response.status(), 404, "{id}");
    }
}

#[actix_web::test]
async fn older_entries_of_the_log_are_read_behind_a_cursor() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let path = format!("{ORDERS}/{}/log", order().number);
    let page = body(kham.request(Method::GET, &format!("{path}?cursor=3"))).await;
    assert_eq!((page["data"].as_array().unwrap().len(), &page["next_cursor"]), (2, &Value::Null));
    let read = format!("log of {} before 3", order().number);
    assert_eq!(shop.orders.take_received(), [Received::StaffRead(actor(&kham), read)]);
    for wrong in ["", "?cursor=0", "?cursor=x"] {
        let refused = kham.request(Method::GET, &format!("{path}{wrong}")).send().await.unwrap();
        assert_eq!(problem(refused).await["field"], "cursor", "{wrong}");
    }
}

#[actix_web::test]
async fn action_is_done_by_the_session_s_account_and_reported_to_the_staff() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let noy = Browser::registered(&shop, "020").await;
    let open = async |browser: &Browser<'_>| {
        let cookie = format!("heuan_session={}", browser.cookie("heuan_session").unwrap());
        let request = shop.client.get(shop.url("/api/auth/events")).header("cookie", cookie);
        let mut stream = Stream::open(request).await;
        stream.until("hello").await;
        stream
    };
    let (mut of_staff, mut of_customer) = (open(&kham).await, open(&noy).await);
    let request = json!({"action": "cancel", "version": 6, "reason": "not at home", "method": "cash",
        "reference": "R 7", "repeats_reference": true, "cus_id": 999});
    let updated = body(acting(&kham, &request)).await;
    assert_eq!(updated["data"]["version"], 7);
    let expected = UpdateStaffOrderRequest {
        actor: Some(actor(&kham)),
        order_id: order().order_id,
        action: "cancel".to_owned(),
        version: 6,
        reason: "not at home".to_owned(),
        note: String::new(),
        amount: None,
        lines: Vec::new(),
        delivery_fee: false,
        method: "cash".to_owned(),
        reference: "R 7".to_owned(),
        branch_id: 0,
        booking: String::new(),
        repeats_reference: true,
    };
    assert_eq!(shop.orders.take_received(), [Received::StaffUpdate(expected)]);
    let change = of_staff.until("staff_order").await.data;
    let expected = json!({"order_id": order().order_id, "number": "261121-7K3M9QTX", "version": 7,
        "status": "awaiting_payment", "is_new": false});
    assert_eq!(change, expected);
    // An event about an order reaches its customer, and the staff without the customer's data.
    let customer: i64 = noy.cookie("cus_id").unwrap().parse().unwrap();
    shop.chat.send_notification(customer, "order is ready");
    let change = of_staff.until("staff_order").await.data;
    assert_eq!((&change["order_id"], &change["version"]), (&json!("o-1"), &json!(0)));
    loop {
        let event = of_customer.next().await.unwrap();
        assert_ne!(event.name, "staff_order");
        if event.name == "notification" {
            break;
        }
    }
}

#[actix_web::test]
async fn return_reaches_the_service_and_is_previewed_with_the_same_lines() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let line = |note: &str| ReturnLine { pro_id: 7, to_stock: 1, to_waste: 2, note: note.to_owned() };
    let request = json!({"action": "receive_return", "version": 6, "reason": "damaged", "delivery_fee": true,
        "branch_id": 4, "lines": [{"pro_id": 7, "to_stock": 1, "to_waste": 2, "note": "a leg is broken"}]});
    assert_eq!(body(acting(&kham, &request)).await["data"]["version"], 7);
    let Some(Received::StaffUpdate(received)) = shop.orders.take_received().pop() else { panic!() };
    assert_eq!((received.action.as_str(), received.delivery_fee), ("receive_return", true));
    assert_eq!(received.branch_id, 4);
    assert_eq!(received.lines, [line("a leg is broken")]);
    assert_eq!(
        shop.accounts.ended_audit(1).await[0].detail,
        "receive_return: 7 × 1 to stock, 7 × 2 to waste, delivery fee"
    );

    let path = format!("{ORDERS}/{}/return-preview", order().order_id);
    let shown = body(kham.request(Method::GET, &format!("{path}?lines=7:1:2&delivery_fee=true"))).await;
    assert_eq!((&shown["data"]["refund"], &shown["data"]["version"]), (&json!(1_169_000), &json!(7)));
    let expected = PreviewStaffReturnRequest {
        corrects_last: false,
        actor: Some(actor(&kham)),
        order_id: order().order_id,
        lines: vec![line("")],
        delivery_fee: true,
    };
    assert_eq!(shop.orders.take_received(), [Received::StaffReturn(expected)]);
    for wrong in ["7", "7:1", "0:1:1", "7:x:1", "7:1:1:1", &"7:1:1,".repeat(201)] {
        let request = kham.request(Method::GET, &format!("{path}?lines={wrong}"));
        let refused = problem(request.send().await.unwrap()).await;
        assert_eq!((&refused["status"], &refused["field"]), (&json!(400), &json!("lines")), "{wrong}");
    }
    assert!(shop.orders.take_received().is_empty());
}

#[actix_web::test]
async fn changed_lines_reach_the_service_with_their_key_and_are_recorded() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let items = vec![OrderItem { pro_id: 7, quantity: 3 }, OrderItem { pro_id: 8, quantity: 1 }];
    let path = format!("{ORDERS}/{}/lines-preview", order().order_id);
    let shown =
        body(kham.request(Method::GET, &format!("{path}?lines=7:3,8:1&delivery_method=pickup"))).await;
    assert_eq!((&shown["data"]["refund"], &shown["data"]["version"]), (&json!(169_000), &json!(7)));
    assert_eq!(shown["data"]["totals"]["total"], 1_000_000);
    let expected = PreviewStaffLinesRequest {
        actor: Some(actor(&kham)),
        order_id: order().order_id,
        lines: items.clone(),
        delivery_method: "pickup".to_owned(),
    };
    assert_eq!(shop.orders.take_received(), [Received::StaffLinesPreview(expected)]);
    for wrong in ["7", "0:1", "7:x", "7:1:1", &"7:1,".repeat(201)] {
        let request = kham.request(Method::GET, &format!("{path}?lines={wrong}"));
        let refused = problem(request.send().await.unwrap()).await;
        assert_eq!((&refused["status"], &refused["field"]), (&json!(400), &json!("lines")), "{wrong}");
    }

    let path = format!("{ORDERS}/{}/lines", order().order_id);
    let request = json!({"version": 6, "reason": "called", "expected_total": 1_000_000,
        "delivery": {"method": "pickup", "branch_id": 3}, "consent": "phone",
        "lines": [{"pro_id": 7, "quantity": 3}, {"pro_id": 8, "quantity": 1}]});
    let put = || kham.request(Method::PUT, &path).json(&request);
    let without_key = problem(put().send().await.unwrap()).await;
    assert_eq!((&without_key["status"], &without_key["field"]), (&json!(400), &json!("Idempotency-Key")));
    assert!(shop.orders.take_received().is_empty());
    assert_eq!(body(put().header("idempotency-key", "k1")).await["data"]["version"], 7);
    let expected = ChangeStaffLinesRequest {
        actor: Some(actor(&kham)),
        order_id: order().order_id,
        version: 6,
        lines: items,
        reason: "called".to_owned(),
        idempotency_key: "k1".to_owned(),
        expected_total: Some(1_000_000),
        delivery: Some(Delivery { method: "pickup".to_owned(), branch_id: Some(3), ..Delivery::default() }),
        consent: "phone".to_owned(),
    };
    assert_eq!(shop.orders.take_received(), [Received::StaffLines(expected)]);
    let audit = shop.accounts.stored().audit.clone();
    assert_eq!(audit.last().unwrap().action, "PUT /api/staff/orders/{order_id}/lines");
    let detail = "7 × 3, 8 × 1; consent phone; pickup 3";
    heuan_testkit::eventually("the action has ended", async || {
        shop.accounts.stored().audit_ends.last().is_some_and(|end| end.detail == detail)
    })
    .await;
    shop.orders.fail_next(Error::conflict("order_changed", "the order has changed"));
    let changed = problem(put().header("idempotency-key", "k2").send().await.unwrap()).await;
    assert_eq!((&changed["status"], &changed["reason"]), (&json!(409), &json!("order_changed")));
    assert_eq!(changed["order"]["version"], staff_order().version);
    let wrong = json!({"version": 6, "lines": [{"pro_id": 7, "quantity": "3"}]});
    let request = kham.request(Method::PUT, &path).header("idempotency-key", "k3").json(&wrong);
    let refused = problem(request.send().await.unwrap()).await;
    assert_eq!((&refused["status"], &refused["field"]), (&json!(400), &json!("lines[0].quantity")));
    let wrong = json!({"version": 6, "lines": [{"pro_id": 7, "quantity": 3}], "consent": "letter"});
    let request = kham.request(Method::PUT, &path).header("idempotency-key", "k3").json(&wrong);
    let refused = problem(request.send().await.unwrap()).await;
    assert_eq!((&refused["status"], &refused["field"]), (&json!(400), &json!("consent")));
}

#[actix_web::test]
async fn planned_day_reaches_the_service_and_is_recorded() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let path = format!("{ORDERS}/{}/delivery-day", order().order_id);
    let put = |request: &Value| kham.request(Method::PUT, &path).json(request);
    let request = json!({"version": 6, "day": "2026-11-22", "part": "morning"});
    let planned = body(put(&request)).await;
    assert_eq!(planned["data"]["delivery_day"], json!({"day": "2026-11-22", "part": "morning"}));
    let plan = |delivery_day| {
        let (actor, order_id) = (Some(actor(&kham)), order().order_id);
        Received::StaffPlan(PlanStaffDeliveryRequest { actor, order_id, version: 6, delivery_day })
    };
    assert_eq!(shop.orders.take_received(), [plan(Some(delivery_day()))]);
    let audit = shop.accounts.ended_audit(1).await;
    assert_eq!(audit[0].detail, "2026-11-22 morning");
    // Without a day the plan is deleted; null is the same.
    for request in [json!({"version": 6}), json!({"version": 6, "day": null, "part": null})] {
        body(put(&request)).await;
        assert_eq!(shop.orders.take_received(), [plan(None)]);
    }
    for (request, field) in [
        (json!({"version": "6"}), "version"),
        (json!({"version": 6, "day": 7}), "day"),
        (json!({"version": 6, "day": "2026-11-22", "part": "night"}), "part"),
    ] {
        let refused = problem(put(&request).send().await.unwrap()).await;
        assert_eq!((&refused["status"], &refused["field"]), (&json!(400), &json!(field)), "{request}");
    }
    assert!(shop.orders.take_received().is_empty());
    shop.orders.fail_next(Error::invalid("day", "has passed; choose 2026-11-21 or a later day"));
    let refused = problem(put(&request).send().await.unwrap()).await;
    assert_eq!((&refused["status"], &refused["field"]), (&json!(400), &json!("day")));
    shop.orders.fail_next(Error::conflict("order_changed", "the order has changed"));
    let changed = problem(put(&request).send().await.unwrap()).await;
    assert_eq!((&changed["status"], &changed["reason"]), (&json!(409), &json!("order_changed")));
    assert_eq!(changed["order"]["version"], staff_order().version);
}

#[actix_web::test]
async fn changed_order_is_a_conflict_with_the_current_one() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let request = json!({"action": "confirm", "version": 6});
    shop.orders.fail_next(Error::conflict("order_changed", "the order has changed"));
    let changed = problem(acting(&kham, &request).send().await.unwrap()).await;
    assert_eq!((&changed["status"], &changed["reason"]), (&json!(409), &json!("order_changed")));
    assert_eq!(changed["order"]["version"], staff_order().version);
    shop.orders.fail_next(Error::conflict("action_not_possible", "the order is completed"));
    let refused = problem(acting(&kham, &request).send().await.unwrap()).await;
    assert_eq!((&refused["status"], &refused["reason"]), (&json!(409), &json!("action_not_possible")));
    assert!(refused.get("order").is_none());
}

#[rstest]
#[case(json!({"action": "teleport", "version": 1}), "action")]
#[case(json!({"action": "confirm", "version": "1"}), "version")]
#[case(json!({"action": "cancel", "version": 1, "reason": 7}), "reason")]
#[case(json!({"action": "note", "version": 1, "note": []}), "note")]
#[case(json!({"action": "mark_paid", "version": 1, "amount": 1.5}), "amount")]
#[case(json!({"action": "receive_return", "version": 1, "lines": [{"pro_id": 1, "to_stock": "1", "to_waste": 0}]}), "lines[0].to_stock")]
#[case(json!({"action": "receive_return", "version": 1, "delivery_fee": 1}), "delivery_fee")]
#[actix_web::test]
async fn value_of_a_wrong_type_is_reported(#[case] request: Value, #[case] field: &str) {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let body = problem(acting(&kham, &request).send().await.unwrap()).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!(field)), "{body}");
    assert!(shop.orders.take_received().is_empty());
}

#[actix_web::test]
async fn visitor_and_customer_get_404_as_at_an_unknown_address() {
    let shop = shop().await;
    let noy = Browser::registered(&shop, "020").await;
    shop.orders.take_received();
    let path = format!("{ORDERS}/{}", order().order_id);
    let unknown = problem(noy.request(Method::GET, "/api/staff/nothing").send().await.unwrap()).await;
    let visitor = shop.client.get(shop.url(&path)).header("x-api-access-token", &noy.token);
    for request in [noy.request(Method::GET, &path), visitor, acting(&noy, &json!({}))] {
        let body = problem(request.send().await.unwrap()).await;
        assert_eq!((&body["status"], &body["detail"]), (&json!(404), &unknown["detail"]));
    }
    assert!(shop.orders.take_received().is_empty());
}

#[actix_web::test]
async fn pushes_are_chosen_for_the_session_of_the_staff() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    shop.chat.take_received();
    let keys = json!({"p256dh": "k", "auth": "a"});
    let mut body = json!({"endpoint": "https://push.example/1", "keys": keys, "language": "la"});
    let put = |body: &Value| kham.request(Method::PUT, "/api/staff/push/subscription").json(body);
    for field in ["new_orders", "customer_messages"] {
        let refused = problem(put(&body).send().await.unwrap()).await;
        assert_eq!((&refused["status"], &refused["code"]), (&json!(400), &json!("invalid_argument")));
        body[field] = json!(true);
    }
    for chosen in [true, false] {
        body["new_orders"] = json!(chosen);
        body["customer_messages"] = json!(!chosen);
        assert_eq!(put(&body).send().await.unwrap().status(), 200);
    }
    let received: Vec<String> = shop.chat.take_received().into_iter().map(|(_, call)| call).collect();
    assert_eq!(received.len(), 2);
    for (call, chosen) in received.iter().zip([true, false]) {
        let choice = format!("new_orders: {chosen}, customer_messages: {}", !chosen);
        assert!(call.contains("staff: true") && call.contains(&choice), "{call}");
        assert!(call.contains("actor_role: Manager"), "{call}");
    }
    assert!(shop.accounts.stored().audit.is_empty(), "the choice is no action on the shop");
}

#[actix_web::test]
async fn correction_is_of_a_manager_with_its_role_and_audited() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    shop.accounts.set_role("030", Role::Clerk);
    let path = format!("{ORDERS}/{}/corrections", order().order_id);
    let request = json!({"version": 6, "booking": "write_off", "amount": 7, "reason": "wrong order"});
    let response = kham.request(Method::POST, &path).json(&request).send().await.unwrap();
    assert_eq!((response.status().as_u16(), shop.orders.take_received().len()), (403, 0));
    shop.accounts.set_role("030", Role::Manager);
    let updated = body(kham.request(Method::POST, &path).json(&request)).await;
    assert_eq!(updated["data"]["version"], 7);
    let expected = UpdateStaffOrderRequest {
        actor: Some(StaffActor { role: StaffActorRole::Manager.into(), ..actor(&kham) }),
        order_id: order().order_id,
        action: "correct".to_owned(),
        version: 6,
        reason: "wrong order".to_owned(),
        amount: Some(7),
        booking: "write_off".to_owned(),
        ..UpdateStaffOrderRequest::default()
    };
    assert_eq!(shop.orders.take_received(), [Received::StaffUpdate(expected)]);
    let audit = shop.accounts.stored().audit.clone();
    let last = audit.last().unwrap();
    assert_eq!(last.action, "POST /api/staff/orders/{order_id}/corrections");
    let request = json!({"version": 6, "booking": "return", "amount": 7, "reason": "one less", "delivery_fee": true,
        "lines": [{"pro_id": 7, "to_stock": 1, "to_waste": 0, "note": "a leg is broken"}]});
    body(kham.request(Method::POST, &path).json(&request)).await;
    let Some(Received::StaffUpdate(received)) = shop.orders.take_received().pop() else { panic!() };
    assert_eq!((received.booking.as_str(), received.delivery_fee), ("return", true));
    let note = "a leg is broken".to_owned();
    assert_eq!(received.lines, [ReturnLine { pro_id: 7, to_stock: 1, to_waste: 0, note }]);
    let detail = "return: 7 × 1 to stock, delivery fee";
    heuan_testkit::eventually("the correction's detail is recorded", async || {
        shop.accounts.stored().audit_ends.iter().any(|end| end.detail == detail)
    })
    .await;
    let preview = format!("{ORDERS}/{}/return-preview?lines=7:1:0&corrects_last=true", order().order_id);
    body(kham.request(Method::GET, &preview)).await;
    let Some(Received::StaffReturn(received)) = shop.orders.take_received().pop() else { panic!() };
    assert!(received.corrects_last);
    for wrong in
        [json!({"version": 6, "booking": "all", "reason": "x"}), json!({"version": 6, "booking": "payment"})]
    {
        let response = kham.request(Method::POST, &path).json(&wrong).send().await.unwrap();
        assert_eq!(response.status(), 400, "{wrong}");
    }
}

#[actix_web::test]
async fn pushes_of_new_orders_are_those_of_the_home_branch_if_the_browser_wants_no_others() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    shop.chat.take_received();
    let keys = json!({"p256dh": "k", "auth": "a"});
    let mut body = json!({"endpoint": "https://push.example/1", "keys": keys, "language": "la", "new_orders": true,
        "customer_messages": false, "only_home_branch": true});
    let sent = async |body: &Value| {
        let response = kham.request(Method::PUT, "/api/staff/push/subscription").json(body).send().await;
        assert_eq!(response.unwrap().status(), 200);
        shop.chat.take_received().remove(0).1
    };
    assert!(sent(&body).await.contains("new_orders_branch_id: 0"), "without a home branch all orders ring");
    let kham_id = actor(&kham).account_id;
    shop.accounts.stored().home_branches.insert(kham_id, 3);
    assert!(sent(&body).await.contains("new_orders_branch_id: 3"));
    body["only_home_branch"] = json!(false);
    assert!(sent(&body).await.contains("new_orders_branch_id: 0"));
}
