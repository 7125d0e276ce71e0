//! Database handle of a service for SQLite or PostgreSQL: snapshots and write transactions. The macros
//! `read!`, `on!` and `run!` run one query text on both.

use futures::future::BoxFuture;
use sqlx::{Postgres, SqlSafeStr as _, Sqlite, Transaction, pool::CloseEvent};
use tracing::Instrument as _;

use crate::{
    Result,
    executor::{DbTransaction, Reader},
    health::WriteHealth,
    outage::is_of_connection,
};

/// An open database.
#[derive(Clone, Debug)]
pub enum Db {
    Sqlite { read: Reader<Sqlite>, write: Reader<Sqlite> },
    Pg(Reader<Postgres>),
}

/// A write transaction. If it is dropped without [`Tx::commit`], it changes nothing.
#[derive(Debug)]
pub enum Tx {
    Sqlite(DbTransaction<Sqlite>),
    Pg(DbTransaction<Postgres>),
}

/// Purpose of a transaction.
#[derive(Clone, Copy)]
enum Kind {
    /// Reads that all see the database at one moment.
    Snapshot,
    Write,
}

// Boxed, because an `async fn` is compiled where it is awaited, which would be in each service.
impl Db {
    /// Begins a transaction for reading: all its queries see the database at one moment.
    pub fn snapshot(&self) -> BoxFuture<'_, Result<Tx>> {
        Box::pin(async move { Ok(self.begin_or_retry(Kind::Snapshot).await?) })
    }

    /// Begins a write transaction. On SQLite it waits for the single writer.
    pub fn begin(&self) -> BoxFuture<'_, Result<Tx>> {
        Box::pin(async move {
            let health = self.health();
            let waiting = health.waiting();
            let begun = self.begin_or_retry(Kind::Write).await;
            waiting.done();
            Ok(begun.inspect_err(|error| health.failed(error))?)
        })
    }

    async fn begin_or_retry(&self, kind: Kind) -> Result<Tx, sqlx::Error> {
        let begun = self.begin_once(kind).await;
        // The pool detects a broken connection when it is returned, so the next attempt gets another one.
        if begun.as_ref().is_err_and(is_of_connection) { self.begin_once(kind).await } else { begun }
    }

    async fn begin_once(&self, kind: Kind) -> Result<Tx, sqlx::Error> {
        let health = self.health().clone();
        Ok(match self {
            Self::Sqlite { read, write } => {
                let begun = match kind {
                    Kind::Snapshot => read.pool.begin_with("BEGIN").await?,
                    Kind::Write => write.pool.begin_with("BEGIN IMMEDIATE").await?,
                };
                Tx::Sqlite(DbTransaction::<Sqlite>::new(begun, health))
            }
            Self::Pg(pool) => {
                let statement = match kind {
                    Kind::Snapshot => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                    Kind::Write => "BEGIN",
                };
                let connection = pool.pool.acquire().await?;
                // BEGIN runs in a task that always finishes: if the caller were canceled during BEGIN, the connection would
                // return to the pool in a transaction that the driver does not know of.
                let begin = Transaction::begin(connection, Some(statement.into_sql_str()));
                let begun = tokio::spawn(begin.in_current_span()).await;
                Tx::Pg(DbTransaction::<Postgres>::new(
                    begun.map_err(|_| sqlx::Error::WorkerCrashed)??,
                    health,
                ))
            }
        })
    }

    fn health(&self) -> &WriteHealth {
        match self {
            Self::Sqlite { write, .. } => &write.health,
            Self::Pg(pool) => &pool.health,
        }
    }

    /// Resolves when the database is closed.
    pub(crate) fn closed(&self) -> CloseEvent {
        match self {
            Self::Sqlite { write, .. } => write.pool.close_event(),
            Self::Pg(pool) => pool.pool.close_event(),
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        match self {
            Self::Sqlite { write, .. } => write.pool.is_closed(),
            Self::Pg(pool) => pool.pool.is_closed(),
        }
    }

    /// Closes every connection; SQLite folds its log into the file.
    pub fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            match self {
                Self::Sqlite { read, write } => {
                    read.pool.close().await;
                    write.pool.close().await;
                }
                Self::Pg(pool) => pool.pool.close().await,
            }
        })
    }
}

impl Tx {
    /// Sets the page cache of SQLite until the end of the transaction. Does nothing on PostgreSQL.
    pub async fn set_cache_kb(&mut self, kb: u32) -> Result<()> {
        if let Self::Sqlite(tx) = self {
            let pragma = format!("PRAGMA cache_size = -{kb}");
            sqlx::query(sqlx::AssertSqlSafe(pragma)).execute(tx).await?;
        }
        Ok(())
    }

    pub async fn commit(self) -> Result<()> {
        match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Pg(tx) => tx.commit().await?,
        }
        Ok(())
    }
}

/// Runs a read on whichever database `db` is: `read!(db, |pool| sqlx::query_as(SQL).bind(id).fetch_all(pool).await?)`.
#[macro_export]
macro_rules! read {
    ($db:expr, |$pool:ident| $body:expr) => {
        match &$db {
            $crate::Db::Sqlite { read: $pool, .. } => $body,
            $crate::Db::Pg($pool) => $body,
        }
    };
}

/// Runs a statement in the transaction `tx`; the name is a `&mut` connection, reborrow it to use it twice.
#[macro_export]
macro_rules! on {
    ($tx:expr, |$conn:ident| $body:expr) => {
        match &mut $tx {
            $crate::Tx::Sqlite($conn) => $body,
            $crate::Tx::Pg($conn) => $body,
        }
    };
}

/// Executes one statement in the transaction and returns the number of affected rows: `run!(tx, SQL, id,
/// quantity)? == 1`.
#[macro_export]
macro_rules! run {
    ($tx:expr, $sql:expr $(, $bind:expr)* $(,)?) => {
        match &mut $tx {
            $crate::Tx::Sqlite(tx) => {
                $crate::sqlx::query($sql)$(.bind($bind))*.execute(tx).await
                    .map(|done| done.rows_affected()).map_err($crate::StoreError::from)
            }
            $crate::Tx::Pg(tx) => {
                $crate::sqlx::query($sql)$(.bind($bind))*.execute(tx).await
                    .map(|done| done.rows_affected()).map_err($crate::StoreError::from)
            }
        }
    };
}
