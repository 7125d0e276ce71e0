//! Changed lines of reservations: units are taken and given back once, all or none. Both databases.

use futures::future::join_all;
use heuan_proto::catalog::v1::{
    BatchGetStockRequest, ChangeReservationRequest, CommitReservationRequest, ReleaseReservationRequest,
    ReservationState, ReserveStockRequest, StockLine,
};
use heuan_rpc::{Code, Error};
use heuan_store::read;
use heuan_testkit::Engine;
use proptest::{prelude::*, test_runner::TestRunner};
use rstest::rstest;

use crate::support::Shop;

const AT_FIRST: i64 = 10;
const PRODUCTS: [i64; 3] = [1, 2, 3];

fn lines(of: &[(i64, i64)]) -> Vec<StockLine> {
    of.iter().map(|&(pro_id, quantity)| StockLine { pro_id, quantity }).collect()
}

async fn reserve(shop: &Shop, id: &str, of: &[(i64, i64)]) -> Result<(), Error> {
    let request = ReserveStockRequest { reservation_id: id.to_owned(), lines: lines(of), ttl_ms: 60_000 };
    shop.stock().reserve_stock(request).await?;
    Ok(())
}

async fn commit(shop: &Shop, id: &str) -> Result<(), Error> {
    let request = CommitReservationRequest { reservation_id: id.to_owned() };
    shop.stock().commit_reservation(request).await?;
    Ok(())
}

async fn release(shop: &Shop, id: &str) -> Result<(), Error> {
    let request = ReleaseReservationRequest { reservation_id: id.to_owned(), only_held: false };
    shop.stock().release_reservation(request).await?;
    Ok(())
}

async fn change(shop: &Shop, id: &str, key: &str, of: &[(i64, i64)]) -> Result<ReservationState, Error> {
    let (reservation_id, change_key) = (id.to_owned(), key.to_owned());
    let request = ChangeReservationRequest { reservation_id, change_key, lines: lines(of) };
    Ok(shop.stock().change_reservation(request).await?.into_inner().reservation.unwrap().state())
}

/// Available, reserved and sold units of a product.
async fn units(shop: &Shop, pro_id: i64) -> (i64, i64, i64) {
    let request = BatchGetStockRequest { pro_ids: vec![pro_id] };
    let stock = shop.stock().batch_get_stock(request).await.unwrap().into_inner().stocks[0];
    (stock.available, stock.reserved, stock.sold)
}

async fn shop(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    for pro_id in PRODUCTS {
        shop.shelve(pro_id, AT_FIRST).await;
    }
    shop
}

#[rstest]
#[tokio::test]
async fn held_reservation_takes_what_is_more_and_gives_back_what_is_less(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    reserve(&shop, "a", &[(1, 4), (2, 3)]).await.unwrap();
    let state = change(&shop, "a", "k", &[(3, 2), (1, 6)]).await.unwrap();
    assert_eq!(state, ReservationState::Held);
    assert_eq!(units(&shop, 1).await, (4, 6, 0));
    assert_eq!(units(&shop, 2).await, (10, 0, 0));
    assert_eq!(units(&shop, 3).await, (8, 2, 0));
    commit(&shop, "a").await.unwrap();
    assert_eq!((units(&shop, 1).await, units(&shop, 3).await), ((4, 0, 6), (8, 0, 2)));
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn sold_reservation_moves_its_units_with_entries_in_the_ledger(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    reserve(&shop, "a", &[(1, 4), (2, 3)]).await.unwrap();
    commit(&shop, "a").await.unwrap();
    let state = change(&shop, "a", "k", &[(1, 1), (2, 5)]).await.unwrap();
    assert_eq!(state, ReservationState::Committed);
    assert_eq!((units(&shop, 1).await, units(&shop, 2).await), ((9, 0, 1), (5, 0, 5)));
    let kinds = async |pro_id| {
        let ledger = shop.staff_product(pro_id).await.ledger;
        ledger.iter().map(|entry| (entry.kind.clone(), entry.reference.clone())).collect::<Vec<_>>()
    };
    let entry = |kind: &str| (kind.to_owned(), "a".to_owned());
    assert_eq!(kinds(1).await, [entry("return"), entry("sale")]);
    assert_eq!(kinds(2).await, [entry("sale"), entry("sale")]);
    release(&shop, "a").await.unwrap();
    assert_eq!((units(&shop, 1).await, units(&shop, 2).await), ((10, 0, 0), (10, 0, 0)));
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn change_beyond_the_stock_names_the_product_and_moves_nothing(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    reserve(&shop, "a", &[(1, 4), (2, 3)]).await.unwrap();
    reserve(&shop, "b", &[(1, 5)]).await.unwrap();
    let error = change(&shop, "a", "k", &[(1, 6), (2, 1)]).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "stock_short"));
    let short: Vec<_> =
        error.detail.shortages.iter().map(|one| (one.pro_id, one.requested, one.available)).collect();
    // One is free, and four are its own.
    assert_eq!(short, [(1, 6, 5)]);
    assert_eq!((units(&shop, 1).await, units(&shop, 2).await), ((1, 9, 0), (7, 3, 0)));
    // The key of a refused change is free.
    change(&shop, "a", "k", &[(1, 5), (2, 1)]).await.unwrap();
    assert_eq!(units(&shop, 1).await, (0, 10, 0));
    let unknown = change(&shop, "a", "k2", &[(99, 1)]).await.unwrap_err();
    assert_eq!(unknown.detail.shortages[0].available, 0);
    shop.check().await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_change_moves_units_once_and_never_undoes_a_later_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    reserve(&shop, "a", &[(1, 4)]).await.unwrap();
    let copies = join_all((0..8).map(|_| change(&shop, "a", "k", &[(1, 7)]))).await;
    assert!(copies.iter().all(Result::is_ok), "{copies:?}");
    assert_eq!(units(&shop, 1).await, (3, 7, 0));
    change(&shop, "a", "k2", &[(1, 2)]).await.unwrap();
    change(&shop, "a", "k", &[(1, 7)]).await.unwrap();
    assert_eq!(units(&shop, 1).await, (8, 2, 0));
    let other = change(&shop, "a", "k", &[(1, 6)]).await.unwrap_err();
    assert_eq!(other.detail.reason, "change_taken");
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn ended_or_unknown_reservation_and_bad_input_are_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    reserve(&shop, "a", &[(1, 4)]).await.unwrap();
    for (id, key, of, field) in [
        ("a", "", &[(1, 1)][..], "change_key"),
        ("a", "k", &[][..], "lines"),
        ("a", "k", &[(1, 0)][..], "quantity"),
        ("a", "k", &[(1, 1), (1, 2)][..], "lines"),
        ("no such", "k", &[(1, 1)][..], "reservation_id"),
    ] {
        let error = change(&shop, id, key, of).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
    }
    assert_eq!(change(&shop, "b", "k", &[(1, 1)]).await.unwrap_err().code, Code::NotFound);
    shop.clock.advance(60_000);
    assert_eq!(change(&shop, "a", "k", &[(1, 1)]).await.unwrap_err().detail.reason, "reservation_ended");
    reserve(&shop, "c", &[(2, 4)]).await.unwrap();
    release(&shop, "c").await.unwrap();
    assert_eq!(change(&shop, "c", "k", &[(2, 1)]).await.unwrap_err().detail.reason, "reservation_ended");
    assert_eq!(units(&shop, 2).await, (10, 0, 0));
}

#[derive(Clone, Debug)]
enum Step {
    Reserve(Vec<(i64, i64)>),
    Change(usize, usize, Vec<(i64, i64)>),
    Commit(usize),
    Release(usize),
}

fn some_lines() -> impl Strategy<Value = Vec<(i64, i64)>> {
    prop::sample::subsequence(PRODUCTS.to_vec(), 1..=3).prop_flat_map(|ids| {
        let quantities = prop::collection::vec(1..6i64, ids.len());
        quantities.prop_map(move |quantities| ids.iter().copied().zip(quantities).collect())
    })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => some_lines().prop_map(Step::Reserve),
        5 => (0..9usize, 0..12usize, some_lines()).prop_map(|(at, key, lines)| Step::Change(at, key, lines)),
        2 => (0..9usize).prop_map(Step::Commit),
        1 => (0..9usize).prop_map(Step::Release),
    ]
}

async fn history(engine: Engine, steps: Vec<Step>) {
    let shop = shop(engine).await;
    let mut reserved = 0;
    for step in steps {
        match step {
            Step::Reserve(of) => {
                drop(reserve(&shop, &reserved.to_string(), &of).await);
                reserved += 1;
            }
            Step::Change(at, key, of) if reserved > 0 => {
                drop(change(&shop, &(at % reserved).to_string(), &format!("k{key}"), &of).await);
            }
            Step::Commit(at) if reserved > 0 => drop(commit(&shop, &(at % reserved).to_string()).await),
            Step::Release(at) if reserved > 0 => drop(release(&shop, &(at % reserved).to_string()).await),
            _ => {}
        }
    }
    let tables = shop.tables().await;
    let sql = "SELECT s.on_hand, s.reserved, s.sold, \
         CAST(COALESCE((SELECT SUM(CAST(c.new_value AS BIGINT) - CAST(c.old_value AS BIGINT)) \
           FROM product_change c WHERE c.pro_id = s.pro_id AND c.field = 'stock'), 0) AS BIGINT) FROM stock s";
    let rows: Vec<(i64, i64, i64, i64)> =
        read!(tables, |pool| heuan_store::sqlx::query_as(sql).fetch_all(pool).await.unwrap());
    for (on_hand, reserved, sold, changed) in rows {
        assert_eq!((on_hand + sold, on_hand), (AT_FIRST, AT_FIRST + changed));
        assert!(on_hand >= reserved && reserved >= 0 && sold >= 0, "{on_hand} {reserved} {sold}");
    }
    tables.close().await;
    // Reserved and sold units are those of the lines of held and committed reservations.
    shop.check().await;
    shop.shutdown.trigger();
}

/// Each case opens a database, so there are few of them, with long histories.
#[rstest]
#[case(Engine::Sqlite, 12)]
#[case(Engine::Postgres, 4)]
fn units_balance_after_any_history_of_changes(#[case] engine: Engine, #[case] cases: u32) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut runner =
        TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..Default::default() });
    let histories = prop::collection::vec(step(), 1..40);
    runner
        .run(&histories, |steps| {
            runtime.block_on(history(engine, steps));
            Ok(())
        })
        .unwrap();
}
