//! Routes of the draft of an item: save, publish and discard. Shoppers see a draft after it is published, manually or on its
//! day.

use actix_web::{
    HttpRequest, HttpResponse, delete,
    http::StatusCode,
    post, put,
    web::{Data, Path},
};
use heuan_proto::staffcontent::v1 as proto;
use heuan_rpc::{Code, Error};
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{
    actor, announce,
    body::{ContentBody, ContentKind},
    client, conflict_with_item,
    dto::{SavedContent, StaffContentDetail},
    fetch,
    item::{body_json, parsed},
};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::{Envelope, filled},
    input::null_as_default,
    params::Params,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::{AuditDetail, Staff, StaffInput},
};

/// The draft of an item.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentDraftBody {
    /// The version of the item that the draft was made from; empty when it was never published.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 64)]
    version: String,
    /// The version of the draft that was seen; empty when there was none.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 64)]
    draft_version: String,
    /// Day after today in Vientiane, `YYYY-MM-DD`, on which it is published by itself; empty if by hand.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 10)]
    publish_on: String,
    #[schema(value_type = ContentBody)]
    body: Box<RawValue>,
}

/// The versions that were seen when a draft is published.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentPublicationBody {
    /// The version of the item; empty when it was never published.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 64)]
    version: String,
    #[schema(max_length = 64)]
    draft_version: String,
}

/// Saves the draft of an item, which shoppers do not see. A draft that equals the item is discarded.
#[utoipa::path(
    tag = "staff-content",
    operation_id = "save_staff_content_draft",
    security(("api_token" = [], "session" = [])),
    params(("kind" = ContentKind, Path), ("item_id" = String, Path, example = "hero", max_length = 120)),
    request_body = ContentDraftBody,
    responses(
        (status = 200, description = "The item with its draft", body = Envelope<SavedContent>),
        (status = 409, description = "`reason` is `content_changed` or `draft_changed`, and `content` the current item; `item_taken`: another item was published under the id of this draft of a new one; or `content_limit`: there is too much content of this kind", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/content/{kind}/{item_id}/draft")]
pub async fn save(
    StaffInput(staff, input): StaffInput<ContentDraftBody>,
    request: HttpRequest,
    path: Path<(String, String)>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let (kind, id) = parsed(&path)?;
    let rpc_request = proto::SaveContentDraftRequest {
        actor: Some(actor(&staff)),
        kind: kind.name().to_owned(),
        item_id: id.clone(),
        version: input.version,
        draft_version: input.draft_version,
        body_json: body_json(kind, &input.body)?,
        publish_on: input.publish_on,
    };
    let mut client = client(&state, kind);
    match state.call("SaveContentDraft", client.save_content_draft(rpc_request)).await {
        Ok(_) => {
            let content = fetch(&state, &staff, kind, &id).await?;
            AuditDetail::set(&request, content.draft_fields());
            let saved = SavedContent { content: Some(content), change_id: None };
            respond::private(StatusCode::OK, &Envelope::of(saved))
        }
        Err(error) => Err(conflict_with_item(&state, &staff, (kind, &id), error).await),
    }
}

/// Begins the draft of a new item, whose id the service chooses.
pub(super) async fn begin(
    state: &ApiState,
    staff: &Staff,
    kind: ContentKind,
    body: &RawValue,
) -> Result<StaffContentDetail, Error> {
    let rpc_request = proto::SaveContentDraftRequest {
        actor: Some(actor(staff)),
        kind: kind.name().to_owned(),
        body_json: body_json(kind, body)?,
        ..Default::default()
    };
    let mut client = client(state, kind);
    let saved = state.call("SaveContentDraft", client.save_content_draft(rpc_request)).await?;
    fetch(state, staff, kind, &saved.item_id).await
}

/// Replaces an item by its draft. Shoppers see it within two seconds, and the change can be undone.
#[utoipa::path(
    tag = "staff-content",
    operation_id = "publish_staff_content_draft",
    security(("api_token" = [], "session" = [])),
    params(("kind" = ContentKind, Path), ("item_id" = String, Path, example = "hero", max_length = 120)),
    request_body = ContentPublicationBody,
    responses(
        (status = 200, description = "The item", body = Envelope<SavedContent>),
        (status = 409, description = "`reason` is `content_changed`: the item was changed since the draft was saved, which must be saved again; `draft_changed`; or `item_taken`: another item was published under the id of this draft of a new one; `content` is the current item", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/content/{kind}/{item_id}/draft/publish")]
pub async fn publish(
    StaffInput(staff, input): StaffInput<ContentPublicationBody>,
    request: HttpRequest,
    path: Path<(String, String)>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let (kind, id) = parsed(&path)?;
    let rpc_request = proto::PublishContentDraftRequest {
        actor: Some(actor(&staff)),
        kind: kind.name().to_owned(),
        item_id: id.clone(),
        version: input.version,
        draft_version: input.draft_version,
    };
    let mut client = client(&state, kind);
    match state.call("PublishContentDraft", client.publish_content_draft(rpc_request)).await {
        Ok(published) => {
            announce(&state, kind);
            let content = fetch(&state, &staff, kind, &id).await?;
            AuditDetail::set(&request, content.changed_fields(&published.change_id));
            let saved = SavedContent { content: Some(content), change_id: filled(published.change_id) };
            respond::private(StatusCode::OK, &Envelope::of(saved))
        }
        Err(error) => Err(conflict_with_item(&state, &staff, (kind, &id), error).await),
    }
}

/// Discards the draft of an item.
#[utoipa::path(
    tag = "staff-content",
    operation_id = "discard_staff_content_draft",
    security(("api_token" = [], "session" = [])),
    params(
        ("kind" = ContentKind, Path),
        ("item_id" = String, Path, example = "hero", max_length = 120),
        ("draft_version" = String, Query, description = "The version of the draft that was seen", max_length = 64),
    ),
    responses(
        (status = 200, description = "The item; `content` is null when it was never published", body = Envelope<SavedContent>),
        (status = 409, description = "`reason` is `draft_changed`, and `content` the current item", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[delete("/api/staff/content/{kind}/{item_id}/draft")]
pub async fn discard(
    staff: Staff,
    path: Path<(String, String)>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let (kind, id) = parsed(&path)?;
    let params = Params::of(request.query_string());
    let draft_version = params.text("draft_version", 64)?.unwrap_or_default();
    if draft_version.is_empty() {
        return Err(Error::invalid("draft_version", "is needed").into());
    }
    let rpc_request = proto::DiscardContentDraftRequest {
        actor: Some(actor(&staff)),
        kind: kind.name().to_owned(),
        item_id: id.clone(),
        draft_version: draft_version.to_owned(),
    };
    let mut client = client(&state, kind);
    match state.call("DiscardContentDraft", client.discard_content_draft(rpc_request)).await {
        Ok(_) => {
            let content = match fetch(&state, &staff, kind, &id).await {
                Ok(content) => Some(content),
                Err(error) if error.code == Code::NotFound => None,
                Err(error) => return Err(error.into()),
            };
            let discarded = SavedContent { content, change_id: None };
            respond::private(StatusCode::OK, &Envelope::of(discarded))
        }
        Err(error) => Err(conflict_with_item(&state, &staff, (kind, &id), error).await),
    }
}
