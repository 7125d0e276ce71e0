//! Figures of the day and changed details of an order. Both databases.

use crate::support::{
    KHAM, NOON, NOY, Shop, buy,
    staff::{back, clerk, return_of, step, step_of},
};
use heuan_proto::orders::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_store::{read, run};
use heuan_testkit::{Engine, TestEventReceiver, eventually};
use rstest::rstest;

const DAY: i64 = 86_400_000;
const HOUR: i64 = 3_600_000;

fn reason(error: &Error) -> (Code, &str) {
    (error.code, &error.detail.reason)
}

async fn figures(shop: &Shop) -> wire::GetStaffFiguresResponse {
    figures_for(shop, wire::StaffActorRole::Manager, 0).await
}

async fn figures_for(
    shop: &Shop,
    role: wire::StaffActorRole,
    branch_id: i64,
) -> wire::GetStaffFiguresResponse {
    let actor = wire::StaffActor { role: role.into(), ..clerk(1) };
    let request = wire::GetStaffFiguresRequest { actor: Some(actor), branch_id };
    shop.staff_orders().get_staff_figures(request).await.unwrap().into_inner()
}

/// Waits until the lines of all orders are counted.
async fn lines_are_copied(shop: &Shop) {
    let tables = shop.tables().await;
    eventually("all lines are copied", async || {
        let sql = "SELECT COUNT(*) FROM customer_order WHERE has_lines = 0";
        let left: i64 =
            read!(tables, |pool| heuan_store::sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
        left == 0
    })
    .await;
    tables.close().await;
}

fn sales(sales: Option<wire::Sales>) -> (i64, i64) {
    let wire::Sales { revenue, orders, .. } = sales.unwrap();
    (revenue, orders)
}

#[rstest]
#[tokio::test]
async fn figures_are_those_of_days_in_laos_beside_the_week_before(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 1000, 300_000), (2, 1000, 900_000)]).await;
    let place = async |key: &str, items: &[(i64, i64)], method: &str| {
        let order = shop.place(NOY, key, buy(items, method)).await.unwrap();
        shop.settles().await;
        order
    };
    let total = |order: &wire::Order| order.totals.as_ref().unwrap().total;
    // Saturday of last week, an hour before and an hour after this hour.
    let early = place("a", &[(1, 2)], "cod").await;
    shop.clock.advance(2 * HOUR);
    let late = place("b", &[(1, 1)], "cod").await;
    // Just before and at midnight of this Friday.
    shop.clock.advance(6 * DAY - 14 * HOUR - 1);
    let thursday = place("c", &[(1, 1), (2, 1)], "cod").await;
    shop.clock.advance(1);
    let friday = place("d", &[(2, 3)], "cod").await;
    shop.clock.advance(DAY + 13 * HOUR);
    let today = place("e", &[(1, 1)], "cod").await;
    let unpaid = place("f", &[(1, 9)], "transfer").await;
    let cancelled = place("g", &[(1, 9)], "cod").await;
    shop.do_step(&cancelled.order_id, "cancel").await.unwrap();
    shop.do_step(&late.order_id, "confirm").await.unwrap();
    lines_are_copied(&shop).await;

    let found = figures(&shop).await;
    let days = found.days.unwrap();
    let of_days: Vec<_> = days.periods.iter().map(|day| (sales(day.sales), sales(day.before))).collect();
    let none = (0, 0);
    assert_eq!(of_days[..4], [(none, none), (none, none), (none, none), (none, none)]);
    assert_eq!(of_days[4], ((total(&thursday), 1), none));
    assert_eq!(of_days[5], ((total(&friday), 1), none));
    assert_eq!(of_days[6], ((total(&today), 1), (total(&early) + total(&late), 2)));
    let midnight = NOON + 7 * DAY - 12 * HOUR;
    assert_eq!((days.periods[6].start_ms, days.periods[0].start_ms), (midnight, midnight - 6 * DAY));
    assert_eq!(sales(days.sum), (total(&thursday) + total(&friday) + total(&today), 3));
    // Noon plus one hour: the later order of last Saturday does not count yet.
    assert_eq!(sales(days.sum_before), (total(&early), 1));
    let weeks = found.weeks.unwrap();
    assert_eq!(weeks.periods.len(), 8);
    assert_eq!(weeks.periods[7].start_ms, midnight - 5 * DAY);
    assert_eq!(sales(weeks.periods[7].before), (total(&early) + total(&late), 2));
    assert_eq!(sales(weeks.sum_before), (total(&early), 1));

    let best: Vec<_> = found
        .best_sellers
        .iter()
        .map(|product| (product.pro_id, product.quantity, product.revenue, product.revenue_before))
        .collect();
    assert_eq!(best, [(2, 4, 3_600_000, 0), (1, 2, 600_000, 600_000)]);
    assert!(!found.best_sellers[0].name_en.is_empty());

    let to_confirm = found.to_confirm.unwrap();
    assert_eq!((to_confirm.count, to_confirm.oldest_ms), (4, Some(early.created_at_ms)));
    let to_prepare = found.to_prepare.unwrap();
    assert_eq!((to_prepare.count, to_prepare.oldest_ms), (1, Some(late.created_at_ms)));
    let transfers = found.transfers.unwrap();
    assert_eq!((transfers.count, transfers.oldest_ms), (1, Some(unpaid.created_at_ms)));
    assert_eq!(found.failed_delivery.unwrap(), wire::WaitingOrders::default());
    shop.do_step(&unpaid.order_id, "mark_paid").await.unwrap();
    shop.do_step(&unpaid.order_id, "cancel").await.unwrap();
    let of_clerk = figures_for(&shop, wire::StaffActorRole::Clerk, 0).await;
    assert_eq!((&of_clerk.days, &of_clerk.weeks, of_clerk.best_sellers.len()), (&None, &None, 0));
    assert_eq!(of_clerk.to_confirm, figures(&shop).await.to_confirm);
    let refunds = figures(&shop).await.refunds.unwrap();
    assert_eq!((refunds.count, refunds.refund), (1, total(&unpaid)));
}

#[rstest]
#[tokio::test]
async fn figures_are_net_of_returns_refunds_and_write_offs(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 100, 300_000)]).await;
    let place = async |key: &str, units: i64, method: &str| {
        let order = shop.place(NOY, key, buy(&[(1, units)], method)).await.unwrap();
        shop.settles().await;
        order.order_id
    };
    let id = place("a", 4, "cod").await;
    shop.do_step(&id, "hand_over").await.unwrap();
    let asked = wire::UpdateStaffOrderRequest {
        lines: vec![back(1, 1, 0)],
        ..step(&shop.staff_order(&id).await, "request_return")
    };
    shop.update(asked).await.unwrap();
    let waiting = figures(&shop).await;
    assert_eq!((waiting.returns.unwrap().count, waiting.to_settle.unwrap().count), (1, 0));
    shop.update(return_of(&shop.staff_order(&id).await, &[back(1, 1, 0)])).await.unwrap();
    shop.settles().await;
    shop.update(step_of(&shop.staff_order(&id).await, "refund_part", 100_000)).await.unwrap();
    lines_are_copied(&shop).await;
    let found = figures(&shop).await;
    let week = found.days.unwrap().sum.unwrap();
    assert_eq!((week.revenue, week.reduced, week.orders), (800_000, 400_000, 1));
    let best = &found.best_sellers[0];
    assert_eq!((best.quantity, best.revenue), (3, 900_000));
    // What is paid out is due no longer.
    assert_eq!(found.refunds.unwrap().refund, 400_000);
    shop.do_step(&id, "mark_refunded").await.unwrap();
    shop.update(step_of(&shop.staff_order(&id).await, "refund_part", 50_000)).await.unwrap();
    assert_eq!(figures(&shop).await.refunds.unwrap().refund, 50_000);

    let short = place("b", 2, "transfer").await;
    shop.update(step_of(&shop.staff_order(&short).await, "mark_paid", 500_000)).await.unwrap();
    let over = place("c", 2, "transfer").await;
    shop.update(step_of(&shop.staff_order(&over).await, "mark_paid", 700_000)).await.unwrap();
    let request = wire::ListStaffOrdersRequest {
        actor: Some(clerk(1)),
        view: "to_settle".to_owned(),
        limit: 10,
        ..wire::ListStaffOrdersRequest::default()
    };
    let listed = shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner().orders;
    let mut amounts: Vec<_> = listed.iter().map(|one| (one.unpaid, one.excess, one.refundable)).collect();
    amounts.sort_unstable();
    assert_eq!(amounts, [(0, 100_000, 700_000), (100_000, 0, 500_000)]);
    assert_eq!(figures(&shop).await.to_settle.unwrap().count, 2);
    let counts = wire::CountStaffOrdersRequest { actor: Some(clerk(1)), ..Default::default() };
    assert_eq!(shop.staff_orders().count_staff_orders(counts).await.unwrap().into_inner().to_settle, 2);
    assert!(listed.iter().all(|one| one.waived == 0));
    shop.do_step(&short, "accept_difference").await.unwrap();
    let request = wire::ListStaffOrdersRequest { actor: Some(clerk(1)), limit: 10, ..Default::default() };
    let all = shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner().orders;
    let written_off = all.iter().find(|one| one.order_id == short).unwrap();
    // The amounts of a row add up to its total.
    assert_eq!((written_off.waived, written_off.received + written_off.waived), (100_000, written_off.total));
    let week = figures(&shop).await.days.unwrap().sum.unwrap();
    assert_eq!((week.revenue, week.reduced, week.orders), (750_000 + 500_000 + 600_000, 550_000, 3));
}

#[rstest]
#[tokio::test]
async fn sums_of_an_order_that_an_earlier_release_wrote_are_calculated(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 100, 600_000)]).await;
    let id = shop.place(NOY, "a", buy(&[(1, 1)], "cod")).await.unwrap().order_id;
    shop.settles().await;
    shop.do_step(&id, "hand_over").await.unwrap();
    shop.update(step_of(&shop.staff_order(&id).await, "refund_part", 100_000)).await.unwrap();
    // It does not know the columns.
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    let sql =
        "UPDATE customer_order SET reduced = 0, refunded = 7, version = version + 1 WHERE order_id = $1";
    run!(tx, sql, &id).unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
    eventually("the sums are calculated", async || {
        let found = figures(&shop).await;
        let week = found.days.unwrap().sum.unwrap();
        (week.revenue, week.reduced, found.refunds.unwrap().refund) == (500_000, 100_000, 100_000)
    })
    .await;
}

#[rstest]
#[tokio::test]
async fn waiting_orders_of_a_branch_are_its_pickups_and_sales_are_those_of_the_shop(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 400_000)]).await;
    shop.open_branch(3).await;
    let pickup = wire::Delivery { method: "pickup".to_owned(), branch_id: Some(3), ..Default::default() };
    let input = wire::OrderInput { delivery: Some(pickup), ..buy(&[(1, 1)], "cod") };
    shop.place(KHAM, "k1", input).await.unwrap();
    shop.place(NOY, "k2", buy(&[(1, 1)], "cod")).await.unwrap();
    shop.settles().await;
    for (branch_id, waiting) in [(0, 2), (3, 1), (4, 0)] {
        let found = figures_for(&shop, wire::StaffActorRole::Manager, branch_id).await;
        assert_eq!(found.to_confirm.unwrap().count, waiting, "branch {branch_id}");
        assert_eq!(sales(found.days.unwrap().sum).1, 2, "branch {branch_id}");
    }
}

fn change(seen: &wire::StaffOrder, phone: Option<&str>) -> wire::ChangeStaffOrderRequest {
    wire::ChangeStaffOrderRequest {
        actor: Some(clerk(1)),
        order_id: seen.order.as_ref().unwrap().order_id.clone(),
        version: seen.version,
        phone: phone.map(str::to_owned),
        delivery: None,
        receiver: None,
    }
}

async fn changed(shop: &Shop, request: wire::ChangeStaffOrderRequest) -> Result<wire::StaffOrder, Error> {
    Ok(shop.staff_orders().change_staff_order(request).await?.into_inner().order.unwrap())
}

#[rstest]
#[tokio::test]
async fn waiting_notification_leaves_before_that_of_changed_details(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 400_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "cod")).await.unwrap();
    shop.settles().await;
    shop.clock.advance(1_000);
    let confirmed = shop.do_step(&order.order_id, "confirm").await.unwrap();
    assert!(confirmed.undo_until_ms.is_some());
    shop.clock.advance(1_000);
    let updated = changed(&shop, change(&confirmed, Some("030 999 8877"))).await.unwrap();
    assert_eq!(updated.undo_until_ms, None, "the customer is notified of the step");
    let tables = shop.tables().await;
    let sql = "SELECT kind FROM outbox WHERE order_id = $1 AND next_at <= $2 ORDER BY at, event_id";
    let now = shop.clock.now_ms();
    let kinds: Vec<String> = read!(tables, |pool| {
        heuan_store::sqlx::query_scalar(sql).bind(&order.order_id).bind(now).fetch_all(pool).await.unwrap()
    });
    tables.close().await;
    assert_eq!(kinds, ["order.received", "order.preparing", "order.changed"]);
}

#[rstest]
#[tokio::test]
async fn changed_phone_and_address_are_logged_found_and_notified(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let receiver = TestEventReceiver::default();
    let routes = heuan_rpc::Transport::in_process(receiver.routes(), crate::support::LONG);
    let places = crate::support::Places::new(engine).await;
    let clock = heuan_runtime::clock::Clock::fixed(NOON);
    let shop = Shop::reopen(places, crate::support::config(), clock, Some(routes)).await;
    shop.shelve(&[(1, 20, 400_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "cod")).await.unwrap();
    shop.settles().await;
    let seen = shop.staff_order(&order.order_id).await;
    let delivery = wire::Delivery {
        village: "ສີສະຫວາດ".to_owned(),
        note: "ຂ້າງວັດ".to_owned(),
        ..order.delivery.clone().unwrap()
    };
    let request = wire::ChangeStaffOrderRequest {
        delivery: Some(delivery.clone()),
        receiver: Some(wire::OrderReceiver { name: " Kham ".to_owned(), ..Default::default() }),
        ..change(&seen, Some("030 999 8877"))
    };
    let updated = changed(&shop, request.clone()).await.unwrap();
    assert_eq!(updated.version, seen.version + 1);
    let inner = updated.order.clone().unwrap();
    assert_eq!((inner.phone.as_str(), inner.delivery), ("+856309998877", Some(delivery)));
    assert_eq!(inner.receiver.as_ref().unwrap().name, "Kham");
    assert_eq!((&inner.status, &inner.totals), (&order.status, &order.totals));
    let entry = &updated.log[0];
    assert_eq!((entry.action.as_str(), entry.actor.as_ref().unwrap().account_id), ("change_details", 1));
    let lines: Vec<&str> = entry.note.lines().collect();
    assert_eq!(lines[0], "+8562055123456 → +856309998877");
    assert_eq!(lines[1], "ໂພນທັນ, ໄຊເສດຖາ, ນະຄອນຫຼວງວຽງຈັນ → ສີສະຫວາດ, ໄຊເສດຖາ, ນະຄອນຫຼວງວຽງຈັນ");
    assert_eq!(lines[2..], ["— → ຂ້າງວັດ", "— → Kham"]);
    // The customer sees it and is notified; the list finds the order by the new number alone.
    assert_eq!(shop.order(NOY, &order.order_id).await.unwrap().phone, "+856309998877");
    eventually("the customer is notified", async || {
        receiver.kinds_of(&order.order_id).contains(&"order.changed".to_owned())
    })
    .await;
    for (search, count) in [("030 999 8877", 1), ("020 5512 3456", 0)] {
        let list = wire::ListStaffOrdersRequest {
            actor: Some(clerk(1)),
            search: search.to_owned(),
            limit: 5,
            ..Default::default()
        };
        let found = shop.staff_orders().list_staff_orders(list).await.unwrap().into_inner();
        assert_eq!(found.total, count, "{search}");
    }
    // A repetition changes nothing; another change of the older version is refused.
    assert_eq!(changed(&shop, request).await.unwrap(), updated);
    let error = changed(&shop, change(&seen, Some("020 1111 2222"))).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "order_changed"));
    shop.do_step(&order.order_id, "hand_over").await.unwrap();
    let closed = shop.staff_order(&order.order_id).await;
    let error = changed(&shop, change(&closed, Some("020 1111 2222"))).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "action_not_possible"));
}

#[tokio::test]
async fn branch_of_a_pickup_is_changed_and_wrong_details_are_refused() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[(1, 20, 400_000)]).await;
    shop.open_branch(3).await;
    shop.open_branch(4).await;
    let pickup = |branch_id| wire::Delivery {
        method: "pickup".to_owned(),
        branch_id: Some(branch_id),
        ..wire::Delivery::default()
    };
    let input = wire::OrderInput { delivery: Some(pickup(3)), ..buy(&[(1, 1)], "cod") };
    let order = shop.place(KHAM, "k", input).await.unwrap();
    shop.settles().await;
    let seen = shop.staff_order(&order.order_id).await;
    let with = |delivery| wire::ChangeStaffOrderRequest { delivery: Some(delivery), ..change(&seen, None) };
    let address = wire::Delivery { method: "delivery".to_owned(), ..pickup(3) };
    let receiver = wire::OrderReceiver { name: "ກ".repeat(81), ..Default::default() };
    for (request, field) in [
        (change(&seen, Some("12")), "phone"),
        (wire::ChangeStaffOrderRequest { receiver: Some(receiver), ..change(&seen, None) }, "receiver.name"),
        (with(address), "delivery.method"),
        (with(pickup(0)), "delivery.branch_id"),
        (with(pickup(9)), "delivery.branch_id"),
    ] {
        assert_eq!(changed(&shop, request).await.unwrap_err().detail.field, field);
    }
    assert_eq!(shop.staff_order(&order.order_id).await, seen);
    let updated = changed(&shop, with(pickup(4))).await.unwrap();
    assert_eq!(updated.order.unwrap().delivery.unwrap().branch_id, Some(4));
    // As the branch's list shows it, and as the next step finds it.
    let list =
        wire::ListStaffOrdersRequest { actor: Some(clerk(1)), branch_id: 4, limit: 5, ..Default::default() };
    assert_eq!(shop.staff_orders().list_staff_orders(list).await.unwrap().into_inner().total, 1);
    let newest = shop.staff_order(&order.order_id).await;
    shop.update(step(&newest, "prepare")).await.unwrap();
    let customer = wire::StaffActor { role: wire::StaffActorRole::Customer.into(), ..clerk(2) };
    let refused = wire::ChangeStaffOrderRequest { actor: Some(customer.clone()), ..change(&newest, None) };
    assert_eq!(reason(&changed(&shop, refused).await.unwrap_err()), (Code::PermissionDenied, "staff"));
    let request = wire::GetStaffFiguresRequest { actor: Some(customer), branch_id: 0 };
    let error = shop.staff_orders().get_staff_figures(request).await.unwrap_err();
    assert_eq!(error.code(), tonic::Code::PermissionDenied);
}
