//! Prices, total and cart of the last quote, which an order must match, through the gRPC contract on both databases.

use heuan_proto::orders::v1 as wire;
use heuan_rpc::Code;
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{NOY, Shop, buy, cart_order, config};

/// Amounts that a screen with this quote confirms.
fn confirmed(quote: &wire::QuoteResponse) -> wire::ConfirmedAmounts {
    let lines = quote.lines.iter().filter_map(|it| it.line.as_ref());
    let totals = quote.totals.as_ref().unwrap();
    wire::ConfirmedAmounts {
        prices: lines.map(|it| wire::ConfirmedPrice { pro_id: it.pro_id, price: it.price }).collect(),
        points_discount: totals.points_discount,
        delivery_fee: totals.delivery_fee,
        total: totals.total,
    }
}

#[rstest]
#[tokio::test]
async fn order_confirmed_on_one_device_is_refused_after_another_has_seen_a_new_price(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 32_000)]).await;
    shop.add(NOY, 1, 1).await.unwrap();
    let first_device = shop.quote(NOY, cart_order("cod")).await.unwrap();
    shop.price(1, Some(40_000)).await;
    let second_device = shop.quote(NOY, cart_order("cod")).await.unwrap();

    let of_the_first = wire::OrderInput { confirmed: Some(confirmed(&first_device)), ..cart_order("cod") };
    let error = shop.place(NOY, "first", of_the_first).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "price_changed"));
    let line = &error.detail.lines[0];
    assert_eq!((line.pro_id, line.price_was, line.price_now), (1, Some(32_000), Some(40_000)));
    assert_eq!(shop.stock(1).await.reserved, 0);

    let of_the_second = wire::OrderInput { confirmed: Some(confirmed(&second_device)), ..cart_order("cod") };
    let order = shop.place(NOY, "second", of_the_second).await.unwrap();
    assert_eq!((order.lines[0].price, order.customer_name.as_str()), (40_000, "ນ້ອຍ ວົງສາ"));
}

/// Delivery fee, free-delivery limit and value of a point are settings, which may change between quote and order.
#[rstest]
#[tokio::test]
async fn order_with_another_total_than_the_confirmed_one_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values("delivery_fee", "points_discount", "total")] amount: &str,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 32_000)]).await;
    let quote = shop.quote(NOY, buy(&[(1, 1)], "cod")).await.unwrap();
    let mut shown = confirmed(&quote);
    match amount {
        "delivery_fee" => shown.delivery_fee -= 1,
        "points_discount" => shown.points_discount += 1,
        _ => shown.total -= 1,
    }
    let input = wire::OrderInput { confirmed: Some(shown), ..buy(&[(1, 1)], "cod") };
    let error = shop.place(NOY, "k", input).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "total_changed"));
    let lines: Vec<_> = error
        .detail
        .lines
        .iter()
        .map(|line| (line.pro_id, line.requested, line.available, line.price_was, line.price_now))
        .collect();
    assert_eq!(lines, [(1, 1, 10, Some(32_000), Some(32_000))]);
    assert_eq!(shop.stock(1).await.reserved, 0);
}

/// A client may confirm the total alone.
#[rstest]
#[tokio::test]
async fn order_with_a_former_total_and_no_prices_is_refused_with_old_and_new_price_of_each_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 32_000), (2, 3, 9_000)]).await;
    let quote = shop.quote(NOY, buy(&[(1, 2), (2, 1)], "cod")).await.unwrap();
    shop.price(1, Some(40_000)).await;
    let total_alone = wire::ConfirmedAmounts { prices: Vec::new(), ..confirmed(&quote) };
    let input = wire::OrderInput { confirmed: Some(total_alone), ..buy(&[(1, 2), (2, 1)], "cod") };
    let error = shop.place(NOY, "k", input).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "total_changed"));
    let lines: Vec<_> = error
        .detail
        .lines
        .iter()
        .map(|line| (line.pro_id, line.requested, line.price_was, line.price_now))
        .collect();
    assert_eq!(lines, [(1, 2, Some(32_000), Some(40_000)), (2, 1, Some(9_000), Some(9_000))]);
    assert_eq!((shop.stock(1).await.reserved, shop.stock(2).await.reserved), (0, 0));
}

/// The body of an order has no amounts in the specification, and D27 holds for it as well.
#[rstest]
#[tokio::test]
async fn order_without_amounts_is_refused_after_the_terms_of_its_quote_have_changed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values("delivery_fee", "free_delivery_from", "point_value")] changed: &str,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 32_000)]).await;
    shop.give_points(NOY, 3).await;
    let input = wire::OrderInput { points: 1, ..buy(&[(1, 1)], "cod") };
    let quote = shop.quote(NOY, input.clone()).await.unwrap();
    let mut terms = config();
    match changed {
        "delivery_fee" => terms.delivery_fee += 5_000,
        "free_delivery_from" => terms.free_delivery_from = 32_000,
        _ => terms.point_value -= 1,
    }
    let clock = shop.clock.clone();
    let shop = Shop::reopen(shop.close().await, terms, clock, None).await;

    let error = shop.place(NOY, "k", input.clone()).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "total_changed"));
    let lines: Vec<_> =
        error.detail.lines.iter().map(|line| (line.pro_id, line.price_was, line.price_now)).collect();
    assert_eq!(lines, [(1, Some(32_000), Some(32_000))]);
    assert_eq!(shop.stock(1).await.reserved, 0);
    assert_eq!(shop.points_of(NOY).await.balance, 3);

    // The same request, after the new terms were shown.
    let shown = shop.quote(NOY, input.clone()).await.unwrap();
    assert_ne!(shown.totals.as_ref().unwrap().total, quote.totals.unwrap().total);
    let order = shop.place(NOY, "k", input).await.unwrap();
    assert_eq!(order.totals.unwrap().total, shown.totals.unwrap().total);
}

#[rstest]
#[tokio::test]
async fn order_without_amounts_is_placed_when_changed_terms_do_not_concern_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 32_000)]).await;
    shop.open_branch(3).await;
    shop.quote(NOY, buy(&[(1, 1)], "cod")).await.unwrap();
    let mut terms = config();
    terms.delivery_fee += 5_000;
    let clock = shop.clock.clone();
    let shop = Shop::reopen(shop.close().await, terms, clock, None).await;
    let pickup = wire::Delivery { method: "pickup".to_owned(), branch_id: Some(3), ..Default::default() };
    let input = wire::OrderInput { delivery: Some(pickup), ..buy(&[(1, 1)], "cod") };
    assert_eq!(shop.place(NOY, "k", input).await.unwrap().totals.unwrap().total, 32_000);
}

#[rstest]
#[tokio::test]
async fn order_must_match_the_shown_prices(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000), (2, 3, 9_000)]).await;
    shop.add(NOY, 1, 2).await.unwrap();
    shop.price(1, Some(60_000)).await;
    let error = shop.place(NOY, "k", cart_order("cod")).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "price_changed"));
    let line = &error.detail.lines[0];
    assert_eq!((line.pro_id, line.requested, line.available), (1, 2, 10));
    assert_eq!((line.price_was, line.price_now), (Some(58_000), Some(60_000)));
    assert_eq!(shop.stock(1).await.reserved, 0);
    assert_eq!(shop.the_cart(NOY).await.count, 2);
    // The same request, after the new price was shown.
    shop.quote(NOY, wire::OrderInput::default()).await.unwrap();
    let order = shop.place(NOY, "k", cart_order("cod")).await.unwrap();
    assert_eq!(order.lines[0].price, 60_000);

    // A quote whose response was lost is repeated, and reports the same changes.
    shop.price(1, Some(61_000)).await;
    for _ in 0..2 {
        let quote = shop.quote_again(NOY, "q", buy(&[(1, 1)], "cod")).await.unwrap();
        assert_eq!((quote.changed[0].price_was, quote.changed[0].price_now), (Some(60_000), Some(61_000)),);
    }
    assert!(shop.quote_again(NOY, "q2", buy(&[(1, 1)], "cod")).await.unwrap().changed.is_empty());

    shop.quote(NOY, buy(&[(2, 1)], "cod")).await.unwrap();
    shop.price(2, None).await;
    let error = shop.place(NOY, "k2", buy(&[(2, 1)], "cod")).await.unwrap_err();
    assert_eq!(error.detail.reason, "stock_short");
    assert_eq!((error.detail.lines[0].available, error.detail.lines[0].price_now), (0, None));
}

#[rstest]
#[tokio::test]
async fn order_with_an_outdated_cart_version_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 58_000), (2, 3, 9_000)]).await;
    let seen = shop.add(NOY, 1, 2).await.unwrap().version;
    shop.add(NOY, 2, 1).await.unwrap();
    let input = wire::OrderInput { cart_version: Some(seen), ..cart_order("cod") };
    let error = shop.place(NOY, "k", input.clone()).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "cart_changed"));
    assert_eq!(shop.stock(1).await.reserved, 0);
    let input = wire::OrderInput { cart_version: Some(shop.the_cart(NOY).await.version), ..input };
    assert_eq!(shop.place(NOY, "k", input).await.unwrap().lines.len(), 2);
}
