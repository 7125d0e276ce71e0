//! The first start on a PostgreSQL server.

use futures::future::try_join_all;
use heuan_store::{DatabaseUrl, Db, sqlx};
use heuan_testkit::postgres;
use sqlx::{AssertSqlSafe, PgPool, migrate::Migrator};

fn location(url: &str, schema: &str) -> DatabaseUrl {
    DatabaseUrl::Postgres { url: url.to_owned(), schema: schema.to_owned() }
}

#[tokio::test]
async fn processes_that_start_together_on_an_empty_database_all_start() {
    let url = postgres::database().await;
    for round in 0..5 {
        let location = location(&url, &format!("round_{round}"));
        let opened = try_join_all((0..6).map(|_| Db::open(&location, &Migrator::DEFAULT))).await.unwrap();
        for db in opened {
            db.close().await;
        }
    }
}

/// The set-up that `deploy/README.md` recommends.
#[tokio::test]
async fn owner_of_its_schema_needs_no_other_privilege() {
    let url = postgres::database().await;
    let admin = PgPool::connect(&url).await.unwrap();
    let role = format!("orders_{}", url.rsplit_once("test_").unwrap().1.split('?').next().unwrap());
    for sql in [
        format!("CREATE ROLE {role} LOGIN PASSWORD 'secret'"),
        format!("CREATE SCHEMA orders AUTHORIZATION {role}"),
    ] {
        sqlx::query(AssertSqlSafe(sql)).execute(&admin).await.unwrap();
    }
    let (scheme, rest) = url.split_once("://").unwrap();
    let host = rest.split_once('@').map_or(rest, |(_, host)| host);
    let own = format!("{scheme}://{role}:secret@{host}");
    Db::open(&location(&own, "orders"), &Migrator::DEFAULT).await.unwrap().close().await;
    assert!(
        Db::open(&location(&own, "accounts"), &Migrator::DEFAULT).await.is_err(),
        "it may make no schema"
    );
}
