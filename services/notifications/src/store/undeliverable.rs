//! Addresses that were reported as invalid.

use heuan_rpc::Error;
use heuan_store::{Tx, read, run};

use super::{Store, store_error};
use crate::outgoing_message::Channel;

/// An address that was reported as invalid.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct UndeliverableAddress {
    pub channel: String,
    pub recipient: String,
    /// Report of the server or the provider.
    pub detail: String,
    pub marked_at: i64,
}

/// Marks the address of a message. Called in the transaction that records the failure.
pub(super) async fn mark(
    tx: &mut Tx,
    customer_id: i64,
    channel: Channel,
    recipient: &str,
    detail: &str,
    now: i64,
) -> Result<(), Error> {
    let sql = "INSERT INTO undeliverable_address (customer_id, channel, recipient, detail, marked_at) \
         VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (customer_id, channel) DO UPDATE SET recipient = $3, detail = $4, marked_at = $5";
    run!(*tx, sql, customer_id, channel.into_str(), recipient, detail, now).map_err(store_error)?;
    Ok(())
}

impl Store {
    /// The marks of a customer, including marks of addresses that are no longer theirs.
    pub async fn undeliverable_addresses(
        &self,
        customer_id: i64,
    ) -> Result<Vec<UndeliverableAddress>, Error> {
        let sql = "SELECT channel, recipient, detail, marked_at FROM undeliverable_address \
             WHERE customer_id = $1 ORDER BY channel";
        Ok(read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Deletes the mark of a channel. Returns false if there is none.
    pub async fn clear_undeliverable(&self, customer_id: i64, channel: Channel) -> Result<bool, Error> {
        let sql = "DELETE FROM undeliverable_address WHERE customer_id = $1 AND channel = $2";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let deleted = run!(tx, sql, customer_id, channel.into_str()).map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(deleted > 0)
    }

    /// Deletes the mark of a channel unless it is newer than `marked_at`.
    pub async fn clear_mark_before(
        &self,
        customer_id: i64,
        channel: &str,
        marked_at: i64,
    ) -> Result<(), Error> {
        let sql =
            "DELETE FROM undeliverable_address WHERE customer_id = $1 AND channel = $2 AND marked_at <= $3";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, sql, customer_id, channel, marked_at).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}
