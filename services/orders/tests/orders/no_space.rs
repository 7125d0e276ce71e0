//! Behavior without disk space: writes return `UNAVAILABLE` with a retry delay, reads succeed, and the first write
//! after space is available succeeds. Both databases.

use std::time::Duration;

use crate::support::{NOY, Shop, buy};
use heuan_rpc::Code;
use heuan_testkit::{Engine, WriteFault};
use rstest::rstest;

#[rstest]
#[tokio::test]
async fn carts_and_orders_are_written_once_there_is_space_and_readable_meanwhile(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 5, 1000)]).await;
    shop.add(NOY, 1, 1).await.unwrap();
    let fault = WriteFault::begin(&shop.places.orders.location).await;
    for _ in 0..3 {
        let add = shop.add(NOY, 1, 1).await.unwrap_err();
        let place = shop.place(NOY, "k", buy(&[(1, 2)], "cod")).await.unwrap_err();
        for error in [add, place] {
            let said = (error.code, error.pushback());
            assert_eq!(said, (Code::Unavailable, Some(Duration::from_secs(5))), "{error:?}");
        }
        assert_eq!(shop.stock(1).await.reserved, 0, "an order that was not written holds units");
    }
    assert_eq!(shop.the_cart(NOY).await.lines[0].quantity, 1);
    fault.end().await;
    assert_eq!(shop.add(NOY, 1, 1).await.unwrap().lines[0].quantity, 2);
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "cod")).await.unwrap();
    shop.settles().await;
    assert_eq!(shop.order(NOY, &order.order_id).await.unwrap().number, order.number);
    assert_eq!(shop.stock(1).await.available, 3, "the failed order holds no further units");
}
