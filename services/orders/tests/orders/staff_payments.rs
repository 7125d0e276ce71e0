//! Payments of another amount than was awaited, and payments after the total was received or the order has ended, by the staff
//! and by the payment provider. Both databases.

use crate::support::{
    KHAM, NOY, Shop, buy,
    staff::{correction, state, status, step, step_of},
};
use heuan_orders::consistency;
use heuan_proto::orders::v1::{self as wire, SandboxAction};
use heuan_rpc::Code;
use heuan_store::{read, run};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

const PRICE: i64 = 400_000;
const DAY: i64 = 86_400_000;

async fn shop(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, PRICE)]).await;
    shop
}

async fn placed(shop: &Shop, method: &str) -> (wire::Order, i64) {
    let order = shop.place(NOY, method, buy(&[(1, 2)], method)).await.unwrap();
    shop.settles().await;
    let total = order.totals.as_ref().unwrap().total;
    (order, total)
}

/// State of the payment; kip received, to refund, refunded.
fn money(order: &wire::StaffOrder) -> (&str, i64, i64, i64) {
    let inner = order.order.as_ref().unwrap();
    (&inner.payment.as_ref().unwrap().status, inner.received, inner.refund, inner.refunded)
}

/// A payment of `amount` kip in cash.
async fn cash(shop: &Shop, order_id: &str, amount: i64) -> wire::StaffOrder {
    let seen = shop.staff_order(order_id).await;
    let paid =
        wire::UpdateStaffOrderRequest { method: "cash".to_owned(), ..step_of(&seen, "mark_paid", amount) };
    shop.update(paid).await.unwrap()
}

/// Lets the customer pay `amount` kip by the code.
async fn pay_by_code(shop: &Shop, order: &wire::Order, amount: i64, action: SandboxAction) {
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    let reference = &order.payment.as_ref().unwrap().reference;
    let sql = "UPDATE sandbox_payment SET amount = $2 WHERE reference = $1";
    run!(tx, sql, reference, amount).unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
    shop.act(order, action).await.unwrap();
}

/// The rules of `heuan check` hold.
async fn assert_consistent(shop: &Shop) {
    let tables = shop.tables().await;
    let inconsistencies = consistency::read(&tables).await.unwrap().inconsistencies;
    assert!(inconsistencies.is_empty(), "{inconsistencies:?}");
    tables.close().await;
}

/// Waits until the payment of the order has this state.
async fn comes_to(shop: &Shop, order_id: &str, payment: &str) -> wire::StaffOrder {
    eventually(&format!("the order is {payment}"), async || {
        money(&shop.staff_order(order_id).await).0 == payment
    })
    .await;
    shop.staff_order(order_id).await
}

#[rstest]
#[tokio::test]
async fn payment_after_the_total_was_received_makes_the_order_overpaid(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (order, total) = placed(&shop, "transfer").await;
    let id = order.order_id.as_str();
    let paid = shop.do_step(id, "mark_paid").await.unwrap();
    let without = shop.update(step(&paid, "mark_paid")).await.unwrap_err();
    assert_eq!((without.code, without.detail.field.as_str()), (Code::InvalidArgument, "amount"));
    let over = shop.update(step_of(&paid, "mark_paid", total)).await.unwrap();
    assert_eq!((status(&over).0, money(&over)), ("placed", ("overpaid", 2 * total, 0, 0)));
    let again = cash(&shop, id, 5).await;
    assert_eq!(money(&again), ("overpaid", 2 * total + 5, 0, 0));
    assert_eq!(again.log.len() as i64, again.version - 1);
    let due = shop.do_step(id, "accept_difference").await.unwrap();
    assert_eq!(money(&due), ("refund_due", 2 * total + 5, total + 5, 0));
    // While a refund is due, a further payment is added to it.
    let more = cash(&shop, id, 10).await;
    assert_eq!(money(&more), ("refund_due", 2 * total + 15, total + 15, 0));
    let given = shop.do_step(id, "mark_refunded").await.unwrap();
    assert_eq!(
        (status(&given).0, money(&given)),
        ("placed", ("paid", 2 * total + 15, total + 15, total + 15))
    );
    assert_eq!(shop.points_of(NOY).await.balance, total / 200_000);
}

#[rstest]
#[tokio::test]
async fn payment_after_the_order_has_ended_is_due_for_a_refund(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    // Paid in part, canceled, refunded.
    let (order, total) = placed(&shop, "transfer").await;
    let id = order.order_id.as_str();
    cash(&shop, id, 50_000).await;
    shop.do_step(id, "cancel").await.unwrap();
    let more = cash(&shop, id, total - 50_000).await;
    assert_eq!(money(&more), ("refund_due", total, total, 0));
    assert_eq!(money(&shop.do_step(id, "mark_refunded").await.unwrap()), ("refunded", total, total, total));
    let last = cash(&shop, id, 7).await;
    assert_eq!((status(&last).0, money(&last)), ("cancelled", ("refund_due", total + 7, total + 7, total)));
    // Canceled without a payment, also a cash order.
    let (order, total) = placed(&shop, "cod").await;
    shop.cancel(NOY, &order.order_id).await.unwrap();
    let late = cash(&shop, &order.order_id, total + 1).await;
    assert_eq!(money(&late), ("refund_due", total + 1, total + 1, 0));
    assert_eq!(shop.points_of(NOY).await.balance, 0);
}

#[rstest]
#[tokio::test]
async fn code_of_an_order_paid_in_cash_can_no_longer_be_paid(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (order, total) = placed(&shop, "qr").await;
    let paid = cash(&shop, &order.order_id, total).await;
    assert_eq!(money(&paid).0, "paid");
    let late = shop.act(&order, SandboxAction::Pay).await.unwrap_err();
    assert_eq!(late.detail.reason, "payment_expired");
    let seen = shop.staff_order(&order.order_id).await;
    assert_eq!((status(&seen), money(&seen)), (("placed", "paid"), ("paid", total, 0, 0)));
}

#[rstest]
#[tokio::test]
async fn payment_by_code_of_an_order_paid_in_cash_is_booked_and_refunded_by_its_provider(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (order, total) = placed(&shop, "qr").await;
    let id = order.order_id.as_str();
    // The customer has paid, and the webhook is lost.
    shop.act(&order, SandboxAction::DropWebhook).await.unwrap();
    cash(&shop, id, total).await;
    let over = comes_to(&shop, id, "overpaid").await;
    assert_eq!(money(&over), ("overpaid", 2 * total, 0, 0));
    shop.do_step(id, "accept_difference").await.unwrap();
    let given = comes_to(&shop, id, "paid").await;
    assert_eq!(money(&given), ("paid", 2 * total, total, total));
    // The cash is refunded by the staff.
    let cancelled = shop.do_step(id, "cancel").await.unwrap();
    assert_eq!(money(&cancelled), ("refund_due", 2 * total, 2 * total, total));
    assert_eq!(money(&shop.do_step(id, "mark_refunded").await.unwrap()).0, "refunded");
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn payment_that_only_the_provider_has_is_a_fault_of_the_check(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (order, total) = placed(&shop, "qr").await;
    cash(&shop, &order.order_id, total).await;
    shop.settles().await;
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    let reference = &order.payment.as_ref().unwrap().reference;
    let sql = "UPDATE sandbox_payment SET paid = 1, settles_at = $2 WHERE reference = $1";
    run!(tx, sql, reference, shop.clock.now_ms()).unwrap();
    tx.commit().await.unwrap();
    shop.clock.advance(3 * DAY);
    shop.place(KHAM, "k", buy(&[(1, 1)], "cod")).await.unwrap();
    shop.settles().await;
    let inconsistencies = consistency::read(&tables).await.unwrap().inconsistencies;
    let rules: Vec<&str> = inconsistencies.iter().map(|inconsistency| inconsistency.rule).collect();
    assert_eq!(rules, ["orders.payment-unbooked"], "{inconsistencies:?}");
    tables.close().await;
    // As the remedy says.
    let staff = shop.staff().await;
    for _ in 0..2 {
        let booked = staff.paid(&order.number, Some(total), ("transfer", reference), false).await.unwrap();
        assert_eq!(booked.payment, "overpaid");
        // The provider confirms it.
        shop.settles().await;
    }
    staff.close().await;
    assert_eq!(money(&shop.staff_order(&order.order_id).await).1, 2 * total);
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn payment_by_code_of_less_than_the_total_waits_for_the_rest(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (order, total) = placed(&shop, "qr").await;
    let id = order.order_id.as_str();
    pay_by_code(&shop, &order, total - 100_000, SandboxAction::PayTwice).await;
    let short = comes_to(&shop, id, "underpaid").await;
    assert_eq!((status(&short).0, money(&short).1), ("awaiting_payment", total - 100_000));
    // The deadline does not end it, and its units are sold.
    shop.clock.advance(DAY);
    shop.settles().await;
    assert_eq!((status(&shop.staff_order(id).await).0, shop.stock(1).await.sold), ("awaiting_payment", 2));
    let by_code = step_of(&shop.staff_order(id).await, "mark_paid", 40_000);
    assert_eq!(shop.update(by_code).await.unwrap_err().detail.field, "amount");
    assert_eq!(money(&cash(&shop, id, 40_000).await).0, "underpaid");
    let paid = cash(&shop, id, 60_000).await;
    assert_eq!((status(&paid), money(&paid).1), (("placed", "paid"), total));
    // The provider refunds what it has received, and the staff refund the cash.
    shop.do_step(id, "cancel").await.unwrap();
    eventually("the provider has refunded its part", async || {
        money(&shop.staff_order(id).await).3 == total - 100_000
    })
    .await;
    let given = shop.do_step(id, "mark_refunded").await.unwrap();
    assert_eq!(money(&given), ("refunded", total, total, total));
    let payouts: Vec<_> = given.payouts.iter().map(|one| (one.method.as_str(), one.amount)).collect();
    assert_eq!(payouts, [("qr", total - 100_000), ("qr", 100_000)]);
}

#[rstest]
#[tokio::test]
async fn payment_by_code_of_more_than_the_total_is_refunded_when_accepted(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (order, total) = placed(&shop, "qr").await;
    let id = order.order_id.as_str();
    pay_by_code(&shop, &order, total + 30_000, SandboxAction::DropWebhook).await;
    // Found when the customer opens the page.
    shop.order(NOY, id).await.unwrap();
    let over = comes_to(&shop, id, "overpaid").await;
    shop.settles().await;
    assert_eq!((money(&over).1, status(&shop.staff_order(id).await).0), (total + 30_000, "placed"));
    shop.do_step(id, "accept_difference").await.unwrap();
    let given = comes_to(&shop, id, "paid").await;
    assert_eq!(money(&given), ("paid", total + 30_000, 30_000, 30_000));
    assert_consistent(&shop).await;
}

/// Executes `sql` with an id or reference, and a number.
async fn write(shop: &Shop, sql: &'static str, name: &str, number: i64) {
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    assert_eq!(run!(tx, sql, name, number).unwrap(), 1);
    tx.commit().await.unwrap();
    tables.close().await;
}

#[rstest]
#[tokio::test]
async fn refund_that_the_provider_is_making_is_not_made_by_the_staff_as_well(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (order, total) = placed(&shop, "qr").await;
    let id = order.order_id.as_str();
    shop.act(&order, SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, id, "placed", "paid").await;
    shop.settles().await;
    // Another process works on the order, and has not asked the provider yet.
    let lease = "UPDATE customer_order SET leased_until = $2 WHERE order_id = $1";
    write(&shop, lease, id, shop.clock.now_ms() + DAY).await;
    let due = shop.do_step(id, "cancel").await.unwrap();
    assert_eq!(state(&due, "mark_refunded").blocked_reason, "provider_refunds");
    let early = shop.update(step(&due, "mark_refunded")).await.unwrap_err();
    assert_eq!((early.code, early.detail.reason.as_str()), (Code::Conflict, "action_not_possible"));
    write(&shop, lease, id, 0).await;
    assert_eq!(money(&comes_to(&shop, id, "refunded").await), ("refunded", total, total, total));
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn refund_that_the_provider_refuses_is_made_by_the_staff(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (order, total) = placed(&shop, "qr").await;
    let id = order.order_id.as_str();
    shop.act(&order, SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, id, "placed", "paid").await;
    shop.settles().await;
    let reference = &order.payment.as_ref().unwrap().reference;
    write(&shop, "UPDATE sandbox_payment SET paid = $2 WHERE reference = $1", reference, 0).await;
    shop.do_step(id, "cancel").await.unwrap();
    eventually("the provider has refused", async || {
        state(&shop.staff_order(id).await, "mark_refunded").blocked_reason.is_empty()
    })
    .await;
    let refused = shop.staff_order(id).await;
    assert_eq!(refused.log[0].action, "refund_refused");
    let given = shop.update(step(&refused, "mark_refunded")).await.unwrap();
    assert_eq!(money(&given), ("refunded", total, total, total));
}

/// Kinds of the notifications of an order, without a receiver that takes them.
async fn notification_kinds(shop: &Shop, order_id: &str) -> Vec<String> {
    let tables = shop.tables().await;
    let sql = "SELECT kind FROM outbox WHERE order_id = $1 ORDER BY at, event_id";
    let kinds = read!(tables, |pool| sqlx::query_scalar(sql).bind(order_id).fetch_all(pool).await.unwrap());
    tables.close().await;
    kinds
}

#[rstest]
#[tokio::test]
async fn customer_is_notified_when_nothing_is_to_be_paid_any_more(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let count = async |id: &str, kind: &str| {
        notification_kinds(&shop, id).await.iter().filter(|one| *one == kind).count()
    };
    let placed = async |key: &str, method: &str| {
        let order = shop.place(NOY, key, buy(&[(1, 2)], method)).await.unwrap();
        shop.settles().await;
        let total = order.totals.as_ref().unwrap().total;
        (order, total)
    };
    // A cash order that is paid before it is handed over.
    let (order, total) = placed("early", "cod").await;
    let id = order.order_id.as_str();
    cash(&shop, id, total - 1_000).await;
    assert_eq!((count(id, "order.underpaid").await, count(id, "order.paid").await), (1, 0));
    cash(&shop, id, 1_000).await;
    assert_eq!(count(id, "order.paid").await, 1);
    // The payment that was taken back is paid again.
    let seen = shop.staff_order(id).await;
    shop.update(correction(&seen, "payment")).await.unwrap();
    cash(&shop, id, 2_000).await;
    assert_eq!((count(id, "order.underpaid").await, count(id, "order.paid").await), (2, 2));
    shop.do_step(id, "hand_over").await.unwrap();
    assert_eq!(count(id, "order.paid").await, 2);

    // The rest of an order that is written off.
    let (order, total) = placed("waived", "cod").await;
    let id = order.order_id.as_str();
    cash(&shop, id, total - 1_000).await;
    shop.do_step(id, "accept_difference").await.unwrap();
    assert_eq!(count(id, "order.paid").await, 1);

    // A transfer is placed by its payment, and cash that comes with the hand-over belongs to it.
    let (order, _) = placed("transfer", "transfer").await;
    shop.do_step(&order.order_id, "mark_paid").await.unwrap();
    shop.settles().await;
    assert_eq!(count(&order.order_id, "order.placed").await, 1);
    assert_eq!(count(&order.order_id, "order.paid").await, 0);
    let (order, _) = placed("late", "cod").await;
    shop.do_step(&order.order_id, "hand_over").await.unwrap();
    assert_eq!(count(&order.order_id, "order.completed").await, 1);
    assert_eq!(count(&order.order_id, "order.paid").await, 0);
}
