//! The internal log of orders.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};

use super::super::{Store, json, store_error};
use crate::{
    order::{Assignee, Order, Status},
    staff::{Actor, LogEntry, StepDetail},
};

/// A change to record in the log.
pub struct NewLogEntry<'a> {
    pub action: &'static str,
    /// `None` for the command line and the system.
    pub actor: Option<&'a Actor>,
    pub from: Status,
    pub note: &'a str,
    /// Amount and lines of the step, or empty.
    pub detail: &'a str,
    pub at: i64,
}

#[derive(heuan_store::FromRow)]
struct LogRow {
    version: i64,
    at: i64,
    action: String,
    actor_id: i64,
    actor_name: String,
    from_status: String,
    to_status: String,
    note: String,
    detail: String,
}

impl Store {
    /// Entries of versions below `before`, newest first.
    pub async fn order_log(&self, order: &Order, before: i64, limit: i64) -> Result<Vec<LogEntry>, Error> {
        let sql = "SELECT version, at, action, actor_id, actor_name, from_status, to_status, note, detail FROM order_log \
             WHERE order_id = $1 AND version < $2 ORDER BY version DESC LIMIT $3";
        let rows: Vec<LogRow> = read!(self.db, |pool| {
            let query = sqlx::query_as(sql).bind(&order.order_id).bind(before).bind(limit);
            query.fetch_all(pool).await.map_err(store_error)?
        });
        rows.into_iter().map(|row| row.entry(order)).collect()
    }
}

/// Records the change that made the present version of `order`.
pub(super) async fn add(tx: &mut Tx, order: &Order, logged: &NewLogEntry<'_>) -> Result<(), Error> {
    let sql = "INSERT INTO order_log (order_id, version, at, action, actor_id, actor_name, from_status, to_status, note, \
           detail) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    run!(
        *tx,
        sql,
        &order.order_id,
        order.version,
        logged.at,
        logged.action,
        logged.actor.map_or(0, |actor| actor.account_id),
        logged.actor.map_or("", |actor| actor.name.as_str()),
        logged.from.into_str(),
        order.state.status.into_str(),
        logged.note,
        logged.detail
    )
    .map_err(store_error)?;
    Ok(())
}

/// Whether the change that made `version` was this step of this actor, so that the request is a repetition.
pub(super) async fn is_repetition(
    tx: &mut Tx,
    order_id: &str,
    version: i64,
    actor_id: i64,
    (action, note, detail): (&str, &str, &StepDetail),
) -> Result<bool, Error> {
    let sql = "SELECT detail FROM order_log \
         WHERE order_id = $1 AND version = $2 AND action = $3 AND actor_id = $4 AND note = $5";
    let found: Option<String> = on!(*tx, |conn| {
        let query = sqlx::query_scalar(sql).bind(order_id).bind(version).bind(action);
        query.bind(actor_id).bind(note).fetch_optional(conn).await.map_err(store_error)?
    });
    Ok(match found {
        Some(found) => read_detail(&found)?.is_same_request(detail),
        None => false,
    })
}

fn read_detail(text: &str) -> Result<StepDetail, Error> {
    if text.is_empty() { Ok(StepDetail::default()) } else { json::read("detail of a step", text) }
}

impl LogRow {
    fn entry(self, order: &Order) -> Result<LogEntry, Error> {
        let actor = Assignee { account_id: self.actor_id, name: self.actor_name };
        Ok(LogEntry {
            version: self.version,
            at: self.at,
            action: self.action,
            actor: (self.actor_id > 0).then_some(actor),
            from: self.from_status,
            to: self.to_status,
            note: self.note,
            detail: read_detail(&self.detail)?,
            was_pickup: order.was_pickup(self.at),
        })
    }
}
