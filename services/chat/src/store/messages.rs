//! Queries of stored chat messages, likes and read marks.

use std::collections::{HashMap, HashSet};

use heuan_rpc::Error;
use heuan_store::{Tx, numbered, on, read, run, sqlx::AssertSqlSafe};

use super::{
    Store, answer_reminders, charge,
    events::{self, EventKind},
    padded,
    rows::{MESSAGE, MessageRow},
    save_message::conversation,
    staff_reminders, store_error,
};
use crate::{
    actor::{Actor, ParticipantRole},
    conversation::Conversation,
    limits::Charge,
    link_preview::{Preview, preview_id},
    links::links,
    message::Message,
};

/// Selects messages of a conversation.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    Newest,
    Before(i64),
    After(i64),
}

/// Messages ordered by `seq`.
#[derive(Debug)]
pub struct MessagePage {
    pub messages: Vec<Message>,
    pub more: bool,
}

impl Store {
    pub async fn messages(
        &self,
        customer_id: i64,
        reader: &Actor,
        part: Part,
        limit: i64,
    ) -> Result<MessagePage, Error> {
        let (rule, bound, order) = match part {
            Part::Newest => ("m.seq > $2", 0, "DESC"),
            Part::Before(seq) => ("m.seq < $2", seq, "DESC"),
            Part::After(seq) => ("m.seq > $2", seq, "ASC"),
        };
        let sql = format!(
            "SELECT {MESSAGE} FROM message m WHERE m.customer_id = $1 AND {rule} ORDER BY m.seq {order} LIMIT $3"
        );
        let rows: Vec<MessageRow> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(customer_id)
                .bind(bound)
                .bind(limit + 1)
                .fetch_all(pool)
                .await
                .map_err(store_error)?
        });
        let more = rows.len() as i64 > limit;
        let mut messages: Vec<Message> = rows.into_iter().take(limit as usize).map(Message::from).collect();
        if order == "DESC" {
            messages.reverse();
        }
        self.mark_liked(&mut messages, reader).await?;
        self.add_previews(&mut messages).await?;
        Ok(MessagePage { messages, more })
    }

    async fn mark_liked(&self, messages: &mut [Message], reader: &Actor) -> Result<(), Error> {
        let ids: Vec<i64> =
            messages.iter().filter(|message| message.likes > 0).map(|message| message.message_id).collect();
        let ids = padded(&ids);
        if ids.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "SELECT message_id FROM message_like WHERE side = $1 AND account_id = $2 AND message_id IN ({})",
            numbered(3, ids.len())
        );
        let liked: Vec<i64> = read!(self.db, |pool| {
            let mut query =
                sqlx::query_scalar(AssertSqlSafe(sql)).bind(reader.role.as_str()).bind(reader.account_id);
            for id in ids {
                query = query.bind(id);
            }
            query.fetch_all(pool).await.map_err(store_error)?
        });
        let liked: HashSet<i64> = liked.into_iter().collect();
        for message in messages {
            message.is_liked = liked.contains(&message.message_id);
        }
        Ok(())
    }

    /// Adds the cached previews of the links in these messages, in one query.
    pub async fn add_previews(&self, messages: &mut [Message]) -> Result<(), Error> {
        let ids: Vec<String> = messages
            .iter()
            .flat_map(|message| links(&message.text))
            .filter_map(|link| known_as(&link))
            .collect();
        let known: HashMap<String, Preview> = self
            .previews(&ids)
            .await?
            .into_iter()
            .map(|preview| (preview.preview_id.clone(), preview))
            .collect();
        if known.is_empty() {
            return Ok(());
        }
        for message in messages {
            let ids = links(&message.text).into_iter().filter_map(|link| known_as(&link));
            message.previews = ids.filter_map(|id| known.get(&id).cloned()).collect();
        }
        Ok(())
    }

    /// Sets or removes a like; `None` toggles it. Returns `None` if there is no such message for `actor`. `charges` are
    /// counted only on a change.
    pub async fn like(
        &self,
        message_id: i64,
        actor: &Actor,
        liked: Option<bool>,
        charges: &[Charge],
        now: i64,
    ) -> Result<Option<Message>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let position = events::next_position(&mut tx).await?;
        let Some(mut message) = find_message(&mut tx, message_id).await? else { return Ok(None) };
        if !actor.may_see(message.customer_id) {
            return Ok(None);
        }
        let (side, account_id) = (actor.role.as_str(), actor.account_id);
        let removing = "DELETE FROM message_like WHERE message_id = $1 AND side = $2 AND account_id = $3";
        let was_liked = run!(tx, removing, message_id, side, account_id).map_err(store_error)? > 0;
        message.is_liked = liked.unwrap_or(!was_liked);
        if message.is_liked {
            let sql = "INSERT INTO message_like (message_id, side, account_id) VALUES ($1, $2, $3)";
            run!(tx, sql, message_id, side, account_id).map_err(store_error)?;
        }
        if message.is_liked == was_liked {
            // Nothing changes, so there is no event.
            return Ok(Some(message));
        }
        charge(&mut tx, actor.account_id, charges, now).await?;
        message.likes += if message.is_liked { 1 } else { -1 };
        run!(tx, "UPDATE message SET likes = $2 WHERE message_id = $1", message_id, message.likes)
            .map_err(store_error)?;
        events::put(&mut tx, position, message.customer_id, EventKind::Like, message_id, actor, now).await?;
        tx.commit().await.map_err(store_error)?;
        self.notify_watchers(position);
        Ok(Some(message))
    }

    /// Advances the read position of a side to `seq`. Returns `None` before the first message. Unread messages of the other
    /// side cause a reminder of the reader after `reminder_ms`.
    pub async fn mark_read(
        &self,
        customer_id: i64,
        reader: &Actor,
        seq: i64,
        reminder_ms: i64,
        now: i64,
    ) -> Result<Option<Conversation>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let position = events::next_position(&mut tx).await?;
        let Some(before) = conversation(&mut tx, customer_id).await? else { return Ok(None) };
        let (seen, column, unread, other) = match reader.role {
            ParticipantRole::Customer => {
                (before.customer_read_seq, "customer_read_seq", "customer_unread", ParticipantRole::Staff)
            }
            ParticipantRole::Staff => {
                (before.staff_read_seq, "staff_read_seq", "staff_unread", ParticipantRole::Customer)
            }
        };
        let seq = seq.min(before.last_seq);
        if seq <= seen {
            return Ok(Some(before));
        }
        let sql = format!(
            "UPDATE conversation SET {column} = $2, {unread} = \
               (SELECT COUNT(*) FROM message WHERE customer_id = $1 AND seq > $2 AND side = $3) \
             WHERE customer_id = $1"
        );
        run!(tx, AssertSqlSafe(sql), customer_id, seq, other.as_str()).map_err(store_error)?;
        match reader.role {
            ParticipantRole::Customer => {
                answer_reminders::read_up_to(&mut tx, customer_id, seq, reminder_ms, now).await?;
            }
            ParticipantRole::Staff => {
                staff_reminders::read_up_to(&mut tx, customer_id, seq, reminder_ms, now).await?;
            }
        }
        events::put(&mut tx, position, customer_id, EventKind::Conversation, 0, reader, now).await?;
        let after = conversation(&mut tx, customer_id).await?;
        tx.commit().await.map_err(store_error)?;
        self.notify_watchers(position);
        Ok(after)
    }
}

async fn find_message(tx: &mut Tx, message_id: i64) -> Result<Option<Message>, Error> {
    let sql = format!("SELECT {MESSAGE} FROM message m WHERE m.message_id = $1");
    let row: Option<MessageRow> = on!(*tx, |conn| {
        sqlx::query_as(AssertSqlSafe(sql)).bind(message_id).fetch_optional(conn).await.map_err(store_error)?
    });
    Ok(row.map(Message::from))
}

/// The key under which a link's preview is stored.
pub(super) fn known_as(link: &str) -> Option<String> {
    let mut url = url::Url::parse(link).ok()?;
    url.set_fragment(None);
    Some(preview_id(url.as_str()))
}
