//! Copies of SQLite files at one moment, while services write to them.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use futures::future::BoxFuture;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, SqlSafeStr, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteQueryResult},
};
use tokio::task::JoinSet;

use super::RowCounts;
use crate::{Outage, Result, StoreError, open::explained};

/// Maximum wait for all write locks. Services that need a lock that is already held wait meanwhile.
const LOCK_TIME: Duration = Duration::from_secs(2);
/// Attempts to hold all write locks at once, and the pause between two attempts.
const ATTEMPTS: usize = 10;
const PAUSE: Duration = Duration::from_millis(200);
/// Interval at which the start of the copies is checked.
const TICK: Duration = Duration::from_millis(1);

/// A copying task of one file.
type Copies = JoinSet<Result<()>>;

/// Copies each `(source, target)` pair with `VACUUM INTO`. All copies show their sources at the same moment: the write locks
/// of all sources are held until each copy has its read snapshot, which takes milliseconds. Afterwards writes continue
/// during the copies. The targets must not exist; they are not flushed to disk.
pub fn copy_files(files: &[(PathBuf, PathBuf)]) -> BoxFuture<'_, Result<()>> {
    Box::pin(async move {
        let mut copies = begin(files).await?;
        while let Some(copied) = copies.join_next().await {
            copied.map_err(|_| sqlx::Error::WorkerCrashed)??;
        }
        Ok(())
    })
}

async fn begin(files: &[(PathBuf, PathBuf)]) -> Result<Copies> {
    let (mut writers, mut readers) = (Vec::new(), Vec::new());
    for (source, target) in files {
        let options = SqliteConnectOptions::new().filename(source);
        let opened =
            async { Ok((options.connect().await?, options.clone().read_only(true).connect().await?)) };
        let (writer, reader) = opened.await.map_err(|error: sqlx::Error| explained(source, error.into()))?;
        writers.push((source.as_path(), writer));
        readers.push((target.clone(), reader));
    }
    lock_all(&mut writers).await?;
    let mut copies = Copies::new();
    let targets: Vec<PathBuf> = readers.iter().map(|(target, _)| target.clone()).collect();
    for (target, reader) in readers {
        copies.spawn(copy(target, reader));
    }
    // A copy writes to its target only after its read snapshot has begun, so a target with content has its snapshot. A
    // file smaller than the page cache is written at the end.
    while !copies.is_empty() && !targets.iter().all(|target| has_content(target)) {
        if let Some(copied) = copies.try_join_next() {
            copied.map_err(|_| sqlx::Error::WorkerCrashed)??;
        }
        tokio::time::sleep(TICK).await;
    }
    unlock_all(&mut writers).await;
    for (_, writer) in writers {
        writer.close().await?;
    }
    Ok(copies)
}

fn has_content(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.len() > 0)
}

async fn copy(target: PathBuf, mut reader: SqliteConnection) -> Result<()> {
    let path = target.display().to_string();
    let copied = sqlx::query("VACUUM INTO $1").bind(path).execute(&mut reader).await;
    copied.map_err(|error| explained(&target, error.into()))?;
    Ok(reader.close().await?)
}

/// Takes the write locks in the order of `writers`. If one cannot be acquired in time, all are released and acquired again
/// after a pause, so that services that wait for the other locks do not also wait for it.
async fn lock_all(writers: &mut [(&Path, SqliteConnection)]) -> Result<()> {
    let mut attempt = 1;
    loop {
        match try_lock_all(writers).await {
            Err((_, error)) if attempt < ATTEMPTS && Outage::of(&error) == Some(Outage::Contention) => {
                unlock_all(writers).await;
                tokio::time::sleep(PAUSE).await;
                attempt += 1;
            }
            Err((path, error)) => return Err(explained(&path, error.into())),
            Ok(()) => return Ok(()),
        }
    }
}

async fn try_lock_all(writers: &mut [(&Path, SqliteConnection)]) -> Result<(), (PathBuf, sqlx::Error)> {
    let until = Instant::now() + LOCK_TIME;
    for (path, writer) in writers {
        let left = until.saturating_duration_since(Instant::now()).as_millis();
        let sql = format!("PRAGMA busy_timeout = {left}; BEGIN IMMEDIATE");
        execute(writer, AssertSqlSafe(sql)).await.map_err(|error| (path.to_path_buf(), error))?;
    }
    Ok(())
}

/// Releases the write locks. Locks that are not held report an error, which has no effect.
async fn unlock_all(writers: &mut [(&Path, SqliteConnection)]) {
    for (_, writer) in writers {
        let _ = execute(writer, "ROLLBACK").await;
    }
}

async fn execute(
    connection: &mut SqliteConnection,
    sql: impl SqlSafeStr,
) -> Result<SqliteQueryResult, sqlx::Error> {
    sqlx::raw_sql(sql).execute(connection).await
}

/// Checks every page, index and foreign key of the copy at `path`, and returns its row counts. Creates no files beside it.
pub fn verify_file(path: &Path) -> BoxFuture<'_, Result<RowCounts>> {
    Box::pin(async move { verify(path).await.map_err(|error| explained(path, error)) })
}

async fn verify(path: &Path) -> Result<RowCounts> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(true);
    let mut connection = options.connect().await?;
    let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut connection).await?;
    let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut connection).await?;
    if found != ["ok"] || !orphans.is_empty() {
        let found = found.into_iter().find(|line| line != "ok");
        let found = found.unwrap_or_else(|| format!("{} rows refer to missing ones", orphans.len()));
        let problem = format!("is damaged ({found}); put an earlier backup in its place");
        return Err(StoreError::File { path: path.display().to_string(), problem });
    }
    let sql =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let tables: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut connection).await?;
    let mut rows = RowCounts::new();
    for table in tables {
        let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM \"{table}\""));
        rows.insert(table, sqlx::query_scalar(count).fetch_one(&mut connection).await?);
    }
    connection.close().await?;
    Ok(rows)
}
