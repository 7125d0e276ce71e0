//! Write faults of a database in tests: a full disk, a terminated connection or a read-only server. Reads continue
//! to work.

use heuan_store::DatabaseUrl;
use sqlx::{AssertSqlSafe, PgPool};

use crate::FullDisk;

/// Reason for which PostgreSQL rejects writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// SQLSTATE 53100.
    NoSpace,
    /// The connection is terminated during the transaction: 57P01.
    Cut,
    /// SQLSTATE 25006.
    ReadOnly,
}

/// A database that rejects writes until [`WriteFault::end`]. Reads succeed.
///
/// SQLite's file is on a [full disk](FullDisk). In PostgreSQL a trigger of every table rejects writes, so that the error
/// comes from the server, in the middle of a transaction.
#[derive(Debug)]
pub struct WriteFault(Fault);

#[derive(Debug)]
enum Fault {
    Disk(#[expect(dead_code, reason = "the disk is full while it lives")] FullDisk),
    Tables { pool: PgPool, schema: String },
}

impl WriteFault {
    /// No space is left for the database at `location`.
    pub async fn begin(location: &DatabaseUrl) -> Self {
        Self::begin_with(location, Refusal::NoSpace).await
    }

    /// Rejects writes for another reason. SQLite supports only one reason.
    pub async fn begin_with(location: &DatabaseUrl, refusal: Refusal) -> Self {
        let DatabaseUrl::Postgres { url, schema } = location else {
            return Self(Fault::Disk(FullDisk::here()));
        };
        let raise = match refusal {
            Refusal::NoSpace => {
                "RAISE EXCEPTION 'could not extend file: no space left' USING ERRCODE = 'disk_full'"
            }
            Refusal::Cut => "PERFORM pg_terminate_backend(pg_backend_pid())",
            Refusal::ReadOnly => {
                "RAISE EXCEPTION 'cannot execute it in a read-only transaction' \
                 USING ERRCODE = 'read_only_sql_transaction'"
            }
        };
        let pool = PgPool::connect(url).await.expect("the server of the test");
        let function = format!(
            "CREATE FUNCTION \"{schema}\".refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {raise}; RETURN NULL; END $$"
        );
        run(&pool, function).await;
        for table in tables(&pool, schema).await {
            let trigger = format!(
                "CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON \"{schema}\".\"{table}\" \
                 FOR EACH STATEMENT EXECUTE FUNCTION \"{schema}\".refuse()"
            );
            run(&pool, trigger).await;
        }
        Self(Fault::Tables { pool, schema: schema.clone() })
    }

    /// Makes the database accept writes again.
    pub async fn end(self) {
        if let Fault::Tables { pool, schema } = self.0 {
            for table in tables(&pool, &schema).await {
                run(&pool, format!("DROP TRIGGER refuse ON \"{schema}\".\"{table}\"")).await;
            }
            run(&pool, format!("DROP FUNCTION \"{schema}\".refuse()")).await;
        }
    }
}

async fn tables(pool: &PgPool, schema: &str) -> Vec<String> {
    let sql = "SELECT tablename::text FROM pg_tables WHERE schemaname = $1 ORDER BY 1";
    sqlx::query_scalar(sql).bind(schema).fetch_all(pool).await.expect("the tables of the service")
}

async fn run(pool: &PgPool, sql: String) {
    sqlx::query(AssertSqlSafe(sql)).execute(pool).await.expect("an administrator's statement");
}
