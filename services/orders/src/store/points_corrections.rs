//! Queries of the ledger of points with the corrections by managers.

use std::collections::HashMap;

use heuan_rpc::Error;
use heuan_store::{numbered, on, read, run, sqlx::AssertSqlSafe};

use super::{Store, store_error};
use crate::{
    points::{Entry, Kind},
    staff::{Actor, Correction, LedgerPosition, StaffEntry},
};

#[derive(heuan_store::FromRow)]
struct Row {
    at: i64,
    kind: String,
    points: i64,
    order_id: String,
    reason: String,
    actor_name: String,
    entry_id: String,
}

impl TryFrom<Row> for StaffEntry {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        let Row { at, kind, points, order_id, reason, actor_name, entry_id } = row;
        let position = LedgerPosition { at, entry_id, kind: kind.clone() };
        let kind = kind.parse().unwrap_or(Kind::Other);
        Ok(Self { entry: Entry { at, kind, points, order_id }, reason, by: actor_name, position })
    }
}

impl Store {
    /// Entries by orders and corrections after a position, newest first. The command line and the erasure correct without an
    /// account; the id distinguishes them.
    pub async fn points_ledger(
        &self,
        customer_id: i64,
        position: &LedgerPosition,
        limit: i64,
    ) -> Result<Vec<StaffEntry>, Error> {
        let sql = "SELECT at, kind, points, order_id, reason, actor_name, entry_id FROM ( \
               SELECT at, kind, points, order_id, '' AS reason, '' AS actor_name, order_id AS entry_id \
                 FROM points_entry WHERE customer_id = $1 AND at <= $2 \
               UNION ALL \
               SELECT at, CASE WHEN actor_id = 0 AND correction_id LIKE 'closed-%' THEN 'closed' ELSE 'corrected' END AS kind, \
                 points, '' AS order_id, reason, actor_name, correction_id AS entry_id FROM points_correction WHERE customer_id = $1 AND at <= $2 \
             ) AS ledger \
             WHERE at < $2 OR entry_id > $3 OR (entry_id = $3 AND kind > $4) \
             ORDER BY at DESC, entry_id, kind LIMIT $5";
        let rows: Vec<Row> = read!(self.db, |pool| {
            let query = sqlx::query_as(sql).bind(customer_id).bind(position.at).bind(&position.entry_id);
            query.bind(&position.kind).bind(limit).fetch_all(pool).await.map_err(store_error)?
        });
        rows.into_iter().map(StaffEntry::try_from).collect()
    }

    /// Changes a balance, once for each id. Returns `CONFLICT` with reason `points_short` if it would fall below zero.
    pub async fn correct_points(
        &self,
        actor: &Actor,
        correction: &Correction,
        now: i64,
    ) -> Result<StaffEntry, Error> {
        let Correction { id, customer_id, points, reason } = correction;
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "INSERT INTO points_correction \
               (correction_id, customer_id, points, reason, actor_id, actor_name, at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (correction_id) DO NOTHING";
        let (actor_id, actor_name) = (actor.account_id, &actor.name);
        let made = run!(tx, sql, id, customer_id, points, reason, actor_id, actor_name, now);
        if made.map_err(store_error)? == 0 {
            drop(tx);
            return self.repeated(actor, correction).await;
        }
        let sql = "INSERT INTO points_account (customer_id, balance) VALUES ($1, 0) ON CONFLICT (customer_id) DO NOTHING";
        run!(tx, sql, customer_id).map_err(store_error)?;
        // The row lock of the update lets orders and corrections take turns.
        let sql =
            "UPDATE points_account SET balance = balance + $2 WHERE customer_id = $1 AND balance + $2 >= 0";
        if run!(tx, sql, customer_id, points).map_err(store_error)? == 0 {
            let sql = "SELECT balance FROM points_account WHERE customer_id = $1";
            let balance: i64 = on!(tx, |conn| {
                sqlx::query_scalar(sql).bind(customer_id).fetch_one(conn).await.map_err(store_error)?
            });
            let message = format!("the customer has {balance} points; no more than these can be taken");
            return Err(Error::conflict("points_short", message));
        }
        tx.commit().await.map_err(store_error)?;
        let entry = Entry { at: now, kind: Kind::Corrected, points: *points, order_id: String::new() };
        let position = LedgerPosition { at: now, entry_id: id.clone(), kind: "corrected".to_owned() };
        Ok(StaffEntry { entry, reason: reason.clone(), by: actor_name.clone(), position })
    }

    /// The entry of a repeated request.
    async fn repeated(&self, actor: &Actor, correction: &Correction) -> Result<StaffEntry, Error> {
        let sql = "SELECT at, 'corrected' AS kind, points, '' AS order_id, reason, actor_name, \
               correction_id AS entry_id FROM points_correction WHERE correction_id = $1 AND customer_id = $2 AND points = $3 AND actor_id = $4";
        let Correction { id, customer_id, points, .. } = correction;
        let row: Option<Row> = read!(self.db, |pool| {
            let query = sqlx::query_as(sql).bind(id).bind(customer_id).bind(points);
            query.bind(actor.account_id).fetch_optional(pool).await.map_err(store_error)?
        });
        let used = || Error::invalid("correction_id", "was used for another correction");
        row.ok_or_else(used)?.try_into()
    }

    /// Number of orders by customer, for the customers that have orders.
    pub async fn count_orders_of(&self, customers: &[i64]) -> Result<HashMap<i64, i64>, Error> {
        if customers.is_empty() {
            return Ok(HashMap::new());
        }
        // Bounds the number of distinct statements. No customer has the id 0, so the padding finds nothing.
        let places = customers.len().next_power_of_two();
        let sql = format!(
            "SELECT customer_id, COUNT(*) FROM customer_order WHERE customer_id IN ({}) GROUP BY customer_id",
            numbered(1, places)
        );
        let padding = std::iter::repeat_n(&0, places - customers.len());
        let counts: Vec<(i64, i64)> = read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for id in customers.iter().chain(padding) {
                query = query.bind(*id);
            }
            query.fetch_all(pool).await.map_err(store_error)?
        });
        Ok(counts.into_iter().collect())
    }
}
