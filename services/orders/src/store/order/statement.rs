//! Orders that a bank statement may pay, of all customers: for the staff only.

use std::collections::BTreeSet;

use heuan_rpc::Error;
use heuan_store::{on, sqlx::AssertSqlSafe};

use super::{
    super::{Store, store_error},
    row::{COLUMNS, Row},
};
use crate::order::Order;

/// Orders of one amount or one statement beyond this number are left out: a statement with so many fits nothing surely.
const MAX_AWAITED: i64 = 2_000;

impl Store {
    /// The orders with one of these payment references, and those for which one of these amounts is awaited by transfer or that
    /// are paid in part, newest first. Both are of one moment.
    pub async fn statement_orders(
        &self,
        references: &BTreeSet<&str>,
        amounts: &BTreeSet<i64>,
    ) -> Result<(Vec<Order>, Vec<Order>), Error> {
        let mut tx = self.db.snapshot().await.map_err(store_error)?;
        let by_reference: Vec<Row> = if references.is_empty() {
            Vec::new()
        } else {
            let places: Vec<String> = (1..=references.len()).map(|place| format!("${place}")).collect();
            let places = places.join(", ");
            let sql = format!("SELECT {COLUMNS} FROM customer_order WHERE reference IN ({places})");
            on!(tx, |conn| {
                let mut query = sqlx::query_as(AssertSqlSafe(sql));
                for reference in references {
                    query = query.bind(*reference);
                }
                query.fetch_all(conn).await.map_err(store_error)?
            })
        };
        let sql = awaited(amounts);
        let awaited: Vec<Row> = on!(tx, |conn| {
            sqlx::query_as(AssertSqlSafe(sql)).fetch_all(conn).await.map_err(store_error)?
        });
        tx.commit().await.map_err(store_error)?;
        Ok((orders(by_reference)?, orders(awaited)?))
    }
}

/// An order paid in part awaits the rest, which no column has. Overpaid ones are read because they share its index.
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
