//! The provider of each channel: failures, pauses, and the message that tries the channel after a pause.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};

use super::{Store, store_error};
use crate::outgoing_message::Channel;

impl Store {
    /// Number of consecutive pauses of a channel's provider, and the time at which it is tried again.
    pub async fn channel_outage(&self, channel: Channel) -> Result<(i64, i64), Error> {
        let sql = "SELECT failures, retry_at FROM message_channel WHERE channel = $1";
        Ok(read!(self.db, |pool| {
            sqlx::query_as(sql).bind(channel.into_str()).fetch_one(pool).await.map_err(store_error)?
        }))
    }

    /// Records that a provider has failed for a message. The channel pauses until `retry_at` if the previous message has failed
    /// as well and went to another recipient. Otherwise a single number for which the provider always fails would stop all
    /// other messages.
    ///
    /// Attempts that began before the pause are counted once.
    pub async fn channel_failed(
        &self,
        channel: Channel,
        message_id: i64,
        now: i64,
        retry_at: i64,
    ) -> Result<(), Error> {
        let word = channel.into_str();
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // The row lock of this update makes the replicas count each other's failures.
        let sql = "UPDATE message_channel SET failures = failures WHERE channel = $1 \
             RETURNING failed_message_id, retry_at";
        let (failed_before, paused_until): (i64, i64) =
            on!(tx, |conn| { sqlx::query_as(sql).bind(word).fetch_one(conn).await.map_err(store_error)? });
        if paused_until > now {
            return Ok(());
        }
        let sql = "UPDATE message_channel SET failed_message_id = $2 WHERE channel = $1";
        run!(tx, sql, word, message_id).map_err(store_error)?;
        let pauses = have_two_recipients(&mut tx, failed_before, message_id).await?;
        if pauses {
            let sql = "UPDATE message_channel SET failures = failures + 1, retry_at = $2 WHERE channel = $1";
            run!(tx, sql, word, retry_at).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        if pauses {
            tracing::warn!(channel = word, "message provider unavailable");
        }
        Ok(())
    }

    /// Records that the provider has responded, so the channel works.
    pub async fn channel_answered(&self, channel: Channel) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        reset(&mut tx, channel).await?;
        tx.commit().await.map_err(store_error)
    }
}

/// Ends the pause of a channel and resets its failures.
pub(super) async fn reset(tx: &mut Tx, channel: Channel) -> Result<(), Error> {
    let sql = "UPDATE message_channel SET failures = 0, retry_at = 0, failed_message_id = 0 \
         WHERE channel = $1 AND (failures > 0 OR failed_message_id > 0)";
    run!(*tx, sql, channel.into_str()).map_err(store_error)?;
    Ok(())
}

/// Whether two messages went to different recipients. False if one of them was deleted.
async fn have_two_recipients(tx: &mut Tx, first: i64, second: i64) -> Result<bool, Error> {
    let sql = "SELECT COUNT(*) FROM outgoing_message a, outgoing_message b \
         WHERE a.message_id = $1 AND b.message_id = $2 AND a.recipient <> b.recipient";
    let found: i64 = on!(*tx, |conn| {
        sqlx::query_scalar(sql).bind(first).bind(second).fetch_one(conn).await.map_err(store_error)?
    });
    Ok(found > 0)
}
