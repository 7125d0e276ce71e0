//! Storing of a chat message: one transaction with its event, its quotas and its conversation; a repeated message is
//! recognized by its `client_id`.

use heuan_rpc::Error;
use heuan_store::{Tx, on, run, sqlx::AssertSqlSafe};

use super::{
    Store, answer_reminders, charge,
    events::{self, EventKind},
    rows::{CONVERSATION, ConversationRow, MESSAGE, MessageRow},
    staff_reminders, store_error,
};
use crate::{
    actor::Actor,
    conversation::Conversation,
    inbox_search::{searched_customer, searched_message},
    limits::Charge,
    message::{Draft, Message},
};

/// Reply context of a staff message.
#[derive(Clone, Copy, Debug)]
pub struct StaffReply {
    pub version: i64,
    pub take_over: bool,
    /// Duration of the claim after the reply.
    pub claim_ms: i64,
    /// Time after which an unread reply becomes a message outside the shop; 0 for never.
    pub reminder_ms: i64,
}

/// Rules for a message, which depend on the side of its author.
#[derive(Clone, Copy, Debug)]
pub enum WriteRules<'a> {
    Customer {
        /// Charges that are counted if the message is new.
        charges: &'a [Charge],
        /// Time after which the staff get a push about an unread message; 0 for never.
        reminder_ms: i64,
    },
    Staff(StaffReply),
}

/// Result of writing a message.
#[derive(Debug)]
pub enum WriteOutcome {
    New(Message, Conversation),
    /// A message with the same `client_id` already exists.
    Repeated(Message, Conversation),
    /// Another member of the staff has claimed the conversation.
    Refused(Error),
    NoConversation,
}

impl Store {
    /// Saves a message in its conversation, which the customer's first message creates. Returns `RESOURCE_EXHAUSTED` if a
    /// quota is exceeded.
    pub async fn save_message(
        &self,
        draft: &Draft,
        rules: WriteRules<'_>,
        now: i64,
    ) -> Result<WriteOutcome, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // The position is allocated first, because this serializes writers: the data read below cannot
        // change.
        let position = events::next_position(&mut tx).await?;
        let before = conversation(&mut tx, draft.customer_id).await?;
        if let Some(message) = find_duplicate(&mut tx, draft).await? {
            let Some(conversation) = before else { return Ok(WriteOutcome::NoConversation) };
            return Ok(WriteOutcome::Repeated(message, conversation));
        }
        let author = &draft.author;
        match (rules, &before) {
            (WriteRules::Staff(_), None) => return Ok(WriteOutcome::NoConversation),
            (WriteRules::Staff(answer), Some(before)) => {
                let guarded =
                    before.check_can_reply(author.account_id, answer.version, answer.take_over, now);
                if let Err(error) = guarded {
                    return Ok(WriteOutcome::Refused(error));
                }
            }
            (WriteRules::Customer { charges, .. }, _) => {
                charge(&mut tx, author.account_id, charges, now).await?;
            }
        }
        let seq = before.as_ref().map_or(0, |before| before.last_seq) + 1;
        match rules {
            WriteRules::Customer { .. } => upsert_for_customer(&mut tx, author, seq, now).await?,
            WriteRules::Staff(answer) => {
                update_for_staff(&mut tx, draft, seq, now + answer.claim_ms, now).await?;
            }
        }
        insert(&mut tx, draft, position, seq, now).await?;
        events::put(&mut tx, position, draft.customer_id, EventKind::Message, position, author, now).await?;
        remind(&mut tx, draft.customer_id, seq, rules, before.as_ref(), now).await?;
        let mut newest = position;
        if let WriteRules::Staff(_) = rules {
            // A new position makes the other members of the staff receive the new version.
            newest = events::next_position(&mut tx).await?;
            events::put(&mut tx, newest, draft.customer_id, EventKind::Conversation, 0, author, now).await?;
        }
        let conversation = conversation(&mut tx, draft.customer_id)
            .await?
            .ok_or_else(|| Error::internal("no message written"))?;
        tx.commit().await.map_err(store_error)?;
        self.notify_watchers(newest);
        let message = Message {
            message_id: position,
            customer_id: draft.customer_id,
            seq,
            text: draft.text.clone(),
            kind: draft.kind,
            url: draft.url.clone(),
            author: author.clone(),
            client_id: draft.client_id.clone(),
            likes: 0,
            is_liked: false,
            width: draft.width,
            height: draft.height,
            created_at: now,
            previews: Vec::new(),
        };
        Ok(WriteOutcome::New(message, conversation))
    }
}

/// Begins and ends the reminders that a new message concerns, on both sides.
async fn remind(
    tx: &mut Tx,
    customer_id: i64,
    seq: i64,
    rules: WriteRules<'_>,
    before: Option<&Conversation>,
    now: i64,
) -> Result<(), Error> {
    match rules {
        WriteRules::Customer { reminder_ms, .. } if reminder_ms > 0 => {
            staff_reminders::begin(tx, customer_id, seq, now + reminder_ms).await
        }
        WriteRules::Customer { .. } => Ok(()),
        WriteRules::Staff(answer) => {
            staff_reminders::answered(tx, customer_id, now).await?;
            if answer.reminder_ms > 0 && before.is_some_and(|before| before.customer_unread == 0) {
                answer_reminders::begin(tx, customer_id, seq, now + answer.reminder_ms).await?;
            }
            Ok(())
        }
    }
}

pub(super) async fn conversation(tx: &mut Tx, customer_id: i64) -> Result<Option<Conversation>, Error> {
    let sql = format!("SELECT {CONVERSATION} FROM conversation c WHERE c.customer_id = $1");
    let row: Option<ConversationRow> = on!(*tx, |conn| {
        sqlx::query_as(AssertSqlSafe(sql))
            .bind(customer_id)
            .fetch_optional(conn)
            .await
            .map_err(store_error)?
    });
    Ok(row.map(Conversation::from))
}

async fn find_duplicate(tx: &mut Tx, draft: &Draft) -> Result<Option<Message>, Error> {
    let sql = format!(
        "SELECT {MESSAGE} FROM message m \
         WHERE m.customer_id = $1 AND m.side = $2 AND m.account_id = $3 AND m.client_id = $4"
    );
    let row: Option<MessageRow> = on!(*tx, |conn| {
        sqlx::query_as(AssertSqlSafe(sql))
            .bind(draft.customer_id)
            .bind(draft.author.role.as_str())
            .bind(draft.author.account_id)
            .bind(&draft.client_id)
            .fetch_optional(conn)
            .await
            .map_err(store_error)?
    });
    Ok(row.map(Message::from))
}

async fn upsert_for_customer(tx: &mut Tx, author: &Actor, seq: i64, now: i64) -> Result<(), Error> {
    let search_text = searched_customer(author);
    let sql = "INSERT INTO conversation (customer_id, fname, lname, phone, search_text, last_seq, customer_read_seq, \
           staff_read_seq, customer_unread, staff_unread, claimed_by, claimed_name, claimed_until, version, \
           version_by, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0, 1, 0, '', 0, 0, 0, $7) \
         ON CONFLICT (customer_id) DO UPDATE SET fname = $2, lname = $3, phone = $4, search_text = $5, last_seq = $6, \
           staff_unread = conversation.staff_unread + 1, updated_at = $7";
    run!(*tx, sql, author.account_id, &author.fname, &author.lname, &author.phone, &search_text, seq, now)
        .map_err(store_error)?;
    Ok(())
}

async fn update_for_staff(
    tx: &mut Tx,
    draft: &Draft,
    seq: i64,
    claimed_until: i64,
    now: i64,
) -> Result<(), Error> {
    let sql = "UPDATE conversation SET last_seq = $2, answered_seq = $2, customer_unread = customer_unread + 1, version = version + 1, \
           version_by = $3, claimed_by = $3, claimed_name = $4, claimed_until = $5, updated_at = $6 \
         WHERE customer_id = $1";
    let author = &draft.author;
    run!(*tx, sql, draft.customer_id, seq, author.account_id, &author.fname, claimed_until, now)
        .map_err(store_error)?;
    Ok(())
}

async fn insert(tx: &mut Tx, draft: &Draft, message_id: i64, seq: i64, now: i64) -> Result<(), Error> {
    let sql = "INSERT INTO message (message_id, customer_id, seq, text, search_text, kind, url, side, account_id, fname, \
           lname, phone, client_id, likes, width, height, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, $14, $15, $16)";
    let author = &draft.author;
    run!(
        *tx,
        sql,
        message_id,
        draft.customer_id,
        seq,
        &draft.text,
        searched_message(&draft.text),
        draft.kind.as_str(),
        &draft.url,
        author.role.as_str(),
        author.account_id,
        &author.fname,
        &author.lname,
        &author.phone,
        &draft.client_id,
        draft.width,
        draft.height,
        now,
    )
    .map_err(store_error)?;
    Ok(())
}
