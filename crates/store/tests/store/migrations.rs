//! Tables that a newer release has brought further.

use crate::support::{items, migrations, write};
use heuan_store::{Db, StoreError, run, sqlx::migrate::Migrator};
use heuan_testkit::{Engine, TestDb};
use rstest::rstest;

#[rstest]
#[case(Engine::Sqlite)]
#[case(Engine::Postgres)]
#[tokio::test]
async fn older_release_opens_newer_tables_and_refuses_to_migrate_them(#[case] engine: Engine) {
    let test = TestDb::new(engine).await;
    let newer = Db::open(&test.location, &migrations(4)).await.unwrap();
    write(&newer, 1, "one").await.unwrap();
    newer.close().await;

    let db = Db::open(&test.location, &migrations(2)).await.unwrap();
    write(&db, 2, "two").await.unwrap();
    assert_eq!(items(&db).await, [1, 2]);
    db.close().await;

    let refused = Db::migrate(&test.location, &migrations(2)).await.unwrap_err().to_string();
    assert!(
        refused.contains("has migrations of a newer release: 3, 4; this release knows those up to 2"),
        "{refused}"
    );
    Db::migrate(&test.location, &migrations(4)).await.unwrap();
}

/// A row below the newest that is known is no newer release: another program has migrated these tables.
#[rstest]
#[case(Engine::Sqlite)]
#[case(Engine::Postgres)]
#[tokio::test]
async fn gap_in_the_migrations_is_refused(#[case] engine: Engine) {
    let test = TestDb::new(engine).await;
    let db = Db::open(&test.location, &migrations(1)).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    run!(tx, "UPDATE _sqlx_migrations SET version = 0").unwrap();
    tx.commit().await.unwrap();
    db.close().await;
    let other = Migrator::with_migrations(migrations(2).iter().skip(1).cloned().collect());
    let refused = Db::open(&test.location, &other).await.unwrap_err();
    assert!(
        matches!(refused, StoreError::Migrate(_)) && refused.to_string().contains("migration 0"),
        "{refused}"
    );
}
