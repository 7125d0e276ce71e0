//! Staff commands beside the running shop, on both databases.

use crate::support::{NOY, Shop, buy};
use heuan_orders::StaffAction;
use heuan_proto::orders::v1 as wire;
use heuan_rpc::Code;
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

#[rstest]
#[tokio::test]
async fn cancellation_returns_stock_points_and_money_once_in_every_state_but_completed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 10_000)]).await;
    shop.give_points(NOY, 2).await;
    let staff = shop.staff().await;
    let mut input = buy(&[(1, 3)], "cod");
    input.points = 2;
    let ready = shop.place(NOY, "ready", input).await.unwrap();
    let waiting = shop.place(NOY, "waiting", buy(&[(1, 2)], "qr")).await.unwrap();
    let paid = shop.place(NOY, "paid", buy(&[(1, 1)], "qr")).await.unwrap();
    let done = shop.place(NOY, "done", buy(&[(1, 1)], "cod")).await.unwrap();
    shop.act(&paid, wire::SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, &paid.order_id, "placed", "paid").await;
    shop.settles().await;
    staff.apply(&ready.number, StaffAction::Prepare).await.unwrap();
    staff.apply(&done.number, StaffAction::HandOver).await.unwrap();
    assert_eq!(shop.cancel(NOY, &ready.order_id).await.unwrap_err().detail.reason, "order_not_cancellable");

    let cancelled = staff.cancel(&ready.number, " address does not exist ").await.unwrap();
    assert_eq!((cancelled.status, cancelled.cancel_reason.as_str()), ("cancelled", "address does not exist"));
    for order in [&waiting, &paid] {
        assert_eq!(staff.cancel(&order.number, "").await.unwrap().status, "cancelled");
    }
    shop.comes_to(NOY, &ready.order_id, "cancelled", "expired").await;
    shop.comes_to(NOY, &waiting.order_id, "cancelled", "expired").await;
    shop.comes_to(NOY, &paid.order_id, "cancelled", "refunded").await;
    shop.settles().await;
    // A repetition changes nothing, including the reason.
    let again = staff.cancel(&ready.number, "another").await.unwrap();
    assert_eq!(again, cancelled);
    eventually("the stock is returned", async || {
        let stock = shop.stock(1).await;
        (stock.available, stock.reserved) == (9, 0)
    })
    .await;
    assert_eq!(shop.points_of(NOY).await.balance, 2);
    let tables = shop.tables().await;
    let sql = "SELECT COUNT(*) FROM outbox WHERE kind = 'order.cancelled'";
    let event_count: i64 =
        heuan_store::read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    assert_eq!(event_count, 3);
    tables.close().await;

    let error = staff.cancel(&done.number, "").await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "action_not_possible"));
    assert_eq!(staff.cancel("000000-NOTTHERE", "").await.unwrap_err().code, Code::NotFound);
    assert_eq!(staff.cancel(&done.number, &"x".repeat(501)).await.unwrap_err().detail.field, "reason");
    staff.close().await;
    shop.close().await;
}
