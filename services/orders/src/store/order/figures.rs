//! Figures of the day, for the staff only. Each query reads an index that begins with the time.

use std::collections::{BTreeMap, HashMap};

use heuan_rpc::Error;
use heuan_store::{numbered, read, sqlx::AssertSqlSafe};

use super::{
    super::{Store, json, store_error},
    list::{of_branch, view, where_all},
};
use crate::{
    day::{DAY_MS, Day},
    order::Body,
    product::Label,
    staff::{BestSeller, Sales, View, WaitingOrders},
};

/// Orders that count as sales.
const SOLD: &str = "status NOT IN ('awaiting_payment', 'cancelled', 'expired')";

/// Sums of a product.
#[derive(heuan_store::FromRow)]
struct ProductSales {
    pro_id: i64,
    quantity: i64,
    revenue: i64,
    /// Id of one of the orders.
    order_id: String,
}

impl Store {
    /// The numbers of orders in [`View::WAITING`], of one branch or of all.
    pub async fn waiting_orders(
        &self,
        branch_id: Option<i64>,
        today: Day,
    ) -> Result<[WaitingOrders; 10], Error> {
        let counts = View::WAITING.map(|one| {
            let refund = match one {
                View::Refunds => "COALESCE(SUM(refund - refunded), 0)",
                _ => "0",
            };
            let rule = where_all([view(one, 0, today), of_branch(one, branch_id)]);
            format!("SELECT COUNT(*), MIN(created_at), CAST({refund} AS BIGINT) FROM customer_order{rule}")
        });
        let mut all = [WaitingOrders::default(); 10];
        for (waiting, sql) in all.iter_mut().zip(counts) {
            let (count, oldest, refund): (i64, Option<i64>, i64) = read!(self.db, |pool| {
                sqlx::query_as(AssertSqlSafe(sql)).fetch_one(pool).await.map_err(store_error)?
            });
            *waiting = WaitingOrders { count, oldest, refund };
        }
        Ok(all)
    }

    /// Sales of each day from `first` until `now`. Days without a sale are absent.
    pub async fn daily_sales(&self, first: Day, now: i64) -> Result<BTreeMap<Day, Sales>, Error> {
        let sql = format!(
            "SELECT (created_at - $1) / {DAY_MS} AS day, CAST(SUM(total - reduced) AS BIGINT), \
               CAST(SUM(reduced) AS BIGINT), COUNT(*) FROM customer_order \
             WHERE created_at >= $1 AND created_at <= $2 AND {SOLD} GROUP BY 1"
        );
        let rows: Vec<(i64, i64, i64, i64)> = read!(self.db, |pool| {
            let query = sqlx::query_as(AssertSqlSafe(sql)).bind(first.start()).bind(now);
            query.fetch_all(pool).await.map_err(store_error)?
        });
        let sales =
            |(day, revenue, reduced, orders)| (Day(first.0 + day), Sales { revenue, reduced, orders });
        Ok(rows.into_iter().map(sales).collect())
    }

    /// Sales from `from` until `to`, Unix ms.
    pub async fn sales(&self, from: i64, to: i64) -> Result<Sales, Error> {
        let sql = format!(
            "SELECT CAST(COALESCE(SUM(total - reduced), 0) AS BIGINT), \
               CAST(COALESCE(SUM(reduced), 0) AS BIGINT), COUNT(*) FROM customer_order \
             WHERE created_at >= $1 AND created_at <= $2 AND {SOLD}"
        );
        let (revenue, reduced, orders) = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(from)
                .bind(to)
                .fetch_one(pool)
                .await
                .map_err(store_error)?
        });
        Ok(Sales { revenue, reduced, orders })
    }

    /// Products with the highest revenue from `from` until `to`, beside their revenue in the period
    /// `earlier`.
    pub async fn best_sellers(
        &self,
        (from, to): (i64, i64),
        earlier: i64,
        limit: i64,
    ) -> Result<Vec<BestSeller>, Error> {
        let sql = format!(
            "SELECT l.pro_id, CAST(SUM(l.quantity) AS BIGINT) AS quantity, CAST(SUM(l.total) AS BIGINT) AS revenue, \
               MAX(l.order_id) AS order_id \
             FROM order_line l JOIN customer_order o ON o.order_id = l.order_id \
             WHERE l.created_at >= $1 AND l.created_at <= $2 AND o.{SOLD} \
             GROUP BY l.pro_id ORDER BY 3 DESC, 1 LIMIT $3"
        );
        let sold: Vec<ProductSales> = read!(self.db, |pool| {
            let query = sqlx::query_as(AssertSqlSafe(sql)).bind(from).bind(to).bind(limit);
            query.fetch_all(pool).await.map_err(store_error)?
        });
        let ids: Vec<i64> = sold.iter().map(|product| product.pro_id).collect();
        let before = self.revenue_of(&ids, from - earlier, to - earlier).await?;
        let mut labels = self.labels_of(&sold).await?;
        let best = sold.into_iter().map(|product| BestSeller {
            pro_id: product.pro_id,
            label: labels.remove(&product.pro_id).unwrap_or_default(),
            quantity: product.quantity,
            revenue: product.revenue,
            revenue_before: before.get(&product.pro_id).copied().unwrap_or_default(),
        });
        Ok(best.collect())
    }

    async fn revenue_of(&self, ids: &[i64], from: i64, to: i64) -> Result<HashMap<i64, i64>, Error> {
        let Some(last) = ids.last() else { return Ok(HashMap::new()) };
        let padded = ids.len().next_power_of_two();
        let sql = format!(
            "SELECT l.pro_id, CAST(SUM(l.total) AS BIGINT) \
             FROM order_line l JOIN customer_order o ON o.order_id = l.order_id \
             WHERE l.created_at >= $1 AND l.created_at <= $2 AND o.{SOLD} AND l.pro_id IN ({}) GROUP BY l.pro_id",
            numbered(3, padded)
        );
        let rows: Vec<(i64, i64)> = read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql)).bind(from).bind(to);
            for index in 0..padded {
                query = query.bind(ids.get(index).unwrap_or(last));
            }
            query.fetch_all(pool).await.map_err(store_error)?
        });
        Ok(rows.into_iter().collect())
    }

    /// Texts of the products, as in one of their orders.
    async fn labels_of(&self, sold: &[ProductSales]) -> Result<HashMap<i64, Label>, Error> {
        let Some(last) = sold.last() else { return Ok(HashMap::new()) };
        let padded = sold.len().next_power_of_two();
        let sql = format!("SELECT body FROM customer_order WHERE order_id IN ({})", numbered(1, padded));
        let bodies: Vec<String> = read!(self.db, |pool| {
            let mut query = sqlx::query_scalar(AssertSqlSafe(sql));
            for index in 0..padded {
                query = query.bind(&sold.get(index).unwrap_or(last).order_id);
            }
            query.fetch_all(pool).await.map_err(store_error)?
        });
        let mut labels = HashMap::new();
        for body in &bodies {
            let body: Body = json::read("order", body)?;
            labels.extend(body.lines.into_iter().map(|line| (line.pro_id, line.label)));
        }
        Ok(labels)
    }
}
