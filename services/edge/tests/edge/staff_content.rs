//! Content of the back office as called by browsers.

use heuan_proto::staffcontent::v1::ContentActorRole;
use heuan_rpc::Error;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    staff_content_fake::{ContentCall, MESSAGES},
    support::{TestShop, problem, shop},
};

const CONTENT: &str = "/api/staff/content";

async fn staff(shop: &TestShop) -> Browser<'_> {
    let browser = Browser::registered(shop, "030").await;
    shop.accounts.make_staff("030");
    browser
}

async fn json(response: Response) -> Value {
    assert!(response.status().is_success(), "{}", response.status());
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json().await.unwrap()
}

fn last(shop: &TestShop) -> ContentCall {
    shop.staff_content.take_received().pop().unwrap()
}

fn messages() -> Value {
    serde_json::from_str(MESSAGES).unwrap()
}

#[actix_web::test]
async fn list_is_paged_and_has_bodies() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    let page = json(kham.get(&format!("{CONTENT}/messages?cursor=x&limit=10")).await).await;
    let ContentCall::List(request) = last(&shop) else { panic!("another call") };
    let actor = request.actor.unwrap();
    assert_eq!((actor.role(), actor.account_id), (ContentActorRole::Manager, 100));
    assert_eq!((request.kind.as_str(), request.cursor.as_str(), request.limit), ("messages", "x", 10));
    let item = &page["data"][0];
    assert_eq!(
        (&item["kind"], &item["version"], &item["body"]),
        (&json!("messages"), &json!("0f"), &messages())
    );
    assert_eq!(page["next_cursor"], "1");
    for (path, field) in [("prices", "kind"), ("messages?limit=101", "limit")] {
        let body = problem(kham.get(&format!("{CONTENT}/{path}")).await).await;
        assert_eq!((&body["status"], &body["field"]), (&400.into(), &field.into()));
    }
}

#[actix_web::test]
async fn item_comes_with_its_ledger() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    let item = json(kham.get(&format!("{CONTENT}/branch/1")).await).await["data"].clone();
    assert_eq!((&item["item_id"], &item["body"]["lat"]), (&json!("1"), &json!(17.9)));
    let item = json(kham.get(&format!("{CONTENT}/messages/messages")).await).await["data"].clone();
    let change = &item["changes"][0];
    assert_eq!((&change["action"], &change["name"]), (&json!("update"), &json!("Kham Phanthavong")));
    assert_eq!((&change["new_body"], &change["at"]), (&messages(), &json!("2026-11-21T00:00:00+07:00")));
    json(kham.get(&format!("{CONTENT}/messages/messages/changes")).await).await;
    assert!(matches!(last(&shop), ContentCall::Changes(_)));
    for path in ["messages/99", "messages/a%2Fb", "messages/%20"] {
        let body = problem(kham.get(&format!("{CONTENT}/{path}")).await).await;
        assert_eq!(body["status"], 404, "{path}");
    }
}

#[actix_web::test]
async fn body_of_nearly_a_megabyte_is_passed_on() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let mut body = messages();
    body["messages"][0]["text"]["la"] = "x".repeat(900_000).into();
    let save = json!({"version": "0e", "body": body});
    json(kham.send(Method::PUT, &format!("{CONTENT}/messages/messages"), save).await).await;
}

#[actix_web::test]
async fn save_passes_version_and_body() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let path = format!("{CONTENT}/messages/messages");
    let saved = json(kham.send(Method::PUT, &path, json!({"version": "0e", "body": messages()})).await).await;
    assert_eq!(
        (&saved["data"]["change_id"], &saved["data"]["content"]["version"]),
        (&json!("0193a"), &json!("0f"))
    );
    let ContentCall::Save(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.item_id.as_str(), request.version.as_str()), ("messages", "0e"));
    assert_eq!(request.body_json, MESSAGES);
    // The slug of a page has a ~ in the path.
    let created = json!({"item_id": "news/7", "body": {"title": {"la": "ຂ່າວ", "en": ""}}});
    let body = problem(kham.send(Method::POST, &format!("{CONTENT}/page"), created).await).await;
    assert_eq!((&body["status"], &body["field"]), (&400.into(), &"body".into()));
    for (body, field) in [
        (json!({"version": "", "body": messages()}), "version"),
        (json!({"version": "0e", "body": {"messages": 1}}), "body"),
    ] {
        let body = problem(kham.send(Method::PUT, &path, body).await).await;
        assert_eq!((&body["status"], &body["field"]), (&400.into(), &field.into()));
    }
}

#[actix_web::test]
async fn conflict_brings_the_current_item() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    shop.staff_content.refuse(Some(Error::conflict("content_changed", "the content was changed")));
    let path = format!("{CONTENT}/messages/messages");
    let edit = kham.send(Method::PUT, &path, json!({"version": "0e", "body": messages()})).await;
    let body = problem(edit).await;
    assert_eq!((&body["status"], &body["reason"]), (&409.into(), &"content_changed".into()));
    assert_eq!(body["content"]["version"], "0f");
    let body = problem(kham.send(Method::DELETE, &format!("{path}?version=0e"), json!({})).await).await;
    assert_eq!((&body["status"], &body["content"]["body"]), (&409.into(), &messages()));
}

#[actix_web::test]
async fn deletion_and_undo_name_what_they_concern() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let path = format!("{CONTENT}/branch/2?version=0f&draft_version=1a");
    let deleted = kham.send(Method::DELETE, &path, json!({})).await;
    assert_eq!(json(deleted).await["data"]["change_id"], "0193b");
    let ContentCall::Delete(request) = last(&shop) else { panic!("another call") };
    assert_eq!(
        (request.kind.as_str(), request.item_id.as_str(), request.version.as_str()),
        ("branch", "2", "0f")
    );
    assert_eq!(request.draft_version.as_deref(), Some("1a"));
    let path = format!("{CONTENT}/branch/2/undo");
    let undone = json(kham.send(Method::POST, &path, json!({"change_id": "0193b"})).await).await;
    assert_eq!(undone["data"]["content"]["item_id"], "2");
    let ContentCall::Undo(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.item_id.as_str(), request.change_id.as_str()), ("2", "0193b"));
    let ended = shop.accounts.ended_audit(2).await;
    assert!(ended.iter().any(|end| end.detail == "0193b"), "{ended:?}");
}

#[actix_web::test]
async fn images_of_the_shop_are_listed_by_folder() {
    let shop = shop().await;
    let kham = staff(&shop).await;
    let top = json(kham.get(&format!("{CONTENT}-media")).await).await["data"].clone();
    assert_eq!((&top["folders"], &top["files"]), (&json!(["documents", "products"]), &json!([])));
    let folder = json(kham.get(&format!("{CONTENT}-media?folder=products&name=1")).await).await;
    assert_eq!(folder["data"]["files"], json!(["products/1.png"]));
    for folder in ["..%2Fdata", "missing", "%2Fetc", ".hidden"] {
        let body = problem(kham.get(&format!("{CONTENT}-media?folder={folder}")).await).await;
        assert_eq!(body["status"], 404, "{folder}");
    }
}

#[actix_web::test]
async fn draft_is_saved_published_and_discarded_by_the_versions_seen() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let path = format!("{CONTENT}/messages/messages/draft");
    let draft =
        json!({"version": "0f", "draft_version": "0c", "publish_on": "2026-12-01", "body": messages()});
    let saved = json(kham.send(Method::PUT, &path, draft).await).await["data"].clone();
    assert_eq!((&saved["change_id"], &saved["content"]["has_draft"]), (&Value::Null, &json!(true)));
    let draft = &saved["content"]["draft"];
    assert_eq!(
        (&draft["version"], &draft["publish_on"], &draft["refusal"], &draft["name"]),
        (&json!("0d"), &json!("2026-12-01"), &Value::Null, &json!("Kham Phanthavong"))
    );
    assert_eq!((&draft["base_body"], &saved["content"]["body"]), (&messages(), &messages()));
    let ContentCall::SaveDraft(request) = last(&shop) else { panic!("another call") };
    assert_eq!(
        (request.item_id.as_str(), request.version.as_str(), request.draft_version.as_str()),
        ("messages", "0f", "0c")
    );
    assert_eq!((request.publish_on.as_str(), request.body_json.as_str()), ("2026-12-01", MESSAGES));
    let ended = shop.accounts.ended_audit(1).await;
    assert!(ended.iter().any(|end| end.detail == "messages"), "{ended:?}");

    let publish = json!({"version": "0f", "draft_version": "0d"});
    let published = kham.send(Method::POST, &format!("{path}/publish"), publish).await;
    assert_eq!(json(published).await["data"]["change_id"], "0193a");
    let ContentCall::PublishDraft(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.version.as_str(), request.draft_version.as_str()), ("0f", "0d"));

    let discarded = kham.send(Method::DELETE, &format!("{path}?draft_version=0d"), json!({})).await;
    assert_eq!(json(discarded).await["data"]["change_id"], Value::Null);
    let ContentCall::DiscardDraft(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.item_id.as_str(), request.draft_version.as_str()), ("messages", "0d"));
    let body = problem(kham.send(Method::DELETE, &path, json!({})).await).await;
    assert_eq!((&body["status"], &body["field"]), (&400.into(), &"draft_version".into()));
}

#[actix_web::test]
async fn new_item_begins_as_a_draft() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    let begin = json!({"draft": true, "body": messages()});
    let saved = json(kham.send(Method::POST, &format!("{CONTENT}/messages"), begin).await).await;
    assert_eq!(saved["data"]["content"]["item_id"], "1");
    let ContentCall::SaveDraft(request) = last(&shop) else { panic!("another call") };
    assert_eq!((request.item_id, request.version, request.draft_version), Default::default());
    assert_eq!(request.body_json, MESSAGES);
}

#[actix_web::test]
async fn conflict_of_a_draft_brings_the_current_item_and_draft() {
    let shop = shop().await;
    let mut kham = staff(&shop).await;
    shop.staff_content.refuse(Some(Error::conflict("draft_changed", "the draft was changed")));
    let path = format!("{CONTENT}/messages/messages/draft");
    let publish = json!({"version": "0f", "draft_version": "0c"});
    for (method, path, body) in [
        (Method::PUT, path.clone(), json!({"version": "0f", "body": messages()})),
        (Method::POST, format!("{path}/publish"), publish),
        (Method::DELETE, format!("{path}?draft_version=0c"), json!({})),
    ] {
        let body = problem(kham.send(method, &path, body).await).await;
        assert_eq!((&body["status"], &body["reason"]), (&409.into(), &"draft_changed".into()));
        assert_eq!(body["content"]["draft"]["version"], "0d");
    }
}
