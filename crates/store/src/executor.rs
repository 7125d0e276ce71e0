//! Type-erased executors over the pools and transactions of the drivers.
//!
//! The drivers' executors are generic over the query, so each service would compile connecting, pooling and both wire protocols
//! again, a quarter of its code. Here they are compiled once. See `docs/adr/`.

use std::fmt;

use async_stream::try_stream;
use futures::{TryFutureExt as _, TryStreamExt as _, future::BoxFuture, stream::BoxStream};
use sqlx::{
    Database, Either, Error, Execute, Executor, Pool, Postgres, SqlStr, Sqlite, Transaction,
    error::BoxDynError,
};

use crate::health::WriteHealth;

type QueryStream<'e, DB> =
    BoxStream<'e, Result<Either<<DB as Database>::QueryResult, <DB as Database>::Row>, Error>>;
type RowFuture<'e, DB> = BoxFuture<'e, Result<Option<<DB as Database>::Row>, Error>>;
type Prepared<'e, DB> = BoxFuture<'e, Result<<DB as Database>::Statement, Error>>;

/// Executor that runs each query on a connection of the pool.
pub struct Reader<DB: Database> {
    pub(crate) pool: Pool<DB>,
    pub(crate) health: WriteHealth,
}

/// Transaction that runs queries. It is rolled back when dropped without a commit.
#[derive(Debug)]
pub struct DbTransaction<DB: Database> {
    begun: Box<dyn ErasedTransaction<DB>>,
    health: WriteHealth,
}

/// Object-safe transaction, because otherwise every holder would compile the rollback on drop.
trait ErasedTransaction<DB: Database>: fmt::Debug + Send {
    fn connection(&mut self) -> &mut DB::Connection;
    fn commit(self: Box<Self>) -> BoxFuture<'static, Result<(), Error>>;
}

/// A query with its type erased.
struct ErasedQuery<DB: Database> {
    sql: SqlStr,
    arguments: Option<Result<Option<DB::Arguments>, BoxDynError>>,
    is_persistent: bool,
}

impl<DB: Database> ErasedQuery<DB> {
    fn of<'q>(mut query: impl Execute<'q, DB>) -> Self {
        let arguments = Some(query.take_arguments());
        Self { arguments, is_persistent: query.persistent(), sql: query.sql() }
    }
}

impl<DB: Database> Execute<'_, DB> for ErasedQuery<DB> {
    fn sql(self) -> SqlStr {
        self.sql
    }

    fn statement(&self) -> Option<&DB::Statement> {
        None
    }

    fn take_arguments(&mut self) -> Result<Option<DB::Arguments>, BoxDynError> {
        self.arguments.take().unwrap_or(Ok(None))
    }

    fn persistent(&self) -> bool {
        self.is_persistent
    }
}

impl<DB: Database> Clone for Reader<DB> {
    fn clone(&self) -> Self {
        Self { pool: self.pool.clone(), health: self.health.clone() }
    }
}

impl<DB: Database> fmt::Debug for Reader<DB> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Reader").field(&self.pool).finish()
    }
}

/// Implements the executors for a driver, with functions without type parameters.
macro_rules! executors {
    ($driver:ident, $module:ident) => {
        mod $module {
            use super::*;

            pub(super) fn read(
                pool: Pool<$driver>,
                query: ErasedQuery<$driver>,
            ) -> QueryStream<'static, $driver> {
                Box::pin(try_stream! {
                    let mut connection = pool.acquire().await?;
                    let mut steps = connection.fetch_many(query);
                    while let Some(step) = steps.try_next().await? {
                        yield step;
                    }
                })
            }

            pub(super) fn read_one(
                pool: Pool<$driver>,
                query: ErasedQuery<$driver>,
            ) -> RowFuture<'static, $driver> {
                Box::pin(async move { pool.acquire().await?.fetch_optional(query).await })
            }

            pub(super) fn prepare(
                pool: Pool<$driver>,
                sql: SqlStr,
                types: &[<$driver as Database>::TypeInfo],
            ) -> Prepared<'_, $driver> {
                Box::pin(async move { pool.acquire().await?.prepare_with(sql, types).await })
            }

            pub(super) fn run(
                open: &mut DbTransaction<$driver>,
                query: ErasedQuery<$driver>,
            ) -> QueryStream<'_, $driver> {
                let DbTransaction { begun, health } = open;
                Box::pin(begun.connection().fetch_many(query).inspect_err(|error| health.failed(error)))
            }

            pub(super) fn run_one(
                open: &mut DbTransaction<$driver>,
                query: ErasedQuery<$driver>,
            ) -> RowFuture<'_, $driver> {
                let DbTransaction { begun, health } = open;
                Box::pin(begun.connection().fetch_optional(query).inspect_err(|error| health.failed(error)))
            }

            pub(super) fn prepare_in<'e>(
                open: &'e mut DbTransaction<$driver>,
                sql: SqlStr,
                types: &'e [<$driver as Database>::TypeInfo],
            ) -> Prepared<'e, $driver> {
                open.begun.connection().prepare_with(sql, types)
            }
        }

        impl<'c> Executor<'c> for &'c Reader<$driver> {
            type Database = $driver;

            fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> QueryStream<'e, $driver>
            where
                'c: 'e,
                E: 'q + Execute<'q, $driver>,
            {
                $module::read(self.pool.clone(), ErasedQuery::of(query))
            }

            fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> RowFuture<'e, $driver>
            where
                'c: 'e,
                E: 'q + Execute<'q, $driver>,
            {
                $module::read_one(self.pool.clone(), ErasedQuery::of(query))
            }

            fn prepare_with<'e>(
                self,
                sql: SqlStr,
                types: &'e [<$driver as Database>::TypeInfo],
            ) -> Prepared<'e, $driver>
            where
                'c: 'e,
            {
                $module::prepare(self.pool.clone(), sql, types)
            }
        }

        impl<'c> Executor<'c> for &'c mut DbTransaction<$driver> {
            type Database = $driver;

            fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> QueryStream<'e, $driver>
            where
                'c: 'e,
                E: 'q + Execute<'q, $driver>,
            {
                $module::run(self, ErasedQuery::of(query))
            }

            fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> RowFuture<'e, $driver>
            where
                'c: 'e,
                E: 'q + Execute<'q, $driver>,
            {
                $module::run_one(self, ErasedQuery::of(query))
            }

            fn prepare_with<'e>(
                self,
                sql: SqlStr,
                types: &'e [<$driver as Database>::TypeInfo],
            ) -> Prepared<'e, $driver>
            where
                'c: 'e,
            {
                $module::prepare_in(self, sql, types)
            }
        }

        impl ErasedTransaction<$driver> for Transaction<'static, $driver> {
            fn connection(&mut self) -> &mut <$driver as Database>::Connection {
                &mut **self
            }

            fn commit(self: Box<Self>) -> BoxFuture<'static, Result<(), Error>> {
                Box::pin((*self).commit())
            }
        }

        impl DbTransaction<$driver> {
            pub(crate) fn new(transaction: Transaction<'static, $driver>, health: WriteHealth) -> Self {
                Self { begun: Box::new(transaction), health }
            }
        }
    };
}

executors!(Sqlite, sqlite);
executors!(Postgres, postgres);

impl<DB: Database> DbTransaction<DB> {
    pub(crate) fn commit(self) -> BoxFuture<'static, Result<(), Error>> {
        let Self { begun, health } = self;
        Box::pin(begun.commit().inspect_err(move |error| health.failed(error)))
    }
}
