//! Imports whose shop changes between their preview and their application.

use heuan_catalog_gateway::import::ImportLock;
use heuan_proto::catalog::v1 as wire;
use heuan_rpc::Code;
use heuan_store::Db;
use heuan_testkit::{Engine, TestDb};
use rstest::rstest;
use sqlx::migrate::Migrator;

use crate::support::{
    folder::SMALL,
    imports::{ImportShop, archive},
};

const PIXEL: &[u8] = include_bytes!("support/pixel.png");
const BRANCHES: &str = "b_id,b_name_eng\n1,Head office\n";

/// The whole catalog, as the shop has it but for one price.
fn catalog() -> Vec<u8> {
    let mut files: Vec<(&str, &[u8])> = SMALL.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    files.push(("branches.csv", BRANCHES.as_bytes()));
    files.push(("media/c/1.png", PIXEL));
    archive(&files)
}

async fn small(engine: Engine) -> ImportShop {
    let shop = ImportShop::open(engine).await;
    shop.import("catalog.zip", &catalog(), false).await;
    shop.import("prices.csv", b"pro_id,price\n103,90\n", false).await;
    shop
}

/// A checked import of the file.
async fn checked(shop: &ImportShop, file_name: &str, bytes: &[u8], replace: bool) -> String {
    let import_id = shop.upload(file_name, bytes, replace).await;
    let checked = shop.check(&import_id).await;
    let import = checked.import.unwrap();
    assert_eq!(import.state(), wire::ImportState::Ready, "{:?}", checked.faults);
    assert!(!import.preview_outdated);
    import_id
}

/// Applying is refused, and the import waits with a new preview.
async fn is_checked_again(shop: &ImportShop, import_id: &str) -> wire::CatalogImport {
    let refused = shop.apply(import_id).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "preview_outdated"));
    let import = shop.ended(import_id).await.import.unwrap();
    assert_eq!((import.state(), import.preview_outdated), (wire::ImportState::Ready, true));
    import
}

async fn is_applied(shop: &ImportShop, import_id: &str) -> wire::CatalogImport {
    let import = shop.apply(import_id).await.unwrap().import.unwrap();
    assert_eq!(import.state(), wire::ImportState::Applied, "{}", import.error);
    assert!(!import.preview_outdated);
    import
}

fn removed(import: &wire::CatalogImport, table: &str) -> i64 {
    import.tables.iter().find(|it| it.table == table).map_or(0, |it| it.removed)
}

async fn set_price(shop: &ImportShop, pro_id: i64, price: i64) {
    let price = Some(wire::NullableInt64 { value: Some(price) });
    shop.shop.edit(pro_id, wire::ProductEdit { price, ..Default::default() }).await.unwrap();
}

async fn price(shop: &ImportShop, pro_id: i64) -> Option<i64> {
    shop.shop.staff_product(pro_id).await.product.unwrap().price
}

#[rstest]
#[tokio::test]
async fn another_order_of_the_rows_is_a_change_that_is_applied(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let import_id = checked(&shop, "categories.csv", b"cat_id\n2\n1\n", false).await;
    let import = is_applied(&shop, &import_id).await;
    let changed: Vec<(&str, i64)> = import.tables.iter().map(|it| (it.table.as_str(), it.changed)).collect();
    assert_eq!(changed, [("categories", 2)]);
    let request = wire::ListCategoriesRequest::default();
    let found = shop.shop.catalog().list_categories(request).await.unwrap().into_inner().categories;
    assert_eq!(found.iter().map(|category| category.cat_id).collect::<Vec<_>>(), [2, 1]);
}

#[rstest]
#[tokio::test]
async fn product_added_since_the_preview_is_not_removed_before_it_was_shown(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let import_id = checked(&shop, "catalog.zip", &catalog(), true).await;
    shop.import("new.csv", b"pro_id,pro_name_en\n900,Mortar\n", false).await;
    let again = is_checked_again(&shop, &import_id).await;
    assert_eq!(removed(&again, "products"), 1);
    assert_eq!(shop.shop.staff_product(900).await.product.unwrap().name_en, "Mortar");
    // Once it was shown, it is applied.
    assert_eq!(removed(&is_applied(&shop, &import_id).await, "products"), 1);
}

#[rstest]
#[tokio::test]
async fn branch_or_image_added_since_the_preview_is_not_removed_before_it_was_shown(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let import_id = checked(&shop, "catalog.zip", &catalog(), true).await;
    {
        let mut branches = shop.branches.0.lock().unwrap();
        let mut other = branches[0].clone();
        other.b_id = 9;
        branches.push(other);
    }
    assert_eq!(removed(&is_checked_again(&shop, &import_id).await, "branches"), 1);
    std::fs::write(shop.media().join("c/2.png"), PIXEL).unwrap();
    assert_eq!(removed(&is_checked_again(&shop, &import_id).await, "media"), 1);
    is_applied(&shop, &import_id).await;
    assert!(!shop.media().join("c/2.png").exists());
}

#[rstest]
#[tokio::test]
async fn edit_of_a_product_of_the_file_outdates_the_preview_and_of_another_does_not(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let import_id = checked(&shop, "prices.csv", b"pro_id,price\n101,320\n", false).await;
    set_price(&shop, 102, 250).await;
    is_applied(&shop, &import_id).await;
    let import_id = checked(&shop, "prices.csv", b"pro_id,price\n101,330\n", false).await;
    set_price(&shop, 101, 350).await;
    let again = is_checked_again(&shop, &import_id).await;
    let row = &again.tables[0].rows[0];
    assert_eq!((row.from.as_deref(), row.to.as_deref()), (Some("350"), Some("330")));
    assert_eq!(price(&shop, 101).await, Some(350));
    is_applied(&shop, &import_id).await;
    assert_eq!(price(&shop, 101).await, Some(330));
}

#[rstest]
#[tokio::test]
async fn sale_does_not_outdate_a_preview(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let import_id = checked(&shop, "catalog.zip", &catalog(), true).await;
    let reserve = wire::ReserveStockRequest {
        reservation_id: "a".to_owned(),
        lines: vec![wire::StockLine { pro_id: 101, quantity: 1 }],
        ttl_ms: 60_000,
    };
    shop.shop.stock().reserve_stock(reserve).await.unwrap();
    is_applied(&shop, &import_id).await;
}

#[rstest]
#[tokio::test]
async fn tree_changed_since_the_preview_outdates_a_file_of_groups(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let groups: &[u8] = b"prog_id,cat_id,prog_name_en\n12,2,Enamel\n";
    let import_id = checked(&shop, "groups.csv", groups, false).await;
    shop.shop.edit_tree(|categories| categories[0]["groups"][1]["name"]["en"] = "Gloss".into()).await;
    let again = is_checked_again(&shop, &import_id).await;
    assert!(again.tables.iter().any(|table| table.table == "groups"), "{:?}", again.tables);
    is_applied(&shop, &import_id).await;
}

#[rstest]
#[tokio::test]
async fn import_that_another_one_has_outdated_is_checked_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let first = checked(&shop, "prices.csv", b"pro_id,price\n101,320\n", false).await;
    let second = checked(&shop, "prices.csv", b"pro_id,price\n101,330\n", false).await;
    is_applied(&shop, &first).await;
    is_checked_again(&shop, &second).await;
    is_applied(&shop, &second).await;
    assert_eq!(price(&shop, 101).await, Some(330));
}

/// A change after the call to apply, while the import waits for its turn.
#[rstest]
#[tokio::test]
async fn change_while_an_import_waits_to_be_applied_lets_it_be_checked_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let import_id = checked(&shop, "prices.csv", b"pro_id,price\n101,320\n", false).await;
    // As a command or a backup holds it.
    let lock = ImportLock::try_take(shop.folders.path()).unwrap().unwrap();
    let preview = shop.get(&import_id).await.import.unwrap().preview;
    shop.begin_apply(&import_id, &preview).await.unwrap();
    set_price(&shop, 101, 350).await;
    drop(lock);
    let import = shop.ended(&import_id).await.import.unwrap();
    assert_eq!(
        (import.state(), import.preview_outdated),
        (wire::ImportState::Ready, true),
        "{}",
        import.error
    );
    assert_eq!(price(&shop, 101).await, Some(350), "nothing was changed");
    is_applied(&shop, &import_id).await;
    shop.shop.check().await;
}

/// Another manager had the file checked again, so that the import has a preview that this one has not seen.
#[rstest]
#[tokio::test]
async fn import_is_not_applied_with_a_preview_that_another_one_replaced(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let import_id = checked(&shop, "catalog.zip", &catalog(), true).await;
    let shown = shop.get(&import_id).await.import.unwrap().preview;
    shop.import("new.csv", b"pro_id,pro_name_en\n900,Mortar\n", false).await;
    let again = is_checked_again(&shop, &import_id).await;
    assert!(!shown.is_empty() && again.preview != shown);
    let refused = shop.begin_apply(&import_id, &shown).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "preview_replaced"));
    let waiting = shop.get(&import_id).await.import.unwrap();
    assert_eq!((waiting.state(), &waiting.preview), (wire::ImportState::Ready, &again.preview));
    assert_eq!(shop.shop.staff_product(900).await.product.unwrap().name_en, "Mortar");
    let applied = is_applied(&shop, &import_id).await;
    assert_eq!((removed(&applied, "products"), applied.preview.as_str()), (1, ""));
}

#[rstest]
#[tokio::test]
async fn edge_of_the_previous_release_applies_the_present_preview_and_no_outdated_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let import_id = checked(&shop, "prices.csv", b"pro_id,price\n101,320\n", false).await;
    set_price(&shop, 101, 350).await;
    let refused = shop.begin_apply(&import_id, "").await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "preview_outdated"));
    shop.ended(&import_id).await;
    shop.begin_apply(&import_id, "").await.unwrap();
    let applied = shop.ended(&import_id).await.import.unwrap();
    assert_eq!(applied.state(), wire::ImportState::Applied);
    assert_eq!(price(&shop, 101).await, Some(320));
}

/// A check that finds the same changes makes another preview all the same.
#[rstest]
#[tokio::test]
async fn preview_has_another_token_after_each_check(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let import_id = checked(&shop, "prices.csv", b"pro_id,price\n101,320\n", false).await;
    let first = shop.get(&import_id).await.import.unwrap();
    set_price(&shop, 101, 350).await;
    is_checked_again(&shop, &import_id).await;
    set_price(&shop, 101, first.tables[0].rows[0].from.as_ref().unwrap().parse().unwrap()).await;
    let second = is_checked_again(&shop, &import_id).await;
    assert_eq!(second.tables[0].rows, first.tables[0].rows);
    assert_ne!(second.preview, first.preview);
}

/// An import that an earlier release has checked has no basis.
#[rstest]
#[tokio::test]
async fn import_checked_by_an_earlier_release_is_checked_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let import_id = checked(&shop, "prices.csv", b"pro_id,price\n101,320\n", false).await;
    let mut tx = shop.shop.tables().await.begin().await.unwrap();
    heuan_store::run!(tx, "UPDATE catalog_import SET basis = '' WHERE import_id = $1", &import_id).unwrap();
    tx.commit().await.unwrap();
    is_checked_again(&shop, &import_id).await;
    is_applied(&shop, &import_id).await;
}

/// The previews of an earlier release lack warnings.
#[rstest]
#[tokio::test]
async fn basis_of_an_import_that_is_to_apply_is_deleted_by_the_update(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    static MIGRATIONS: Migrator = heuan_store::migrate!();
    let earlier =
        Migrator::with_migrations(MIGRATIONS.iter().filter(|it| it.version < 26).cloned().collect());
    let test_db = TestDb::new(engine).await;
    let db = Db::open(&test_db.location, &earlier).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let sql = "INSERT INTO catalog_import (import_id, state, file_name, bytes, received, replace_all, actor_name, created_at, \
           touched_at, tables, basis) VALUES ($1, $2, 'prices.csv', 1, 1, 0, '', 0, 0, '[]', 'digest')";
    for state in ["checking", "ready"] {
        heuan_store::run!(tx, sql, state, state).unwrap();
    }
    tx.commit().await.unwrap();
    db.close().await;
    let db = Db::open(&test_db.location, &MIGRATIONS).await.unwrap();
    let sql = "SELECT state, basis, ends_demo FROM catalog_import ORDER BY state";
    let rows: Vec<(String, String, i64)> =
        heuan_store::read!(db, |pool| sqlx::query_as(sql).fetch_all(pool).await.unwrap());
    let row = |state: &str, basis: &str| (state.to_owned(), basis.to_owned(), 0_i64);
    assert_eq!(rows, [row("checking", "digest"), row("ready", "")]);
    db.close().await;
}
