//! Orders that a bank statement may pay, of all customers: for the staff only.

use std::collections::BTreeSet;

use heuan_rpc::Error;
use heuan_store::{Tx, on, sqlx::AssertSqlSafe};

use super::{
    super::{Store, store_error},
    bank_numbers,
    row::{COLUMNS, Row},
};
use crate::{order::Order, staff::StatementOrders};

/// Maximum orders of one amount or one statement; further ones are left out. With so many orders, a statement would not
/// match reliably.
const MAX_AWAITED: i64 = 2_000;

impl Store {
    /// The orders with one of these payment references, bank numbers or amounts.
    pub async fn statement_orders(
        &self,
        references: &BTreeSet<&str>,
        bank_numbers: &BTreeSet<&str>,
        amounts: &BTreeSet<i64>,
    ) -> Result<StatementOrders, Error> {
        let mut tx = self.db.snapshot().await.map_err(store_error)?;
        let by_reference = orders_with(&mut tx, "reference", references).await?;
        let numbers = bank_numbers::of_statement(&mut tx, bank_numbers).await?;
        let ids = numbers.iter().map(|(_, order_id)| order_id.as_str()).collect();
        let paid = orders_with(&mut tx, "order_id", &ids).await?;
        let sql = awaited(amounts);
        let awaited: Vec<Row> = on!(tx, |conn| {
            sqlx::query_as(AssertSqlSafe(sql)).fetch_all(conn).await.map_err(store_error)?
        });
        tx.commit().await.map_err(store_error)?;
        let paid_order = |id: &str| paid.iter().find(|order| order.order_id == id).cloned();
        let recorded = numbers.into_iter().filter_map(|(number, id)| Some((number, paid_order(&id)?)));
        Ok(StatementOrders { by_reference, awaited: orders(awaited)?, recorded: recorded.collect() })
    }
}

/// The orders that have one of these values in a column.
async fn orders_with(
    tx: &mut Tx,
    column: &'static str,
    values: &BTreeSet<&str>,
) -> Result<Vec<Order>, Error> {
    if values.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=values.len()).map(|place| format!("${place}")).collect();
    let sql = format!("SELECT {COLUMNS} FROM customer_order WHERE {column} IN ({})", places.join(", "));
    let rows: Vec<Row> = on!(*tx, |conn| {
        let mut query = sqlx::query_as(AssertSqlSafe(sql));
        for value in values {
            query = query.bind(*value);
        }
        query.fetch_all(conn).await.map_err(store_error)?
    });
    orders(rows)
}

/// The condition of orders that await one of these amounts. An order paid in part awaits the rest, which is in no
/// column. Overpaid orders are read as well, because they share the index.
fn awaited(amounts: &BTreeSet<i64>) -> String {
    let amounts: Vec<String> = amounts.iter().map(i64::to_string).collect();
    let amounts = amounts.join(", ");
    let of_total = if amounts.is_empty() {
        String::new()
    } else {
        format!("OR (method = 'transfer' AND money = 'pending' AND total IN ({amounts}))")
    };
    format!(
        "SELECT {COLUMNS} FROM customer_order WHERE money IN ('underpaid', 'overpaid') {of_total} \
         ORDER BY created_at DESC, order_id DESC LIMIT {MAX_AWAITED}"
    )
}

fn orders(rows: Vec<Row>) -> Result<Vec<Order>, Error> {
    rows.into_iter().map(Order::try_from).collect()
}
