//! Stock is never oversold (Q1 at the level of this service), on both databases.

use crate::support::Shop;
use futures::future::join_all;
use heuan_proto::catalog::v1::{
    BatchGetStockRequest, CommitReservationRequest, ListHeldStockRequest, ReleaseReservationRequest,
    ReservationState, ReserveStockRequest, ReturnUnitsRequest, Stock, StockLine, TakeBackReturnRequest,
};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

fn lines(of: &[(i64, i64)]) -> Vec<StockLine> {
    of.iter().map(|&(pro_id, quantity)| StockLine { pro_id, quantity }).collect()
}

async fn reserve(shop: &Shop, id: &str, of: &[(i64, i64)]) -> Result<ReservationState, Error> {
    let request = ReserveStockRequest { reservation_id: id.to_owned(), lines: lines(of), ttl_ms: 60_000 };
    let answer = shop.stock().reserve_stock(request).await?.into_inner();
    Ok(answer.reservation.unwrap().state())
}

async fn commit(shop: &Shop, id: &str) -> Result<ReservationState, Error> {
    let request = CommitReservationRequest { reservation_id: id.to_owned() };
    Ok(shop.stock().commit_reservation(request).await?.into_inner().reservation.unwrap().state())
}

async fn release(shop: &Shop, id: &str) -> Result<ReservationState, Error> {
    release_of(shop, id, false).await
}

async fn release_of(shop: &Shop, id: &str, only_held: bool) -> Result<ReservationState, Error> {
    let request = ReleaseReservationRequest { reservation_id: id.to_owned(), only_held };
    Ok(shop.stock().release_reservation(request).await?.into_inner().reservation.unwrap().state())
}

async fn level(shop: &Shop, pro_id: i64) -> Stock {
    let request = BatchGetStockRequest { pro_ids: vec![pro_id] };
    shop.stock().batch_get_stock(request).await.unwrap().into_inner().stocks[0]
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn last_unit_is_reserved_by_exactly_one_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 1).await;
    let tries = (0..64).map(|n| {
        let shop = &shop;
        async move { reserve(shop, &format!("r{n}"), &[(1, 1)]).await }
    });
    let answers = join_all(tries).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for error in answers.into_iter().filter_map(Result::err) {
        assert_eq!(error.code, Code::Conflict);
        assert_eq!(error.detail.reason, "stock_short");
        let short = &error.detail.shortages[0];
        assert_eq!((short.pro_id, short.requested, short.available), (1, 1, 0));
    }
}

#[rstest]
#[tokio::test]
async fn units_that_come_back_are_added_once(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 10).await;
    reserve(&shop, "a", &[(1, 4)]).await.unwrap();
    commit(&shop, "a").await.unwrap();
    let back = async |id: &str, of: &[(i64, i64)]| {
        let request = ReturnUnitsRequest { return_id: id.to_owned(), lines: lines(of) };
        shop.stock().return_units(request).await.map_err(Error::from)
    };
    // A product that is not counted is skipped.
    let copies = join_all((0..8).map(|_| back("a-r1", &[(1, 3), (9, 1)]))).await;
    assert!(copies.iter().all(Result::is_ok), "{copies:?}");
    let stock = level(&shop, 1).await;
    assert_eq!((stock.available, stock.reserved, stock.sold), (9, 0, 4));
    for (id, of) in [("a-r1", &[(1, 1)]), ("a", &[(1, 4)])] {
        assert_eq!(back(id, of).await.unwrap_err().detail.reason, "reservation_taken");
    }
    assert_eq!(back("a-r2", &[(1, 0)]).await.unwrap_err().detail.field, "quantity");
    // A release does not end a return.
    assert_eq!(release(&shop, "a-r1").await.unwrap(), ReservationState::Returned);
    assert_eq!(level(&shop, 1).await.available, 9);
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn return_by_mistake_leaves_the_stock_once(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 10).await;
    reserve(&shop, "a", &[(1, 4)]).await.unwrap();
    commit(&shop, "a").await.unwrap();
    // A product that is not counted is skipped.
    let request = ReturnUnitsRequest { return_id: "a-r1".to_owned(), lines: lines(&[(1, 3), (9, 1)]) };
    shop.stock().return_units(request).await.unwrap();
    assert_eq!(level(&shop, 1).await.available, 9);
    let take_back = async |id: &str| {
        let request = TakeBackReturnRequest { return_id: id.to_owned(), ..TakeBackReturnRequest::default() };
        shop.stock().take_back_return(request).await.map_err(Error::from)
    };
    let copies = join_all((0..8).map(|_| take_back("a-r1"))).await;
    assert!(copies.iter().all(Result::is_ok), "{copies:?}");
    let stock = level(&shop, 1).await;
    assert_eq!((stock.available, stock.reserved, stock.sold), (6, 0, 4));
    // Only a return is taken back.
    assert_eq!(take_back("a").await.unwrap_err().detail.reason, "reservation_ended");
    assert_eq!(take_back("b").await.unwrap_err().code, Code::NotFound);
    assert_eq!(level(&shop, 1).await.available, 6);
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn return_whose_units_were_sold_again_stays_until_they_are_held(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 4).await;
    reserve(&shop, "a", &[(1, 4)]).await.unwrap();
    commit(&shop, "a").await.unwrap();
    let request = ReturnUnitsRequest { return_id: "a-r1".to_owned(), lines: lines(&[(1, 3)]) };
    shop.stock().return_units(request).await.unwrap();
    let take_back = async |hold_id: &str| {
        let (return_id, hold_id) = ("a-r1".to_owned(), hold_id.to_owned());
        let request = TakeBackReturnRequest { return_id, hold_id, instead: None };
        shop.stock().take_back_return(request).await.map_err(Error::from)
    };
    // Another customer has one of them in an order.
    reserve(&shop, "b", &[(1, 1)]).await.unwrap();
    for hold_id in ["", "a-h1"] {
        let error = take_back(hold_id).await.unwrap_err();
        let short = &error.detail.shortages[0];
        assert_eq!((short.pro_id, short.requested, short.available), (1, 3, 2));
    }
    let kept = level(&shop, 1).await;
    assert_eq!((kept.available, kept.reserved), (2, 1));

    release(&shop, "b").await.unwrap();
    reserve(&shop, "a-h1", &[(1, 3)]).await.unwrap();
    assert_eq!(reserve(&shop, "b2", &[(1, 1)]).await.unwrap_err().detail.reason, "stock_short");
    for _ in 0..2 {
        take_back("a-h1").await.unwrap();
    }
    let stock = level(&shop, 1).await;
    assert_eq!((stock.available, stock.reserved, stock.sold), (0, 0, 4));
    assert_eq!(release(&shop, "a-h1").await.unwrap(), ReservationState::Released);
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn return_is_replaced_by_another_in_one_step(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 4).await;
    shop.shelve(2, 1).await;
    reserve(&shop, "a", &[(1, 4), (2, 1)]).await.unwrap();
    commit(&shop, "a").await.unwrap();
    let request = ReturnUnitsRequest { return_id: "a-r1".to_owned(), lines: lines(&[(1, 3)]) };
    shop.stock().return_units(request).await.unwrap();
    // Two have come back, and a unit of another product; all but the wrong one are sold again.
    reserve(&shop, "a-h1", &[(1, 1)]).await.unwrap();
    reserve(&shop, "b", &[(1, 2)]).await.unwrap();
    let instead = ReturnUnitsRequest { return_id: "a-r2".to_owned(), lines: lines(&[(1, 2), (2, 1)]) };
    let request = TakeBackReturnRequest {
        return_id: "a-r1".to_owned(),
        hold_id: "a-h1".to_owned(),
        instead: Some(instead.clone()),
    };
    shop.stock().take_back_return(request).await.unwrap();
    // Repeated as a return alone, it is known.
    shop.stock().return_units(instead).await.unwrap();
    let stock = (level(&shop, 1).await, level(&shop, 2).await);
    assert_eq!((stock.0.available, stock.0.reserved, stock.1.available), (0, 2, 1));
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn order_reserves_all_of_its_lines_or_none(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 10).await;
    shop.shelve(2, 1).await;
    let error = reserve(&shop, "a", &[(1, 4), (2, 2), (3, 1)]).await.unwrap_err();
    let short: Vec<_> = error.detail.shortages.iter().map(|s| (s.pro_id, s.available)).collect();
    assert_eq!(short, [(2, 1), (3, 0)]);
    assert_eq!(level(&shop, 1).await.available, 10);
    // The id of the refused reservation is free.
    reserve(&shop, "a", &[(1, 4), (2, 1)]).await.unwrap();
    assert_eq!(level(&shop, 1).await.available, 6);
}

#[rstest]
#[tokio::test]
async fn every_step_is_idempotent(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 5).await;
    for _ in 0..3 {
        assert_eq!(reserve(&shop, "a", &[(1, 2)]).await.unwrap(), ReservationState::Held);
    }
    assert_eq!(level(&shop, 1).await.reserved, 2);
    for _ in 0..3 {
        assert_eq!(commit(&shop, "a").await.unwrap(), ReservationState::Committed);
    }
    let after = level(&shop, 1).await;
    assert_eq!((after.available, after.reserved, after.sold), (3, 0, 2));
    for _ in 0..3 {
        assert_eq!(release(&shop, "a").await.unwrap(), ReservationState::Returned);
    }
    let after = level(&shop, 1).await;
    assert_eq!((after.available, after.reserved, after.sold), (5, 0, 0));
    assert_eq!(commit(&shop, "a").await.unwrap_err().detail.reason, "reservation_ended");
}

#[rstest]
#[tokio::test]
async fn release_of_only_a_held_reservation_leaves_a_committed_one_sold(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 10).await;
    reserve(&shop, "held", &[(1, 2)]).await.unwrap();
    reserve(&shop, "sold", &[(1, 3)]).await.unwrap();
    commit(&shop, "sold").await.unwrap();
    for _ in 0..2 {
        assert_eq!(release_of(&shop, "held", true).await.unwrap(), ReservationState::Released);
        assert_eq!(release_of(&shop, "sold", true).await.unwrap(), ReservationState::Committed);
        let stock = level(&shop, 1).await;
        assert_eq!((stock.available, stock.reserved, stock.sold), (7, 0, 3));
    }
    assert_eq!(release_of(&shop, "unknown", true).await.unwrap_err().code, Code::NotFound);
    assert_eq!(release(&shop, "sold").await.unwrap(), ReservationState::Returned);
    let stock = level(&shop, 1).await;
    assert_eq!((stock.available, stock.reserved, stock.sold), (10, 0, 0));
}

#[rstest]
#[tokio::test]
async fn reservation_id_with_different_lines_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 5).await;
    reserve(&shop, "a", &[(1, 2)]).await.unwrap();
    let error = reserve(&shop, "a", &[(1, 3)]).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "reservation_taken"));
}

#[rstest]
#[tokio::test]
async fn expired_reservation_returns_its_units(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 3).await;
    reserve(&shop, "a", &[(1, 3)]).await.unwrap();
    shop.clock.advance(60_000);
    assert_eq!(commit(&shop, "a").await.unwrap_err().detail.reason, "reservation_ended");
    heuan_testkit::eventually("the reservation expires", async || level(&shop, 1).await.available == 3).await;
    assert_eq!(release(&shop, "a").await.unwrap(), ReservationState::Expired);
    assert_eq!(level(&shop, 1).await.available, 3);
}

#[rstest]
#[tokio::test]
async fn product_lists_follow_the_stock(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 3).await;
    reserve(&shop, "a", &[(1, 2)]).await.unwrap();
    commit(&shop, "a").await.unwrap();
    heuan_testkit::eventually("the list shows it", async || {
        let request = heuan_proto::catalog::v1::BatchGetProductsRequest { pro_ids: vec![1] };
        let products = shop.catalog().batch_get_products(request).await.unwrap().into_inner().products;
        products[0].stock == Some(1) && products[0].popularity == 2
    })
    .await;
}

#[rstest]
#[case::no_lines(&[], "lines")]
#[case::no_units(&[(1, 0)], "quantity")]
#[case::negative(&[(1, -1)], "quantity")]
#[case::too_many(&[(1, 1_000_000)], "quantity")]
#[case::twice(&[(1, 1), (1, 1)], "lines")]
#[tokio::test]
async fn invalid_request_is_refused_with_its_field(#[case] of: &[(i64, i64)], #[case] field: &str) {
    let shop = Shop::open(Engine::Sqlite).await;
    let error = reserve(&shop, "a", of).await.unwrap_err();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
    assert_eq!(reserve(&shop, "a b", &[(1, 1)]).await.unwrap_err().detail.field, "reservation_id");
}

/// Many shoppers, few units, all outcomes: stock and reservations must agree exactly at the end.
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stock_is_consistent_after_many_concurrent_orders(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let shelf = [(1, 3), (2, 5), (3, 1)];
    for (pro_id, units) in shelf {
        shop.shelve(pro_id, units).await;
    }
    for round in 0..6 {
        let shoppers = (0..64i64).map(|n| {
            let shop = &shop;
            async move {
                let id = format!("{round}-{n}");
                let (one, other) = (1 + n % 3, 1 + (n + round) % 3);
                let mut wanted = vec![(one, 1 + n % 2)];
                if other != one {
                    wanted.push((other, 1));
                }
                if reserve(shop, &id, &wanted).await.is_ok() {
                    match n % 4 {
                        0 => drop(commit(shop, &id).await.unwrap()),
                        1 => {
                            commit(shop, &id).await.unwrap();
                            release(shop, &id).await.unwrap();
                        }
                        2 => drop(release(shop, &id).await.unwrap()),
                        // Left reserved.
                        _ => {}
                    }
                }
            }
        });
        join_all(shoppers).await;
        for (pro_id, units) in shelf {
            let after = level(&shop, pro_id).await;
            assert_eq!(after.available + after.reserved + after.sold, units, "{after:?}");
            assert!(after.available >= 0 && after.reserved >= 0 && after.sold >= 0, "{after:?}");
        }
    }
}

/// A reservation is held before its order is written, and stays if the order never is.
#[rstest]
#[tokio::test]
async fn products_with_held_units_are_listed_by_id(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    for pro_id in 1..=4 {
        shop.shelve(pro_id, 10).await;
    }
    reserve(&shop, "a", &[(3, 2), (1, 4)]).await.unwrap();
    reserve(&shop, "b", &[(3, 5)]).await.unwrap();
    reserve(&shop, "c", &[(2, 1)]).await.unwrap();
    reserve(&shop, "d", &[(4, 1)]).await.unwrap();
    commit(&shop, "c").await.unwrap();
    release(&shop, "d").await.unwrap();
    let list = async |after_pro_id: i64, limit: i32| {
        let request = ListHeldStockRequest { after_pro_id, limit };
        let found = shop.stock().list_held_stock(request).await.map_err(Error::from)?.into_inner().stocks;
        let held = found.into_iter().map(|stock| (stock.pro_id, stock.reserved, stock.available));
        Ok::<Vec<_>, Error>(held.collect())
    };
    assert_eq!(list(0, 1_000).await.unwrap(), [(1, 4, 6), (3, 7, 3)]);
    assert_eq!(list(0, 1).await.unwrap(), [(1, 4, 6)]);
    assert_eq!(list(1, 1).await.unwrap(), [(3, 7, 3)]);
    assert!(list(3, 1).await.unwrap().is_empty());
    for limit in [0, 1_001] {
        assert_eq!(list(0, limit).await.unwrap_err().detail.field, "limit");
    }
}
