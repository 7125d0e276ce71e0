//! Secure deletion: removes remains of deleted rows from database files.
//!
//! SQLite overwrites deleted content with zeros (`secure_delete`, set in `open.rs`), but the write-ahead log still holds
//! older copies of the pages until it is folded into the file and emptied. PostgreSQL removes dead rows by its own
//! autovacuum.

use futures::future::BoxFuture;

use crate::{Db, Result};

/// Maximum time for which emptying the log waits for readers. Writers wait meanwhile.
const PURGE_BUSY_TIMEOUT_MS: i64 = 1000;
/// Busy timeout with which connections are opened, in milliseconds.
const BUSY_TIMEOUT_MS: i64 = 30_000;

impl Db {
    /// Folds SQLite's write-ahead log into the database file and empties it, so that no deleted content is left in it.
    /// Returns `false` if a reader, possibly of another process, has kept it in use for a second; a later call may
    /// succeed. Nothing is done for PostgreSQL.
    pub fn truncate_log(&self) -> BoxFuture<'_, Result<bool>> {
        Box::pin(async move {
            let Self::Sqlite { write, .. } = self else { return Ok(true) };
            let mut connection = write.pool.acquire().await?;
            set_busy_timeout(&mut connection, PURGE_BUSY_TIMEOUT_MS).await?;
            let outcome: sqlx::Result<(i64, i64, i64)> =
                sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await;
            set_busy_timeout(&mut connection, BUSY_TIMEOUT_MS).await?;
            let (is_busy, ..) = outcome?;
            Ok(is_busy == 0)
        })
    }
}

async fn set_busy_timeout(connection: &mut sqlx::SqliteConnection, ms: i64) -> Result<()> {
    let pragma = format!("PRAGMA busy_timeout = {ms}");
    sqlx::query(sqlx::AssertSqlSafe(pragma)).execute(connection).await?;
    Ok(())
}
