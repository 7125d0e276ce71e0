//! Routes of the change ledger of content: list the changes of an item, and undo one.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_proto::staffcontent::v1::{self as proto, staff_content_service_client::StaffContentServiceClient};
use heuan_rpc::{Error, Result};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    LIMIT, MAX_CURSOR, MAX_LIMIT, actor, announce,
    body::ContentKind,
    client, conflict_with_item,
    dto::{SavedContent, StaffContentChange, StaffContentChanges},
    fetch,
    item::parsed,
};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::{Envelope, filled},
    params::Params,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::{AuditDetail, Staff, StaffInput},
};

/// The change to undo.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentUndoBody {
    #[schema(max_length = 64)]
    change_id: String,
}

/// Lists the ledger of an item, newest first, also of a deleted one.
#[utoipa::path(
    tag = "staff-content",
    operation_id = "list_staff_content_changes",
    security(("api_token" = [], "session" = [])),
    params(
        ("kind" = ContentKind, Path),
        ("item_id" = String, Path, example = "news~1", max_length = 120),
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the previous page, or `changes_cursor`", max_length = 120),
        ("limit" = Option<i32>, Query, minimum = 1, maximum = 100),
    ),
    responses(
        (status = 200, description = "One page", body = StaffContentChanges),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/content/{kind}/{item_id}/changes")]
pub async fn list(
    staff: Staff,
    path: Path<(String, String)>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let (kind, item_id) = parsed(&path)?;
    let params = Params::of(request.query_string());
    let rpc_request = proto::ListContentChangesRequest {
        actor: Some(actor(&staff)),
        kind: kind.name().to_owned(),
        item_id,
        cursor: params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
    };
    let client = client(&state, kind);
    let read =
        client.read("ListContentChanges", StaffContentServiceClient::list_content_changes, rpc_request);
    let answer = state.with_deadline(read).await?;
    let changes = answer.changes.into_iter();
    let page = StaffContentChanges {
        success: true,
        data: changes.map(|it| StaffContentChange::try_from((kind, it))).collect::<Result<_>>()?,
        next_cursor: filled(answer.next_cursor),
    };
    respond::private(StatusCode::OK, &page)
}

/// Restores what an item was before a change, if nothing has changed it since.
#[utoipa::path(
    tag = "staff-content",
    operation_id = "undo_staff_content_change",
    security(("api_token" = [], "session" = [])),
    params(("kind" = ContentKind, Path), ("item_id" = String, Path, example = "news~1", max_length = 120)),
    request_body = ContentUndoBody,
    responses(
        (status = 200, description = "The item", body = Envelope<SavedContent>),
        (status = 409, description = "`reason` is `already_undone` or `change_superseded`; `content` is the current item", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/content/{kind}/{item_id}/undo")]
pub async fn undo(
    StaffInput(staff, input): StaffInput<ContentUndoBody>,
    request: HttpRequest,
    path: Path<(String, String)>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let (kind, item_id) = parsed(&path)?;
    if input.change_id.len() > 64 {
        return Err(Error::not_found("no such change").into());
    }
    AuditDetail::set(&request, input.change_id.clone());
    let rpc_request = proto::UndoContentChangeRequest {
        actor: Some(actor(&staff)),
        kind: kind.name().to_owned(),
        item_id: item_id.clone(),
        change_id: input.change_id,
    };
    let mut client = client(&state, kind);
    match state.call("UndoContentChange", client.undo_content_change(rpc_request)).await {
        Ok(undone) => {
            announce(&state, kind);
            let content = match undone.item {
                Some(_) => Some(fetch(&state, &staff, kind, &item_id).await?),
                None => None,
            };
            let saved = SavedContent { content, change_id: filled(undone.change_id) };
            respond::private(StatusCode::OK, &Envelope::of(saved))
        }
        Err(error) => Err(conflict_with_item(&state, &staff, (kind, &item_id), error).await),
    }
}
