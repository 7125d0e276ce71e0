//! Reports of providers on messages that they had accepted.

use heuan_rpc::Error;
use heuan_store::{on, run};

use super::{Store, store_error, undeliverable};
use crate::outgoing_message::{Channel, FailureReason, OutgoingMessage, ReportOutcome};

impl Store {
    /// Stores a report. A later report replaces it, unless the stored one says that the message was
    /// delivered.
    pub async fn put_report(
        &self,
        channel: Channel,
        provider_id: &str,
        outcome: ReportOutcome,
        detail: &str,
        now: i64,
    ) -> Result<(), Error> {
        let sql = "INSERT INTO delivery_report (channel, provider_id, outcome, detail, received_at) \
             VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (channel, provider_id) DO UPDATE SET outcome = $3, detail = $4, received_at = $5 \
               WHERE delivery_report.outcome <> 'delivered'";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, sql, channel.into_str(), provider_id, outcome.into_str(), detail, now)
            .map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Applies a stored report to its message, and deletes it. If there is no such message, the report stays: it may arrive
    /// before the provider's response that names the message. This is called after each of the two, so the second call finds
    /// both.
    pub async fn apply_report(&self, channel: Channel, provider_id: &str, now: i64) -> Result<(), Error> {
        let word = channel.into_str();
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "SELECT outcome, detail FROM delivery_report WHERE channel = $1 AND provider_id = $2";
        let report: Option<(String, String)> = on!(tx, |conn| {
            let query = sqlx::query_as(sql).bind(word).bind(provider_id);
            query.fetch_optional(conn).await.map_err(store_error)?
        });
        let Some((outcome, detail)) = report else { return Ok(()) };
        // The row lock of this update makes reports of the same message wait for each other. A delivered or failed
        // message keeps its state.
        let sql = "UPDATE outgoing_message SET tries = tries WHERE channel = $1 AND provider_id = $2 \
             RETURNING message_id, no_id, news_id, customer_id, recipient, attempted_at, \
               CAST(CASE WHEN state = 'sent' AND delivered_at = 0 THEN 1 ELSE 0 END AS BIGINT) AS is_open";
        let found: Option<ReportedRow> = on!(tx, |conn| {
            let query = sqlx::query_as(sql).bind(word).bind(provider_id);
            query.fetch_optional(conn).await.map_err(store_error)?
        });
        let Some(found) = found else { return Ok(()) };
        let id = found.message_id;
        if found.is_open == 1 && outcome == ReportOutcome::Delivered.into_str() {
            let sql = "UPDATE outgoing_message SET delivered_at = $2, updated_at = $2 WHERE message_id = $1";
            run!(tx, sql, id, now).map_err(store_error)?;
        } else if found.is_open == 1 {
            let sql = "UPDATE outgoing_message SET state = 'failed', reason = $2, detail = $3, updated_at = $4 \
                 WHERE message_id = $1";
            run!(tx, sql, id, &outcome, &detail, now).map_err(store_error)?;
            if outcome == FailureReason::InvalidAddress.into_str() && !found.is_direct() {
                let ReportedRow { customer_id, recipient, attempted_at, .. } = &found;
                undeliverable::mark(&mut tx, *customer_id, channel, recipient, &detail, *attempted_at)
                    .await?;
            }
        }
        let sql = "DELETE FROM delivery_report WHERE channel = $1 AND provider_id = $2";
        run!(tx, sql, word, provider_id).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}

/// The state of the message that a report is about.
#[derive(heuan_store::FromRow)]
struct ReportedRow {
    message_id: i64,
    no_id: i64,
    news_id: i64,
    customer_id: i64,
    recipient: String,
    attempted_at: i64,
    is_open: i64,
}

impl ReportedRow {
    fn is_direct(&self) -> bool {
        OutgoingMessage { no_id: self.no_id, news_id: self.news_id, ..OutgoingMessage::default() }.is_direct()
    }
}
