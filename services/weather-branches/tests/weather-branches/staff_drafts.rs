//! Drafts of branches: new ones and those over a published branch.

use heuan_proto::staffcontent::v1::{self as wire, staff_content_service_client::StaffContentServiceClient};
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, eventually, upstream::Reply};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{HOUR, Shop, branch};

const KIND: &str = "branch";

fn actor() -> wire::ContentActor {
    let role = wire::ContentActorRole::Manager.into();
    wire::ContentActor { role, account_id: 7, name: "Chantha".to_owned() }
}

fn client(shop: &Shop) -> StaffContentServiceClient<heuan_rpc::Transport> {
    StaffContentServiceClient::new(shop.transport())
}

async fn get(shop: &Shop, item_id: &str) -> Result<wire::GetContentResponse, Error> {
    let request =
        wire::GetContentRequest { actor: Some(actor()), kind: KIND.to_owned(), item_id: item_id.to_owned() };
    Ok(client(shop).get_content(request).await?.into_inner())
}

/// Saves a draft over what `seen` has; without it the branch is new. Returns the id of the branch.
async fn save(
    shop: &Shop,
    seen: Option<&wire::GetContentResponse>,
    body: &Value,
    publish_on: &str,
) -> Result<String, Error> {
    let item = seen.and_then(|seen| seen.item.clone()).unwrap_or_default();
    let draft = seen.and_then(|seen| seen.draft.clone()).unwrap_or_default();
    let request = wire::SaveContentDraftRequest {
        actor: Some(actor()),
        kind: KIND.to_owned(),
        item_id: item.item_id,
        version: item.version,
        draft_version: draft.version,
        body_json: body.to_string(),
        publish_on: publish_on.to_owned(),
    };
    Ok(client(shop).save_content_draft(request).await?.into_inner().item_id)
}

async fn publish(
    shop: &Shop,
    seen: &wire::GetContentResponse,
) -> Result<wire::PublishContentDraftResponse, Error> {
    let (item, draft) = (seen.item.clone().unwrap(), seen.draft.clone().unwrap());
    let request = wire::PublishContentDraftRequest {
        actor: Some(actor()),
        kind: KIND.to_owned(),
        item_id: item.item_id,
        version: item.version,
        draft_version: draft.version,
    };
    Ok(client(shop).publish_content_draft(request).await?.into_inner())
}

/// Ids of the branches in the list of the staff, which of them are published, and which have a draft.
async fn list(shop: &Shop, cursor: &str, limit: i32) -> (Vec<(String, bool, bool)>, String) {
    let request = wire::ListContentRequest {
        actor: Some(actor()),
        kind: KIND.to_owned(),
        cursor: cursor.to_owned(),
        limit,
    };
    let page = client(shop).list_content(request).await.unwrap().into_inner();
    let of = |item: wire::ContentItem| (item.item_id, !item.version.is_empty(), item.has_draft);
    (page.items.into_iter().map(of).collect(), page.next_cursor)
}

async fn names(shop: &Shop) -> Vec<String> {
    shop.branches().await.into_iter().map(|branch| branch.b_name_eng).collect()
}

fn body(seen: &wire::GetContentResponse, name: &str) -> Value {
    let mut body: Value = serde_json::from_str(&seen.item.as_ref().unwrap().body_json).unwrap();
    body["b_name_eng"] = json!(name);
    body
}

#[rstest]
#[tokio::test]
async fn draft_of_a_branch_is_unseen_by_shoppers_until_it_is_published(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Hangup).await;
    shop.write(&[branch(1), branch(2)]).await;
    let before = get(&shop, "2").await.unwrap();
    save(&shop, Some(&before), &body(&before, "Airport"), "").await.unwrap();
    assert_eq!(names(&shop).await, ["Branch 1", "Branch 2"]);
    let error = save(&shop, Some(&before), &body(&before, "Market"), "").await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "draft_changed"));
    let draft = get(&shop, "2").await.unwrap();
    publish(&shop, &draft).await.unwrap();
    assert_eq!(names(&shop).await, ["Branch 1", "Airport"]);
    let after = get(&shop, "2").await.unwrap();
    assert_eq!((after.draft, after.changes.len()), (None, 1));
}

#[rstest]
#[tokio::test]
async fn new_branch_is_a_draft_with_its_own_id_until_it_is_published(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Hangup).await;
    shop.write(&[branch(9), branch(12)]).await;
    let seen = get(&shop, "9").await.unwrap();
    let first = save(&shop, None, &body(&seen, "Airport"), "").await.unwrap();
    let second = save(&shop, None, &body(&seen, "Market"), "").await.unwrap();
    assert_eq!((first.as_str(), second.as_str()), ("13", "14"));
    assert_eq!(names(&shop).await, ["Branch 9", "Branch 12"]);
    let published = |id: &str| (id.to_owned(), true, false);
    let draft = |id: &str| (id.to_owned(), false, true);
    let (page, cursor) = list(&shop, "", 3).await;
    assert_eq!((page, cursor.as_str()), (vec![published("9"), published("12"), draft("13")], "13"));
    assert_eq!(list(&shop, &cursor, 3).await, (vec![draft("14")], String::new()));

    let seen = get(&shop, "14").await.unwrap();
    assert_eq!(seen.item.as_ref().unwrap().version, "");
    publish(&shop, &seen).await.unwrap();
    assert_eq!(names(&shop).await, ["Branch 9", "Branch 12", "Market"]);
    assert_eq!(get(&shop, "14").await.unwrap().changes[0].action, "create");
    let seen = get(&shop, "13").await.unwrap();
    let request = wire::DiscardContentDraftRequest {
        actor: Some(actor()),
        kind: KIND.to_owned(),
        item_id: "13".to_owned(),
        draft_version: seen.draft.unwrap().version,
    };
    client(&shop).discard_content_draft(request).await.unwrap();
    assert_eq!(get(&shop, "13").await.unwrap_err().code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn draft_of_a_branch_is_published_by_itself_on_its_day(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Hangup).await;
    shop.write(&[branch(1), branch(2)]).await;
    let (first, second) = (get(&shop, "1").await.unwrap(), get(&shop, "2").await.unwrap());
    save(&shop, Some(&first), &body(&first, "Airport"), "2026-11-22").await.unwrap();
    save(&shop, Some(&second), &body(&second, "Market"), "2026-11-22").await.unwrap();
    // An import changes the second branch, so that its draft is of a former version.
    let imported = heuan_weather_branches::branches::Branch { b_code: "HQ".to_owned(), ..branch(2) };
    shop.write(&[branch(1), imported]).await;
    shop.clock.advance(24 * HOUR);
    eventually("the drafts were looked at", async || {
        let refusal = get(&shop, "2").await.unwrap().draft.map(|draft| draft.refusal);
        refusal.as_deref() == Some("content_changed") && get(&shop, "1").await.unwrap().draft.is_none()
    })
    .await;
    assert_eq!(names(&shop).await, ["Airport", "Branch 2"]);
}

#[rstest]
#[tokio::test]
async fn draft_of_a_new_branch_does_not_replace_an_imported_one_with_its_id(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Hangup).await;
    shop.write(&[branch(1)]).await;
    let seen = get(&shop, "1").await.unwrap();
    let id = save(&shop, None, &body(&seen, "Airport"), "").await.unwrap();
    assert_eq!(id, "2");
    shop.write(&[branch(1), branch(2)]).await;
    let seen = get(&shop, "2").await.unwrap();
    for error in [
        publish(&shop, &seen).await.unwrap_err(),
        save(&shop, Some(&seen), &body(&seen, "Airport"), "").await.unwrap_err(),
    ] {
        assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "item_taken"));
    }
    assert_eq!(names(&shop).await, ["Branch 1", "Branch 2"]);
}

#[rstest]
#[tokio::test]
async fn draft_of_a_branch_that_an_import_removed_is_listed_and_can_be_published(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Hangup).await;
    shop.write(&[branch(1), branch(2)]).await;
    let seen = get(&shop, "1").await.unwrap();
    save(&shop, Some(&seen), &body(&seen, "Airport"), "").await.unwrap();
    shop.write(&[branch(2)]).await;
    let only_draft = ("1".to_owned(), false, true);
    assert_eq!(list(&shop, "", 10).await.0, [only_draft, ("2".to_owned(), true, false)]);
    let seen = get(&shop, "1").await.unwrap();
    assert_eq!(seen.item.as_ref().unwrap().version, "");
    assert_eq!(publish(&shop, &seen).await.unwrap_err().detail.reason, "content_changed");
    save(&shop, Some(&seen), &body(&seen, "Airport"), "").await.unwrap();
    publish(&shop, &get(&shop, "1").await.unwrap()).await.unwrap();
    assert_eq!(names(&shop).await, ["Branch 2", "Airport"]);
}

#[rstest]
#[tokio::test]
async fn edge_of_the_previous_release_deletes_a_branch_with_its_draft(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Hangup).await;
    shop.write(&[branch(1), branch(2)]).await;
    let seen = get(&shop, "2").await.unwrap();
    save(&shop, Some(&seen), &body(&seen, "Airport"), "").await.unwrap();
    let (kind, item_id, version) = (KIND.to_owned(), "2".to_owned(), seen.item.unwrap().version);
    let request =
        wire::DeleteContentRequest { actor: Some(actor()), kind, item_id, version, draft_version: None };
    client(&shop).delete_content(request).await.unwrap();
    assert_eq!(get(&shop, "2").await.unwrap_err().code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn draft_of_a_deleted_branch_is_deleted(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine, Reply::Hangup).await;
    shop.write(&[branch(1), branch(2)]).await;
    let seen = get(&shop, "2").await.unwrap();
    save(&shop, Some(&seen), &body(&seen, "Airport"), "").await.unwrap();
    let version = seen.item.unwrap().version;
    let (kind, item_id, draft_version) = (KIND.to_owned(), "2".to_owned(), Some(String::new()));
    let request = wire::DeleteContentRequest { actor: Some(actor()), kind, item_id, version, draft_version };
    // Who has not seen the draft does not delete it.
    let refused = Error::from(client(&shop).delete_content(request.clone()).await.unwrap_err());
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "draft_changed"));
    let seen = get(&shop, "2").await.unwrap();
    let draft_version = Some(seen.draft.unwrap().version);
    let request = wire::DeleteContentRequest { draft_version, ..request };
    client(&shop).delete_content(request).await.unwrap();
    assert_eq!(get(&shop, "2").await.unwrap_err().code, Code::NotFound);
    assert_eq!(list(&shop, "", 10).await.0, [("1".to_owned(), true, false)]);
    // Its id stays its own.
    let seen = get(&shop, "1").await.unwrap();
    assert_eq!(save(&shop, None, &body(&seen, "Market"), "").await.unwrap(), "3");
}
