//! Barcodes and SKUs that the staff scan or type: found at once after each kind of change, and by the index that follows.

use std::fmt::Write as _;

use heuan_proto::catalog::v1::{
    self as wire,
    change_products_request::{Change, Selection},
};
use heuan_store::{read, run};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

use crate::support::{
    Shop,
    folder::{SMALL, folder, folder_known},
    staff::{actor, field},
};

/// More products than a search reads beside the index.
const COUNT: i64 = 300;

/// A shop with products that have SKUs, `T-1` and so on, in the index.
async fn coded(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    let mut products = String::from("pro_id,cat_id,prog_id,pro_name_en,price,stock,attributes\n");
    for id in 1..=COUNT {
        writeln!(products, r#"{id},1,11,Thing {id},100,5,"{{""sku"": ""T-{id}""}}""#).unwrap();
    }
    shop.import(&folder(&[SMALL[0], SMALL[1], ("products.csv", products.as_str())]), false).await;
    index_follows(&shop).await;
    shop
}

/// Waits until the index leaves few products to a search.
async fn index_follows(shop: &Shop) {
    let tables = shop.tables().await;
    let sql = "SELECT COUNT(*) FROM product p, product_code_progress c \
         WHERE c.id = 1 AND (p.revision, p.pro_id) > (c.revision, c.pro_id)";
    eventually("the index of codes follows", async || {
        let left: i64 = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
        left <= 200
    })
    .await;
}

async fn find(shop: &Shop, code: &str) -> Vec<i64> {
    let request = wire::FindProductsByCodeRequest { actor: Some(actor()), code: code.to_owned() };
    shop.staff().find_products_by_code(request).await.unwrap().into_inner().pro_ids
}

/// Finds `pro_id` alone by one code, and nothing by the other.
async fn assert_replaced(shop: &Shop, pro_id: i64, former: &str, present: &str) {
    assert_eq!(find(shop, present).await, [pro_id], "{present}");
    assert_eq!(find(shop, former).await, Vec::<i64>::new(), "{former}");
}

async fn change_of_attributes(shop: &Shop, pro_id: i64) -> String {
    let ledger = shop.staff_product(pro_id).await.ledger;
    let change = ledger.iter().find(|change| field(change, "attributes").is_some()).unwrap();
    change.change_id.clone()
}

fn sku(sku: &str) -> String {
    format!(r#"{{"sku": "{sku}"}}"#)
}

#[rstest]
#[tokio::test]
async fn edited_code_is_found_at_once_and_the_former_one_after_an_undo(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = coded(engine).await;
    let edit = wire::ProductEdit { attributes_json: Some(sku("NEW-7")), ..Default::default() };
    shop.edit(7, edit).await.unwrap();
    assert_replaced(&shop, 7, "t-7", "new-7").await;
    shop.undo(&change_of_attributes(&shop, 7).await, None).await.unwrap();
    assert_replaced(&shop, 7, "new-7", "t-7").await;
    let copy =
        wire::DuplicateProductRequest { actor: Some(actor()), pro_id: 7, version: None, new_pro_id: 907 };
    shop.staff().duplicate_product(copy).await.unwrap();
    assert_eq!(find(&shop, "t-7").await, [7, 907]);
}

#[rstest]
#[tokio::test]
async fn imported_code_is_found_at_once_and_that_of_a_removed_product_no_more(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = coded(engine).await;
    let codes = [("products.csv", "pro_id,attributes\n8,\"{\"\"sku\"\": \"\"NEW-8\"\"}\"\n")];
    shop.import(&folder_known(&codes, &shop.known().await), false).await;
    assert_replaced(&shop, 8, "t-8", "new-8").await;
    let prices = [("products.csv", "pro_id,price\n8,300\n9,300\n")];
    shop.import(&folder_known(&prices, &shop.known().await), false).await;
    assert_eq!((find(&shop, "new-8").await, find(&shop, "t-9").await), (vec![8], vec![9]));
    shop.undo(&change_of_attributes(&shop, 8).await, Some(8)).await.unwrap();
    assert_replaced(&shop, 8, "new-8", "t-8").await;
    shop.import(&folder(&SMALL), true).await;
    assert_eq!(find(&shop, "t-8").await, Vec::<i64>::new());
}

#[rstest]
#[tokio::test]
async fn code_is_found_while_the_index_follows_a_change_of_all_products(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = coded(engine).await;
    let these = Selection::Ids(wire::ProductIds { pro_ids: (1..=COUNT).collect() });
    let price = wire::PriceChange { by_basis_points: Some(300), by_amount: None, round_to: 1 };
    let changed = shop.change(these, Change::Price(price), false).await.unwrap();
    assert_eq!(changed.changed, COUNT);
    assert_eq!(find(&shop, "t-300").await, [300]);
    index_follows(&shop).await;
    assert_eq!(find(&shop, "t-300").await, [300]);
    shop.undo(&changed.change_id, None).await.unwrap();
    index_follows(&shop).await;
    assert_eq!(find(&shop, "t-300").await, [300]);
}

/// It knows the products and their revision, but not the index.
#[rstest]
#[tokio::test]
async fn code_written_by_the_previous_release_is_found(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = coded(engine).await;
    let mut tx = shop.tables().await.begin().await.unwrap();
    run!(tx, "UPDATE revision SET value = value + 1 WHERE id = 1").unwrap();
    let sql = "UPDATE product SET attributes = $1, revision = (SELECT value FROM revision) WHERE pro_id = 7";
    run!(tx, sql, sku("NEW-7")).unwrap();
    tx.commit().await.unwrap();
    assert_replaced(&shop, 7, "t-7", "new-7").await;
}

/// As the first start of this release finds them: products of the previous one, and no index.
#[rstest]
#[tokio::test]
async fn products_of_the_previous_release_are_found_before_and_after_they_are_indexed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = coded(engine).await;
    let mut tx = shop.tables().await.begin().await.unwrap();
    run!(tx, "DELETE FROM product_code").unwrap();
    run!(tx, "UPDATE product_code_progress SET revision = -1, pro_id = 0").unwrap();
    tx.commit().await.unwrap();
    assert_eq!(find(&shop, "t-300").await, [300]);
    // The index follows at the next change.
    let edit = wire::ProductEdit { location: Some("A-1".to_owned()), ..Default::default() };
    shop.edit(7, edit).await.unwrap();
    let tables = shop.tables().await;
    let sql = "SELECT COUNT(*) FROM product_code";
    eventually("every code is indexed", async || {
        let codes: i64 = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
        codes == COUNT
    })
    .await;
    assert_eq!((find(&shop, "t-7").await, find(&shop, "t-300").await), (vec![7], vec![300]));
}
