//! Copies of order lines without returned units. Best sellers and the units of unpaid orders are counted from them.

use std::collections::BTreeMap;

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run, sqlx::AssertSqlSafe, values};

use super::super::{Store, json, store_error};
use crate::order::{Body, Order, OrderLine, Settlement};

/// The order whose lines are written.
struct Head<'a> {
    order_id: &'a str,
    created_at: i64,
    is_unpaid: bool,
    settlement: &'a Settlement,
}

impl Store {
    /// Copies the lines of up to `limit` orders of earlier releases that have no copies yet. Returns the number of orders.
    pub async fn copy_lines(&self, limit: i64) -> Result<usize, Error> {
        let sql = "SELECT order_id, created_at, money, body, settlement FROM customer_order WHERE has_lines = 0 \
             ORDER BY order_id LIMIT $1";
        let rows: Vec<(String, i64, String, String, String)> = read!(self.db, |pool| sqlx::query_as(sql)
            .bind(limit)
            .fetch_all(pool)
            .await
            .map_err(store_error)?);
        if rows.is_empty() {
            return Ok(0);
        }
        let mut tx = self.db.begin().await.map_err(store_error)?;
        for (order_id, created_at, money, text, settled) in &rows {
            // The mark is set first, so that lines which change meanwhile are copied again.
            let sql = "UPDATE customer_order SET has_lines = 1 WHERE order_id = $1 AND body = $2 \
                   AND settlement = $3";
            if run!(tx, sql, order_id, text, settled).map_err(store_error)? == 0 {
                continue;
            }
            let body: Body = json::read("order", text)?;
            let settlement: Settlement = match settled.as_str() {
                "" => Settlement::default(),
                settled => json::read("settlement of an order", settled)?,
            };
            let is_unpaid = matches!(money.as_str(), "due" | "pending");
            let head = Head { order_id, created_at: *created_at, is_unpaid, settlement: &settlement };
            write(&mut tx, head, &body.lines).await?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(rows.len())
    }

    /// Marks the lines of unpaid orders, and removes the marks of other lines: of orders that were paid or canceled meanwhile,
    /// and of lines that an earlier release has written beside this one.
    pub async fn mark_unpaid_lines(&self) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let paid = "UPDATE order_line SET unpaid = 0 WHERE unpaid = 1 AND NOT EXISTS (SELECT 1 FROM customer_order o \
             WHERE o.order_id = order_line.order_id AND o.money IN ('due', 'pending'))";
        run!(tx, paid).map_err(store_error)?;
        let unpaid = "UPDATE order_line SET unpaid = 1 WHERE unpaid = 0 AND order_id IN \
             (SELECT order_id FROM customer_order WHERE money IN ('due', 'pending'))";
        run!(tx, unpaid).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}

/// Writes the lines of an order that has no lines yet.
pub(super) async fn insert(tx: &mut Tx, order: &Order) -> Result<(), Error> {
    let is_unpaid = order.state.money.is_unpaid();
    let (created_at, settlement) = (order.created_at, &order.settlement);
    let head = Head { order_id: &order.order_id, created_at, is_unpaid, settlement };
    write(tx, head, &order.body.lines).await
}

async fn write(tx: &mut Tx, head: Head<'_>, lines: &[OrderLine]) -> Result<(), Error> {
    let mut by_product: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    for line in lines {
        let (quantity, total) = by_product.entry(line.pro_id).or_default();
        let returned = head.settlement.returned_units(line.pro_id);
        *quantity += line.quantity - returned;
        *total += line.total - returned * line.price;
    }
    let rows: Vec<_> = by_product.into_iter().collect();
    let Some(last) = rows.last() else { return Ok(()) };
    // Bounds the number of distinct statements. The padding repeats the last row, which changes nothing.
    let places = rows.len().next_power_of_two();
    // Another replica may copy the same order.
    let sql = format!(
        "INSERT INTO order_line (order_id, pro_id, created_at, quantity, total, unpaid) VALUES {} \
         ON CONFLICT (order_id, pro_id) DO NOTHING",
        values(places, 6)
    );
    on!(*tx, |conn| {
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for place in 0..places {
            let (pro_id, (quantity, total)) = *rows.get(place).unwrap_or(last);
            query = query.bind(head.order_id).bind(pro_id).bind(head.created_at);
            query = query.bind(quantity).bind(total).bind(i64::from(head.is_unpaid));
        }
        query.execute(conn).await.map_err(store_error)?;
    });
    Ok(())
}

/// Writes the lines of an order again, after they were changed or goods came back.
pub(super) async fn rewrite(tx: &mut Tx, order: &Order) -> Result<(), Error> {
    run!(*tx, "UPDATE customer_order SET has_lines = 1 WHERE order_id = $1", &order.order_id)
        .map_err(store_error)?;
    run!(*tx, "DELETE FROM order_line WHERE order_id = $1", &order.order_id).map_err(store_error)?;
    insert(tx, order).await
}
