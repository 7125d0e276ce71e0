//! Checks of content that staff edits (version, body, role), and imports beside the edits.

use heuan_proto::staffcontent::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;
use serde_json::json;

use crate::support::{
    content_editor::{ContentEditor, actor, promotion, small},
    folder::{SMALL, folder, folder_known},
};

#[rstest]
#[tokio::test]
async fn second_editor_of_the_same_version_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
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
async fn body_with_errors_names_each_field(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
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
    let editor = ContentEditor::of(&shop);
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
async fn import_names_the_content_that_staff_edited_since_the_last_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
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
    let promotions = folder_known(&csv, &shop.known().await);
    let imported = shop.import(&promotions, false).await;
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
    assert!(shop.import(&promotions, false).await.edited_content.is_empty());
    // Those of a page are not: no import had pages since.
    let prices = [("products.csv", "pro_id,price\n101,300\n")];
    assert!(shop.import(&folder_known(&prices, &shop.known().await), false).await.edited_content.is_empty());
    let whole = shop.import(&folder(&SMALL), false).await;
    let pages: Vec<&str> =
        whole.edited_content.iter().filter(|it| it.kind == "page").map(|it| it.item_id.as_str()).collect();
    assert_eq!(pages, ["about"]);
}
