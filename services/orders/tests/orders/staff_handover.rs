//! Units that orders have taken from the stock and that are still in the house; on both databases.

use heuan_proto::orders::v1::{self as wire, StaffActorRole};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{
    NOY, Shop, buy,
    staff::{back, clerk, lines_of, return_of},
};

fn of_product(actor: wire::StaffActor, pro_id: i64) -> wire::CountAwaitingHandoverRequest {
    wire::CountAwaitingHandoverRequest { actor: Some(actor), pro_id }
}

async fn awaiting(shop: &Shop, pro_id: i64) -> i64 {
    let request = of_product(clerk(1), pro_id);
    shop.staff_orders().count_awaiting_handover(request).await.unwrap().into_inner().units
}

#[rstest]
#[tokio::test]
async fn units_await_their_handover_from_the_order_until_they_leave_the_house(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 50_000), (2, 20, 50_000)]).await;
    assert_eq!(awaiting(&shop, 1).await, 0);
    let order = shop.place(NOY, "k", buy(&[(1, 2), (2, 3)], "cod")).await.unwrap();
    shop.settles().await;
    assert_eq!((awaiting(&shop, 1).await, awaiting(&shop, 2).await, awaiting(&shop, 3).await), (2, 3, 0));
    for (action, units) in [
        ("confirm", 2),
        ("prepare", 2),
        ("dispatch", 0),
        ("fail_delivery", 2),
        ("dispatch", 0),
        ("hand_over", 0),
    ] {
        shop.do_step(&order.order_id, action).await.unwrap();
        assert_eq!(awaiting(&shop, 1).await, units, "{action}");
    }
    // Goods that come back are counted with the stock.
    let completed = shop.staff_order(&order.order_id).await;
    shop.update(return_of(&completed, &[back(1, 1, 0)])).await.unwrap();
    shop.settles().await;
    assert_eq!(awaiting(&shop, 1).await, 0);
}

#[rstest]
#[tokio::test]
async fn units_of_changed_and_canceled_orders_await_no_handover(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 50_000)]).await;
    let kept = shop.place(NOY, "kept", buy(&[(1, 2)], "cod")).await.unwrap();
    let changed = shop.place(NOY, "changed", buy(&[(1, 5)], "cod")).await.unwrap();
    shop.settles().await;
    assert_eq!(awaiting(&shop, 1).await, 7);
    let seen = shop.staff_order(&changed.order_id).await;
    shop.change_lines(lines_of(&seen, "fewer", &[(1, 4)])).await.unwrap();
    shop.settles().await;
    assert_eq!(awaiting(&shop, 1).await, 6);
    shop.do_step(&kept.order_id, "cancel").await.unwrap();
    shop.settles().await;
    assert_eq!(awaiting(&shop, 1).await, 4);
    // Held units of an order that awaits its payment are not sold.
    shop.place(NOY, "unpaid", buy(&[(1, 1)], "qr")).await.unwrap();
    assert_eq!(awaiting(&shop, 1).await, 4);
}

#[rstest]
#[tokio::test]
async fn every_role_of_the_staff_counts_and_customers_do_not(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    for role in [StaffActorRole::Clerk, StaffActorRole::Editor, StaffActorRole::Manager] {
        let actor = wire::StaffActor { role: role.into(), ..clerk(1) };
        shop.staff_orders().count_awaiting_handover(of_product(actor, 1)).await.unwrap();
    }
    let customer = wire::StaffActor { role: StaffActorRole::Customer.into(), ..clerk(1) };
    let denied = shop.staff_orders().count_awaiting_handover(of_product(customer, 1)).await.unwrap_err();
    let denied = Error::from(denied);
    assert_eq!((denied.code, denied.detail.reason.as_str()), (Code::PermissionDenied, "staff"));
    let unknown = shop.staff_orders().count_awaiting_handover(of_product(clerk(1), 0)).await.unwrap_err();
    let unknown = Error::from(unknown);
    assert_eq!((unknown.code, unknown.detail.field.as_str()), (Code::InvalidArgument, "pro_id"));
}
