//! Queries of the outbox page, and of the channels that customers chose.

use heuan_rpc::Error;
use heuan_store::{read, run, sqlx::AssertSqlSafe};

use super::{Store, messages::COLUMNS, store_error};
use crate::outgoing_message::{Channel, ListFilter, OutgoingMessage, State, channels_from, channels_text};

/// Number of messages in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateCounts {
    pub waiting: i64,
    pub sent: i64,
    pub failed: i64,
    pub not_configured: i64,
}

impl Store {
    /// Messages below an id, newest first.
    pub async fn list_messages(
        &self,
        filter: ListFilter,
        before: i64,
        limit: i64,
    ) -> Result<Vec<OutgoingMessage>, Error> {
        let mut rules = String::from("m.message_id < $1");
        let mut bound = Vec::new();
        let words = [
            ("state", filter.state.map(State::into_str)),
            ("channel", filter.channel.map(Channel::into_str)),
        ];
        for (column, word) in words {
            if let Some(word) = word {
                bound.push(word);
                let position = (bound.len() + 2).to_string();
                rules.extend([" AND m.", column, " = $", position.as_str()]);
            }
        }
        let sql = format!(
            "SELECT {COLUMNS} FROM outgoing_message m LEFT JOIN notification n ON n.no_id = m.no_id \
             WHERE {rules} ORDER BY m.message_id DESC LIMIT $2"
        );
        Ok(read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql)).bind(before).bind(limit);
            for word in bound {
                query = query.bind(word);
            }
            query.fetch_all(pool).await.map_err(store_error)?
        }))
    }

    pub async fn message(&self, message_id: i64) -> Result<Option<OutgoingMessage>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outgoing_message m LEFT JOIN notification n ON n.no_id = m.no_id \
             WHERE m.message_id = $1"
        );
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(message_id)
                .fetch_optional(pool)
                .await
                .map_err(store_error)?
        }))
    }

    pub async fn count_messages(&self) -> Result<StateCounts, Error> {
        let sql = "SELECT state, COUNT(*) FROM outgoing_message GROUP BY state";
        let rows: Vec<(String, i64)> =
            read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await.map_err(store_error)?);
        let count = |state| rows.iter().find(|(found, _)| found == state).map_or(0, |(_, count)| *count);
        Ok(StateCounts {
            waiting: count("waiting"),
            sent: count("sent"),
            failed: count("failed"),
            not_configured: count("not_configured"),
        })
    }

    /// Makes a message due again. Returns false if it is already waiting, has a code or does not exist.
    pub async fn resend_message(&self, message_id: i64, now: i64, until: i64) -> Result<bool, Error> {
        let sql = "UPDATE outgoing_message SET state = 'waiting', next_at = $2, until = $3, tries = 0, \
               resends = resends + 1, reason = '', detail = '', updated_at = $2, provider_id = '', delivered_at = 0 \
             WHERE message_id = $1 AND state <> 'waiting' AND kind NOT LIKE 'code.%'";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let changed = run!(tx, sql, message_id, now, until).map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(changed > 0)
    }

    /// The channels that a customer chose.
    pub async fn message_preference(&self, customer_id: i64) -> Result<Option<Vec<Channel>>, Error> {
        let sql = "SELECT channels FROM message_preference WHERE customer_id = $1";
        let chosen: Option<String> = read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(customer_id).fetch_optional(pool).await.map_err(store_error)?
        });
        Ok(chosen.map(|text| channels_from(&text)))
    }

    pub async fn save_message_preference(
        &self,
        customer_id: i64,
        channels: &[Channel],
        language: &str,
        now: i64,
    ) -> Result<(), Error> {
        let sql = "INSERT INTO message_preference (customer_id, channels, language, updated_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (customer_id) DO UPDATE SET channels = $2, language = $3, updated_at = $4";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, sql, customer_id, channels_text(channels), language, now).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// The language that a customer chose for messages.
    pub async fn chosen_language(&self, customer_id: i64) -> Result<Option<String>, Error> {
        let sql = "SELECT language FROM message_preference WHERE customer_id = $1";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(customer_id).fetch_optional(pool).await.map_err(store_error)?
        }))
    }

    /// The language of the page on which a customer last signed in or ordered.
    pub async fn page_language(&self, customer_id: i64) -> Result<Option<String>, Error> {
        let sql = "SELECT language FROM page_language WHERE customer_id = $1";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(customer_id).fetch_optional(pool).await.map_err(store_error)?
        }))
    }

    pub async fn save_page_language(&self, customer_id: i64, language: &str, now: i64) -> Result<(), Error> {
        let sql = "INSERT INTO page_language (customer_id, language, updated_at) VALUES ($1, $2, $3) \
             ON CONFLICT (customer_id) DO UPDATE SET language = $2, updated_at = $3";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, sql, customer_id, language, now).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Messages of a customer, oldest first.
    pub async fn export_messages(&self, customer_id: i64) -> Result<Vec<OutgoingMessage>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outgoing_message m LEFT JOIN notification n ON n.no_id = m.no_id \
             WHERE m.customer_id = $1 ORDER BY m.message_id"
        );
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(customer_id).fetch_all(pool).await.map_err(store_error)?
        }))
    }
}
