//! Goods of an order put into the cart again, through the gRPC contract, on both databases.

use heuan_proto::orders::v1::{AddOrderToCartRequest, AddOrderToCartResponse, RepeatReason};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{KHAM, NOY, Shop, buy};

async fn again(
    shop: &Shop,
    customer_id: i64,
    order_id: &str,
    key: &str,
) -> Result<AddOrderToCartResponse, Error> {
    let request =
        AddOrderToCartRequest { customer_id, order_id: order_id.to_owned(), idempotency_key: key.to_owned() };
    Ok(shop.cart().add_order_to_cart(request).await?.into_inner())
}

/// Product, units of the order, added units, units in stock, reason.
fn lines(answer: &AddOrderToCartResponse) -> Vec<(i64, i64, i64, i64, RepeatReason)> {
    let line = |it: &heuan_proto::orders::v1::RepeatedLine| {
        (it.pro_id, it.requested, it.added, it.available, it.reason())
    };
    answer.lines.iter().map(line).collect()
}

async fn units(shop: &Shop) -> Vec<(i64, i64)> {
    shop.the_cart(NOY).await.lines.iter().map(|line| (line.pro_id, line.quantity)).collect()
}

#[rstest]
#[tokio::test]
async fn goods_of_an_order_are_added_besides_those_in_the_cart_and_missing_ones_are_named(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 5_000), (2, 9, 5_000), (3, 4, 5_000), (4, 9, 5_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 3), (2, 4), (3, 4), (4, 1)], "cod")).await.unwrap();
    shop.settles().await;
    shop.offers(&[(1, 17), (2, 5), (3, 0), (4, 8)]).await;
    // Of product 2 five are left, of which three are in the cart.
    shop.add(NOY, 2, 3).await.unwrap();
    shop.price(4, None).await;

    let answer = again(&shop, NOY, &order.order_id, "again-1").await.unwrap();
    assert_eq!(
        lines(&answer),
        [
            (1, 3, 3, 17, RepeatReason::Unspecified),
            (2, 4, 2, 5, RepeatReason::StockShort),
            (3, 4, 0, 0, RepeatReason::OutOfStock),
            (4, 1, 0, 0, RepeatReason::NotForSale),
        ]
    );
    assert_eq!(answer.cart.unwrap().count, 8);
    assert_eq!(units(&shop).await, [(2, 5), (1, 3)]);
}

#[rstest]
#[tokio::test]
async fn repeated_request_adds_once_and_gets_the_same_lines(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 5_000), (2, 3, 5_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 3), (2, 2)], "cod")).await.unwrap();
    let other = shop.place(NOY, "k2", buy(&[(1, 1)], "cod")).await.unwrap();
    shop.settles().await;
    shop.offers(&[(1, 16), (2, 1)]).await;
    let first = again(&shop, NOY, &order.order_id, "again-1").await.unwrap();
    let repeated = again(&shop, NOY, &order.order_id, "again-1").await.unwrap();
    assert_eq!(repeated, first);
    assert_eq!(units(&shop).await, [(1, 3), (2, 1)]);
    // A key belongs to one request.
    let error = again(&shop, NOY, &other.order_id, "again-1").await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "idempotency_key_reused"));
    // Another press adds them again.
    again(&shop, NOY, &order.order_id, "again-2").await.unwrap();
    assert_eq!(units(&shop).await, [(1, 6), (2, 1)]);
}

#[rstest]
#[tokio::test]
async fn limits_of_cart_and_line_leave_the_rest_out(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| {
        config.cart_lines = 2;
        config.limits.line_quantity = 4;
    })
    .await;
    shop.shelve(&[(1, 50, 5_000), (2, 50, 5_000), (3, 50, 5_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 4), (2, 2), (3, 1)], "cod")).await.unwrap();
    shop.settles().await;
    shop.offers(&[(1, 46), (2, 48), (3, 49)]).await;
    shop.add(NOY, 1, 1).await.unwrap();
    let answer = again(&shop, NOY, &order.order_id, "").await.unwrap();
    assert_eq!(
        lines(&answer),
        [
            (1, 4, 3, 46, RepeatReason::LineQuantityLimit),
            (2, 2, 2, 48, RepeatReason::Unspecified),
            (3, 1, 0, 49, RepeatReason::CartFull),
        ]
    );
}

#[rstest]
#[tokio::test]
async fn order_of_another_customer_is_not_found(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 5_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 3)], "cod")).await.unwrap();
    for id in [order.order_id.as_str(), "unknown"] {
        assert_eq!(again(&shop, KHAM, id, "again-1").await.unwrap_err().code, Code::NotFound);
    }
    assert!(shop.the_cart(KHAM).await.lines.is_empty());
}
