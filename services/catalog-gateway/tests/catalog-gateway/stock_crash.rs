//! Q1 across crashes: a process that reserves and commits is killed at random moments, and the stock stays consistent.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use crate::support::Shop;
use futures::future::join_all;
use heuan_proto::catalog::v1::{CommitReservationRequest, ReserveStockRequest, StockLine};
use heuan_store::{DatabaseUrl, Db, read};
use heuan_testkit::{Engine, TestDb};
use rstest::rstest;

const CHILD: &str = "HEUAN_TEST_CRASH_CHILD";
const ON_SHELF: i64 = 5;

/// Child process: this test binary again, configured by an environment variable to sell from the given database until
/// it is killed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child_sells_until_killed() {
    let Ok(place) = std::env::var(CHILD) else { return };
    let (round, place) = place.split_once('|').unwrap();
    let location = match place.split_once('#') {
        Some((url, schema)) => DatabaseUrl::Postgres { url: url.to_owned(), schema: schema.to_owned() },
        None => DatabaseUrl::File(place.into()),
    };
    let shop = Shop::at(location).await;
    let sold = std::sync::Once::new();
    for turn in 0.. {
        let sales = (0..16).map(|n| {
            let (mut stock, sold) = (shop.stock(), &sold);
            async move {
                let id = format!("{round}-{turn}-{n}");
                let lines = vec![StockLine { pro_id: 1 + n % 2, quantity: 1 }];
                let held = stock.reserve_stock(ReserveStockRequest {
                    reservation_id: id.clone(),
                    lines,
                    ttl_ms: 1000,
                });
                if held.await.is_ok()
                    && stock.commit_reservation(CommitReservationRequest { reservation_id: id }).await.is_ok()
                {
                    sold.call_once(|| println!("selling"));
                }
            }
        });
        join_all(sales).await;
        tokio::task::yield_now().await;
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stock_is_consistent_after_a_process_is_killed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let place = match &db.location {
        DatabaseUrl::File(path) => path.display().to_string(),
        DatabaseUrl::Postgres { url, schema } => format!("{url}#{schema}"),
    };
    let shop = Shop::reopen(db).await;
    shop.shelve(1, ON_SHELF).await;
    shop.shelve(2, ON_SHELF).await;
    let tables = shop.tables().await;
    for round in 0..5u64 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["stock_crash::child_sells_until_killed", "--exact", "--nocapture"])
            .env(CHILD, format!("{round}|{place}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_for_sales(child.stdout.take().unwrap()).await;
        tokio::time::sleep(Duration::from_millis(3 + round * 11)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        balanced(&tables).await;
        restock(&tables).await;
    }
    // Reservations left by killed processes expire.
    shop.clock.advance(i64::MAX / 2);
    heuan_testkit::eventually("all reservations expire", async || sum(&tables, "SUM(reserved)").await == 0)
        .await;
    balanced(&tables).await;
}

async fn wait_for_sales(stdout: std::process::ChildStdout) {
    tokio::task::spawn_blocking(move || {
        use std::io::BufRead as _;
        let started = std::io::BufReader::new(stdout)
            .lines()
            .map_while(Result::ok)
            .any(|line| line.contains("selling"));
        assert!(started, "the child process did not start");
    })
    .await
    .unwrap();
}

/// Checks that the sold and reserved units of the stock table equal those of the reservations.
async fn balanced(tables: &Db) {
    let sql = "SELECT COUNT(*) FROM stock s WHERE s.reserved < 0 OR s.on_hand < s.reserved \
         OR s.sold <> (SELECT COALESCE(SUM(l.quantity), 0) FROM reservation_line l JOIN reservation r \
                       ON r.reservation_id = l.reservation_id WHERE l.pro_id = s.pro_id AND r.state = 'committed') \
         OR s.reserved <> (SELECT COALESCE(SUM(l.quantity), 0) FROM reservation_line l JOIN reservation r \
                       ON r.reservation_id = l.reservation_id WHERE l.pro_id = s.pro_id AND r.state = 'held')";
    let wrong: i64 = read!(*tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    assert_eq!(wrong, 0, "stock and reservations disagree");
    let put_on_shelf = sum(tables, "SUM(on_hand + sold)").await;
    assert_eq!(put_on_shelf % ON_SHELF, 0);
}

async fn restock(tables: &Db) {
    // A product at a time: another session of the killed process may still hold the other row.
    for pro_id in [1_i64, 2] {
        let mut tx = tables.begin().await.unwrap();
        let sql = "UPDATE stock SET on_hand = on_hand + $1 WHERE pro_id = $2";
        heuan_store::run!(tx, sql, ON_SHELF, pro_id).unwrap();
        tx.commit().await.unwrap();
    }
}

async fn sum(tables: &Db, of: &str) -> i64 {
    let sql = format!("SELECT CAST({of} AS BIGINT) FROM stock");
    read!(*tables, |pool| sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(pool).await.unwrap())
}
