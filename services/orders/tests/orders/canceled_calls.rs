//! Calls whose caller goes away between a reservation and the write that records it. Both databases.

use crate::support::{
    NOY, Shop, buy, lock_key,
    staff::{back, correction, return_of},
};
use heuan_proto::orders::v1 as wire;
use heuan_store::run;
use heuan_testkit::{Engine, eventually};
use rstest::rstest;
use tokio::task::JoinHandle;

/// Places an order in a task, which ends the call when it is aborted.
fn place_detached(shop: &Shop, key: &str, units: i64) -> JoinHandle<()> {
    let mut orders = shop.orders();
    let request = wire::PlaceOrderRequest {
        customer_id: NOY,
        input: Some(buy(&[(1, units)], "qr")),
        idempotency_key: key.to_owned(),
        ..wire::PlaceOrderRequest::default()
    };
    tokio::spawn(async move {
        let _ = orders.place_order(request).await;
    })
}

/// Ends the call of the task.
async fn cancel(call: JoinHandle<()>) {
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled(), "the call ended before it was canceled");
}

#[rstest]
#[tokio::test]
async fn order_of_a_customer_who_goes_away_after_the_reservation_is_written(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    let tables = shop.tables().await;
    let locked = lock_key(&tables, "k").await;
    let call = place_detached(&shop, "k", 4);
    eventually("the units are reserved", async || shop.stock(1).await.reserved == 4).await;
    cancel(call).await;
    drop(locked);
    let request = wire::ListOrdersRequest { customer_id: NOY, page: 1, limit: 10 };
    eventually("the order is written", async || {
        shop.orders().list_orders(request).await.unwrap().into_inner().total == 1
    })
    .await;
    // A repetition gets this order, and canceling it returns the units.
    let order = shop.place(NOY, "k", buy(&[(1, 4)], "qr")).await.unwrap();
    assert_eq!(shop.stock(1).await.reserved, 4);
    shop.cancel(NOY, &order.order_id).await.unwrap();
    shop.settles().await;
    assert_eq!((shop.stock(1).await.available, shop.stock(1).await.reserved), (10, 0));
    tables.close().await;
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn refused_order_of_a_customer_who_goes_away_holds_nothing(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.order_keys = 2).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    shop.place(NOY, "first", buy(&[(1, 1)], "qr")).await.unwrap();
    let tables = shop.tables().await;
    let mut locked = lock_key(&tables, "second").await;
    let call = place_detached(&shop, "second", 4);
    eventually("the units are reserved", async || shop.stock(1).await.reserved == 5).await;
    cancel(call).await;
    // As if another order had just used up `order_keys`, which is checked again when the order is written.
    run!(locked, "UPDATE quota_usage SET used = 2").unwrap();
    run!(locked, "DELETE FROM idempotency WHERE idempotency_key = 'second'").unwrap();
    locked.commit().await.unwrap();
    eventually("the units are released", async || shop.stock(1).await.reserved == 1).await;
    tables.close().await;
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn correction_of_a_member_of_the_staff_who_goes_away_after_the_reservation_is_finished(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    let id = shop.place(NOY, "k", buy(&[(1, 3)], "cod")).await.unwrap().order_id;
    shop.settles().await;
    shop.do_step(&id, "hand_over").await.unwrap();
    let seen = shop.staff_order(&id).await;
    shop.update(return_of(&seen, &[back(1, 3, 0)])).await.unwrap();
    shop.settles().await;
    let request = correction(&shop.staff_order(&id).await, "return");
    let tables = shop.tables().await;
    let mut locked = tables.begin().await.unwrap();
    run!(locked, "UPDATE customer_order SET number = number WHERE order_id = $1", &id).unwrap();
    let mut orders = shop.staff_orders();
    let call = tokio::spawn(async move {
        let _ = orders.update_staff_order(request).await;
    });
    eventually("the units are reserved", async || shop.stock(1).await.reserved == 3).await;
    cancel(call).await;
    drop(locked);
    eventually("the return is taken back", async || {
        shop.staff_order(&id).await.order.unwrap().returns.is_empty()
    })
    .await;
    shop.settles().await;
    let stock = shop.stock(1).await;
    assert_eq!((stock.available, stock.reserved), (7, 0));
    tables.close().await;
    shop.close().await;
}
