//! Quotas and deleted content, on both databases.

use std::path::Path;

use futures::future::join_all;
use heuan_store::{DatabaseUrl, Db, Quota, QuotaExceeded, Result, read, run, sqlx};
use heuan_testkit::{Engine, TestDb};
use sqlx::migrate::Migrator;

const TEN: Quota = Quota { name: "things", limit: 10, window_ms: 60_000 };
const NOW: i64 = 1_795_237_200_000;
const ENGINES: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];

async fn open(engine: Engine) -> (TestDb, Db) {
    let at = TestDb::new(engine).await;
    let db = Db::open(&at.location, &Migrator::DEFAULT).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let table = "CREATE TABLE quota_usage (subject TEXT NOT NULL, quota TEXT NOT NULL, used BIGINT NOT NULL, \
         ends_at BIGINT NOT NULL, PRIMARY KEY (subject, quota))";
    run!(tx, table).unwrap();
    tx.commit().await.unwrap();
    (at, db)
}

async fn charge(db: &Db, subject: &str, amount: i64, now: i64) -> Result<Option<QuotaExceeded>> {
    let mut tx = db.begin().await?;
    let exceeded = TEN.charge(&mut tx, subject, amount, now).await?;
    if exceeded.is_none() {
        tx.commit().await?;
    }
    Ok(exceeded)
}

#[tokio::test]
async fn quota_charged_by_many_at_once_is_never_exceeded() {
    for engine in ENGINES {
        let (_at, db) = open(engine).await;
        let charged = join_all((0..40).map(|_| charge(&db, "7", 1, NOW))).await;
        let granted = charged.into_iter().filter(|one| matches!(one, Ok(None))).count();
        assert_eq!(granted, 10, "{engine:?}");
        assert_eq!(charge(&db, "8", 1, NOW).await.unwrap(), None, "another subject has its own");
    }
}

#[tokio::test]
async fn quota_opens_again_when_its_window_ends() {
    for engine in ENGINES {
        let (_at, db) = open(engine).await;
        assert_eq!(charge(&db, "7", 10, NOW).await.unwrap(), None);
        let exceeded = QuotaExceeded { quota: "things", retry_after_ms: 59_000 };
        assert_eq!(charge(&db, "7", 1, NOW + 1000).await.unwrap(), Some(exceeded));
        assert_eq!(TEN.check(&db, "7", NOW + 1000).await.unwrap(), Some(exceeded));
        let mut tx = db.begin().await.unwrap();
        TEN.refund(&mut tx, "7", 4, NOW + 1000).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(TEN.check(&db, "7", NOW + 1000).await.unwrap(), None);
        assert!(charge(&db, "7", 5, NOW + 1000).await.unwrap().is_some());
        assert_eq!(charge(&db, "7", 4, NOW + 1000).await.unwrap(), None);
        assert_eq!(charge(&db, "7", 10, NOW + 60_000).await.unwrap(), None);
        assert_eq!(Quota { limit: 0, ..TEN }.check(&db, "7", NOW + 60_000).await.unwrap(), None);

        db.sweep_quotas(NOW + 60_000).await.unwrap();
        let rows = async || -> i64 {
            let sql = "SELECT COUNT(*) FROM quota_usage";
            read!(db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap())
        };
        assert_eq!(rows().await, 1);
        db.sweep_quotas(NOW + 120_000).await.unwrap();
        assert_eq!(rows().await, 0);
    }
}

fn holds(folder: &Path, needle: &[u8]) -> bool {
    std::fs::read_dir(folder).unwrap().any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        bytes.windows(needle.len()).any(|window| window == needle)
    })
}

#[tokio::test]
async fn deleted_and_overwritten_content_leaves_every_file() {
    let folder = tempfile::tempdir().unwrap();
    let location = DatabaseUrl::File(folder.path().join("test.db"));
    let db = Db::open(&location, &Migrator::DEFAULT).await.unwrap();
    let (note, secret) = ("note ".repeat(20), "Khamphone-020-5512-3456");
    let write = async |sql: &'static str, text: String| {
        let mut tx = db.begin().await.unwrap();
        run!(tx, sql, &text).unwrap();
        tx.commit().await.unwrap();
    };
    write("CREATE TABLE t (a TEXT NOT NULL)", String::new()).await;
    for _ in 0..50 {
        write("INSERT INTO t (a) VALUES ($1)", format!("{note}{secret}")).await;
    }
    // Larger than a page, and overwritten by something shorter.
    write("INSERT INTO t (a) VALUES ($1)", secret.repeat(2000)).await;
    write("UPDATE t SET a = $1 WHERE length(a) > 10000", note.clone()).await;
    write("DELETE FROM t WHERE a <> $1", note.clone()).await;
    assert!(holds(folder.path(), secret.as_bytes()), "the log has it still");
    assert!(db.truncate_log().await.unwrap());
    assert!(!holds(folder.path(), secret.as_bytes()));
    assert!(holds(folder.path(), note.as_bytes()));
}
