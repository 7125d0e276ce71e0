//! Locations of goods: edited, imported and exported by the staff, and in no response for shoppers.

use heuan_proto::catalog::v1::{
    self as wire,
    change_products_request::{Change, Selection},
};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{
    Shop,
    folder::{SMALL, folder, folder_known},
    imports::{ImportShop, archive},
    staff::{actor, field},
};

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

fn location(text: &str) -> wire::ProductEdit {
    wire::ProductEdit { location: Some(text.to_owned()), ..Default::default() }
}

async fn location_of(shop: &Shop, pro_id: i64) -> String {
    shop.staff_product(pro_id).await.product.unwrap().location
}

async fn import(shop: &Shop, products: &str, replace: bool) {
    shop.import(&folder_known(&[("products.csv", products)], &shop.known().await), replace).await;
}

async fn locations_for(
    shop: &Shop,
    role: wire::ActorRole,
    pro_ids: Vec<i64>,
) -> Result<Vec<(i64, String)>, Error> {
    let actor = Some(wire::CatalogActor { role: role.into(), ..actor() });
    let request = wire::BatchGetProductLocationsRequest { actor, pro_ids };
    let answer = shop.staff().batch_get_product_locations(request).await?.into_inner();
    Ok(answer.locations.into_iter().map(|one| (one.pro_id, one.location)).collect())
}

#[rstest]
#[tokio::test]
async fn location_is_edited_with_its_history_and_undone(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let edited = shop.edit(101, location("  A3-12 ")).await.unwrap();
    assert_eq!(edited.product.unwrap().location, "A3-12");
    let change = &edited.ledger[0];
    assert_eq!(field(change, "location"), Some((Some(String::new()), Some("A3-12".to_owned()))));
    assert_eq!(change.name, "Kham Phanthavong");
    let request = wire::ListStaffProductsRequest { actor: Some(actor()), limit: 10, ..Default::default() };
    let listed = shop.staff().list_staff_products(request).await.unwrap().into_inner().products;
    let listed = listed.iter().find(|product| product.pro_id == 101).unwrap();
    assert_eq!((listed.location.as_str(), listed.vatrate), ("A3-12", 10));

    let undone = shop.undo(&change.change_id, None).await.unwrap();
    assert_eq!(undone.product.unwrap().product.unwrap().location, "");
    for wrong in ["x".repeat(41), "A3\n12".to_owned()] {
        let refused = shop.edit(101, location(&wrong)).await.unwrap_err();
        assert_eq!((refused.code, refused.detail.field.as_str()), (Code::InvalidArgument, "location"));
    }
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn location_is_imported_and_stays_where_a_table_does_not_name_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    import(&shop, "pro_id,location\n101,A3-12\n102,ສາງ 2\n", false).await;
    assert_eq!(location_of(&shop, 102).await, "ສາງ 2");
    let change = &shop.staff_product(101).await.ledger[0];
    assert_eq!(field(change, "location"), Some((Some(String::new()), Some("A3-12".to_owned()))));

    import(&shop, "pro_id,price\n101,310\n", false).await;
    let whole = "pro_id,cat_id,prog_id,pro_name_en,price\n101,1,11,White paint,320\n102,1,11,Red paint,200\n";
    let (mut files, replace) = (SMALL.to_vec(), true);
    files[2].1 = whole;
    files.retain(|(name, _)| !name.starts_with("promotion"));
    shop.import(&folder_known(&files, &shop.known().await), replace).await;
    assert_eq!(location_of(&shop, 101).await, "A3-12", "a table of another system does not know locations");
    import(&shop, "pro_id,location\n101,\n", false).await;
    assert_eq!(location_of(&shop, 101).await, "");
}

#[rstest]
#[tokio::test]
async fn exported_locations_import_unchanged(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = ImportShop::open(engine).await;
    let mut files: Vec<(&str, &[u8])> = SMALL.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    files.push(("media/c/1.png", include_bytes!("support/pixel.png")));
    shop.import("catalog.zip", &archive(&files), false).await;
    for (pro_id, text) in [(101, "A3-12"), (102, "007"), (201, "ຫຼັງຮ້ານ, \"B\"")] {
        shop.shop.edit(pro_id, location(text)).await.unwrap();
    }
    let table = String::from_utf8(shop.export("products").await).unwrap();
    assert!(table.lines().next().unwrap().ends_with(",visible_until,location"), "{table}");
    let exported = shop.export("").await;
    let other = ImportShop::open(engine).await;
    other.import("catalog.zip", &exported, false).await;
    assert_eq!(other.export("").await, exported);
    // A workbook keeps the leading zeros of a location.
    let third = ImportShop::open(engine).await;
    third.import("catalog.zip", &archive(&files), false).await;
    third.import("products.xlsx", &shop.export_as("products", true).await, false).await;
    assert_eq!(third.export("products").await, shop.export("products").await);
    assert_eq!(location_of(&third.shop, 102).await, "007");
}

#[rstest]
#[tokio::test]
async fn locations_of_an_order_are_open_to_clerks(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    shop.edit(101, location("A3-12")).await.unwrap();
    shop.edit(101, wire::ProductEdit { visible: Some(false), ..Default::default() }).await.unwrap();
    let found = locations_for(&shop, wire::ActorRole::Clerk, vec![201, 999, 101, 101]).await.unwrap();
    assert_eq!(found, [(101, "A3-12".to_owned()), (201, String::new())], "hidden products too");
    for role in [wire::ActorRole::Customer, wire::ActorRole::Unspecified] {
        let refused = locations_for(&shop, role, vec![101]).await.unwrap_err();
        assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::PermissionDenied, "staff"));
    }
    for pro_ids in [Vec::new(), (1..=201).collect()] {
        let refused = locations_for(&shop, wire::ActorRole::Clerk, pro_ids).await.unwrap_err();
        assert_eq!((refused.code, refused.detail.field.as_str()), (Code::InvalidArgument, "pro_ids"));
    }
}

#[rstest]
#[tokio::test]
async fn location_of_a_selection_is_changed_and_undone(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    shop.edit(102, location("A3-12")).await.unwrap();
    let these = || Selection::Ids(wire::ProductIds { pro_ids: vec![101, 102, 103] });
    let to = |text: &str| Change::Location(text.to_owned());
    let preview = shop.change(these(), to(" A3-12"), true).await.unwrap();
    let texts =
        |one: &wire::ChangedProduct| (one.pro_id, one.location_before.clone(), one.location_after.clone());
    let expected = |pro_id| (pro_id, Some(String::new()), Some("A3-12".to_owned()));
    assert_eq!(preview.products.iter().map(texts).collect::<Vec<_>>(), [expected(101), expected(103)]);
    assert_eq!((preview.matched, preview.unchanged), (3, 1));
    let changed = shop.change(these(), to("A3-12"), false).await.unwrap();
    assert_eq!(location_of(&shop, 103).await, "A3-12");
    shop.undo(&changed.change_id, None).await.unwrap();
    assert_eq!(
        (location_of(&shop, 102).await, location_of(&shop, 103).await),
        ("A3-12".to_owned(), String::new())
    );
    let refused = shop.change(these(), to(&"x".repeat(41)), false).await.unwrap_err();
    assert_eq!(refused.detail.field, "change.location");
}

#[tokio::test]
async fn location_is_read_from_a_price_list() {
    let shop = ImportShop::open(Engine::Sqlite).await;
    let mut files: Vec<(&str, &[u8])> = SMALL.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    files.push(("media/c/1.png", include_bytes!("support/pixel.png")));
    shop.import("catalog.zip", &archive(&files), false).await;
    shop.import("list.csv", b"pro_id;Price;Shelf\n103;100;B2 \n101;300;\n", false).await;
    assert_eq!(
        (location_of(&shop.shop, 103).await, location_of(&shop.shop, 101).await),
        ("B2".to_owned(), String::new())
    );
}
