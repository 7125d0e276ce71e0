//! Deletion and export of a customer's searches.

use heuan_store::{Result, read, run};

use super::{Store, search_log::recount};
use crate::limits::owner_word;

/// Counted searches read by one query.
const PAGE: i64 = 5000;

/// A counted search whose owner is known.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct OwnedSearch {
    pub text_key: String,
    pub visitor: String,
    owner: String,
    pub text: String,
    pub at: i64,
}

impl Store {
    /// The counted searches of a customer. Their owners are stored as pseudonyms that differ for each text, so that each row is
    /// compared.
    pub async fn owned_searches(&self, customer_id: i64) -> Result<Vec<OwnedSearch>> {
        let sql = "SELECT text_key, visitor, owner, text, at FROM search_log WHERE owner IS NOT NULL \
             AND (text_key > $1 OR (text_key = $1 AND visitor > $2)) ORDER BY text_key, visitor LIMIT $3";
        let (mut owned, mut text_key, mut visitor) = (Vec::new(), String::new(), String::new());
        loop {
            let page: Vec<OwnedSearch> = read!(self.db, |pool| {
                sqlx::query_as(sql).bind(&text_key).bind(&visitor).bind(PAGE).fetch_all(pool).await?
            });
            let Some(last) = page.last() else { return Ok(owned) };
            last.text_key.clone_into(&mut text_key);
            last.visitor.clone_into(&mut visitor);
            owned.extend(page.into_iter().filter(|row| row.owner == owner_word(customer_id, &row.text_key)));
        }
    }

    /// Deletes the history, the counted searches and the quota usage of a customer, and the name of a former member of the
    /// staff from what they changed.
    pub async fn erase_customer(&self, customer_id: i64) -> Result<()> {
        let owned = self.owned_searches(customer_id).await?;
        let mut tx = self.db.begin().await?;
        for OwnedSearch { text_key, visitor, owner, .. } in owned {
            let sql = "DELETE FROM search_log WHERE text_key = $1 AND visitor = $2 AND owner = $3";
            run!(tx, sql, &text_key, visitor, owner)?;
            recount(&mut tx, &text_key).await?;
        }
        run!(tx, "DELETE FROM search_history WHERE customer_id = $1", customer_id)?;
        run!(tx, "UPDATE synonym_group SET updated_by = '' WHERE updated_by_id = $1", customer_id)?;
        run!(tx, "UPDATE search_rule SET created_by = '' WHERE created_by_id = $1", customer_id)?;
        let subject = customer_id.to_string();
        run!(tx, "DELETE FROM quota_usage WHERE subject = $1", subject)?;
        tx.commit().await
    }

    /// Empties the write-ahead log of SQLite, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool> {
        self.db.truncate_log().await
    }
}
