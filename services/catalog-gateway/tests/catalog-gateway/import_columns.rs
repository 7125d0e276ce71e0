//! Folders with only some columns, with and without `replace`.

use std::collections::BTreeMap;

use heuan_proto::catalog::v1 as wire;
use heuan_store::{Tx, read};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

use crate::support::{
    NOON, Shop,
    folder::{SMALL, folder, folder_known},
};

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

async fn product(shop: &Shop, pro_id: i64) -> wire::Product {
    products(shop, &[pro_id]).await.remove(0)
}

async fn products(shop: &Shop, pro_ids: &[i64]) -> Vec<wire::Product> {
    let request = wire::BatchGetProductsRequest { pro_ids: pro_ids.to_vec() };
    let found = shop.catalog().batch_get_products(request).await.unwrap().into_inner().products;
    // Revisions are tested elsewhere.
    found.into_iter().map(|product| wire::Product { revision: 0, ..product }).collect()
}

async fn add(shop: &Shop, file: &'static str, text: &str) -> u64 {
    shop.import(&folder_known(&[(file, text)], &shop.known().await), false).await.products_written
}

async fn reserve(shop: &Shop, id: &str, pro_id: i64, quantity: i64) {
    let lines = vec![wire::StockLine { pro_id, quantity }];
    let reserve = wire::ReserveStockRequest { reservation_id: id.to_owned(), lines, ttl_ms: 60_000 };
    shop.stock().reserve_stock(reserve).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn stock_only_file_changes_only_stock(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let before = product(&shop, 101).await;
    assert_eq!(add(&shop, "products.csv", "pro_id,stock\n101,77\n102,0\n").await, 1);
    let after = product(&shop, 101).await;
    assert_eq!(after, wire::Product { stock: Some(77), ..before });
}

#[rstest]
#[tokio::test]
async fn file_of_ids_only_changes_nothing(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let before = product(&shop, 101).await;
    assert_eq!(add(&shop, "products.csv", "pro_id\n101\n").await, 0);
    assert_eq!(product(&shop, 101).await, before);
}

#[rstest]
#[tokio::test]
async fn product_that_leaves_its_group_keeps_its_category(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    add(&shop, "products.csv", "pro_id,prog_id\n101,\n").await;
    let after = product(&shop, 101).await;
    assert_eq!((after.cat_id, after.prog_id), (1, 0));
    add(&shop, "products.csv", "pro_id,prog_id\n101,21\n").await;
    let after = product(&shop, 101).await;
    assert_eq!((after.cat_id, after.prog_id), (2, 21));
}

#[rstest]
#[tokio::test]
async fn price_list_updates_the_discount(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let discount = async || {
        let list = wire::ListProductsRequest {
            filter: Some(wire::ProductFilter { on_sale: true, ..Default::default() }),
            page: 1,
            limit: 10,
            ..Default::default()
        };
        let found = shop.catalog().list_products(list).await.unwrap().into_inner();
        found.products.iter().map(|product| product.pro_id).collect::<Vec<_>>()
    };
    add(&shop, "products.csv", "pro_id,price\n101,400\n103,90\n").await;
    assert_eq!(discount().await, [201]);
    add(&shop, "products.csv", "pro_id,product_price1\n103,100\n201,\n").await;
    assert_eq!(discount().await, [103]);
}

#[rstest]
#[tokio::test]
async fn file_of_some_rows_keeps_the_order_and_appends(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let order = async || {
        let request = wire::ListCategoriesRequest::default();
        let found = shop.catalog().list_categories(request).await.unwrap().into_inner().categories;
        found.iter().map(|category| category.cat_id).collect::<Vec<_>>()
    };
    add(&shop, "categories.csv", "cat_id,cat_name_en\n9,New\n2,Lamps\n").await;
    assert_eq!(order().await, [1, 2, 9]);
    add(&shop, "categories.csv", "cat_id\n9\n2\n1\n").await;
    assert_eq!(order().await, [9, 2, 1]);
    // Only ids, and not all of them.
    add(&shop, "categories.csv", "cat_id\n1\n").await;
    assert_eq!(order().await, [9, 2, 1]);
}

#[rstest]
#[tokio::test]
async fn replace_makes_the_catalog_equal_to_the_folder(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let files = [
        ("categories.csv", "cat_id,cat_name_en\n2,Lamps\n"),
        ("products.csv", "pro_id,pro_name_en,price\n101,White paint,58\n201,Bulb,9\n"),
    ];
    let shop = small(engine).await;
    shop.import(&folder(&files), true).await;
    let fresh = Shop::open(engine).await;
    fresh.import(&folder(&files), true).await;
    assert_eq!(products(&shop, &[101, 201]).await, products(&fresh, &[101, 201]).await);
    let categories = async |shop: &Shop| {
        let request = wire::ListCategoriesRequest::default();
        shop.catalog().list_categories(request).await.unwrap().into_inner().categories
    };
    assert_eq!(categories(&shop).await, categories(&fresh).await);
}

#[rstest]
#[tokio::test]
async fn sold_units_are_kept_when_a_product_is_removed_and_imported_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    reserve(&shop, "a", 101, 3).await;
    let commit = wire::CommitReservationRequest { reservation_id: "a".to_owned() };
    shop.stock().commit_reservation(commit).await.unwrap();
    shop.import(&folder(&[("categories.csv", "cat_id,cat_name_en\n1,Paint\n")]), true).await;
    shop.import(&folder(&SMALL), false).await;
    let release = wire::ReleaseReservationRequest { reservation_id: "a".to_owned(), only_held: false };
    shop.stock().release_reservation(release).await.unwrap();
    // Five counted, three returned.
    eventually("the return is in stock", async || product(&shop, 101).await.stock == Some(8)).await;
    assert_eq!(product(&shop, 101).await.popularity, 0);
}

/// An import that counts from the last product to the first, and an order that reserves the first and then the last.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn order_and_import_do_not_deadlock() {
    let shop = small(Engine::Postgres).await;
    let tables = shop.tables().await;
    let mut order = tables.begin().await.unwrap();
    let reserve = "UPDATE stock SET reserved = reserved + 1 WHERE pro_id = $1";
    heuan_store::run!(order, reserve, 101).unwrap();
    let counted = folder_known(&[("products.csv", "pro_id,stock\n201,9\n101,9\n")], &shop.known().await);
    let store = heuan_catalog_gateway::store::Store::open(&shop.db.location).await.unwrap();
    let import = tokio::spawn(async move { store.import(&counted, false, NOON, &|_| ()).await });
    eventually("the import waits for the order", async || {
        let sql =
            "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%stock%'";
        let waiting: i64 = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
        waiting > 0
    })
    .await;
    heuan_store::run!(order, reserve, 201).unwrap();
    order.commit().await.unwrap();
    import.await.unwrap().unwrap();
    assert_eq!(product(&shop, 201).await.stock, Some(8));
}

/// For each category, the expected rank of every product.
fn ranked(rows: &[Row]) -> BTreeMap<i64, i64> {
    let mut ordered: Vec<(i64, usize, i64, i64)> = Vec::new();
    for row in rows {
        let before = |other: &&Row| {
            (other.cat_id, other.prog_id) == (row.cat_id, row.prog_id)
                && (other.is_last(), other.pro_id) < (row.is_last(), row.pro_id)
        };
        ordered.push((row.cat_id, rows.iter().filter(before).count(), row.prog_id, row.pro_id));
    }
    ordered.sort_unstable();
    let mut places = BTreeMap::new();
    let mut last = (0, 0);
    for (cat_id, .., pro_id) in ordered {
        last = if last.0 == cat_id { (cat_id, last.1 + 1) } else { (cat_id, 1) };
        places.insert(pro_id, last.1);
    }
    places
}

#[derive(heuan_store::FromRow)]
struct Row {
    pro_id: i64,
    cat_id: i64,
    prog_id: i64,
    price: Option<i64>,
    stock: Option<i64>,
    img_cover: String,
    category_rank: i64,
}

impl Row {
    fn is_last(&self) -> bool {
        self.price.is_none() || self.stock.unwrap_or(0) == 0 || self.img_cover.is_empty()
    }
}

#[rstest]
#[tokio::test]
async fn each_import_leaves_every_category_ranked(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let tables = shop.tables().await;
    let mut covers = tables.begin().await.unwrap();
    heuan_store::run!(covers, "UPDATE product SET img_cover = 'a.webp'").unwrap();
    covers.commit().await.unwrap();
    for (file, text) in [
        // All ranks change, because the images were not part of an import.
        ("products.csv", "pro_id,stock\n101,5\n102,3\n103,1\n201,4\n202,6\n"),
        ("products.csv", "pro_id,pro_name_en,cat_id,prog_id,price,stock\n90,First,1,11,5,5\n"),
        ("products.csv", "pro_id,stock\n101,0\n"),
        ("products.csv", "pro_id,price\n202,7\n103,\n"),
        ("products.csv", "pro_id,prog_id\n102,12\n"),
        ("products.csv", "pro_id,cat_id,prog_id\n103,2,21\n"),
        ("groups.csv", "prog_id,cat_id\n11,2\n"),
        ("products.csv", "pro_id,stock\n101,2\n201,0\n"),
    ] {
        add(&shop, file, text).await;
        assert_in_order(&tables, text).await;
    }
    // Sold out by an order, and published afterwards.
    reserve(&shop, "all", 101, 2).await;
    let commit = wire::CommitReservationRequest { reservation_id: "all".to_owned() };
    shop.stock().commit_reservation(commit).await.unwrap();
    eventually("the sale shows", async || product(&shop, 101).await.stock == Some(0)).await;
    add(&shop, "products.csv", "pro_id,stock\n101,0\n").await;
    assert_in_order(&tables, "sold out").await;
}

async fn assert_in_order(tables: &heuan_store::Db, after: &str) {
    let sql =
        "SELECT pro_id, cat_id, prog_id, price, stock, img_cover, category_rank FROM product ORDER BY pro_id";
    let rows: Vec<Row> = read!(*tables, |pool| sqlx::query_as(sql).fetch_all(pool).await.unwrap());
    let places: BTreeMap<i64, i64> = rows.iter().map(|row| (row.pro_id, row.category_rank)).collect();
    assert_eq!(places, ranked(&rows), "after {after}");
}

/// Staged rows remain only after a failure; the next import deletes them, including those of a killed process.
#[rstest]
#[tokio::test]
async fn import_leaves_no_staged_rows(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let tables = shop.tables().await;
    let mut tx: Tx = tables.begin().await.unwrap();
    let left = "INSERT INTO import_product (import_id, pro_id, cat_id, prog_id, name_la, name_en, vatrate, unit_la, \
         unit_en, brand, brand_slug, img_cover, images, description_la, description_en, attributes) \
         VALUES ('9999-1', 1, 0, 0, '', '', 0, '', '', '', '', '', '[]', '', '', '{}')";
    heuan_store::run!(tx, left).unwrap();
    tx.commit().await.unwrap();
    add(&shop, "products.csv", "pro_id,price\n101,1\n").await;
    let sql = "SELECT COUNT(*) FROM import_product";
    let staged: i64 = read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap());
    assert_eq!(staged, 0);
}
