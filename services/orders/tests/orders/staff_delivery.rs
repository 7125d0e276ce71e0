//! Delivery and pickup of open orders, changed by the staff, with their effects on the fee, the payment, the lists and the
//! notifications. Both databases.

use heuan_orders::{Delivery, consistency};
use heuan_proto::orders::v1 as wire;
use heuan_rpc::{Code, Transport};
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestEventReceiver, eventually};
use rstest::rstest;

use crate::support::{
    LONG, NOON, NOY, Places, Shop, buy, config,
    staff::{clerk, deliver_to, moved_to, pickup_at, state, status, step},
};

const PRICE: i64 = 100_000;
const FEE: i64 = 30_000;

async fn shop(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, PRICE)]).await;
    shop.open_branch(3).await;
    shop
}

async fn placed(shop: &Shop, method: &str) -> wire::StaffOrder {
    let order = shop.place(NOY, method, buy(&[(1, 2)], method)).await.unwrap();
    shop.settles().await;
    shop.staff_order(&order.order_id).await
}

fn inner(order: &wire::StaffOrder) -> &wire::Order {
    order.order.as_ref().unwrap()
}

/// Fee and total.
fn fee(order: &wire::StaffOrder) -> (i64, i64) {
    let totals = inner(order).totals.as_ref().unwrap();
    (totals.delivery_fee, totals.total)
}

fn method(order: &wire::StaffOrder) -> (&str, Option<i64>) {
    let delivery = inner(order).delivery.as_ref().unwrap();
    (&delivery.method, delivery.branch_id)
}

#[rstest]
#[tokio::test]
async fn paid_delivery_that_becomes_a_pickup_refunds_its_fee(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let paid = shop.update(step(&placed(&shop, "transfer").await, "mark_paid")).await.unwrap();
    assert_eq!(fee(&paid), (FEE, 2 * PRICE + FEE));
    let id = inner(&paid).order_id.clone();
    let preview = shop.preview_delivery(&id, &[(1, 2)], "pickup").await.unwrap();
    assert_eq!((preview.refund, preview.due, preview.totals.unwrap().total), (FEE, 0, 2 * PRICE));

    let changed = shop.change_lines(moved_to(&paid, "k", pickup_at(3))).await.unwrap();
    assert_eq!((method(&changed), fee(&changed)), (("pickup", Some(3)), (0, 2 * PRICE)));
    assert_eq!((status(&changed), inner(&changed).refund), (("placed", "refund_due"), FEE));
    assert_eq!(changed.version, paid.version + 1);
    assert_eq!(changed.log[0].action, "change_delivery");
    assert!(changed.log[0].note.starts_with("as on the phone\n"), "{}", changed.log[0].note);
    assert_eq!(changed.log[0].note.lines().count(), 2);
}

#[rstest]
#[tokio::test]
async fn paid_pickup_that_becomes_a_delivery_lacks_the_fee(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let input = wire::OrderInput { delivery: Some(pickup_at(3)), ..buy(&[(1, 2)], "transfer") };
    let order = shop.place(NOY, "k", input).await.unwrap();
    shop.settles().await;
    let paid = shop.update(step(&shop.staff_order(&order.order_id).await, "mark_paid")).await.unwrap();
    let request = moved_to(&paid, "k", deliver_to("Nongbone"));
    let expected = wire::ChangeStaffLinesRequest { expected_total: Some(2 * PRICE), ..request.clone() };
    let refused = shop.change_lines(expected).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "total_changed"));

    let changed = shop.change_lines(request.clone()).await.unwrap();
    assert_eq!((method(&changed), fee(&changed)), (("delivery", None), (FEE, 2 * PRICE + FEE)));
    assert_eq!(status(&changed), ("placed", "underpaid"));
    // A repetition changes nothing.
    assert_eq!(shop.change_lines(request).await.unwrap().version, changed.version);
    let done = shop.update(step(&changed, "mark_paid")).await.unwrap();
    assert_eq!((status(&done), inner(&done).received), (("placed", "paid"), 2 * PRICE + FEE));
}

#[rstest]
#[tokio::test]
async fn changed_delivery_moves_the_order_in_the_lists_of_the_branches(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "cod").await;
    let waiting = async || {
        let request = wire::CountStaffOrdersRequest { actor: Some(clerk(1)), branch_id: 3 };
        shop.staff_orders().count_staff_orders(request).await.unwrap().into_inner().all
    };
    assert_eq!(waiting().await, 0);
    let changed = shop.change_lines(moved_to(&order, "k", pickup_at(3))).await.unwrap();
    assert_eq!(waiting().await, 1);
    shop.change_lines(moved_to(&changed, "k2", deliver_to("Nongbone"))).await.unwrap();
    assert_eq!(waiting().await, 0);
}

const KHAMS_NUMBER: &str = "+8562055999999";

/// Records who picks up the goods, under which number.
async fn set_collector(shop: &Shop, seen: &wire::StaffOrder, name: &str, phone: &str) -> wire::StaffOrder {
    let request = wire::ChangeStaffOrderRequest {
        actor: Some(clerk(1)),
        order_id: inner(seen).order_id.clone(),
        version: seen.version,
        phone: Some(phone.to_owned()),
        delivery: None,
        receiver: Some(wire::OrderReceiver { name: name.to_owned(), ..wire::OrderReceiver::default() }),
    };
    shop.staff_orders().change_staff_order(request).await.unwrap().into_inner().order.unwrap()
}

#[rstest]
#[tokio::test]
async fn delivery_after_a_pickup_goes_to_its_receiver_and_not_to_the_collector(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let receiver = wire::OrderReceiver {
        name: "Kham".to_owned(),
        landmark: "Blue gate".to_owned(),
        ..wire::OrderReceiver::default()
    };
    let input = wire::OrderInput {
        phone: KHAMS_NUMBER.to_owned(),
        delivery: Some(deliver_to("Nongbone")),
        receiver: Some(receiver.clone()),
        ..buy(&[(1, 2)], "cod")
    };
    let order = shop.place(NOY, "k", input).await.unwrap();
    shop.settles().await;
    let seen = shop.staff_order(&order.order_id).await;
    let picked_up = shop.change_lines(moved_to(&seen, "k1", pickup_at(3))).await.unwrap();
    assert_eq!(inner(&picked_up).receiver, None, "the customer picks up");
    let seen = set_collector(&shop, &picked_up, "Noy", "+8562099988877").await;
    shop.settles().await;

    let delivered = shop.change_lines(moved_to(&seen, "k2", deliver_to("Nongbone"))).await.unwrap();
    assert_eq!(inner(&delivered).receiver, Some(receiver));
    assert_eq!(inner(&delivered).phone, KHAMS_NUMBER);
    let note = &delivered.log[0].note;
    assert!(note.contains("Noy → Kham") && note.contains("+8562099988877 → +8562055999999"), "{note}");
    // The list finds the order by the number that it has now.
    for (search, count) in [("5599 9999", 1), ("9998 8877", 0)] {
        let request = wire::ListStaffOrdersRequest {
            actor: Some(clerk(1)),
            search: search.to_owned(),
            limit: 50,
            ..wire::ListStaffOrdersRequest::default()
        };
        let found = shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner();
        assert_eq!(found.orders.len(), count, "{search}");
    }
}

#[rstest]
#[tokio::test]
async fn delivery_method_stays_once_the_goods_have_left(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "cod").await;
    let id = inner(&order).order_id.clone();
    for action in ["prepare", "dispatch"] {
        shop.do_step(&id, action).await.unwrap();
    }
    let seen = shop.staff_order(&id).await;
    for refused in [
        shop.preview_delivery(&id, &[(1, 2)], "pickup").await.unwrap_err(),
        shop.change_lines(moved_to(&seen, "k", pickup_at(3))).await.unwrap_err(),
    ] {
        assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "action_not_possible"));
    }
    // Another address is possible.
    let changed = shop.change_lines(moved_to(&seen, "k2", deliver_to("Nongbone"))).await.unwrap();
    assert_eq!((fee(&changed), status(&changed)), (fee(&seen), ("delivering", "due")));
}

/// A paid order whose delivery has failed.
async fn failed(shop: &Shop) -> wire::StaffOrder {
    let paid = shop.update(step(&placed(shop, "transfer").await, "mark_paid")).await.unwrap();
    let id = inner(&paid).order_id.clone();
    for action in ["prepare", "dispatch", "fail_delivery"] {
        shop.do_step(&id, action).await.unwrap();
    }
    shop.staff_order(&id).await
}

#[rstest]
#[tokio::test]
async fn failed_delivery_becomes_a_pickup_without_its_fee_and_is_handed_over(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let seen = failed(&shop).await;
    let id = inner(&seen).order_id.clone();
    // Only a pickup is made ready again: a delivery is dispatched again.
    assert_eq!(state(&seen, "prepare").blocked_reason, "status");
    let preview = shop.preview_delivery(&id, &[(1, 2)], "pickup").await.unwrap();
    assert_eq!((preview.refund, preview.totals.unwrap().total), (FEE, 2 * PRICE));
    let changed = shop.change_lines(moved_to(&seen, "k", pickup_at(3))).await.unwrap();
    assert_eq!((method(&changed), fee(&changed)), (("pickup", Some(3)), (0, 2 * PRICE)));
    assert_eq!((status(&changed), inner(&changed).refund), (("delivery_failed", "refund_due"), FEE));
    assert_eq!(state(&changed, "dispatch").blocked_reason, "pickup");
    shop.settles().await;
    let ready = shop.do_step(&id, "prepare").await.unwrap();
    assert_eq!(status(&ready).0, "ready");
    assert_eq!(shop.do_step(&id, "undo").await.unwrap().order.unwrap().status, "delivery_failed");
    for action in ["prepare", "mark_refunded", "hand_over"] {
        shop.do_step(&id, action).await.unwrap();
    }
    assert_eq!(status(&shop.staff_order(&id).await).0, "completed");
    let tables = shop.tables().await;
    let found = consistency::read(&tables).await.unwrap().inconsistencies;
    assert!(found.is_empty(), "{found:?}");
    tables.close().await;
}

/// Method of each step: those of the history oldest first, those of the log newest first.
fn methods(order: &wire::StaffOrder) -> (Vec<&str>, Vec<(&str, &str)>) {
    let history = inner(order).history.iter().map(|change| change.delivery_method.as_str());
    let log = order.log.iter().map(|entry| (entry.action.as_str(), entry.delivery_method.as_str()));
    (history.collect(), log.collect())
}

#[rstest]
#[tokio::test]
async fn steps_before_a_change_of_the_method_keep_the_name_of_theirs(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let seen = failed(&shop).await;
    let id = inner(&seen).order_id.clone();
    let former = methods(&seen);
    assert!(former.0.iter().all(|method| *method == "delivery"), "{former:?}");
    let steps = former.0.len();
    shop.clock.advance(1000);
    shop.change_lines(moved_to(&seen, "k", pickup_at(3))).await.unwrap();
    shop.settles().await;
    shop.clock.advance(1000);
    shop.do_step(&id, "prepare").await.unwrap();
    let now = shop.staff_order(&id).await;
    let (history, log) = methods(&now);
    assert!(history[..steps].iter().all(|method| *method == "delivery"), "{history:?}");
    assert_eq!(history[steps..], ["pickup"]);
    assert_eq!(log[..2], [("prepare", "pickup"), ("change_delivery", "pickup")]);
    assert!(log[2..].iter().all(|entry| entry.1 == "delivery"), "{log:?}");
    let request = wire::ListOrderLogRequest { actor: Some(clerk(1)), order_id: id, cursor: seen.version + 1 };
    let older = shop.staff_orders().list_order_log(request).await.unwrap().into_inner().log;
    assert!(!older.is_empty() && older.iter().all(|entry| entry.delivery_method == "delivery"));
}

#[rstest]
#[tokio::test]
async fn failed_delivery_is_delivered_to_another_address_or_after_a_pickup(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let seen = failed(&shop).await;
    let id = inner(&seen).order_id.clone();
    let elsewhere = shop.change_lines(moved_to(&seen, "k", deliver_to("Nongbone"))).await.unwrap();
    assert_eq!((fee(&elsewhere), status(&elsewhere)), (fee(&seen), ("delivery_failed", "paid")));
    assert_eq!(inner(&elsewhere).delivery.as_ref().unwrap().village, "Nongbone");
    shop.settles().await;
    let picked_up = shop.change_lines(moved_to(&elsewhere, "k2", pickup_at(3))).await.unwrap();
    shop.settles().await;
    // The fee that was due for a refund is used for the delivery.
    let back = shop.change_lines(moved_to(&picked_up, "k3", deliver_to("Nongbone"))).await.unwrap();
    assert_eq!((fee(&back), status(&back)), (fee(&seen), ("delivery_failed", "paid")));
    shop.settles().await;
    for (action, expected) in [("dispatch", "delivering"), ("hand_over", "completed")] {
        assert_eq!(status(&shop.do_step(&id, action).await.unwrap()).0, expected);
    }
}

#[rstest]
#[tokio::test]
async fn invalid_delivery_names_its_field(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = shop(engine).await;
    let order = placed(&shop, "cod").await;
    let id = inner(&order).order_id.clone();
    let wrong = shop.preview_delivery(&id, &[(1, 2)], "drone").await.unwrap_err();
    assert_eq!((wrong.code, wrong.detail.field.as_str()), (Code::InvalidArgument, "delivery_method"));
    let no_village = wire::Delivery { village: String::new(), ..deliver_to("") };
    let method = wire::Delivery { method: "drone".to_owned(), ..wire::Delivery::default() };
    for (delivery, field) in
        [(pickup_at(9), "delivery.branch_id"), (no_village, "delivery.village"), (method, "delivery.method")]
    {
        let error = shop.change_lines(moved_to(&order, field, delivery)).await.unwrap_err();
        let named = error.detail.errors.first().map_or(&error.detail.field, |one| &one.field);
        assert_eq!((error.code, named.as_str()), (Code::InvalidArgument, field));
    }
    assert_eq!(shop.staff_order(&id).await.version, order.version);
}

#[tokio::test]
async fn changed_delivery_notifies_the_customer_once() {
    let receiver = TestEventReceiver::default();
    let transport = Transport::in_process(receiver.routes(), LONG);
    let places = Places::new(Engine::Sqlite).await;
    let shop = Shop::reopen(places, config(), Clock::fixed(NOON), Some(transport)).await;
    shop.shelve(&[(1, 20, PRICE)]).await;
    shop.open_branch(3).await;
    let order = placed(&shop, "cod").await;
    let request = moved_to(&order, "k", pickup_at(3));
    shop.change_lines(request.clone()).await.unwrap();
    shop.change_lines(request).await.unwrap();
    let notified = || receiver.events().into_iter().filter(|event| event.kind == "order.delivery_changed");
    eventually("the customer is notified", async || notified().count() > 0).await;
    let events: Vec<_> = notified().collect();
    assert_eq!(events.len(), 1);
    assert!(events[0].payload.contains("\"branch_id\":3"), "{}", events[0].payload);
}

#[rstest]
#[tokio::test]
async fn command_line_changes_the_delivery(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = shop(engine).await;
    let order = placed(&shop, "cod").await;
    let staff = shop.staff().await;
    let pickup = Delivery::Pickup {
        branch_id: 3,
        branch_name_la: "ສາຂາ".to_owned(),
        branch_name_en: "Branch".to_owned(),
        note: String::new(),
    };
    let changed = staff.change_delivery(&inner(&order).number, pickup.clone(), "called").await.unwrap();
    assert_eq!(changed.total, 2 * PRICE);
    let seen = shop.staff_order(&changed.order_id).await;
    assert_eq!((method(&seen), seen.log[0].action.as_str()), (("pickup", Some(3)), "change_delivery"));
    // The same again changes nothing.
    staff.change_delivery(&inner(&order).number, pickup, "called").await.unwrap();
    assert_eq!(shop.staff_order(&changed.order_id).await.version, seen.version);
    let no_place = Delivery::Delivery {
        province: String::new(),
        district: String::new(),
        village: String::new(),
        note: String::new(),
    };
    let error = staff.change_delivery(&inner(&order).number, no_place, "").await.unwrap_err();
    assert_eq!(error.code, Code::InvalidArgument);
}
