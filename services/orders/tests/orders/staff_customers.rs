//! Orders and points of one customer, for the staff; on both databases.

use crate::support::{KHAM, NOON, NOY, Shop, buy, staff::clerk};
use futures::future::join_all;
use heuan_orders::{PersonalData, consistency};
use heuan_proto::orders::v1::{
    self as wire, CorrectPointsRequest, CountCustomerOrdersRequest, GetCustomerPointsRequest, StaffActorRole,
};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

fn manager() -> wire::StaffActor {
    wire::StaffActor { role: StaffActorRole::Manager.into(), ..clerk(1) }
}

fn correction(points: i64, id: &str) -> CorrectPointsRequest {
    CorrectPointsRequest {
        actor: Some(manager()),
        customer_id: NOY,
        points,
        reason: "gift card".to_owned(),
        correction_id: id.to_owned(),
    }
}

async fn correct(shop: &Shop, request: CorrectPointsRequest) -> Result<i64, Error> {
    Ok(shop.staff_customers().correct_points(request).await?.into_inner().balance)
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn correction_is_made_once_never_below_zero_and_stands_in_the_ledger(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.give_points(NOY, 5).await;
    assert_eq!(correct(&shop, correction(10, "a")).await.unwrap(), 15);
    assert_eq!(correct(&shop, correction(10, "a")).await.unwrap(), 15, "a repetition changes nothing");
    let other = correct(&shop, correction(11, "a")).await.unwrap_err();
    assert_eq!(other.detail.field, "correction_id");
    for points in [0, i64::MIN, i64::MAX] {
        assert_eq!(correct(&shop, correction(points, "b")).await.unwrap_err().detail.field, "points");
    }
    let short = correct(&shop, correction(-16, "b")).await.unwrap_err();
    assert_eq!((short.code, short.detail.reason.as_str()), (Code::Conflict, "points_short"));
    let ids: Vec<String> = (0..8).map(|n| format!("c{n}")).collect();
    let answers = join_all(ids.iter().map(|id| correct(&shop, correction(-4, id)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 3);

    let request = GetCustomerPointsRequest { actor: Some(clerk(1)), customer_id: NOY, cursor: String::new() };
    let ledger = shop.staff_customers().get_customer_points(request).await.unwrap().into_inner();
    assert_eq!((ledger.balance, ledger.entries.len()), (3, 5));
    let first = ledger.entries.iter().find(|one| one.entry.as_ref().unwrap().points == 10).unwrap();
    let entry = first.entry.clone().unwrap();
    assert_eq!((entry.at_ms, entry.kind.as_str(), entry.order_id.as_str()), (NOON, "corrected", ""));
    assert_eq!((first.reason.as_str(), first.by.as_str()), ("gift card", "Clerk 1"));
    // The customer sees it without reason and name.
    let own = shop.points_of(NOY).await;
    assert_eq!((own.balance, own.entries.len()), (3, 5));
    let tables = shop.tables().await;
    let inconsistencies = consistency::read(&tables).await.unwrap().inconsistencies;
    assert!(
        inconsistencies.iter().all(|inconsistency| inconsistency.rule != "orders.points-balance"),
        "{inconsistencies:?}"
    );
    tables.close().await;
}

#[rstest]
#[tokio::test]
async fn only_a_manager_corrects_and_only_staff_reads(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let by_clerk = CorrectPointsRequest { actor: Some(clerk(1)), ..correction(1, "a") };
    let error = correct(&shop, by_clerk).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::PermissionDenied, "role"));
    let editor = wire::StaffActor { role: StaffActorRole::Editor.into(), ..clerk(1) };
    let request = GetCustomerPointsRequest { actor: Some(editor), customer_id: NOY, cursor: String::new() };
    let error = Error::from(shop.staff_customers().get_customer_points(request).await.unwrap_err());
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::PermissionDenied, "role"));
    let customer = wire::StaffActor { role: StaffActorRole::Customer.into(), ..clerk(1) };
    let request =
        GetCustomerPointsRequest { actor: Some(customer.clone()), customer_id: NOY, cursor: String::new() };
    let error = Error::from(shop.staff_customers().get_customer_points(request).await.unwrap_err());
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::PermissionDenied, "staff"));
    let request = CountCustomerOrdersRequest { actor: Some(customer), customer_ids: vec![NOY] };
    let error = Error::from(shop.staff_customers().count_customer_orders(request).await.unwrap_err());
    assert_eq!(error.code, Code::PermissionDenied);
}

#[rstest]
#[tokio::test]
async fn orders_are_counted_by_customer_and_listed_for_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 9, 50_000)]).await;
    for (customer, key) in [(NOY, "one"), (NOY, "two"), (KHAM, "three")] {
        shop.place(customer, key, buy(&[(1, 1)], "cod")).await.unwrap();
    }
    let request = CountCustomerOrdersRequest { actor: Some(clerk(1)), customer_ids: vec![NOY, 99, KHAM] };
    let counts = shop.staff_customers().count_customer_orders(request).await.unwrap().into_inner().orders;
    assert_eq!((counts.len(), counts[&NOY], counts[&KHAM]), (2, 2, 1));
    let request = wire::ListStaffOrdersRequest {
        actor: Some(clerk(1)),
        customer_id: NOY,
        limit: 1,
        ..Default::default()
    };
    let page = shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner();
    assert_eq!((page.total, page.orders[0].customer_id), (2, NOY));
    let many = CountCustomerOrdersRequest { actor: Some(clerk(1)), customer_ids: vec![1; 101] };
    let error = Error::from(shop.staff_customers().count_customer_orders(many).await.unwrap_err());
    assert_eq!(error.detail.field, "customer_ids");
}

#[rstest]
#[tokio::test]
async fn erasure_closes_corrected_points_and_deletes_their_reasons(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    correct(&shop, correction(10, "a")).await.unwrap();
    let data = PersonalData::open(&shop.places.orders.location, shop.clock.clone()).await.unwrap();
    let exported = data.export(NOY).await.unwrap().points;
    assert_eq!((exported.balance, exported.entries[0].reason.as_str()), (10, "gift card"));
    data.erase(NOY).await.unwrap();
    data.erase(NOY).await.unwrap();
    let left = data.export(NOY).await.unwrap().points;
    let entries: Vec<(&str, i64, &str)> =
        left.entries.iter().map(|one| (one.kind, one.points, one.reason.as_str())).collect();
    assert_eq!((left.balance, entries.len()), (0, 2));
    assert!(
        entries.contains(&("closed", -10, "")) && entries.contains(&("corrected", 10, "")),
        "{entries:?}"
    );
    let tables = shop.tables().await;
    let inconsistencies = consistency::read(&tables).await.unwrap().inconsistencies;
    assert!(
        inconsistencies.iter().all(|inconsistency| inconsistency.rule != "orders.points-balance"),
        "{inconsistencies:?}"
    );
    tables.close().await;
    data.close().await;
}

#[rstest]
#[tokio::test]
async fn ledger_has_every_entry_on_one_of_its_pages(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    // Of one moment, so that only the ids order them.
    for index in 0..120 {
        correct(&shop, correction(1, &format!("c{index:03}"))).await.unwrap();
    }
    let (mut cursor, mut pages, mut seen) = (String::new(), 0, 0);
    loop {
        let request = GetCustomerPointsRequest { actor: Some(clerk(1)), customer_id: NOY, cursor };
        let page = shop.staff_customers().get_customer_points(request).await.unwrap().into_inner();
        (pages, seen, cursor) = (pages + 1, seen + page.entries.len(), page.next_cursor);
        assert_eq!(page.balance, 120);
        if cursor.is_empty() {
            break;
        }
    }
    assert_eq!((pages, seen), (3, 120));
    let request =
        GetCustomerPointsRequest { actor: Some(clerk(1)), customer_id: NOY, cursor: "%".to_owned() };
    let error = Error::from(shop.staff_customers().get_customer_points(request).await.unwrap_err());
    assert_eq!(error.detail.field, "cursor");
}
