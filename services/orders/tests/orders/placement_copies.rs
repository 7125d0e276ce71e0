//! Copies of one placement, such as a repeated request, of which one fails while another writes the order. Both databases.

use crate::support::{KHAM, NOY, Shop, buy, config, lock_key};
use futures::future::join_all;
use heuan_catalog_gateway::stock::ENDED_RETENTION_MS;
use heuan_proto::orders::v1 as wire;
use heuan_rpc::Error;
use heuan_store::{Db, Tx, read, run};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

const STOCK: i64 = 1_000;
const UNITS: i64 = 4;
const ROUNDS: i64 = 12;
/// Address with one order of the hour left. The last one is used up while a copy waits, so that the copy fails when its order is written.
const FULL: &str = "192.0.2.1";
const ORDERS_PER_ADDRESS: i64 = 2;

/// A shop with an order from the address, and the key of the counter of the address.
async fn shop(engine: Engine) -> (Shop, String) {
    shop_with(engine, config().order_keys).await
}

async fn shop_with(engine: Engine, order_keys: i64) -> (Shop, String) {
    let shop = Shop::open_with(engine, |config| {
        config.limits.orders_per_address = ORDERS_PER_ADDRESS;
        config.order_keys = order_keys;
    })
    .await;
    shop.shelve(&[(1, STOCK, 58_000)]).await;
    shop.place_from(FULL, KHAM, "first", buy(&[(1, 1)], "cod")).await.unwrap();
    shop.settles().await;
    let tables = shop.tables().await;
    // The longer key is that of the orders of one customer from the address.
    let sql =
        "SELECT subject FROM order_limit WHERE subject LIKE 'address:%' ORDER BY LENGTH(subject) LIMIT 1";
    let counter = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    (shop, counter)
}

const SET_COUNTER: &str = "UPDATE order_limit SET used = $1 WHERE subject = $2";

/// The lock of a key while the address has one order left.
async fn lock_with_one_left(tables: &Db, counter: &str, key: &str) -> Tx {
    let mut tx = tables.begin().await.unwrap();
    run!(tx, SET_COUNTER, ORDERS_PER_ADDRESS - 1, counter).unwrap();
    tx.commit().await.unwrap();
    lock_key(tables, key).await
}

/// Ends the lock of a key once the units are reserved, as if another customer had just used up the orders of the address.
async fn use_up_and_unlock(shop: &Shop, mut locked: Tx, counter: &str, key: &str) {
    eventually("the units are reserved", async || shop.stock(1).await.reserved >= UNITS).await;
    run!(locked, SET_COUNTER, ORDERS_PER_ADDRESS, counter).unwrap();
    run!(locked, "DELETE FROM idempotency WHERE idempotency_key = $1", key).unwrap();
    locked.commit().await.unwrap();
}

/// States of the reservation with this id, and the ids of the held ones.
async fn reservations(shop: &Shop, id: &str) -> (Vec<String>, Vec<String>) {
    let tables = shop.catalog_tables().await;
    let sql = "SELECT reservation_id, state FROM reservation ORDER BY reservation_id";
    let all: Vec<(String, String)> = read!(tables, |pool| sqlx::query_as(sql).fetch_all(pool).await.unwrap());
    tables.close().await;
    let of_id = all.iter().filter(|(one, _)| one == id).map(|(_, state)| state.clone()).collect();
    let held = all.into_iter().filter(|(_, state)| state == "held").map(|(one, _)| one).collect();
    (of_id, held)
}

/// Available, reserved and sold units.
async fn stock(shop: &Shop) -> (i64, i64, i64) {
    let stock = shop.stock(1).await;
    (stock.available, stock.reserved, stock.sold)
}

#[track_caller]
fn assert_beyond_the_limit(error: &Error) {
    assert_eq!(error.detail.reason, "address_orders_limit", "{error:?}");
}

#[rstest]
#[case("cod")]
#[case("qr")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failing_copies_leave_the_units_of_the_order_that_another_copy_writes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] method: &str,
) {
    let (shop, counter) = shop(engine).await;
    for round in 1..=ROUNDS {
        let (key, free) = (format!("k{round}"), format!("198.51.100.{round}"));
        let tables = shop.tables().await;
        let locked = lock_with_one_left(&tables, &counter, &key).await;
        let copies = (0..6).map(|copy| {
            let address = if copy % 2 == 0 { FULL } else { free.as_str() };
            shop.place_from(address, NOY, &key, buy(&[(1, UNITS)], method))
        });
        let unlock = use_up_and_unlock(&shop, locked, &counter, &key);
        let (copies, ()) = tokio::join!(join_all(copies), unlock);
        tables.close().await;
        let (orders, errors): (Vec<_>, Vec<_>) = copies.into_iter().partition(Result::is_ok);
        let orders: Vec<wire::Order> = orders.into_iter().map(Result::unwrap).collect();
        assert!(orders.len() >= 3, "copies from the free address fail");
        assert!(orders.iter().all(|order| order.order_id == orders[0].order_id));
        errors.iter().filter_map(|one| one.as_ref().err()).for_each(assert_beyond_the_limit);
        shop.settles().await;
        if method == "qr" {
            shop.act(&orders[0], wire::SandboxAction::Pay).await.unwrap();
            shop.comes_to(NOY, &orders[0].order_id, "placed", "paid").await;
        }
        let sold = 1 + round * UNITS;
        eventually("every order has its units once", async || stock(&shop).await == (STOCK - sold, 0, sold))
            .await;
    }
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn copy_whose_reservation_another_copy_has_abandoned_reserves_its_units_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, _) = shop(engine).await;
    let tables = shop.tables().await;
    let mut locked = lock_key(&tables, "k").await;
    let abandon = async {
        eventually("the units are reserved", async || shop.stock(1).await.reserved == UNITS).await;
        let id = reservations(&shop, "").await.1.remove(0);
        // As another copy does, which ends before it releases the units.
        run!(locked, "INSERT INTO abandoned_reservation (order_id, at) VALUES ($1, 0)", &id).unwrap();
        run!(locked, "DELETE FROM idempotency WHERE idempotency_key = 'k'").unwrap();
        locked.commit().await.unwrap();
        id
    };
    let (order, abandoned) = tokio::join!(shop.place(NOY, "k", buy(&[(1, UNITS)], "cod")), abandon);
    assert_ne!(order.unwrap().order_id, abandoned);
    shop.settles().await;
    assert_eq!(reservations(&shop, &abandoned).await.0, ["released"]);
    assert_eq!(stock(&shop).await, (STOCK - 1 - UNITS, 0, 1 + UNITS));
    tables.close().await;
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn repetition_of_a_request_whose_copy_failed_is_an_order_with_its_units(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, counter) = shop(engine).await;
    let tables = shop.tables().await;
    for _ in 0..2 {
        let locked = lock_with_one_left(&tables, &counter, "k").await;
        let (failed, ()) = tokio::join!(
            shop.place_from(FULL, NOY, "k", buy(&[(1, UNITS)], "cod")),
            use_up_and_unlock(&shop, locked, &counter, "k"),
        );
        assert_beyond_the_limit(&failed.unwrap_err());
        assert_eq!(stock(&shop).await, (STOCK - 1, 0, 1));
    }
    let order = shop.place(NOY, "k", buy(&[(1, UNITS)], "cod")).await.unwrap();
    shop.settles().await;
    let again = shop.place_from(FULL, NOY, "k", buy(&[(1, UNITS)], "cod")).await.unwrap();
    assert_eq!(again.order_id, order.order_id);
    assert_eq!(stock(&shop).await, (STOCK - 1 - UNITS, 0, 1 + UNITS));
    // Its key is free for none of the abandoned reservations.
    let count: i64 = read!(tables, |pool| {
        sqlx::query_scalar("SELECT COUNT(*) FROM abandoned_reservation").fetch_one(pool).await.unwrap()
    });
    assert_eq!(count, 2);
    tables.close().await;
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn orders_that_are_refused_after_their_reservation_count_as_orders(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, counter) = shop_with(engine, 2).await;
    let tables = shop.tables().await;
    for key in ["k1", "k2"] {
        let locked = lock_with_one_left(&tables, &counter, key).await;
        let (failed, ()) = tokio::join!(
            shop.place_from(FULL, NOY, key, buy(&[(1, UNITS)], "cod")),
            use_up_and_unlock(&shop, locked, &counter, key),
        );
        assert_beyond_the_limit(&failed.unwrap_err());
    }
    let error = shop.place(NOY, "k3", buy(&[(1, UNITS)], "cod")).await.unwrap_err();
    assert_eq!(error.detail.reason, "idempotency_keys", "{error:?}");
    // Those of the first order of the shop and of the two attempts.
    let catalog = shop.catalog_tables().await;
    let reservations: i64 = read!(catalog, |pool| {
        sqlx::query_scalar("SELECT COUNT(*) FROM reservation").fetch_one(pool).await.unwrap()
    });
    assert_eq!((reservations, stock(&shop).await), (3, (STOCK - 1, 0, 1)));
    catalog.close().await;
    tables.close().await;
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn key_whose_record_and_reservation_are_deleted_makes_another_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, STOCK, 58_000)]).await;
    let canceled = shop.place(NOY, "k", buy(&[(1, UNITS)], "qr")).await.unwrap();
    shop.cancel(NOY, &canceled.order_id).await.unwrap();
    shop.settles().await;
    assert_eq!(reservations(&shop, &canceled.order_id).await.0, ["released"]);

    let clock = shop.clock.clone();
    let places = shop.close().await;
    clock.advance(2 * ENDED_RETENTION_MS);
    let shop = Shop::reopen(places, config(), clock, None).await;
    let tables = shop.tables().await;
    eventually("the record and the reservation are deleted", async || {
        let sql = "SELECT COUNT(*) FROM idempotency";
        let keys: i64 = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
        keys == 0 && reservations(&shop, &canceled.order_id).await.0.is_empty()
    })
    .await;
    let order = shop.place(NOY, "k", buy(&[(1, UNITS)], "qr")).await.unwrap();
    assert_ne!(order.order_id, canceled.order_id);
    // The id of the canceled order was reserved once more, and holds nothing.
    let (of_canceled, held) = reservations(&shop, &canceled.order_id).await;
    assert_eq!((of_canceled, held), (vec!["released".to_owned()], vec![order.order_id.clone()]));
    assert_eq!(stock(&shop).await, (STOCK - UNITS, UNITS, 0));
    tables.close().await;
    shop.close().await;
}
