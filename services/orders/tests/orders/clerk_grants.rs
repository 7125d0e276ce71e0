//! Limits on what a clerk may give away of an order without a manager, with the default values: 10 % and 500,000 kip. Both
//! databases.

use crate::support::{
    NOY, Shop, buy,
    staff::{clerk, lines_of, state, step, step_of},
};
use heuan_orders::{Config, DEFAULTS};
use heuan_proto::{orders::v1 as wire, rpc::v1::LimitReached};
use heuan_rpc::{Code, Error};
use heuan_runtime::Settings;
use heuan_testkit::Engine;
use rstest::rstest;

const PRICE: i64 = 1_000_000;
/// Pairs of concurrent steps.
const ROUNDS: usize = 12;

async fn shop(engine: Engine) -> Shop {
    let defaults: Config = Settings::load(DEFAULTS, &[]).unwrap().section("orders").unwrap();
    let shop = Shop::open_with(engine, |config| config.clerks = defaults.clerks).await;
    shop.shelve(&[(1, 50, PRICE)]).await;
    shop
}

fn manager() -> wire::StaffActor {
    wire::StaffActor { role: wire::StaffActorRole::Manager.into(), ..clerk(2) }
}

fn limit(error: &Error) -> (Code, &str, Option<LimitReached>) {
    (error.code, &error.detail.reason, error.detail.limit)
}

const fn reached(max: i64, used: i64) -> (Code, &'static str, Option<LimitReached>) {
    (Code::PermissionDenied, "grant_limit", Some(LimitReached { max, used }))
}

#[rstest]
#[tokio::test]
async fn discount_above_the_limit_needs_a_manager(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let error = shop.quote_for(NOY, buy(&[(1, 2)], "cod"), 200_001).await.unwrap_err();
    assert_eq!(limit(&error), reached(200_000, 0));
    let allowed = shop.taking(NOY, buy(&[(1, 2)], "cod"), 200_000).await;
    // More than was quoted, at the total that it would have.
    let mut greedy = allowed.clone();
    greedy.discount.as_mut().unwrap().amount = 2_000_000;
    greedy.input.as_mut().unwrap().confirmed.as_mut().unwrap().total -= 1_800_000;
    assert_eq!(limit(&shop.take(greedy.clone()).await.unwrap_err()), reached(200_000, 0));
    let placed = shop.take(allowed).await.unwrap();
    assert_eq!(placed.order.as_ref().unwrap().totals.as_ref().unwrap().discount, 200_000);
    let by_manager =
        wire::PlaceStaffOrderRequest { actor: Some(manager()), idempotency_key: "m".to_owned(), ..greedy };
    assert!(shop.take(by_manager).await.is_ok());
    // Half of the goods would make it a fifth of the price.
    shop.settles().await;
    let seen = shop.staff_order(&placed.order.unwrap().order_id).await;
    let error = shop.change_lines(lines_of(&seen, "half", &[(1, 1)])).await.unwrap_err();
    assert_eq!(limit(&error), reached(100_000, 0));
    let more = shop.change_lines(lines_of(&seen, "more", &[(1, 3)])).await.unwrap();
    assert_eq!(more.order.unwrap().totals.unwrap().discount, 200_000);
}

#[rstest]
#[tokio::test]
async fn write_off_and_refunds_of_an_order_share_one_limit(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "transfer")).await.unwrap();
    shop.settles().await;
    let total = order.totals.unwrap().total;
    let allowed = total / 10;
    let seen = shop.staff_order(&order.order_id).await;
    assert_eq!(seen.grant_left, Some(allowed));
    let short = shop.update(step_of(&seen, "mark_paid", 1_000)).await.unwrap();
    let blocked = &state(&short, "accept_difference").blocked_reason;
    assert_eq!(blocked, "needs_manager");
    assert_eq!(
        limit(&shop.update(step(&short, "accept_difference")).await.unwrap_err()),
        reached(allowed, 0)
    );
    let seen = shop.update(step_of(&short, "mark_paid", total - 1_000 - 50_000)).await.unwrap();
    let seen = shop.update(step(&seen, "accept_difference")).await.unwrap();
    assert_eq!(seen.grant_left, Some(allowed - 50_000));
    // In parts as well.
    let rest = allowed - 50_000;
    let error = shop.update(step_of(&seen, "refund_part", rest + 1)).await.unwrap_err();
    assert_eq!(limit(&error), reached(allowed, 50_000));
    let seen = shop.update(step_of(&seen, "refund_part", rest)).await.unwrap();
    assert_eq!(seen.grant_left, Some(0));
    assert_eq!(state(&seen, "refund_part").blocked_reason, "needs_manager");
    assert_eq!(
        limit(&shop.update(step_of(&seen, "refund_part", 1)).await.unwrap_err()),
        reached(allowed, allowed)
    );
    let by_manager =
        wire::UpdateStaffOrderRequest { actor: Some(manager()), ..step_of(&seen, "refund_part", 100_000) };
    let done = shop.update(by_manager).await.unwrap();
    assert_eq!(done.grant_left, None, "of a manager");
}

#[rstest]
#[case::refund("refund_part")]
#[case::write_off("accept_difference")]
#[tokio::test]
async fn step_above_the_limit_with_the_version_of_a_concurrent_note_needs_a_manager(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] action: &str,
) {
    let shop = shop(engine).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "transfer")).await.unwrap();
    shop.settles().await;
    let seen = shop.staff_order(&order.order_id).await;
    let total = order.totals.unwrap().total;
    let (is_refund, allowed) = (action == "refund_part", total / 10);
    shop.update(step_of(&seen, "mark_paid", if is_refund { total } else { 1_000 })).await.unwrap();
    shop.settles().await;
    let mut seen = shop.staff_order(&order.order_id).await;
    // The step meets the version of the note now before the note, now after it.
    for _ in 0..ROUNDS {
        let amount = is_refund.then_some(allowed + 1);
        let next = wire::UpdateStaffOrderRequest { version: seen.version + 1, amount, ..step(&seen, action) };
        let (note, given) = tokio::join!(shop.update(step(&seen, "note")), shop.update(next));
        seen = note.unwrap();
        let error = given.unwrap_err();
        let is_refused = error.detail.reason == "order_changed" || limit(&error) == reached(allowed, 0);
        assert!(is_refused, "{error:?}");
    }
    assert_eq!(seen.grant_left, Some(allowed), "nothing was given");
}
