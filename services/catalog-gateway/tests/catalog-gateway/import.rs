//! Effects of an import on the tables and on watches, on both databases.

use std::fmt::Write as _;

use crate::support::{
    self, NOON, Shop,
    folder::{SMALL, folder, folder_known},
};
use heuan_catalog_gateway::{
    catalog::Filter,
    store::{ImportOptions, Origin},
};
use heuan_proto::catalog::v1::{self as wire, catalog_service_client::CatalogServiceClient};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;
use tokio_stream::StreamExt as _;

async fn product(shop: &Shop, pro_id: i64) -> Option<wire::Product> {
    let request = wire::BatchGetProductsRequest { pro_ids: vec![pro_id] };
    shop.catalog().batch_get_products(request).await.unwrap().into_inner().products.pop()
}

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

/// Reads a watch until its initial list is complete.
async fn listed(shop: &Shop, from_revision: i64) -> (Vec<i64>, Vec<i64>, Vec<String>, i64, bool) {
    let request = wire::WatchProductsRequest { from_revision };
    let mut stream = shop.catalog().watch_products(request).await.unwrap().into_inner();
    let (mut changed, mut removed, mut sections, mut reset) = (Vec::new(), Vec::new(), Vec::new(), false);
    loop {
        let event = stream.next().await.unwrap().unwrap();
        changed.extend(event.changed.iter().map(|detail| detail.product.as_ref().unwrap().pro_id));
        removed.extend(event.removed_pro_ids);
        sections.extend(event.changed_sections);
        reset |= event.reset;
        if event.snapshot_complete {
            changed.sort_unstable();
            return (changed, removed, sections, event.revision, reset);
        }
    }
}

#[rstest]
#[tokio::test]
async fn same_folder_imported_again_changes_nothing(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let before = product(&shop, 101).await;
    let again = shop.import(&folder(&SMALL), false).await;
    assert_eq!((again.products_written, again.products_removed), (0, 0));
    assert_eq!(product(&shop, 101).await, before);
}

#[rstest]
#[tokio::test]
async fn absent_column_keeps_its_values(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let prices = [("products.csv", "pro_id,pro_name_en,price\n101,White paint,350\n")];
    let imported = shop.import(&folder_known(&prices, &shop.known().await), false).await;
    assert_eq!(imported.products_written, 1);
    let after = product(&shop, 101).await.unwrap();
    assert_eq!((after.price, after.original_price, after.stock), (Some(350), Some(400), Some(5)));
    assert_eq!((after.name_la.as_str(), after.brand.as_str(), after.cat_id), ("ສີຂາວ", "Sikhota", 1));
}

#[rstest]
#[tokio::test]
async fn products_of_a_moved_group_get_its_category(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let (.., revision, _) = listed(&shop, 0).await;
    let moved = [("groups.csv", "prog_id,cat_id\n11,2\n")];
    shop.import(&folder_known(&moved, &shop.known().await), false).await;
    assert_eq!(listed(&shop, revision).await.0, [101, 102], "watches receive them");
    assert_eq!(product(&shop, 101).await.unwrap().cat_id, 2);
    assert_eq!(product(&shop, 103).await.unwrap().cat_id, 1);
}

#[rstest]
#[tokio::test]
async fn replace_removes_products_not_in_the_folder(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let (.., revision, _) = listed(&shop, 0).await;
    let mut files = SMALL;
    files[2].1 = "pro_id,cat_id,prog_id,pro_name_la,pro_name_en,price,product_price1,stock,vatrate,brand\n\
                  101,1,11,ສີຂາວ,White paint,300,400,5,10,Sikhota\n";
    files[4].1 = "promo_id,promo_type_id,pro_ids,title_en\n1,1,[101],Deals\n";
    let imported = shop.import(&folder(&files), true).await;
    assert_eq!(imported.products_removed, 4);
    assert_eq!(imported.others_removed, [("promotions", 1)]);
    assert!(product(&shop, 103).await.is_none());
    let (changed, removed, sections, ..) = listed(&shop, revision).await;
    // 101 is in the folder and unchanged, so watches do not receive it.
    assert_eq!((changed, removed), (vec![], vec![102, 103, 201, 202]));
    assert_eq!(sections, ["category", "content", "group", "promotion"]);
    // Imported again: no longer counted as removed.
    shop.import(&folder(&SMALL), false).await;
    let (changed, removed, ..) = listed(&shop, imported.revision).await;
    assert_eq!((changed, removed), (vec![102, 103, 201, 202], vec![]));
}

#[rstest]
#[tokio::test]
async fn replace_reports_other_removed_rows(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let only = folder(&[("categories.csv", "cat_id,cat_name_en\n1,Paint\n")]);
    let imported = shop.import(&only, true).await;
    assert_eq!(imported.products_removed, 5);
    assert_eq!(
        imported.others_removed,
        [
            ("categories", 1),
            ("groups", 3),
            ("promotion types", 1),
            ("promotions", 2),
            ("pages", 4),
            ("parts of header and footer", 3),
        ]
    );
}

#[rstest]
#[tokio::test]
async fn reserved_units_survive_a_new_count(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let line = wire::StockLine { pro_id: 101, quantity: 4 };
    let reserve =
        wire::ReserveStockRequest { reservation_id: "a".to_owned(), lines: vec![line], ttl_ms: 60_000 };
    shop.stock().reserve_stock(reserve).await.unwrap();
    let counted = [("products.csv", "pro_id,pro_name_en,stock\n101,White paint,10\n")];
    shop.import(&folder_known(&counted, &shop.known().await), false).await;
    assert_eq!(product(&shop, 101).await.unwrap().stock, Some(6));
    let uncounted = [("products.csv", "pro_id,pro_name_en,stock\n101,White paint,\n")];
    shop.import(&folder_known(&uncounted, &shop.known().await), false).await;
    assert_eq!(product(&shop, 101).await.unwrap().stock, None);
    let commit = wire::CommitReservationRequest { reservation_id: "a".to_owned() };
    shop.stock().commit_reservation(commit).await.unwrap();
    // Sold and published, but still not counted.
    eventually("the sale counts", async || product(&shop, 101).await.unwrap().popularity == 4).await;
    assert_eq!(product(&shop, 101).await.unwrap().stock, None);
}

#[rstest]
#[tokio::test]
async fn watch_lists_then_follows_then_resumes(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let request = wire::WatchProductsRequest { from_revision: 0 };
    let mut stream = shop.catalog().watch_products(request).await.unwrap().into_inner();
    let first = stream.next().await.unwrap().unwrap();
    assert!(first.snapshot_complete && !first.reset && first.changed.len() == 5);
    // Another process imports; this one learns of it by polling.
    let other = heuan_catalog_gateway::store::Store::open(&shop.db.location).await.unwrap();
    let prices = [("products.csv", "pro_id,pro_name_en,price\n101,White paint,350\n")];
    let prices = folder_known(&prices, &shop.known().await);
    other.import(&prices, false, support::NOON, &|_| ()).await.unwrap();
    // Heartbeats may come in between.
    let next = loop {
        let next = stream.next().await.unwrap().unwrap();
        if !next.changed.is_empty() {
            break next;
        }
    };
    assert_eq!(next.changed[0].product.as_ref().unwrap().price, Some(350));
    assert!(next.revision > first.revision && !next.snapshot_complete);
    let (changed, ..) = listed(&shop, first.revision).await;
    assert_eq!(changed, [101]);
    let (changed, _, _, _, reset) = listed(&shop, next.revision + 1000).await;
    assert!(reset && changed.len() == 5, "a revision of another database starts over");
}

/// Cached results follow other writers also between two polls.
#[rstest]
#[tokio::test]
async fn cached_result_of_a_replica_is_not_older_than_the_delay_of_an_edge(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let replica = heuan_catalog_gateway::store::Store::open(&shop.db.location).await.unwrap();
    let all = Filter::default();
    assert_eq!((replica.total(&all).await.unwrap(), replica.categories().await.unwrap().len()), (5, 2));
    let more = [
        ("categories.csv", "cat_id,cat_name_la,cat_name_en,cat_img\n3,ປູນ,Cement,\n"),
        ("products.csv", "pro_id,cat_id,prog_id,pro_name_en\n301,3,,Cement\n"),
    ];
    shop.import(&folder_known(&more, &shop.known().await), false).await;
    eventually("the replica knows of it", async || {
        replica.total(&all).await.unwrap() == 6 && replica.categories().await.unwrap().len() == 3
    })
    .await;
    assert_eq!(replica.facets(&all).await.unwrap().categories.len(), 3);
    replica.close().await;
}

#[rstest]
#[tokio::test]
async fn watch_pages_through_a_large_catalog(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    let mut products = String::from("pro_id,cat_id,prog_id,pro_name_en,price,stock\n");
    for id in 1..=2500 {
        writeln!(products, "{id},1,11,Thing {id},1000,5").unwrap();
    }
    let files = [SMALL[0], SMALL[1], ("products.csv", products.as_str())];
    shop.import(&folder(&files), false).await;
    let (changed, ..) = listed(&shop, 0).await;
    assert_eq!(changed, (1..=2500).collect::<Vec<i64>>());
}

/// With the maximum text of each product, over a connection with a message size limit.
#[rstest]
#[tokio::test]
async fn watch_of_long_descriptions_completes(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    let long = "x".repeat(64 << 10);
    let mut products = String::from("pro_id,cat_id,prog_id,pro_name_en,description_la,description_en\n");
    for id in 1..=80 {
        writeln!(products, "{id},1,11,Thing {id},{long},{long}").unwrap();
    }
    shop.import(&folder(&[SMALL[0], SMALL[1], ("products.csv", products.as_str())]), false).await;
    let far = shop.over_the_network().await;
    let request = wire::WatchProductsRequest { from_revision: 0 };
    let mut stream = CatalogServiceClient::new(far).watch_products(request).await.unwrap().into_inner();
    let (mut seen, mut resume_from) = (Vec::new(), 0);
    loop {
        let event = stream.next().await.unwrap().unwrap();
        assert!(event.changed.len() <= 8, "{} products of 128 KB in one message", event.changed.len());
        seen.extend(event.changed.iter().map(|detail| detail.product.as_ref().unwrap().pro_id));
        if event.snapshot_complete {
            break;
        }
        assert_eq!(event.revision, resume_from, "an interrupted client starts again");
        resume_from = event.revision;
    }
    assert_eq!(seen, (1..=80).collect::<Vec<i64>>());
}

#[rstest]
#[tokio::test]
async fn catalog_is_the_demo_until_another_import(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let store = shop.gateway.store();
    let import = async |origin, replace| {
        let options = ImportOptions::new(origin, replace, NOON);
        store.import_with(&folder(&SMALL), &options, &|_| ()).await.unwrap();
        store.is_only_demo().await.unwrap()
    };
    assert!(store.is_only_demo().await.unwrap(), "an empty shop");
    assert!(import(Origin::Demo, false).await);
    assert!(!import(Origin::Merchant, false).await);
    assert!(!import(Origin::Demo, false).await, "the merchant's products are still there");
    assert!(import(Origin::Demo, true).await);
    assert!(!import(Origin::Merchant, true).await);
}
