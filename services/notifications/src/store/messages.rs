//! Messages outside the shop: their rows, leases and states.

use std::fmt::Write as _;

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run, sqlx::AssertSqlSafe};
use sha2::{Digest as _, Sha256};

use super::{Store, counter, message_channels, push_only, reserve, store_error, undeliverable};
use crate::{
    config::{EMAIL_STEPS, MAX_EMAIL_TIMEOUT_S, MAX_TIMEOUT_S},
    notification::Draft,
    outgoing_message::{
        Channel, DirectMessage, FailureReason, Limits, OutgoingMessage, Plan, Rendered, State, channels_from,
        has_one_channel,
    },
};

/// Duration of a lease. It is longer than an attempt may take, so that two replicas do not send a message at once: a call
/// to a provider takes at most `MAX_TIMEOUT_S`. An e-mail takes at most three times `MAX_EMAIL_TIMEOUT_S`, because each of
/// its three steps has this timeout.
const LEASE_MS: i64 = 180_000;
const _: () = assert!(LEASE_MS as u64 >= (MAX_TIMEOUT_S + MARGIN_S) * 1000);
const _: () = assert!(LEASE_MS as u64 >= (MAX_EMAIL_TIMEOUT_S * EMAIL_STEPS + MARGIN_S) * 1000);
/// Part of the lease for everything except the attempt: rendering before it, and recording its result.
const MARGIN_S: u64 = 30;
const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

pub(super) const COLUMNS: &str = "m.message_id, m.no_id, m.channel, m.customer_id, m.kind, m.variables, m.idempotency_key, \
     m.state, m.next_at, m.until, m.tries, m.resends, m.recipient, m.language, m.subject, m.text, m.html, m.parts, \
     m.reason, m.detail, m.created_at, m.updated_at, m.news_id, m.attempted_at, m.delivered_at, m.in_reserve, COALESCE(n.order_id, '') AS order_id, COALESCE(n.order_number, '') AS order_number, \
     (SELECT COUNT(*) FROM undeliverable_address u WHERE u.customer_id = m.customer_id AND u.channel = m.channel \
       AND u.recipient = m.recipient) AS undeliverable";

/// Assignment that deletes a code with the variables of its message.
const WITHOUT_CODE: &str = "variables = CASE WHEN kind LIKE 'code.%' THEN '{}' ELSE variables END";

/// Whether an attempt may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    /// This attempt has leased the message until `until`, in Unix milliseconds.
    Leased { until: i64 },
    /// Too many messages were sent, so this one waits.
    Limited,
    /// The provider has failed meanwhile.
    Paused,
    /// Another replica has leased the message, or it was deleted.
    Lost,
}

/// Writes a message for each channel of the customer, or no message if pushes replace it. Called in the transaction that
/// writes the notification.
pub(super) async fn queue(
    tx: &mut Tx,
    no_id: i64,
    draft: &Draft,
    variables: &str,
    plan: &Plan,
    now: i64,
) -> Result<(), Error> {
    if has_one_channel(&draft.kind) && has_browser(tx, draft.customer_id, now).await? {
        return push_only::mark(tx, no_id).await;
    }
    write(tx, no_id, draft, variables, plan, now).await
}

/// Writes a message for each channel of the customer.
pub(super) async fn write(
    tx: &mut Tx,
    no_id: i64,
    draft: &Draft,
    variables: &str,
    plan: &Plan,
    now: i64,
) -> Result<(), Error> {
    let sql = "SELECT channels FROM message_preference WHERE customer_id = $1";
    let chosen: Option<String> = on!(*tx, |conn| {
        sqlx::query_scalar(sql).bind(draft.customer_id).fetch_optional(conn).await.map_err(store_error)?
    });
    let mut channels = chosen.map_or_else(|| plan.channels.clone(), |text| channels_from(&text));
    if has_one_channel(&draft.kind) {
        // The attempt moves it to the best channel.
        channels.truncate(1);
    }
    for channel in channels {
        let message_id = counter::next_message(tx).await?;
        let sql = "INSERT INTO outgoing_message (message_id, no_id, channel, customer_id, kind, variables, \
               idempotency_key, state, next_at, until, tries, resends, attempted_at, recipient, language, subject, text, \
               html, parts, reason, detail, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9, 0, 0, 0, '', '', '', '', '', 0, '', '', $8, $8) \
             ON CONFLICT (no_id, channel) DO NOTHING";
        run!(
            *tx,
            sql,
            message_id,
            no_id,
            channel.into_str(),
            draft.customer_id,
            &draft.kind,
            variables,
            idempotency_key(&draft.event_id, channel),
            now,
            plan.until
        )
        .map_err(store_error)?;
    }
    Ok(())
}

/// Whether a browser of the customer gets pushes.
async fn has_browser(tx: &mut Tx, customer_id: i64, now: i64) -> Result<bool, Error> {
    let sql =
        "SELECT COUNT(*) FROM subscription WHERE customer_id = $1 AND (expires_at = 0 OR expires_at > $2)";
    let browsers: i64 = on!(*tx, |conn| {
        sqlx::query_scalar(sql).bind(customer_id).bind(now).fetch_one(conn).await.map_err(store_error)?
    });
    Ok(browsers > 0)
}

/// The idempotency key of a message. It is the same for the same event, even after the database was restored
/// from a backup.
pub(super) fn idempotency_key(event_id: &str, channel: Channel) -> String {
    let digest = Sha256::digest(format!("{}\n{event_id}", channel.into_str()));
    let mut key = String::with_capacity(32);
    for byte in digest.iter().take(16) {
        let _ = write!(key, "{byte:02x}");
    }
    key
}

impl Store {
    /// Writes a message without a notification. A repetition writes nothing.
    pub async fn queue_direct(
        &self,
        event_id: &str,
        message: &DirectMessage,
        channel: Channel,
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let message_id = counter::next_message(&mut tx).await?;
        let variables = serde_json::to_string(&message.variables).map_err(Error::internal)?;
        let sql = "INSERT INTO outgoing_message (message_id, no_id, channel, customer_id, kind, variables, \
               idempotency_key, state, next_at, until, tries, resends, attempted_at, recipient, language, subject, text, \
               html, parts, reason, detail, created_at, updated_at, event_id) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9, 0, 0, 0, $10, $11, '', '', '', 0, '', '', $8, $8, $12) \
             ON CONFLICT DO NOTHING";
        run!(
            tx,
            sql,
            message_id,
            -message_id,
            channel.into_str(),
            message.customer_id,
            &message.kind,
            variables,
            idempotency_key(event_id, channel),
            now,
            message.until,
            &message.recipient,
            &message.language,
            event_id
        )
        .map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Up to `limit` due messages of a channel: codes first, because they expire; news last; within each, the most overdue
    /// first.
    pub async fn due_messages(
        &self,
        channel: Channel,
        limit: i64,
        now: i64,
    ) -> Result<Vec<OutgoingMessage>, Error> {
        let order = "CASE WHEN m.kind LIKE 'code.%' THEN 0 WHEN m.news_id = 0 THEN 1 ELSE 2 END, m.next_at";
        self.due_in_order(channel, order, limit, now).await
    }

    /// The due message that tries a channel after a pause: the message with the fewest attempts, and of these the most overdue
    /// one. So it is not always the same message, which may be the only one that fails.
    pub async fn due_probe(&self, channel: Channel, now: i64) -> Result<Vec<OutgoingMessage>, Error> {
        self.due_in_order(channel, "m.tries, m.next_at", 1, now).await
    }

    async fn due_in_order(
        &self,
        channel: Channel,
        order: &'static str,
        limit: i64,
        now: i64,
    ) -> Result<Vec<OutgoingMessage>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outgoing_message m LEFT JOIN notification n ON n.no_id = m.no_id \
             WHERE m.channel = $1 AND m.state = 'waiting' AND m.next_at <= $2 \
             ORDER BY {order}, m.message_id LIMIT $3"
        );
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(channel.into_str())
                .bind(now)
                .bind(limit)
                .fetch_all(pool)
                .await
                .map_err(store_error)?
        }))
    }

    /// Leases a message with its content, or postpones it by a limit.
    pub async fn begin_attempt(
        &self,
        message: &OutgoingMessage,
        channel: Channel,
        rendered: &Rendered,
        limits: Limits,
        now: i64,
    ) -> Result<Begun, Error> {
        let id = message.message_id;
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // The row lock of this update makes the replicas count each other's attempts.
        let sql = "UPDATE message_channel SET failures = failures WHERE channel = $1 RETURNING retry_at";
        let retry_at: i64 = on!(tx, |conn| {
            sqlx::query_scalar(sql).bind(channel.into_str()).fetch_one(conn).await.map_err(store_error)?
        });
        if retry_at > now {
            return Ok(Begun::Paused);
        }
        let allowed_at = allowed_at(&mut tx, message, channel, limits, now).await?;
        let next_at = allowed_at.unwrap_or(now + LEASE_MS);
        let sql = "UPDATE outgoing_message SET next_at = $3 \
             WHERE message_id = $1 AND next_at = $2 AND state = 'waiting' AND channel = $4";
        let taken = run!(tx, sql, id, message.next_at, next_at, channel.into_str()).map_err(store_error)?;
        if taken > 0 && allowed_at.is_none() {
            let sql = "UPDATE outgoing_message SET attempted_at = $2, updated_at = $2, tries = tries + 1 \
                 WHERE message_id = $1";
            run!(tx, sql, id, now).map_err(store_error)?;
        }
        if taken > 0 {
            write_content(&mut tx, id, rendered).await?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(match (taken, allowed_at) {
            (0, _) => Begun::Lost,
            (_, Some(_)) => Begun::Limited,
            (_, None) => Begun::Leased { until: next_at },
        })
    }

    /// Postpones a message until `next_at`, and stores its content for the outbox page.
    pub async fn postpone_message(
        &self,
        message: &OutgoingMessage,
        rendered: &Rendered,
        next_at: i64,
    ) -> Result<(), Error> {
        let sql = "UPDATE outgoing_message SET next_at = $3, until = CASE WHEN until < $4 THEN $4 ELSE until END \
             WHERE message_id = $1 AND next_at = $2 AND state = 'waiting'";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let (id, before) = (message.message_id, message.next_at);
        if run!(tx, sql, id, before, next_at, next_at + HOUR_MS).map_err(store_error)? > 0 {
            write_content(&mut tx, id, rendered).await?;
        }
        tx.commit().await.map_err(store_error)
    }

    /// Records that the provider has accepted a message, so the channel works. `provider_id` may be empty.
    ///
    /// A message that was accepted is sent even if its lease was lost and it has expired meanwhile. One that has failed by a
    /// report of the provider or a bounce stays failed. A message that the staff have sent again meanwhile keeps waiting.
    pub async fn message_sent(
        &self,
        message: &OutgoingMessage,
        channel: Channel,
        provider_id: &str,
        now: i64,
    ) -> Result<(), Error> {
        let (id, resends) = (message.message_id, message.resends);
        let mut tx = self.db.begin().await.map_err(store_error)?;
        message_channels::reset(&mut tx, channel).await?;
        let sql = format!(
            "UPDATE outgoing_message SET state = 'sent', reason = '', detail = '', provider_id = $3, updated_at = $4, \
               next_at = 0, {WITHOUT_CODE} \
             WHERE message_id = $1 AND resends = $2 \
               AND (state IN ('waiting', 'not_configured') OR (state = 'failed' AND reason = 'expired'))"
        );
        if run!(tx, AssertSqlSafe(sql), id, resends, provider_id, now).map_err(store_error)? > 0 {
            reserve::resolve(&mut tx, id, State::Sent, now).await?;
        }
        tx.commit().await.map_err(store_error)
    }

    pub async fn message_failed(
        &self,
        message: &OutgoingMessage,
        reason: FailureReason,
        detail: &str,
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        set_state(&mut tx, message, State::Failed, reason.into_str(), detail, now).await?;
        tx.commit().await.map_err(store_error)
    }

    /// Fails a message of a customer and marks its address as undeliverable, unless the message was changed meanwhile. Otherwise
    /// the mark would store the address of a customer who was erased during the attempt.
    pub async fn message_undeliverable(
        &self,
        message: &OutgoingMessage,
        channel: Channel,
        recipient: &str,
        detail: &str,
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let reason = FailureReason::InvalidAddress.into_str();
        if set_state(&mut tx, message, State::Failed, reason, detail, now).await? {
            undeliverable::mark(&mut tx, message.customer_id, channel, recipient, detail, now).await?;
        }
        tx.commit().await.map_err(store_error)
    }

    /// Fails a message that a server had accepted, and marks its address if the address is invalid. Returns false if the
    /// message is not in the state `sent`, for example after a repetition.
    ///
    /// The mark has the time of the attempt, because a later proof of the address ends the mark.
    pub async fn sent_message_failed(
        &self,
        message: &OutgoingMessage,
        channel: Channel,
        reason: FailureReason,
        detail: &str,
        now: i64,
    ) -> Result<bool, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "UPDATE outgoing_message SET state = 'failed', reason = $2, detail = $3, updated_at = $4 \
             WHERE message_id = $1 AND state = 'sent' AND channel = $5 AND recipient = $6";
        let (id, word) = (message.message_id, channel.into_str());
        let failed = run!(tx, sql, id, reason.into_str(), detail, now, word, &message.recipient);
        if failed.map_err(store_error)? == 0 {
            return Ok(false);
        }
        if reason == FailureReason::InvalidAddress && !message.is_direct() {
            let OutgoingMessage { customer_id, recipient, attempted_at, .. } = message;
            undeliverable::mark(&mut tx, *customer_id, channel, recipient, detail, *attempted_at).await?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(true)
    }

    pub async fn message_not_configured(
        &self,
        message: &OutgoingMessage,
        rendered: &Rendered,
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        if set_state(&mut tx, message, State::NotConfigured, "", "", now).await? {
            write_content(&mut tx, message.message_id, rendered).await?;
        }
        tx.commit().await.map_err(store_error)
    }

    /// Postpones a message until `next_at`. A lost lease changes nothing.
    pub async fn message_later(
        &self,
        message: &OutgoingMessage,
        detail: &str,
        next_at: i64,
        now: i64,
    ) -> Result<(), Error> {
        let sql = "UPDATE outgoing_message SET next_at = $3, detail = $4, updated_at = $5 \
             WHERE message_id = $1 AND next_at = $2 AND state = 'waiting'";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, sql, message.message_id, message.next_at, next_at, detail, now).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Moves a message to another channel, or deletes it if the notification has one there. A message that was leased or moved
    /// meanwhile stays.
    pub async fn move_message(&self, message: &OutgoingMessage, to: Channel) -> Result<(), Error> {
        let (id, no_id, before) = (message.message_id, message.no_id, message.next_at);
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // A no-op update takes a row lock. If two messages of a notification move at once, the second sees the first.
        let sql = "UPDATE outgoing_message SET next_at = next_at WHERE message_id = \
             (SELECT MIN(message_id) FROM outgoing_message WHERE no_id = $1)";
        run!(tx, sql, no_id).map_err(store_error)?;
        let sql = "UPDATE outgoing_message SET channel = $2, in_reserve = 0 \
             WHERE message_id = $1 AND next_at = $4 AND channel = $5 AND state = 'waiting' AND NOT EXISTS \
               (SELECT 1 FROM outgoing_message o WHERE o.no_id = $3 AND o.channel = $2)";
        if run!(tx, sql, id, to.into_str(), no_id, before, &message.channel).map_err(store_error)? == 0 {
            delete(&mut tx, message).await?;
        }
        tx.commit().await.map_err(store_error)
    }

    /// Deletes a message that is not to be sent. A message that was leased or moved meanwhile stays.
    pub async fn delete_message(&self, message: &OutgoingMessage) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        delete(&mut tx, message).await?;
        tx.commit().await.map_err(store_error)
    }

    pub async fn messages_waiting(&self, channel: Channel) -> Result<i64, Error> {
        let sql = "SELECT COUNT(*) FROM outgoing_message WHERE channel = $1 AND state = 'waiting'";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(channel.into_str()).fetch_one(pool).await.map_err(store_error)?
        }))
    }

    /// The language that a customer chose for messages, otherwise the language of the page on which the customer last signed in
    /// or ordered, otherwise the language of the browser that was registered last.
    pub async fn customer_language(&self, customer_id: i64) -> Result<Option<String>, Error> {
        if let Some(chosen) = self.chosen_language(customer_id).await? {
            return Ok(Some(chosen));
        }
        if let Some(page_language) = self.page_language(customer_id).await? {
            return Ok(Some(page_language));
        }
        let sql = "SELECT language FROM subscription WHERE customer_id = $1 ORDER BY created_at DESC LIMIT 1";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(customer_id).fetch_optional(pool).await.map_err(store_error)?
        }))
    }
}

/// Time from which the limits allow a further message; `None` for now. Codes are limited when they are
/// created.
async fn allowed_at(
    tx: &mut Tx,
    message: &OutgoingMessage,
    channel: Channel,
    limits: Limits,
    now: i64,
) -> Result<Option<i64>, Error> {
    if is_code(&message.kind) {
        return Ok(None);
    }
    let (id, word) = (message.message_id, channel.into_str());
    // The message itself is not counted, so that its first attempt does not limit its repetitions.
    let sql = "SELECT COUNT(*), COALESCE(MIN(attempted_at), 0) FROM outgoing_message \
         WHERE channel = $1 AND attempted_at > $2 AND message_id <> $3";
    let (count, oldest): (i64, i64) = on!(*tx, |conn| {
        sqlx::query_as(sql)
            .bind(word)
            .bind(now - MINUTE_MS)
            .bind(id)
            .fetch_one(conn)
            .await
            .map_err(store_error)?
    });
    if count >= limits.per_minute {
        return Ok(Some(oldest + MINUTE_MS));
    }
    let sql = "SELECT COUNT(*), COALESCE(MIN(attempted_at), 0) FROM outgoing_message \
         WHERE customer_id = $4 AND channel = $1 AND attempted_at > $2 AND message_id <> $3";
    let (count, oldest): (i64, i64) = on!(*tx, |conn| {
        let query = sqlx::query_as(sql).bind(word).bind(now - HOUR_MS).bind(id).bind(message.customer_id);
        query.fetch_one(conn).await.map_err(store_error)?
    });
    Ok((count >= limits.per_customer_hour).then_some(oldest + HOUR_MS))
}

/// Whether a message of this kind has a one-time code.
fn is_code(kind: &str) -> bool {
    kind.starts_with("code.")
}

async fn write_content(tx: &mut Tx, message_id: i64, rendered: &Rendered) -> Result<(), Error> {
    let sql = "UPDATE outgoing_message SET recipient = $2, language = $3, subject = $4, text = $5, html = $6, parts = $7 \
         WHERE message_id = $1";
    run!(
        *tx,
        sql,
        message_id,
        &rendered.recipient,
        &rendered.language,
        &rendered.subject,
        &rendered.text,
        &rendered.html,
        rendered.parts
    )
    .map_err(store_error)?;
    Ok(())
}

/// Deletes a waiting message, unless it was leased or moved meanwhile.
async fn delete(tx: &mut Tx, message: &OutgoingMessage) -> Result<(), Error> {
    let sql = "DELETE FROM outgoing_message \
         WHERE message_id = $1 AND next_at = $2 AND channel = $3 AND state = 'waiting'";
    run!(*tx, sql, message.message_id, message.next_at, &message.channel).map_err(store_error)?;
    Ok(())
}

/// Sets the state of a message that is not sent, and makes the messages in reserve due. A code is deleted with its variables.
/// Returns false if `message` has lost its lease or is no longer waiting, for example because another replica has sent it or
/// the staff have sent it again; it then keeps its state.
async fn set_state(
    tx: &mut Tx,
    message: &OutgoingMessage,
    state: State,
    reason: &str,
    detail: &str,
    now: i64,
) -> Result<bool, Error> {
    let (id, word) = (message.message_id, state.into_str());
    let sql = format!(
        "UPDATE outgoing_message SET state = $3, reason = $4, detail = $5, updated_at = $6, next_at = 0, {WITHOUT_CODE} \
         WHERE message_id = $1 AND next_at = $2 AND state = 'waiting'"
    );
    let changed = run!(*tx, AssertSqlSafe(sql), id, message.next_at, word, reason, detail, now);
    let is_changed = changed.map_err(store_error)? > 0;
    if is_changed {
        reserve::resolve(tx, id, state, now).await?;
    }
    Ok(is_changed)
}
