//! Row of table `customer_order`, and its conversion to an order.

use heuan_rpc::Error;

use crate::{
    order::{
        Assignee, Body, DeliveryDay, Order, PaymentMethod, PaymentState, Settlement, State, Status,
        StockState,
    },
    store::json,
};

pub const COLUMNS: &str = "order_id, customer_id, number, created_at, method, status, money, units, reference, \
     pay_until, retakes, earned, refund, late_poll_count, cancel_reason, version, assignee_id, assignee_name, undo, settlement, line_change, \
     body, history, delivery_slot";

type History = (Vec<(Status, i64)>, Vec<(usize, String)>);

/// Parses the history, and the words in it that this release does not know, by their index.
fn read_history(text: &str) -> Result<History, Error> {
    let stored: Vec<(String, i64)> = json::read("history of an order", text)?;
    let mut unknown = Vec::new();
    let words = stored.into_iter().enumerate().map(|(index, (word, at))| {
        let status = word.parse().unwrap_or_else(|_| {
            unknown.push((index, word));
            Status::Other
        });
        (status, at)
    });
    let history = words.collect();
    Ok((history, unknown))
}

/// The history as stored, with the words that were read.
pub(super) fn write_history(order: &Order) -> Result<String, Error> {
    let word = |index: usize, status: Status| {
        let unknown = order.unknown_statuses.iter().find(|(place, _)| *place == index);
        unknown.map_or(status.into_str(), |(_, word)| word.as_str())
    };
    let history: Vec<(&str, i64)> =
        order.history.iter().enumerate().map(|(index, (status, at))| (word(index, *status), *at)).collect();
    json::write(&history)
}

/// An order as stored.
#[derive(heuan_store::FromRow)]
pub struct Row {
    pub order_id: String,
    customer_id: i64,
    number: String,
    created_at: i64,
    method: String,
    status: String,
    money: String,
    units: String,
    reference: String,
    pay_until: Option<i64>,
    retakes: i64,
    earned: i64,
    refund: i64,
    late_poll_count: i64,
    cancel_reason: String,
    version: i64,
    assignee_id: i64,
    assignee_name: String,
    undo: String,
    settlement: String,
    line_change: String,
    body: String,
    history: String,
    delivery_slot: i64,
}

impl TryFrom<Row> for Order {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        let money: PaymentState = row.money.parse().unwrap_or(PaymentState::Other);
        let body: Body = json::read("order", &row.body)?;
        let (history, unknown_statuses) = read_history(&row.history)?;
        let mut settlement = match row.settlement.as_str() {
            "" => Settlement::default(),
            settlement => json::read("settlement of an order", settlement)?,
        };
        let since = history.last().map_or(row.created_at, |(_, at)| *at);
        settlement.complete(money, body.totals.total, row.refund, since);
        Ok(Self {
            method: row.method.parse().unwrap_or(PaymentMethod::Other),
            state: State {
                status: row.status.parse().unwrap_or(Status::Other),
                money,
                units: row.units.parse().unwrap_or(StockState::Other),
            },
            unknown_statuses,
            undo: match row.undo.as_str() {
                "" => None,
                undo => Some(json::read("undo of an order", undo)?),
            },
            line_work: match row.line_change.as_str() {
                "" => None,
                work => Some(json::read("change of an order's lines", work)?),
            },
            assignee: (row.assignee_id > 0)
                .then_some(Assignee { account_id: row.assignee_id, name: row.assignee_name }),
            version: row.version,
            delivery_day: DeliveryDay::of_slot(row.delivery_slot),
            settlement,
            body,
            history,
            order_id: row.order_id,
            customer_id: row.customer_id,
            number: row.number,
            created_at: row.created_at,
            reference: row.reference,
            pay_until: row.pay_until,
            retakes: row.retakes,
            earned: row.earned,
            refund: row.refund,
            late_poll_count: row.late_poll_count,
            cancel_reason: row.cancel_reason,
        })
    }
}
