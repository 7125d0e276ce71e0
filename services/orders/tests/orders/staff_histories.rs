//! Random histories of orders with steps of two clerks, customers, payments and deadlines, on both databases: in every
//! order of events, units, points, money and notifications agree with the order in the end.

use std::collections::BTreeSet;

use heuan_orders::consistency;
use heuan_proto::orders::v1::{self as wire, SandboxAction};
use heuan_testkit::{Engine, eventually};
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use rstest::rstest;

use crate::support::{
    Shop, buy,
    staff::{back, clerk, correction, deliver_to, lines_of, moved_to, pickup_at, step},
};

const MINUTE: i64 = 60_000;
const STOCK: i64 = 5;
const UNITS: i64 = 2;
/// Distance to the id of the other product, and its price.
const OTHER: i64 = 1000;
const OTHER_PRICE: i64 = 83_333;
const BRANCH: i64 = 3;
const POINTS: i64 = 10;
const KIP_PER_POINT: i64 = 200_000;
/// Its parts are not whole kip.
const PRICE: i64 = 299_999;

/// A step with the values that some steps need.
#[derive(Clone, Copy, Debug)]
struct Act {
    action: &'static str,
    amount: Option<i64>,
    /// Units that come back.
    to_stock: i64,
    to_waste: i64,
    delivery_fee: bool,
    method: &'static str,
    /// Booking that a manager takes back.
    booking: &'static str,
}

#[derive(Clone, Debug)]
enum Happens {
    /// A step of a clerk who sees the order as it is.
    Step(i64, Act),
    /// A step of a clerk who saw the order when it was placed.
    Stale(Act),
    /// The request is sent twice.
    Twice(Act),
    /// The goods change: units of the two products, of which one may be none. Twice if the request is repeated.
    Lines {
        by: i64,
        units: (i64, i64),
        twice: bool,
    },
    /// The delivery becomes a pickup, or the other way round.
    Moves {
        by: i64,
        picks_up: bool,
        twice: bool,
    },
    CustomerCancels,
    Pays(SandboxAction),
    Pass(i64),
}

fn actions() -> impl Strategy<Value = Act> {
    let action = prop::sample::select(vec![
        "confirm",
        "prepare",
        "prepare",
        "dispatch",
        "fail_delivery",
        "hand_over",
        "mark_paid",
        "mark_paid",
        "mark_paid",
        "mark_refunded",
        "mark_refunded",
        "accept_difference",
        "accept_difference",
        "request_return",
        "receive_return",
        "receive_return",
        "receive_return",
        "decline_return",
        "refund_part",
        "correct",
        "correct",
        "correct",
        "cancel",
        "undo",
        "undo",
        "assign",
        "unassign",
        "note",
    ]);
    let amount =
        prop::sample::select(vec![None, None, Some(1), Some(250_000), Some(UNITS * PRICE + 100_000)]);
    let method = prop::sample::select(vec!["", "cash", "transfer", "card"]);
    let booking = prop::sample::select(vec![
        "payment",
        "refund",
        "write_off",
        "goodwill",
        "hand_over",
        "return",
        "return",
    ]);
    (action, amount, 0..=2i64, 0..=1i64, any::<bool>(), method, booking).prop_map(
        |(action, amount, to_stock, to_waste, delivery_fee, method, booking)| Act {
            action,
            amount,
            to_stock,
            to_waste,
            delivery_fee,
            method,
            booking,
        },
    )
}

fn plain(action: &'static str) -> Act {
    Act { action, amount: None, to_stock: 0, to_waste: 0, delivery_fee: false, method: "", booking: "" }
}

/// The request for a step on the order as `seen`.
fn request(seen: &wire::StaffOrder, pro_id: i64, act: Act) -> wire::UpdateStaffOrderRequest {
    if act.action == "correct" {
        // Other units have come back, or none.
        let changes = act.booking == "return" && act.to_stock + act.to_waste > 0;
        return wire::UpdateStaffOrderRequest {
            lines: if changes { vec![back(pro_id, act.to_stock, act.to_waste)] } else { Vec::new() },
            delivery_fee: changes && act.delivery_fee,
            ..correction(seen, act.booking)
        };
    }
    let comes_back = matches!(act.action, "request_return" | "receive_return");
    let moves_money = matches!(act.action, "mark_paid" | "mark_refunded");
    let takes_amount = matches!(act.action, "mark_paid" | "refund_part");
    wire::UpdateStaffOrderRequest {
        amount: act.amount.filter(|_| takes_amount),
        lines: if comes_back { vec![back(pro_id, act.to_stock, act.to_waste)] } else { Vec::new() },
        delivery_fee: comes_back && act.delivery_fee,
        method: if moves_money { act.method.to_owned() } else { String::new() },
        reference: if moves_money { "FT 1".to_owned() } else { String::new() },
        ..step(seen, act.action)
    }
}

/// Half of the histories begin with an order that is paid and handed over.
fn histories() -> impl Strategy<Value = (bool, Vec<Vec<Happens>>)> {
    use SandboxAction::{Decline, Pay, PayTwice};
    let one = prop_oneof![
        8 => (1..=2i64, actions()).prop_map(|(clerk, act)| Happens::Step(clerk, act)),
        1 => actions().prop_map(Happens::Stale),
        2 => actions().prop_map(Happens::Twice),
        4 => (1..=2i64, (0..=4i64, 0..=2i64), any::<bool>())
            .prop_map(|(by, units, twice)| Happens::Lines { by, units, twice }),
        3 => (1..=2i64, any::<bool>(), any::<bool>())
            .prop_map(|(by, picks_up, twice)| Happens::Moves { by, picks_up, twice }),
        1 => Just(Happens::CustomerCancels),
        2 => prop::sample::select(vec![Pay, Pay, PayTwice, Decline]).prop_map(Happens::Pays),
        2 => prop::sample::select(vec![1_000, 4_000, 11_000, 10 * MINUTE]).prop_map(Happens::Pass),
    ];
    // Each step is one to three concurrent events.
    (any::<bool>(), prop::collection::vec(prop::collection::vec(one, 1..=3), 2..12))
}

async fn happen(shop: &Shop, first: &wire::StaffOrder, customer: i64, method: &str, happens: Happens) {
    let order = first.order.as_ref().unwrap();
    let case = order.lines[0].pro_id;
    let pro_id = case;
    match happens {
        Happens::Step(by, act) => {
            let mut request = request(&shop.staff_order(&order.order_id).await, pro_id, act);
            if act.action != "correct" {
                request.actor = Some(clerk(by));
            }
            drop(shop.update(request).await);
        }
        Happens::Stale(act) => drop(shop.update(request(first, pro_id, act)).await),
        Happens::Twice(act) => {
            let seen = shop.staff_order(&order.order_id).await;
            let done = shop.update(request(&seen, pro_id, act)).await;
            let again = shop.update(request(&seen, pro_id, act)).await;
            // Another event may have changed it in between, but a repetition is never refused.
            assert!(done.is_err() || again.is_ok(), "{act:?}: {again:?}");
        }
        Happens::Lines { by, units: (first, second), twice } => {
            let seen = shop.staff_order(&order.order_id).await;
            let lines: Vec<(i64, i64)> =
                [(case, first), (case + OTHER, second)].into_iter().filter(|line| line.1 > 0).collect();
            let key = format!("{by} {first} {second} {}", seen.version);
            let request =
                wire::ChangeStaffLinesRequest { actor: Some(clerk(by)), ..lines_of(&seen, &key, &lines) };
            let done = shop.change_lines(request.clone()).await;
            if twice {
                let again = shop.change_lines(request).await;
                assert!(done.is_err() || again.is_ok(), "{key}: {again:?}");
            }
        }
        Happens::Moves { by, picks_up, twice } => {
            let seen = shop.staff_order(&order.order_id).await;
            let key = format!("{by} moves {picks_up} {}", seen.version);
            let delivery = if picks_up { pickup_at(BRANCH) } else { deliver_to("Nongbone") };
            let request =
                wire::ChangeStaffLinesRequest { actor: Some(clerk(by)), ..moved_to(&seen, &key, delivery) };
            let done = shop.change_lines(request.clone()).await;
            if twice {
                let again = shop.change_lines(request).await;
                assert!(done.is_err() || again.is_ok(), "{key}: {again:?}");
            }
        }
        Happens::CustomerCancels => drop(shop.cancel(customer, &order.order_id).await),
        Happens::Pays(action) if method == "qr" => drop(shop.act(order, action).await),
        Happens::Pass(ms) => shop.clock.advance(ms),
        Happens::Pays(_) => {}
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn units_points_money_and_notifications_balance_after_every_history(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.limits.cod_confirm_h = 48).await;
    shop.open_branch(BRANCH).await;
    let mut runner = TestRunner::deterministic();
    for case in 1..=45i64 {
        let (begins_complete, history) = histories().new_tree(&mut runner).unwrap().current();
        let method = ["cod", "transfer", "qr"][(case % 3) as usize];
        let description = format!("case {case}, {method}, {begins_complete}: {history:?}");
        shop.shelve(&[(case, STOCK, PRICE), (case + OTHER, STOCK, OTHER_PRICE)]).await;
        let customer = 1000 + case;
        shop.give_points(customer, POINTS).await;
        let input = wire::OrderInput { points: (case % 2) * POINTS, ..buy(&[(case, UNITS)], method) };
        // A third of the orders is taken by a clerk, with a discount or without.
        let order = if case % 3 == case % 5 % 3 {
            let discount = [0, 7_001, 250_000][(case % 7 % 3) as usize];
            shop.take(shop.taking(customer, input, discount).await).await.unwrap().order.unwrap()
        } else {
            shop.place(customer, "k", input).await.unwrap()
        };
        let first = shop.staff_order(&order.order_id).await;
        if begins_complete {
            let pays = Happens::Pays(SandboxAction::Pay);
            happen(&shop, &first, customer, method, pays).await;
            if method == "qr" {
                shop.comes_to(customer, &order.order_id, "placed", "paid").await;
            } else {
                happen(&shop, &first, customer, method, Happens::Step(1, plain("mark_paid"))).await;
            }
            happen(&shop, &first, customer, method, Happens::Step(1, plain("hand_over"))).await;
        }
        for step in history {
            let at_once = step.into_iter().map(|happens| happen(&shop, &first, customer, method, happens));
            futures::future::join_all(at_once).await;
        }
        balances(&shop, case, customer, &order.order_id, &description).await;
    }
    agree(&shop).await;
}

/// Lets all deadlines pass, and waits until all due work is done.
async fn all_work_ends(shop: &Shop) {
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
}

/// Units, points, money, log and version of the order agree after all its work.
async fn balances(shop: &Shop, pro_id: i64, customer: i64, order_id: &str, description: &str) {
    all_work_ends(shop).await;
    let seen = shop.staff_order(order_id).await;
    let order = seen.order.unwrap();
    let (totals, payment) = (order.totals.unwrap(), order.payment.unwrap());
    let is_ended = matches!(order.status.as_str(), "cancelled" | "expired");
    for pro_id in [pro_id, pro_id + OTHER] {
        eventually("no units are reserved", async || shop.stock(pro_id).await.reserved == 0).await;
    }
    let units_of = |pro_id| {
        let line = order.lines.iter().find(|line| line.pro_id == pro_id);
        line.map_or(0, |line| line.quantity)
    };
    let (all_units, others) = (units_of(pro_id), units_of(pro_id + OTHER));
    let returned: Vec<_> = order.returns.iter().flat_map(|one| &one.lines).collect();
    let to_stock: i64 = returned.iter().map(|line| line.to_stock).sum();
    let units: i64 = to_stock + returned.iter().map(|line| line.to_waste).sum::<i64>();
    assert!(
        units <= all_units && (units == 0 || order.status == "completed"),
        "{}: {description}",
        order.status
    );
    let (stock, sold) = (shop.stock(pro_id).await, if is_ended { 0 } else { all_units });
    assert_eq!(
        (stock.available, stock.sold),
        (STOCK - sold + to_stock, sold),
        "{}: {description}",
        order.status
    );
    let (stock, sold) = (shop.stock(pro_id + OTHER).await, if is_ended { 0 } else { others });
    assert_eq!((stock.available, stock.sold), (STOCK - sold, sold), "{}: {description}", order.status);

    let status = payment.status.as_str();
    let price = totals.total - order.waived;
    let due_by = |causes: &[&str]| {
        let dues = order.refunds.iter().filter(|one| causes.contains(&one.cause.as_str()));
        dues.map(|one| one.amount).sum::<i64>()
    };
    // What was received for the price, and what of it the customer keeps: it alone earns points.
    let credit = order.received - due_by(&["overpaid", "changed"]);
    let came_back: i64 = order.returns.iter().map(|one| one.refund).sum();
    let paid_and_kept = (credit.min(price) - due_by(&["goodwill"]) - came_back).max(0);
    let is_placed = !is_ended && order.status != "awaiting_payment";
    let earned = if is_placed { paid_and_kept / KIP_PER_POINT } else { 0 };
    let used = if is_ended { 0 } else { totals.points_used };
    let given: i64 = order.returns.iter().map(|one| one.points_returned).sum();
    let balance = shop.points_of(customer).await.balance;
    assert_eq!(balance, POINTS + earned - used + given, "{} {status}: {description}", order.status);
    assert!(given <= used, "{description}");
    let is_all_back = units == all_units && others == 0;
    if is_all_back {
        assert_eq!(given, used, "{description}");
    }

    let (received, refund, refunded) = (order.received, order.refund, order.refunded);
    let sum = |moved: &[wire::MoneyMovement]| moved.iter().map(|one| one.amount).sum::<i64>();
    assert_eq!((sum(&seen.payments), sum(&seen.payouts)), (received, refunded), "{description}");
    assert!(seen.payments.iter().chain(&seen.payouts).all(|one| !one.method.is_empty()), "{description}");
    let kept = received - refund;
    assert!(kept >= 0 && (0..=refund).contains(&refunded), "{description}");
    assert_eq!(order.refunds.iter().map(|one| one.amount).sum::<i64>(), refund, "{description}");
    let money_fits = match status {
        "refund_due" if is_ended => kept == 0 && refunded < refund,
        "refund_due" => refunded < refund,
        "refunded" => kept == 0 && refunded == refund && refund > 0,
        "partly_refunded" => !is_ended && kept > 0 && kept < price && refunded == refund && refund > 0,
        "failed" | "expired" => is_ended && received == 0 && refund == 0,
        "paid" => !is_ended && kept == price && refunded == refund,
        "overpaid" => !is_ended && credit > price && refund == refunded,
        "underpaid" => !is_ended && credit < price && refund == refunded,
        "due" => !is_ended && received == 0 && order.status != "completed",
        _ => false,
    };
    assert!(money_fits, "{} {status} {received} {refund} {refunded}: {description}", order.status);
    // Goods are not refunded twice, and with nothing else refunded all goods give their whole price.
    let of_goods: i64 = order.returns.iter().map(|one| one.refund - one.delivery_fee).sum();
    let goods_price = totals.subtotal - totals.points_discount - totals.discount;
    assert!(of_goods <= goods_price, "{description}");
    let is_corrected = seen.log.iter().any(|entry| entry.action == "correct");
    let paid_for_goods = goods_price - order.waived;
    if is_all_back && paid_for_goods >= 0 && due_by(&["goodwill"]) == 0 && !is_corrected {
        assert_eq!(of_goods, paid_for_goods, "{description}");
    }
    // The log and the version report the same changes.
    let taken = i64::from(seen.taken_by.is_some());
    assert_eq!(seen.log.len() as i64, seen.version - 1 + taken, "{description}");
    assert_eq!(
        seen.log.first().map_or(&order.history[0].status, |last| &last.to),
        &order.status,
        "{description}"
    );
}

/// The rules of `heuan check` hold, and each change that the customer sees has its event, once.
async fn agree(shop: &Shop) {
    let tables = shop.tables().await;
    let books = consistency::read(&tables).await.unwrap();
    // Points that a test gave have no order.
    let inconsistencies: Vec<_> =
        books.inconsistencies.iter().filter(|inconsistency| !inconsistency.id.starts_with("gift-")).collect();
    assert!(inconsistencies.is_empty(), "{inconsistencies:?}");
    let expected: BTreeSet<&String> =
        books.orders.iter().flat_map(|order| &order.events).map(|(event, _)| event).collect();
    let of_money = [
        "refund_due",
        "refunded",
        "underpaid",
        "paid",
        "returned",
        "return_requested",
        "return_declined",
        "return_corrected",
        "lines_changed",
        "delivery_changed",
        "day_changed",
    ];
    let of_status = |event: &&String| {
        let kind = event.split_once(".order.").map_or("", |(_, kind)| kind);
        !of_money.contains(&kind.trim_end_matches(|one: char| one == '.' || one.is_ascii_digit()))
    };
    // A cash order is placed when it is received, without an event of its own.
    let event_ids: BTreeSet<&String> = books.outbox.iter().filter(of_status).collect();
    assert_eq!(event_ids, expected);
    tables.close().await;
}
