//! Finders take the customer, so that a query over everybody's orders cannot be written by mistake.

use heuan_rpc::Error;
use heuan_store::{read, sqlx::AssertSqlSafe};

use super::{
    super::{Store, fault},
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
                .map_err(fault)?
        });
        row.map(Order::try_from).transpose()
    }

    /// The order that is paid under `reference`, whoever's it is: for what banks and the staff say.
    pub async fn order_of_payment(&self, reference: &str) -> Result<Option<Order>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM customer_order WHERE reference = $1");
        let row: Option<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(reference).fetch_optional(pool).await.map_err(fault)?
        });
        row.map(Order::try_from).transpose()
    }

    /// Newest first, and how many there are.
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
                .map_err(fault)?
        });
        let sql = "SELECT COUNT(*) FROM customer_order WHERE customer_id = $1";
        let total = read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(customer_id).fetch_one(pool).await.map_err(fault)?
        });
        Ok((rows.into_iter().map(Order::try_from).collect::<Result<_, _>>()?, total))
    }

    /// Orders that wait for people, for the staff alone: money to find or to give back, goods to prepare or hand over.
    pub async fn orders_for_staff(&self, limit: i64) -> Result<Vec<Order>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM customer_order WHERE status IN ('placed', 'ready') \
               OR (method = 'transfer' AND money IN ('pending', 'refund_due')) ORDER BY created_at, order_id LIMIT $1"
        );
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(limit).fetch_all(pool).await.map_err(fault)?
        });
        rows.into_iter().map(Order::try_from).collect()
    }

    /// Orders that somebody should look at, for the reconciler alone.
    pub async fn due_orders(&self, now: i64, limit: i64) -> Result<Vec<String>, Error> {
        let sql = "SELECT order_id FROM customer_order WHERE due_at <= $1 AND leased_until <= $1 \
             ORDER BY due_at LIMIT $2";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(now).bind(limit).fetch_all(pool).await.map_err(fault)?
        }))
    }

    /// How many orders are overdue: more than a few mean that somebody does not answer.
    pub async fn count_due(&self, now: i64) -> Result<i64, Error> {
        let sql = "SELECT COUNT(*) FROM customer_order WHERE due_at <= $1";
        Ok(read!(self.db, |pool| { sqlx::query_scalar(sql).bind(now).fetch_one(pool).await.map_err(fault)? }))
    }
}
