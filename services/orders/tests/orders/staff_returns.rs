//! Returns that were recorded by mistake, and the credit notes of returns: stock, points and money go back exactly. Both databases.

use crate::support::{
    LONG, NOON, NOY, Places, Shop, buy, config,
    staff::{back, clerk, correction, return_of, status, step},
};
use heuan_orders::{Booking, ReturnStock, consistency};
use heuan_proto::{
    catalog::v1::{ReserveStockRequest, StockLine, stock_service_client::StockServiceClient},
    orders::v1 as wire,
};
use heuan_rpc::{Code, Error, Transport};
use heuan_runtime::clock::Clock;
use heuan_store::run;
use heuan_testkit::{Engine, TestEventReceiver, eventually};
use rstest::rstest;

const PRICE: i64 = 400_000;
const UNITS: i64 = 3;
const STOCK: i64 = 20;
/// Pairs of concurrent steps.
const ROUNDS: usize = 6;

/// Figures that a return changes: units in the stock, points of the customer; the state of the payment, kip due and units that
/// came back.
#[derive(Debug, PartialEq, Eq)]
struct BooksOfOrder {
    available: i64,
    sold: i64,
    points: i64,
    payment: String,
    refund: i64,
    returned: i64,
}

async fn books(shop: &Shop, order_id: &str) -> BooksOfOrder {
    shop.settles().await;
    let seen = shop.staff_order(order_id).await;
    let order = seen.order.unwrap();
    let (stock, points) = (shop.stock(1).await, shop.points_of(NOY).await.balance);
    let lines = order.returns.iter().flat_map(|one| &one.lines);
    BooksOfOrder {
        available: stock.available,
        sold: stock.sold,
        points,
        payment: order.payment.unwrap().status,
        refund: order.refund,
        returned: lines.map(|line| line.to_stock + line.to_waste).sum(),
    }
}

/// An order that is paid and handed over, partly paid by points.
async fn completed(engine: Engine, points: i64) -> (Shop, String) {
    let shop = Shop::open(engine).await;
    let id = completed_in(&shop, points).await;
    (shop, id)
}

async fn completed_in(shop: &Shop, points: i64) -> String {
    shop.shelve(&[(1, STOCK, PRICE)]).await;
    shop.give_points(NOY, points).await;
    let input = wire::OrderInput { points, ..buy(&[(1, UNITS)], "cod") };
    let order = shop.place(NOY, "k", input).await.unwrap();
    shop.settles().await;
    let done = shop.do_step(&order.order_id, "hand_over").await.unwrap();
    assert_eq!(status(&done), ("completed", "paid"));
    order.order_id
}

async fn receive(shop: &Shop, id: &str, to_stock: i64, to_waste: i64) -> wire::StaffOrder {
    let seen = shop.staff_order(id).await;
    let done = shop.update(return_of(&seen, &[back(1, to_stock, to_waste)])).await.unwrap();
    shop.settles().await;
    done
}

/// A manager takes the last return back; with units, these have come back instead.
async fn correct(shop: &Shop, id: &str, units: Option<(i64, i64)>) -> Result<wire::StaffOrder, Error> {
    shop.settles().await;
    let lines = units.map(|(to_stock, to_waste)| back(1, to_stock, to_waste)).into_iter().collect();
    let seen = shop.staff_order(id).await;
    shop.update(wire::UpdateStaffOrderRequest { lines, ..correction(&seen, "return") }).await
}

fn refused(error: &Error) -> (Code, &str) {
    (error.code, &error.detail.reason)
}

async fn assert_consistent(shop: &Shop) {
    shop.settles().await;
    let tables = shop.tables().await;
    let found = consistency::read(&tables).await.unwrap().inconsistencies;
    // Points that a test gave have no order.
    let found: Vec<_> = found.iter().filter(|one| !one.id.starts_with("gift-")).collect();
    assert!(found.is_empty(), "{found:?}");
    tables.close().await;
}

#[rstest]
#[tokio::test]
async fn books_balance_after_return_correction_and_return(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values(0, 7)] points: i64,
) {
    let (shop, id) = completed(engine, points).await;
    let before = books(&shop, &id).await;
    assert_eq!((before.available, before.sold), (STOCK - UNITS, UNITS));
    // What each return alone does.
    let mut alone = Vec::new();
    for (to_stock, to_waste) in [(1, 0), (2, 1), (0, 3), (3, 0)] {
        receive(&shop, &id, to_stock, to_waste).await;
        let with_return = books(&shop, &id).await;
        assert_eq!(
            (with_return.available, with_return.returned),
            (before.available + to_stock, to_stock + to_waste)
        );
        assert_eq!(with_return.payment, "refund_due");
        alone.push(with_return);
        let taken_back = correct(&shop, &id, None).await.unwrap();
        assert_eq!(taken_back.log[0].action, "correct");
        assert_eq!(books(&shop, &id).await, before, "{to_stock} to the stock, {to_waste} to waste");
    }
    // Corrected from each to the next, it is as if nothing else had happened.
    receive(&shop, &id, 1, 0).await;
    for (units, expected) in
        [((2, 1), &alone[1]), ((0, 3), &alone[2]), ((3, 0), &alone[3]), ((1, 0), &alone[0])]
    {
        let corrected = correct(&shop, &id, Some(units)).await.unwrap();
        let actions = corrected.log.iter().map(|entry| entry.action.as_str()).take(2);
        assert_eq!(actions.collect::<Vec<_>>(), ["receive_return", "correct"]);
        assert_eq!(&books(&shop, &id).await, expected, "{units:?}");
    }
    // The rest comes back as well.
    receive(&shop, &id, 2, 0).await;
    assert_eq!(books(&shop, &id).await, alone[3]);
    shop.do_step(&id, "mark_refunded").await.unwrap();
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn return_is_not_corrected_by_a_clerk_or_after_its_refund(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, id) = completed(engine, 0).await;
    let none = correct(&shop, &id, None).await.unwrap_err();
    assert_eq!(refused(&none), (Code::Conflict, "action_not_possible"));
    let returned = receive(&shop, &id, 1, 0).await;
    let seen = shop.staff_order(&id).await;
    let by_clerk = wire::UpdateStaffOrderRequest { actor: Some(clerk(1)), ..correction(&seen, "return") };
    assert_eq!(refused(&shop.update(by_clerk).await.unwrap_err()), (Code::PermissionDenied, "role"));
    // More than was sold; and lines of something else.
    let wrong = correct(&shop, &id, Some((4, 0))).await.unwrap_err();
    assert_eq!(wrong.detail.field, "lines");
    let lines = vec![back(1, 1, 0)];
    let wrong = wire::UpdateStaffOrderRequest { lines, ..correction(&seen, "hand_over") };
    assert_eq!(shop.update(wrong).await.unwrap_err().detail.field, "lines");
    assert_eq!(books(&shop, &id).await.refund, returned.order.unwrap().refund);
    shop.do_step(&id, "mark_refunded").await.unwrap();
    let paid_out = correct(&shop, &id, None).await.unwrap_err();
    assert_eq!(refused(&paid_out), (Code::Conflict, "action_not_possible"));
    assert!(paid_out.message.contains("correct the refund first"), "{}", paid_out.message);
    let seen = shop.staff_order(&id).await;
    let of_return = seen.corrections.iter().find(|one| one.booking == "return").unwrap();
    assert_eq!((of_return.amount, of_return.blocked_reason.as_str()), (0, "refund_made"));
    // The payout was a mistake as well.
    shop.update(correction(&seen, "refund")).await.unwrap();
    correct(&shop, &id, None).await.unwrap();
    assert_eq!(books(&shop, &id).await.payment, "paid");
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn correction_is_made_once_and_brings_the_request_back(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, id) = completed(engine, 0).await;
    let seen = shop.staff_order(&id).await;
    let wanted =
        wire::UpdateStaffOrderRequest { lines: vec![back(1, 2, 0)], ..step(&seen, "request_return") };
    shop.update(wanted).await.unwrap();
    receive(&shop, &id, 1, 0).await;
    let seen = shop.staff_order(&id).await;
    assert!(seen.order.as_ref().unwrap().return_request.is_none());
    let request = correction(&seen, "return");
    shop.update(request.clone()).await.unwrap();
    shop.settles().await;
    let again = shop.update(request).await.unwrap();
    let order = again.order.unwrap();
    assert_eq!((order.returns.len(), order.return_request.unwrap().lines[0].to_stock), (0, 2));
    assert_eq!(again.log.iter().filter(|entry| entry.action == "correct").count(), 1);
    assert_eq!(shop.stock(1).await.available, STOCK - UNITS);
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn units_that_were_sold_again_and_points_that_were_spent_keep_the_return(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, id) = completed(engine, 7).await;
    receive(&shop, &id, 3, 0).await;
    let returned = books(&shop, &id).await;
    // The redeemed points that came back buy other goods.
    let all = shop.points_of(NOY).await.balance;
    let input = wire::OrderInput { points: all, ..buy(&[(1, 1)], "cod") };
    let spent = shop.place(NOY, "spends", input).await.unwrap();
    let points = correct(&shop, &id, None).await.unwrap_err();
    assert_eq!(refused(&points), (Code::Conflict, "points_spent"));
    shop.cancel(NOY, &spent.order_id).await.unwrap();
    assert_eq!(books(&shop, &id).await, returned);

    let other = shop.place(2, "all", buy(&[(1, STOCK - 1)], "cod")).await.unwrap();
    shop.settles().await;
    let short = correct(&shop, &id, Some((1, 2))).await.unwrap_err();
    assert_eq!(refused(&short), (Code::Conflict, "stock_short"));
    let short: Vec<_> =
        short.detail.shortages.iter().map(|one| (one.pro_id, one.requested, one.available)).collect();
    assert_eq!(short, [(1, 2, 1)]);
    shop.cancel(2, &other.order_id).await.unwrap();
    eventually("the units are back", async || shop.stock(1).await.available == STOCK).await;
    correct(&shop, &id, Some((1, 2))).await.unwrap();
    assert_eq!(books(&shop, &id).await.available, STOCK - 2);
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn units_of_a_return_are_either_taken_back_or_sold_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values(None, Some((0, 3)))] corrected: Option<(i64, i64)>,
) {
    let (shop, id) = completed(engine, 0).await;
    receive(&shop, &id, 3, 0).await;
    let left = shop.stock(1).await.available;
    shop.settles().await;
    let (taken_back, sold) =
        tokio::join!(correct(&shop, &id, corrected), shop.place(2, "all", buy(&[(1, left)], "cod")));
    assert_ne!(taken_back.is_ok(), sold.is_ok(), "{taken_back:?} {sold:?}");
    if let Err(error) = &taken_back {
        assert_eq!(refused(error), (Code::Conflict, "stock_short"));
    }
    shop.settles().await;
    let tables = shop.catalog_tables().await;
    let sql = "SELECT on_hand - reserved FROM stock WHERE pro_id = 1";
    let free: i64 = heuan_store::read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    tables.close().await;
    assert_eq!(free, if taken_back.is_ok() { left - 3 } else { 0 });
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn correction_with_the_version_of_a_concurrent_note_takes_the_units_of_the_return_or_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, id) = completed(engine, 0).await;
    for _ in 0..ROUNDS {
        receive(&shop, &id, 1, 0).await;
        let before = books(&shop, &id).await;
        let seen = shop.staff_order(&id).await;
        let next = wire::UpdateStaffOrderRequest { version: seen.version + 1, ..correction(&seen, "return") };
        let (note, corrected) = tokio::join!(shop.update(step(&seen, "note")), shop.update(next));
        note.unwrap();
        match corrected {
            Ok(_) => {}
            Err(error) => {
                assert_eq!(refused(&error), (Code::Conflict, "order_changed"));
                assert_eq!(books(&shop, &id).await, before);
                correct(&shop, &id, None).await.unwrap();
            }
        }
        let corrected = books(&shop, &id).await;
        assert_eq!((corrected.available, corrected.returned), (before.available - 1, before.returned - 1));
    }
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn concurrent_corrections_of_one_return_hold_its_units_each_for_itself(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, id) = completed(engine, 0).await;
    receive(&shop, &id, UNITS, 0).await;
    let before = books(&shop, &id).await;
    let seen = shop.staff_order(&id).await;
    let one = correction(&seen, "return");
    let other = wire::UpdateStaffOrderRequest { reason: "counted again".to_owned(), ..one.clone() };
    let tables = shop.tables().await;
    let mut locked = tables.begin().await.unwrap();
    run!(locked, "UPDATE customer_order SET number = number WHERE order_id = $1", &id).unwrap();
    let unlock = async {
        // At the same moment of the clock. The release of the refused one leaves the units of the other.
        eventually("both hold the units", async || shop.stock(1).await.reserved == 2 * UNITS).await;
        drop(locked);
    };
    let (one, other, ()) = tokio::join!(shop.update(one), shop.update(other), unlock);
    tables.close().await;
    let error = match (one, other) {
        (Ok(_), Err(error)) | (Err(error), Ok(_)) => error,
        both => panic!("{both:?}"),
    };
    assert_eq!(refused(&error), (Code::Conflict, "order_changed"));
    let corrected = books(&shop, &id).await;
    assert_eq!((corrected.available, corrected.returned), (before.available - UNITS, 0));
    assert_eq!(shop.stock(1).await.reserved, 0);
    assert_consistent(&shop).await;
}

/// Reserves the units of a return, as the command line does.
async fn hold(shop: &Shop, stock: &ReturnStock) {
    let lines = stock.units.iter().map(|&(pro_id, quantity)| StockLine { pro_id, quantity }).collect();
    let request = ReserveStockRequest { reservation_id: stock.hold_id.clone(), lines, ttl_ms: 60_000 };
    StockServiceClient::new(shop.catalog.clone()).reserve_stock(request).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn command_line_takes_back_the_return_whose_units_it_has_held_and_no_later_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, id) = completed(engine, 0).await;
    receive(&shop, &id, 1, 0).await;
    let staff = shop.staff().await;
    let seen = shop.staff_order(&id).await.order.unwrap();
    let (number, refund) = (seen.number, seen.refund);
    let stock = staff.stock_of_last_return(&number).await.unwrap();
    hold(&shop, &stock).await;
    // Another return of the same amount, whose units nothing holds.
    receive(&shop, &id, 1, 0).await;
    let taken = staff.take_return_back(&number, (refund, "wrong order"), &stock, true).await;
    assert_eq!(refused(&taken.unwrap_err()), (Code::Conflict, "order_changed"));
    assert!(!staff.has_taken_back(&stock).await.unwrap());

    let stock = staff.stock_of_last_return(&number).await.unwrap();
    hold(&shop, &stock).await;
    staff.take_return_back(&number, (refund, "wrong order"), &stock, true).await.unwrap();
    assert!(staff.has_taken_back(&stock).await.unwrap());
    staff.close().await;
    assert_eq!(books(&shop, &id).await.returned, 1);
    assert_consistent(&shop).await;
}

#[rstest]
#[tokio::test]
async fn credit_note_has_the_same_number_at_each_print_and_the_vat_of_the_credit(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, id) = completed(engine, 7).await;
    let notes = async || -> Vec<wire::CreditNote> {
        let order = shop.staff_order(&id).await.order.unwrap();
        order.returns.into_iter().map(|one| one.credit_note.unwrap()).collect()
    };
    let number = shop.staff_order(&id).await.order.unwrap().number;
    receive(&shop, &id, 1, 0).await;
    receive(&shop, &id, 0, 1).await;
    let printed = notes().await;
    let numbers: Vec<_> = printed.iter().map(|note| note.number.as_str()).collect();
    assert_eq!(numbers, [format!("{number}-C1"), format!("{number}-C2")]);
    let returns = shop.staff_order(&id).await.order.unwrap().returns;
    for (note, one) in printed.iter().zip(&returns) {
        let credit = note.goods - note.discount + note.delivery_fee;
        assert_eq!((note.goods, credit - note.missing_points_value), (PRICE, one.refund));
        assert_eq!(note.vat.iter().map(|part| part.gross).sum::<i64>(), credit);
        assert!(note.vat.iter().all(|part| part.net + part.vat == part.gross && part.vat > 0));
    }
    // The number of a return that was taken back is not given again.
    correct(&shop, &id, Some((0, 2))).await.unwrap();
    let corrected = notes().await;
    assert_eq!(corrected[0], printed[0]);
    assert_eq!((corrected[1].number.clone(), corrected.len()), (format!("{number}-C3"), 2));
    assert_eq!(notes().await, corrected);
    // The export of the customer has the same.
    let location = &shop.places.orders.location;
    let data = heuan_orders::PersonalData::open(location, shop.clock.clone()).await.unwrap();
    let exported = serde_json::to_value(data.export(NOY).await.unwrap()).unwrap();
    let of_export = exported["orders"][0]["returns"].as_array().unwrap();
    assert_eq!(of_export.len(), corrected.len());
    for (one, note) in of_export.iter().zip(&corrected) {
        let exported = &one["credit_note"];
        assert_eq!(
            (exported["number"].as_str(), exported["goods"].as_i64()),
            (Some(&*note.number), Some(note.goods))
        );
        let vat: i64 = note.vat.iter().map(|part| part.vat).sum();
        let rates = exported["vat"].as_array().unwrap();
        assert_eq!(rates.iter().map(|part| part["vat"].as_i64().unwrap()).sum::<i64>(), vat);
    }
    data.close().await;
}

#[rstest]
#[tokio::test]
async fn correction_is_previewed_as_it_is_then_made(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, id) = completed(engine, 7).await;
    receive(&shop, &id, 3, 0).await;
    let seen = shop.staff_order(&id).await;
    let request = |actor| wire::PreviewStaffReturnRequest {
        actor,
        order_id: id.clone(),
        lines: vec![back(1, 1, 1)],
        delivery_fee: false,
        corrects_last: true,
    };
    let by_clerk = shop.staff_orders().preview_staff_return(request(Some(clerk(1)))).await.unwrap_err();
    assert_eq!(Error::from(by_clerk).code, Code::PermissionDenied);
    let manager = correction(&seen, "return").actor;
    let preview = shop.staff_orders().preview_staff_return(request(manager)).await.unwrap().into_inner();
    assert_eq!((preview.version, preview.goods), (seen.version, 2 * PRICE));
    correct(&shop, &id, Some((1, 1))).await.unwrap();
    let order = shop.staff_order(&id).await.order.unwrap();
    let [made] = order.returns.as_slice() else { panic!("{:?}", order.returns) };
    assert_eq!((made.refund, order.refund), (preview.refund, preview.refund));
    assert_eq!(
        (made.points_returned, made.points_revoked),
        (preview.points_returned, preview.points_revoked)
    );
}

#[tokio::test]
async fn corrected_and_taken_back_return_notify_the_customer_once_with_the_refund() {
    let receiver = TestEventReceiver::default();
    let transport = Transport::in_process(receiver.routes(), LONG);
    let places = Places::new(Engine::Sqlite).await;
    let shop = Shop::reopen(places, config(), Clock::fixed(NOON), Some(transport)).await;
    let id = completed_in(&shop, 0).await;
    receive(&shop, &id, 2, 0).await;
    let corrected = correct(&shop, &id, Some((1, 0))).await.unwrap();
    let refund = corrected.order.as_ref().unwrap().refund;
    correct(&shop, &id, None).await.unwrap();
    let amounts = |kind: &str| -> Vec<i64> {
        let events = receiver.events().into_iter().filter(|event| event.kind == kind);
        let payload = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        let mut amounts: Vec<i64> =
            events.map(|event| payload(&event.payload)["amount"].as_i64().unwrap()).collect();
        amounts.sort_unstable();
        amounts
    };
    eventually("the customer is notified", async || amounts("order.return_corrected").len() == 2).await;
    assert_eq!(amounts("order.return_corrected"), [0, refund]);
    // Not as of another return, or of another refund.
    assert_eq!((amounts("order.returned"), amounts("order.refund_due")), (vec![2 * refund], vec![]));
}

#[rstest]
#[tokio::test]
async fn command_line_takes_a_return_back(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let (shop, id) = completed(engine, 0).await;
    let before = books(&shop, &id).await;
    let returned = receive(&shop, &id, 2, 0).await.order.unwrap();
    shop.settles().await;
    let staff = shop.staff().await;
    let done =
        staff.correct(&returned.number, Booking::Return, returned.refund, "wrong order").await.unwrap();
    assert_eq!((done.payment, done.refund), ("paid", 0));
    staff.close().await;
    // The running shop takes the units out of the stock.
    assert_eq!(books(&shop, &id).await, before);
    assert_consistent(&shop).await;
}
