//! Stock adjusted by staff while units are held and sold.

use heuan_proto::catalog::v1::{
    self as wire, CommitReservationRequest, ReleaseReservationRequest, ReserveStockRequest,
    StockAdjustmentKind as Kind, StockLine,
};
use heuan_rpc::{Code, Error};
use heuan_store::read;
use heuan_testkit::Engine;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rstest::rstest;

use crate::support::{Shop, staff::field};

async fn reserve(shop: &Shop, id: &str, quantity: i64) -> Result<(), Error> {
    let lines = vec![StockLine { pro_id: 1, quantity }];
    let request = ReserveStockRequest { reservation_id: id.to_owned(), lines, ttl_ms: 3_600_000 };
    shop.stock().reserve_stock(request).await?;
    Ok(())
}

async fn commit(shop: &Shop, id: &str) -> Result<(), Error> {
    shop.stock().commit_reservation(CommitReservationRequest { reservation_id: id.to_owned() }).await?;
    Ok(())
}

async fn release(shop: &Shop, id: &str) -> Result<(), Error> {
    let request = ReleaseReservationRequest { reservation_id: id.to_owned(), only_held: false };
    shop.stock().release_reservation(request).await?;
    Ok(())
}

fn units(product: wire::StaffProductDetail) -> (Option<i64>, i64) {
    let product = product.product.unwrap();
    (product.stock, product.held)
}

fn reason(error: &Error) -> (Code, &str) {
    (error.code, error.detail.reason.as_str())
}

#[rstest]
#[tokio::test]
async fn count_while_units_are_held_keeps_them(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 10).await;
    reserve(&shop, "a", 4).await.unwrap();
    assert_eq!(units(shop.adjust(1, Kind::Count, 9, "").await.unwrap()), (Some(5), 4));
    let error = shop.adjust(1, Kind::Count, 3, "").await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "stock_held"));
    let error = shop.adjust(1, Kind::Damage, 6, "fell").await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "stock_held"));
    assert_eq!(units(shop.adjust(1, Kind::Count, 4, "").await.unwrap()), (Some(0), 4));
    commit(&shop, "a").await.unwrap();
    assert_eq!(units(shop.staff_product(1).await), (Some(0), 0));
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn every_adjustment_has_its_person_and_reason(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 10).await;
    shop.adjust(1, Kind::Receive, 50, "delivery 812").await.unwrap();
    shop.adjust(1, Kind::Damage, 2, "wet").await.unwrap();
    let after = shop.adjust(1, Kind::Correct, -3, "counted twice").await.unwrap();
    assert_eq!(units(after.clone()), (Some(55), 0));
    let ledger: Vec<(&str, &str)> =
        after.ledger.iter().map(|change| (change.kind.as_str(), change.reason.as_str())).collect();
    assert_eq!(ledger, [("correct", "counted twice"), ("damage", "wet"), ("receive", "delivery 812")]);
    assert!(after.ledger.iter().all(|change| change.account_id == 7 && change.can_undo));
    assert_eq!(field(&after.ledger[1], "stock"), Some((Some("60".to_owned()), Some("58".to_owned()))));
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn adjustment_of_an_older_version_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 10).await;
    let version = shop.version(1).await;
    shop.adjust(1, Kind::Receive, 1, "").await.unwrap();
    let request = wire::AdjustStockRequest {
        actor: Some(crate::support::staff::actor()),
        pro_id: 1,
        version: Some(version),
        kind: Kind::Count.into(),
        quantity: 10,
        ..wire::AdjustStockRequest::default()
    };
    let error: Error = shop.staff().adjust_stock(request).await.unwrap_err().into();
    assert_eq!(reason(&error), (Code::Conflict, "product_changed"));
    assert_eq!(units(shop.staff_product(1).await), (Some(11), 0));
}

#[rstest]
#[tokio::test]
async fn repeated_adjustment_changes_the_stock_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 10).await;
    let request = |quantity: i64| wire::AdjustStockRequest {
        actor: Some(crate::support::staff::actor()),
        pro_id: 1,
        kind: Kind::Receive.into(),
        quantity,
        idempotency_key: "delivery-812".to_owned(),
        ..wire::AdjustStockRequest::default()
    };
    for _ in 0..2 {
        let answer = shop.staff().adjust_stock(request(60)).await.unwrap().into_inner();
        assert_eq!(units(answer.product.unwrap()), (Some(70), 0));
    }
    let error: Error = shop.staff().adjust_stock(request(61)).await.unwrap_err().into();
    assert_eq!(reason(&error), (Code::Conflict, "idempotency_key_reused"));
    let colleague = wire::CatalogActor { account_id: 8, ..crate::support::staff::actor() };
    let other = wire::AdjustStockRequest { actor: Some(colleague), ..request(60) };
    let answer = shop.staff().adjust_stock(other).await.unwrap().into_inner();
    assert_eq!(units(answer.product.unwrap()), (Some(130), 0), "the key of another member is another");
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn count_of_stock_that_has_changed_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 10).await;
    let count = |quantity: i64, expected: i64| wire::AdjustStockRequest {
        actor: Some(crate::support::staff::actor()),
        pro_id: 1,
        kind: Kind::Count.into(),
        quantity,
        expected_on_hand: Some(expected),
        ..wire::AdjustStockRequest::default()
    };
    shop.staff().adjust_stock(count(12, 10)).await.unwrap();
    let error: Error = shop.staff().adjust_stock(count(9, 10)).await.unwrap_err().into();
    assert_eq!(reason(&error), (Code::Conflict, "stock_changed"));
    assert!(error.message.contains("12 units"), "{}", error.message);
    reserve(&shop, "a", 2).await.unwrap();
    commit(&shop, "a").await.unwrap();
    let error: Error = shop.staff().adjust_stock(count(11, 12)).await.unwrap_err().into();
    assert_eq!(reason(&error), (Code::Conflict, "stock_changed"), "a sale counts too");
    assert_eq!(units(shop.staff_product(1).await), (Some(10), 0));
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn uncounted_product_begins_to_be_counted(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 0).await;
    let mut tx = shop.tables().await.begin().await.unwrap();
    heuan_store::run!(tx, "UPDATE product SET stock = NULL").unwrap();
    heuan_store::run!(tx, "DELETE FROM stock").unwrap();
    tx.commit().await.unwrap();
    assert_eq!(units(shop.staff_product(1).await), (None, 0));
    let error = shop.adjust(1, Kind::Damage, 1, "wet").await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "stock_not_counted"));
    let counted = shop.adjust(1, Kind::Count, 8, "").await.unwrap();
    assert_eq!(units(counted.clone()), (Some(8), 0));
    assert_eq!(field(&counted.ledger[0], "stock"), Some((None, Some("8".to_owned()))));
    let undone = shop.undo(&counted.ledger[0].change_id, None).await.unwrap();
    assert_eq!(units(undone.product.unwrap()), (None, 0));
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn undone_adjustment_keeps_sales_in_between(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 10).await;
    let received = shop.adjust(1, Kind::Receive, 5, "").await.unwrap();
    let change_id = received.ledger[0].change_id.clone();
    reserve(&shop, "a", 4).await.unwrap();
    commit(&shop, "a").await.unwrap();
    reserve(&shop, "b", 7).await.unwrap();
    let error = shop.undo(&change_id, None).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "stock_held"), "6 would remain and 7 are held");
    release(&shop, "b").await.unwrap();
    let undone = shop.undo(&change_id, None).await.unwrap();
    assert_eq!(units(undone.product.clone().unwrap()), (Some(6), 0));
    let sale = &undone.product.unwrap().ledger[1];
    assert_eq!((sale.kind.as_str(), sale.reference.as_str(), sale.can_undo), ("sale", "a", false));
    assert_eq!(field(sale, "stock"), Some((Some("15".to_owned()), Some("11".to_owned()))));
    let error = shop.undo(&change_id, None).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "already_undone"));
    let error = shop.undo(&sale.change_id, None).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "not_undoable"));
    shop.check().await;
}

/// A step of a random history.
#[derive(Clone, Debug)]
enum Step {
    Adjust(Kind, i64),
    Reserve(i64),
    Commit(usize),
    Release(usize),
    Undo(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let kinds = prop_oneof![
        (Just(Kind::Receive), 1..20i64),
        (Just(Kind::Count), 0..30i64),
        (Just(Kind::Damage), 1..10i64),
        (Just(Kind::Correct), -10..10i64),
    ];
    prop_oneof![
        4 => kinds.prop_map(|(kind, quantity)| Step::Adjust(kind, quantity)),
        3 => (1..6i64).prop_map(Step::Reserve),
        2 => (0..20usize).prop_map(Step::Commit),
        2 => (0..20usize).prop_map(Step::Release),
        1 => (0..20usize).prop_map(Step::Undo),
    ]
}

const AT_FIRST: i64 = 12;

/// The units on hand are those at first and every difference of the ledger, and never fewer than the held ones.
async fn balanced(shop: &Shop) {
    let tables = shop.tables().await;
    let sql = "SELECT s.on_hand, s.reserved, CAST(COALESCE((SELECT SUM(CAST(c.new_value AS BIGINT) - CAST(c.old_value AS BIGINT)) \
         FROM product_change c WHERE c.pro_id = s.pro_id AND c.field = 'stock'), 0) AS BIGINT) FROM stock s";
    let (on_hand, reserved, changed): (i64, i64, i64) =
        read!(tables, |pool| heuan_store::sqlx::query_as(sql).fetch_one(pool).await.unwrap());
    assert_eq!(on_hand, AT_FIRST + changed);
    assert!(on_hand >= reserved && reserved >= 0, "{on_hand} on hand, {reserved} held");
    tables.close().await;
    shop.check().await;
}

async fn history(engine: Engine, steps: Vec<Step>) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, AT_FIRST).await;
    let (mut reservations, mut adjustments) = (0, Vec::new());
    for step in steps {
        match step {
            Step::Adjust(kind, quantity) => {
                let adjusted = shop.adjust(1, kind, quantity, "why").await;
                adjustments.extend(adjusted.ok().map(|product| product.ledger[0].change_id.clone()));
            }
            Step::Reserve(quantity) => {
                let _ = reserve(&shop, &reservations.to_string(), quantity).await;
                reservations += 1;
            }
            Step::Commit(at) if reservations > 0 => {
                drop(commit(&shop, &(at % reservations).to_string()).await);
            }
            Step::Release(at) if reservations > 0 => {
                drop(release(&shop, &(at % reservations).to_string()).await);
            }
            Step::Undo(at) if !adjustments.is_empty() => {
                let _ = shop.undo(&adjustments[at % adjustments.len()], None).await;
            }
            _ => {}
        }
    }
    balanced(&shop).await;
    shop.shutdown.trigger();
}

/// Each case opens a database, so there are few of them, with long histories.
#[rstest]
#[case(Engine::Sqlite, 12)]
#[case(Engine::Postgres, 4)]
fn stock_is_the_sum_of_its_ledger_after_any_history(#[case] engine: Engine, #[case] cases: u32) {
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

/// Reservations and adjustments of many at once: no unit is sold twice or lost.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stock_is_the_sum_of_its_ledger_after_concurrent_changes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, AT_FIRST).await;
    let tasks = (0..48usize).map(|n| {
        let shop = &shop;
        async move {
            let id = n.to_string();
            match n % 4 {
                0 => drop(shop.adjust(1, Kind::Receive, 2, "").await.unwrap()),
                1 => drop(shop.adjust(1, Kind::Damage, 1, "wet").await),
                2 => drop(reserve(shop, &id, 3).await),
                _ if reserve(shop, &id, 2).await.is_ok() => {
                    commit(shop, &id).await.unwrap();
                    if n % 8 == 3 {
                        release(shop, &id).await.unwrap();
                    }
                }
                _ => {}
            }
        }
    });
    futures::future::join_all(tasks).await;
    heuan_testkit::eventually("the stock is published", async || {
        let product = shop.staff_product(1).await.product.unwrap();
        let request = wire::BatchGetProductsRequest { pro_ids: vec![1] };
        let shown = shop.catalog().batch_get_products(request).await.unwrap().into_inner().products;
        shown[0].stock == product.stock
    })
    .await;
    balanced(&shop).await;
}
