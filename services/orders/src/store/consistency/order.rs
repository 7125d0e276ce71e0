//! Consistency rules of a single order, also against its reservation and payments in other services.

use std::collections::{HashMap, HashSet};

use heuan_store::consistency::Inconsistency;

use super::{super::order::Row, provider::ProviderRecords};
use crate::{
    order::{
        NOTIFY_RECEIVED, Order, OrderEvent, OrderReturn, PaymentMethod, PaymentState, State, Status,
        StockState, due_at, reference,
    },
    outbox::numbered_id,
};

/// Points of an order by kind.
pub type PointsOfOrder = HashMap<String, i64>;

/// Failed tries after which due work needs the operator, which takes a quarter of an hour.
const MAX_TRIES: i64 = 20;

pub const NAMES: [&str; 8] = [
    READABLE,
    "orders.state",
    "orders.totals",
    "orders.history",
    "orders.refund",
    "orders.returns",
    "orders.due-work",
    "orders.points-of-order",
];
const READABLE: &str = "orders.readable";

/// An order as stored, with the columns that only the background work uses.
#[derive(heuan_store::FromRow)]
pub struct CheckedOrderRow {
    #[sqlx(flatten)]
    row: Row,
    total: i64,
    tries: i64,
    due_at: Option<i64>,
}

impl CheckedOrderRow {
    pub fn order_id(&self) -> &str {
        &self.row.order_id
    }
}

/// Data of an order that other services' tables must agree with.
#[derive(Clone, Debug)]
pub struct OrderFacts {
    pub order_id: String,
    pub number: String,
    pub customer_id: i64,
    pub created_at: i64,
    /// Whether the customer's data was erased.
    pub is_erased: bool,
    /// State for messages: `placed due committed`.
    pub state: String,
    /// Product and units, ordered by product.
    pub lines: Vec<(i64, i64)>,
    /// Whether its goods are being changed, so that the reservation may have the old or the new lines.
    pub is_changing: bool,
    pub reservations: Vec<ExpectedReservation>,
    /// Id and time of each event that customers are notified of.
    pub events: Vec<(String, i64)>,
}

/// A reservation that the state of an order demands or allows.
#[derive(Clone, Debug)]
pub struct ExpectedReservation {
    pub reservation_id: String,
    /// Allowed states, in the words of heuan.catalog.v1.
    pub states: &'static [&'static str],
    pub may_be_missing: bool,
}

const ANY: &[&str] = &["held", "committed", "released", "expired", "returned"];
const NOT_SOLD: &[&str] = &["held", "released", "expired", "returned"];
const GIVEN_BACK: &[&str] = &["released", "expired", "returned"];
const HELD: &[&str] = &["held", "expired"];
const SOLD: &[&str] = &["committed"];

/// Every state that can be reached by events.
pub fn reachable_states() -> HashSet<State> {
    let first = [PaymentMethod::Cod, PaymentMethod::Transfer, PaymentMethod::Qr]
        .map(|method| State::first(method, 1));
    let mut open: Vec<State> = first.into_iter().chain([State::first(PaymentMethod::Cod, 0)]).collect();
    let mut reached: HashSet<State> = open.iter().copied().collect();
    while let Some(state) = open.pop() {
        for event in OrderEvent::ALL {
            for spent_points in [false, true] {
                if let Some((to, _)) = state.transition(event, spent_points)
                    && reached.insert(to)
                {
                    open.push(to);
                }
            }
        }
    }
    reached
}

/// Checks an order. Returns `None` if it is not readable.
pub fn check(
    row: CheckedOrderRow,
    points: &PointsOfOrder,
    reachable: &HashSet<State>,
    provider: &ProviderRecords,
    inconsistencies: &mut Vec<Inconsistency>,
) -> Option<OrderFacts> {
    let CheckedOrderRow { row, total, tries, due_at: due } = row;
    let id = row.order_id.clone();
    let mut report = |rule, problem: String, remedy| {
        inconsistencies.push(Inconsistency {
            rule,
            id: id.clone(),
            problem: format!("order {id}: {problem}"),
            remedy,
        });
    };
    let order = match Order::try_from(row) {
        Ok(order) => order,
        Err(error) => {
            report(READABLE, error.message, "restore the orders database from a backup");
            return None;
        }
    };
    let state = words(order.state);
    if !order.is_known() {
        report(
            "orders.state",
            "it is in a state that this release does not know".to_owned(),
            "run the check of the newer release",
        );
    } else if !reachable.contains(&order.state) {
        report(
            "orders.state",
            format!("no order can be {state}"),
            "find in the log what happened to it, and correct the row",
        );
    }
    if let Some(problem) = wrong_totals(&order, total) {
        report("orders.totals", problem, "compare it with the customer's receipt");
    }
    if order.history.last().map(|last| last.0) != Some(order.state.status)
        || order.reference != reference(&order.number)
    {
        report(
            "orders.history",
            format!(
                "it is {state}, number {} with reference {}, but its history ends elsewhere",
                order.number, order.reference
            ),
            "restore the orders database from a backup",
        );
    }
    if let Some(problem) = wrong_money(&order) {
        report(
            "orders.refund",
            format!("it is {state} {problem}"),
            "compare it with the payment provider's records",
        );
    }
    if let Some(problem) = wrong_returns(&order) {
        report(
            "orders.returns",
            problem,
            "find in the order's log what came back, and correct the settlement",
        );
    }
    let is_not_scheduled = due_at(&order, 0).is_some() && due.is_none() && has_work(&order);
    if is_not_scheduled || tries >= MAX_TRIES {
        report(
            "orders.due-work",
            format!(
                "it is {state}, and its due work {}",
                if is_not_scheduled {
                    "is not scheduled".to_owned()
                } else {
                    format!("failed {tries} times")
                }
            ),
            "look for \"order reconciliation failed; retrying\" in the log; set customer_order.due_at to 1 and tries to 0 to try again",
        );
    }
    if let Some(problem) = wrong_points(&order, points) {
        report("orders.points-of-order", problem, "correct the customer's points_entry rows and balance");
    }
    provider.check(&order, inconsistencies);
    Some(facts(order, state))
}

fn words(state: State) -> String {
    let State { status, money, units } = state;
    format!("{} {} {}", status.into_str(), money.into_str(), units.into_str())
}

/// Work that does not depend on time or on a configured provider.
fn has_work(order: &Order) -> bool {
    let State { money, units, .. } = order.state;
    matches!(
        units,
        StockState::CommitDue | StockState::RetakeDue | StockState::ReturnDue | StockState::ReleaseDue
    ) || money == PaymentState::Pending
        || order.line_work.is_some()
        || !order.settlement.returns_to_take().is_empty()
        || (money == PaymentState::RefundDue && order.provider_refund().is_some())
}

fn wrong_totals(order: &Order, stored: i64) -> Option<String> {
    let totals = &order.body.totals;
    let line = order.body.lines.iter().find(|line| {
        line.quantity <= 0 || line.price < 0 || line.price.checked_mul(line.quantity) != Some(line.total)
    });
    if let Some(line) = line {
        return Some(format!(
            "{} of product {} at {} kip are not {} kip",
            line.quantity, line.pro_id, line.price, line.total
        ));
    }
    let lines: i64 = order.body.lines.iter().map(|line| line.total).sum();
    let total = lines - totals.points_discount - totals.discount + totals.delivery_fee;
    let gross: i64 = totals.vat.iter().map(|part| part.gross).sum();
    // The column is 0 in orders of earlier releases.
    let is_stored = stored == 0 || stored == totals.total;
    let holds = lines == totals.subtotal && total == totals.total && gross == totals.total && is_stored;
    (!holds).then(|| {
        format!(
            "its lines of {lines} kip less {} for points and {} of discount, with {} for delivery, are not its total {} (stored {stored}, VAT parts {gross})",
            totals.points_discount, totals.discount, totals.delivery_fee, totals.total
        )
    })
}

/// Checks that the amounts received, made due and paid out agree with the state of the payment. Returns a description of
/// the contradiction.
fn wrong_money(order: &Order) -> Option<String> {
    let (settlement, money) = (&order.settlement, order.state.money);
    let (received, refunded) = (settlement.received(), settlement.refunded());
    let dues: i64 = settlement.dues.iter().map(|one| one.amount).sum();
    let is_paid = money.is_settled();
    let missing = order.price() - settlement.credit();
    let agrees = order.refund == dues
        && (0..=received).contains(&order.refund)
        && (0..=order.refund).contains(&refunded)
        && (refunded == order.refund || money == PaymentState::RefundDue)
        // Late payments of another amount are refunded.
        && (!is_paid || missing <= 0 || !order.state.status.is_live())
        && (money != PaymentState::Underpaid || missing > 0)
        && (money != PaymentState::Overpaid || order.excess() > 0)
        && (is_paid || money == PaymentState::Underpaid || received == 0);
    (!agrees).then(|| {
        format!(
            "with {received} of {} kip received, {} written off, {dues} due for a refund ({} in its column) and {refunded} refunded",
            order.body.totals.total, settlement.waived, order.refund
        )
    })
}

fn wrong_returns(order: &Order) -> Option<String> {
    let line = order.body.lines.iter().find(|line| order.returnable_units(line.pro_id) < 0);
    let unknown = order.settlement.returns.iter().flat_map(|one| &one.lines);
    let sold = |pro_id| order.body.lines.iter().any(|line| line.pro_id == pro_id);
    let unknown = unknown.map(|line| line.pro_id).find(|pro_id| !sold(*pro_id));
    let restocks = order.settlement.returns.iter().any(|one| !one.restocked);
    if let Some(pro_id) = line.map(|line| line.pro_id).or(unknown) {
        return Some(format!("more of product {pro_id} came back than was sold"));
    }
    let is_completed = !order.settlement.has_valid_returns() || order.state.status == Status::Completed;
    let agrees = is_completed && restocks == (order.state.units == StockState::ReturnDue);
    (!agrees).then(|| format!("it is {} with {} returns", words(order.state), order.settlement.returns.len()))
}

/// Checks that redeemed, returned, earned and revoked points agree with the state. Returns a description of
/// the contradiction.
fn wrong_points(order: &Order, points: &PointsOfOrder) -> Option<String> {
    let entry = |kind: &str| points.get(kind).copied();
    let (used, state) = (order.body.totals.points_used, words(order.state));
    if -entry("redeemed").unwrap_or(0) != used {
        return Some(format!("it used {used} points, the ledger has {}", entry("redeemed").unwrap_or(0)));
    }
    let is_undone = matches!(order.state.status, Status::Cancelled | Status::Expired);
    let returned = entry("returned").unwrap_or(0);
    let of_returns = |of: fn(&OrderReturn) -> i64| order.settlement.returns.iter().map(of).sum::<i64>();
    let expected = if is_undone { used } else { of_returns(|one| one.points_returned) };
    if returned != expected {
        return Some(format!("it is {state} and used {used} points, of which {returned} were returned"));
    }
    let (earned, revoked) = (entry("earned").unwrap_or(0), entry("revoked"));
    let revoked_of_returns = of_returns(|one| one.points_revoked);
    let settlement = &order.settlement;
    let missing = of_returns(|one| one.points_missing) + settlement.points_missing + settlement.points_owed;
    let revocation_agrees = if is_undone && earned > missing {
        revoked.is_some()
    } else {
        -revoked.unwrap_or(0) == if is_undone { 0 } else { revoked_of_returns }
    };
    let kept = if is_undone { 0 } else { earned - revoked_of_returns - missing };
    (!revocation_agrees || kept != order.earned || -revoked.unwrap_or(0) > earned).then(|| {
        format!(
            "it is {state} with {} points earned; the ledger has {earned} earned and {} revoked",
            order.earned,
            -revoked.unwrap_or(0)
        )
    })
}

fn facts(order: Order, state: String) -> OrderFacts {
    let mut lines: Vec<(i64, i64)> =
        order.body.lines.iter().map(|line| (line.pro_id, line.quantity)).collect();
    lines.sort_unstable();
    OrderFacts {
        reservations: reservations(&order),
        events: events(&order),
        is_changing: order.line_work.is_some(),
        is_erased: order.body.phone.is_empty(),
        order_id: order.order_id,
        number: order.number,
        customer_id: order.customer_id,
        created_at: order.created_at,
        state,
        lines,
    }
}

fn reservations(order: &Order) -> Vec<ExpectedReservation> {
    let retakes = order.retakes;
    // Reservations that ended before they were committed. The catalog may not have expired them yet.
    let earlier = (0..retakes).map(|again| ExpectedReservation {
        reservation_id: order.reservation_id_after(again),
        states: NOT_SOLD,
        may_be_missing: again > 0,
    });
    let (states, may_be_missing) = match order.state.units {
        StockState::Held => (HELD, false),
        // The response to a call that committed or released the reservation may have been lost.
        StockState::CommitDue => (ANY, false),
        StockState::RetakeDue | StockState::Other => (ANY, true),
        StockState::Committed | StockState::ReturnDue => (SOLD, false),
        StockState::ReleaseDue => (ANY, retakes > 0),
        StockState::Released => (GIVEN_BACK, retakes > 0),
    };
    let newest = ExpectedReservation { reservation_id: order.reservation_id(), states, may_be_missing };
    earlier.chain([newest]).collect()
}

fn events(order: &Order) -> Vec<(String, i64)> {
    let mut events = vec![(numbered_id(&order.order_id, NOTIFY_RECEIVED, 1), order.created_at)];
    for (index, (status, at)) in order.history.iter().enumerate().skip(1) {
        if *status != Status::AwaitingPayment {
            let times = order.history.iter().take(index + 1).filter(|(earlier, _)| earlier == status).count();
            let kind = format!("order.{}", status.into_str());
            events.push((numbered_id(&order.order_id, &kind, times), *at));
        }
    }
    events
}
