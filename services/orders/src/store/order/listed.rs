//! Columns that copy the body of an order for the filters of the staff's lists.

use heuan_rpc::Error;
use heuan_store::{on, run};

use super::super::{Store, json, store_error};
use crate::{
    order::{Body, Delivery, Order},
    staff::search_text,
};

/// The copied columns.
pub struct Listed {
    pub search: String,
    pub delivery: &'static str,
    /// 0 without a branch.
    pub branch_id: i64,
}

impl Listed {
    pub fn of(order: &Order) -> Self {
        Self::of_body(&order.reference, &order.body)
    }

    fn of_body(reference: &str, body: &Body) -> Self {
        let (delivery, branch_id) = match body.delivery {
            Delivery::Delivery { .. } => ("delivery", 0),
            Delivery::Pickup { branch_id, .. } => ("pickup", branch_id),
        };
        Self { search: search_text(reference, &body.phone, &body.customer_name), delivery, branch_id }
    }
}

impl Store {
    /// Fills the columns of up to `limit` orders that an earlier release wrote. Returns the number of orders.
    pub async fn fill_listed(&self, limit: i64) -> Result<usize, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "SELECT order_id, reference, body FROM customer_order WHERE search = '' LIMIT $1";
        let rows: Vec<(String, String, String)> =
            on!(tx, |conn| sqlx::query_as(sql).bind(limit).fetch_all(conn).await.map_err(store_error)?);
        let sql = "UPDATE customer_order SET search = $2, delivery = $3, branch_id = $4, total = $5 \
             WHERE order_id = $1 AND search = ''";
        for (order_id, reference, body) in &rows {
            let body: Body = json::read("order", body)?;
            let listed = Listed::of_body(reference, &body);
            run!(tx, sql, order_id, &listed.search, listed.delivery, listed.branch_id, body.totals.total)
                .map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(rows.len())
    }
}
