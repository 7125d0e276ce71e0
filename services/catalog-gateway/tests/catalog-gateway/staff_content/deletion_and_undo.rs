//! Deletion of content, the ledger of its changes, and their undo.

use heuan_testkit::Engine;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{
    content_editor::{ContentEditor, banner, promotion, small},
    folder::{SMALL, folder},
};

#[rstest]
#[tokio::test]
async fn change_is_in_the_ledger_and_can_be_undone_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
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
    let editor = ContentEditor::of(&shop);
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
    let editor = ContentEditor::of(&shop);
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
