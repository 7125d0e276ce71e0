use heuan_rpc::Error;

use crate::{
    order::{Method, Money, Order, State, Status, Units},
    store::json,
};

pub const COLUMNS: &str = "order_id, customer_id, number, created_at, method, status, money, units, reference, \
     pay_until, retakes, earned, refund, late_looks, cancel_reason, body, history";

/// An order as it lies in its table.
#[derive(heuan_store::FromRow)]
pub struct Row {
    order_id: String,
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
    late_looks: i64,
    cancel_reason: String,
    body: String,
    history: String,
}

impl TryFrom<Row> for Order {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        let unknown =
            |word: &str| Error::internal(format!("order {} has the unknown word {word}", row.order_id));
        Ok(Self {
            method: Method::read(&row.method).ok_or_else(|| unknown(&row.method))?,
            state: State {
                status: Status::read(&row.status).ok_or_else(|| unknown(&row.status))?,
                money: Money::read(&row.money).ok_or_else(|| unknown(&row.money))?,
                units: Units::read(&row.units).ok_or_else(|| unknown(&row.units))?,
            },
            body: json::read("order", &row.body)?,
            history: json::read("history of an order", &row.history)?,
            order_id: row.order_id,
            customer_id: row.customer_id,
            number: row.number,
            created_at: row.created_at,
            reference: row.reference,
            pay_until: row.pay_until,
            retakes: row.retakes,
            earned: row.earned,
            refund: row.refund,
            late_poll_count: row.late_looks,
            cancel_reason: row.cancel_reason,
        })
    }
}
