//! Payments of another amount, returns and refunds of a part, with their effects on stock, points, money and
//! notifications. Both databases.

use crate::support::{
    LONG, NOON, NOY, Places, Shop, buy, config,
    staff::{back, clerk, return_of, state, status, step, step_of},
};
use heuan_orders::StaffAction;
use heuan_proto::orders::v1::{self as wire, SandboxAction};
use heuan_rpc::{Code, Error, Transport};
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestEventReceiver, eventually};
use rstest::rstest;

const PRICE: i64 = 400_000;

async fn shop(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, PRICE), (2, 20, 50_000)]).await;
    shop
}

async fn placed(shop: &Shop, method: &str) -> (String, i64) {
    let order = shop.place(NOY, method, buy(&[(1, 2)], method)).await.unwrap();
    shop.settles().await;
    (order.order_id, order.totals.unwrap().total)
}

fn refused(error: &Error) -> (Code, &str) {
    (error.code, &error.detail.reason)
}

fn money(order: &wire::StaffOrder) -> (&str, i64, i64, i64) {
    let inner = order.order.as_ref().unwrap();
    (&inner.payment.as_ref().unwrap().status, inner.received, inner.refund, inner.refunded)
}

/// The order when its work at other services is done.
async fn settled(shop: &Shop, order_id: &str) -> wire::StaffOrder {
    shop.settles().await;
    shop.staff_order(order_id).await
}

async fn numbers_with(shop: &Shop, payment_status: &str) -> usize {
    let request = wire::ListStaffOrdersRequest {
        actor: Some(clerk(1)),
        payment_status: payment_status.to_owned(),
        limit: 10,
        ..wire::ListStaffOrdersRequest::default()
    };
    shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner().orders.len()
}

#[rstest]
#[tokio::test]
async fn underpaid_order_waits_for_the_rest(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = shop(engine).await;
    let (id, total) = placed(&shop, "transfer").await;
    let seen = shop.staff_order(&id).await;
    let request = step_of(&seen, "mark_paid", total - 100_000);
    let short = shop.update(request.clone()).await.unwrap();
    assert_eq!((status(&short), money(&short).1), (("awaiting_payment", "underpaid"), total - 100_000));
    assert_eq!(short.log[0].amount, Some(total - 100_000));
    // The same request again changes nothing; another amount with the same version is refused.
    assert_eq!(shop.update(request).await.unwrap(), short);
    let other = shop.update(step_of(&seen, "mark_paid", total)).await.unwrap_err();
    assert_eq!(refused(&other), (Code::Conflict, "order_changed"));
    assert_eq!(numbers_with(&shop, "underpaid").await, 1);
    // Its deadline does not expire it, and it is not handed over.
    shop.clock.advance(400 * 3_600_000);
    shop.settles().await;
    let seen = shop.staff_order(&id).await;
    assert_eq!(status(&seen), ("awaiting_payment", "underpaid"));
    assert_eq!(state(&seen, "hand_over").blocked_reason, "difference_open");
    let still = shop.update(step_of(&seen, "mark_paid", 40_000)).await.unwrap();
    assert_eq!(money(&still), ("underpaid", total - 60_000, 0, 0));
    let paid = shop.update(step(&still, "mark_paid")).await.unwrap();
    assert_eq!((status(&paid), money(&paid).1), (("placed", "paid"), total));
    assert_eq!((paid.log[0].amount, paid.log.len() as i64), (Some(60_000), paid.version - 1));
    assert_eq!(shop.points_of(NOY).await.balance, total / 200_000);
}

/// Kip, method, reference and person.
fn recorded_movements(movements: &[wire::MoneyMovement]) -> Vec<(i64, &str, &str, &str)> {
    fn by(one: &wire::MoneyMovement) -> &str {
        one.by.as_ref().map_or("", |by| by.name.as_str())
    }
    movements.iter().map(|one| (one.amount, one.method.as_str(), one.reference.as_str(), by(one))).collect()
}

#[rstest]
#[tokio::test]
async fn payments_and_refunds_carry_their_method_reference_and_person(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (id, total) = placed(&shop, "transfer").await;
    let seen = shop.staff_order(&id).await;
    let by = |seen: &wire::StaffOrder, action: &str, method: &str, reference: &str| {
        let (method, reference) = (method.to_owned(), reference.to_owned());
        wire::UpdateStaffOrderRequest { method, reference, ..step(seen, action) }
    };
    for (method, reference, field) in [
        ("transfer", "", "reference"),
        ("cheque", "1", "method"),
        ("cash", "a\nb", "reference"),
        ("", &*"9".repeat(65), "reference"),
    ] {
        let wrong = shop.update(by(&seen, "mark_paid", method, reference)).await.unwrap_err();
        assert_eq!((wrong.code, wrong.detail.field.as_str()), (Code::InvalidArgument, field), "{method}");
    }
    let wrong = shop.update(by(&seen, "assign", "cash", "")).await.unwrap_err();
    assert_eq!(wrong.detail.field, "method");
    let request = by(&seen, "mark_paid", "transfer", " FT26112100 ");
    let rest = wire::UpdateStaffOrderRequest { amount: Some(total - 1_000), ..request };
    let short = shop.update(rest.clone()).await.unwrap();
    let (log, name) = (&short.log[0], "Clerk 1");
    assert_eq!((log.method.as_str(), log.reference.as_str()), ("transfer", "FT26112100"));
    // A repetition changes nothing; another reference at the same version is another request.
    assert_eq!(shop.update(rest.clone()).await.unwrap(), short);
    let other = wire::UpdateStaffOrderRequest { reference: "FT2".to_owned(), ..rest };
    assert_eq!(refused(&shop.update(other).await.unwrap_err()), (Code::Conflict, "order_changed"));
    let paid = shop.update(by(&short, "mark_paid", "cash", "")).await.unwrap();
    let expected = [(total - 1_000, "transfer", "FT26112100", name), (1_000, "cash", "", name)];
    assert_eq!(recorded_movements(&paid.payments), expected);
    shop.do_step(&id, "cancel").await.unwrap();
    let due = settled(&shop, &id).await;
    let given = shop.update(by(&due, "mark_refunded", "card", "T-17")).await.unwrap();
    assert_eq!(recorded_movements(&given.payouts), [(total, "card", "T-17", name)]);
    let request = wire::ListStaffOrdersRequest {
        actor: Some(clerk(1)),
        limit: 10,
        ..wire::ListStaffOrdersRequest::default()
    };
    let listed = shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner().orders;
    assert_eq!(recorded_movements(&listed[0].payouts), [(total, "card", "T-17", "")]);

    // Cash is received with the goods, unless the clerk says otherwise; a code is its provider's.
    let (id, total) = placed(&shop, "cod").await;
    let handed = shop.update(by(&shop.staff_order(&id).await, "hand_over", "card", "T-18")).await.unwrap();
    assert_eq!(
        (recorded_movements(&handed.payments), handed.log[0].amount),
        (vec![(total, "card", "T-18", name)], Some(total))
    );
    let order = shop.place(NOY, "another", buy(&[(1, 1)], "cod")).await.unwrap();
    let (id, total) = (order.order_id, order.totals.unwrap().total);
    shop.settles().await;
    let handed = shop.do_step(&id, "hand_over").await.unwrap();
    assert_eq!(recorded_movements(&handed.payments), [(total, "cash", "", name)]);
    let order = shop.place(NOY, "by code", buy(&[(1, 1)], "qr")).await.unwrap();
    shop.act(&order, SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, &order.order_id, "placed", "paid").await;
    let paid = shop.staff_order(&order.order_id).await;
    assert_eq!(recorded_movements(&paid.payments), [(order.totals.unwrap().total, "qr", "", "")]);
}

#[rstest]
#[tokio::test]
async fn missing_rest_is_written_off_with_a_reason_or_refunded_with_the_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (id, total) = placed(&shop, "transfer").await;
    let short = step_of(&shop.staff_order(&id).await, "mark_paid", total - 7);
    let short = shop.update(short).await.unwrap();
    let without =
        wire::UpdateStaffOrderRequest { reason: String::new(), ..step(&short, "accept_difference") };
    assert_eq!(shop.update(without).await.unwrap_err().detail.field, "reason");
    let accepted = shop.update(step(&short, "accept_difference")).await.unwrap();
    assert_eq!((status(&accepted), money(&accepted).1), (("placed", "paid"), total - 7));
    assert_eq!((accepted.order.as_ref().unwrap().waived, accepted.log[0].amount), (7, Some(7)));
    // What was written off is not refunded.
    let cancelled = shop.do_step(&id, "cancel").await.unwrap();
    assert_eq!(money(&cancelled), ("refund_due", total - 7, total - 7, 0));

    let (id, total) = placed(&shop, "cod").await;
    let short = step_of(&shop.staff_order(&id).await, "mark_paid", 1_000);
    assert_eq!(status(&shop.update(short).await.unwrap()), ("placed", "underpaid"));
    let cancelled = shop.cancel(NOY, &id).await.unwrap();
    assert_eq!((cancelled.refund, cancelled.received < total), (1_000, true));
    assert_eq!(money(&shop.do_step(&id, "mark_refunded").await.unwrap()), ("refunded", 1_000, 1_000, 1_000));
}

#[rstest]
#[tokio::test]
async fn overpayment_is_refunded_while_the_order_continues(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (id, total) = placed(&shop, "transfer").await;
    for amount in [0, -5, i64::MAX] {
        let wrong = step_of(&shop.staff_order(&id).await, "mark_paid", amount);
        assert_eq!(shop.update(wrong).await.unwrap_err().detail.field, "amount", "{amount}");
    }
    let over = step_of(&shop.staff_order(&id).await, "mark_paid", total + 50_000);
    let over = shop.update(over).await.unwrap();
    assert_eq!((status(&over), numbers_with(&shop, "overpaid").await), (("placed", "overpaid"), 1));
    let blocked = shop.update(step_of(&over, "refund_part", 10)).await.unwrap_err();
    assert_eq!(refused(&blocked), (Code::Conflict, "action_not_possible"));
    let preview = state(&over, "accept_difference").effects.clone().unwrap();
    assert_eq!((preview.refund, preview.money_moved, preview.notifies), (50_000, true, true));
    let due = shop.update(step(&over, "accept_difference")).await.unwrap();
    assert_eq!(money(&due), ("refund_due", total + 50_000, 50_000, 0));
    assert_eq!(status(&shop.do_step(&id, "confirm").await.unwrap()), ("preparing", "refund_due"));
    let given = shop.do_step(&id, "mark_refunded").await.unwrap();
    assert_eq!((status(&given), money(&given).3), (("preparing", "paid"), 50_000));
    // The rest is refunded with the order.
    let cancelled = shop.do_step(&id, "cancel").await.unwrap();
    assert_eq!(money(&cancelled), ("refund_due", total + 50_000, total + 50_000, 50_000));
    let refunds = cancelled.order.unwrap().refunds;
    let causes: Vec<_> = refunds.iter().map(|one| (one.cause.as_str(), one.amount)).collect();
    assert_eq!(causes, [("overpaid", 50_000), ("order", total)]);

    // A code has the total in it.
    let (id, total) = placed(&shop, "qr").await;
    let wrong = step_of(&shop.staff_order(&id).await, "mark_paid", total + 1);
    assert_eq!(shop.update(wrong).await.unwrap_err().detail.field, "amount");
}

async fn preview(
    shop: &Shop,
    order_id: &str,
    lines: &[wire::ReturnLine],
    delivery_fee: bool,
) -> Result<wire::PreviewStaffReturnResponse, Error> {
    let request = wire::PreviewStaffReturnRequest {
        corrects_last: false,
        actor: Some(clerk(1)),
        order_id: order_id.to_owned(),
        lines: lines.to_vec(),
        delivery_fee,
    };
    Ok(shop.staff_orders().preview_staff_return(request).await?.into_inner())
}

#[rstest]
#[tokio::test]
async fn return_moves_stock_points_and_money_once_and_as_shown_before(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    shop.give_points(NOY, 30).await;
    let input = wire::OrderInput { points: 30, ..buy(&[(1, 2), (2, 4)], "cod") };
    let order = shop.place(NOY, "k", input).await.unwrap();
    let id = order.order_id.as_str();
    assert_eq!(
        refused(&preview(&shop, id, &[back(1, 1, 0)], false).await.unwrap_err()),
        (Code::Conflict, "action_not_possible")
    );
    shop.settles().await;
    shop.do_step(id, "hand_over").await.unwrap();
    // 1,000,000 less 30,000 for points: 970,000 and 4 points earned.
    let asked = wire::UpdateStaffOrderRequest {
        lines: vec![back(1, 1, 0)],
        ..step(&shop.staff_order(id).await, "request_return")
    };
    let asked = shop.update(asked).await.unwrap();
    let counts = wire::CountStaffOrdersRequest { actor: Some(clerk(1)), branch_id: 0 };
    assert_eq!(shop.staff_orders().count_staff_orders(counts).await.unwrap().into_inner().returns, 1);
    assert_eq!(state(&asked, "request_return").blocked_reason, "return_requested");
    let lines = [back(1, 1, 0), back(2, 1, 2)];
    let shown = preview(&shop, id, &lines, false).await.unwrap();
    assert_eq!((shown.goods, shown.discount, shown.refund), (550_000, 16_500, 533_500));
    assert_eq!((shown.points_returned, shown.points_revoked, shown.points_balance), (16, 2, 4));
    let request = return_of(&asked, &lines);
    shop.update(request.clone()).await.unwrap();
    let done = settled(&shop, id).await;
    assert_eq!(money(&done), ("refund_due", 970_000, 533_500, 0));
    assert_eq!((done.log[0].units_to_stock, done.log[0].units_to_waste), (2, 2));
    assert_eq!(shop.points_of(NOY).await.balance, 4 + 16 - 2);
    let inner = done.order.as_ref().unwrap();
    assert_eq!((inner.returns.len(), inner.return_request.is_none()), (1, true));
    assert_eq!(inner.returns[0].reason, "not at home");
    // The customer sees the goods and the money, and not the reason.
    let theirs = shop.order(NOY, id).await.unwrap();
    assert_eq!((theirs.returns[0].refund, theirs.returns[0].reason.as_str()), (533_500, ""));
    // A repetition changes nothing.
    assert_eq!(shop.update(request).await.unwrap(), done);
    let other = shop.update(return_of(&asked, &[back(1, 1, 0)])).await.unwrap_err();
    assert_eq!(refused(&other), (Code::Conflict, "order_changed"));
    eventually("the units are in the stock", async || {
        (shop.stock(1).await.available, shop.stock(2).await.available) == (19, 17)
    })
    .await;
    shop.settles().await;
    let seen = shop.staff_order(id).await;
    let more = shop.update(return_of(&seen, &[back(2, 2, 0)])).await.unwrap_err();
    assert_eq!((more.code, more.detail.field.as_str()), (Code::InvalidArgument, "lines"));
    assert_eq!(status(&shop.do_step(id, "mark_refunded").await.unwrap()), ("completed", "partly_refunded"));
    // The rest comes back as well.
    let seen = shop.staff_order(id).await;
    shop.update(return_of(&seen, &[back(1, 0, 1), back(2, 1, 0)])).await.unwrap();
    let all = settled(&shop, id).await;
    assert_eq!(money(&all), ("refund_due", 970_000, 970_000, 533_500));
    assert_eq!(shop.points_of(NOY).await.balance, 30);
    assert_eq!(state(&all, "receive_return").blocked_reason, "nothing_to_return");
    let given = shop.do_step(id, "mark_refunded").await.unwrap();
    assert_eq!(money(&given), ("refunded", 970_000, 970_000, 970_000));
    eventually("the last unit is in the stock", async || shop.stock(2).await.available == 18).await;
    assert_eq!(shop.stock(1).await.available, 19);
}

#[rstest]
#[tokio::test]
async fn refund_of_a_part_is_bounded_by_what_is_paid_and_made_by_the_provider(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let places = Places::new(engine).await;
    let receiver = TestEventReceiver::default();
    let transport = Transport::in_process(receiver.routes(), LONG);
    let shop = Shop::reopen(places, config(), Clock::fixed(NOON), Some(transport)).await;
    shop.shelve(&[(1, 20, PRICE)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "qr")).await.unwrap();
    let id = order.order_id.as_str();
    let early = shop.update(step_of(&shop.staff_order(id).await, "refund_part", 1)).await.unwrap_err();
    assert_eq!(refused(&early), (Code::Conflict, "action_not_possible"));
    shop.act(&order, SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, id, "placed", "paid").await;
    let seen = shop.staff_order(id).await;
    let total = money(&seen).1;
    for amount in [None, Some(0), Some(total + 1)] {
        let wrong = wire::UpdateStaffOrderRequest { amount, ..step(&seen, "refund_part") };
        assert_eq!(shop.update(wrong).await.unwrap_err().detail.field, "amount", "{amount:?}");
    }
    shop.update(step_of(&seen, "refund_part", 90_000)).await.unwrap();
    let part = settled(&shop, id).await;
    assert_eq!(money(&part), ("partly_refunded", total, 90_000, 90_000));
    shop.update(step_of(&part, "refund_part", 10_000)).await.unwrap();
    let again = settled(&shop, id).await;
    assert_eq!(money(&again), ("partly_refunded", total, 100_000, 100_000));
    let over = shop.update(step_of(&again, "refund_part", total - 99_999)).await.unwrap_err();
    assert_eq!(over.detail.field, "amount");
    // Each refund has its notifications.
    eventually("the customer is notified", async || {
        let kinds = receiver.kinds_of(id);
        let times = |kind: &str| kinds.iter().filter(|one| *one == kind).count();
        (times("order.refund_due"), times("order.refunded")) == (2, 2)
    })
    .await;
    shop.do_step(id, "cancel").await.unwrap();
    assert_eq!(money(&settled(&shop, id).await), ("refunded", total, total, total));
}

#[rstest]
#[tokio::test]
async fn command_line_refuses_a_refund_that_is_not_due(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let staff = shop.staff().await;
    let (id, total) = placed(&shop, "cod").await;
    let number = shop.order(NOY, &id).await.unwrap().number;
    let refunded = async || staff.apply(&number, StaffAction::MarkRefunded).await;
    assert_eq!(refused(&refunded().await.unwrap_err()), (Code::Conflict, "action_not_possible"));
    shop.do_step(&id, "hand_over").await.unwrap();
    assert_eq!(refused(&refunded().await.unwrap_err()), (Code::Conflict, "action_not_possible"));
    let part = step_of(&shop.staff_order(&id).await, "refund_part", 5_000);
    shop.update(part).await.unwrap();
    let summary = refunded().await.unwrap();
    assert_eq!((summary.payment, summary.refund, summary.refund_due), ("partly_refunded", 5_000, 0));
    assert_eq!(summary.total, total);
    // A repetition changes nothing.
    assert_eq!(refunded().await.unwrap(), summary);
    staff.close().await;
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn return_is_of_the_branch_it_names_or_of_the_pickup(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    shop.open_branch(3).await;
    shop.open_branch(4).await;
    let pickup = wire::Delivery { method: "pickup".to_owned(), branch_id: Some(3), ..Default::default() };
    let mut ids = Vec::new();
    for (key, delivery) in [("picked up", Some(pickup)), ("delivered", None)] {
        let mut input = buy(&[(1, 2)], "cod");
        input.delivery = delivery.or(input.delivery);
        let id = shop.place(NOY, key, input).await.unwrap().order_id;
        shop.settles().await;
        shop.do_step(&id, "hand_over").await.unwrap();
        ids.push(id);
    }
    let branch = |order: &wire::StaffOrder| {
        let inner = order.order.as_ref().unwrap();
        let of = |branch: &Option<wire::ReturnBranch>| branch.as_ref().map(|branch| branch.branch_id);
        let requested = inner.return_request.as_ref().and_then(|request| of(&request.branch));
        (requested, inner.returns.iter().map(|one| of(&one.branch)).collect::<Vec<_>>())
    };
    let to = |seen: &wire::StaffOrder, action: &str, branch_id: i64| wire::UpdateStaffOrderRequest {
        branch_id,
        lines: vec![back(1, 1, 0)],
        ..step(seen, action)
    };
    let waiting_at = async |branch_id: i64| {
        let request = wire::ListStaffOrdersRequest {
            actor: Some(clerk(1)),
            view: "returns".to_owned(),
            branch_id,
            limit: 10,
            ..wire::ListStaffOrdersRequest::default()
        };
        shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner().total
    };
    let [picked_up, delivered] = [shop.staff_order(&ids[0]).await, shop.staff_order(&ids[1]).await];
    let wrong = shop.update(to(&delivered, "receive_return", 9)).await.unwrap_err();
    assert_eq!(wrong.detail.field, "branch_id");
    let wrong = shop.update(to(&delivered, "note", 4)).await.unwrap_err();
    assert_eq!(wrong.detail.field, "branch_id");

    let requested = shop.update(to(&picked_up, "request_return", 0)).await.unwrap();
    assert_eq!(branch(&requested), (Some(3), vec![]));
    let other = shop.update(to(&delivered, "request_return", 4)).await.unwrap();
    assert_eq!(branch(&other), (Some(4), vec![]));
    assert_eq!((waiting_at(0).await, waiting_at(3).await, waiting_at(4).await), (2, 1, 1));
    let request = to(&requested, "receive_return", 4);
    let received = shop.update(request.clone()).await.unwrap();
    assert_eq!(branch(&received), (None, vec![Some(4)]));
    assert_eq!(branch(&shop.update(request).await.unwrap()), (None, vec![Some(4)]));
    let again = to(&requested, "receive_return", 3);
    assert_eq!(refused(&shop.update(again).await.unwrap_err()), (Code::Conflict, "order_changed"));
    // The branch of the request receives the goods, unless another is named.
    let received = shop.update(to(&other, "receive_return", 0)).await.unwrap();
    assert_eq!(branch(&received), (None, vec![Some(4)]));
    assert_eq!((waiting_at(0).await, waiting_at(3).await, waiting_at(4).await), (0, 0, 0));
    let rest = shop.update(to(&settled(&shop, &ids[1]).await, "receive_return", 0)).await.unwrap();
    assert_eq!(branch(&rest), (None, vec![Some(4), None]));
    shop.settles().await;
    assert_eq!(shop.stock(1).await.available, 20 - 4 + 3);
}

#[rstest]
#[tokio::test]
async fn points_are_those_of_what_is_paid_and_kept(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let (id, total) = placed(&shop, "cod").await;
    assert_eq!(total, 800_000);
    shop.do_step(&id, "hand_over").await.unwrap();
    assert_eq!(shop.points_of(NOY).await.balance, 4);
    // Half is given back as goodwill, and half of the goods come back: a quarter of the price is left.
    let seen = shop.staff_order(&id).await;
    shop.update(step_of(&seen, "refund_part", 400_000)).await.unwrap();
    assert_eq!(shop.points_of(NOY).await.balance, 2);
    let lines = [back(1, 1, 0)];
    let shown = preview(&shop, &id, &lines, false).await.unwrap();
    assert_eq!((shown.refund, shown.points_revoked), (200_000, 1));
    shop.update(return_of(&shop.staff_order(&id).await, &lines)).await.unwrap();
    assert_eq!((money(&settled(&shop, &id).await).2, shop.points_of(NOY).await.balance), (600_000, 1));
    shop.update(return_of(&shop.staff_order(&id).await, &lines)).await.unwrap();
    assert_eq!((money(&settled(&shop, &id).await).2, shop.points_of(NOY).await.balance), (total, 0));

    // What is written off earns nothing, and neither does what is too much.
    let (id, _) = placed(&shop, "transfer").await;
    shop.update(step_of(&shop.staff_order(&id).await, "mark_paid", 500_000)).await.unwrap();
    assert_eq!(shop.points_of(NOY).await.balance, 0);
    shop.do_step(&id, "accept_difference").await.unwrap();
    assert_eq!(shop.points_of(NOY).await.balance, 2);
    shop.update(step_of(&shop.staff_order(&id).await, "mark_paid", 900_000)).await.unwrap();
    assert_eq!(shop.points_of(NOY).await.balance, 2);
    let tables = shop.tables().await;
    let inconsistencies = heuan_orders::consistency::read(&tables).await.unwrap().inconsistencies;
    assert!(inconsistencies.is_empty(), "{inconsistencies:?}");
    tables.close().await;
}
