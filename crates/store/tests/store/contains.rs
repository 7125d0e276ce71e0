//! Search of a text within another, on both databases.

use heuan_store::{
    Db, read,
    sqlx::{self, AssertSqlSafe, migrate::Migrator},
};
use heuan_testkit::{Engine, TestDb};
use rstest::rstest;

#[rstest]
#[tokio::test]
async fn text_contains_a_part_as_typed_without_wildcards(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let place = TestDb::new(engine).await;
    let db = Db::open(&place.location, &Migrator::DEFAULT).await.unwrap();
    let condition = db.contains("texts.body", "$2");
    let sql = format!("SELECT COUNT(*) FROM (SELECT CAST($1 AS TEXT) AS body) texts WHERE {condition}");
    let contains = async |text: &str, part: &str| {
        let sql = AssertSqlSafe(sql.clone());
        let count: i64 =
            read!(db, |pool| sqlx::query_scalar(sql).bind(text).bind(part).fetch_one(pool).await.unwrap());
        count == 1
    };
    let text = "ຊີມັງ 100% cement_50 a\\b!";
    for part in ["ຊີມັງ", "100%", "%", "cement_5", "_", "a\\b", "!", "", text] {
        assert!(contains(text, part).await, "{part}");
    }
    for part in ["1%0", "cementx50", "cement_%", "CEMENT", "a\\\\b", "ຊີມັງ_", "\\%"] {
        assert!(!contains(text, part).await, "{part}");
    }
    assert!(contains("", "").await && !contains("", "a").await);
    db.close().await;
}
