//! Lines that are ticked off while an order is prepared, shared by the staff. Both databases.

use crate::support::{
    NOY, Shop, buy,
    staff::{clerk, lines_of, step},
};
use heuan_proto::orders::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

/// An order of two products that is being prepared.
async fn preparing(engine: Engine) -> (Shop, wire::StaffOrder) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 400_000), (2, 20, 50_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2), (2, 3)], "cod")).await.unwrap();
    shop.settles().await;
    let order = shop.do_step(&order.order_id, "confirm").await.unwrap();
    (shop, order)
}

fn inner(order: &wire::StaffOrder) -> &wire::Order {
    order.order.as_ref().unwrap()
}

fn tick(by: i64, order: &wire::StaffOrder, pro_id: i64, quantity: i64) -> wire::PickStaffLineRequest {
    let order_id = inner(order).order_id.clone();
    wire::PickStaffLineRequest { actor: Some(clerk(by)), order_id, pro_id, quantity, is_picked: true }
}

async fn pick(shop: &Shop, request: wire::PickStaffLineRequest) -> Result<Vec<wire::PickedLine>, Error> {
    Ok(shop.staff_orders().pick_staff_line(request).await?.into_inner().picked_lines)
}

/// Product and person of each tick.
fn people(picked: &[wire::PickedLine]) -> Vec<(i64, i64)> {
    let by = |line: &wire::PickedLine| line.by.as_ref().map_or(0, |by| by.account_id);
    picked.iter().map(|line| (line.pro_id, by(line))).collect()
}

#[rstest]
#[tokio::test]
async fn ticked_lines_are_shared_and_leave_the_version_of_the_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, seen) = preparing(engine).await;
    assert!(seen.picked_lines.is_empty());
    assert_eq!(people(&pick(&shop, tick(1, &seen, 2, 3)).await.unwrap()), [(2, 1)]);
    shop.clock.advance(1000);
    let picked = pick(&shop, tick(2, &seen, 1, 2)).await.unwrap();
    assert_eq!(people(&picked), [(1, 2), (2, 1)]);
    assert_eq!(picked[0].at_ms, picked[1].at_ms + 1000);
    assert_eq!(picked[1].by.as_ref().unwrap().name, "Clerk 1");
    // A line that is ticked off already keeps its first tick.
    assert_eq!(pick(&shop, tick(1, &seen, 1, 2)).await.unwrap(), picked);

    let now = shop.staff_order(&inner(&seen).order_id).await;
    assert_eq!((&now.picked_lines, now.version), (&picked, seen.version));
    assert_eq!(now.log, seen.log);
    // Anyone undoes any, and once more changes nothing.
    let undone = wire::PickStaffLineRequest { is_picked: false, ..tick(1, &seen, 1, 2) };
    for _ in 0..2 {
        assert_eq!(people(&pick(&shop, undone.clone()).await.unwrap()), [(2, 1)]);
    }
    // The step of a clerk who has not seen the ticks is done.
    let ready = shop.update(step(&seen, "prepare")).await.unwrap();
    assert_eq!(people(&ready.picked_lines), [(2, 1)]);
}

#[rstest]
#[tokio::test]
async fn changed_line_loses_its_tick_and_the_others_keep_theirs(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, seen) = preparing(engine).await;
    for (pro_id, quantity) in [(1, 2), (2, 3)] {
        pick(&shop, tick(1, &seen, pro_id, quantity)).await.unwrap();
    }
    let fewer = shop.change_lines(lines_of(&seen, "fewer", &[(1, 2), (2, 1)])).await.unwrap();
    assert_eq!(people(&fewer.picked_lines), [(1, 1)]);
    // A tick of the former units is refused with what to do.
    let late = pick(&shop, tick(2, &seen, 2, 3)).await.unwrap_err();
    assert_eq!((late.code, late.detail.reason.as_str()), (Code::Conflict, "order_changed"));
    assert!(late.message.contains("1 units now"), "{}", late.message);
    shop.settles().await;
    // The former units do not bring the tick back.
    let restored = shop.change_lines(lines_of(&fewer, "again", &[(1, 2), (2, 3)])).await.unwrap();
    assert_eq!(people(&restored.picked_lines), [(1, 1)]);
    shop.settles().await;
    let taken_out = shop.change_lines(lines_of(&restored, "out", &[(2, 3)])).await.unwrap();
    assert!(taken_out.picked_lines.is_empty());
    let gone = pick(&shop, tick(1, &taken_out, 1, 2)).await.unwrap_err();
    assert_eq!((gone.code, gone.detail.field.as_str()), (Code::InvalidArgument, "pro_id"));
}

#[rstest]
#[tokio::test]
async fn tick_is_refused_without_the_role_and_unless_the_order_is_prepared(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, seen) = preparing(engine).await;
    for role in [wire::StaffActorRole::Customer, wire::StaffActorRole::Editor] {
        let actor = wire::StaffActor { role: role.into(), ..clerk(2) };
        let request = wire::PickStaffLineRequest { actor: Some(actor), ..tick(1, &seen, 1, 2) };
        assert_eq!(pick(&shop, request).await.unwrap_err().code, Code::PermissionDenied, "{role:?}");
    }
    for (request, field) in [(tick(1, &seen, 0, 2), "pro_id"), (tick(1, &seen, 1, 0), "quantity")] {
        let error = pick(&shop, request).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
    }
    let unknown = wire::PickStaffLineRequest { order_id: "none".to_owned(), ..tick(1, &seen, 1, 2) };
    assert_eq!(pick(&shop, unknown).await.unwrap_err().code, Code::NotFound);
    shop.update(step(&seen, "prepare")).await.unwrap();
    let closed = pick(&shop, tick(1, &seen, 1, 2)).await.unwrap_err();
    assert_eq!((closed.code, closed.detail.reason.as_str()), (Code::Conflict, "action_not_possible"));
    assert!(shop.staff_order(&inner(&seen).order_id).await.picked_lines.is_empty());
}

#[rstest]
#[tokio::test]
async fn command_line_ticks_a_line_and_undoes_it(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let (shop, seen) = preparing(engine).await;
    let (staff, number) = (shop.staff().await, inner(&seen).number.clone());
    staff.pick_line(&number, 2, true).await.unwrap();
    assert_eq!(staff.show(&number).await.unwrap().picked, [2]);
    let now = shop.staff_order(&inner(&seen).order_id).await;
    assert_eq!(people(&now.picked_lines), [(2, 0)]);
    let error = staff.pick_line(&number, 9, true).await.unwrap_err();
    assert_eq!(error.detail.field, "pro_id");
    staff.pick_line(&number, 2, false).await.unwrap();
    assert!(staff.show(&number).await.unwrap().picked.is_empty());
    staff.close().await;
}
