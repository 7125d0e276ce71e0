//! Bank numbers of recorded payments: a transfer with the number of another payment is refused until the staff confirm
//! it.

use std::collections::BTreeSet;

use heuan_rpc::Error;
use heuan_store::{Tx, on, run, sqlx::AssertSqlSafe};

use super::{
    super::store_error,
    row::{COLUMNS, Row},
};
use crate::order::{Order, is_derived_reference};

/// Refuses a payment if one of its bank numbers is recorded. A line of a statement may be recorded by its derived reference and
/// appear again with the bank's number, or the other way round.
pub(super) async fn refuse_recorded(tx: &mut Tx, bank_numbers: &BTreeSet<String>) -> Result<(), Error> {
    for bank_number in bank_numbers {
        refuse_number(tx, bank_number, bank_numbers).await?;
    }
    Ok(())
}

/// Refuses a payment with the numbers `all` if `number`, which is one of them, is recorded for a payment that may be the same.
/// A derived reference only identifies the text of a line: two payments with it that both also have a bank number are two
/// transfers with the same text.
async fn refuse_number(tx: &mut Tx, number: &str, all: &BTreeSet<String>) -> Result<(), Error> {
    let mut orders = orders_of(tx, number).await?;
    if is_derived_reference(number) && !all.iter().all(|one| is_derived_reference(one)) {
        orders.retain(|order| order.is_paid_without_bank_number(number));
    }
    if orders.is_empty() {
        return Ok(());
    }
    let orders: Vec<String> = orders.into_iter().map(|order| order.number).collect();
    Err(recorded(number, &orders))
}

/// Writes the numbers of an order again. [`refuse_recorded`] has checked that no other payment has a number in `first`. Returns
/// an error if one was recorded meanwhile.
pub(super) async fn write(tx: &mut Tx, order: &Order, first: &BTreeSet<String>) -> Result<(), Error> {
    run!(*tx, "DELETE FROM bank_transfer WHERE order_id = $1", &order.order_id).map_err(store_error)?;
    let sql = "INSERT INTO bank_transfer (bank_number, order_id, is_repeated) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    for number in order.bank_numbers() {
        let is_new = run!(*tx, sql, &number, &order.order_id, 0_i64).map_err(store_error)? > 0;
        if is_new {
            continue;
        }
        // The other payment is committed, because this statement waited for its transaction.
        if first.contains(&number) {
            refuse_number(tx, &number, first).await?;
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

/// The numbers in `numbers` that are recorded, each with the id of an order.
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

/// The orders that the transfer with this number paid.
async fn orders_of(tx: &mut Tx, bank_number: &str) -> Result<Vec<Order>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM (SELECT order_id AS paid_id, is_repeated FROM bank_transfer WHERE bank_number = $1) paid \
         JOIN customer_order ON order_id = paid_id ORDER BY is_repeated, number"
    );
    let rows: Vec<Row> = on!(*tx, |conn| sqlx::query_as(AssertSqlSafe(sql))
        .bind(bank_number)
        .fetch_all(conn)
        .await
        .map_err(store_error)?);
    rows.into_iter().map(Order::try_from).collect()
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
