//! What queries of services run on: the pools and transactions of the drivers behind types that know nothing of the query.
//!
//! The drivers' own executors are generic over the query, so each service would compile connecting, pooling and both wire
//! protocols again: a quarter of what it is. Here that happens once.

use std::fmt;

use async_stream::try_stream;
use futures::{TryFutureExt as _, TryStreamExt as _, future::BoxFuture, stream::BoxStream};
use sqlx::{
    Database, Either, Error, Execute, Executor, Pool, Postgres, SqlStr, Sqlite, Transaction,
    error::BoxDynError,
};

use crate::health::WriteHealth;

type Steps<'e, DB> =
    BoxStream<'e, Result<Either<<DB as Database>::QueryResult, <DB as Database>::Row>, Error>>;
type Found<'e, DB> = BoxFuture<'e, Result<Option<<DB as Database>::Row>, Error>>;
type Prepared<'e, DB> = BoxFuture<'e, Result<<DB as Database>::Statement, Error>>;

/// Runs each query on a connection of a pool.
pub struct Reader<DB: Database> {
    pub(crate) pool: Pool<DB>,
    pub(crate) health: WriteHealth,
}

/// Runs queries in a transaction. Dropped without a commit, it changes nothing.
#[derive(Debug)]
pub struct Open<DB: Database> {
    begun: Box<dyn Begun<DB>>,
    health: WriteHealth,
}

/// Behind a pointer: who holds a transaction would else compile how it is rolled back when it is dropped.
trait Begun<DB: Database>: fmt::Debug + Send {
    fn connection(&mut self) -> &mut DB::Connection;
    fn commit(self: Box<Self>) -> BoxFuture<'static, Result<(), Error>>;
}

/// A query without the type it was written with.
struct Erased<DB: Database> {
    sql: SqlStr,
    arguments: Option<Result<Option<DB::Arguments>, BoxDynError>>,
    is_persistent: bool,
}

impl<DB: Database> Erased<DB> {
    fn of<'q>(mut query: impl Execute<'q, DB>) -> Self {
        let arguments = Some(query.take_arguments());
        Self { arguments, is_persistent: query.persistent(), sql: query.sql() }
    }
}

impl<DB: Database> Execute<'_, DB> for Erased<DB> {
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

/// The same for both drivers. The functions have no type parameters, which is the point of them.
macro_rules! executors {
    ($driver:ident, $module:ident) => {
        mod $module {
            use super::*;

            pub(super) fn read(pool: Pool<$driver>, query: Erased<$driver>) -> Steps<'static, $driver> {
                Box::pin(try_stream! {
                    let mut connection = pool.acquire().await?;
                    let mut steps = connection.fetch_many(query);
                    while let Some(step) = steps.try_next().await? {
                        yield step;
                    }
                })
            }

            pub(super) fn read_one(pool: Pool<$driver>, query: Erased<$driver>) -> Found<'static, $driver> {
                Box::pin(async move { pool.acquire().await?.fetch_optional(query).await })
            }

            pub(super) fn prepare(
                pool: Pool<$driver>,
                sql: SqlStr,
                types: &[<$driver as Database>::TypeInfo],
            ) -> Prepared<'_, $driver> {
                Box::pin(async move { pool.acquire().await?.prepare_with(sql, types).await })
            }

            pub(super) fn run(open: &mut Open<$driver>, query: Erased<$driver>) -> Steps<'_, $driver> {
                let Open { begun, health } = open;
                Box::pin(begun.connection().fetch_many(query).inspect_err(|error| health.failed(error)))
            }

            pub(super) fn run_one(open: &mut Open<$driver>, query: Erased<$driver>) -> Found<'_, $driver> {
                let Open { begun, health } = open;
                Box::pin(begun.connection().fetch_optional(query).inspect_err(|error| health.failed(error)))
            }

            pub(super) fn prepare_in<'e>(
                open: &'e mut Open<$driver>,
                sql: SqlStr,
                types: &'e [<$driver as Database>::TypeInfo],
            ) -> Prepared<'e, $driver> {
                open.begun.connection().prepare_with(sql, types)
            }
        }

        impl<'c> Executor<'c> for &'c Reader<$driver> {
            type Database = $driver;

            fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> Steps<'e, $driver>
            where
                'c: 'e,
                E: 'q + Execute<'q, $driver>,
            {
                $module::read(self.pool.clone(), Erased::of(query))
            }

            fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> Found<'e, $driver>
            where
                'c: 'e,
                E: 'q + Execute<'q, $driver>,
            {
                $module::read_one(self.pool.clone(), Erased::of(query))
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

        impl<'c> Executor<'c> for &'c mut Open<$driver> {
            type Database = $driver;

            fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> Steps<'e, $driver>
            where
                'c: 'e,
                E: 'q + Execute<'q, $driver>,
            {
                $module::run(self, Erased::of(query))
            }

            fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> Found<'e, $driver>
            where
                'c: 'e,
                E: 'q + Execute<'q, $driver>,
            {
                $module::run_one(self, Erased::of(query))
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

        impl Begun<$driver> for Transaction<'static, $driver> {
            fn connection(&mut self) -> &mut <$driver as Database>::Connection {
                &mut **self
            }

            fn commit(self: Box<Self>) -> BoxFuture<'static, Result<(), Error>> {
                Box::pin((*self).commit())
            }
        }

        impl Open<$driver> {
            pub(crate) fn new(transaction: Transaction<'static, $driver>, health: WriteHealth) -> Self {
                Self { begun: Box::new(transaction), health }
            }
        }
    };
}

executors!(Sqlite, sqlite);
executors!(Postgres, postgres);

impl<DB: Database> Open<DB> {
    pub(crate) fn commit(self) -> BoxFuture<'static, Result<(), Error>> {
        let Self { begun, health } = self;
        Box::pin(begun.commit().inspect_err(move |error| health.failed(error)))
    }
}
