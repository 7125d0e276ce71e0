//! The rows of uploaded imports.

use heuan_rpc::Error;
use heuan_store::{Result, StoreError, Tx, on, read, run};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::{Store, TableChanges, store_error};
use crate::{import_state::ImportState, staff::Actor};

/// States in which an import is worked on. At most one import is in one of these states.
const RUNNING: &str = "('checking', 'applying')";

const COLUMNS: &str = "import_id, state, file_name, bytes, received, replace_all, actor_id, actor_name, created_at, \
     ended_at, phase, done, total, merged, fault_count, error, error_code, error_values, tables, kept, \
     basis, preview, outdated, ends_demo";

/// A row of `catalog_import`, without its diagnostics.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct StoredImport {
    pub import_id: String,
    pub state: String,
    pub file_name: String,
    pub bytes: i64,
    pub received: i64,
    pub replace_all: i64,
    pub actor_id: Option<i64>,
    pub actor_name: String,
    pub created_at: i64,
    pub ended_at: Option<i64>,
    pub phase: String,
    pub done: i64,
    pub total: i64,
    pub merged: i64,
    pub fault_count: i64,
    /// Sentence about a failure, in English; or empty.
    pub error: String,
    /// Stable name of the sentence; empty without one.
    pub error_code: String,
    /// Values in the sentence, by name, JSON.
    pub error_values: String,
    pub tables: String,
    /// 1 while its uploaded file is stored.
    pub kept: i64,
    /// Digest of the data that the preview was made from; empty without a preview.
    pub basis: String,
    /// Id of the latest step, which is a check if the import is ready; empty before the first step.
    pub preview: String,
    /// 1 while the import is checked again because the shop has changed since its preview, and while it waits
    /// after that check.
    pub outdated: i64,
    /// 1 if applying the preview ends the demo.
    pub ends_demo: i64,
}

/// The end of a step: the new state and its report.
#[derive(Debug)]
pub struct ImportEnd<'a> {
    pub state: ImportState,
    pub fault_count: i64,
    pub error: &'a str,
    pub error_code: &'a str,
    /// JSON.
    pub error_values: &'a str,
    pub tables: &'a str,
    pub diagnostics: &'a str,
    /// Digest of the data that the preview was made from; empty without a preview.
    pub basis: &'a str,
    /// Id of the step.
    pub preview: &'a str,
    /// Whether applying the preview ends the demo.
    pub ends_demo: bool,
}

impl Store {
    pub async fn insert_import(&self, row: &StoredImport) -> Result<()> {
        let mut tx = self.db.begin().await?;
        let sql = "INSERT INTO catalog_import (import_id, state, file_name, bytes, received, replace_all, actor_id, \
               actor_name, created_at, touched_at, ended_at, merged, tables) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12)";
        run!(
            tx,
            sql,
            &row.import_id,
            &row.state,
            &row.file_name,
            row.bytes,
            row.received,
            row.replace_all,
            row.actor_id,
            &row.actor_name,
            row.created_at,
            row.ended_at,
            row.merged,
            &row.tables
        )?;
        tx.commit().await
    }

    /// Adds an import of the command line, which is already applied.
    pub async fn record_import(
        &self,
        file_name: &str,
        replace: bool,
        tables: &[TableChanges],
        began: i64,
        ended: i64,
    ) -> Result<()> {
        let tables = serde_json::to_string(tables)
            .map_err(|error| StoreError::Corrupt { what: "import", reason: error.to_string() })?;
        let actor = Actor::command_line();
        self.insert_import(&StoredImport {
            import_id: Uuid::now_v7().simple().to_string(),
            state: ImportState::Applied.name().to_owned(),
            file_name: file_name.to_owned(),
            bytes: 0,
            received: 0,
            replace_all: i64::from(replace),
            actor_id: None,
            actor_name: actor.name,
            created_at: began,
            ended_at: Some(ended),
            phase: String::new(),
            done: 0,
            total: 0,
            merged: 1,
            fault_count: 0,
            error: String::new(),
            error_code: String::new(),
            error_values: "{}".to_owned(),
            tables,
            kept: 0,
            basis: String::new(),
            preview: String::new(),
            outdated: 0,
            ends_demo: 0,
        })
        .await
    }

    /// Records whether the uploaded file of an ended import is stored.
    pub async fn set_import_retained(&self, import_id: &str, kept: bool) -> Result<()> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE catalog_import SET kept = $2 WHERE import_id = $1";
        run!(tx, sql, import_id, i64::from(kept))?;
        tx.commit().await
    }

    /// Id, bytes and time of the imports whose files are stored, newest first.
    pub async fn retained_imports(&self) -> Result<Vec<(String, i64, i64)>> {
        let sql =
            "SELECT import_id, bytes, created_at FROM catalog_import WHERE kept = 1 ORDER BY import_id DESC";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?))
    }

    pub async fn import_row(&self, import_id: &str) -> Result<Option<StoredImport>> {
        let sql = format!("SELECT {COLUMNS} FROM catalog_import WHERE import_id = $1");
        Ok(read!(self.db, |pool| sqlx::query_as(AssertSqlSafe(sql))
            .bind(import_id)
            .fetch_optional(pool)
            .await?))
    }

    /// The stored errors and warnings, JSON.
    pub async fn import_diagnostics(&self, import_id: &str) -> Result<String> {
        let sql = "SELECT faults FROM catalog_import WHERE import_id = $1";
        let diagnostics: Option<String> =
            read!(self.db, |pool| sqlx::query_scalar(sql).bind(import_id).fetch_optional(pool).await?);
        Ok(diagnostics.unwrap_or_else(|| "[]".to_owned()))
    }

    /// The newest imports that are older than `before`, which may be empty.
    pub async fn import_rows(&self, before: &str, limit: i64) -> Result<Vec<StoredImport>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM catalog_import WHERE $1 = '' OR import_id < $1 ORDER BY import_id DESC LIMIT $2"
        );
        Ok(read!(self.db, |pool| sqlx::query_as(AssertSqlSafe(sql))
            .bind(before)
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// Whether an import is being checked or applied.
    pub async fn is_import_running(&self) -> Result<bool> {
        let sql = format!("SELECT COUNT(*) FROM catalog_import WHERE state IN {RUNNING}");
        let count: i64 =
            read!(self.db, |pool| sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(pool).await?);
        Ok(count > 0)
    }

    /// Number of imports that are uploaded or checked and not applied yet. Their files are stored.
    pub async fn open_import_count(&self) -> Result<i64> {
        let sql = "SELECT COUNT(*) FROM catalog_import WHERE state IN ('uploading', 'ready')";
        Ok(read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await?))
    }

    /// Records that bytes up to `received` arrived. A repeated older part changes nothing.
    pub async fn receive_import(&self, import_id: &str, received: i64) -> Result<()> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE catalog_import SET received = $2 WHERE import_id = $1 AND received < $2";
        run!(tx, sql, import_id, received)?;
        tx.commit().await
    }

    /// Moves an import from one state to a running one, unless another import runs or `row` is not its latest preview.
    pub async fn start_import(
        &self,
        row: &StoredImport,
        (from, to): (ImportState, ImportState),
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // The row lock makes this the only import that starts; see the migration.
        run!(tx, "UPDATE revision SET value = value WHERE id = 1").map_err(store_error)?;
        if running(&mut tx).await.map_err(store_error)? {
            return Err(Error::conflict("import_running", "another import is being checked or applied"));
        }
        let sql = "UPDATE catalog_import SET state = $3, touched_at = $4, outdated = $5, phase = 'waiting', done = 0, \
               total = 0 WHERE import_id = $1 AND state = $2 AND preview = $6";
        let is_outdated = from == ImportState::Ready && to == ImportState::Checking;
        let outdated = i64::from(is_outdated);
        let started = run!(tx, sql, &row.import_id, from.name(), to.name(), now, outdated, &row.preview)
            .map_err(store_error)?;
        if started == 0 {
            return Err(Error::conflict(
                "import_state",
                "the import is not in the state for this; look at it again",
            ));
        }
        tx.commit().await.map_err(store_error)
    }

    /// Makes a running import be checked again, because the shop has changed since its preview.
    pub async fn restart_check(&self, import_id: &str, now: i64) -> Result<()> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE catalog_import SET state = 'checking', outdated = 1, touched_at = $2, phase = 'waiting', \
               done = 0, total = 0 WHERE import_id = $1 AND state = 'applying'";
        run!(tx, sql, import_id, now)?;
        tx.commit().await
    }

    /// Records the progress of a running import.
    pub async fn touch_import(
        &self,
        import_id: &str,
        (phase, done, total): (&str, i64, i64),
        now: i64,
    ) -> Result<()> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE catalog_import SET phase = $2, done = $3, total = $4, touched_at = $5 WHERE import_id = $1";
        run!(tx, sql, import_id, phase, done, total, now)?;
        tx.commit().await
    }

    /// Ends a step of an import.
    pub async fn end_import(&self, import_id: &str, end: &ImportEnd<'_>, now: i64) -> Result<()> {
        let mut tx = self.db.begin().await?;
        let ended_at = (end.state != ImportState::Ready).then_some(now);
        let sql = "UPDATE catalog_import SET state = $2, fault_count = $3, error = $4, tables = $5, faults = $6, \
             ended_at = $7, basis = $8, preview = $9, ends_demo = $10, error_code = $11, error_values = $12, \
             phase = '', done = 0, total = 0 WHERE import_id = $1";
        run!(
            tx,
            sql,
            import_id,
            end.state.name(),
            end.fault_count,
            end.error,
            end.tables,
            end.diagnostics,
            ended_at,
            end.basis,
            end.preview,
            i64::from(end.ends_demo),
            end.error_code,
            end.error_values
        )?;
        tx.commit().await
    }

    /// Cancels an import that is not running and not applied, and records that its file is no longer stored. Returns whether
    /// it was in such a state.
    pub async fn cancel_import(&self, import_id: &str, now: i64) -> Result<bool> {
        let mut tx = self.db.begin().await?;
        let sql = "UPDATE catalog_import SET state = 'cancelled', ended_at = $2, kept = 0 WHERE import_id = $1 \
             AND state IN ('uploading', 'ready', 'faulty', 'failed')";
        let cancelled = run!(tx, sql, import_id, now)? > 0;
        tx.commit().await?;
        Ok(cancelled)
    }

    /// Imports that have been waiting since before `created`, and running imports whose process has renewed
    /// nothing since `touched`.
    pub async fn abandoned_imports(&self, created: i64, touched: i64) -> Result<Vec<StoredImport>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM catalog_import WHERE (state IN ('uploading', 'ready') AND created_at < $1) \
               OR (state IN {RUNNING} AND touched_at < $2)"
        );
        Ok(read!(self.db, |pool| sqlx::query_as(AssertSqlSafe(sql))
            .bind(created)
            .bind(touched)
            .fetch_all(pool)
            .await?))
    }
}

async fn running(tx: &mut Tx) -> Result<bool> {
    let sql = format!("SELECT COUNT(*) FROM catalog_import WHERE state IN {RUNNING}");
    let count: i64 = on!(*tx, |conn| sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(conn).await?);
    Ok(count > 0)
}
