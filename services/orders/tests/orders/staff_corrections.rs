//! Corrections of bookings by a manager, with their effects on money, points, status and notifications. Both databases.

use crate::support::{
    NOY, Shop, buy,
    staff::{back, clerk, correction, return_of, status, step, step_of},
};
use heuan_orders::{Booking, consistency};
use heuan_proto::orders::v1::{self as wire, SandboxAction};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

const PRICE: i64 = 400_000;
const TOTAL: i64 = 800_000;
/// By the total.
const POINTS: i64 = 4;

async fn placed(shop: &Shop, method: &str) -> String {
    let order = shop.place(NOY, method, buy(&[(1, 2)], method)).await.unwrap();
    assert_eq!(order.totals.as_ref().unwrap().total, TOTAL);
    shop.settles().await;
    order.order_id
}

async fn shop(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, PRICE)]).await;
    shop
}

/// State of the payment; kip received, to refund, refunded.
fn money(order: &wire::StaffOrder) -> (&str, i64, i64, i64) {
    let inner = order.order.as_ref().unwrap();
    (&inner.payment.as_ref().unwrap().status, inner.received, inner.refund, inner.refunded)
}

async fn points(shop: &Shop) -> i64 {
    shop.points_of(NOY).await.balance
}

async fn correct(shop: &Shop, order_id: &str, booking: &str) -> Result<wire::StaffOrder, Error> {
    shop.update(correction(&shop.staff_order(order_id).await, booking)).await
}

fn refused(error: &Error) -> (Code, &str) {
    (error.code, &error.detail.reason)
}

/// Kinds, kip and why not, of what may be corrected.
fn correctable(order: &wire::StaffOrder) -> Vec<(&str, i64, &str)> {
    let all = order.corrections.iter();
    all.map(|one| (one.booking.as_str(), one.amount, one.blocked_reason.as_str())).collect()
}

async fn assert_consistent(shop: &Shop) {
    shop.settles().await;
    let tables = shop.tables().await;
    let inconsistencies = consistency::read(&tables).await.unwrap().inconsistencies;
    assert!(inconsistencies.is_empty(), "{inconsistencies:?}");
    tables.close().await;
}

#[rstest]
#[tokio::test]
async fn payment_of_the_wrong_order_is_taken_back_with_its_points(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let id = placed(&shop, "transfer").await;
    assert_eq!(correctable(&shop.staff_order(&id).await), []);
    let paid = shop.do_step(&id, "mark_paid").await.unwrap();
    assert_eq!((status(&paid), points(&shop).await), (("placed", "paid"), POINTS));
    assert_eq!(correctable(&paid), [("payment", TOTAL, "")]);

    let by_clerk = wire::UpdateStaffOrderRequest { actor: Some(clerk(1)), ..correction(&paid, "payment") };
    assert_eq!(refused(&shop.update(by_clerk).await.unwrap_err()), (Code::PermissionDenied, "role"));
    let unknown = shop.update(correction(&paid, "everything")).await.unwrap_err();
    assert_eq!((unknown.code, unknown.detail.field.as_str()), (Code::InvalidArgument, "booking"));
    let without = shop.update(correction(&paid, "")).await.unwrap_err();
    assert_eq!(without.detail.field, "booking");
    let silent = wire::UpdateStaffOrderRequest { reason: String::new(), ..correction(&paid, "payment") };
    assert_eq!(shop.update(silent).await.unwrap_err().detail.field, "reason");
    let other = wire::UpdateStaffOrderRequest { amount: Some(5), ..correction(&paid, "payment") };
    assert_eq!(shop.update(other).await.unwrap_err().detail.field, "amount");
    assert_eq!(shop.update(step_of(&paid, "note", 1)).await.unwrap().version, paid.version + 1);

    let seen = shop.staff_order(&id).await;
    let request = correction(&seen, "payment");
    let corrected = shop.update(request.clone()).await.unwrap();
    assert_eq!((status(&corrected), money(&corrected)), (("placed", "underpaid"), ("underpaid", 0, 0, 0)));
    assert_eq!((points(&shop).await, corrected.order.as_ref().unwrap().unpaid), (0, TOTAL));
    let amounts: Vec<i64> = corrected.payments.iter().map(|one| one.amount).collect();
    assert_eq!(amounts, [TOTAL, -TOTAL]);
    let entry = &corrected.log[0];
    assert_eq!(
        (entry.action.as_str(), entry.amount, entry.note.as_str()),
        ("correct", Some(TOTAL), "not at home")
    );
    // A repetition changes nothing, and there is nothing else to correct.
    assert_eq!(shop.update(request).await.unwrap(), corrected);
    let again = correct(&shop, &id, "payment").await.unwrap_err();
    assert_eq!(refused(&again), (Code::Conflict, "action_not_possible"));
    // The customer's payment arrives, and the order continues.
    shop.do_step(&id, "mark_paid").await.unwrap();
    assert_eq!(points(&shop).await, POINTS);
    let done = shop.do_step(&id, "hand_over").await.unwrap();
    assert_eq!((status(&done), money(&done).1), (("completed", "paid"), TOTAL));
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn one_of_two_payments_is_taken_back_with_what_was_due_because_of_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let id = placed(&shop, "transfer").await;
    shop.do_step(&id, "mark_paid").await.unwrap();
    let seen = shop.staff_order(&id).await;
    shop.update(step_of(&seen, "mark_paid", 50_000)).await.unwrap();
    assert_eq!(status(&correct(&shop, &id, "payment").await.unwrap()).1, "paid");
    let seen = shop.staff_order(&id).await;
    shop.update(step_of(&seen, "mark_paid", 60_000)).await.unwrap();
    let due = shop.do_step(&id, "accept_difference").await.unwrap();
    assert_eq!(money(&due), ("refund_due", TOTAL + 60_000, 60_000, 0));
    let corrected = correct(&shop, &id, "payment").await.unwrap();
    assert_eq!((money(&corrected), points(&shop).await), (("paid", TOTAL, 0, 0), POINTS));
    // What was paid out for it is corrected first.
    let seen = shop.staff_order(&id).await;
    shop.update(step_of(&seen, "mark_paid", 70_000)).await.unwrap();
    shop.do_step(&id, "accept_difference").await.unwrap();
    shop.do_step(&id, "mark_refunded").await.unwrap();
    let short = correct(&shop, &id, "payment").await.unwrap();
    assert_eq!(money(&short), ("underpaid", TOTAL, 70_000, 70_000));
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn refund_that_was_not_paid_out_is_due_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let id = placed(&shop, "transfer").await;
    shop.do_step(&id, "mark_paid").await.unwrap();
    shop.do_step(&id, "cancel").await.unwrap();
    shop.settles().await;
    let given = shop.do_step(&id, "mark_refunded").await.unwrap();
    assert_eq!(money(&given), ("refunded", TOTAL, TOTAL, TOTAL));
    let corrected = correct(&shop, &id, "refund").await.unwrap();
    assert_eq!(money(&corrected), ("refund_due", TOTAL, TOTAL, 0));
    // The payment was a mistake as well: nothing is left.
    let corrected = correct(&shop, &id, "payment").await.unwrap();
    assert_eq!((status(&corrected), money(&corrected)), (("cancelled", "expired"), ("expired", 0, 0, 0)));
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn write_off_and_goodwill_are_taken_back_while_nothing_was_paid_out(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let id = placed(&shop, "transfer").await;
    let seen = shop.staff_order(&id).await;
    shop.update(step_of(&seen, "mark_paid", TOTAL - 300_000)).await.unwrap();
    shop.do_step(&id, "accept_difference").await.unwrap();
    assert_eq!(points(&shop).await, 2);
    let corrected = correct(&shop, &id, "write_off").await.unwrap();
    assert_eq!((status(&corrected).1, corrected.order.as_ref().unwrap().waived), ("underpaid", 0));
    assert_eq!(corrected.order.as_ref().unwrap().unpaid, 300_000);
    shop.do_step(&id, "mark_paid").await.unwrap();

    let seen = shop.staff_order(&id).await;
    shop.update(step_of(&seen, "refund_part", 250_000)).await.unwrap();
    assert_eq!(points(&shop).await, 2);
    let corrected = correct(&shop, &id, "goodwill").await.unwrap();
    assert_eq!((money(&corrected), points(&shop).await), (("paid", TOTAL, 0, 0), POINTS));
    let seen = shop.staff_order(&id).await;
    shop.update(step_of(&seen, "refund_part", 1_000)).await.unwrap();
    let given = shop.do_step(&id, "mark_refunded").await.unwrap();
    assert_eq!(
        correctable(&given),
        [("payment", 300_000, ""), ("refund", 1_000, ""), ("goodwill", 0, "refund_made")]
    );
    correct(&shop, &id, "refund").await.unwrap();
    assert_eq!(money(&correct(&shop, &id, "goodwill").await.unwrap()), ("paid", TOTAL, 0, 0));
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn hand_over_of_a_cash_order_is_taken_back_with_its_cash(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let id = placed(&shop, "cod").await;
    shop.do_step(&id, "prepare").await.unwrap();
    let done = shop.do_step(&id, "hand_over").await.unwrap();
    assert_eq!((money(&done).1, points(&shop).await), (TOTAL, POINTS));
    let corrected = correct(&shop, &id, "hand_over").await.unwrap();
    assert_eq!((status(&corrected), money(&corrected).1), (("ready", "due"), 0));
    assert_eq!(points(&shop).await, 0);
    let statuses = corrected.order.as_ref().unwrap().history.iter().map(|one| one.status.as_str());
    assert_eq!(statuses.collect::<Vec<_>>(), ["placed", "ready", "completed", "ready"]);
    assert_eq!(shop.stock(1).await.sold, 2);
    let done = shop.do_step(&id, "hand_over").await.unwrap();
    assert_eq!((status(&done), money(&done).1), (("completed", "paid"), TOTAL));
    assert_eq!(points(&shop).await, POINTS);
    // Goods that came back stay where they are.
    shop.update(return_of(&done, &[back(1, 1, 0)])).await.unwrap();
    shop.settles().await;
    let late = correct(&shop, &id, "hand_over").await.unwrap_err();
    assert_eq!(refused(&late), (Code::Conflict, "action_not_possible"));
    // Of an order that was paid before, only the hand-over is taken back.
    let paid = shop.place(NOY, "by code", buy(&[(1, 2)], "qr")).await.unwrap();
    shop.act(&paid, SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, &paid.order_id, "placed", "paid").await;
    shop.do_step(&paid.order_id, "hand_over").await.unwrap();
    let seen = shop.staff_order(&paid.order_id).await;
    // What the provider has received is no mistake of the staff.
    assert_eq!(correctable(&seen), [("hand_over", 0, "")]);
    let corrected = correct(&shop, &paid.order_id, "hand_over").await.unwrap();
    assert_eq!((status(&corrected), money(&corrected).1), (("preparing", "paid"), TOTAL));
    shop.update(step(&corrected, "hand_over")).await.unwrap();
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn order_without_any_payment_left_is_canceled_without_a_refund(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let id = placed(&shop, "cod").await;
    shop.do_step(&id, "mark_paid").await.unwrap();
    assert_eq!(status(&correct(&shop, &id, "payment").await.unwrap()), ("placed", "underpaid"));
    let cancelled = shop.do_step(&id, "cancel").await.unwrap();
    assert_eq!((status(&cancelled), money(&cancelled).2), (("cancelled", "expired"), 0));
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn command_line_corrects_the_booking_of_the_amount_it_names(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let staff = shop.staff().await;
    let id = placed(&shop, "transfer").await;
    let number = shop.order(NOY, &id).await.unwrap().number;
    shop.do_step(&id, "mark_paid").await.unwrap();
    let wrong = staff.correct(&number, Booking::Payment, 1, "wrong order").await.unwrap_err();
    assert_eq!(wrong.detail.field, "amount");
    let corrected = staff.correct(&number, Booking::Payment, TOTAL, "wrong order").await.unwrap();
    assert_eq!(corrected.payment, "underpaid");
    let again = staff.correct(&number, Booking::Payment, TOTAL, "wrong order").await.unwrap_err();
    assert_eq!(refused(&again), (Code::Conflict, "action_not_possible"));
    staff.close().await;
}
