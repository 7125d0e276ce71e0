//! Changed goods of open orders, with their effects on stock, money, points and notifications. Both databases.

use crate::support::{
    KHAM, NOON, NOY, Places, Shop, buy, config,
    staff::{clerk, lines_of, status, step, step_of},
};
use heuan_orders::{Consent, consistency};
use heuan_proto::orders::v1::{self as wire, SandboxAction};
use heuan_rpc::{Code, Error, Transport};
use heuan_runtime::clock::Clock;
use heuan_store::{read, run};
use heuan_testkit::{Engine, TestEventReceiver, eventually};
use rstest::rstest;

const PRICE: i64 = 400_000;

async fn shop(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, PRICE), (2, 20, 50_000), (3, 2, 10_000)]).await;
    shop
}

async fn placed(shop: &Shop, method: &str, items: &[(i64, i64)]) -> wire::StaffOrder {
    let order = shop.place(NOY, method, buy(items, method)).await.unwrap();
    shop.settles().await;
    shop.staff_order(&order.order_id).await
}

async fn paid(shop: &Shop, items: &[(i64, i64)]) -> wire::StaffOrder {
    shop.update(step(&placed(shop, "transfer", items).await, "mark_paid")).await.unwrap()
}

fn refused(error: &Error) -> (Code, &str) {
    (error.code, &error.detail.reason)
}

fn inner(order: &wire::StaffOrder) -> &wire::Order {
    order.order.as_ref().unwrap()
}

fn total(order: &wire::StaffOrder) -> i64 {
    inner(order).totals.as_ref().unwrap().total
}

/// Product, units and price of each line.
fn lines(order: &wire::StaffOrder) -> Vec<(i64, i64, i64)> {
    inner(order).lines.iter().map(|line| (line.pro_id, line.quantity, line.price)).collect()
}

fn money(order: &wire::StaffOrder) -> (&str, i64, i64, i64) {
    let inner = inner(order);
    (&inner.payment.as_ref().unwrap().status, inner.received, inner.refund, inner.refunded)
}

/// Available, reserved and sold units, after changed orders have given back theirs.
async fn units(shop: &Shop, pro_id: i64) -> (i64, i64, i64) {
    shop.settles().await;
    let stock = shop.stock(pro_id).await;
    (stock.available, stock.reserved, stock.sold)
}

async fn earned(shop: &Shop) -> i64 {
    shop.points_of(NOY).await.balance
}

#[rstest]
#[tokio::test]
async fn changed_goods_of_a_cash_order_move_stock_and_total(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "cod", &[(1, 2), (2, 3)]).await;
    let id = inner(&order).order_id.clone();
    assert_eq!(order.lines_blocked_reason, "");
    // A line that stays keeps its price, a new one has the present one.
    shop.price(1, Some(500_000)).await;
    shop.price(3, Some(12_000)).await;
    let wanted = [(3, 2), (1, 1)];
    let preview = eventually_preview(&shop, &id, &wanted).await;
    assert_eq!((preview.version, preview.refund, preview.points_earned), (order.version, 0, 0));
    assert_eq!(preview.due, preview.totals.as_ref().unwrap().total);
    let shown: Vec<_> = preview.lines.iter().map(|line| (line.quantity_before, line.available)).collect();
    assert_eq!(shown, [(0, 2), (2, 20)]);
    let changed = shop.change_lines(lines_of(&order, "k", &wanted)).await.unwrap();
    assert_eq!(lines(&changed), [(3, 2, 12_000), (1, 1, PRICE)]);
    assert_eq!(inner(&changed).totals, preview.totals);
    // 424,000 and the delivery, which was free.
    assert_eq!((total(&changed), status(&changed)), (454_000, ("placed", "due")));
    assert_eq!(changed.version, order.version + 1);
    assert_eq!(
        (changed.log[0].action.as_str(), changed.log[0].actor.as_ref().unwrap().account_id),
        ("change_lines", 1)
    );
    assert_eq!(changed.log[0].note, "as on the phone\nຊີມັງ: 2 → 1\nຊີມັງ: 3 → 0\nຊີມັງ: 0 → 2");
    let stock = async || (units(&shop, 1).await, units(&shop, 2).await, units(&shop, 3).await);
    assert_eq!(stock().await, ((19, 0, 1), (20, 0, 0), (0, 0, 2)));
    // What is paid on receipt is the new total.
    let done = shop.do_step(&id, "hand_over").await.unwrap();
    assert_eq!(money(&done), ("paid", 454_000, 0, 0));
    assert_eq!(done.lines_blocked_reason, "status");
    let closed = shop.change_lines(lines_of(&done, "k2", &[(1, 3)])).await.unwrap_err();
    assert_eq!(refused(&closed), (Code::Conflict, "action_not_possible"));
}

/// The catalog publishes prices a moment later.
async fn eventually_preview(shop: &Shop, id: &str, wanted: &[(i64, i64)]) -> wire::PreviewStaffLinesResponse {
    eventually("the price is published", async || {
        let preview = shop.preview_lines(id, wanted).await.unwrap();
        preview.lines[0].line.as_ref().unwrap().price == 12_000
    })
    .await;
    shop.preview_lines(id, wanted).await.unwrap()
}

#[rstest]
#[tokio::test]
async fn fewer_units_need_a_consent_which_is_in_the_log(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "cod", &[(1, 2), (2, 3)]).await;
    let agreed = |seen: &wire::StaffOrder, key: &str, consent: &str, wanted: &[(i64, i64)]| {
        wire::ChangeStaffLinesRequest { consent: consent.to_owned(), ..lines_of(seen, key, wanted) }
    };
    for (consent, wanted) in [
        ("", &[(1, 1), (2, 3)][..]),
        // A line that is taken out beside one that gets more.
        ("", &[(1, 5)][..]),
        ("letter", &[(1, 1), (2, 3)][..]),
        ("other", &[(1, 1), (2, 3)][..]),
        ("phone", &[(1, 2), (2, 4)][..]),
    ] {
        let error = shop.change_lines(agreed(&order, "k", consent, wanted)).await.unwrap_err();
        assert_eq!(
            (error.code, error.detail.field.as_str()),
            (Code::InvalidArgument, "consent"),
            "{consent}"
        );
    }
    let request = agreed(&order, "k", "in_person", &[(1, 1), (2, 3)]);
    let fewer = shop.change_lines(request.clone()).await.unwrap();
    assert_eq!((fewer.log[0].action.as_str(), fewer.log[0].consent.as_str()), ("change_lines", "in_person"));
    assert_eq!(shop.change_lines(request).await.unwrap().version, fewer.version);
    // The consent is a part of the request.
    let other = shop.change_lines(agreed(&order, "k", "chat", &[(1, 1), (2, 3)])).await.unwrap_err();
    assert_eq!(refused(&other), (Code::Conflict, "idempotency_key_reused"));
    shop.settles().await;
    // A line that is taken out, one that gets more units, and one that is changed at the wish of the customer.
    let taken_out = shop.change_lines(agreed(&fewer, "k2", "not_asked", &[(1, 1)])).await.unwrap();
    assert_eq!(taken_out.log[0].consent, "not_asked");
    shop.settles().await;
    let more = shop.change_lines(lines_of(&taken_out, "k3", &[(1, 2)])).await.unwrap();
    assert_eq!(more.log[0].consent, "");
    shop.settles().await;
    let lowered = shop.change_lines(agreed(&more, "k4", "requested", &[(1, 1)])).await.unwrap();
    assert_eq!(lowered.log[0].consent, "requested");
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_change_is_made_once_and_a_stale_one_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "cod", &[(1, 2)]).await;
    let request = lines_of(&order, "k", &[(1, 5)]);
    let copies = (0..4).map(|_| shop.change_lines(request.clone()));
    let answers = futures::future::join_all(copies).await;
    // A copy that finds the change under way may be asked to repeat.
    let is_fine = |answer: &Result<wire::StaffOrder, Error>| match answer {
        Ok(order) => lines(order) == [(1, 5, PRICE)],
        Err(error) => error.code == Code::Unavailable,
    };
    assert!(answers.iter().all(is_fine), "{answers:?}");
    let changed = shop.change_lines(request.clone()).await.unwrap();
    assert_eq!((changed.version, units(&shop, 1).await), (order.version + 1, (15, 0, 5)));
    let reused = shop.change_lines(lines_of(&order, "k", &[(1, 6)])).await.unwrap_err();
    assert_eq!(refused(&reused), (Code::Conflict, "idempotency_key_reused"));
    let stale = shop.change_lines(lines_of(&order, "k2", &[(1, 6)])).await.unwrap_err();
    assert_eq!(refused(&stale), (Code::Conflict, "order_changed"));
    // A late repetition of the first does not undo the second.
    shop.change_lines(lines_of(&changed, "k3", &[(1, 1)])).await.unwrap();
    assert_eq!(lines(&shop.change_lines(request).await.unwrap()), [(1, 1, PRICE)]);
    assert_eq!(units(&shop, 1).await, (19, 0, 1));
    let other = wire::ChangeStaffLinesRequest {
        expected_total: Some(1),
        ..lines_of(&shop.staff_order(&inner(&order).order_id).await, "k4", &[(1, 2), (2, 1)])
    };
    let other = shop.change_lines(other).await.unwrap_err();
    assert_eq!(refused(&other), (Code::Conflict, "total_changed"));
    let compared = other.detail.lines.iter();
    let compared: Vec<_> =
        compared.map(|line| (line.pro_id, line.requested, line.price_was, line.price_now)).collect();
    // The order has the first product, and the other one is new.
    assert_eq!(compared, [(1, 2, Some(PRICE), Some(PRICE)), (2, 1, None, Some(50_000))]);
    assert!(other.detail.lines.iter().all(|line| line.available >= line.requested));
}

#[rstest]
#[tokio::test]
async fn change_beyond_the_stock_names_the_product_and_changes_nothing(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "cod", &[(1, 2), (3, 1)]).await;
    let error = shop.change_lines(lines_of(&order, "k", &[(1, 1), (3, 3)])).await.unwrap_err();
    assert_eq!(refused(&error), (Code::Conflict, "stock_short"));
    let short = &error.detail.shortages[0];
    assert_eq!((short.pro_id, short.requested, short.available), (3, 3, 2));
    let same = shop.staff_order(&inner(&order).order_id).await;
    assert_eq!((lines(&same), same.version), (lines(&order), order.version));
    assert_eq!((units(&shop, 1).await, units(&shop, 3).await), ((18, 0, 2), (1, 0, 1)));
    // The same key has the same answer; another one may do less.
    let again = shop.change_lines(lines_of(&order, "k", &[(1, 1), (3, 3)])).await.unwrap_err();
    assert_eq!(refused(&again), (Code::Conflict, "stock_short"));
    let changed = shop.change_lines(lines_of(&order, "k2", &[(1, 1), (3, 2)])).await.unwrap();
    assert_eq!(lines(&changed), [(1, 1, PRICE), (3, 2, 10_000)]);
}

#[rstest]
#[tokio::test]
async fn bad_lines_are_refused_with_their_field(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = shop(engine).await;
    let order = placed(&shop, "cod", &[(1, 2)]).await;
    for (wanted, field) in [
        (&[][..], "lines"),
        (&[(1, 0)][..], "lines[0].quantity"),
        (&[(1, 1_000_000)][..], "lines[0].quantity"),
        (&[(1, 1), (1, 2)][..], "lines[1].pro_id"),
        (&[(1, 1), (-1, 2)][..], "lines[1].pro_id"),
        (&[(1, 1), (99, 2)][..], "lines[1].pro_id"),
    ] {
        let change = shop.change_lines(lines_of(&order, "k", wanted)).await.unwrap_err();
        assert_eq!((change.code, change.detail.field.as_str()), (Code::InvalidArgument, field));
        let preview = shop.preview_lines(&inner(&order).order_id, wanted).await.unwrap_err();
        assert_eq!(preview.detail.field, field);
    }
    let no_key = shop.change_lines(lines_of(&order, "", &[(1, 1)])).await.unwrap_err();
    assert_eq!(no_key.detail.field, "Idempotency-Key");
    let reason =
        wire::ChangeStaffLinesRequest { reason: "x".repeat(501), ..lines_of(&order, "k", &[(1, 1)]) };
    assert_eq!(shop.change_lines(reason).await.unwrap_err().detail.field, "reason");
    let mut customer = lines_of(&order, "k", &[(1, 1)]);
    customer.actor = Some(wire::StaffActor { role: wire::StaffActorRole::Customer.into(), ..clerk(NOY) });
    assert_eq!(shop.change_lines(customer).await.unwrap_err().code, Code::PermissionDenied);
}

#[rstest]
#[tokio::test]
async fn fewer_goods_of_a_paid_order_become_due_for_a_refund_with_their_points(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = paid(&shop, &[(1, 5)]).await;
    assert_eq!((total(&order), earned(&shop).await), (2_000_000, 10));
    let preview = shop.preview_lines(&inner(&order).order_id, &[(1, 3)]).await.unwrap();
    assert_eq!((preview.refund, preview.due, preview.points_earned), (800_000, 0, -4));
    let changed = shop.change_lines(lines_of(&order, "k", &[(1, 3)])).await.unwrap();
    assert_eq!(money(&changed), ("refund_due", 2_000_000, 800_000, 0));
    assert_eq!(inner(&changed).refunds[0].cause, "changed");
    assert_eq!((earned(&shop).await, units(&shop, 1).await), (6, (17, 0, 3)));
    // Added again before the refund is paid out, nothing is due any more.
    let back = shop.change_lines(lines_of(&changed, "k2", &[(1, 5)])).await.unwrap();
    assert_eq!((money(&back), earned(&shop).await), (("paid", 2_000_000, 0, 0), 10));
    assert!(inner(&back).refunds.is_empty());
    let fewer = shop.change_lines(lines_of(&back, "k3", &[(1, 4)])).await.unwrap();
    let refunded = shop.update(step(&fewer, "mark_refunded")).await.unwrap();
    assert_eq!(money(&refunded), ("paid", 2_000_000, 400_000, 400_000));
    // Added after the refund, the rest is to be paid.
    let more = shop.change_lines(lines_of(&refunded, "k4", &[(1, 5)])).await.unwrap();
    assert_eq!(money(&more), ("underpaid", 2_000_000, 400_000, 400_000));
    let rest = shop.update(step(&more, "mark_paid")).await.unwrap();
    assert_eq!((money(&rest), earned(&shop).await), (("paid", 2_400_000, 400_000, 400_000), 10));
}

#[rstest]
#[tokio::test]
async fn more_goods_of_a_paid_order_leave_it_underpaid_until_the_rest_arrives(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = paid(&shop, &[(1, 2)]).await;
    let preview = shop.preview_lines(&inner(&order).order_id, &[(1, 3)]).await.unwrap();
    assert_eq!((preview.refund, preview.due, preview.points_earned), (0, 400_000, 0));
    let changed = shop.change_lines(lines_of(&order, "k", &[(1, 3)])).await.unwrap();
    assert_eq!((money(&changed), earned(&shop).await), (("underpaid", 800_000, 0, 0), 4));
    let blocked = shop.update(step(&changed, "hand_over")).await.unwrap_err();
    assert_eq!(refused(&blocked), (Code::Conflict, "action_not_possible"));
    let part = shop.update(step_of(&changed, "mark_paid", 100_000)).await.unwrap();
    assert_eq!(money(&part).1, 900_000);
    // Fewer again: what was paid beyond the price is due.
    let fewer = shop.change_lines(lines_of(&part, "k2", &[(1, 2)])).await.unwrap();
    assert_eq!((money(&fewer), earned(&shop).await), (("refund_due", 900_000, 100_000, 0), 4));
    let settled = shop.update(step(&fewer, "mark_refunded")).await.unwrap();
    assert_eq!(money(&settled), ("paid", 900_000, 100_000, 100_000));
    // The price of the goods without what was given back as goodwill does not rise.
    let goodwill = shop.update(step_of(&settled, "refund_part", 5_000)).await.unwrap();
    let error = shop.change_lines(lines_of(&goodwill, "k3", &[(1, 4)])).await.unwrap_err();
    assert_eq!(refused(&error), (Code::Conflict, "part_refunded"));
    let cancelled = shop.update(step(&goodwill, "cancel")).await.unwrap();
    assert_eq!(money(&cancelled), ("refund_due", 900_000, 900_000, 100_000));
    assert_eq!((earned(&shop).await, units(&shop, 1).await), (0, (20, 0, 0)));
}

#[rstest]
#[tokio::test]
async fn spent_points_beyond_the_new_price_are_returned(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    shop.give_points(NOY, 100).await;
    let input = wire::OrderInput { points: 100, ..buy(&[(1, 1), (2, 1)], "cod") };
    let order = shop.place(NOY, "k", input).await.unwrap();
    shop.settles().await;
    assert_eq!(earned(&shop).await, 0);
    let seen = shop.staff_order(&order.order_id).await;
    let changed = shop.change_lines(lines_of(&seen, "k", &[(2, 1)])).await.unwrap();
    let totals = inner(&changed).totals.clone().unwrap();
    assert_eq!((totals.points_used, totals.points_discount, totals.subtotal), (50, 50_000, 50_000));
    assert_eq!((earned(&shop).await, totals.total), (50, totals.delivery_fee));
    shop.cancel(NOY, &order.order_id).await.unwrap();
    assert_eq!(earned(&shop).await, 100);
}

#[rstest]
#[tokio::test]
async fn earned_points_that_were_spent_reduce_the_refund_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = paid(&shop, &[(1, 5)]).await;
    assert_eq!(earned(&shop).await, 10);
    let spent = wire::OrderInput { points: 10, ..buy(&[(2, 1)], "cod") };
    shop.place(NOY, "spends", spent).await.unwrap();
    let preview = shop.preview_lines(&inner(&order).order_id, &[(1, 3)]).await.unwrap();
    assert_eq!((preview.refund, preview.missing_points_value), (796_000, 4_000));
    let changed = shop.change_lines(lines_of(&order, "k", &[(1, 3)])).await.unwrap();
    assert_eq!(money(&changed), ("refund_due", 2_000_000, 796_000, 0));
    let due = &inner(&changed).refunds[0];
    assert_eq!((due.amount, due.missing_points_value, inner(&changed).points_earned), (796_000, 4_000, 6));
    let refunded = shop.update(step(&changed, "mark_refunded")).await.unwrap();
    assert_eq!(money(&refunded), ("paid", 2_000_000, 796_000, 796_000));
    // The six that are left are missing when the order is canceled.
    let cancelled = shop.update(step(&refunded, "cancel")).await.unwrap();
    assert_eq!(money(&cancelled), ("refund_due", 2_000_000, 1_990_000, 796_000));
    assert_eq!(earned(&shop).await, 0);
}

#[rstest]
#[tokio::test]
async fn unpaid_code_is_replaced_by_one_of_the_new_amount(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "qr", &[(1, 1)]).await;
    let id = inner(&order).order_id.clone();
    let before = inner(&order).payment.clone().unwrap();
    let changed = shop.change_lines(lines_of(&order, "k", &[(1, 2)])).await.unwrap();
    let payment = inner(&changed).payment.clone().unwrap();
    assert_eq!((payment.status.as_str(), &payment.reference), ("pending", &before.reference));
    assert_ne!(payment.qr_payload, before.qr_payload);
    assert!(payment.qr_payload.contains("800000"), "{}", payment.qr_payload);
    assert_eq!((units(&shop, 1).await, total(&changed)), ((18, 2, 0), 800_000));
    shop.act(inner(&changed), SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, &id, "placed", "paid").await;
    shop.settles().await;
    let done = shop.staff_order(&id).await;
    assert_eq!((money(&done), units(&shop, 1).await), (("paid", 800_000, 0, 0), (18, 0, 2)));
}

#[rstest]
#[tokio::test]
async fn code_that_was_paid_meanwhile_refuses_the_change(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "qr", &[(1, 1)]).await;
    // The bank has the money, and the shop does not know yet.
    shop.act(inner(&order), SandboxAction::PayLate).await.unwrap();
    let error = shop.change_lines(lines_of(&order, "k", &[(1, 3)])).await.unwrap_err();
    assert_eq!(refused(&error), (Code::Conflict, "payment_made"));
    eventually("the units are given back", async || units(&shop, 1).await == (19, 1, 0)).await;
    assert_eq!(lines(&shop.staff_order(&inner(&order).order_id).await), lines(&order));
}

#[rstest]
#[tokio::test]
async fn order_canceled_during_a_change_has_its_former_amount_to_pay(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "qr", &[(1, 1)]).await;
    let (catalog, tables) = (shop.catalog_tables().await, shop.tables().await);
    // The change waits for the units until the customer has canceled.
    let mut stock = catalog.begin().await.unwrap();
    run!(stock, "UPDATE stock SET on_hand = on_hand WHERE pro_id = 1").unwrap();
    let cancel = async {
        let sql = "SELECT COUNT(*) FROM customer_order WHERE line_change <> '' AND leased_until > $1";
        eventually("the change has begun", async || {
            let begun: i64 = read!(tables, |pool| {
                sqlx::query_scalar(sql).bind(shop.clock.now_ms()).fetch_one(pool).await.unwrap()
            });
            begun == 1
        })
        .await;
        shop.cancel(NOY, &inner(&order).order_id).await.unwrap();
        stock.commit().await.unwrap();
    };
    let (changed, ()) = tokio::join!(shop.change_lines(lines_of(&order, "k", &[(1, 3)])), cancel);
    assert_eq!(refused(&changed.unwrap_err()), (Code::Conflict, "order_changed"));
    eventually("the units are given back", async || units(&shop, 1).await == (20, 0, 0)).await;
    let amount: i64 = read!(tables, |pool| {
        sqlx::query_scalar("SELECT amount FROM sandbox_payment").fetch_one(pool).await.unwrap()
    });
    assert_eq!(amount, total(&order));
    assert!(consistency::read(&tables).await.unwrap().inconsistencies.is_empty());
    tables.close().await;
    catalog.close().await;
}

#[rstest]
#[tokio::test]
async fn paid_code_refunds_its_part_and_the_staff_what_was_paid_otherwise(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "qr", &[(1, 3)]).await;
    let id = inner(&order).order_id.clone();
    shop.act(inner(&order), SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, &id, "placed", "paid").await;
    shop.settles().await;
    let fewer = shop.change_lines(lines_of(&shop.staff_order(&id).await, "k", &[(1, 2)])).await.unwrap();
    assert_eq!(total(&fewer), 800_000);
    shop.comes_to(NOY, &id, "placed", "paid").await;
    let seen = shop.staff_order(&id).await;
    assert_eq!(money(&seen), ("paid", 1_200_000, 400_000, 400_000));
    let more = shop.change_lines(lines_of(&seen, "k2", &[(1, 4)])).await.unwrap();
    assert_eq!(money(&more), ("underpaid", 1_200_000, 400_000, 400_000));
    let rest = shop.update(step(&more, "mark_paid")).await.unwrap();
    assert_eq!(money(&rest), ("paid", 2_000_000, 400_000, 400_000));
    shop.update(step(&rest, "cancel")).await.unwrap();
    eventually("the code is refunded", async || {
        money(&shop.staff_order(&id).await) == ("refund_due", 2_000_000, 2_000_000, 1_200_000)
    })
    .await;
    let done = shop.do_step(&id, "mark_refunded").await.unwrap();
    assert_eq!(money(&done), ("refunded", 2_000_000, 2_000_000, 2_000_000));
}

#[rstest]
#[tokio::test]
async fn customer_is_notified_of_changed_goods_once_for_each_change(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let receiver = TestEventReceiver::default();
    let transport = Transport::in_process(receiver.routes(), crate::support::LONG);
    let shop = Shop::reopen(Places::new(engine).await, config(), Clock::fixed(NOON), Some(transport)).await;
    shop.shelve(&[(1, 20, PRICE)]).await;
    let order = paid(&shop, &[(1, 3)]).await;
    let request = lines_of(&order, "k", &[(1, 2)]);
    let fewer = shop.change_lines(request.clone()).await.unwrap();
    shop.change_lines(request).await.unwrap();
    shop.change_lines(lines_of(&fewer, "k2", &[(1, 5)])).await.unwrap();
    let payloads = || {
        let events = receiver.events().into_iter().filter(|event| event.kind == "order.lines_changed");
        events
            .map(|event| serde_json::from_str::<serde_json::Value>(&event.payload).unwrap())
            .collect::<Vec<_>>()
    };
    eventually("both changes are delivered", async || payloads().len() == 2).await;
    let mut amounts: Vec<_> = payloads()
        .iter()
        .map(|it| (it["total"].as_i64(), it["amount"].as_i64(), it["due"].as_i64()))
        .collect();
    amounts.sort_unstable();
    assert_eq!(amounts, [(Some(800_000), Some(400_000), None), (Some(2_000_000), Some(0), Some(800_000))]);
}

#[rstest]
#[tokio::test]
async fn orders_of_others_and_best_sellers_follow_the_changed_goods(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = shop.place(KHAM, "k", buy(&[(1, 2)], "cod")).await.unwrap();
    shop.settles().await;
    let tables = shop.tables().await;
    let copied = async || -> Vec<(i64, i64, i64)> {
        let sql = "SELECT pro_id, quantity, total FROM order_line ORDER BY pro_id";
        heuan_store::read!(tables, |pool| sqlx::query_as(sql).fetch_all(pool).await.unwrap())
    };
    eventually("the lines are copied", async || copied().await == [(1, 2, 800_000)]).await;
    let seen = shop.staff_order(&order.order_id).await;
    shop.change_lines(lines_of(&seen, "k", &[(1, 1), (2, 2)])).await.unwrap();
    eventually("the new lines are copied", async || copied().await == [(1, 1, 400_000), (2, 2, 100_000)])
        .await;
    let theirs = shop.order(KHAM, &order.order_id).await.unwrap();
    assert_eq!((theirs.lines.len(), theirs.totals.unwrap().subtotal), (2, 500_000));
    tables.close().await;
}

#[rstest]
#[tokio::test]
async fn command_line_changes_units_and_the_running_shop_moves_the_stock(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "cod", &[(1, 2), (2, 3)]).await;
    let number = inner(&order).number.clone();
    let staff = shop.staff().await;
    let changed =
        staff.change_lines(&number, &[(1, 4), (2, 0)], None, "called", Some(Consent::Phone)).await.unwrap();
    assert_eq!(changed.total, 1_600_000);
    eventually("the units are moved", async || {
        (units(&shop, 1).await, units(&shop, 2).await) == ((16, 0, 4), (20, 0, 0))
    })
    .await;
    let seen = shop.staff_order(&inner(&order).order_id).await;
    assert_eq!((lines(&seen), seen.log[0].actor.clone()), (vec![(1, 4, PRICE)], None));
    assert_eq!(staff.show(&number).await.unwrap().log[0].consent, "phone");
    for (changes, text) in [(&[(3, 1)][..], "product 3 is not in the order"), (&[(1, 0)][..], "at least one")]
    {
        let error = staff.change_lines(&number, changes, None, "", None).await.unwrap_err();
        assert!(error.message.contains(text), "{error}");
    }
    let unsaid = staff.change_lines(&number, &[(1, 3)], None, "", None).await.unwrap_err();
    assert_eq!((unsaid.code, unsaid.detail.field.as_str()), (Code::InvalidArgument, "consent"));
    assert!(unsaid.message.contains("phone, chat, in_person, requested or not_asked"), "{unsaid}");
    let error = staff.change_lines(&number, &[(1, 99)], None, "", None).await.unwrap_err();
    assert_eq!(refused(&error), (Code::Conflict, "stock_short"));
    staff.close().await;
    shop.close().await;
}

#[rstest]
#[tokio::test]
async fn command_line_adds_a_product_with_its_present_price(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "cod", &[(1, 2)]).await;
    let number = inner(&order).number.clone();
    let staff = shop.staff().await;
    for (changes, adds) in [(&[(1, 4), (2, 0)][..], false), (&[(1, 4), (2, 3)][..], true)] {
        assert_eq!(staff.adds_products(&number, changes).await.unwrap(), adds, "{changes:?}");
    }
    let change = async |changes: &[(i64, i64)]| {
        staff.change_lines(&number, changes, Some(&shop.catalog), "called", None).await
    };
    for (changes, text) in [
        (&[(4, 1)][..], "product 4 is not for sale"),
        (&[(2, 0)][..], "product 2 is not in the order"),
        (&[(2, 1), (2, 3)][..], "product 2 is listed twice"),
    ] {
        let error = change(changes).await.unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (Code::InvalidArgument, text));
    }
    let error = change(&[(3, 3)]).await.unwrap_err();
    assert_eq!(refused(&error), (Code::Conflict, "stock_short"));
    let short = &error.detail.shortages[0];
    assert_eq!((short.pro_id, short.requested, short.available), (3, 3, 2));
    assert_eq!(lines(&shop.staff_order(&inner(&order).order_id).await), lines(&order));

    assert_eq!(change(&[(2, 3), (1, 4)]).await.unwrap().total, 1_750_000);
    let seen = shop.staff_order(&inner(&order).order_id).await;
    assert_eq!(lines(&seen), [(1, 4, PRICE), (2, 3, 50_000)]);
    assert_eq!(seen.log[0].note, "called\nຊີມັງ: 2 → 4\nຊີມັງ: 0 → 3");
    assert_eq!((units(&shop, 1).await, units(&shop, 2).await), ((16, 0, 4), (17, 0, 3)));
    staff.close().await;
    shop.close().await;
}
