//! Queries of orders. They require the customer, so that a query over all customers' orders cannot be written by
//! mistake.

use heuan_rpc::Error;
use heuan_store::{read, sqlx::AssertSqlSafe};

use super::{
    super::{Store, store_error},
    row::{COLUMNS, Row},
};
use crate::order::Order;

impl Store {
    pub async fn order(&self, customer_id: i64, order_id: &str) -> Result<Option<Order>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM customer_order WHERE order_id = $2 AND customer_id = $1");
        let row: Option<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(customer_id)
                .bind(order_id)
                .fetch_optional(pool)
                .await
                .map_err(store_error)?
        });
        row.map(Order::try_from).transpose()
    }

    /// The order with this id, of any customer: for the staff only.
    pub async fn order_by_id(&self, order_id: &str) -> Result<Option<Order>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM customer_order WHERE order_id = $1");
        let row: Option<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(order_id)
                .fetch_optional(pool)
                .await
                .map_err(store_error)?
        });
        row.map(Order::try_from).transpose()
    }

    /// The order with payment reference `reference`, of any customer: for payment providers and staff.
    pub async fn order_of_payment(&self, reference: &str) -> Result<Option<Order>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM customer_order WHERE reference = $1");
        let row: Option<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(reference)
                .fetch_optional(pool)
                .await
                .map_err(store_error)?
        });
        row.map(Order::try_from).transpose()
    }

    /// A page of a customer's orders, newest first, with their total number.
    pub async fn orders(
        &self,
        customer_id: i64,
        offset: i64,
        limit: i64,
    ) -> Result<(Vec<Order>, i64), Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM customer_order WHERE customer_id = $1 \
             ORDER BY created_at DESC, order_id LIMIT $2 OFFSET $3"
        );
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(customer_id)
                .bind(limit)
                .bind(offset)
                .fetch_all(pool)
                .await
                .map_err(store_error)?
        });
        let sql = "SELECT COUNT(*) FROM customer_order WHERE customer_id = $1";
        let total = read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(customer_id).fetch_one(pool).await.map_err(store_error)?
        });
        Ok((rows.into_iter().map(Order::try_from).collect::<Result<_, _>>()?, total))
    }

    /// Orders that wait for the staff, oldest first, after the order at `position` (time and id): payments to check or refund,
    /// goods to prepare, deliver or hand over.
    pub async fn orders_for_staff(&self, position: (i64, &str), limit: i64) -> Result<Vec<Order>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM customer_order \
             WHERE (status IN ('placed', 'preparing', 'ready', 'delivering', 'delivery_failed') \
                 OR (method = 'transfer' AND money = 'pending') OR money IN ('underpaid', 'overpaid') \
                 OR (method <> 'qr' AND money = 'refund_due') OR return_requested = 1) \
               AND (created_at, order_id) > ($1, $2) ORDER BY created_at, order_id LIMIT $3"
        );
        let rows: Vec<Row> = read!(self.db, |pool| {
            let query = sqlx::query_as(AssertSqlSafe(sql)).bind(position.0).bind(position.1).bind(limit);
            query.fetch_all(pool).await.map_err(store_error)?
        });
        rows.into_iter().map(Order::try_from).collect()
    }

    /// Due orders, for the reconciler only.
    pub async fn due_orders(&self, now: i64, limit: i64) -> Result<Vec<String>, Error> {
        let sql = "SELECT order_id FROM customer_order WHERE due_at <= $1 AND leased_until <= $1 \
             ORDER BY due_at LIMIT $2";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(now).bind(limit).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// The number of overdue orders: more than a few mean that another service does not respond.
    pub async fn count_due(&self, now: i64) -> Result<i64, Error> {
        let sql = "SELECT COUNT(*) FROM customer_order WHERE due_at <= $1";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(now).fetch_one(pool).await.map_err(store_error)?
        }))
    }
}
