//! Copies of order lines, from which best sellers are counted.

use std::collections::BTreeMap;

use heuan_rpc::Error;
use heuan_store::{read, run};

use super::super::{Store, fault, json};
use crate::order::Body;

impl Store {
    /// Copies the lines of up to `limit` orders that have no copies yet. Returns the number of orders.
    pub async fn copy_lines(&self, limit: i64) -> Result<usize, Error> {
        let sql = "SELECT order_id, created_at, body FROM customer_order WHERE has_lines = 0 \
             ORDER BY order_id LIMIT $1";
        let rows: Vec<(String, i64, String)> =
            read!(self.db, |pool| sqlx::query_as(sql).bind(limit).fetch_all(pool).await.map_err(fault)?);
        if rows.is_empty() {
            return Ok(0);
        }
        let mut tx = self.db.begin().await.map_err(fault)?;
        for (order_id, created_at, text) in &rows {
            // First, so that lines which change meanwhile are copied again.
            let sql = "UPDATE customer_order SET has_lines = 1 WHERE order_id = $1 AND body = $2";
            if run!(tx, sql, order_id, text).map_err(fault)? == 0 {
                continue;
            }
            let body: Body = json::read("order", text)?;
            let mut lines: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
            for line in &body.lines {
                let (quantity, total) = lines.entry(line.pro_id).or_default();
                *quantity += line.quantity;
                *total += line.total;
            }
            for (pro_id, (quantity, total)) in lines {
                // Another replica may copy the same order.
                let sql = "INSERT INTO order_line (order_id, pro_id, created_at, quantity, total) \
                     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (order_id, pro_id) DO NOTHING";
                run!(tx, sql, order_id, pro_id, *created_at, quantity, total).map_err(fault)?;
            }
        }
        tx.commit().await.map_err(fault)?;
        Ok(rows.len())
    }
}
