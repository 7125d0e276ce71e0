//! Columns that copy sums of the settlement of an order for lists and figures, and the copied bank numbers of its payments.

use std::collections::BTreeSet;

use heuan_rpc::Error;
use heuan_store::{read, run, sqlx::AssertSqlSafe};

use super::{
    super::{Store, store_error},
    bank_numbers,
    row::{COLUMNS, Row},
};
use crate::order::Order;

/// The copied columns.
pub struct Sums {
    /// Kip that are paid out.
    pub refunded: i64,
    /// Kip by which the price was reduced after the order was placed.
    pub reduced: i64,
}

impl Sums {
    pub fn of(order: &Order) -> Self {
        Self { refunded: order.settlement.refunded(), reduced: order.given_back() + order.settlement.waived }
    }
}

impl Store {
    /// Fills the columns of up to `limit` orders that an earlier release wrote. Returns the number of orders.
    pub async fn fill_sums(&self, limit: i64) -> Result<usize, Error> {
        let sql = format!("SELECT {COLUMNS} FROM customer_order WHERE sums_version <> version LIMIT $1");
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(limit).fetch_all(pool).await.map_err(store_error)?
        });
        let count = rows.len();
        if count == 0 {
            return Ok(0);
        }
        let mut tx = self.db.begin().await.map_err(store_error)?;
        for row in rows {
            let order = Order::try_from(row)?;
            let Sums { refunded, reduced } = Sums::of(&order);
            let sql = "UPDATE customer_order SET refunded = $2, reduced = $3, sums_version = $4 \
                 WHERE order_id = $1 AND version = $4";
            let filled =
                run!(tx, sql, &order.order_id, refunded, reduced, order.version).map_err(store_error)?;
            if filled > 0 {
                bank_numbers::write(&mut tx, &order, &BTreeSet::new()).await?;
            }
        }
        tx.commit().await.map_err(store_error)?;
        Ok(count)
    }
}
