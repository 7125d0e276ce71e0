//! Payments: webhook, browser and poll in any order, lost, late and duplicate, lead to the same result. Both
//! databases.

use crate::support::{self, KHAM, NOY, Shop, buy, config, payment};
use futures::future::join;
use heuan_orders::{StaffAction, StaffCommands};
use heuan_proto::orders::v1::{self as wire, SandboxAction};
use heuan_rpc::Code;
use heuan_store::read;
use heuan_testkit::{Engine, eventually};
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use rstest::rstest;

const MINUTE: i64 = 60_000;

#[rstest]
#[tokio::test]
async fn paid_order_is_placed(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 5, 500_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "qr")).await.unwrap();
    let paying = order.payment.clone().unwrap();
    assert_eq!((order.status.as_str(), paying.status.as_str()), ("awaiting_payment", "pending"));
    assert_eq!(paying.expires_at_ms, Some(support::NOON + 15 * MINUTE));
    assert!(
        paying.sandbox
            && paying.qr_payload.contains(&paying.reference)
            && paying.qr_payload.contains("54071000000")
    );
    assert_eq!(shop.stock(1).await.reserved, 2);

    shop.act(&order, SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, &order.order_id, "placed", "paid").await;
    shop.settles().await;
    let stock = shop.stock(1).await;
    assert_eq!((stock.available, stock.reserved, stock.sold), (3, 0, 2));
    let order = shop.order(NOY, &order.order_id).await.unwrap();
    let history: Vec<&str> = order.history.iter().map(|change| change.status.as_str()).collect();
    assert_eq!(history, ["awaiting_payment", "placed"]);
    // 5 points for a million kip.
    let points = shop.points_of(NOY).await;
    assert_eq!((points.balance, points.entries[0].kind.as_str()), (5, "earned"));
}

#[rstest]
#[tokio::test]
async fn lost_webhook_is_detected_by_a_poll(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 5, 500_000)]).await;
    let asked = shop.place(NOY, "k1", buy(&[(1, 1)], "qr")).await.unwrap();
    let left = shop.place(NOY, "k2", buy(&[(1, 1)], "qr")).await.unwrap();
    for order in [&asked, &left] {
        shop.act(order, SandboxAction::DropWebhook).await.unwrap();
    }
    // The customer opens the page.
    shop.comes_to(NOY, &asked.order_id, "placed", "paid").await;
    // Without a visit, the reconciler polls.
    shop.clock.advance(11_000);
    let tables = shop.tables().await;
    eventually("the reconciler has polled", async || {
        let sql = "SELECT status FROM customer_order WHERE order_id = $1";
        let status: String =
            read!(tables, |pool| sqlx::query_scalar(sql).bind(&left.order_id).fetch_one(pool).await.unwrap());
        status == "placed"
    })
    .await;
}

#[rstest]
#[tokio::test]
async fn duplicate_webhook_counts_once(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 5, 500_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 1)], "qr")).await.unwrap();
    let (paid, paid_again) =
        join(shop.act(&order, SandboxAction::PayTwice), shop.act(&order, SandboxAction::PayTwice)).await;
    paid.and(paid_again).unwrap();
    shop.comes_to(NOY, &order.order_id, "placed", "paid").await;
    shop.settles().await;
    assert_eq!(shop.points_of(NOY).await.balance, 2);
    assert_eq!(
        (shop.stock(1).await.sold, shop.order(NOY, &order.order_id).await.unwrap().history.len()),
        (1, 2)
    );
}

#[rstest]
#[tokio::test]
async fn order_not_paid_in_time_returns_stock_and_points(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 5, 500_000)]).await;
    shop.give_points(NOY, 20).await;
    let input = wire::OrderInput { points: 12, ..buy(&[(1, 1)], "qr") };
    let order = shop.place(NOY, "k", input).await.unwrap();
    assert_eq!((shop.points_of(NOY).await.balance, shop.stock(1).await.available), (8, 4));
    shop.clock.advance(15 * MINUTE + 119_000);
    shop.settles().await;
    assert_eq!(shop.order(NOY, &order.order_id).await.unwrap().status, "awaiting_payment");
    shop.clock.advance(2_000);
    shop.comes_to(NOY, &order.order_id, "expired", "expired").await;
    shop.settles().await;
    assert_eq!((shop.points_of(NOY).await.balance, shop.stock(1).await.available), (20, 5));
    assert_eq!(shop.act(&order, SandboxAction::Pay).await.unwrap_err().detail.reason, "payment_expired");
    assert!(!shop.order(NOY, &order.order_id).await.unwrap().can_cancel);
    assert_eq!(shop.cancel(NOY, &order.order_id).await.unwrap_err().detail.reason, "order_not_cancellable");
}

#[rstest]
#[tokio::test]
async fn late_payment_buys_available_units_and_is_refunded_otherwise(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values(true, false)] still_there: bool,
) {
    let shop = Shop::open_with(engine, |config| config.sandbox_late_s = 30 * 60).await;
    shop.shelve(&[(1, 1, 500_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 1)], "qr")).await.unwrap();
    shop.act(&order, SandboxAction::PayLate).await.unwrap();
    shop.clock.advance(18 * MINUTE);
    shop.comes_to(NOY, &order.order_id, "expired", "expired").await;
    shop.settles().await;
    if !still_there {
        shop.place(KHAM, "k", buy(&[(1, 1)], "cod")).await.unwrap();
    }
    shop.clock.advance(13 * MINUTE);
    let (status, money) = if still_there { ("placed", "paid") } else { ("expired", "refunded") };
    shop.comes_to(NOY, &order.order_id, status, money).await;
    shop.settles().await;
    let stock = shop.stock(1).await;
    assert_eq!((stock.available, stock.reserved, stock.sold), (0, 0, 1));
    assert_eq!(refunded(&shop, &order).await, if still_there { 0 } else { 500_000 });
    assert_eq!(shop.points_of(NOY).await.balance, if still_there { 2 } else { 0 });
}

#[rstest]
#[tokio::test]
async fn late_payment_without_webhook_is_found_and_refunded(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.sandbox_late_s = 30 * 60).await;
    shop.shelve(&[(1, 2, 500_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 1)], "qr")).await.unwrap();
    shop.act(&order, SandboxAction::PayLate).await.unwrap();
    shop.cancel(NOY, &order.order_id).await.unwrap();
    discard_webhooks(&shop).await;
    // Settled after half an hour, when no page is open; the reconciler polls at intervals.
    for _ in 0..4 {
        shop.clock.advance(6 * 60 * MINUTE);
        nothing_is_due(&shop).await;
    }
    shop.comes_to(NOY, &order.order_id, "cancelled", "refunded").await;
    shop.settles().await;
    assert_eq!((refunded(&shop, &order).await, shop.stock(1).await.available), (500_000, 2));
}

#[rstest]
#[tokio::test]
async fn declined_payment_ends_the_order(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 2, 500_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 1)], "qr")).await.unwrap();
    shop.act(&order, SandboxAction::Decline).await.unwrap();
    shop.comes_to(NOY, &order.order_id, "cancelled", "failed").await;
    shop.settles().await;
    assert_eq!(shop.stock(1).await.available, 2);
}

#[rstest]
#[tokio::test]
async fn only_signed_webhooks_count(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 2, 500_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 1)], "qr")).await.unwrap();
    let reference = order.payment.as_ref().unwrap().reference.clone();
    let body =
        format!(r#"{{"event":"payment.paid","reference":"{reference}","amount":500000,"currency":"LAK"}}"#);
    let confirm = |provider: &str, signature: &str| wire::ConfirmPaymentRequest {
        provider: provider.to_owned(),
        signature: signature.to_owned(),
        body: body.clone().into_bytes(),
    };
    for signature in ["", "t=1,v1=00", &format!("t={},v1={}", support::NOON, "0".repeat(64))] {
        let error = shop.orders().confirm_payment(confirm("sandbox", signature)).await.unwrap_err();
        assert_eq!(heuan_rpc::Error::from(error).code, Code::Unauthenticated);
    }
    for provider in ["cod", "transfer", "gold", ""] {
        let error = shop.orders().confirm_payment(confirm(provider, "")).await.unwrap_err();
        assert_eq!(heuan_rpc::Error::from(error).code, Code::NotFound);
    }
    assert_eq!(payment(&shop.order(NOY, &order.order_id).await.unwrap()), "pending");
}

#[rstest]
#[tokio::test]
async fn staff_find_a_transfer_and_complete_an_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 5, 500_000)]).await;
    let staff =
        StaffCommands::open(&config(), &shop.places.orders.location, shop.clock.clone()).await.unwrap();
    let order = shop.place(NOY, "k1", buy(&[(1, 1)], "transfer")).await.unwrap();
    let paying = order.payment.clone().unwrap();
    assert_eq!(
        (order.status.as_str(), paying.transfer.unwrap().bank.as_str()),
        ("awaiting_payment", "HEUAN DEMO BANK")
    );
    shop.settles().await;
    assert_eq!(shop.stock(1).await.sold, 1);
    assert_eq!(staff.apply("261121-NOTTHERE", StaffAction::MarkPaid).await.unwrap_err().code, Code::NotFound);
    assert_eq!(staff.apply(&order.number, StaffAction::Prepare).await.unwrap_err().code, Code::Conflict);
    // As people type it.
    let typed = format!(" {} ", order.number.to_lowercase());
    for _ in 0..2 {
        assert_eq!(staff.apply(&typed, StaffAction::MarkPaid).await.unwrap().status, "placed");
    }
    assert_eq!(staff.apply(&paying.reference, StaffAction::Prepare).await.unwrap().status, "ready");
    assert_eq!(staff.apply(&order.number, StaffAction::HandOver).await.unwrap().status, "completed");
    assert_eq!(shop.points_of(NOY).await.balance, 2);
    assert_eq!(shop.cancel(NOY, &order.order_id).await.unwrap_err().code, Code::Conflict);

    // Cash is paid, and points are earned, at the handover.
    let cash = shop.place(NOY, "k2", buy(&[(1, 1)], "cod")).await.unwrap();
    assert_eq!(shop.points_of(NOY).await.balance, 2);
    // Unsold goods cannot be handed over.
    shop.settles().await;
    let done = staff.apply(&cash.number, StaffAction::HandOver).await.unwrap();
    assert_eq!((done.status, done.payment), ("completed", "paid"));
    assert_eq!(shop.points_of(NOY).await.balance, 4);

    // A transfer that is not received within three days; when it is received later, its units are still available.
    let late = shop.place(NOY, "k3", buy(&[(1, 1)], "transfer")).await.unwrap();
    shop.settles().await;
    shop.clock.advance(72 * 60 * MINUTE);
    shop.comes_to(NOY, &late.order_id, "expired", "expired").await;
    shop.settles().await;
    assert_eq!(shop.stock(1).await.available, 3);
    staff.apply(&late.number, StaffAction::MarkPaid).await.unwrap();
    shop.comes_to(NOY, &late.order_id, "placed", "paid").await;
    // Paid and canceled, it is refunded by the staff.
    shop.cancel(NOY, &late.order_id).await.unwrap();
    shop.comes_to(NOY, &late.order_id, "cancelled", "refund_due").await;
    shop.settles().await;
    let given = staff.apply(&late.number, StaffAction::MarkRefunded).await.unwrap();
    assert_eq!((given.payment, given.refund, shop.stock(1).await.available), ("refunded", 500_000, 3));
    staff.close().await;
}

/// Events of an order, in any order.
#[derive(Clone, Debug)]
enum Happens {
    Act(SandboxAction),
    /// The customer opens the page.
    Look,
    Cancel,
    /// Webhooks in flight are lost.
    LoseMessages,
    Pass(i64),
}

fn histories() -> impl Strategy<Value = Vec<Vec<Happens>>> {
    use SandboxAction::{Decline, DropWebhook, Pay, PayLate, PayTwice};
    let one = prop_oneof![
        4 => prop::sample::select(vec![Pay, PayLate, PayTwice, DropWebhook, Decline]).prop_map(Happens::Act),
        3 => Just(Happens::Look),
        1 => Just(Happens::Cancel),
        1 => Just(Happens::LoseMessages),
        3 => prop::sample::select(vec![1_000, 11_000, 20_000, 45_000, 10 * MINUTE]).prop_map(Happens::Pass),
    ];
    // Each step is one to three concurrent events.
    prop::collection::vec(prop::collection::vec(one, 1..=3), 1..6)
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_history_reaches_a_consistent_end(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open_with(engine, |config| {
        (config.payment_window_s, config.payment_grace_s, config.sandbox_late_s) = (30, 10, 25);
    })
    .await;
    let mut runner = TestRunner::deterministic();
    for case in 1..=40i64 {
        let history = histories().new_tree(&mut runner).unwrap().current();
        shop.shelve(&[(case, 3, 300_000)]).await;
        let (customer, description) = (1000 + case, format!("case {case}: {history:?}"));
        shop.give_points(customer, 10).await;
        let spends = case % 3 == 0;
        let input = wire::OrderInput { points: if spends { 10 } else { 0 }, ..buy(&[(case, 2)], "qr") };
        let order = shop.place(customer, "k", input).await.unwrap();
        for step in history {
            let shop = &shop;
            let order = &order;
            let at_once = step.into_iter().map(|happens| async move {
                match happens {
                    // Too late, or already answered: the bank reports it.
                    Happens::Act(action) => drop(shop.act(order, action).await),
                    Happens::Look => drop(shop.order(customer, &order.order_id).await.unwrap()),
                    Happens::Cancel => drop(shop.cancel(customer, &order.order_id).await),
                    Happens::LoseMessages => discard_webhooks(shop).await,
                    Happens::Pass(ms) => shop.clock.advance(ms),
                }
            });
            futures::future::join_all(at_once).await;
        }
        ends_well(&shop, customer, case, &order, spends, &description).await;
    }
}

/// The end: all delays have passed, all due work is done.
async fn ends_well(
    shop: &Shop,
    customer: i64,
    pro_id: i64,
    order: &wire::Order,
    spends: bool,
    description: &str,
) {
    for _ in 0..5 {
        shop.clock.advance(25 * 60 * MINUTE);
        nothing_is_due(shop).await;
    }
    let order = shop.order(customer, &order.order_id).await.unwrap();
    let total = order.totals.as_ref().unwrap().total;
    let (paid, given_back) = (money_came(shop, &order).await, refunded(shop, &order).await);
    let ends = (order.status.as_str(), payment(&order), paid, given_back);
    let fine = match ends {
        ("placed", "paid", true, 0) | ("cancelled" | "expired", "expired" | "failed", false, 0) => true,
        ("cancelled" | "expired", "refunded", true, back) => back == total,
        _ => false,
    };
    assert!(fine, "{ends:?} in {description}");
    let sold = if order.status == "placed" { 2 } else { 0 };
    // An ended reservation that was replaced by another expires.
    eventually("no units are reserved", async || shop.stock(pro_id).await.reserved == 0).await;
    let stock = shop.stock(pro_id).await;
    assert_eq!((stock.available, stock.reserved, stock.sold), (3 - sold, 0, sold), "{description}");
    let earned = if order.status == "placed" { total / 200_000 } else { 0 };
    let spent = if order.status == "placed" && spends { 10 } else { 0 };
    assert_eq!(shop.points_of(customer).await.balance, 10 + earned - spent, "{description}");
}

async fn nothing_is_due(shop: &Shop) {
    let (tables, now) = (shop.tables().await, shop.clock.now_ms());
    eventually("no work is due", async || {
        let sql = "SELECT (SELECT COUNT(*) FROM customer_order WHERE due_at <= $1 OR leased_until > $1) \
             + (SELECT COUNT(*) FROM sandbox_message WHERE send_at <= $1)";
        let due: i64 = read!(tables, |pool| sqlx::query_scalar(sql).bind(now).fetch_one(pool).await.unwrap());
        due == 0
    })
    .await;
    tables.close().await;
}

async fn discard_webhooks(shop: &Shop) {
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    heuan_store::run!(tx, "DELETE FROM sandbox_message").unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
}

async fn money_came(shop: &Shop, order: &wire::Order) -> bool {
    sandbox(shop, order, "paid").await == 1
}

async fn refunded(shop: &Shop, order: &wire::Order) -> i64 {
    sandbox(shop, order, "refunded").await
}

async fn sandbox(shop: &Shop, order: &wire::Order, column: &str) -> i64 {
    let tables = shop.tables().await;
    let sql = sqlx::AssertSqlSafe(format!("SELECT {column} FROM sandbox_payment WHERE reference = $1"));
    let reference = &order.payment.as_ref().unwrap().reference;
    let value = read!(tables, |pool| sqlx::query_scalar(sql).bind(reference).fetch_one(pool).await.unwrap());
    tables.close().await;
    value
}
