//! The menu, the first view, and the tree of categories and groups that staff edits.

use heuan_proto::catalog::v1::{
    GetProductRequest, GetStorefrontRequest, ListCategoriesRequest, ListGroupsRequest,
};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{
    content_editor::{ContentEditor, small},
    folder::{SMALL, folder},
};

fn group(prog_id: i64, name: &str) -> Value {
    json!({"prog_id": prog_id, "name": {"la": "", "en": name}})
}

fn category(cat_id: i64, name: &str, groups: &[Value]) -> Value {
    json!({"cat_id": cat_id, "name": {"la": "", "en": name}, "img": "", "groups": groups})
}

#[rstest]
#[tokio::test]
async fn menu_and_first_view_are_edited(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
    let item = |id: i64, children: Value| json!({"id": id, "label": {"la": "ຮ້ານ", "en": "Shop"}, "sublabel": null, "href": "/shop", "children": children});
    editor.edit("menu", "menu", &json!({"items": [item(1, json!([item(2, json!([]))]))]})).await;
    let tile = json!({"image": "c/1.png", "title": {"la": "", "en": "Bath"}, "text": {"la": "", "en": ""}, "href": ""});
    let hero = json!({"title": {"la": "ເຮືອນ", "en": "Home"}, "text": {"la": "", "en": ""}, "tiles": [tile]});
    editor.edit("hero", "hero", &hero).await;
    let messages = json!({"messages": [{"text": {"la": "", "en": "Free delivery"}, "href": ""}]});
    editor.edit("messages", "messages", &messages).await;
    let shown = shop.content().get_storefront(GetStorefrontRequest {}).await.unwrap().into_inner();
    assert_eq!((shown.menu.len(), shown.menu[0].children.len(), shown.messages.len()), (1, 1, 1));
    assert_eq!(shown.hero.unwrap().title.unwrap().en, "Home");
}

#[rstest]
#[tokio::test]
async fn categories_are_renamed_and_reordered(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
    let (version, mut body) = editor.item("categories", "categories").await;
    let categories = body["categories"].as_array_mut().unwrap();
    categories.reverse();
    categories[0]["name"]["en"] = json!("Lamps");
    categories[1]["groups"].as_array_mut().unwrap().reverse();
    editor.save("categories", "categories", &version, &body).await.unwrap();
    assert_eq!(editor.item("categories", "categories").await.1, body);
    eventually("the new order", async || {
        let answer = shop.catalog().list_categories(ListCategoriesRequest {}).await.unwrap().into_inner();
        let names: Vec<&str> = answer.categories.iter().map(|it| it.name_en.as_str()).collect();
        names == ["Lamps", "Paint"]
    })
    .await;
}

#[rstest]
#[tokio::test]
async fn new_categories_and_groups_get_the_next_free_ids(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
    let (_, mut body) = editor.item("categories", "categories").await;
    let categories = body["categories"].as_array_mut().unwrap();
    categories.push(category(0, "Tools", &[group(0, "Drills"), group(0, "Saws")]));
    categories[0]["groups"].as_array_mut().unwrap().push(group(0, "Primers"));
    let saved = editor.edit("categories", "categories", &body).await;
    let (_, body) = editor.item("categories", "categories").await;
    assert_eq!(body["categories"][2]["cat_id"], 3);
    let ids = |index: usize| {
        let groups = body["categories"][index]["groups"].as_array().unwrap();
        groups.iter().map(|group| group["prog_id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!((ids(0), ids(2)), (vec![11, 12, 22], vec![23, 24]));
    editor.undo("categories", "categories", &saved.change_id).await.unwrap();
    assert_eq!(editor.item("categories", "categories").await.1["categories"].as_array().unwrap().len(), 2);
}

#[rstest]
#[tokio::test]
async fn ids_of_removed_categories_and_groups_are_not_given_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
    let (_, before) = editor.item("categories", "categories").await;
    let with = |name: &str| {
        let mut body = before.clone();
        body["categories"].as_array_mut().unwrap().push(category(0, name, &[group(0, "Drills")]));
        body
    };
    let ids = async || {
        let body = editor.item("categories", "categories").await.1;
        let category = &body["categories"][2];
        (category["cat_id"].as_i64().unwrap(), category["groups"][0]["prog_id"].as_i64().unwrap())
    };
    editor.edit("categories", "categories", &with("Tools")).await;
    let removed = ids().await;
    editor.edit("categories", "categories", &before).await;
    editor.edit("categories", "categories", &with("Garden")).await;
    assert_eq!(ids().await, (removed.0 + 1, removed.1 + 1));
}

#[rstest]
#[tokio::test]
async fn category_with_products_is_not_removed_and_an_empty_one_is(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
    let (version, body) = editor.item("categories", "categories").await;
    let mut without = body.clone();
    without["categories"].as_array_mut().unwrap().pop();
    let error = editor.save("categories", "categories", &version, &without).await.unwrap_err();
    assert_eq!(error.detail.field, "categories");
    assert_eq!(error.detail.errors[0].reason, "not_empty");
    let message = &error.detail.errors[0].message;
    assert!(message.contains("group 21 (Bulbs) still has 2 products"), "{message}");
    // An empty category is removed, and is there again with its id after an undo.
    let mut with = body.clone();
    with["categories"].as_array_mut().unwrap().push(category(7, "Tools", &[group(71, "Drills")]));
    editor.edit("categories", "categories", &with).await;
    let removed = editor.edit("categories", "categories", &body).await;
    assert_eq!(editor.item("categories", "categories").await.1, body);
    editor.undo("categories", "categories", &removed.change_id).await.unwrap();
    assert_eq!(editor.item("categories", "categories").await.1, with);
    // Ids that are there twice are refused.
    let mut twice = with.clone();
    twice["categories"][2]["groups"] = json!([group(11, "Emulsion")]);
    let version = editor.item("categories", "categories").await.0;
    let error = editor.save("categories", "categories", &version, &twice).await.unwrap_err();
    assert_eq!(error.detail.field, "categories[2].groups[0].prog_id");
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn moved_group_takes_its_products_along_and_back(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
    let (_, before) = editor.item("categories", "categories").await;
    let mut body = before.clone();
    let enamel = body["categories"][0]["groups"].as_array_mut().unwrap().remove(1);
    body["categories"][1]["groups"].as_array_mut().unwrap().push(enamel);
    let category_of = async |pro_id: i64| {
        let request = GetProductRequest { pro_id };
        shop.catalog().get_product(request).await.unwrap().into_inner().category.unwrap().cat_id
    };
    let moved = editor.edit("categories", "categories", &body).await;
    assert_eq!((category_of(103).await, category_of(101).await), (2, 1));
    shop.check().await;
    editor.undo("categories", "categories", &moved.change_id).await.unwrap();
    assert_eq!(category_of(103).await, 1);
    assert_eq!(editor.item("categories", "categories").await.1, before);
}

#[rstest]
#[tokio::test]
async fn hidden_category_is_absent_from_the_lists_of_shoppers_also_after_an_import(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
    let (_, mut body) = editor.item("categories", "categories").await;
    body["categories"][1]["hidden"] = json!(true);
    body["categories"][0]["groups"][0]["hidden"] = json!(true);
    editor.edit("categories", "categories", &body).await;
    let shown = async || {
        let categories = shop.catalog().list_categories(ListCategoriesRequest {}).await.unwrap().into_inner();
        let groups = shop.catalog().list_groups(ListGroupsRequest { cat_ids: vec![] }).await.unwrap();
        (
            categories.categories.iter().map(|it| it.cat_id).collect::<Vec<_>>(),
            groups.into_inner().groups.iter().map(|it| it.prog_id).collect::<Vec<_>>(),
        )
    };
    eventually("the shown categories", async || shown().await == (vec![1], vec![12])).await;
    // Products are found as before, without a category.
    let product = shop.catalog().get_product(GetProductRequest { pro_id: 201 }).await.unwrap().into_inner();
    assert!(product.product.is_some() && product.category.is_none());
    shop.import(&folder(&SMALL), true).await;
    eventually("the shown categories", async || shown().await == (vec![1], vec![12])).await;
    assert_eq!(editor.item("categories", "categories").await.1["categories"][1]["hidden"], true);
}
