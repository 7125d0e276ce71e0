//! SQL of quick replies: table `quick_reply`.

use heuan_rpc::Error;
use heuan_store::{on, read, run};

use super::{Store, store_error};

/// A prepared reply of the staff.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
#[allow(clippy::struct_field_names, reason = "the value stored in the tables")]
pub struct QuickReply {
    pub quick_reply_id: i64,
    pub title: String,
    pub text: String,
}

impl Store {
    pub async fn quick_replies(&self) -> Result<Vec<QuickReply>, Error> {
        let sql = "SELECT quick_reply_id, title, text FROM quick_reply ORDER BY quick_reply_id";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await.map_err(store_error)?))
    }

    /// Inserts a reply with id 0, or updates the reply with that id. Returns `None` if the reply does not exist, or if
    /// there are already `max_count` replies.
    pub async fn save_quick_reply(
        &self,
        reply: &QuickReply,
        max_count: i64,
    ) -> Result<Option<QuickReply>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let saved: Option<QuickReply> = if reply.quick_reply_id == 0 {
            // The log's counter serializes writers; its number is used as the id and skipped in the log.
            let id = super::events::next_position(&mut tx).await?;
            let sql = "INSERT INTO quick_reply (quick_reply_id, title, text) \
                 SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS TEXT) \
                 WHERE (SELECT COUNT(*) FROM quick_reply) < $4 RETURNING quick_reply_id, title, text";
            on!(tx, |conn| {
                sqlx::query_as(sql)
                    .bind(id)
                    .bind(&reply.title)
                    .bind(&reply.text)
                    .bind(max_count)
                    .fetch_optional(conn)
                    .await
                    .map_err(store_error)?
            })
        } else {
            let sql = "UPDATE quick_reply SET title = $2, text = $3 WHERE quick_reply_id = $1 \
                 RETURNING quick_reply_id, title, text";
            on!(tx, |conn| {
                sqlx::query_as(sql)
                    .bind(reply.quick_reply_id)
                    .bind(&reply.title)
                    .bind(&reply.text)
                    .fetch_optional(conn)
                    .await
                    .map_err(store_error)?
            })
        };
        tx.commit().await.map_err(store_error)?;
        Ok(saved)
    }

    pub async fn delete_quick_reply(&self, id: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, "DELETE FROM quick_reply WHERE quick_reply_id = $1", id).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}
