//! Club points: redeemed once, returned, never negative. Both databases.

use crate::support::{
    KHAM, NOY, Shop, buy,
    staff::{back, clerk, return_of, step, step_of},
};
use futures::future::join_all;
use heuan_proto::orders::v1::{self as wire, SandboxAction};
use heuan_rpc::Code;
use heuan_store::read;
use heuan_testkit::Engine;
use rstest::rstest;

fn with_points(points: i64, method: &str) -> wire::OrderInput {
    wire::OrderInput { points, ..buy(&[(1, 1)], method) }
}

async fn ledger(shop: &Shop) -> i64 {
    let tables = shop.tables().await;
    let sql = "SELECT CAST(SUM(points) AS BIGINT) FROM points_entry WHERE customer_id = $1";
    let sum = read!(tables, |pool| sqlx::query_scalar(sql).bind(NOY).fetch_one(pool).await.unwrap());
    tables.close().await;
    sum
}

#[rstest]
#[tokio::test]
async fn points_are_a_discount_and_are_returned_by_a_cancellation(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 9, 50_500)]).await;
    shop.give_points(NOY, 60).await;
    // More than the balance.
    let error = shop.place(NOY, "k", with_points(61, "cod")).await.unwrap_err();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "points"));
    assert_eq!(shop.stock(1).await.reserved, 0);
    // A quote uses the balance, but no more than the price of the goods.
    let totals = shop.quote(NOY, with_points(100, "cod")).await.unwrap().totals.unwrap();
    assert_eq!((totals.points_used, totals.points_discount, totals.total), (51, 50_500, 30_000));

    let order = shop.place(NOY, "k", with_points(20, "cod")).await.unwrap();
    let totals = order.totals.clone().unwrap();
    assert_eq!((totals.points_discount, totals.total), (20_000, 60_500));
    assert_eq!(totals.vat.iter().map(|part| part.gross).sum::<i64>(), 60_500);
    assert_eq!(shop.points_of(NOY).await.balance, 40);
    for _ in 0..2 {
        assert_eq!(shop.cancel(NOY, &order.order_id).await.unwrap().status, "cancelled");
    }
    let points = shop.points_of(NOY).await;
    assert_eq!((points.balance, points.kip_per_point, points.point_value), (60, 200_000, 1000));
    let kinds: Vec<_> = points.entries.iter().map(|entry| (entry.kind.as_str(), entry.points)).collect();
    assert_eq!(kinds, [("redeemed", -20), ("returned", 20), ("earned", 60)]);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn point_is_spent_once_by_concurrent_orders(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 100, 50_000)]).await;
    shop.give_points(NOY, 25).await;
    let keys: Vec<String> = (0..24).map(|n| format!("k{n}")).collect();
    let answers = join_all(keys.iter().map(|key| shop.place(NOY, key, with_points(10, "cod")))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 2);
    for error in answers.into_iter().filter_map(Result::err) {
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "points"));
    }
    assert_eq!((shop.points_of(NOY).await.balance, ledger(&shop).await), (5, 5));
    shop.settles().await;
    // Refused orders hold no stock.
    let stock = shop.stock(1).await;
    assert_eq!((stock.reserved, stock.sold), (0, 2));
}

#[rstest]
#[tokio::test]
async fn earned_points_that_were_spent_are_deducted_from_the_refund(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 9, 1_000_000)]).await;
    let paid = shop.place(NOY, "k1", with_points(0, "qr")).await.unwrap();
    shop.act(&paid, SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, &paid.order_id, "placed", "paid").await;
    assert_eq!(shop.points_of(NOY).await.balance, 5);
    let other = shop.place(NOY, "k2", with_points(3, "cod")).await.unwrap();
    assert_eq!(other.totals.unwrap().points_used, 3);
    shop.cancel(NOY, &paid.order_id).await.unwrap();
    shop.comes_to(NOY, &paid.order_id, "cancelled", "refunded").await;
    assert_eq!((shop.points_of(NOY).await.balance, ledger(&shop).await), (0, 0));
    let tables = shop.tables().await;
    let refunded: i64 = read!(tables, |pool| {
        sqlx::query_scalar("SELECT refunded FROM sandbox_payment").fetch_one(pool).await.unwrap()
    });
    assert_eq!(refunded, 1_000_000 - 3 * 1000);
}

#[rstest]
#[tokio::test]
async fn order_paid_entirely_by_points_needs_no_payment(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 9, 5_000)]).await;
    shop.open_branch(1).await;
    shop.give_points(NOY, 5).await;
    let delivery = wire::Delivery { method: "pickup".to_owned(), branch_id: Some(1), ..Default::default() };
    let input = wire::OrderInput { delivery: Some(delivery), ..with_points(5, "qr") };
    let order = shop.place(NOY, "k", input).await.unwrap();
    let paying = order.payment.clone().unwrap();
    assert_eq!(
        (order.status.as_str(), paying.status.as_str(), paying.qr_payload.as_str()),
        ("placed", "paid", "")
    );
    shop.settles().await;
    assert_eq!((order.totals.unwrap().total, shop.stock(1).await.sold), (0, 1));
    shop.cancel(NOY, &order.order_id).await.unwrap();
    shop.comes_to(NOY, &order.order_id, "cancelled", "refunded").await;
    shop.settles().await;
    assert_eq!((shop.points_of(NOY).await.balance, shop.stock(1).await.available), (5, 9));
}

/// The points that the order says it earns, to the customer and in the list of the staff.
async fn announced(shop: &Shop, order_id: &str) -> i64 {
    let request = wire::ListStaffOrdersRequest { actor: Some(clerk(1)), limit: 10, ..Default::default() };
    let listed = shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner().orders;
    let listed = listed.iter().find(|one| one.order_id == order_id).unwrap().points_earned;
    let order = shop.staff_order(order_id).await.order.unwrap();
    assert_eq!(listed, order.points_earned);
    listed
}

#[rstest]
#[tokio::test]
async fn order_says_the_points_of_what_the_customer_keeps(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 400_000)]).await;
    let id = shop.place(NOY, "k", buy(&[(1, 5)], "cod")).await.unwrap().order_id;
    shop.settles().await;
    assert_eq!((announced(&shop, &id).await, shop.points_of(NOY).await.balance), (10, 0));
    shop.do_step(&id, "hand_over").await.unwrap();
    shop.settles().await;
    assert_eq!((announced(&shop, &id).await, shop.points_of(NOY).await.balance), (10, 10));
    // Of 800,000, then of 550,000 kip.
    shop.update(return_of(&shop.staff_order(&id).await, &[back(1, 3, 0)])).await.unwrap();
    shop.settles().await;
    assert_eq!((announced(&shop, &id).await, shop.points_of(NOY).await.balance), (4, 4));
    shop.update(step_of(&shop.staff_order(&id).await, "refund_part", 250_000)).await.unwrap();
    assert_eq!((announced(&shop, &id).await, shop.points_of(NOY).await.balance), (2, 2));
    shop.update(return_of(&shop.staff_order(&id).await, &[back(1, 2, 0)])).await.unwrap();
    shop.settles().await;
    assert_eq!((announced(&shop, &id).await, shop.points_of(NOY).await.balance), (0, 0));
}

#[rstest]
#[tokio::test]
async fn order_says_no_points_of_what_was_written_off_or_canceled(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 400_000)]).await;
    let id = shop.place(KHAM, "k", buy(&[(1, 5)], "transfer")).await.unwrap().order_id;
    shop.settles().await;
    let seen = shop.staff_order(&id).await;
    let short = shop.update(step_of(&seen, "mark_paid", 900_000)).await.unwrap();
    // The rest may still come.
    assert_eq!(announced(&shop, &id).await, 10);
    shop.update(step(&short, "accept_difference")).await.unwrap();
    shop.settles().await;
    assert_eq!((announced(&shop, &id).await, shop.points_of(KHAM).await.balance), (4, 4));
    shop.do_step(&id, "cancel").await.unwrap();
    shop.settles().await;
    assert_eq!((announced(&shop, &id).await, shop.points_of(KHAM).await.balance), (0, 0));
}
