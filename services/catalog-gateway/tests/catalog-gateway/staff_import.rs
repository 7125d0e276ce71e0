//! Imports beside edits: the ledger of an import, and the columns that the staff had edited.

use heuan_catalog_gateway::store::{EditedColumn, Imported};
use heuan_proto::catalog::v1 as wire;
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{
    Shop,
    folder::{SMALL, folder, folder_known},
    staff::field,
};

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

async fn import(shop: &Shop, products: &str) -> Imported {
    shop.import(&folder_known(&[("products.csv", products)], &shop.known().await), false).await
}

fn price(value: i64) -> wire::ProductEdit {
    wire::ProductEdit { price: Some(wire::NullableInt64 { value: Some(value) }), ..Default::default() }
}

fn text(value: &str) -> String {
    value.to_owned()
}

#[rstest]
#[tokio::test]
async fn import_is_in_the_ledger_of_products_that_it_changed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let version = shop.version(101).await;
    assert!(shop.staff_product(101).await.ledger.is_empty(), "new products have no rows");
    import(&shop, "pro_id,cat_id,prog_id,pro_name_en,price,stock\n101,1,11,White paint,350,9\n102,1,11,Red paint,200,0\n301,1,11,New,1,1\n").await;
    let after = shop.staff_product(101).await;
    let change = &after.ledger[0];
    assert_eq!(
        (change.kind.as_str(), change.source(), change.product_count),
        ("import", wire::ChangeSource::Import, 1)
    );
    assert_eq!(field(change, "price"), Some((Some(text("300")), Some(text("350")))));
    assert_eq!(field(change, "stock"), Some((Some(text("5")), Some(text("9")))));
    assert_eq!(change.fields.len(), 2);
    assert!(after.product.as_ref().unwrap().version > version, "an open form learns of it");
    assert!(shop.staff_product(102).await.ledger.is_empty());
    assert!(shop.staff_product(301).await.ledger.is_empty());
    // The part of one product can be undone, the whole import cannot.
    assert_eq!(shop.undo(&change.change_id, None).await.unwrap_err().detail.reason, "not_undoable");
    let undone = shop.undo(&change.change_id, Some(101)).await.unwrap().product.unwrap().product.unwrap();
    assert_eq!((undone.price, undone.stock), (Some(300), Some(5)));
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn import_reports_the_columns_that_staff_edited_since_the_last_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    shop.edit(101, price(310)).await.unwrap();
    shop.edit(102, price(210)).await.unwrap();
    shop.edit(103, price(110)).await.unwrap();
    let change_id = shop.staff_product(103).await.ledger[0].change_id.clone();
    shop.undo(&change_id, None).await.unwrap();
    let renamed = wire::ProductEdit { name_en: Some(text("Wall paint")), ..Default::default() };
    shop.edit(101, renamed).await.unwrap();
    // Names are not in the file, 102 has the edited price, and the edit of 103 is undone.
    let prices = "pro_id,price\n101,300\n102,210\n103,120\n";
    let imported = import(&shop, prices).await;
    let column = EditedColumn { column: "price", edited: 2, overwritten: 1, examples: vec![101] };
    assert_eq!(imported.edited, [column]);
    let product = shop.staff_product(101).await.product.unwrap();
    assert_eq!((product.price, product.name_en.as_str()), (Some(300), "Wall paint"));
    // Reported once: the next import follows this one.
    assert_eq!(import(&shop, prices).await.edited, []);
}

#[rstest]
#[tokio::test]
async fn import_without_the_edited_column_leaves_its_edit_to_be_reported(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    shop.edit(101, price(310)).await.unwrap();
    shop.edit(102, price(210)).await.unwrap();
    assert_eq!(import(&shop, "pro_id,location\n101,A3\n").await.edited, [], "it has no prices");
    assert_eq!(import(&shop, "pro_id,price\n103,100\n").await.edited, [], "it has other products");
    let content = [("content.json", r#"{"company": {"name": "Heuan", "points_per_kip": 100000}}"#)];
    shop.import(&folder_known(&content, &shop.known().await), false).await;
    let column = |edited, id| EditedColumn { column: "price", edited, overwritten: 1, examples: vec![id] };
    assert_eq!(import(&shop, "pro_id,price\n101,300\n").await.edited, [column(1, 101)]);
    assert_eq!(import(&shop, "pro_id,price\n101,290\n102,200\n").await.edited, [column(1, 102)]);
}

async fn sell(shop: &Shop, reservation_id: &str, quantity: i64) {
    let lines = vec![wire::StockLine { pro_id: 101, quantity }];
    let reservation_id = reservation_id.to_owned();
    let request =
        wire::ReserveStockRequest { reservation_id: reservation_id.clone(), lines, ttl_ms: 3_600_000 };
    shop.stock().reserve_stock(request).await.unwrap();
    shop.stock().commit_reservation(wire::CommitReservationRequest { reservation_id }).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn import_reports_the_sales_that_its_stock_puts_back(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let exported = "pro_id,stock\n101,5\n102,0\n";
    let stock = |overwritten, examples| EditedColumn { column: "stock", edited: 1, overwritten, examples };
    sell(&shop, "a", 3).await;
    assert_eq!(import(&shop, "pro_id,price\n101,300\n").await.edited, [], "it has no stock");
    assert_eq!(import(&shop, exported).await.edited, [stock(1, vec![101])]);
    assert_eq!(import(&shop, exported).await.edited, [], "reported once");
    sell(&shop, "b", 2).await;
    assert_eq!(
        import(&shop, "pro_id,stock\n101,3\n").await.edited,
        [stock(0, vec![])],
        "the file has the sale"
    );
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn import_reports_the_returns_that_its_stock_takes_away(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    sell(&shop, "a", 3).await;
    import(&shop, "pro_id,stock\n101,2\n").await;
    let lines = vec![wire::StockLine { pro_id: 101, quantity: 1 }];
    let request = wire::ReturnUnitsRequest { return_id: "r".to_owned(), lines };
    shop.stock().return_units(request).await.unwrap();
    let column = EditedColumn { column: "stock", edited: 1, overwritten: 1, examples: vec![101] };
    assert_eq!(import(&shop, "pro_id,stock\n101,2\n").await.edited, [column]);
}

#[rstest]
#[tokio::test]
async fn group_that_moves_is_in_the_ledger_of_its_products(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let moved = [("groups.csv", "prog_id,cat_id\n11,2\n")];
    shop.import(&folder_known(&moved, &shop.known().await), false).await;
    let ledger = shop.staff_product(101).await.ledger;
    assert_eq!(field(&ledger[0], "cat_id"), Some((Some(text("1")), Some(text("2")))));
}
