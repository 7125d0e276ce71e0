//! Back office: promotions, banners, pages, menu, categories and branches, their drafts, and the ledger of their changes.

mod body;
mod change;
mod draft;
mod dto;
mod item;
mod media;

use actix_web::{HttpResponse, http::StatusCode};
use heuan_proto::staffcontent::v1::{
    self as proto, ContentActor, ContentActorRole, staff_content_service_client::StaffContentServiceClient,
};
use heuan_rpc::{Code, Error, Result, Transport};

use super::Registry;
use crate::api_state::ApiState;
use heuan_edge_http::{
    backends::ServiceClient,
    envelope::Envelope,
    problem::Problem,
    respond,
    session::{Role, Staff},
};

pub use body::ContentKind;
use dto::StaffContentDetail;

const LIMIT: i32 = 50;
const MAX_LIMIT: i32 = 100;
/// Longer than any cursor: a slug.
const MAX_CURSOR: usize = 120;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(media::list)
        .service(item::list_content_items)
        .service(item::create_content_item)
        .service(item::get_content_item)
        .service(item::save_content_item)
        .service(item::delete_content_item)
        .service(draft::save)
        .service(draft::publish)
        .service(draft::discard)
        .service(change::list)
        .service(change::undo);
}

fn actor(staff: &Staff) -> ContentActor {
    let role = match staff.0.role {
        Role::Customer => ContentActorRole::Customer,
        Role::Clerk => ContentActorRole::Clerk,
        Role::Editor => ContentActorRole::Editor,
        Role::Manager => ContentActorRole::Manager,
    };
    ContentActor { role: role.into(), account_id: staff.0.customer_id, name: staff.0.full_name() }
}

/// Client of the service that owns the kind.
fn client(state: &ApiState, kind: ContentKind) -> ServiceClient<StaffContentServiceClient<Transport>> {
    if kind == ContentKind::Branch { state.clients.staff_branches() } else { state.clients.staff_content() }
}

/// Decodes an item id in a path, in which `~` replaces the slash of a slug.
fn item_id(text: &str) -> Result<String> {
    let is_known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'~');
    if text.is_empty() || text.len() > MAX_CURSOR || !text.bytes().all(is_known) {
        return Err(Error::not_found("no such content"));
    }
    Ok(text.replace('~', "/"))
}

async fn fetch(
    state: &ApiState,
    staff: &Staff,
    kind: ContentKind,
    item_id: &str,
) -> Result<StaffContentDetail> {
    let rpc_request = proto::GetContentRequest {
        actor: Some(actor(staff)),
        kind: kind.name().to_owned(),
        item_id: item_id.to_owned(),
    };
    let client = client(state, kind);
    let read = client.read("GetContent", StaffContentServiceClient::get_content, rpc_request);
    StaffContentDetail::try_from((kind, state.with_deadline(read).await?))
}

async fn item_response(
    state: &ApiState,
    staff: &Staff,
    kind: ContentKind,
    item_id: &str,
) -> Result<HttpResponse, Problem> {
    let detail = fetch(state, staff, kind, item_id).await?;
    respond::private(StatusCode::OK, &Envelope::of(detail))
}

/// The error of a conflict on one item. It has the current item.
async fn conflict_with_item(
    state: &ApiState,
    staff: &Staff,
    (kind, item_id): (ContentKind, &str),
    error: Error,
) -> Problem {
    let is_conflict = error.code == Code::Conflict;
    let problem = Problem::from(error);
    if !is_conflict {
        return problem;
    }
    let now = fetch(state, staff, kind, item_id).await.ok();
    match now.and_then(|item| serde_json::to_value(item).ok()) {
        Some(item) => problem.with_member("content", item),
        None => problem,
    }
}

/// Makes shoppers see a change at once. The catalog announces its revisions; branches have none.
fn announce(state: &ApiState, kind: ContentKind) {
    if kind == ContentKind::Branch {
        state.shared.caches.generation.bump();
        state.live.branches_changed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn item_id_of_a_path_is_a_slug() {
        assert_eq!(item_id("investor~ir-relations").unwrap(), "investor/ir-relations");
        assert_eq!(item_id("12").unwrap(), "12");
        for text in ["", "a/b", "a b", "../x", &"a".repeat(121)] {
            assert_eq!(item_id(text).unwrap_err().code, Code::NotFound, "{text}");
        }
    }
}
