//! Drafts of the home page and the menu: saved unseen, published by hand or on a day, and discarded.

use heuan_proto::{
    catalog::v1::GetStorefrontRequest,
    staffcontent::v1::{self as wire, staff_content_service_client::StaffContentServiceClient},
};
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{
    Shop,
    content_editor::actor,
    folder::{SMALL, folder, folder_known},
    imports::{ImportShop, archive},
};

const DAY: i64 = 24 * 3_600_000;
/// The day after [`crate::support::NOON`] in Vientiane.
const TOMORROW: &str = "2026-11-22";

fn client(shop: &Shop) -> StaffContentServiceClient<heuan_rpc::Transport> {
    StaffContentServiceClient::new(shop.transport.clone())
}

/// An item with its draft, of which there is only one of its kind.
struct Seen {
    kind: &'static str,
    item: wire::ContentItem,
    draft: Option<wire::ContentDraft>,
    changes: Vec<wire::ContentChange>,
}

impl Seen {
    async fn of(shop: &Shop, kind: &'static str) -> Self {
        let request =
            wire::GetContentRequest { actor: Some(actor()), kind: kind.to_owned(), item_id: kind.to_owned() };
        let answer = client(shop).get_content(request).await.unwrap().into_inner();
        Self { kind, item: answer.item.unwrap(), draft: answer.draft, changes: answer.changes }
    }

    fn body(&self) -> Value {
        serde_json::from_str(&self.item.body_json).unwrap()
    }

    fn draft_body(&self) -> Value {
        serde_json::from_str(&self.draft.as_ref().unwrap().body_json).unwrap()
    }

    fn draft_version(&self) -> String {
        self.draft.as_ref().map(|draft| draft.version.clone()).unwrap_or_default()
    }

    async fn save(&self, shop: &Shop, body: &Value, publish_on: &str) -> Result<(), Error> {
        let request = wire::SaveContentDraftRequest {
            actor: Some(actor()),
            kind: self.kind.to_owned(),
            item_id: self.kind.to_owned(),
            version: self.item.version.clone(),
            draft_version: self.draft_version(),
            body_json: body.to_string(),
            publish_on: publish_on.to_owned(),
        };
        client(shop).save_content_draft(request).await?;
        Ok(())
    }

    async fn publish(&self, shop: &Shop) -> Result<wire::PublishContentDraftResponse, Error> {
        let request = wire::PublishContentDraftRequest {
            actor: Some(actor()),
            kind: self.kind.to_owned(),
            item_id: self.kind.to_owned(),
            version: self.item.version.clone(),
            draft_version: self.draft_version(),
        };
        Ok(client(shop).publish_content_draft(request).await?.into_inner())
    }

    async fn discard(&self, shop: &Shop) -> Result<(), Error> {
        let request = wire::DiscardContentDraftRequest {
            actor: Some(actor()),
            kind: self.kind.to_owned(),
            item_id: self.kind.to_owned(),
            draft_version: self.draft_version(),
        };
        client(shop).discard_content_draft(request).await?;
        Ok(())
    }

    /// Saves the published body over the present version, without the draft.
    async fn save_directly(&self, shop: &Shop, body: &Value) {
        let request = wire::SaveContentRequest {
            actor: Some(actor()),
            kind: self.kind.to_owned(),
            item_id: self.kind.to_owned(),
            version: self.item.version.clone(),
            body_json: body.to_string(),
        };
        client(shop).save_content(request).await.unwrap();
    }
}

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

/// The title of the home page as shoppers see it.
async fn title(shop: &Shop) -> String {
    let answer = shop.content().get_storefront(GetStorefrontRequest {}).await.unwrap().into_inner();
    answer.hero.unwrap().title.unwrap().en
}

async fn hero(shop: &Shop) -> Seen {
    Seen::of(shop, "hero").await
}

fn titled(body: &Value, title: &str) -> Value {
    let mut body = body.clone();
    body["title"]["en"] = json!(title);
    body
}

#[rstest]
#[tokio::test]
async fn draft_is_unseen_by_shoppers_until_it_is_published(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let before = hero(&shop).await;
    assert_eq!((before.draft.clone(), before.item.has_draft), (None, false));
    let body = titled(&before.body(), "A new roof");
    before.save(&shop, &body, "").await.unwrap();
    let saved = hero(&shop).await;
    assert_eq!((saved.body(), saved.draft_body()), (before.body(), body.clone()));
    let draft = saved.draft.clone().unwrap();
    assert_eq!(
        (draft.base_version.as_str(), draft.base_body_json.as_str()),
        (before.item.version.as_str(), before.item.body_json.as_str())
    );
    assert_eq!(
        (draft.account_id, draft.name.as_str(), draft.publish_on.as_str()),
        (7, "Kham Phanthavong", "")
    );
    assert!(saved.item.has_draft && saved.changes.is_empty());
    assert_eq!(title(&shop).await, "A good home");

    let published = saved.publish(&shop).await.unwrap();
    let after = hero(&shop).await;
    assert_eq!((after.body(), after.draft.clone()), (body, None));
    assert_eq!(
        (after.changes[0].change_id.as_str(), after.changes[0].action.as_str()),
        (published.change_id.as_str(), "update")
    );
    assert_eq!(title(&shop).await, "A new roof");
    assert_eq!(after.publish(&shop).await.unwrap_err().code, Code::Conflict);
}

#[rstest]
#[tokio::test]
async fn discarded_draft_is_gone_and_one_that_equals_the_item_is_discarded(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let before = hero(&shop).await;
    before.save(&shop, &titled(&before.body(), "A new roof"), "").await.unwrap();
    hero(&shop).await.discard(&shop).await.unwrap();
    let discarded = hero(&shop).await;
    assert_eq!((discarded.draft.clone(), discarded.body()), (None, before.body()));
    assert_eq!(discarded.discard(&shop).await.unwrap_err().code, Code::NotFound);
    discarded.save(&shop, &titled(&before.body(), "A new roof"), TOMORROW).await.unwrap();
    hero(&shop).await.save(&shop, &before.body(), "").await.unwrap();
    assert_eq!(hero(&shop).await.draft, None);
}

#[rstest]
#[tokio::test]
async fn second_editor_of_the_same_draft_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let before = hero(&shop).await;
    before.save(&shop, &titled(&before.body(), "Mine"), "").await.unwrap();
    // The other editor has seen no draft, then an older one.
    let error = before.save(&shop, &titled(&before.body(), "Theirs"), "").await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "draft_changed"));
    let seen = hero(&shop).await;
    seen.save(&shop, &titled(&before.body(), "Mine again"), "").await.unwrap();
    for error in [
        seen.save(&shop, &titled(&before.body(), "Theirs"), "").await.unwrap_err(),
        seen.publish(&shop).await.unwrap_err(),
        seen.discard(&shop).await.unwrap_err(),
    ] {
        assert_eq!(error.detail.reason, "draft_changed");
    }
    assert_eq!(hero(&shop).await.draft_body()["title"]["en"], "Mine again");
}

#[rstest]
#[tokio::test]
async fn draft_of_a_former_version_is_published_after_it_was_saved_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let before = hero(&shop).await;
    before.save(&shop, &titled(&before.body(), "Mine"), "").await.unwrap();
    // An import changes what is published, and leaves the draft.
    let content = [(
        "content.json",
        r#"{"company": {"name": "Heuan"}, "hero": {"title": {"en": "Imported"}, "tiles": []}}"#,
    )];
    shop.import(&folder_known(&content, &shop.known().await), false).await;
    assert_eq!(title(&shop).await, "Imported");
    assert_eq!(before.save(&shop, &before.body(), "").await.unwrap_err().detail.reason, "content_changed");
    let seen = hero(&shop).await;
    assert_eq!(seen.draft_body()["title"]["en"], "Mine");
    assert_eq!(seen.publish(&shop).await.unwrap_err().detail.reason, "content_changed");
    seen.save(&shop, &titled(&seen.body(), "Mine"), "").await.unwrap();
    hero(&shop).await.publish(&shop).await.unwrap();
    assert_eq!(title(&shop).await, "Mine");
}

#[rstest]
#[tokio::test]
async fn draft_is_published_by_itself_on_its_day(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let before = hero(&shop).await;
    let body = titled(&before.body(), "A new roof");
    before.save(&shop, &body, TOMORROW).await.unwrap();
    assert_eq!(hero(&shop).await.draft.unwrap().publish_on, TOMORROW);
    assert_eq!(title(&shop).await, "A good home");
    shop.clock.advance(DAY);
    eventually("the draft is published", async || title(&shop).await == "A new roof").await;
    let after = hero(&shop).await;
    assert_eq!((after.draft.clone(), after.changes.len()), (None, 1));
    assert_eq!((after.changes[0].account_id, after.changes[0].name.as_str()), (7, "Kham Phanthavong"));
}

#[rstest]
#[tokio::test]
async fn due_draft_of_a_former_version_stays_with_the_reason(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let before = hero(&shop).await;
    before.save(&shop, &titled(&before.body(), "A new roof"), TOMORROW).await.unwrap();
    before.save_directly(&shop, &titled(&before.body(), "A new floor")).await;
    shop.clock.advance(DAY);
    eventually("the draft is refused", async || {
        hero(&shop).await.draft.is_some_and(|draft| draft.refusal == "content_changed")
    })
    .await;
    assert_eq!(title(&shop).await, "A new floor");
    // Saved again it waits for its new day.
    let seen = hero(&shop).await;
    seen.save(&shop, &titled(&seen.body(), "A new roof"), "2026-11-23").await.unwrap();
    assert_eq!(hero(&shop).await.draft.unwrap().refusal, "");
}

#[rstest]
#[tokio::test]
async fn draft_with_an_error_names_the_field(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let before = hero(&shop).await;
    let body = titled(&before.body(), "A new roof");
    for day in ["2026-11-21", "2026-11-20", "soon", "2026-02-30"] {
        let error = before.save(&shop, &body, day).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "publish_on"), "{day}");
    }
    let mut wrong = body.clone();
    wrong["tiles"][0]["href"] = json!("javascript:alert(1)");
    let error = before.save(&shop, &wrong, "").await.unwrap_err();
    assert_eq!(error.detail.field, "tiles[0].href");
    // Kinds with their own publication have no drafts.
    let categories = Seen::of(&shop, "categories").await;
    let error = categories.save(&shop, &categories.body(), "").await.unwrap_err();
    assert_eq!(error.detail.field, "kind");
    let clerk = wire::ContentActor { role: wire::ContentActorRole::Clerk.into(), ..actor() };
    let request = wire::DiscardContentDraftRequest {
        actor: Some(clerk),
        kind: "hero".to_owned(),
        item_id: "hero".to_owned(),
        draft_version: "0f".to_owned(),
    };
    let error: Error = client(&shop).discard_content_draft(request).await.unwrap_err().into();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::PermissionDenied, "staff"));
}

#[rstest]
#[tokio::test]
async fn draft_of_the_menu_is_unseen_by_shoppers_until_it_is_published(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let labels = async || {
        let answer = shop.content().get_storefront(GetStorefrontRequest {}).await.unwrap().into_inner();
        let labels = answer.menu.into_iter().map(|item| item.label.unwrap().en);
        labels.collect::<Vec<String>>()
    };
    let before = Seen::of(&shop, "menu").await;
    let mut body = before.body();
    let offers = json!({"id": 2, "label": {"la": "", "en": "Offers"}, "sublabel": null, "href": "/promotion", "children": []});
    body["items"].as_array_mut().unwrap().push(offers);
    before.save(&shop, &body, "").await.unwrap();
    assert_eq!(labels().await, ["Home"]);
    Seen::of(&shop, "menu").await.publish(&shop).await.unwrap();
    assert_eq!(labels().await, ["Home", "Offers"]);
    let after = Seen::of(&shop, "menu").await;
    assert_eq!((after.body(), after.draft.clone()), (body, None));
}

#[rstest]
#[tokio::test]
async fn export_has_what_is_published(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let imported = ImportShop::open(engine).await;
    let mut files: Vec<(&str, &[u8])> = SMALL.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    files.push(("media/c/1.png", include_bytes!("support/pixel.png")));
    imported.import("catalog.zip", &archive(&files), false).await;
    let exported = imported.export("").await;
    let before = hero(&imported.shop).await;
    before.save(&imported.shop, &titled(&before.body(), "A new roof"), "").await.unwrap();
    assert!(imported.export("").await == exported, "the export has the draft");
}
