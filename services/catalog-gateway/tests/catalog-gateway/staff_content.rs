//! Content that staff edits: versions, schedule, ledger, undo, and imports beside it.

use heuan_proto::{
    catalog::v1::{
        GetProductRequest, GetStorefrontRequest, ListCategoriesRequest, ListGroupsRequest,
        ListPromotionsRequest,
    },
    staffcontent::v1::{self as wire, staff_content_service_client::StaffContentServiceClient},
};
use heuan_rpc::{Code, Error, Transport};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{
    Shop,
    folder::{SMALL, folder, folder_known},
};

fn actor() -> wire::ContentActor {
    wire::ContentActor {
        role: wire::ContentActorRole::Editor.into(),
        account_id: 7,
        name: "Kham Phanthavong".to_owned(),
    }
}

struct Editor<'a> {
    shop: &'a Shop,
    client: StaffContentServiceClient<Transport>,
}

impl<'a> Editor<'a> {
    fn of(shop: &'a Shop) -> Self {
        Self { shop, client: StaffContentServiceClient::new(shop.transport.clone()) }
    }

    async fn get(&self, kind: &str, item_id: &str) -> wire::GetContentResponse {
        let (kind, item_id) = (kind.to_owned(), item_id.to_owned());
        let request = wire::GetContentRequest { actor: Some(actor()), kind, item_id };
        self.client.clone().get_content(request).await.unwrap().into_inner()
    }

    async fn item(&self, kind: &str, item_id: &str) -> (String, Value) {
        let item = self.get(kind, item_id).await.item.unwrap();
        (item.version, serde_json::from_str(&item.body_json).unwrap())
    }

    async fn list(&self, kind: &str) -> Vec<String> {
        let request = wire::ListContentRequest {
            actor: Some(actor()),
            kind: kind.to_owned(),
            limit: 100,
            ..Default::default()
        };
        let items = self.client.clone().list_content(request).await.unwrap().into_inner().items;
        items.into_iter().map(|item| item.item_id).collect()
    }

    async fn save(
        &self,
        kind: &str,
        item_id: &str,
        version: &str,
        body: &Value,
    ) -> Result<wire::SaveContentResponse, Error> {
        let request = wire::SaveContentRequest {
            actor: Some(actor()),
            kind: kind.to_owned(),
            item_id: item_id.to_owned(),
            version: version.to_owned(),
            body_json: body.to_string(),
        };
        Ok(self.client.clone().save_content(request).await?.into_inner())
    }

    /// Saves over the present version.
    async fn edit(&self, kind: &str, item_id: &str, body: &Value) -> wire::SaveContentResponse {
        let (version, _) = self.item(kind, item_id).await;
        self.save(kind, item_id, &version, body).await.unwrap()
    }

    async fn delete(&self, kind: &str, item_id: &str) -> Result<String, Error> {
        let (version, _) = self.item(kind, item_id).await;
        let (kind, item_id) = (kind.to_owned(), item_id.to_owned());
        let request = wire::DeleteContentRequest { actor: Some(actor()), kind, item_id, version };
        Ok(self.client.clone().delete_content(request).await?.into_inner().change_id)
    }

    async fn undo(
        &self,
        kind: &str,
        item_id: &str,
        change_id: &str,
    ) -> Result<wire::UndoContentChangeResponse, Error> {
        let request = wire::UndoContentChangeRequest {
            actor: Some(actor()),
            kind: kind.to_owned(),
            item_id: item_id.to_owned(),
            change_id: change_id.to_owned(),
        };
        Ok(self.client.clone().undo_content_change(request).await?.into_inner())
    }

    /// Titles of the promotions that shoppers see on a day.
    async fn promotions(&self, day: &str) -> Vec<String> {
        let request = ListPromotionsRequest { day: day.to_owned(), ..Default::default() };
        let answer = self.shop.catalog().list_promotions(request).await.unwrap().into_inner();
        answer.promotions.into_iter().map(|it| it.title_en).collect()
    }

    async fn banners(&self) -> Vec<i64> {
        let answer = self.shop.content().get_storefront(GetStorefrontRequest {}).await.unwrap();
        answer.into_inner().banners.into_iter().map(|it| it.id).collect()
    }
}

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

fn promotion(title: &str, starts: &str, ends: &str) -> Value {
    json!({
        "title": {"la": "ຫຼຸດ", "en": title}, "promo_type_id": 1, "starts": starts, "ends": ends, "banner": "",
        "pro_ids": [103, 101], "published": true, "position": -1,
    })
}

fn banner(title: &str) -> Value {
    json!({
        "title": {"la": "", "en": title}, "image": "c/1.png", "href": "/shop", "starts": "", "ends": "",
        "published": true, "position": 0,
    })
}

#[rstest]
#[tokio::test]
async fn promotion_is_shown_from_its_first_day_to_its_last_while_it_is_published(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
    let body = promotion("New year", "2026-12-20", "2027-01-05");
    let item = editor.save("promotion", "", "", &body).await.unwrap().item.unwrap();
    assert_eq!(item.item_id, "3");
    assert_eq!(editor.item("promotion", "3").await.1, body);
    assert_eq!(editor.list("promotion").await, ["1", "2", "3"]);
    for (day, shown) in
        [("2026-12-19", false), ("2026-12-20", true), ("2027-01-05", true), ("2027-01-06", false)]
    {
        assert_eq!(editor.promotions(day).await.contains(&"New year".to_owned()), shown, "{day}");
    }
    let mut unpublished = body.clone();
    unpublished["published"] = json!(false);
    editor.edit("promotion", "3", &unpublished).await;
    assert!(editor.promotions("2026-12-20").await.is_empty());
    shop.check().await;
}

#[rstest]
#[tokio::test]
async fn second_editor_of_the_same_version_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
    let (version, mut body) = editor.item("promotion", "1").await;
    body["title"]["en"] = json!("Deals");
    editor.save("promotion", "1", &version, &body).await.unwrap();
    body["title"]["en"] = json!("Other deals");
    let error = editor.save("promotion", "1", &version, &body).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "content_changed"));
    // An import is another editor as well.
    let (version, body) = editor.item("promotion", "1").await;
    let csv = [("promotions.csv", "promo_id,promo_type_id,title_en\n1,1,Imported\n")];
    shop.import(&folder_known(&csv, &shop.known().await), false).await;
    let error = editor.save("promotion", "1", &version, &body).await.unwrap_err();
    assert_eq!(error.detail.reason, "content_changed");
    // An equal body is no change.
    let (version, body) = editor.item("promotion", "1").await;
    assert_eq!(body["title"]["en"], "Imported");
    assert_eq!(editor.save("promotion", "1", &version, &body).await.unwrap().change_id, "");
}

#[rstest]
#[tokio::test]
async fn change_is_in_the_ledger_and_can_be_undone_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
    let (_, before) = editor.item("page", "about").await;
    let mut body = before.clone();
    body["paragraphs"] = json!([{"la": "ພວກເຮົາຂາຍສີ", "en": "We sell paint and lamps"}]);
    let change_id = editor.edit("page", "about", &body).await.change_id;
    let answer = editor.get("page", "about").await;
    let change = &answer.changes[0];
    assert_eq!((change.change_id.as_str(), change.action.as_str()), (change_id.as_str(), "update"));
    assert_eq!((change.account_id, change.name.as_str(), change.can_undo), (7, "Kham Phanthavong", true));
    let undone = editor.undo("page", "about", &change_id).await.unwrap();
    assert_eq!(editor.item("page", "about").await.1, before);
    let error = editor.undo("page", "about", &change_id).await.unwrap_err();
    assert_eq!(error.detail.reason, "already_undone");
    // The undo can be undone, until something else changes the page.
    editor.undo("page", "about", &undone.change_id).await.unwrap();
    assert_eq!(editor.item("page", "about").await.1, body);
    let second = editor.edit("page", "about", &before).await.change_id;
    editor.edit("page", "about", &body).await;
    let error = editor.undo("page", "about", &second).await.unwrap_err();
    assert_eq!(error.detail.reason, "change_superseded");
}

#[rstest]
#[tokio::test]
async fn deleted_item_is_gone_until_the_deletion_is_undone(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
    let (_, before) = editor.item("promotion", "1").await;
    let change_id = editor.delete("promotion", "1").await.unwrap();
    assert_eq!(editor.list("promotion").await, ["2"]);
    editor.undo("promotion", "1", &change_id).await.unwrap();
    assert_eq!(editor.item("promotion", "1").await.1, before);
    assert_eq!(editor.promotions("2026-11-15").await, ["Deals of the month"]);
    // What the shop needs stays: single items, and pages with others below them.
    assert_eq!(editor.delete("menu", "menu").await.unwrap_err().detail.reason, "not_deletable");
    assert_eq!(editor.delete("page", "news").await.unwrap_err().detail.reason, "not_deletable");
    editor.delete("page", "news/2").await.unwrap();
}

#[rstest]
#[case::promotion(
    "promotion",
    promotion("Sale", "2026-11-15", "2026-11-15"),
    promotion("Fair", "2026-11-15", "2026-11-15")
)]
#[case::banner("banner", banner("Sale"), banner("Fair"))]
#[tokio::test]
async fn id_of_a_deleted_item_is_not_given_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] kind: &str,
    #[case] first: Value,
    #[case] second: Value,
) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
    let create = async |body: &Value| editor.save(kind, "", "", body).await.unwrap().item.unwrap().item_id;
    let deleted = create(&first).await;
    let deletion = editor.delete(kind, &deleted).await.unwrap();
    let next = create(&second).await;
    assert_ne!(next, deleted);
    assert_eq!(editor.get(kind, &next).await.changes.len(), 1, "it has a history of its own");
    editor.undo(kind, &deleted, &deletion).await.unwrap();
    assert_eq!(editor.item(kind, &deleted).await.1["title"]["en"], "Sale");
    assert_eq!(editor.item(kind, &next).await.1["title"]["en"], "Fair");
    // Nor that of an item which an import has removed.
    shop.import(&folder(&SMALL), true).await;
    let after_import = create(&first).await;
    assert!(after_import != deleted && after_import != next, "{after_import}");
}

#[rstest]
#[tokio::test]
async fn banner_is_scheduled_and_ordered(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
    for title in ["First", "Second", "Third"] {
        editor.save("banner", "", "", &banner(title)).await.unwrap();
    }
    let mut second = banner("Second");
    second["position"] = json!(-1);
    second["ends"] = json!("2026-11-21");
    editor.edit("banner", "2", &second).await;
    let mut third = banner("Third");
    third["starts"] = json!("2026-11-22");
    editor.edit("banner", "3", &third).await;
    assert_eq!(editor.banners().await, [2, 1]);
    shop.clock.advance(24 * 3_600_000);
    assert_eq!(editor.banners().await, [1, 3]);
}

#[rstest]
#[tokio::test]
async fn body_with_errors_names_each_field(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
    let mut body = promotion("", "2026-12-20", "2026-12-01");
    body["title"]["la"] = json!(" ");
    body["promo_type_id"] = json!(9);
    body["pro_ids"] = json!([101, 999]);
    let error = editor.save("promotion", "", "", &body).await.unwrap_err();
    let fields: Vec<&str> = error.detail.errors.iter().map(|it| it.field.as_str()).collect();
    assert_eq!(fields, ["title", "ends", "promo_type_id", "pro_ids"]);
    let error = editor.save("promotion", "", "", &json!({"title": 1})).await.unwrap_err();
    assert_eq!(error.detail.field, "body");
    let error = editor.save("prices", "", "", &json!({})).await.unwrap_err();
    assert_eq!(error.detail.field, "kind");
    let error =
        editor.save("hero", "", "", &json!({"title": {}, "text": {}, "tiles": []})).await.unwrap_err();
    assert_eq!(error.detail.field, "kind");
    let page = json!({
        "title": {"la": "", "en": "Sale"}, "image": "", "date": "", "paragraphs": [], "jobs": [], "documents": [],
        "questions": [{"question": {"la": "", "en": "Why?"}, "answer": {"la": "", "en": "Because"}}],
    });
    let error = editor.save("page", "news/sale", "", &page).await.unwrap_err();
    assert_eq!(error.detail.field, "item_id");
    let error = editor.save("page", "news/9", "", &page).await.unwrap_err();
    assert_eq!(error.detail.field, "questions");
    assert_eq!(editor.list("page").await.len(), 4);
}

#[rstest]
#[tokio::test]
async fn caller_without_the_role_is_refused(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
    for role in
        [wire::ContentActorRole::Unspecified, wire::ContentActorRole::Customer, wire::ContentActorRole::Clerk]
    {
        let actor = Some(wire::ContentActor { role: role.into(), ..actor() });
        let request =
            wire::ListContentRequest { actor, kind: "page".to_owned(), limit: 10, ..Default::default() };
        let error: Error = editor.client.clone().list_content(request).await.unwrap_err().into();
        assert_eq!((error.code, error.detail.reason.as_str()), (Code::PermissionDenied, "staff"));
    }
}

#[rstest]
#[tokio::test]
async fn categories_are_renamed_and_reordered(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
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

fn group(prog_id: i64, name: &str) -> Value {
    json!({"prog_id": prog_id, "name": {"la": "", "en": name}})
}

fn category(cat_id: i64, name: &str, groups: &[Value]) -> Value {
    json!({"cat_id": cat_id, "name": {"la": "", "en": name}, "img": "", "groups": groups})
}

#[rstest]
#[tokio::test]
async fn new_categories_and_groups_get_the_next_free_ids(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
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
    let editor = Editor::of(&shop);
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
    let editor = Editor::of(&shop);
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
    let editor = Editor::of(&shop);
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
    let editor = Editor::of(&shop);
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

#[rstest]
#[tokio::test]
async fn menu_and_first_view_are_edited(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
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
async fn import_names_the_content_that_staff_edited_since_the_last_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
    assert!(editor.get("menu", "menu").await.changes.is_empty(), "the first import creates the menu");
    for id in ["1", "2"] {
        let (_, mut body) = editor.item("promotion", id).await;
        body["title"]["la"] = json!("ຫຼຸດແຮງ");
        editor.edit("promotion", id, &body).await;
    }
    let (_, mut body) = editor.item("page", "about").await;
    body["title"]["en"] = json!("Us");
    editor.edit("page", "about", &body).await;
    let csv = [("promotions.csv", "promo_id,promo_type_id,title_la,title_en\n1,1,ຫຼຸດ,Deals of the month\n")];
    let folder = folder_known(&csv, &shop.known().await);
    let imported = shop.import(&folder, false).await;
    let edited: Vec<(&str, &str, bool)> = imported
        .edited_content
        .iter()
        .map(|it| (it.kind.as_str(), it.item_id.as_str(), it.overwritten))
        .collect();
    assert_eq!(edited, [("promotion", "1", true), ("promotion", "2", false)]);
    let table = imported.tables.iter().find(|it| it.table == "promotions").unwrap();
    assert_eq!(table.edited[0], ("promotion 1".to_owned(), 1, 1));
    let change = &editor.get("promotion", "1").await.changes[0];
    assert_eq!((change.action.as_str(), change.source()), ("import", wire::ContentChangeSource::Import));
    // The import of one promotion is undone like an edit.
    editor.undo("promotion", "1", &change.change_id.clone()).await.unwrap();
    assert_eq!(editor.item("promotion", "1").await.1["title"]["la"], "ຫຼຸດແຮງ");
    // Reported once: the next import follows this one.
    assert!(shop.import(&folder, false).await.edited_content.is_empty());
    // Those of a page are not: no import had pages since.
    let prices = [("products.csv", "pro_id,price\n101,300\n")];
    assert!(shop.import(&folder_known(&prices, &shop.known().await), false).await.edited_content.is_empty());
    let whole = shop.import(&crate::support::folder::folder(&SMALL), false).await;
    let pages: Vec<&str> =
        whole.edited_content.iter().filter(|it| it.kind == "page").map(|it| it.item_id.as_str()).collect();
    assert_eq!(pages, ["about"]);
}

#[rstest]
#[tokio::test]
async fn promotion_brings_its_new_type(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    let editor = Editor::of(&shop);
    let body = |name: &str, type_id: i64| {
        json!({
            "title": {"la": "", "en": "Opening"}, "promo_type_id": type_id, "new_type": {"la": "ເປີດຮ້ານ", "en": name},
            "starts": "", "ends": "2127-01-31", "banner": "", "pro_ids": [], "published": true, "position": 0,
        })
    };
    let create = async |body: Value| {
        let request = wire::SaveContentRequest {
            actor: Some(actor()),
            kind: "promotion".to_owned(),
            body_json: body.to_string(),
            ..Default::default()
        };
        editor.client.clone().save_content(request).await.map(|saved| saved.into_inner().item.unwrap())
    };
    let type_of = |item: &wire::ContentItem| {
        let body: Value = serde_json::from_str(&item.body_json).unwrap();
        assert!(body.get("new_type").is_none(), "{body}");
        body["promo_type_id"].as_i64().unwrap()
    };
    // A shop that was never imported has no type.
    let first = type_of(&create(body("Opening", 0)).await.unwrap());
    assert_eq!(
        type_of(&create(body("Opening", 0)).await.unwrap()),
        first,
        "a type of these names is used again"
    );
    let second = type_of(&create(body("Clearance", 0)).await.unwrap());
    assert_ne!(second, first);
    // An import without the types removes them. Their ids are not given again: an undo of the removed promotions needs them.
    shop.import(&folder(&SMALL), true).await;
    let third = type_of(&create(body("Clearance", 0)).await.unwrap());
    assert!(third > second && third > first, "{first} {second} {third}");
    let error = Error::from(create(body("Opening", first)).await.unwrap_err());
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "new_type"));
    let unnamed = json!({"la": " ", "en": ""});
    let mut body = body("", 0);
    body["new_type"] = unnamed;
    assert_eq!(Error::from(create(body).await.unwrap_err()).code, Code::InvalidArgument);
}

#[rstest]
#[tokio::test]
async fn page_is_a_draft_or_scheduled_until_shoppers_may_see_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = Editor::of(&shop);
    let is_shown = async || {
        let request = heuan_proto::catalog::v1::GetPageRequest { slug: "about".to_owned() };
        let page = shop.content().get_page(request).await.is_ok();
        let pages = shop.content().list_pages(heuan_proto::catalog::v1::ListPagesRequest {}).await;
        let is_listed = pages.unwrap().into_inner().pages.iter().any(|page| page.slug == "about");
        let storefront = shop.content().get_storefront(GetStorefrontRequest {}).await.unwrap().into_inner();
        assert_eq!((page, is_listed), (is_listed, storefront.page_slugs.contains(&"about".to_owned())));
        page
    };
    let (_, page) = editor.item("page", "about").await;
    assert!(page.get("published").is_none(), "as earlier releases recorded it");
    assert!(is_shown().await);
    let mut draft = page.clone();
    draft["published"] = json!(false);
    editor.edit("page", "about", &draft).await;
    assert!(!is_shown().await);
    let mut scheduled = page.clone();
    scheduled["starts"] = json!("2127-01-01");
    editor.edit("page", "about", &scheduled).await;
    assert!(!is_shown().await);
    let mut ended = page.clone();
    ended["ends"] = json!("2020-01-31");
    editor.edit("page", "about", &ended).await;
    assert!(!is_shown().await);
    ended["starts"] = json!("2021-01-31");
    let (version, _) = editor.item("page", "about").await;
    let error = editor.save("page", "about", &version, &ended).await.unwrap_err();
    assert_eq!(error.detail.field, "ends");
    editor.edit("page", "about", &page).await;
    assert!(is_shown().await);
}
