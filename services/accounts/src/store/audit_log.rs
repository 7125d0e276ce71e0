//! Queries of the audit log: insert, completion, and a filtered page, newest first.

use heuan_rpc::Error;
use heuan_store::{StoreError, on, read, run};

use super::{Store, store_error};
use crate::audit_log::{AuditEntry, AuditFilter, NewAuditEntry, folded, search_text};

#[derive(heuan_store::FromRow)]
struct UnsearchedRow {
    entry_id: String,
    actor_name: String,
    action: String,
    subject: String,
    detail: String,
}

impl Store {
    pub async fn insert_audit_entry(&self, id: &str, at: i64, new: &NewAuditEntry) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        let sql = "INSERT INTO audit_entry \
               (entry_id, at, actor_id, actor_name, role, action, subject, detail, client_address, status, search) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, '', $8, 0, $9)";
        let NewAuditEntry { actor_id, actor_name, role, action, subject, client_address } = new;
        let search = search_text(actor_name, action, subject);
        run!(tx, sql, id, at, actor_id, actor_name, role, action, subject, client_address, search)
            .map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Completes an entry once.
    pub async fn complete_audit_entry(&self, id: &str, status: i32, detail: &str) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE audit_entry SET status = $2, detail = $3, \
               search = CASE WHEN search = '' THEN '' ELSE search || CAST($4 AS TEXT) END \
             WHERE entry_id = $1 AND status = 0";
        run!(tx, sql, id, i64::from(status), detail, folded(detail)).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Entries that match `filter`, newest first.
    pub async fn audit_entries(&self, filter: &AuditFilter, limit: i64) -> Result<Vec<AuditEntry>, Error> {
        let sql = "SELECT entry_id, at, actor_id, actor_name, role, action, subject, detail, client_address, status \
             FROM audit_entry \
             WHERE ($1 = '' OR entry_id < $1) AND ($2 = 0 OR actor_id = $2) \
               AND ($3 = 0 OR at >= $3) AND ($4 = 0 OR at < $4) \
               AND ($5 = '' OR search LIKE $5 ESCAPE '!') \
             ORDER BY entry_id DESC LIMIT $6";
        let AuditFilter { search, by_id, from, to, before } = filter;
        let pattern = if search.is_empty() { String::new() } else { contains_pattern(&folded(search)) };
        let rows = async {
            Ok(read!(self.db, |pool| {
                let query = sqlx::query_as(sql).bind(before).bind(by_id).bind(from).bind(to);
                query.bind(&pattern).bind(limit).fetch_all(pool).await?
            }))
        };
        rows.await.map_err(|error: StoreError| store_error(error))
    }

    /// Fills the searched text of up to `limit` entries that an earlier release or an erasure has written. Returns their number.
    pub async fn fill_audit_search(&self, limit: i64) -> Result<usize, Error> {
        let mut tx = self.begin().await?;
        let sql = "SELECT entry_id, actor_name, action, subject, detail FROM audit_entry \
             WHERE search = '' LIMIT $1";
        let rows: Vec<UnsearchedRow> =
            on!(tx, |conn| sqlx::query_as(sql).bind(limit).fetch_all(conn).await.map_err(store_error)?);
        let count = rows.len();
        for UnsearchedRow { entry_id, actor_name, action, subject, detail } in rows {
            let search = search_text(&actor_name, &action, &subject) + &folded(&detail);
            // An entry that was completed meanwhile is filled the next time.
            let sql =
                "UPDATE audit_entry SET search = $2 WHERE entry_id = $1 AND search = '' AND detail = $3";
            run!(tx, sql, entry_id, search, detail).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(count)
    }
}

/// A `LIKE` pattern, with `!` as the escape character, for texts that contain `text`.
pub(super) fn contains_pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for character in text.to_lowercase().chars() {
        if matches!(character, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}
