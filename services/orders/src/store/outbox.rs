//! Queries of the outbox: insert, read, delete and withdraw events.

use heuan_rpc::Error;
use heuan_store::{StoredEvent, Tx, run};

use super::{Store, store_error};
use crate::outbox::Event;

impl Store {
    pub async fn take_events(&self, limit: i64, now: i64) -> Result<Vec<StoredEvent>, Error> {
        self.db.take_events(limit, now).await.map_err(store_error)
    }

    /// Deletes events accepted by the receiver.
    pub async fn drop_events(&self, ids: &[String]) -> Result<(), Error> {
        self.db.drop_events(ids).await.map_err(store_error)
    }

    pub async fn events_waiting(&self) -> Result<i64, Error> {
        self.db.events_waiting().await.map_err(store_error)
    }
}

/// Writes an event that is delivered at `next_at`.
pub(super) async fn put(tx: &mut Tx, event: &Event, next_at: i64) -> Result<(), Error> {
    let sql = "INSERT INTO outbox (event_id, kind, customer_id, order_id, payload, at, next_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_id) DO NOTHING";
    run!(
        *tx,
        sql,
        &event.event_id,
        &event.kind,
        event.customer_id,
        &event.order_id,
        &event.payload,
        event.at,
        next_at
    )
    .map_err(store_error)?;
    Ok(())
}

/// Makes the waiting events of an order due now, so that they are delivered before the next one.
pub(super) async fn send_now(tx: &mut Tx, order_id: &str, now: i64) -> Result<(), Error> {
    let sql = "UPDATE outbox SET next_at = $2 WHERE order_id = $1 AND tries = 0 AND next_at > $2";
    run!(*tx, sql, order_id, now).map_err(store_error)?;
    Ok(())
}

/// Deletes an event that the transaction has written.
pub(super) async fn withdraw(tx: &mut Tx, event_id: &str) -> Result<(), Error> {
    run!(*tx, "DELETE FROM outbox WHERE event_id = $1", event_id).map_err(store_error)?;
    Ok(())
}

/// Deletes an event that has not been delivered. Returns false if it was delivered.
pub(super) async fn withdraw_event(tx: &mut Tx, event_id: &str, now: i64) -> Result<bool, Error> {
    let sql = "DELETE FROM outbox WHERE event_id = $1 AND tries = 0 AND next_at > $2";
    Ok(run!(*tx, sql, event_id, now).map_err(store_error)? == 1)
}
