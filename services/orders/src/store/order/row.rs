use heuan_rpc::Error;

use crate::{
    order::{Assignee, Body, Order, PaymentState, Settlement, State, Status},
    store::json,
};

pub const COLUMNS: &str = "order_id, customer_id, number, created_at, method, status, money, units, reference, \
     pay_until, retakes, earned, refund, late_poll_count, cancel_reason, version, assignee_id, assignee_name, undo, settlement, line_change, \
     body, history";

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
}

impl TryFrom<Row> for Order {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        let unknown =
            |text: &str| Error::internal(format!("order {} has the unknown value {text}", row.order_id));
        let money: PaymentState = row.money.parse().map_err(|_| unknown(&row.money))?;
        let body: Body = json::read("order", &row.body)?;
        let history: Vec<(Status, i64)> = json::read("history of an order", &row.history)?;
        let mut settlement = match row.settlement.as_str() {
            "" => Settlement::default(),
            settlement => json::read("settlement of an order", settlement)?,
        };
        let since = history.last().map_or(row.created_at, |(_, at)| *at);
        settlement.complete(money, body.totals.total, row.refund, since);
        Ok(Self {
            method: row.method.parse().map_err(|_| unknown(&row.method))?,
            state: State {
                status: row.status.parse().map_err(|_| unknown(&row.status))?,
                money,
                units: row.units.parse().map_err(|_| unknown(&row.units))?,
            },
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
