//! Copies of one placement, such as a repeated request, of which one fails while another writes the order. Both databases.

use crate::support::{KHAM, NOY, Shop, buy, lock_key};
use futures::future::join_all;
use heuan_proto::orders::v1 as wire;
use heuan_rpc::Error;
use heuan_store::{read, run};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

const STOCK: i64 = 1_000;
const UNITS: i64 = 4;
const ROUNDS: i64 = 12;
/// Address whose orders of the hour are used up, so that a copy from it fails when its order is written.
const FULL: &str = "192.0.2.1";

/// A shop with an address from which no further order comes.
async fn shop(engine: Engine) -> Shop {
    let shop = Shop::open_with(engine, |config| config.limits.orders_per_address = 1).await;
    shop.shelve(&[(1, STOCK, 58_000)]).await;
    shop.place_from(FULL, KHAM, "first", buy(&[(1, 1)], "cod")).await.unwrap();
    shop.settles().await;
    shop
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
    let shop = shop(engine).await;
    for round in 1..=ROUNDS {
        let (key, free) = (format!("k{round}"), format!("198.51.100.{round}"));
        let tables = shop.tables().await;
        let locked = lock_key(&tables, &key).await;
        let copies = (0..6).map(|copy| {
            let address = if copy % 2 == 0 { FULL } else { free.as_str() };
            shop.place_from(address, NOY, &key, buy(&[(1, UNITS)], method))
        });
        let unlock = async {
            eventually("the units are reserved", async || shop.stock(1).await.reserved >= UNITS).await;
            drop(locked);
        };
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
    let shop = shop(engine).await;
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
    let shop = shop(engine).await;
    for _ in 0..2 {
        let failed = shop.place_from(FULL, NOY, "k", buy(&[(1, UNITS)], "cod")).await.unwrap_err();
        assert_beyond_the_limit(&failed);
        assert_eq!(stock(&shop).await, (STOCK - 1, 0, 1));
    }
    let order = shop.place(NOY, "k", buy(&[(1, UNITS)], "cod")).await.unwrap();
    shop.settles().await;
    let again = shop.place_from(FULL, NOY, "k", buy(&[(1, UNITS)], "cod")).await.unwrap();
    assert_eq!(again.order_id, order.order_id);
    assert_eq!(stock(&shop).await, (STOCK - 1 - UNITS, 0, 1 + UNITS));
    // Its key is free for none of the abandoned reservations.
    let tables = shop.tables().await;
    let count: i64 = read!(tables, |pool| {
        sqlx::query_scalar("SELECT COUNT(*) FROM abandoned_reservation").fetch_one(pool).await.unwrap()
    });
    assert_eq!(count, 2);
    tables.close().await;
    shop.close().await;
}
