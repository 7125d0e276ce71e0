//! Queries of a customer's rows for their export, and their deletion.

use heuan_rpc::Error;
use heuan_store::{Tx, numbered, on, read, run, sqlx::AssertSqlSafe};

use super::{
    Store, events,
    messages::known_as,
    padded,
    retention::{delete_messages, settle_conversation},
    rows::{MESSAGE, MessageRow},
    store_error, subject,
};
use crate::{links::links, message::Message};

/// Messages deleted by one transaction, during which other writers wait.
const MESSAGES: i64 = 500;
/// Images deleted by one transaction; each may be several megabytes in size.
const ATTACHMENTS: i64 = 50;

/// An image of a conversation without its content.
#[derive(Clone, Debug, heuan_store::FromRow)]
pub struct AttachmentRow {
    pub attachment_id: String,
    pub by_customer: i64,
    pub created_at: i64,
}

impl Store {
    /// Messages of a customer's conversation, oldest first.
    pub async fn export_messages(&self, customer_id: i64) -> Result<Vec<Message>, Error> {
        let sql = format!("SELECT {MESSAGE} FROM message m WHERE m.customer_id = $1 ORDER BY m.seq");
        let rows: Vec<MessageRow> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(customer_id).fetch_all(pool).await.map_err(store_error)?
        });
        Ok(rows.into_iter().map(Message::from).collect())
    }

    /// Images of a customer's conversation, oldest first.
    pub async fn export_attachments(&self, customer_id: i64) -> Result<Vec<AttachmentRow>, Error> {
        let sql = "SELECT attachment_id, by_customer, created_at FROM attachment WHERE customer_id = $1 \
             ORDER BY created_at, attachment_id";
        Ok(read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Deletes the customer's conversation with messages, likes, images and the previews of links in it, in small transactions.
    /// Messages that they wrote in other conversations, as a former member of the staff, lose their name.
    pub async fn erase_customer(&self, customer_id: i64) -> Result<(), Error> {
        loop {
            let mut tx = self.db.begin().await.map_err(store_error)?;
            let deleted = delete_oldest(&mut tx, customer_id).await?;
            tx.commit().await.map_err(store_error)?;
            if deleted < MESSAGES.unsigned_abs() {
                break;
            }
        }
        loop {
            let mut tx = self.db.begin().await.map_err(store_error)?;
            let sql = "DELETE FROM attachment WHERE attachment_id IN \
                 (SELECT attachment_id FROM attachment WHERE customer_id = $1 LIMIT $2)";
            let deleted = run!(tx, sql, customer_id, ATTACHMENTS).map_err(store_error)?;
            tx.commit().await.map_err(store_error)?;
            if deleted < ATTACHMENTS.unsigned_abs() {
                break;
            }
        }
        self.erase_author(customer_id).await?;
        self.db.delete_quotas(&subject(customer_id)).await.map_err(store_error)
    }

    /// Removes the name from messages that a former member of the staff wrote to other customers.
    async fn erase_author(&self, account_id: i64) -> Result<(), Error> {
        // The messages are found on a read connection: no index has the author, so a write transaction would
        // keep other writers waiting.
        let sql = "SELECT message_id FROM message WHERE side = 'staff' AND account_id = $1 \
             AND (fname <> '' OR lname <> '' OR phone <> '') ORDER BY message_id";
        let ids: Vec<i64> = read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(account_id).fetch_all(pool).await.map_err(store_error)?
        });
        for ids in ids.chunks(MESSAGES as usize) {
            let ids = padded(ids);
            let sql = format!(
                "UPDATE message SET fname = '', lname = '', phone = '' WHERE message_id IN ({})",
                numbered(1, ids.len())
            );
            let mut tx = self.db.begin().await.map_err(store_error)?;
            on!(tx, |conn| {
                let mut query = sqlx::query(AssertSqlSafe(sql));
                for id in ids {
                    query = query.bind(id);
                }
                query.execute(conn).await.map_err(store_error)?;
            });
            tx.commit().await.map_err(store_error)?;
        }
        let mut tx = self.db.begin().await.map_err(store_error)?;
        for sql in [
            "UPDATE event SET fname = '' WHERE side = 'staff' AND account_id = $1 AND fname <> ''",
            "UPDATE conversation SET claimed_by = 0, claimed_name = '', claimed_until = 0 WHERE claimed_by = $1",
        ] {
            run!(tx, sql, account_id).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }

    /// Empties the write-ahead log of SQLite, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool, Error> {
        self.db.truncate_log().await.map_err(store_error)
    }
}

/// Deletes the oldest messages of a conversation, and the conversation with the last of them. Returns their number.
async fn delete_oldest(tx: &mut Tx, customer_id: i64) -> Result<u64, Error> {
    // From here on no writer adds messages.
    events::lock(tx).await?;
    let sql = "SELECT message_id, text FROM message WHERE customer_id = $1 ORDER BY seq LIMIT $2";
    let oldest: Vec<(i64, String)> = on!(*tx, |conn| {
        sqlx::query_as(sql).bind(customer_id).bind(MESSAGES).fetch_all(conn).await.map_err(store_error)?
    });
    let ids: Vec<i64> = oldest.iter().map(|message| message.0).collect();
    delete_messages(tx, &ids).await?;
    for id in oldest.iter().flat_map(|message| links(&message.1)).filter_map(|link| known_as(&link)) {
        run!(*tx, "DELETE FROM preview WHERE preview_id = $1", &id).map_err(store_error)?;
        run!(*tx, "DELETE FROM preview_image WHERE preview_id = $1", &id).map_err(store_error)?;
    }
    settle_conversation(tx, customer_id).await?;
    Ok(oldest.len() as u64)
}
