//! Limits on unpaid orders, with the defaults of `orders.toml`, on both databases.

use crate::support::{KHAM, NOY, Shop, buy};
use futures::future::join_all;
use heuan_orders::{Config, OrderLimits};
use heuan_proto::{orders::v1 as wire, rpc::v1::LimitReached};
use heuan_rpc::{Code, Error};
use heuan_runtime::Settings;
use heuan_store::read;
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

const HOUR_MS: i64 = 3_600_000;

/// A shop with default limits, modified by `change`.
async fn shop(engine: Engine, change: impl FnOnce(&mut OrderLimits)) -> Shop {
    let defaults: Config = Settings::load(heuan_orders::DEFAULTS, &[]).unwrap().section("orders").unwrap();
    let mut limits = defaults.limits;
    change(&mut limits);
    Shop::open_with(engine, |config| config.limits = limits).await
}

fn reason(error: &Error) -> &str {
    &error.detail.reason
}

fn refused(placed: &[Result<wire::Order, Error>]) -> Vec<&str> {
    placed.iter().filter_map(|it| it.as_ref().err()).map(reason).collect()
}

/// The attack that the limits prevent: one account, 59 products, 39 QR and 20 cash orders at the same time, each of all
/// units of one product.
#[rstest]
#[tokio::test]
async fn stock_held_by_one_account_is_limited_over_59_products(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine, |_| {}).await;
    let goods: Vec<(i64, i64, i64)> = (1..=59).map(|pro_id| (pro_id, 40, 10_000)).collect();
    shop.shelve(&goods).await;
    let place = async |pro_id: i64, units: i64| {
        let method = if pro_id <= 39 { "qr" } else { "cod" };
        shop.place(NOY, &format!("{units} of {pro_id}"), buy(&[(pro_id, units)], method)).await
    };
    let all = join_all((1..=59).map(|pro_id| place(pro_id, 40))).await;
    assert!(all.iter().all(Result::is_err));
    for error in all.iter().filter_map(|it| it.as_ref().err()) {
        assert_eq!((error.code, reason(error)), (Code::Conflict, "stock_share_limit"), "{error}");
        let line = error.detail.lines[0];
        assert_eq!((line.requested, line.available), (40, 20));
        assert_eq!(error.detail.limit, Some(LimitReached { max: 50, used: 0 }));
    }
    // With an allowed share, the limit of open orders per payment method applies, also under concurrency.
    let half = join_all((1..=59).map(|pro_id| place(pro_id, 20))).await;
    assert_eq!(half[..39].iter().filter(|it| it.is_ok()).count(), 5);
    assert_eq!(half[39..].iter().filter(|it| it.is_ok()).count(), 3);
    assert!(refused(&half).iter().all(|reason| *reason == "open_orders_limit"));
    let error = place(1, 3).await.unwrap_err();
    assert_eq!(
        (reason(&error), error.detail.limit),
        ("open_orders_limit", Some(LimitReached { max: 5, used: 5 }))
    );
    // Refused orders hold no units.
    shop.settles().await;
    let mut taken = 0;
    for pro_id in 1..=59 {
        taken += 40 - shop.stock(pro_id).await.available;
    }
    assert_eq!(taken, 8 * 20);
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn concurrent_orders_of_one_product_hold_no_more_than_the_share(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine, |limits| (limits.open_cod, limits.open_qr) = (0, 0)).await;
    // More units than all concurrent attempts together, so that the stock itself refuses none.
    shop.shelve(&[(1, 200, 1_000), (2, 2, 1_000)]).await;
    let race = (0..24).map(async |turn| {
        let method = if turn % 2 == 0 { "cod" } else { "qr" };
        shop.place(NOY, &turn.to_string(), buy(&[(1, 7)], method)).await
    });
    let placed = join_all(race).await;
    let count = placed.iter().filter(|it| it.is_ok()).count();
    let reasons = refused(&placed);
    assert_eq!(count, 14, "14 orders of 7 are 98 of the 100 that one customer may hold: {reasons:?}");
    assert!(reasons.iter().all(|reason| *reason == "stock_share_limit"));
    shop.settles().await;
    assert_eq!(shop.stock(1).await.available, 102);
    // A paid order does not count: 4 units are too many before, and allowed after.
    let early = shop.place(NOY, "before paying", buy(&[(1, 4)], "qr")).await.unwrap_err();
    assert_eq!(reason(&early), "stock_share_limit");
    let open = placed.into_iter().flatten().find(|it| it.status == "awaiting_payment").unwrap();
    shop.act(&open, wire::SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, &open.order_id, "placed", "paid").await;
    shop.place(NOY, "after paying", buy(&[(1, 4)], "qr")).await.unwrap();
    // Another customer has a share of their own, and can buy the last units.
    shop.place(KHAM, "other", buy(&[(1, 26), (2, 2)], "cod")).await.unwrap();
    shop.close().await;
}

/// The attack that the share of new customers prevents: many accounts, each within its own share.
#[rstest]
#[tokio::test]
async fn new_customers_together_hold_no_more_than_their_share_and_a_known_customer_buys_the_rest(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    const UNITS: i64 = 40;
    let shop = shop(engine, |_| {}).await;
    // More units than all concurrent attempts together, so that the stock itself refuses none.
    shop.shelve(&[(1, 1_000, 1_000), (2, 3, 1_000)]).await;
    let place = async |customer_id: i64, units: i64| {
        let method = if customer_id % 2 == 0 { "cod" } else { "qr" };
        shop.place(customer_id, &units.to_string(), buy(&[(1, units)], method)).await
    };
    let mut placed = join_all((100..124).map(|customer_id| place(customer_id, UNITS))).await;
    assert!(refused(&placed).iter().all(|reason| *reason == "new_customers_stock_limit"));
    placed.retain(Result::is_ok);
    assert!((1..=20).contains(&placed.len()), "{} orders of {UNITS} are within 80 % of 1,000", placed.len());
    // A concurrent sale can refuse an order early; without one the share is used up.
    for customer_id in 200_i64.. {
        if placed.len() == 20 {
            break;
        }
        shop.settles().await;
        placed.push(Ok(place(customer_id, UNITS).await.unwrap()));
    }
    shop.settles().await;
    let error = place(300, 1).await.unwrap_err();
    assert_eq!((error.code, reason(&error)), (Code::Conflict, "new_customers_stock_limit"));
    assert_eq!(error.detail.limit, Some(LimitReached { max: 80, used: 0 }));
    assert_eq!((error.detail.lines[0].requested, error.detail.lines[0].available), (1, 0));
    // The share concerns one product, and the last three units of another can be bought.
    shop.place(300, "other", buy(&[(2, 3)], "cod")).await.unwrap();
    // A customer of a completed order is not limited by it, and no longer counts: 760 of 960 units are held by the others.
    let known = placed.iter().flatten().find(|order| order.status == "placed").unwrap();
    shop.staff().await.apply(&known.number, heuan_orders::StaffAction::HandOver).await.unwrap();
    let error = place(302, UNITS).await.unwrap_err();
    assert_eq!((reason(&error), error.detail.lines[0].available), ("new_customers_stock_limit", 8));
    place(known_customer(&shop, &known.number).await, 100).await.unwrap();
    shop.close().await;
}

/// The customer of an order.
async fn known_customer(shop: &Shop, number: &str) -> i64 {
    let tables = shop.tables().await;
    let sql = "SELECT customer_id FROM customer_order WHERE number = $1";
    let customer_id = heuan_store::read!(tables, |pool| sqlx::query_scalar(sql)
        .bind(number)
        .fetch_one(pool)
        .await
        .unwrap());
    tables.close().await;
    customer_id
}

#[rstest]
#[tokio::test]
async fn units_of_changed_and_canceled_orders_count_for_the_share_of_new_customers(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine, |limits| limits.stock_percent = 0).await;
    shop.shelve(&[(1, 100, 1_000)]).await;
    let first = shop.place(NOY, "a", buy(&[(1, 60)], "cod")).await.unwrap();
    shop.settles().await;
    let left = async |key: &str, units: i64| {
        let error = shop.place(KHAM, key, buy(&[(1, units)], "cod")).await.unwrap_err();
        assert_eq!(reason(&error), "new_customers_stock_limit");
        error.detail.lines[0].available
    };
    assert_eq!(left("b", 40).await, 20);
    shop.staff().await.change_lines(&first.number, &[(1, 70)], None, "called", None).await.unwrap();
    shop.settles().await;
    assert_eq!(left("c", 30).await, 10);
    shop.staff().await.apply(&first.number, heuan_orders::StaffAction::Cancel).await.unwrap();
    shop.settles().await;
    shop.place(KHAM, "d", buy(&[(1, 80)], "cod")).await.unwrap();
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn transfers_of_a_new_customer_are_limited_over_all_accounts_of_the_number_until_their_order_is_completed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop =
        shop(engine, |limits| (limits.stock_percent, limits.stock_percent_without_history) = (0, 0)).await;
    shop.shelve(&[(1, 100, 5_000_000)]).await;
    let race = (0..10).map(async |turn| shop.place(100 + turn, "k", buy(&[(1, 2)], "transfer")).await);
    let placed = join_all(race).await;
    assert_eq!(placed.iter().filter(|it| it.is_ok()).count(), 2);
    assert!(refused(&placed).iter().all(|reason| *reason == "transfer_total_limit"));
    let error = shop.place(NOY, "k", buy(&[(1, 1)], "transfer")).await.unwrap_err();
    assert_eq!(
        (error.code, error.detail.limit),
        (Code::Conflict, Some(LimitReached { max: 20_000_000, used: 20_000_000 }))
    );
    // Cash has a sum of its own.
    shop.place(NOY, "cash", buy(&[(1, 1)], "cod")).await.unwrap();
    let (turn, order) = placed.into_iter().enumerate().find_map(|(turn, it)| Some((turn, it.ok()?))).unwrap();
    shop.settles().await;
    for step in [heuan_orders::StaffAction::MarkPaid, heuan_orders::StaffAction::HandOver] {
        shop.staff().await.apply(&order.number, step).await.unwrap();
    }
    let error = shop.place(NOY, "later", buy(&[(1, 3)], "transfer")).await.unwrap_err();
    assert_eq!(error.detail.limit, Some(LimitReached { max: 20_000_000, used: 10_000_000 }));
    let proven = 100 + i64::try_from(turn).unwrap();
    shop.place(proven, "more", buy(&[(1, 9)], "transfer")).await.unwrap();
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn cash_of_a_new_customer_is_limited_over_all_accounts_of_the_number_until_their_order_is_completed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine, |limits| limits.stock_percent = 0).await;
    shop.shelve(&[(1, 100, 1_000_000)]).await;
    let race = (0..10).map(async |turn| shop.place(100 + turn, "k", buy(&[(1, 2)], "cod")).await);
    let placed = join_all(race).await;
    assert_eq!(placed.iter().filter(|it| it.is_ok()).count(), 2);
    assert!(refused(&placed).iter().all(|reason| *reason == "cash_total_limit"));
    // Another spelling of the number changes nothing, and other payment methods are allowed.
    let mut input = buy(&[(1, 2)], "cod");
    input.phone = "+856 20 5512 3456".to_owned();
    let error = shop.place(NOY, "k", input).await.unwrap_err();
    assert_eq!(error.detail.limit, Some(LimitReached { max: 5_000_000, used: 4_000_000 }));
    shop.place(NOY, "qr", buy(&[(1, 2)], "qr")).await.unwrap();
    let (turn, order) = placed.into_iter().enumerate().find_map(|(turn, it)| Some((turn, it.ok()?))).unwrap();
    let proven = 100 + i64::try_from(turn).unwrap();
    shop.settles().await;
    shop.staff().await.apply(&order.number, heuan_orders::StaffAction::HandOver).await.unwrap();
    // A customer may type the number of another one.
    let error = shop.place(NOY, "k", buy(&[(1, 9)], "cod")).await.unwrap_err();
    assert_eq!(error.detail.limit, Some(LimitReached { max: 5_000_000, used: 2_000_000 }));
    let mut input = buy(&[(1, 9)], "cod");
    input.phone = "020 5599 9999".to_owned();
    shop.place(proven, "to another number", input).await.unwrap();
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn orders_of_one_address_are_limited_per_hour_and_a_repetition_is_not_counted(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine, |limits| (limits.orders_per_address, limits.cash_without_history) = (4, 0)).await;
    shop.shelve(&[(1, 1_000, 1_000)]).await;
    let here = async |customer_id, address: &str| {
        shop.place_from(address, customer_id, "k", buy(&[(1, 1)], "cod")).await
    };
    let placed = join_all((1..=9).map(|customer_id| here(customer_id, "192.0.2.1"))).await;
    assert_eq!(placed.iter().filter(|it| it.is_ok()).count(), 4);
    let error = placed.iter().find_map(|it| it.as_ref().err()).unwrap();
    assert_eq!((error.code, reason(error)), (Code::ResourceExhausted, "address_orders_limit"));
    assert!((1..=HOUR_MS).contains(&error.detail.retry_after_ms));
    let known = 1 + placed.iter().position(Result::is_ok).unwrap();
    here(i64::try_from(known).unwrap(), "192.0.2.1").await.unwrap();
    here(20, "192.0.2.2").await.unwrap();
    shop.clock.advance(HOUR_MS);
    here(21, "192.0.2.1").await.unwrap();
    shop.close().await;
}

#[rstest]
#[case("address_orders_limit")]
#[case("idempotency_keys")]
#[tokio::test]
async fn orders_beyond_a_counter_reserve_nothing(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] refused: &str,
) {
    let shop = Shop::open_with(engine, |config| match refused {
        "idempotency_keys" => config.order_keys = 1,
        _ => config.limits.orders_per_address = 1,
    })
    .await;
    shop.shelve(&[(1, 1_000, 1_000)]).await;
    shop.place_from("192.0.2.1", NOY, "first", buy(&[(1, 1)], "cod")).await.unwrap();
    for attempt in 1..=5 {
        let key = format!("k{attempt}");
        let error = shop.place_from("192.0.2.1", NOY, &key, buy(&[(1, 1)], "cod")).await.unwrap_err();
        assert_eq!((error.code, reason(&error)), (Code::ResourceExhausted, refused));
    }
    let tables = shop.catalog_tables().await;
    let reservations: i64 = read!(tables, |pool| {
        sqlx::query_scalar("SELECT COUNT(*) FROM reservation").fetch_one(pool).await.unwrap()
    });
    assert_eq!(reservations, 1);
    tables.close().await;
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn orders_from_networks_of_one_ipv6_line_are_limited_together(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine, |limits| limits.orders_per_address = 2).await;
    shop.shelve(&[(1, 1_000, 1_000)]).await;
    let from = async |address: &str, customer_id: i64| {
        shop.place_from(address, customer_id, "k", buy(&[(1, 1)], "cod")).await
    };
    from("2001:db8:1:1::", 20).await.unwrap();
    from("2001:db8:1:2::", 21).await.unwrap();
    assert_eq!(reason(&from("2001:db8:1:3::", 22).await.unwrap_err()), "address_orders_limit");
    from("2001:db8:2:1::", 22).await.unwrap();
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn customer_who_places_and_cancels_orders_does_not_use_up_the_limit_of_the_address(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop =
        shop(engine, |limits| (limits.orders_per_address, limits.address_orders_per_customer) = (4, 2)).await;
    shop.shelve(&[(1, 1_000, 1_000)]).await;
    let here = async |customer_id: i64, key: &str| {
        shop.place_from("192.0.2.1", customer_id, key, buy(&[(1, 1)], "cod")).await
    };
    for key in ["a", "b", "c", "d", "e", "f"] {
        let order = here(NOY, key).await.unwrap();
        shop.cancel(NOY, &order.order_id).await.unwrap();
    }
    for customer_id in [20, 21] {
        here(customer_id, "k").await.unwrap();
    }
    // The address is used up for new customers, this one as well.
    for customer_id in [22, NOY] {
        assert_eq!(reason(&here(customer_id, "late").await.unwrap_err()), "address_orders_limit");
    }
    shop.place_from("192.0.2.2", NOY, "elsewhere", buy(&[(1, 1)], "cod")).await.unwrap();
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn customer_of_a_completed_order_is_neither_counted_nor_limited_by_the_address(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine, |limits| limits.orders_per_address = 2).await;
    shop.shelve(&[(1, 1_000, 1_000)]).await;
    let first = shop.place(NOY, "first", buy(&[(1, 1)], "cod")).await.unwrap();
    shop.settles().await;
    shop.staff().await.apply(&first.number, heuan_orders::StaffAction::HandOver).await.unwrap();
    let here = async |customer_id: i64, key: &str| {
        shop.place_from("192.0.2.1", customer_id, key, buy(&[(1, 1)], "cod")).await
    };
    here(NOY, "a").await.unwrap();
    for customer_id in [20, 21] {
        here(customer_id, "k").await.unwrap();
    }
    assert_eq!(reason(&here(22, "k").await.unwrap_err()), "address_orders_limit");
    for key in ["b", "c"] {
        here(NOY, key).await.unwrap();
    }
    // The other limits stay.
    assert_eq!(reason(&here(NOY, "d").await.unwrap_err()), "open_orders_limit");
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn line_of_too_many_units_is_refused_in_the_cart_and_at_checkout(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine, |_| {}).await;
    shop.shelve(&[(1, 9_000, 10)]).await;
    let error = shop.add(NOY, 1, 1_001).await.unwrap_err();
    let line = error.detail.lines[0];
    assert_eq!((reason(&error), line.requested, line.available), ("line_quantity_limit", 1_001, 1_000));
    shop.add(NOY, 1, 1_000).await.unwrap();
    assert_eq!(reason(&shop.add(NOY, 1, 1).await.unwrap_err()), "line_quantity_limit");
    assert_eq!(shop.the_cart(NOY).await.lines[0].quantity, 1_000);
    let error = shop.place(NOY, "k", buy(&[(1, 1_001)], "cod")).await.unwrap_err();
    assert_eq!(reason(&error), "line_quantity_limit");
    assert_eq!(shop.stock(1).await.reserved, 0);
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn unconfirmed_cash_order_is_canceled_and_a_ready_one_stays(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine, |_| {}).await;
    shop.shelve(&[(1, 10, 1_000)]).await;
    shop.give_points(NOY, 1).await;
    let mut input = buy(&[(1, 2)], "cod");
    input.points = 1;
    let forgotten = shop.place(NOY, "a", input).await.unwrap();
    let confirmed = shop.place(NOY, "b", buy(&[(1, 1)], "cod")).await.unwrap();
    assert_eq!(forgotten.payment.as_ref().unwrap().expires_at_ms, None);
    shop.settles().await;
    shop.staff().await.apply(&confirmed.number, heuan_orders::StaffAction::Prepare).await.unwrap();
    shop.clock.advance(71 * HOUR_MS);
    assert_eq!(shop.order(NOY, &forgotten.order_id).await.unwrap().status, "placed");
    shop.clock.advance(HOUR_MS);
    shop.comes_to(NOY, &forgotten.order_id, "cancelled", "expired").await;
    eventually("the stock is returned", async || shop.stock(1).await.available == 9).await;
    assert_eq!(shop.points_of(NOY).await.balance, 1);
    assert_eq!(shop.order(NOY, &confirmed.order_id).await.unwrap().status, "ready");
    shop.close().await;
}
