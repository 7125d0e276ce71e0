//! Content pages that staff edits: drafts, schedule, and who sees them.

use heuan_proto::catalog::v1::{GetPageRequest, GetStorefrontRequest, ListPagesRequest};
use heuan_testkit::Engine;
use rstest::rstest;
use serde_json::json;

use crate::support::content_editor::{ContentEditor, small};

#[rstest]
#[tokio::test]
async fn page_is_a_draft_or_scheduled_until_shoppers_may_see_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let editor = ContentEditor::of(&shop);
    let is_shown = async || {
        let request = GetPageRequest { slug: "about".to_owned() };
        let page = shop.content().get_page(request).await.is_ok();
        let pages = shop.content().list_pages(ListPagesRequest {}).await;
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
