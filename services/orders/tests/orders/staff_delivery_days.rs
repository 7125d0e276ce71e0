//! The planned day of a delivery or pickup: plan, log, lists, figures and notification. Both databases.

use crate::support::{
    KHAM, NOON, NOY, Shop, buy,
    staff::{clerk, pickup_at},
};
use heuan_proto::orders::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, TestEventReceiver, eventually};
use rstest::rstest;

/// The clock stands at noon of 2026-11-21 in Laos.
const TODAY: &str = "2026-11-21";
const DAY: i64 = 86_400_000;

#[expect(clippy::unnecessary_wraps, reason = "the fields of requests and orders are optional")]
fn day(day: &str, part: &str) -> Option<wire::DeliveryDay> {
    Some(wire::DeliveryDay { day: day.to_owned(), part: part.to_owned() })
}

fn plan_of(seen: &wire::StaffOrder, day: Option<wire::DeliveryDay>) -> wire::PlanStaffDeliveryRequest {
    wire::PlanStaffDeliveryRequest {
        actor: Some(clerk(1)),
        order_id: seen.order.as_ref().unwrap().order_id.clone(),
        version: seen.version,
        delivery_day: day,
    }
}

async fn planned(shop: &Shop, request: wire::PlanStaffDeliveryRequest) -> Result<wire::StaffOrder, Error> {
    Ok(shop.staff_orders().plan_staff_delivery(request).await?.into_inner().order.unwrap())
}

async fn plan(shop: &Shop, order_id: &str, day: Option<wire::DeliveryDay>) -> wire::StaffOrder {
    planned(shop, plan_of(&shop.staff_order(order_id).await, day)).await.unwrap()
}

async fn placed(shop: &Shop, key: &str, pickup: bool) -> wire::Order {
    let input = buy(&[(1, 1)], "cod");
    let input = if pickup { wire::OrderInput { delivery: Some(pickup_at(3)), ..input } } else { input };
    let order = shop.place(if pickup { KHAM } else { NOY }, key, input).await.unwrap();
    shop.settles().await;
    order
}

async fn stocked(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 100, 400_000)]).await;
    shop.open_branch(3).await;
    shop
}

fn inner(order: &wire::StaffOrder) -> &wire::Order {
    order.order.as_ref().unwrap()
}

#[rstest]
#[tokio::test]
async fn planned_day_is_in_the_order_of_staff_and_customer_and_in_the_log(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = stocked(engine).await;
    let id = placed(&shop, "k", false).await.order_id;
    let seen = shop.staff_order(&id).await;
    assert_eq!(inner(&seen).delivery_day, None);
    let request = plan_of(&seen, day("2026-11-22", "morning"));
    let first = planned(&shop, request.clone()).await.unwrap();
    assert_eq!(inner(&first).delivery_day, day("2026-11-22", "morning"));
    assert_eq!(first.version, seen.version + 1);
    assert_eq!(
        (first.log[0].action.as_str(), first.log[0].note.as_str()),
        ("plan_delivery", "— → 2026-11-22 morning")
    );
    assert_eq!(first.log[0].actor.as_ref().unwrap().account_id, 1);
    assert_eq!(shop.order(NOY, &id).await.unwrap().delivery_day, day("2026-11-22", "morning"));
    // A repetition changes nothing; another plan on the older version is refused.
    assert_eq!(planned(&shop, request).await.unwrap(), first);
    let error = planned(&shop, plan_of(&seen, day("2026-11-23", ""))).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "order_changed"));
    let second = plan(&shop, &id, day(TODAY, "")).await;
    assert_eq!(
        (inner(&second).delivery_day.clone(), second.log[0].note.as_str()),
        (day(TODAY, ""), "2026-11-22 morning → 2026-11-21")
    );
    // The plan survives a step and a change of the goods' place.
    shop.do_step(&id, "confirm").await.unwrap();
    assert_eq!(inner(&shop.staff_order(&id).await).delivery_day, day(TODAY, ""));
    let none = plan(&shop, &id, None).await;
    assert_eq!((inner(&none).delivery_day.clone(), none.log[0].note.as_str()), (None, "2026-11-21 → —"));
}

#[rstest]
#[tokio::test]
async fn wrong_day_and_ended_order_are_refused_with_what_to_do(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = stocked(engine).await;
    let id = placed(&shop, "k", false).await.order_id;
    let seen = shop.staff_order(&id).await;
    for (wrong, field, text) in [
        (day("2026-11-20", ""), "day", "choose 2026-11-21 or a later day"),
        (day("2062-11-21", ""), "day", "choose 2027-11-22 or an earlier day"),
        (day("21.11.2026", ""), "day", "such as 2026-11-21"),
        (day(TODAY, "night"), "part", "morning, afternoon or absent"),
    ] {
        let error = planned(&shop, plan_of(&seen, wrong)).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
        assert!(error.message.contains(text), "{}", error.message);
    }
    let unknown =
        wire::PlanStaffDeliveryRequest { order_id: "none".to_owned(), ..plan_of(&seen, day(TODAY, "")) };
    assert_eq!(planned(&shop, unknown).await.unwrap_err().code, Code::NotFound);
    let customer = wire::StaffActor { role: wire::StaffActorRole::Customer.into(), ..clerk(2) };
    let refused = wire::PlanStaffDeliveryRequest { actor: Some(customer), ..plan_of(&seen, day(TODAY, "")) };
    assert_eq!(planned(&shop, refused).await.unwrap_err().code, Code::PermissionDenied);
    assert_eq!(shop.staff_order(&id).await, seen);

    // The day of Laos: an hour before midnight there is still the day before in UTC.
    shop.clock.advance(DAY / 2);
    let error = planned(&shop, plan_of(&seen, day(TODAY, ""))).await.unwrap_err();
    assert!(error.message.contains("choose 2026-11-22"), "{}", error.message);
    shop.do_step(&id, "hand_over").await.unwrap();
    let ended = shop.staff_order(&id).await;
    let error = planned(&shop, plan_of(&ended, day("2026-11-25", ""))).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "action_not_possible"));
}

async fn listed(shop: &Shop, change: impl FnOnce(&mut wire::ListStaffOrdersRequest)) -> Vec<String> {
    let mut request = wire::ListStaffOrdersRequest { actor: Some(clerk(1)), limit: 50, ..Default::default() };
    change(&mut request);
    let found = shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner();
    assert_eq!(found.total, found.orders.len() as i64);
    found.orders.into_iter().map(|order| order.order_id).collect()
}

#[rstest]
#[tokio::test]
async fn orders_are_listed_sorted_and_counted_by_their_day(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = stocked(engine).await;
    let mut ids = Vec::new();
    for number in 0..6 {
        ids.push(placed(&shop, &format!("k{number}"), number == 2).await.order_id);
        shop.clock.advance(1000);
    }
    plan(&shop, &ids[0], day(TODAY, "")).await;
    plan(&shop, &ids[1], day("2026-11-22", "afternoon")).await;
    plan(&shop, &ids[2], day("2026-11-22", "morning")).await;
    plan(&shop, &ids[3], day("2026-11-23", "")).await;
    plan(&shop, &ids[5], day(TODAY, "")).await;
    shop.do_step(&ids[5], "hand_over").await.unwrap();
    shop.clock.advance(DAY);
    let of = |indexes: &[usize]| indexes.iter().map(|index| ids[*index].clone()).collect::<Vec<_>>();
    let on = async |text: &str| listed(&shop, |it| it.delivery_day = text.to_owned()).await;
    // The completed order is neither due nor overdue, and in the list of its day.
    assert_eq!(on("today").await, of(&[2, 1]));
    assert_eq!(on("tomorrow").await, of(&[3]));
    assert_eq!(on("overdue").await, of(&[0]));
    assert_eq!(on(TODAY).await, of(&[5, 0]));
    assert_eq!(on("none").await, of(&[4]));
    assert_eq!(on("2026-12-24").await, of(&[]));
    assert_eq!(listed(&shop, |it| it.view = "due_today".to_owned()).await, of(&[2, 1]));
    assert_eq!(listed(&shop, |it| it.view = "overdue".to_owned()).await, of(&[0]));
    let by_total = |it: &mut wire::ListStaffOrdersRequest| {
        (it.view, it.sort) = ("due_today".to_owned(), "total_asc".to_owned());
    };
    assert_eq!(listed(&shop, by_total).await.len(), 2);
    let completed = |it: &mut wire::ListStaffOrdersRequest| {
        (it.status, it.delivery_day) = ("completed".to_owned(), TODAY.to_owned());
    };
    assert_eq!(listed(&shop, completed).await, of(&[5]));

    let sorted = listed(&shop, |it| it.sort = "delivery_day".to_owned()).await;
    let (mut first, mut expected) = (sorted[..2].to_vec(), of(&[0, 5]));
    first.sort_unstable();
    expected.sort_unstable();
    assert_eq!((first, &sorted[2..]), (expected, &of(&[2, 1, 3, 4])[..]));
    // Page by page it is the same order.
    let (mut cursor, mut paged) = (String::new(), Vec::new());
    loop {
        let request = wire::ListStaffOrdersRequest {
            actor: Some(clerk(1)),
            sort: "delivery_day".to_owned(),
            limit: 2,
            cursor,
            ..Default::default()
        };
        let found = shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner();
        paged.extend(found.orders.into_iter().map(|order| order.order_id));
        cursor = found.next_cursor;
        if cursor.is_empty() {
            break;
        }
    }
    assert_eq!(paged, sorted);

    for (branch_id, due, overdue) in [(0, 2, 1), (3, 1, 0)] {
        let request = wire::CountStaffOrdersRequest { actor: Some(clerk(1)), branch_id };
        let counts = shop.staff_orders().count_staff_orders(request).await.unwrap().into_inner();
        assert_eq!((counts.due_today, counts.overdue), (due, overdue), "branch {branch_id}");
        let request = wire::GetStaffFiguresRequest { actor: Some(clerk(1)), branch_id };
        let figures = shop.staff_orders().get_staff_figures(request).await.unwrap().into_inner();
        let waiting = (figures.due_today.unwrap().count, figures.overdue.unwrap().count);
        assert_eq!(waiting, (due, overdue), "branch {branch_id}");
    }
    let request = wire::ListStaffOrdersRequest {
        actor: Some(clerk(1)),
        limit: 5,
        delivery_day: "soon".to_owned(),
        ..Default::default()
    };
    let error = Error::from(shop.staff_orders().list_staff_orders(request).await.unwrap_err());
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "delivery_day"));
}

#[tokio::test]
async fn event_of_goods_that_leave_names_the_day_unless_it_has_passed() {
    let receiver = TestEventReceiver::default();
    let routes = heuan_rpc::Transport::in_process(receiver.routes(), crate::support::LONG);
    let places = crate::support::Places::new(Engine::Sqlite).await;
    let clock = heuan_runtime::clock::Clock::fixed(NOON);
    let shop = Shop::reopen(places, crate::support::config(), clock, Some(routes)).await;
    shop.shelve(&[(1, 100, 400_000)]).await;
    let id = placed(&shop, "k", false).await.order_id;
    plan(&shop, &id, day(TODAY, "afternoon")).await;
    shop.do_step(&id, "prepare").await.unwrap();
    // Until the step can no longer be undone, and into the next day.
    shop.clock.advance(DAY);
    shop.do_step(&id, "dispatch").await.unwrap();
    shop.clock.advance(DAY);
    let payload = async |kind: &str| {
        eventually("the customer is notified", async || receiver.kinds_of(&id).contains(&kind.to_owned()))
            .await;
        let event = receiver.events().into_iter().find(|event| event.kind == kind).unwrap();
        serde_json::from_str::<serde_json::Value>(&event.payload).unwrap()
    };
    let ready = payload("order.ready").await;
    assert_eq!((&ready["delivery_day"], &ready["delivery_part"]), (&TODAY.into(), &"afternoon".into()));
    assert!(payload("order.delivering").await.get("delivery_day").is_none());
}

/// The days of the notifications about another day, oldest first; empty for a deleted plan.
async fn notified_days(shop: &Shop, order_id: &str) -> Vec<String> {
    let tables = shop.tables().await;
    let sql =
        "SELECT payload FROM outbox WHERE order_id = $1 AND kind = 'order.day_changed' ORDER BY at, event_id";
    let payloads: Vec<String> = heuan_store::read!(tables, |pool| {
        sqlx::query_scalar(sql).bind(order_id).fetch_all(pool).await.unwrap()
    });
    tables.close().await;
    let day = |payload: &String| {
        let payload: serde_json::Value = serde_json::from_str(payload).unwrap();
        payload["delivery_day"].as_str().unwrap_or_default().to_owned()
    };
    payloads.iter().map(day).collect()
}

#[rstest]
#[tokio::test]
async fn customer_is_notified_of_another_day_and_of_a_deleted_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = stocked(engine).await;
    let id = placed(&shop, "k", false).await.order_id;
    plan(&shop, &id, day("2026-11-22", "morning")).await;
    assert_eq!(notified_days(&shop, &id).await, [""; 0], "the notification of goods that are ready names it");
    for planned in [day("2026-11-23", ""), None] {
        shop.clock.advance(1_000);
        plan(&shop, &id, planned).await;
    }
    assert_eq!(notified_days(&shop, &id).await, ["2026-11-23", ""]);
    // A plan that is already made is not notified again.
    plan(&shop, &id, None).await;
    assert_eq!(notified_days(&shop, &id).await.len(), 2);
}

#[rstest]
#[tokio::test]
async fn first_day_is_notified_if_no_later_notification_names_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = stocked(engine).await;
    let (sent, fetched) = (placed(&shop, "d", false).await.order_id, placed(&shop, "p", true).await.order_id);
    for id in [&sent, &fetched] {
        shop.do_step(id, "prepare").await.unwrap();
        plan(&shop, id, day("2026-11-22", "")).await;
    }
    // The delivery is still to leave.
    assert_eq!(notified_days(&shop, &sent).await, [""; 0]);
    assert_eq!(notified_days(&shop, &fetched).await, ["2026-11-22"]);
}

#[rstest]
#[tokio::test]
async fn command_line_plans_and_deletes_the_day(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = stocked(engine).await;
    let order = placed(&shop, "k", false).await;
    let staff = shop.staff().await;
    staff.plan_delivery(&order.number, Some(("2026-11-22", "afternoon"))).await.unwrap();
    assert_eq!(shop.order(NOY, &order.order_id).await.unwrap().delivery_day, day("2026-11-22", "afternoon"));
    let error = staff.plan_delivery(&order.number, Some(("2026-11-20", ""))).await.unwrap_err();
    assert_eq!(error.detail.field, "day");
    staff.plan_delivery(&order.number, None).await.unwrap();
    assert_eq!(shop.order(NOY, &order.order_id).await.unwrap().delivery_day, None);
    staff.close().await;
}
