//! Leases of orders with due work: a process that was suspended for longer than its lease changes nothing afterwards.

use crate::support::{NOY, Shop, buy, config};
use heuan_proto::orders::v1::SandboxAction;
use heuan_store::{Db, read, run};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

const ANOTHER_PROCESS: i64 = 9_000_000_000_000_000;

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn order_stays_unchanged_by_a_process_that_has_lost_its_lease(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 3, 500_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "qr")).await.unwrap();
    let (tables, catalog) = (shop.tables().await, shop.catalog_tables().await);

    // The catalog cannot commit the reservation of the paid order, so the process waits with its lease.
    let mut blocked = catalog.begin().await.unwrap();
    run!(blocked, "UPDATE reservation SET state = state").unwrap();
    run!(blocked, "UPDATE stock SET sold = sold").unwrap();
    shop.act(&order, SandboxAction::Pay).await.unwrap();
    eventually("the process commits the reservation", async || {
        let (units, leased_until) = work(&tables).await;
        units == "commit_due" && leased_until > 0
    })
    .await;
    lease(&tables, ANOTHER_PROCESS).await;
    drop(blocked);
    eventually("the reservation is committed", async || shop.stock(1).await.sold == 2).await;
    catalog.close().await;

    // The shutdown waits for the process to finish.
    let clock = shop.clock.clone();
    let places = shop.close().await;
    assert_eq!(work(&tables).await, ("commit_due".to_owned(), ANOTHER_PROCESS));

    // When the other process has not finished the work either, the next one does.
    lease(&tables, 0).await;
    tables.close().await;
    let shop = Shop::reopen(places, config(), clock, None).await;
    shop.comes_to(NOY, &order.order_id, "placed", "paid").await;
    assert_eq!((shop.stock(1).await.available, shop.stock(1).await.sold), (1, 2));
}

/// The state of the order's units, and the end of its lease.
async fn work(tables: &Db) -> (String, i64) {
    let sql = "SELECT units, leased_until FROM customer_order";
    read!(tables, |pool| sqlx::query_as(sql).fetch_one(pool).await.unwrap())
}

async fn lease(tables: &Db, until: i64) {
    let mut tx = tables.begin().await.unwrap();
    run!(tx, "UPDATE customer_order SET leased_until = $1", until).unwrap();
    tx.commit().await.unwrap();
}
