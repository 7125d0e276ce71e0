//! Undo of changes whose former group, category or image has moved or is gone.

use heuan_proto::catalog::v1::{
    self as wire,
    change_products_request::{Change, Selection},
};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{
    Shop,
    folder::{SMALL, folder},
    imports::{ImportShop, archive},
};

const PIXEL: &[u8] = include_bytes!("support/pixel.png");

/// Product 103 is alone in group 12 of category 1, and is moved to group 21 of category 2.
async fn moved(engine: Engine) -> (Shop, String) {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    let moved = move_to(&shop, &[103], 21).await;
    (shop, moved)
}

async fn move_to(shop: &Shop, pro_ids: &[i64], prog_id: i64) -> String {
    let selection = Selection::Ids(wire::ProductIds { pro_ids: pro_ids.to_vec() });
    shop.change(selection, Change::ProgId(prog_id), false).await.unwrap().change_id
}

/// Category and group of a product.
async fn place(shop: &Shop, pro_id: i64) -> (i64, i64) {
    let product = shop.staff_product(pro_id).await.product.unwrap();
    (product.cat_id, product.prog_id)
}

/// Takes a group out of a category of the tree.
fn take_group(categories: &mut [Value], category: usize, prog_id: i64) -> Value {
    let groups = categories[category]["groups"].as_array_mut().unwrap();
    let index = groups.iter().position(|group| group["prog_id"] == prog_id).unwrap();
    groups.remove(index)
}

fn put_group(categories: &mut [Value], category: usize, group: Value) {
    categories[category]["groups"].as_array_mut().unwrap().push(group);
}

/// Whether the ledger of a product has the change set as undone.
async fn is_undone(shop: &Shop, pro_id: i64, change_id: &str) -> bool {
    let ledger = shop.staff_product(pro_id).await.ledger;
    ledger.iter().any(|change| change.change_id == change_id && change.undone)
}

fn reason(error: &Error) -> (Code, &str) {
    (error.code, error.detail.reason.as_str())
}

#[rstest]
#[tokio::test]
async fn product_does_not_return_to_a_removed_group(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, moved) = moved(engine).await;
    shop.edit_tree(|categories| drop(take_group(categories, 0, 12))).await;
    let error = shop.undo(&moved, None).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "former_value_removed"));
    assert_eq!(place(&shop, 103).await, (2, 21));
}

#[rstest]
#[tokio::test]
async fn products_of_a_removed_group_are_skipped_and_the_others_return(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    let moved = move_to(&shop, &[101, 103], 21).await;
    shop.edit_tree(|categories| drop(take_group(categories, 0, 12))).await;
    let undone = shop.undo(&moved, None).await.unwrap();
    assert_eq!(undone.undone, 1);
    let skipped: Vec<_> =
        undone.skipped.iter().map(|one| (one.pro_id, one.reason.as_str(), one.removed)).collect();
    assert_eq!(skipped, [(103, "prog_id", true)]);
    assert_eq!((place(&shop, 101).await, place(&shop, 103).await), ((1, 11), (2, 21)));
}

#[rstest]
#[tokio::test]
async fn product_returns_to_its_group_when_the_other_group_has_moved(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, moved) = moved(engine).await;
    // Group 21 takes the product along to category 1, where its former group is.
    shop.edit_tree(|categories| {
        let group = take_group(categories, 1, 21);
        put_group(categories, 0, group);
    })
    .await;
    assert_eq!(place(&shop, 103).await, (1, 21));
    let undone = shop.undo(&moved, None).await.unwrap();
    assert_eq!((undone.undone, undone.skipped.len()), (1, 0));
    assert_eq!(place(&shop, 103).await, (1, 12));
    assert!(is_undone(&shop, 103, &moved).await);
}

#[rstest]
#[tokio::test]
async fn product_returns_to_the_category_that_its_group_is_in_now(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let (shop, moved) = moved(engine).await;
    shop.edit_tree(|categories| {
        let group = take_group(categories, 0, 12);
        categories.push(json!({
            "cat_id": 5, "name": {"la": "", "en": "Varnish"}, "img": "", "groups": [group],
        }));
    })
    .await;
    let undone = shop.undo(&moved, None).await.unwrap();
    assert_eq!(place(&shop, 103).await, (5, 12));
    assert!(is_undone(&shop, 103, &moved).await);
    // The undo of the undo leads back to group 21, which stayed.
    shop.undo(&undone.change_id, None).await.unwrap();
    assert_eq!(place(&shop, 103).await, (2, 21));
}

#[rstest]
#[tokio::test]
async fn group_chosen_since_keeps_its_category(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let (shop, moved) = moved(engine).await;
    // To another group of the category that the change had set.
    shop.edit_tree(|categories| {
        let group = json!({"prog_id": 22, "name": {"la": "", "en": "Lamps"}});
        put_group(categories, 1, group);
    })
    .await;
    move_to(&shop, &[103], 22).await;
    let error = shop.undo(&moved, None).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "change_superseded"));
    assert_eq!(place(&shop, 103).await, (2, 22));
}

#[rstest]
#[tokio::test]
async fn product_without_a_group_does_not_return_to_a_removed_category(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop.edit_tree(|categories| {
        categories.push(json!({"cat_id": 5, "name": {"la": "", "en": "Varnish"}, "img": "", "groups": []}));
    })
    .await;
    let loose = wire::ProductEdit { cat_id: Some(5), prog_id: Some(0), ..Default::default() };
    shop.edit(103, loose).await.unwrap();
    let placed = move_to(&shop, &[103], 12).await;
    shop.edit_tree(|categories| drop(categories.pop())).await;
    let error = shop.undo(&placed, None).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "former_value_removed"));
    assert_eq!(place(&shop, 103).await, (1, 12));
}

#[rstest]
#[tokio::test]
async fn image_whose_file_an_import_has_removed_is_not_restored(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = ImportShop::open(engine).await;
    let with =
        |cover: &str| format!("pro_id,pro_name_en,price,stock,pro_img_cover\n101,Paint,300,5,{cover}\n");
    let first = with("p/1.png");
    let files: [(&str, &[u8]); 2] = [("products.csv", first.as_bytes()), ("media/p/1.png", PIXEL)];
    shop.import("catalog.zip", &archive(&files), false).await;
    let edit = wire::ProductEdit {
        img_cover: Some(String::new()),
        price: Some(wire::NullableInt64 { value: Some(310) }),
        ..Default::default()
    };
    let change_id = shop.shop.edit(101, edit).await.unwrap().ledger[0].change_id.clone();
    let second = with("").replace("300", "310");
    shop.import("catalog.zip", &archive(&[("products.csv", second.as_bytes())]), true).await;
    assert!(!shop.media().join("p/1.png").exists());

    let undone = shop.shop.undo(&change_id, None).await.unwrap();
    let skipped: Vec<_> =
        undone.skipped.iter().map(|one| (one.pro_id, one.reason.as_str(), one.removed)).collect();
    assert_eq!(skipped, [(101, "pro_img_cover", true)]);
    let product = undone.product.unwrap().product.unwrap();
    assert_eq!((product.price, product.img_cover.as_str()), (Some(300), ""));
    // What remains imports into another shop.
    let other = ImportShop::open(engine).await;
    other.import("catalog.zip", &shop.export("").await, false).await;
}
