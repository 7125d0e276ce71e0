//! Messages in reserve, which depend on the other messages of their notification.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};

use super::{Store, store_error};
use crate::outgoing_message::{Channel, OutgoingMessage, State};

const MINUTE_MS: i64 = 60_000;
/// Interval at which a message in reserve is checked again. A failure of the other messages makes it due sooner; the interval
/// covers an address that was verified or changed meanwhile.
const RESERVE_MS: i64 = 5 * MINUTE_MS;
/// Minimum time for which a released message is tried, because the other messages may have failed at their very
/// end.
const RELEASED_MS: i64 = 24 * 60 * MINUTE_MS;

/// State of a message to an unverified address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserved {
    /// A message to a verified address may still be accepted.
    Waiting,
    /// A message to a verified address was accepted, so this one is deleted.
    Withdrawn,
    /// All messages to verified addresses have failed, so this one is sent.
    Released,
    /// The notification has no message to a verified address.
    Alone,
}

impl Store {
    /// Decides on a message to an unverified address by the messages of its notification in the channels `verified`.
    ///
    /// The rows of these channels are locked first, in the order of `verified`. So a failure or an acceptance that is being recorded
    /// meanwhile either has an effect here, or finds the message in reserve.
    pub async fn hold_in_reserve(
        &self,
        message: &OutgoingMessage,
        verified: &[Channel],
        now: i64,
    ) -> Result<Reserved, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let mut states = Vec::new();
        for channel in verified {
            states.extend(locked_state(&mut tx, message.no_id, *channel).await?);
        }
        let is_any = |state: State| states.iter().any(|one| one == state.into_str());
        let (id, seen) = (message.message_id, message.next_at);
        let reserved = if states.is_empty() {
            return Ok(Reserved::Alone);
        } else if is_any(State::Sent) {
            let sql =
                "DELETE FROM outgoing_message WHERE message_id = $1 AND next_at = $2 AND state = 'waiting'";
            run!(tx, sql, id, seen).map_err(store_error)?;
            Reserved::Withdrawn
        } else if is_any(State::Waiting) {
            let sql = "UPDATE outgoing_message SET in_reserve = 1, next_at = $3, updated_at = $4 \
                 WHERE message_id = $1 AND next_at = $2 AND state = 'waiting'";
            run!(tx, sql, id, seen, now + RESERVE_MS, now).map_err(store_error)?;
            Reserved::Waiting
        } else {
            release(&mut tx, message.no_id).await?;
            Reserved::Released
        };
        tx.commit().await.map_err(store_error)?;
        Ok(reserved)
    }

    /// Takes the messages of a notification out of the reserve, so that they are not withdrawn when another message is
    /// accepted.
    pub async fn release_reserve(&self, no_id: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        release(&mut tx, no_id).await?;
        tx.commit().await.map_err(store_error)
    }

    /// Whether a notification has a message in a channel.
    pub async fn has_message(&self, no_id: i64, channel: Channel) -> Result<bool, Error> {
        let sql = "SELECT COUNT(*) FROM outgoing_message WHERE no_id = $1 AND channel = $2";
        let messages: i64 = read!(self.db, |pool| {
            let query = sqlx::query_scalar(sql).bind(no_id).bind(channel.into_str());
            query.fetch_one(pool).await.map_err(store_error)?
        });
        Ok(messages > 0)
    }
}

/// The state of a notification's message in a channel, whose row is locked.
async fn locked_state(tx: &mut Tx, no_id: i64, channel: Channel) -> Result<Option<String>, Error> {
    let sql = "UPDATE outgoing_message SET tries = tries WHERE no_id = $1 AND channel = $2 RETURNING state";
    Ok(on!(*tx, |conn| {
        let query = sqlx::query_scalar(sql).bind(no_id).bind(channel.into_str());
        query.fetch_optional(conn).await.map_err(store_error)?
    }))
}

async fn release(tx: &mut Tx, no_id: i64) -> Result<(), Error> {
    run!(*tx, "UPDATE outgoing_message SET in_reserve = 0 WHERE no_id = $1 AND in_reserve = 1", no_id)
        .map_err(store_error)?;
    Ok(())
}

/// Withdraws the messages in reserve of the notification whose message was accepted, or makes them due if it failed. Called
/// in the transaction that records the state.
pub(super) async fn resolve(tx: &mut Tx, message_id: i64, state: State, now: i64) -> Result<(), Error> {
    match state {
        State::Waiting => {}
        State::Sent => {
            let sql = "DELETE FROM outgoing_message WHERE in_reserve = 1 AND state = 'waiting' \
                 AND no_id = (SELECT o.no_id FROM outgoing_message o WHERE o.message_id = $1)";
            run!(*tx, sql, message_id).map_err(store_error)?;
        }
        State::Failed | State::NotConfigured => {
            let sql = "UPDATE outgoing_message SET next_at = $2, until = CASE WHEN until < $3 THEN $3 ELSE until END \
                 WHERE in_reserve = 1 AND state = 'waiting' \
                   AND no_id = (SELECT o.no_id FROM outgoing_message o WHERE o.message_id = $1)";
            run!(*tx, sql, message_id, now, now + RELEASED_MS).map_err(store_error)?;
        }
    }
    Ok(())
}
