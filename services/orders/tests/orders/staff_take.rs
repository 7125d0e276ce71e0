//! Orders that the staff take for customers. Both databases.

use heuan_orders::{Config, OrderLimits, consistency};
use heuan_proto::orders::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{
    LONG, NOY, Shop, buy,
    staff::{clerk, return_of, status, step},
};

const PRICE: i64 = 400_000;

/// Customers may have one open order, and one unit of each product in it.
fn strict(config: &mut Config) {
    config.limits = OrderLimits {
        open_cod: 1,
        line_quantity: 1,
        stock_units: 1,
        cod_confirm_h: 1,
        ..OrderLimits::default()
    };
}

async fn shop(engine: Engine) -> Shop {
    let shop = Shop::open_with(engine, strict).await;
    shop.shelve(&[(1, 20, PRICE), (2, 5, 50_000)]).await;
    shop
}

fn refused(error: &Error) -> (Code, &str, &str) {
    (error.code, &error.detail.reason, &error.detail.field)
}

async fn outbox_kinds(shop: &Shop, order_id: &str) -> Vec<String> {
    let tables = shop.tables().await;
    let sql = "SELECT kind FROM outbox WHERE order_id = $1 ORDER BY at, kind";
    let kinds = heuan_store::read!(tables, |pool| {
        sqlx::query_scalar(sql).bind(order_id).fetch_all(pool).await.unwrap()
    });
    tables.close().await;
    kinds
}

#[rstest]
#[tokio::test]
async fn order_taken_by_staff_is_the_customer_s_with_discount_vat_and_stock(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    shop.give_points(NOY, 5).await;
    let input = wire::OrderInput { points: 5, ..buy(&[(1, 2), (2, 5)], "cod") };
    let request = shop.taking(NOY, input, 15_000).await;
    let taken = shop.take(request.clone()).await.unwrap();
    shop.settles().await;
    let order = taken.order.clone().unwrap();
    let totals = order.totals.clone().unwrap();
    assert_eq!(
        (totals.subtotal, totals.points_discount, totals.discount, totals.delivery_fee, totals.total),
        (1_050_000, 5_000, 15_000, 0, 1_030_000)
    );
    let vat: Vec<_> = totals.vat.iter().map(|part| (part.rate, part.net, part.gross)).collect();
    assert_eq!(vat, [(10, 936_364, 1_030_000)]);
    assert_eq!(order.discount_reason, "Old customer");
    assert_eq!(taken.taken_by.as_ref().map(|clerk| clerk.name.as_str()), Some("Clerk 1"));
    let entry = &taken.log[taken.log.len() - 1];
    assert_eq!(
        (entry.action.as_str(), entry.note.as_str(), entry.amount),
        ("take_order", "Old customer", Some(15_000))
    );

    // The customer sees it, without who took it; the key of the customer stays free.
    let seen = shop.order(NOY, &order.order_id).await.unwrap();
    assert_eq!((seen.totals.unwrap().discount, seen.discount_reason.as_str()), (15_000, "Old customer"));
    assert_eq!((shop.stock(1).await.available, shop.stock(2).await.available), (18, 0));
    assert_eq!(shop.points_of(NOY).await.balance, 0);
    assert_eq!(outbox_kinds(&shop, &order.order_id).await, ["order.received"]);

    // A repetition, also with another name of the customer, is the same order; another request under its key is refused.
    let renamed = wire::PlaceStaffOrderRequest { customer_name: "Noy".to_owned(), ..request.clone() };
    assert_eq!(shop.take(renamed).await.unwrap().order.unwrap().order_id, order.order_id);
    let other = wire::PlaceStaffOrderRequest { discount: None, ..request.clone() };
    assert_eq!(refused(&shop.take(other).await.unwrap_err()).1, "idempotency_key_reused");

    // The order costs nothing but its price when it comes back.
    shop.do_step(&order.order_id, "mark_paid").await.unwrap();
    shop.do_step(&order.order_id, "hand_over").await.unwrap();
    let back = |pro_id, to_stock| wire::ReturnLine { pro_id, to_stock, to_waste: 0, note: String::new() };
    let seen = shop.staff_order(&order.order_id).await;
    let returned = shop.update(return_of(&seen, &[back(1, 2), back(2, 5)])).await.unwrap();
    assert_eq!(returned.order.unwrap().refund, 1_030_000);
    shop.settles().await;
    let tables = shop.tables().await;
    let books = consistency::read(&tables).await.unwrap();
    let inconsistencies: Vec<_> =
        books.inconsistencies.iter().filter(|inconsistency| !inconsistency.id.starts_with("gift-")).collect();
    assert!(inconsistencies.is_empty(), "{inconsistencies:?}");
    tables.close().await;
}

#[rstest]
#[tokio::test]
async fn limits_of_customers_do_not_stop_staff_and_stock_does(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let own = shop.place(NOY, "own", buy(&[(1, 1)], "cod")).await.unwrap();
    let second = shop.place(NOY, "own 2", buy(&[(1, 1)], "cod")).await.unwrap_err();
    assert_eq!(second.detail.reason, "open_orders_limit");
    let request = shop.taking(NOY, buy(&[(1, 10)], "cod"), 0).await;
    let taken = shop.take(request.clone()).await.unwrap();
    assert_eq!(
        (status(&taken), taken.order.as_ref().unwrap().discount_reason.as_str()),
        (("placed", "due"), "")
    );
    // It is not canceled for want of a confirmation, unlike the order that the customer placed.
    shop.clock.advance(2 * 3_600_000);
    heuan_testkit::eventually("the other one is canceled", async || {
        shop.order(NOY, &own.order_id).await.unwrap().status == "cancelled"
    })
    .await;
    let taken = shop.staff_order(&taken.order.unwrap().order_id).await;
    assert_eq!(status(&taken), ("placed", "due"));

    let short = shop.quote_for(NOY, buy(&[(2, 6)], "cod"), 0).await.unwrap();
    assert_eq!((short.lines[0].available, short.totals.unwrap().subtotal), (5, 250_000));
    let mut request = shop.taking(NOY, buy(&[(2, 5)], "cod"), 0).await;
    request.idempotency_key = "short".to_owned();
    request.input.as_mut().unwrap().items.as_mut().unwrap().items[0].quantity = 6;
    // The total is compared first; with the one of six units the stock decides.
    assert_eq!(refused(&shop.take(request.clone()).await.unwrap_err()).1, "total_changed");
    request.input.as_mut().unwrap().confirmed.as_mut().unwrap().total += 50_000;
    let error = shop.take(request).await.unwrap_err();
    assert_eq!((error.detail.reason.as_str(), error.detail.lines[0].available), ("stock_short", 5));
    assert_eq!(shop.stock(2).await.available, 5);
}

#[rstest]
#[tokio::test]
async fn quote_for_staff_leaves_the_prices_that_the_customer_saw(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    shop.quote(NOY, buy(&[(1, 1)], "cod")).await.unwrap();
    let request = shop.taking(NOY, buy(&[(1, 1)], "cod"), 0).await;
    shop.price(1, Some(PRICE + 1_000)).await;
    heuan_testkit::eventually("the price has changed", async || {
        let quote = shop.quote_for(0, buy(&[(1, 1)], "cod"), 0).await.unwrap();
        quote.lines[0].line.as_ref().unwrap().price == PRICE + 1_000 && quote.points_balance == 0
    })
    .await;
    // The amounts that the clerk confirmed no longer hold.
    let error = shop.take(request).await.unwrap_err();
    assert_eq!((refused(&error).1, error.detail.lines[0].price_was), ("price_changed", Some(PRICE)));
    let quote = shop.quote(NOY, buy(&[(1, 1)], "cod")).await.unwrap();
    assert_eq!(quote.lines[0].price_was, Some(PRICE));
}

#[rstest]
#[tokio::test]
async fn wrong_request_names_its_field_and_takes_nothing(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    type Mutation = fn(&mut wire::PlaceStaffOrderRequest);
    let shop = shop(engine).await;
    let request = shop.taking(NOY, buy(&[(1, 1)], "cod"), 0).await;
    let cases: [(&str, Mutation); 9] = [
        ("Idempotency-Key", |it| it.idempotency_key.clear()),
        ("Idempotency-Key", |it| it.idempotency_key = "k".repeat(201)),
        ("customer_id", |it| it.customer_id = 0),
        ("confirmed", |it| it.input.as_mut().unwrap().confirmed = None),
        ("items", |it| {
            let input = it.input.as_mut().unwrap();
            (input.items, input.buy_now) = (None, false);
        }),
        ("phone", |it| it.input.as_mut().unwrap().phone = "12".to_owned()),
        ("discount.amount", |it| it.discount.as_mut().unwrap().amount = -1),
        ("discount.amount", |it| it.discount.as_mut().unwrap().amount = PRICE + 1),
        ("discount.reason", |it| {
            it.discount = Some(wire::StaffDiscount { amount: 1, reason: String::new() });
        }),
    ];
    for (field, spoil) in cases {
        let mut request = request.clone();
        spoil(&mut request);
        let error = shop.take(request).await.unwrap_err();
        assert_eq!(refused(&error), (Code::InvalidArgument, "", field), "{}", error.message);
    }
    let quoted = shop.quote_for(0, buy(&[(1, 1)], "cod"), -1).await.unwrap_err();
    assert_eq!(quoted.detail.field, "discount.amount");
    let mut stranger = clerk(NOY);
    stranger.role = wire::StaffActorRole::Customer.into();
    let request = wire::PlaceStaffOrderRequest { actor: Some(stranger.clone()), ..request };
    assert_eq!(refused(&shop.take(request).await.unwrap_err()).1, "staff");
    let request = wire::QuoteStaffOrderRequest { actor: Some(stranger), ..Default::default() };
    let error = Error::from(shop.staff_orders().quote_staff_order(request).await.unwrap_err());
    assert_eq!(error.detail.reason, "staff");
    assert_eq!(shop.stock(1).await.available, 20);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn discount_of_the_whole_price_is_paid_at_once_and_concurrent_copies_are_one_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    shop.open_branch(3).await;
    let delivery = wire::Delivery { method: "pickup".to_owned(), branch_id: Some(3), ..Default::default() };
    let input = wire::OrderInput { delivery: Some(delivery), ..buy(&[(1, 20)], "transfer") };
    let request = shop.taking(NOY, input, 20 * PRICE).await;
    let copies = (0..6).map(|_| shop.take(request.clone()));
    let taken = tokio::time::timeout(LONG, futures::future::join_all(copies)).await.unwrap();
    let ids: std::collections::BTreeSet<String> =
        taken.into_iter().map(|one| one.unwrap().order.unwrap().order_id).collect();
    assert_eq!(ids.len(), 1);
    shop.settles().await;
    let seen = shop.staff_order(ids.first().unwrap()).await;
    assert_eq!(
        (status(&seen), seen.order.as_ref().unwrap().totals.as_ref().unwrap().total),
        (("placed", "paid"), 0)
    );
    assert_eq!((shop.stock(1).await.available, seen.log.len()), (0, 1));
    let cancelled = shop.update(step(&seen, "cancel")).await.unwrap();
    assert_eq!(cancelled.order.unwrap().refund, 0);
    shop.settles().await;
    assert_eq!(shop.stock(1).await.available, 20);
}
