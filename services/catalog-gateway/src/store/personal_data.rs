//! Names of members of the staff in the ledgers and drafts.

use heuan_store::{Result, read, run};

use super::Store;

/// Whether a ledger or a draft has the name of an actor. It is read first, so that the erasure of a customer who was never a
/// member of the staff locks nothing.
const IS_NAMED: &str = "SELECT EXISTS (SELECT 1 FROM change_set WHERE actor_id = $1 AND actor_name <> '') \
       OR EXISTS (SELECT 1 FROM content_change WHERE actor_id = $1 AND actor_name <> '') \
       OR EXISTS (SELECT 1 FROM content_draft WHERE actor_id = $1 AND actor_name <> '') \
       OR EXISTS (SELECT 1 FROM catalog_import WHERE actor_id = $1 AND actor_name <> '')";

const ERASE: [&str; 4] = [
    "UPDATE change_set SET actor_name = '' WHERE actor_id = $1",
    "UPDATE content_change SET actor_name = '' WHERE actor_id = $1",
    "UPDATE content_draft SET actor_name = '' WHERE actor_id = $1",
    "UPDATE catalog_import SET actor_name = '' WHERE actor_id = $1",
];

impl Store {
    /// Removes the name of an actor from all ledgers and drafts.
    pub async fn erase_actor(&self, actor_id: i64) -> Result<()> {
        let is_named: bool =
            read!(self.db, |pool| sqlx::query_scalar(IS_NAMED).bind(actor_id).fetch_one(pool).await?);
        if !is_named {
            return Ok(());
        }
        let mut tx = self.db.begin().await?;
        for sql in ERASE {
            run!(tx, sql, actor_id)?;
        }
        tx.commit().await
    }

    /// Empties the write-ahead log of SQLite, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool> {
        self.db.truncate_log().await
    }
}
