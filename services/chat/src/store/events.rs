//! Append-only event log of the chat: table `event`, with increasing positions from table `counter`.

use std::collections::HashMap;

use heuan_rpc::Error;
use heuan_store::{Tx, numbered, on, read, run, sqlx::AssertSqlSafe};

use super::{
    Store, padded,
    rows::{CONVERSATION, ConversationRow, MESSAGE, MessageRow},
    store_error,
};
use crate::{
    actor::{Actor, ParticipantRole},
    conversation::Conversation,
    message::Message,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    Message,
    Like,
    Conversation,
}

impl EventKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Like => "like",
            Self::Conversation => "conversation",
        }
    }
}

/// An event, with the current state of its message or conversation.
#[derive(Clone, Debug)]
pub struct Event {
    pub position: i64,
    pub customer_id: i64,
    pub created_at: i64,
    pub payload: EventPayload,
    pub side: ParticipantRole,
    pub account_id: i64,
    pub fname: String,
}

#[derive(Clone, Debug)]
pub enum EventPayload {
    Message(Message),
    Like(Message),
    Conversation(Conversation),
}

/// A range of the event log.
#[derive(Debug, Default)]
pub struct EventPage {
    pub events: Vec<Event>,
    /// The position to resume from.
    pub position: i64,
    pub has_more: bool,
    /// Whether the requested position is older than the log.
    pub reset: bool,
}

#[derive(heuan_store::FromRow)]
struct Row {
    position: i64,
    customer_id: i64,
    kind: String,
    message_id: i64,
    side: String,
    account_id: i64,
    fname: String,
    created_at: i64,
}

/// Allocates the next position. Its row stays locked until the transaction ends, so that positions become visible in
/// order.
pub(super) async fn next_position(tx: &mut Tx) -> Result<i64, Error> {
    let sql = "UPDATE counter SET value = value + 1 WHERE id = 1 RETURNING value";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await.map_err(store_error)?))
}

/// Locks out other writers until the transaction ends, like [`next_position`], without allocating a position.
pub(super) async fn lock(tx: &mut Tx) -> Result<(), Error> {
    run!(*tx, "UPDATE counter SET value = value WHERE id = 1").map_err(store_error)?;
    Ok(())
}

pub(super) async fn put(
    tx: &mut Tx,
    position: i64,
    customer_id: i64,
    kind: EventKind,
    message_id: i64,
    actor: &Actor,
    now: i64,
) -> Result<(), Error> {
    let sql = "INSERT INTO event (position, customer_id, kind, message_id, side, account_id, fname, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let side = actor.role.as_str();
    run!(
        *tx,
        sql,
        position,
        customer_id,
        kind.as_str(),
        message_id,
        side,
        actor.account_id,
        &actor.fname,
        now
    )
    .map_err(store_error)?;
    Ok(())
}

impl Store {
    /// Polls events written by other replicas, and notifies waiting streams.
    pub async fn poll_events(&self) -> Result<i64, Error> {
        let sql = "SELECT value FROM counter WHERE id = 1";
        let newest: i64 =
            read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.map_err(store_error)?);
        self.notify_watchers(newest);
        Ok(newest)
    }

    /// The events after a position, of one conversation or of all, oldest first.
    pub async fn stretch(
        &self,
        after: i64,
        customer_id: Option<i64>,
        limit: i64,
    ) -> Result<EventPage, Error> {
        let sql = "SELECT (SELECT value FROM counter WHERE id = 1), (SELECT value FROM counter WHERE id = 2)";
        let (newest, removed): (i64, i64) =
            read!(self.db, |pool| sqlx::query_as(sql).fetch_one(pool).await.map_err(store_error)?);
        if after < removed || after > newest {
            return Ok(EventPage { position: newest, reset: true, ..EventPage::default() });
        }
        // The log may have later events by now; they are part of the next range.
        let sql = "SELECT position, customer_id, kind, message_id, side, account_id, fname, created_at FROM event \
             WHERE position > $1 AND position <= $2 AND ($3 = 0 OR customer_id = $3) ORDER BY position LIMIT $4";
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(sql)
                .bind(after)
                .bind(newest)
                .bind(customer_id.unwrap_or(0))
                .bind(limit)
                .fetch_all(pool)
                .await
                .map_err(store_error)?
        });
        let has_more = rows.len() as i64 == limit;
        let position = if has_more { rows.last().map_or(newest, |last| last.position) } else { newest };
        Ok(EventPage { events: self.filled(rows).await?, position, has_more, reset: false })
    }

    /// Loads messages and conversations of events in two queries, whatever the number of events.
    async fn filled(&self, rows: Vec<Row>) -> Result<Vec<Event>, Error> {
        let of_conversations = |row: &&Row| row.kind == EventKind::Conversation.as_str();
        let conversations: Vec<i64> =
            rows.iter().filter(of_conversations).map(|row| row.customer_id).collect();
        let messages: Vec<i64> =
            rows.iter().filter(|row| !of_conversations(row)).map(|row| row.message_id).collect();
        let (messages, conversations) =
            (self.messages_by_id(&messages).await?, self.conversations_by_id(&conversations).await?);
        let filled = rows.into_iter().filter_map(|row| {
            let payload = match row.kind.as_str() {
                "message" => EventPayload::Message(messages.get(&row.message_id)?.clone()),
                "like" => EventPayload::Like(messages.get(&row.message_id)?.clone()),
                _ => EventPayload::Conversation(conversations.get(&row.customer_id)?.clone()),
            };
            Some(Event {
                position: row.position,
                customer_id: row.customer_id,
                created_at: row.created_at,
                payload,
                side: ParticipantRole::parse(&row.side),
                account_id: row.account_id,
                fname: row.fname,
            })
        });
        Ok(filled.collect())
    }

    async fn messages_by_id(&self, ids: &[i64]) -> Result<HashMap<i64, Message>, Error> {
        let ids = padded(ids);
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let sql =
            format!("SELECT {MESSAGE} FROM message m WHERE m.message_id IN ({})", numbered(1, ids.len()));
        let rows: Vec<MessageRow> = read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for id in ids {
                query = query.bind(id);
            }
            query.fetch_all(pool).await.map_err(store_error)?
        });
        Ok(rows.into_iter().map(Message::from).map(|message| (message.message_id, message)).collect())
    }

    async fn conversations_by_id(&self, ids: &[i64]) -> Result<HashMap<i64, Conversation>, Error> {
        let ids = padded(ids);
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let sql = format!(
            "SELECT {CONVERSATION} FROM conversation c WHERE c.customer_id IN ({})",
            numbered(1, ids.len())
        );
        let rows: Vec<ConversationRow> = read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for id in ids {
                query = query.bind(id);
            }
            query.fetch_all(pool).await.map_err(store_error)?
        });
        let found = rows.into_iter().map(Conversation::from);
        Ok(found.map(|conversation| (conversation.customer_id, conversation)).collect())
    }

    /// Deletes events older than `at` from the log; messages stay.
    pub async fn delete_events_before(&self, before: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "UPDATE counter SET value = COALESCE((SELECT MAX(position) FROM event WHERE created_at < $1), value) WHERE id = 2";
        run!(tx, sql, before).map_err(store_error)?;
        let sql = "DELETE FROM event WHERE position <= (SELECT value FROM counter WHERE id = 2)";
        run!(tx, sql).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}
