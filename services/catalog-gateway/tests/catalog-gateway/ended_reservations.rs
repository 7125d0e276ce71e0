//! Deletion of reservations that ended without a sale, on both databases.

use std::collections::BTreeSet;

use crate::support::{self, NOON, Shop};
use heuan_catalog_gateway::{
    stock::{
        ENDED_RETENTION_MS, ReservationChange, ReserveRequest, ReturnRequest, StockLine, TakenBackReturn,
    },
    store::{Store, consistency},
};
use heuan_rpc::Code;
use heuan_store::{Db, read, run};
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

const PRODUCT: i64 = 1;
const TTL: i64 = 60_000;
/// Creation of a reservation that is deleted at noon, and not a millisecond earlier.
const OLD: i64 = NOON - ENDED_RETENTION_MS - TTL;
/// More than two batches.
const MANY: usize = 250;

fn lines(quantity: i64) -> Vec<StockLine> {
    vec![StockLine { pro_id: PRODUCT, quantity }]
}

fn ids(of: &[&str]) -> BTreeSet<String> {
    of.iter().map(|id| (*id).to_owned()).collect()
}

async fn hold(store: &Store, id: &str, at: i64) {
    let request = ReserveRequest::new(id.to_owned(), lines(1), TTL).unwrap();
    store.reserve(&request, at).await.unwrap();
}

async fn change(store: &Store, id: &str, quantity: i64) {
    let change = ReservationChange::new(id.to_owned(), "k".to_owned(), lines(quantity)).unwrap();
    store.change_reservation(&change, OLD).await.unwrap();
}

async fn bring_back(store: &Store, return_id: &str) {
    let request = ReturnRequest::new(return_id.to_owned(), lines(1)).unwrap();
    store.return_units(&request, OLD).await.unwrap();
}

async fn take_back(store: &Store, return_id: &str) {
    let request = TakenBackReturn::new(return_id.to_owned(), String::new(), None).unwrap();
    store.take_back_return(&request, OLD).await.unwrap();
}

async fn count(tables: &Db, sql: &'static str) -> i64 {
    read!(*tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap())
}

/// Ids of the reservations, and the numbers of their lines and changes.
async fn stored(tables: &Db) -> (BTreeSet<String>, i64, i64) {
    let sql = "SELECT reservation_id FROM reservation";
    let found: Vec<String> = read!(*tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
    let line_count = count(tables, "SELECT COUNT(*) FROM reservation_line").await;
    let change_count = count(tables, "SELECT COUNT(*) FROM reservation_change").await;
    (found.into_iter().collect(), line_count, change_count)
}

/// Writes an ended reservation with a line.
async fn insert_ended(tables: &Db, id: &str, state: &str, created_at: i64) {
    let mut tx = tables.begin().await.unwrap();
    let sql =
        "INSERT INTO reservation (reservation_id, state, expires_at, created_at) VALUES ($1, $2, $3, $4)";
    run!(tx, sql, id, state, created_at + TTL, created_at).unwrap();
    let sql = "INSERT INTO reservation_line (reservation_id, pro_id, quantity) VALUES ($1, $2, 1)";
    run!(tx, sql, id, PRODUCT).unwrap();
    tx.commit().await.unwrap();
}

async fn assert_consistent(tables: &Db) {
    let inconsistencies = consistency::read(tables).await.unwrap().inconsistencies;
    assert!(inconsistencies.is_empty(), "{inconsistencies:?}");
}

#[rstest]
#[tokio::test]
async fn released_and_expired_reservations_are_deleted_after_their_retention_and_others_stay(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let place = TestDb::new(engine).await;
    let store = Store::open(&place.location).await.unwrap();
    let tables = support::tables(&place).await;
    let mut tx = tables.begin().await.unwrap();
    run!(tx, "INSERT INTO stock (pro_id, on_hand) VALUES ($1, 100)", PRODUCT).unwrap();
    tx.commit().await.unwrap();

    for id in ["released", "expired", "held", "committed", "returned"] {
        hold(&store, id, OLD).await;
    }
    change(&store, "released", 2).await;
    store.release("released", false, OLD).await.unwrap();
    assert_eq!(store.commit("expired", OLD + TTL).await.unwrap_err().detail.reason, "reservation_ended");
    store.commit("committed", OLD).await.unwrap();
    change(&store, "committed", 3).await;
    store.commit("returned", OLD).await.unwrap();
    store.release("returned", false, OLD).await.unwrap();
    for return_id in ["committed-r1", "committed-r2"] {
        bring_back(&store, return_id).await;
    }
    take_back(&store, "committed-r2").await;
    hold(&store, "young", OLD + 1).await;
    store.release("young", false, OLD + 1).await.unwrap();
    let before = store.stock_levels(&[PRODUCT]).await.unwrap();

    assert_eq!(store.delete_ended_reservations(NOON - 1).await.unwrap(), 0);
    assert_eq!(store.delete_ended_reservations(NOON).await.unwrap(), 2);
    let stay = ids(&["committed", "committed-r1", "committed-r2", "held", "returned", "young"]);
    assert_eq!(stored(&tables).await, (stay, 6, 1));
    assert_consistent(&tables).await;
    // Calls for what is gone change nothing, and neither do repeated ones for what stays.
    assert_eq!(store.release("released", false, NOON).await.unwrap_err().code, Code::NotFound);
    assert_eq!(store.commit("expired", NOON).await.unwrap_err().code, Code::NotFound);
    bring_back(&store, "committed-r1").await;
    take_back(&store, "committed-r2").await;
    assert_eq!(store.stock_levels(&[PRODUCT]).await.unwrap(), before);

    // A reservation is deleted after it has given back its units.
    assert_eq!(store.expire(NOON).await.unwrap(), 1);
    assert_eq!(store.delete_ended_reservations(NOON + 1).await.unwrap(), 2);
    let stay = ids(&["committed", "committed-r1", "committed-r2", "returned"]);
    assert_eq!(stored(&tables).await, (stay, 4, 1));
    assert_consistent(&tables).await;
    tables.close().await;
    store.close().await;
}

#[rstest]
#[tokio::test]
async fn processes_together_delete_all_batches_of_ended_reservations_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let place = TestDb::new(engine).await;
    let (one, other) =
        (Store::open(&place.location).await.unwrap(), Store::open(&place.location).await.unwrap());
    let tables = support::tables(&place).await;
    for n in 0..MANY {
        insert_ended(&tables, &format!("r{n}"), ["released", "expired"][n % 2], OLD).await;
    }
    let deleted = tokio::join!(one.delete_ended_reservations(NOON), other.delete_ended_reservations(NOON));
    assert_eq!(deleted.0.unwrap() + deleted.1.unwrap(), MANY as u64);
    assert_eq!(stored(&tables).await, (BTreeSet::new(), 0, 0));
    tables.close().await;
    one.close().await;
    other.close().await;
}

#[rstest]
#[tokio::test]
async fn running_service_deletes_reservations_that_ended_long_ago(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let place = TestDb::new(engine).await;
    let tables = support::tables(&place).await;
    insert_ended(&tables, "old", "released", OLD).await;
    insert_ended(&tables, "young", "expired", OLD + 1).await;
    let shop = Shop::reopen(place).await;
    eventually("the old reservation is deleted", async || stored(&tables).await == (ids(&["young"]), 1, 0))
        .await;
    shop.check().await;
    tables.close().await;
}
