//! Orders that the lines of a bank statement may pay. Both databases.

use crate::support::{
    KHAM, NOY, Shop, buy,
    staff::{clerk, step_of},
};
use heuan_proto::orders::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
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

/// How a line fits, and the number and difference of each order.
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
