//! Branches as the staff edits them.

use heuan_proto::{
    branches::v1::{
        Branch, ListEditedBranchesRequest, WriteBranchesRequest,
        branch_import_service_client::BranchImportServiceClient,
    },
    staffcontent::v1::{self as wire, staff_content_service_client::StaffContentServiceClient},
};
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, upstream::Reply};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{Shop, branch};

fn actor() -> wire::ContentActor {
    let role = wire::ContentActorRole::Manager.into();
    wire::ContentActor { role, account_id: 7, name: "Chantha".to_owned() }
}

const KIND: &str = "branch";

async fn item(shop: &Shop, item_id: &str) -> (String, Value) {
    let request =
        wire::GetContentRequest { actor: Some(actor()), kind: KIND.to_owned(), item_id: item_id.to_owned() };
    let answer = StaffContentServiceClient::new(shop.transport()).get_content(request).await.unwrap();
    let item = answer.into_inner().item.unwrap();
    (item.version, serde_json::from_str(&item.body_json).unwrap())
}

async fn save(
    shop: &Shop,
    item_id: &str,
    version: &str,
    body: &Value,
) -> Result<wire::SaveContentResponse, Error> {
    let request = wire::SaveContentRequest {
        actor: Some(actor()),
        kind: KIND.to_owned(),
        item_id: item_id.to_owned(),
        version: version.to_owned(),
        body_json: body.to_string(),
    };
    Ok(StaffContentServiceClient::new(shop.transport()).save_content(request).await?.into_inner())
}

#[rstest]
#[tokio::test]
async fn branch_is_edited_by_version_and_undone(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine, Reply::Hangup).await;
    shop.write(&[branch(1), branch(2)]).await;
    let (version, before) = item(&shop, "2").await;
    let mut body = before.clone();
    body["open"] = json!("08:00");
    body["close"] = json!("17:30");
    body["b_f_phone"] = json!("020 0000 1234");
    let saved = save(&shop, "2", &version, &body).await.unwrap();
    assert_eq!(item(&shop, "2").await.1, body);
    let error = save(&shop, "2", &version, &before).await.unwrap_err();
    assert_eq!(error.detail.reason, "content_changed");
    let request = wire::UndoContentChangeRequest {
        actor: Some(actor()),
        kind: KIND.to_owned(),
        item_id: "2".to_owned(),
        change_id: saved.change_id,
    };
    StaffContentServiceClient::new(shop.transport()).undo_content_change(request).await.unwrap();
    assert_eq!(item(&shop, "2").await.1, before);
    body["close"] = json!("07:00");
    let (version, _) = item(&shop, "2").await;
    let error = save(&shop, "2", &version, &body).await.unwrap_err();
    assert_eq!(error.detail.field, "close");
}

#[rstest]
#[tokio::test]
async fn new_branch_comes_last_and_an_import_learns_of_edits(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Hangup).await;
    shop.write(&[branch(5), branch(2)]).await;
    let (_, mut body) = item(&shop, "5").await;
    body["b_name_eng"] = json!("New branch");
    let saved = save(&shop, "", "", &body).await.unwrap().item.unwrap();
    assert_eq!(saved.item_id, "6");
    let ids: Vec<i64> = shop.branches().await.iter().map(|it| it.b_id).collect();
    assert_eq!(ids, [5, 2, 6]);
    let edited = async || {
        let mut client = BranchImportServiceClient::new(shop.transport());
        let request = ListEditedBranchesRequest { actor: Some(actor()) };
        client.list_edited_branches(request).await.unwrap().into_inner().b_ids
    };
    assert_eq!(edited().await, [6]);
    shop.write(&[branch(5), branch(2)]).await;
    assert!(edited().await.is_empty());
}

#[rstest]
#[case::customer(Some(wire::ContentActorRole::Customer), false)]
#[case::clerk(Some(wire::ContentActorRole::Clerk), false)]
#[case::no_role(Some(wire::ContentActorRole::Unspecified), false)]
#[case::editor(Some(wire::ContentActorRole::Editor), true)]
#[case::manager(Some(wire::ContentActorRole::Manager), true)]
#[case::catalog_of_the_previous_release(None, true)]
#[tokio::test]
async fn branches_of_an_import_are_written_and_compared_for_editors_and_managers(
    #[case] role: Option<wire::ContentActorRole>,
    #[case] is_accepted: bool,
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Hangup).await;
    shop.write(&[branch(1)]).await;
    let actor = role.map(|role| wire::ContentActor { role: role.into(), ..actor() });
    let mut client = BranchImportServiceClient::new(shop.transport());
    let denied = (Code::PermissionDenied, "staff".to_owned());
    let expected = if is_accepted { None } else { Some(denied) };
    let refused = |status: Option<tonic::Status>| {
        status.map(Error::from).map(|error| (error.code, error.detail.reason))
    };
    let request = ListEditedBranchesRequest { actor: actor.clone() };
    assert_eq!(refused(client.list_edited_branches(request).await.err()), expected);
    let branches = vec![Branch { b_id: 2, ..Branch::default() }];
    let request = WriteBranchesRequest { branches, replace: true, actor };
    assert_eq!(refused(client.write_branches(request).await.err()), expected);
    let ids: Vec<i64> = shop.branches().await.iter().map(|it| it.b_id).collect();
    assert_eq!(ids, [if is_accepted { 2 } else { 1 }]);
}

#[rstest]
#[tokio::test]
async fn branches_stay_readable_however_much_staff_writes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine, Reply::Hangup).await;
    shop.write(&[branch(1)]).await;
    let (version, short) = item(&shop, "1").await;
    let mut body = short.clone();
    for field in ["tb_address_la", "tb_address_en", "b_history_la", "b_history_en"] {
        body[field] = "x".repeat(64 << 10).into();
    }
    let refused = loop {
        if let Err(error) = save(&shop, "", "", &body).await {
            break error;
        }
    };
    assert_eq!(refused.detail.reason, "content_limit");
    assert!(shop.branches().await.len() > 10);
    let longer = save(&shop, "1", &version, &body).await.unwrap_err();
    assert_eq!(longer.detail.reason, "content_limit");
    let (version, _) = item(&shop, "2").await;
    save(&shop, "2", &version, &short).await.unwrap();
}
