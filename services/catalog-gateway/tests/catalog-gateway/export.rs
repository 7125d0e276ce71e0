//! Export of the catalog, and that an import reads it to the same.

use heuan_proto::catalog::v1 as wire;
use heuan_testkit::{Engine, eventually};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{
    folder::SMALL,
    imports::{ImportShop, archive},
    staff::actor,
};

const PIXEL: &[u8] = include_bytes!("support/pixel.png");
const BRANCHES: &str = "b_id,b_code,b_name,b_name_eng,b_image,b_show_map,lat,lng,open,close\n\
     2,LPB,ຫຼວງພະບາງ,Luang Prabang,c/1.png,1,19.88,102.13,08:00,17:30\n1,HQ,ສຳນັກງານ,Head office,,0,,,,\n";

fn small() -> Vec<u8> {
    let mut files: Vec<(&str, &[u8])> = SMALL.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    files.push(("branches.csv", BRANCHES.as_bytes()));
    files.push(("media/c/1.png", PIXEL));
    archive(&files)
}

#[rstest]
#[tokio::test]
async fn exported_folder_imports_as_the_same_catalog(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = ImportShop::open(engine).await;
    shop.import("catalog.zip", &small(), false).await;
    // What the staff changed is exported as well: a hidden product, and units on hand, of which some are held.
    let hide = wire::ProductEdit { visible: Some(false), ..Default::default() };
    shop.shop.edit(201, hide).await.unwrap();
    hide_second_category_and_group_12(&shop).await;
    let first = shop.export("").await;

    let other = ImportShop::open(engine).await;
    let applied = other.import("catalog.zip", &first, false).await;
    let added: Vec<(&str, i64)> = applied.tables.iter().map(|it| (it.table.as_str(), it.added)).collect();
    assert_eq!(
        added,
        [
            ("products", 5),
            ("categories", 2),
            ("groups", 3),
            ("promotion_types", 1),
            ("promotions", 2),
            ("content", 7),
            ("branches", 2),
            ("media", 1),
        ]
    );
    assert_eq!(other.export("").await, first);
    assert_eq!(*other.branches.0.lock().unwrap(), *shop.branches.0.lock().unwrap());
    assert_eq!(std::fs::read(other.media().join("c/1.png")).unwrap(), PIXEL);
    assert!(!other.shop.staff_product(201).await.product.unwrap().visible);
    assert_eq!(shown(&other).await, (vec![1], vec![11]));

    // In its own shop the export changes nothing.
    let again = shop.import("catalog.zip", &first, true).await;
    let changed: Vec<_> = again.tables.iter().filter(|it| it.table != "media").collect();
    assert!(changed.is_empty(), "{changed:?}");
}

#[rstest]
#[tokio::test]
async fn hidden_category_and_group_are_shown_by_an_import_that_says_so(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = ImportShop::open(engine).await;
    shop.import("catalog.zip", &small(), false).await;
    hide_second_category_and_group_12(&shop).await;
    // A file without the column leaves them hidden, also with `replace`.
    shop.import("catalog.zip", &small(), true).await;
    assert_eq!(shown(&shop).await, (vec![1], vec![11]));
    let shows: &[u8] = b"cat_id,visible\n2,yes\n";
    let applied = shop.import("categories.csv", shows, false).await;
    let changed: Vec<_> = applied.tables.iter().map(|it| (it.table.as_str(), it.changed)).collect();
    assert_eq!(changed, [("categories", 1)]);
    shop.import("groups.csv", b"prog_id,cat_id,visible\n12,1,1\n11,1,0\n", false).await;
    eventually("the shown categories", async || shown(&shop).await == (vec![1, 2], vec![12, 21])).await;
}

/// Hides category 2 and group 12.
async fn hide_second_category_and_group_12(shop: &ImportShop) {
    let hide = |categories: &mut Vec<Value>| {
        categories[1]["hidden"] = json!(true);
        categories[0]["groups"][1]["hidden"] = json!(true);
    };
    shop.shop.edit_tree(hide).await;
}

/// The categories and groups that shoppers see.
async fn shown(shop: &ImportShop) -> (Vec<i64>, Vec<i64>) {
    let mut catalog = shop.shop.catalog();
    let categories = catalog.list_categories(wire::ListCategoriesRequest {}).await.unwrap().into_inner();
    let groups = catalog.list_groups(wire::ListGroupsRequest { cat_ids: vec![] }).await.unwrap().into_inner();
    (
        categories.categories.iter().map(|it| it.cat_id).collect(),
        groups.groups.iter().map(|it| it.prog_id).collect(),
    )
}

#[rstest]
#[tokio::test]
async fn table_is_exported_as_csv(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = ImportShop::open(engine).await;
    shop.import("catalog.zip", &small(), false).await;
    let groups = String::from_utf8(shop.export("groups").await).unwrap();
    assert_eq!(
        groups,
        "\u{FEFF}prog_id,cat_id,prog_name_la,prog_name_en,visible\r\n11,1,ສີນ້ຳ,Emulsion,1\r\n12,1,ສີນ້ຳມັນ,Enamel,1\r\n21,2,ດອກໄຟ,Bulbs,1\r\n"
    );
    let products = String::from_utf8(shop.export("products").await).unwrap();
    assert!(
        products.contains("\r\n101,1,11,ສີຂາວ,White paint,300,400,5,10,,,Sikhota,,,,,,1,,,\r\n"),
        "{products}"
    );
    let branches = String::from_utf8(shop.export("branches").await).unwrap();
    assert!(branches.contains("19.88,102.13,08:00,17:30"), "{branches}");
}

#[tokio::test]
async fn export_is_for_the_staff_and_names_an_unknown_table() {
    let shop = ImportShop::open(Engine::Sqlite).await;
    let export = async |actor, table: &str| {
        let request =
            wire::ExportCatalogRequest { actor, table: table.to_owned(), media: false, workbook: false };
        heuan_rpc::Error::from(shop.imports().export_catalog(request).await.err().unwrap())
    };
    assert_eq!(export(Some(actor()), "orders").await.detail.field, "table");
    let clerk = wire::CatalogActor { role: wire::ActorRole::Clerk.into(), ..actor() };
    assert_eq!(export(Some(clerk), "").await.detail.reason, "staff");
}
