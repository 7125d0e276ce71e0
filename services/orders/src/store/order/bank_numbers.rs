//! Bank numbers of recorded payments: a transfer whose number another payment has is refused until the staff confirm it.

use std::collections::BTreeSet;

use heuan_rpc::Error;
use heuan_store::{Tx, on, run, sqlx::AssertSqlSafe};

use super::super::store_error;
use crate::order::Order;

/// Refuses a payment with bank numbers of which one is recorded. A line of a statement may be recorded by its derived reference, and
/// come again with the bank's number, or the other way round.
pub(super) async fn refuse_recorded(tx: &mut Tx, bank_numbers: &BTreeSet<String>) -> Result<(), Error> {
    for bank_number in bank_numbers {
        let orders = orders_of(tx, bank_number).await?;
        if !orders.is_empty() {
            return Err(recorded(bank_number, &orders));
        }
    }
    Ok(())
}

/// Writes the numbers of an order again. Of `first` there is no other payment: an error if one was recorded meanwhile.
pub(super) async fn write(tx: &mut Tx, order: &Order, first: &BTreeSet<String>) -> Result<(), Error> {
    run!(*tx, "DELETE FROM bank_transfer WHERE order_id = $1", &order.order_id).map_err(store_error)?;
    let sql = "INSERT INTO bank_transfer (bank_number, order_id, is_repeated) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    for number in order.bank_numbers() {
        let is_new = run!(*tx, sql, &number, &order.order_id, 0_i64).map_err(store_error)? > 0;
        if is_new {
            continue;
        }
        if first.contains(&number) {
            let orders = orders_of(tx, &number).await?;
            return Err(recorded(&number, &orders));
        }
        run!(*tx, sql, &number, &order.order_id, 1_i64).map_err(store_error)?;
    }
    Ok(())
}

/// Deletes the numbers of an order, which may lead to the account of the customer.
pub(in crate::store) async fn delete(tx: &mut Tx, order_id: &str) -> Result<(), Error> {
    run!(*tx, "DELETE FROM bank_transfer WHERE order_id = $1", order_id).map_err(store_error)?;
    Ok(())
}

/// Those of `numbers` that are recorded, each with the id of an order.
pub(super) async fn of_statement(
    tx: &mut Tx,
    numbers: &BTreeSet<&str>,
) -> Result<Vec<(String, String)>, Error> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=numbers.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT bank_number, order_id FROM bank_transfer WHERE bank_number IN ({}) ORDER BY bank_number, order_id",
        places.join(", ")
    );
    Ok(on!(*tx, |conn| {
        let mut query = sqlx::query_as(AssertSqlSafe(sql));
        for number in numbers {
            query = query.bind(*number);
        }
        query.fetch_all(conn).await.map_err(store_error)?
    }))
}

/// The numbers of the orders that a transfer paid.
async fn orders_of(tx: &mut Tx, bank_number: &str) -> Result<Vec<String>, Error> {
    let sql = "SELECT o.number FROM bank_transfer t JOIN customer_order o ON o.order_id = t.order_id \
         WHERE t.bank_number = $1 ORDER BY t.is_repeated, o.number";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql)
        .bind(bank_number)
        .fetch_all(conn)
        .await
        .map_err(store_error)?))
}

fn recorded(bank_number: &str, orders: &[String]) -> Error {
    let text = format!(
        "the bank number {bank_number} is recorded for order {}; if this is another payment, repeat the request with repeats_reference",
        orders.join(", ")
    );
    let mut error = Error::conflict("bank_number_recorded", text);
    "reference".clone_into(&mut error.detail.field);
    error.detail.orders = orders.to_vec();
    error
}
