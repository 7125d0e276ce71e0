//! Imports that add units to the stock or take them off: column `stock_change`.

use heuan_catalog_gateway::store::{EditedColumn, ImportOptions, Imported, Origin};
use heuan_proto::catalog::v1 as wire;
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{
    NOON, Shop,
    folder::{SMALL, folder, folder_known},
    staff::field,
};

const DELIVERY: &str = "pro_id,stock_change\n101,60\n102,+5\n103,-2\n201,\n";

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

async fn import(shop: &Shop, products: &str, dry_run: bool) -> Imported {
    let folder = folder_known(&[("products.csv", products)], &shop.known().await);
    let options = ImportOptions { dry_run, ..ImportOptions::new(Origin::Merchant, false, NOON) };
    shop.gateway.store().import_with(&folder, &options, &|_| ()).await.unwrap()
}

async fn stock(shop: &Shop, pro_ids: &[i64]) -> Vec<Option<i64>> {
    let mut units = Vec::new();
    for pro_id in pro_ids {
        units.push(shop.staff_product(*pro_id).await.product.unwrap().stock);
    }
    units
}

async fn reserve(shop: &Shop, pro_id: i64, quantity: i64) {
    let lines = vec![wire::StockLine { pro_id, quantity }];
    let request = wire::ReserveStockRequest { reservation_id: "a".to_owned(), lines, ttl_ms: 3_600_000 };
    shop.stock().reserve_stock(request).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn units_of_a_delivery_are_added_to_the_stock_on_hand(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    reserve(&shop, 101, 2).await;
    let preview = import(&shop, DELIVERY, true).await;
    let rows: Vec<_> =
        preview.tables[0].rows.iter().map(|row| (row.id.as_str(), row.field.as_str())).collect();
    assert_eq!(rows, [("101", "stock_change"), ("102", "stock_change"), ("103", "stock_change")]);
    let first = &preview.tables[0].rows[0];
    assert_eq!((first.from.as_deref(), first.to.as_deref()), (Some("5"), Some("65")));
    assert_eq!(stock(&shop, &[101]).await, [Some(3)], "a preview changes nothing");

    assert_eq!(import(&shop, DELIVERY, false).await.stock_changed_before, None);
    assert_eq!(stock(&shop, &[101, 102, 103, 201]).await, [Some(63), Some(5), Some(5), Some(100)]);
    let ledger = shop.staff_product(101).await.ledger;
    assert_eq!((ledger[0].kind.as_str(), ledger[0].product_count), ("stock_change", 3));
    assert_eq!(field(&ledger[0], "stock"), Some((Some("5".to_owned()), Some("65".to_owned()))));
    shop.undo(&ledger[0].change_id, Some(101)).await.unwrap();
    assert_eq!(stock(&shop, &[101]).await, [Some(3)]);
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn count_that_is_older_than_a_delivery_is_reported(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    assert_eq!(import(&shop, DELIVERY, false).await.edited, []);
    assert_eq!(import(&shop, DELIVERY, false).await.edited, [], "a delivery writes over no other");
    let column = EditedColumn { column: "stock", edited: 1, overwritten: 1, examples: vec![101] };
    assert_eq!(import(&shop, "pro_id,stock\n101,5\n", false).await.edited, [column]);
}

#[rstest]
#[tokio::test]
async fn delivery_that_was_added_before_is_recognized(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    import(&shop, DELIVERY, false).await;
    assert_eq!(import(&shop, DELIVERY, true).await.stock_changed_before, Some(NOON));
    assert_eq!(import(&shop, "pro_id,stock_change\n101,61\n", true).await.stock_changed_before, None);
}

#[rstest]
#[tokio::test]
async fn units_that_are_not_free_are_not_taken_off(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    reserve(&shop, 101, 4).await;
    let refused = import(&shop, "pro_id,stock_change,price\n101,-2,999\n103,1,\n202,-1,\n", false).await;
    let rows: Vec<_> = refused.refused_stock.changes.iter().map(|row| (row.pro_id, row.change)).collect();
    assert_eq!(rows, [(101, -2), (202, -1)], "one is held, the other is not counted");
    assert_eq!(refused.refused_stock.total, 2);
    assert!(refused.refused_stock.changes[0].reason().contains("4 are held"));
    assert_eq!(stock(&shop, &[101, 103, 202]).await, [Some(1), Some(7), None]);
    assert_eq!(shop.staff_product(101).await.product.unwrap().price, Some(300), "nothing is imported");
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn one_table_counts_some_products_and_changes_others(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    import(&shop, "pro_id,stock,stock_change\n101,40,\n102,,3\n202,,9\n201,,0\n103,,\n", false).await;
    assert_eq!(
        stock(&shop, &[101, 102, 202, 201, 103]).await,
        [Some(40), Some(3), Some(9), Some(100), None],
        "an empty stock without a change is no longer counted"
    );
    let new = "pro_id,cat_id,pro_name_en,price,stock_change\n900,1,Roller,10,12\n";
    import(&shop, new, false).await;
    assert_eq!(stock(&shop, &[900]).await, [Some(12)]);
    shop.check().await;
}
