//! Queries of the lines that are ticked off while an order is prepared.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};

use super::{
    super::{Store, store_error},
    apply::{OrderLookup, lock},
};
use crate::{
    order::{Assignee, Order},
    staff::{PickChange, PickedLine},
};

const OF_ORDER: &str =
    "SELECT pro_id, quantity, at, actor_id, actor_name FROM picked_line WHERE order_id = $1 ORDER BY pro_id";

#[derive(heuan_store::FromRow)]
struct Row {
    pro_id: i64,
    quantity: i64,
    at: i64,
    actor_id: i64,
    actor_name: String,
}

impl Store {
    /// The ticks of the present lines of the order.
    pub async fn picked_lines(&self, order: &Order) -> Result<Vec<PickedLine>, Error> {
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(OF_ORDER).bind(&order.order_id).fetch_all(pool).await.map_err(store_error)?
        });
        Ok(rows.into_iter().map(PickedLine::from).filter(|picked| picked.is_in(order)).collect())
    }

    /// Ticks a line off, or undoes its tick, and returns the order with all ticks; `None` if there is no such order. A line
    /// that another person has ticked off keeps that tick.
    pub async fn pick_line(
        &self,
        order_id: &str,
        change: &PickChange<'_>,
        now: i64,
    ) -> Result<Option<(Order, Vec<PickedLine>)>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // The order is locked, so that the line does not change meanwhile.
        let Some(order) = lock(&mut tx, OrderLookup::Id(order_id)).await? else { return Ok(None) };
        let line = change.line(&order)?;
        if change.is_picked {
            let sql = "INSERT INTO picked_line (order_id, pro_id, quantity, at, actor_id, actor_name) \
                   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (order_id, pro_id) DO UPDATE \
                   SET quantity = excluded.quantity, at = excluded.at, actor_id = excluded.actor_id, \
                     actor_name = excluded.actor_name WHERE picked_line.quantity <> excluded.quantity";
            let (actor_id, actor_name) = (change.actor.account_id, &change.actor.name);
            run!(tx, sql, order_id, line.pro_id, line.quantity, now, actor_id, actor_name)
                .map_err(store_error)?;
        } else {
            delete(&mut tx, order_id, line.pro_id).await?;
        }
        let picked = locked(&mut tx, order_id).await?;
        tx.commit().await.map_err(store_error)?;
        let picked = picked.into_iter().filter(|picked| picked.is_in(&order)).collect();
        Ok(Some((order, picked)))
    }
}

/// Deletes the ticks of lines that the order no longer has, or whose units have changed.
pub(super) async fn drop_changed(tx: &mut Tx, order: &Order) -> Result<(), Error> {
    for picked in locked(tx, &order.order_id).await? {
        if !picked.is_in(order) {
            delete(tx, &order.order_id, picked.pro_id).await?;
        }
    }
    Ok(())
}

async fn locked(tx: &mut Tx, order_id: &str) -> Result<Vec<PickedLine>, Error> {
    let rows: Vec<Row> = on!(*tx, |conn| {
        sqlx::query_as(OF_ORDER).bind(order_id).fetch_all(conn).await.map_err(store_error)?
    });
    Ok(rows.into_iter().map(PickedLine::from).collect())
}

async fn delete(tx: &mut Tx, order_id: &str, pro_id: i64) -> Result<(), Error> {
    run!(*tx, "DELETE FROM picked_line WHERE order_id = $1 AND pro_id = $2", order_id, pro_id)
        .map_err(store_error)?;
    Ok(())
}

impl From<Row> for PickedLine {
    fn from(row: Row) -> Self {
        let Row { pro_id, quantity, at, actor_id, actor_name } = row;
        let by = (actor_id > 0).then_some(Assignee { account_id: actor_id, name: actor_name });
        Self { pro_id, quantity, at, by }
    }
}
