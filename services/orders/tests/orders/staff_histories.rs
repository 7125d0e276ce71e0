//! Random histories of orders with steps of two clerks, customers, payments and deadlines, on both databases: whatever
//! happens in whichever order, units, points, money and notifications agree with the order in the end.

use std::collections::BTreeSet;

use heuan_orders::audit;
use heuan_proto::orders::v1::{self as wire, SandboxAction};
use heuan_testkit::{Engine, eventually};
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use rstest::rstest;

use crate::support::{
    Shop, buy,
    staff::{clerk, step},
};

const MINUTE: i64 = 60_000;
const STOCK: i64 = 5;
const UNITS: i64 = 2;
const POINTS: i64 = 10;

#[derive(Clone, Debug)]
enum Happens {
    /// A step of a clerk who sees the order as it is.
    Step(i64, &'static str),
    /// A step of a clerk who saw the order when it was placed.
    Stale(&'static str),
    /// The request is sent twice.
    Twice(&'static str),
    CustomerCancels,
    Pays(SandboxAction),
    Pass(i64),
}

fn actions() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "confirm",
        "confirm",
        "prepare",
        "prepare",
        "dispatch",
        "dispatch",
        "fail_delivery",
        "hand_over",
        "mark_paid",
        "mark_refunded",
        "cancel",
        "undo",
        "undo",
        "assign",
        "unassign",
        "note",
    ])
}

fn histories() -> impl Strategy<Value = Vec<Vec<Happens>>> {
    use SandboxAction::{Decline, Pay, PayTwice};
    let one = prop_oneof![
        8 => (1..=2i64, actions()).prop_map(|(clerk, action)| Happens::Step(clerk, action)),
        1 => actions().prop_map(Happens::Stale),
        2 => actions().prop_map(Happens::Twice),
        1 => Just(Happens::CustomerCancels),
        2 => prop::sample::select(vec![Pay, Pay, PayTwice, Decline]).prop_map(Happens::Pays),
        2 => prop::sample::select(vec![1_000, 4_000, 11_000, 10 * MINUTE]).prop_map(Happens::Pass),
    ];
    // Each step is one to three concurrent events.
    prop::collection::vec(prop::collection::vec(one, 1..=3), 2..10)
}

async fn happen(shop: &Shop, first: &wire::StaffOrder, customer: i64, method: &str, happens: Happens) {
    let order = first.order.as_ref().unwrap();
    // A payment by QR code is the provider's to report.
    let is_theirs = |action: &str| !(method == "qr" && matches!(action, "mark_paid" | "mark_refunded"));
    match happens {
        Happens::Step(by, action) if is_theirs(action) => {
            let mut request = step(&shop.staff_order(&order.order_id).await, action);
            request.actor = Some(clerk(by));
            drop(shop.update(request).await);
        }
        Happens::Stale(action) if is_theirs(action) => drop(shop.update(step(first, action)).await),
        Happens::Twice(action) if is_theirs(action) => {
            let seen = shop.staff_order(&order.order_id).await;
            let done = shop.update(step(&seen, action)).await;
            let again = shop.update(step(&seen, action)).await;
            // Another event may have changed it in between, but a repetition is never refused.
            assert!(done.is_err() || again.is_ok(), "{action}: {again:?}");
        }
        Happens::CustomerCancels => drop(shop.cancel(customer, &order.order_id).await),
        Happens::Pays(action) if method == "qr" => drop(shop.act(order, action).await),
        Happens::Pass(ms) => shop.clock.advance(ms),
        _ => {}
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn units_points_money_and_notifications_balance_after_every_history(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.limits.cod_confirm_h = 48).await;
    let mut runner = TestRunner::deterministic();
    for case in 1..=45i64 {
        let history = histories().new_tree(&mut runner).unwrap().current();
        let method = ["cod", "transfer", "qr"][(case % 3) as usize];
        let told = format!("case {case}, {method}: {history:?}");
        shop.shelve(&[(case, STOCK, 300_000)]).await;
        let customer = 1000 + case;
        shop.give_points(customer, POINTS).await;
        let input = wire::OrderInput { points: (case % 2) * POINTS, ..buy(&[(case, UNITS)], method) };
        let order = shop.place(customer, "k", input).await.unwrap();
        let first = shop.staff_order(&order.order_id).await;
        for step in history {
            let at_once = step.into_iter().map(|happens| happen(&shop, &first, customer, method, happens));
            futures::future::join_all(at_once).await;
        }
        balances(&shop, case, customer, &order.order_id, &told).await;
    }
    agree(&shop).await;
}

/// All deadlines have passed and all due work is done.
async fn balances(shop: &Shop, pro_id: i64, customer: i64, order_id: &str, told: &str) {
    for _ in 0..4 {
        shop.clock.advance(25 * 60 * MINUTE);
        let (tables, now) = (shop.tables().await, shop.clock.now_ms());
        eventually("no work is due", async || {
            let sql = "SELECT (SELECT COUNT(*) FROM customer_order WHERE due_at <= $1 OR leased_until > $1) \
                 + (SELECT COUNT(*) FROM sandbox_message WHERE send_at <= $1)";
            let due: i64 = heuan_store::read!(tables, |pool| {
                sqlx::query_scalar(sql).bind(now).fetch_one(pool).await.unwrap()
            });
            due == 0
        })
        .await;
        tables.close().await;
    }
    let seen = shop.staff_order(order_id).await;
    let order = seen.order.unwrap();
    let (totals, payment) = (order.totals.unwrap(), order.payment.unwrap());
    let is_ended = matches!(order.status.as_str(), "cancelled" | "expired");
    eventually("no units are reserved", async || shop.stock(pro_id).await.reserved == 0).await;
    let (stock, sold) = (shop.stock(pro_id).await, if is_ended { 0 } else { UNITS });
    assert_eq!((stock.available, stock.sold), (STOCK - sold, sold), "{}: {told}", order.status);
    let earned = if !is_ended && payment.status == "paid" { totals.points_earned } else { 0 };
    let used = if is_ended { 0 } else { totals.points_used };
    assert_eq!(shop.points_of(customer).await.balance, POINTS + earned - used, "{}: {told}", order.status);
    let money_fits = match payment.status.as_str() {
        "refund_due" | "refunded" => is_ended && order.refund == totals.total,
        "failed" | "expired" => is_ended && order.refund == 0,
        "paid" => !is_ended && order.refund == 0,
        "due" => !is_ended && order.status != "completed",
        _ => false,
    };
    assert!(money_fits, "{} {} {}: {told}", order.status, payment.status, order.refund);
    // The log and the version tell of the same changes.
    assert_eq!(seen.log.len() as i64, seen.version - 1, "{told}");
    assert_eq!(seen.log.first().map_or(&order.history[0].status, |last| &last.to), &order.status, "{told}");
}

/// The rules of `heuan check` hold, and each change that the customer sees has its event, once.
async fn agree(shop: &Shop) {
    let tables = shop.tables().await;
    let books = audit::read(&tables).await.unwrap();
    // Points that a test gave have no order.
    let faults: Vec<_> = books.faults.iter().filter(|fault| !fault.id.starts_with("gift-")).collect();
    assert!(faults.is_empty(), "{faults:?}");
    let expected: BTreeSet<&String> =
        books.orders.iter().flat_map(|order| &order.events).map(|(event, _)| event).collect();
    let of_status = |event: &&String| !event.ends_with("refund_due") && !event.ends_with("refunded");
    // A cash order is placed when it is received, without an event of its own.
    let told: BTreeSet<&String> = books.outbox.iter().filter(of_status).collect();
    assert_eq!(told, expected);
    tables.close().await;
}
