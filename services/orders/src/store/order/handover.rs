//! Units of a product that orders have taken from the stock and not handed over yet.

use heuan_rpc::Error;
use heuan_store::read;

use super::super::{Store, store_error};

/// Reads the open orders, which are few, and the line of each. Goods on their way to a customer are no longer in the branch. No
/// goods of an order come back before it is completed; until then fewer units are a change of its lines.
const SQL: &str = "SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT) \
     FROM customer_order o JOIN order_line l ON l.order_id = o.order_id AND l.pro_id = $1 \
     WHERE o.status IN ('awaiting_payment', 'placed', 'preparing', 'ready', 'delivery_failed') \
       AND o.units = 'committed'";

impl Store {
    /// Units of this product in orders that are not handed over.
    pub async fn units_awaiting_handover(&self, pro_id: i64) -> Result<i64, Error> {
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(SQL).bind(pro_id).fetch_one(pool).await.map_err(store_error)?
        }))
    }
}

#[cfg(test)]
mod tests {
    use heuan_store::{Db, sqlx::AssertSqlSafe};
    use heuan_testkit::{Engine, TestDb};

    use super::*;

    /// Otherwise the database reads all orders and all lines.
    #[tokio::test]
    async fn units_are_read_from_the_indexes_of_open_orders_and_of_their_lines() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::MIGRATIONS).await.unwrap();
        let sql = format!("EXPLAIN QUERY PLAN {SQL}");
        let steps: Vec<(i64, i64, i64, String)> =
            read!(db, |pool| sqlx::query_as(AssertSqlSafe(sql)).fetch_all(pool).await.unwrap());
        let reads = |start: &str| steps.iter().any(|step| step.3.starts_with(start));
        assert!(reads("SEARCH o USING INDEX customer_order_status_branch"), "{steps:?}");
        assert!(reads("SEARCH l USING INDEX"), "{steps:?}");
    }
}
