//! Orders that the lines of a bank statement may pay. Both databases.

use crate::support::{
    KHAM, NOY, Shop, buy,
    staff::{clerk, correction, status, step, step_of},
};
use heuan_orders::PersonalData;
use heuan_proto::orders::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_store::{read as query, run};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

const PRICE: i64 = 400_000;

async fn shop(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 50, PRICE)]).await;
    shop
}

async fn placed(shop: &Shop, customer_id: i64, key: &str, count: i64, method: &str) -> wire::Order {
    let order = shop.place(customer_id, key, buy(&[(1, count)], method)).await.unwrap();
    shop.settles().await;
    shop.clock.advance(60_000);
    order
}

async fn read(shop: &Shop, text: &str) -> Vec<wire::StatementLine> {
    let request = wire::MatchTransfersRequest { actor: Some(clerk(1)), text: text.to_owned() };
    shop.staff_orders().match_transfers(request).await.unwrap().into_inner().lines
}

fn total(order: &wire::Order) -> i64 {
    order.totals.as_ref().unwrap().total
}

/// Match of a line, and the number and difference of each order.
fn fit(line: &wire::StatementLine) -> (&str, Vec<(&str, i64)>) {
    let candidates = line.candidates.iter();
    let orders = candidates.map(|one| (one.order.as_ref().unwrap().number.as_str(), one.difference));
    (&line.fit, orders.collect())
}

#[rstest]
#[tokio::test]
async fn line_fits_by_number_and_amount_or_says_the_difference(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, NOY, "a", 2, "transfer").await;
    let (number, total) = (order.number.as_str(), total(&order));
    let spaced = number.replace('-', " ").to_lowercase();
    let text = format!("{total} {number}\n{spaced} {} FT26325ABCDE\n\nDate Amount", total - 1_000);
    let lines = read(&shop, &text).await;
    let seen: Vec<_> =
        lines.iter().map(|line| (line.number, fit(line), line.unread_reason.as_str())).collect();
    let expected = [
        (1, ("exact", vec![(number, 0)]), ""),
        (2, ("different_amount", vec![(number, -1_000)]), ""),
        (4, ("", vec![]), "no_amount"),
    ];
    assert_eq!(seen, expected);
    assert_eq!((lines[1].amount, lines[1].reference.as_str()), (total - 1_000, "FT26325ABCDE"));
    // Nothing was recorded.
    assert_eq!(shop.staff_order(&order.order_id).await.payments, []);
}

#[rstest]
#[tokio::test]
async fn amount_alone_fits_every_awaited_transfer_newest_first(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let older = placed(&shop, NOY, "a", 2, "transfer").await;
    let newer = placed(&shop, KHAM, "b", 2, "transfer").await;
    placed(&shop, NOY, "c", 2, "cod").await;
    let amount = total(&older);
    let lines = read(&shop, &format!("{amount} LAK ນ້ອຍ\n{} LAK", amount + 1)).await;
    let both = vec![(newer.number.as_str(), 0), (older.number.as_str(), 0)];
    assert_eq!((fit(&lines[0]), lines[0].candidate_count), (("amount_only", both), 2));
    assert!(lines[0].candidates.iter().all(|one| one.has_name));
    assert_eq!(fit(&lines[1]), ("none", vec![]));
}

#[rstest]
#[tokio::test]
async fn rest_of_an_order_paid_in_part_is_what_is_awaited(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, NOY, "a", 2, "transfer").await;
    let (number, total) = (order.number.as_str(), total(&order));
    let seen = shop.staff_order(&order.order_id).await;
    let paid = wire::UpdateStaffOrderRequest {
        method: "transfer".to_owned(),
        reference: "FT1".to_owned(),
        ..step_of(&seen, "mark_paid", 300_000)
    };
    let seen = shop.update(paid).await.unwrap();
    let rest = total - 300_000;
    let lines = read(&shop, &format!("{rest} LAK\n{rest} LAK {number}\n{total} LAK {number}")).await;
    assert_eq!(fit(&lines[0]), ("amount_only", vec![(number, 0)]));
    assert_eq!(fit(&lines[1]), ("exact", vec![(number, 0)]));
    assert_eq!(fit(&lines[2]), ("different_amount", vec![(number, 300_000)]));
    // The statement is pasted again after the rest was recorded.
    shop.update(step_of(&seen, "mark_paid", rest)).await.unwrap();
    let lines = read(&shop, &format!("{rest} LAK\n{rest} LAK {number}")).await;
    assert_eq!(fit(&lines[0]), ("none", vec![]));
    assert_eq!(fit(&lines[1]), ("not_awaited", vec![(number, rest)]));
}

#[tokio::test]
async fn statement_of_a_customer_or_without_a_line_is_refused() {
    let shop = shop(Engine::Sqlite).await;
    let refused = async |actor: wire::StaffActor, text: &str| {
        let request = wire::MatchTransfersRequest { actor: Some(actor), text: text.to_owned() };
        Error::from(shop.staff_orders().match_transfers(request).await.unwrap_err())
    };
    let customer = wire::StaffActor { role: wire::StaffActorRole::Customer.into(), ..clerk(1) };
    assert_eq!(refused(customer, "58,000").await.code, Code::PermissionDenied);
    for text in ["", " \n ", &"1 ".repeat(10_001)] {
        let error = refused(clerk(1), text).await;
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "text"));
    }
}

const BANK_NUMBER: &str = "FT26325ABCDE";

/// Records a transfer for an order as it is now.
fn transfer_of(seen: &wire::StaffOrder, amount: i64, reference: &str) -> wire::UpdateStaffOrderRequest {
    let [method, reference] = ["transfer", reference].map(str::to_owned);
    wire::UpdateStaffOrderRequest { method, reference, ..step_of(seen, "mark_paid", amount) }
}

async fn record(shop: &Shop, order: &wire::Order, amount: i64, reference: &str) -> wire::StaffOrder {
    let seen = shop.staff_order(&order.order_id).await;
    shop.update(transfer_of(&seen, amount, reference)).await.unwrap()
}

/// Refused because the bank number is recorded for these orders.
#[track_caller]
fn assert_recorded(error: &Error, orders: &[&str]) {
    let detail = &error.detail;
    assert_eq!((error.code, detail.reason.as_str()), (Code::Conflict, "bank_number_recorded"));
    assert_eq!(detail.field, "reference");
    assert_eq!(detail.orders, orders);
    assert!(orders.iter().all(|number| error.message.contains(number)), "{}", error.message);
}

#[rstest]
#[tokio::test]
async fn recorded_line_without_an_order_number_is_not_offered_to_another_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let first = placed(&shop, NOY, "a", 2, "transfer").await;
    let second = placed(&shop, KHAM, "b", 2, "transfer").await;
    let line = format!("{} {BANK_NUMBER}", total(&first));
    assert_eq!(read(&shop, &line).await[0].candidate_count, 2);
    record(&shop, &first, total(&first), BANK_NUMBER).await;
    let lines = read(&shop, &line).await;
    assert_eq!(fit(&lines[0]), ("recorded", vec![(first.number.as_str(), total(&first))]));
    // Another line of the same amount is offered as before.
    let lines = read(&shop, &format!("{} FT26325ZZZZZ", total(&first))).await;
    assert_eq!(fit(&lines[0]), ("amount_only", vec![(second.number.as_str(), 0)]));

    let seen = shop.staff_order(&second.order_id).await;
    let again = transfer_of(&seen, total(&second), "BCEL ft26325-abcde");
    assert_recorded(&shop.update(again.clone()).await.unwrap_err(), &[&first.number]);
    assert_eq!(shop.staff_order(&second.order_id).await.payments, []);
    let confirmed = wire::UpdateStaffOrderRequest { repeats_reference: true, ..again };
    let paid = shop.update(confirmed.clone()).await.unwrap();
    assert_eq!(status(&paid).1, "paid");
    // A repetition of the request changes nothing.
    assert_eq!(shop.update(confirmed).await.unwrap().version, paid.version);
    let lines = read(&shop, &line).await;
    assert_eq!(lines[0].candidate_count, 2);
}

#[rstest]
#[tokio::test]
async fn recorded_line_of_another_amount_is_not_offered_to_its_order_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, NOY, "a", 2, "transfer").await;
    let (number, short) = (order.number.as_str(), total(&order) - 1_000);
    let line = format!("{short} {number} {BANK_NUMBER}");
    assert_eq!(fit(&read(&shop, &line).await[0]), ("different_amount", vec![(number, -1_000)]));
    let seen = record(&shop, &order, short, BANK_NUMBER).await;
    assert_eq!(status(&seen).1, "underpaid");
    // The same statement the next day.
    shop.clock.advance(86_400_000);
    assert_eq!(read(&shop, &line).await[0].fit, "recorded");
    let error = shop.update(transfer_of(&seen, 1_000, BANK_NUMBER)).await.unwrap_err();
    assert_recorded(&error, &[number]);
    // The rest comes with a number of its own.
    let seen = shop.update(transfer_of(&seen, 1_000, "FT26326ABCDE")).await.unwrap();
    assert_eq!(status(&seen).1, "paid");
}

#[rstest]
#[tokio::test]
async fn recorded_line_without_a_bank_number_is_recognized_in_the_next_statement(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let first = placed(&shop, NOY, "a", 2, "transfer").await;
    let second = placed(&shop, KHAM, "b", 2, "transfer").await;
    let line = format!("21/11/2026 10:45 NOY {}", total(&first));
    let seen = read(&shop, &line).await.remove(0);
    assert_eq!((seen.fit.as_str(), seen.reference.as_str()), ("amount_only", ""));
    let derived = &seen.derived_reference;
    record(&shop, &first, total(&first), &format!("NOY {derived}")).await;
    // The same line after another one, with the columns of another program.
    let text = format!("21/11/2026 09:00 KHAM 1,000\n21/11/2026\t10:45\tNOY\t{}", total(&first));
    let again = read(&shop, &text).await.remove(1);
    assert_eq!(fit(&again), ("recorded", vec![(first.number.as_str(), total(&first))]));
    // An equal line of the same day is another payment.
    let twice = read(&shop, &format!("{line}\n{line}")).await;
    assert_eq!(fit(&twice[1]), ("amount_only", vec![(second.number.as_str(), 0)]));

    let unpaid = shop.staff_order(&second.order_id).await;
    let refused = shop.update(transfer_of(&unpaid, total(&second), derived)).await.unwrap_err();
    assert_recorded(&refused, &[&first.number]);
    // A bank number that the clerk adds is found as well.
    let both = format!("{BANK_NUMBER} {}", twice[1].derived_reference);
    record(&shop, &second, total(&second), &both).await;
    let text = format!("{line}\n{line}\n{} {BANK_NUMBER}", total(&second));
    let fits: Vec<_> = read(&shop, &text).await.into_iter().map(|line| line.fit).collect();
    assert_eq!(fits, ["recorded"; 3]);
}

#[rstest]
#[tokio::test]
async fn line_that_is_recorded_without_its_bank_number_is_recognized_with_it_and_the_other_way_round(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values(true, false)] number_comes_first: bool,
) {
    let shop = shop(engine).await;
    let first = placed(&shop, NOY, "a", 2, "transfer").await;
    let second = placed(&shop, KHAM, "b", 2, "transfer").await;
    let without = format!("21/11/2026 10:45 NOY {}", total(&first));
    let with = format!("21/11/2026 10:45 {BANK_NUMBER} NOY {}", total(&first));
    let (earlier, later) = if number_comes_first { (&with, &without) } else { (&without, &with) };
    let sent = async |line: &str| {
        let line = read(&shop, line).await.remove(0);
        format!("{} {}", line.reference, line.derived_reference).trim().to_owned()
    };
    let (recorded, again) = (sent(earlier).await, sent(later).await);
    assert_ne!(recorded, again);
    record(&shop, &first, total(&first), &recorded).await;
    for line in [&without, &with] {
        let seen = read(&shop, line).await.remove(0);
        assert_eq!(fit(&seen), ("recorded", vec![(first.number.as_str(), total(&first))]), "{line}");
    }
    let unpaid = shop.staff_order(&second.order_id).await;
    let other = transfer_of(&unpaid, total(&second), &again);
    assert_recorded(&shop.update(other.clone()).await.unwrap_err(), &[&first.number]);
    assert_eq!(shop.staff_order(&second.order_id).await.payments, []);
    let confirmed = wire::UpdateStaffOrderRequest { repeats_reference: true, ..other };
    assert_eq!(status(&shop.update(confirmed).await.unwrap()).1, "paid");
}

#[rstest]
#[tokio::test]
async fn two_clerks_record_the_same_line_with_and_without_its_bank_number_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let first = placed(&shop, NOY, "a", 2, "transfer").await;
    let second = placed(&shop, KHAM, "b", 2, "transfer").await;
    let line = format!("21/11/2026 {BANK_NUMBER} NOY {}", total(&first));
    let derived = read(&shop, &line).await.remove(0).derived_reference;
    let both = format!("{BANK_NUMBER} {derived}");
    let one = transfer_of(&shop.staff_order(&first.order_id).await, total(&first), &both);
    let other = transfer_of(&shop.staff_order(&second.order_id).await, total(&second), &derived);
    let (one, other) = tokio::join!(shop.update(one), shop.update(other));
    let (paid, refused) = match (one, other) {
        (Ok(_), Err(error)) => (&first, error),
        (Err(error), Ok(_)) => (&second, error),
        both => panic!("{both:?}"),
    };
    assert_recorded(&refused, &[&paid.number]);
}

#[rstest]
#[tokio::test]
async fn line_of_the_same_text_with_another_bank_number_is_offered_as_another_payment(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let first = placed(&shop, NOY, "a", 2, "transfer").await;
    let second = placed(&shop, KHAM, "b", 2, "transfer").await;
    let line = |bank_number: &str| format!("21/11/2026 {bank_number} NOY {}", total(&first));
    let seen = read(&shop, &line(BANK_NUMBER)).await.remove(0);
    let reference = format!("{} {}", seen.reference, seen.derived_reference);
    record(&shop, &first, total(&first), &reference).await;
    let other = read(&shop, &line("FT26325ZZZZZ")).await.remove(0);
    assert_eq!(fit(&other), ("amount_only", vec![(second.number.as_str(), 0)]));
    let both = read(&shop, &format!("{}\n{}", line(BANK_NUMBER), line("FT26325ZZZZZ"))).await;
    assert_eq!((both[0].fit.as_str(), both[1].fit.as_str()), ("recorded", "amount_only"));
    let reference = format!("{} {}", both[1].reference, both[1].derived_reference);
    assert_eq!(status(&record(&shop, &second, total(&second), &reference).await).1, "paid");
}

const OTHER_NUMBER: &str = "FT26325ZZZZZ";

/// The reference that the payment of a line stores.
async fn reference_of(shop: &Shop, line: &str) -> String {
    let line = read(shop, line).await.remove(0);
    format!("{} {}", line.reference, line.derived_reference).trim().to_owned()
}

#[rstest]
#[tokio::test]
async fn transfers_of_the_same_text_with_other_bank_numbers_that_are_pasted_apart_are_both_recorded(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values([BANK_NUMBER, OTHER_NUMBER], [OTHER_NUMBER, BANK_NUMBER])] numbers: [&str; 2],
) {
    let shop = shop(engine).await;
    let first = placed(&shop, NOY, "a", 2, "transfer").await;
    let second = placed(&shop, KHAM, "b", 2, "transfer").await;
    let without = format!("21/11/2026 NOY {}", total(&first));
    let [one, other] = numbers.map(|number| format!("21/11/2026 {number} NOY {}", total(&first)));
    record(&shop, &first, total(&first), &reference_of(&shop, &one).await).await;
    // The line without its number may be the first transfer; the other one is a payment of its own.
    assert_eq!(read(&shop, &without).await[0].fit, "recorded");
    let twice = format!("{without}\n{without}");
    let fits: Vec<_> = read(&shop, &twice).await.into_iter().map(|line| line.fit).collect();
    assert_eq!(fits, ["recorded", "amount_only"]);
    assert_eq!(fit(&read(&shop, &other).await[0]), ("amount_only", vec![(second.number.as_str(), 0)]));
    let reference = reference_of(&shop, &other).await;
    assert_eq!(status(&record(&shop, &second, total(&second), &reference).await).1, "paid");

    let third = placed(&shop, KHAM, "c", 2, "transfer").await;
    let unpaid = shop.staff_order(&third.order_id).await;
    for (line, orders) in [
        (&one, vec![first.number.as_str()]),
        (&other, vec![second.number.as_str()]),
        (&without, vec![first.number.as_str(), second.number.as_str()]),
    ] {
        let seen = read(&shop, line).await.remove(0);
        assert_eq!((seen.fit.as_str(), seen.candidate_count), ("recorded", orders.len() as i64), "{line}");
        let again = transfer_of(&unpaid, total(&third), &reference_of(&shop, line).await);
        assert_recorded(&shop.update(again).await.unwrap_err(), &orders);
    }
    // Both without numbers, and a third equal one.
    let fits: Vec<_> =
        read(&shop, &format!("{twice}\n{without}")).await.into_iter().map(|line| line.fit).collect();
    assert_eq!(fits, ["recorded", "recorded", "amount_only"]);
}

#[rstest]
#[tokio::test]
async fn transfers_of_the_same_text_with_other_bank_numbers_are_both_recorded_at_the_same_moment(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let first = placed(&shop, NOY, "a", 2, "transfer").await;
    let second = placed(&shop, KHAM, "b", 2, "transfer").await;
    let line = |number: &str| format!("21/11/2026 {number} NOY {}", total(&first));
    let one = reference_of(&shop, &line(BANK_NUMBER)).await;
    let other = reference_of(&shop, &line(OTHER_NUMBER)).await;
    let one = transfer_of(&shop.staff_order(&first.order_id).await, total(&first), &one);
    let other = transfer_of(&shop.staff_order(&second.order_id).await, total(&second), &other);
    let (one, other) = tokio::join!(shop.update(one), shop.update(other));
    assert_eq!((status(&one.unwrap()).1, status(&other.unwrap()).1), ("paid", "paid"));
}

#[rstest]
#[tokio::test]
async fn transfers_of_the_same_text_with_other_bank_numbers_pay_two_parts_of_one_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, NOY, "a", 2, "transfer").await;
    let part = total(&order) / 2;
    for (number, expected) in [(BANK_NUMBER, "underpaid"), (OTHER_NUMBER, "paid")] {
        let reference = reference_of(&shop, &format!("21/11/2026 {number} NOY {part}")).await;
        assert_eq!(status(&record(&shop, &order, part, &reference).await).1, expected);
    }
    let line = format!("21/11/2026 NOY {part}");
    let fits: Vec<_> =
        read(&shop, &format!("{line}\n{line}\n{line}")).await.into_iter().map(|line| line.fit).collect();
    assert_eq!(fits, ["recorded", "recorded", "none"]);
}

#[rstest]
#[tokio::test]
async fn bank_number_of_a_payment_that_was_taken_back_is_free_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let wrong = placed(&shop, NOY, "a", 2, "transfer").await;
    let right = placed(&shop, KHAM, "b", 2, "transfer").await;
    let seen = record(&shop, &wrong, total(&wrong), BANK_NUMBER).await;
    let taken_back =
        wire::UpdateStaffOrderRequest { amount: Some(total(&wrong)), ..correction(&seen, "payment") };
    shop.update(taken_back).await.unwrap();
    let line = format!("{} {} {BANK_NUMBER}", total(&right), right.number);
    assert_eq!(fit(&read(&shop, &line).await[0]), ("exact", vec![(right.number.as_str(), 0)]));
    let paid = record(&shop, &right, total(&right), BANK_NUMBER).await;
    assert_eq!(status(&paid).1, "paid");
}

#[rstest]
#[tokio::test]
async fn two_clerks_record_the_same_transfer_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let first = placed(&shop, NOY, "a", 2, "transfer").await;
    let second = placed(&shop, KHAM, "b", 2, "transfer").await;
    let one = transfer_of(&shop.staff_order(&first.order_id).await, total(&first), BANK_NUMBER);
    let other = transfer_of(&shop.staff_order(&second.order_id).await, total(&second), BANK_NUMBER);
    let (one, other) = tokio::join!(shop.update(one), shop.update(other));
    let (paid, refused) = match (one, other) {
        (Ok(_), Err(error)) => (&first, error),
        (Err(error), Ok(_)) => (&second, error),
        both => panic!("{both:?}"),
    };
    assert_recorded(&refused, &[&paid.number]);
}

#[rstest]
#[tokio::test]
async fn cash_and_references_of_another_form_are_recorded_as_often_as_they_come(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, NOY, "a", 2, "transfer").await;
    for method in ["cash", "card", "cash"] {
        let seen = shop.staff_order(&order.order_id).await;
        let paid = wire::UpdateStaffOrderRequest {
            method: method.to_owned(),
            ..transfer_of(&seen, 1_000, BANK_NUMBER)
        };
        shop.update(paid).await.unwrap();
    }
    for reference in ["NOY 21/11", "NOY 21/11", &order.number, &order.number] {
        record(&shop, &order, 1_000, reference).await;
    }
    assert_eq!(shop.staff_order(&order.order_id).await.payments.len(), 7);
    let paid = shop.update(step(&shop.staff_order(&order.order_id).await, "mark_paid")).await.unwrap();
    assert_eq!(status(&paid).1, "paid");
}

#[rstest]
#[tokio::test]
async fn command_line_records_a_bank_number_again_only_if_it_is_said_to_be_another_payment(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let first = placed(&shop, NOY, "a", 2, "transfer").await;
    let second = placed(&shop, KHAM, "b", 2, "transfer").await;
    let staff = shop.staff().await;
    let moved = ("transfer", BANK_NUMBER);
    for _ in 0..2 {
        let paid = staff.paid(&first.number, Some(total(&first)), moved, false).await.unwrap();
        assert_eq!(paid.payment, "paid");
    }
    assert_eq!(shop.staff_order(&first.order_id).await.payments.len(), 1);
    let refused = staff.paid(&second.number, Some(total(&second)), moved, false).await.unwrap_err();
    assert_recorded(&refused, &[&first.number]);
    let paid = staff.paid(&second.number, Some(total(&second)), moved, true).await.unwrap();
    assert_eq!(paid.payment, "paid");
    // Another payment of the same order and amount is no repetition either.
    let paid = staff.paid(&second.number, Some(total(&second)), moved, true).await.unwrap();
    assert_eq!(paid.payment, "overpaid");
    assert_eq!(shop.staff_order(&second.order_id).await.payments.len(), 2);
    staff.close().await;
}

/// Bank numbers as stored.
async fn stored(shop: &Shop) -> Vec<String> {
    let tables = shop.tables().await;
    let sql = "SELECT bank_number FROM bank_transfer ORDER BY bank_number";
    let numbers = query!(tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
    tables.close().await;
    numbers
}

#[rstest]
#[tokio::test]
async fn bank_number_that_an_earlier_release_recorded_is_found(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, NOY, "a", 2, "transfer").await;
    record(&shop, &order, total(&order), BANK_NUMBER).await;
    // As the earlier release leaves it, and as the migration marks it.
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    run!(tx, "DELETE FROM bank_transfer").unwrap();
    run!(tx, "UPDATE customer_order SET sums_version = 0").unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
    eventually("the number is stored", async || stored(&shop).await == [BANK_NUMBER]).await;
    let line = format!("{} {BANK_NUMBER}", total(&order));
    assert_eq!(read(&shop, &line).await[0].fit, "recorded");
}

#[rstest]
#[tokio::test]
async fn bank_number_ends_with_the_customer(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = shop(engine).await;
    let order = placed(&shop, NOY, "a", 2, "transfer").await;
    record(&shop, &order, total(&order), BANK_NUMBER).await;
    shop.do_step(&order.order_id, "hand_over").await.unwrap();
    shop.settles().await;
    assert_eq!(stored(&shop).await, [BANK_NUMBER]);
    let data = PersonalData::open(&shop.places.orders.location, shop.clock.clone()).await.unwrap();
    data.erase(NOY).await.unwrap();
    data.close().await;
    assert_eq!(stored(&shop).await, Vec::<String>::new());
}
