//! Routes of content items: list, create, read, replace and delete. A change names the version on which it is based
//! (optimistic locking).

use actix_web::{
    HttpRequest, HttpResponse, delete, get,
    http::StatusCode,
    post, put,
    web::{Data, Path},
};
use heuan_proto::staffcontent::v1::{self as proto, staff_content_service_client::StaffContentServiceClient};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{
    LIMIT, MAX_CURSOR, MAX_LIMIT, actor, announce,
    body::{ContentBody, ContentKind},
    client, conflict_with_item, draft,
    dto::{SavedContent, StaffContent, StaffContentDetail, StaffContentPage},
    fetch, item_id, item_response,
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

/// A new item.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewContentBody {
    /// The slug of a page; other kinds get a number.
    #[schema(max_length = 100)]
    item_id: Option<String>,
    /// Whether it begins as a draft, which shoppers do not see; of a kind that has drafts.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    draft: bool,
    #[schema(value_type = ContentBody)]
    body: Box<RawValue>,
}

/// The new body of an item.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentEditBody {
    /// The version that the change was made from.
    #[schema(max_length = 64)]
    version: String,
    #[schema(value_type = ContentBody)]
    body: Box<RawValue>,
}

/// The change that deleted an item.
#[derive(Serialize, ToSchema)]
pub struct DeletedContent {
    change_id: String,
}

/// Lists content of a kind by id, with bodies.
#[utoipa::path(
    tag = "staff-content",
    operation_id = "list_staff_content",
    security(("api_token" = [], "session" = [])),
    params(
        ("kind" = ContentKind, Path),
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the previous page", max_length = 120),
        ("limit" = Option<i32>, Query, minimum = 1, maximum = 100),
    ),
    responses(
        (status = 200, description = "One page", body = StaffContentPage),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/content/{kind}")]
pub async fn list_content_items(
    staff: Staff,
    kind: Path<String>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let kind = ContentKind::parse(&kind)?;
    let params = Params::of(request.query_string());
    let rpc_request = proto::ListContentRequest {
        actor: Some(actor(&staff)),
        kind: kind.name().to_owned(),
        cursor: params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
    };
    let client = client(&state, kind);
    let read = client.read("ListContent", StaffContentServiceClient::list_content, rpc_request);
    let answer = state.with_deadline(read).await?;
    let items = answer.items.into_iter();
    let page = StaffContentPage {
        success: true,
        data: items.map(|item| StaffContent::try_from((kind, item))).collect::<Result<_>>()?,
        next_cursor: filled(answer.next_cursor),
    };
    respond::private(StatusCode::OK, &page)
}

/// Creates a promotion, banner, page or branch.
#[utoipa::path(
    tag = "staff-content",
    operation_id = "create_staff_content",
    security(("api_token" = [], "session" = [])),
    params(("kind" = ContentKind, Path)),
    request_body = NewContentBody,
    responses(
        (status = 200, description = "The new item", body = Envelope<SavedContent>),
        (status = 409, description = "`reason` is `content_changed` (there is a page with this slug) or `content_limit`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/content/{kind}")]
pub async fn create_content_item(
    StaffInput(staff, input): StaffInput<NewContentBody>,
    request: HttpRequest,
    kind: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let kind = ContentKind::parse(&kind)?;
    if input.draft {
        let content = draft::begin(&state, &staff, kind, &input.body).await?;
        AuditDetail::set(&request, content.item_id().to_owned());
        let saved = SavedContent { content: Some(content), change_id: None };
        return respond::private(StatusCode::OK, &Envelope::of(saved));
    }
    let rpc_request = proto::SaveContentRequest {
        actor: Some(actor(&staff)),
        kind: kind.name().to_owned(),
        item_id: input.item_id.filter(|_| kind == ContentKind::Page).unwrap_or_default(),
        version: String::new(),
        body_json: body_json(kind, &input.body)?,
    };
    let mut client = client(&state, kind);
    let saved = state.call("SaveContent", client.save_content(rpc_request)).await?;
    AuditDetail::set(&request, saved.item.as_ref().map(|item| item.item_id.clone()).unwrap_or_default());
    let (_, response) = respond_saved(&state, &staff, kind, saved).await?;
    Ok(response)
}

/// Returns an item with the newest 20 entries of its ledger. In the path, `~` stands for the slash of a slug.
#[utoipa::path(
    tag = "staff-content",
    operation_id = "get_staff_content",
    security(("api_token" = [], "session" = [])),
    params(("kind" = ContentKind, Path), ("item_id" = String, Path, example = "news~1", max_length = 120)),
    responses(
        (status = 200, description = "The item", body = Envelope<StaffContentDetail>),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/content/{kind}/{item_id}")]
pub async fn get_content_item(
    staff: Staff,
    path: Path<(String, String)>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let (kind, id) = parsed(&path)?;
    item_response(&state, &staff, kind, &id).await
}

/// Replaces the body of an item. Shoppers see it within two seconds.
#[utoipa::path(
    tag = "staff-content",
    operation_id = "save_staff_content",
    security(("api_token" = [], "session" = [])),
    params(("kind" = ContentKind, Path), ("item_id" = String, Path, example = "news~1", max_length = 120)),
    request_body = ContentEditBody,
    responses(
        (status = 200, description = "The item", body = Envelope<SavedContent>),
        (status = 409, description = "`reason` is `content_changed`, and `content` the current item; or `content_limit`: there is too much content of this kind", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/content/{kind}/{item_id}")]
pub async fn save_content_item(
    StaffInput(staff, input): StaffInput<ContentEditBody>,
    request: HttpRequest,
    path: Path<(String, String)>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let (kind, id) = parsed(&path)?;
    if input.version.is_empty() {
        return Err(Error::invalid("version", "is needed").into());
    }
    let rpc_request = proto::SaveContentRequest {
        actor: Some(actor(&staff)),
        kind: kind.name().to_owned(),
        item_id: id.clone(),
        version: input.version,
        body_json: body_json(kind, &input.body)?,
    };
    let mut client = client(&state, kind);
    match state.call("SaveContent", client.save_content(rpc_request)).await {
        Ok(saved) => {
            let (changed_fields, response) = respond_saved(&state, &staff, kind, saved).await?;
            AuditDetail::set(&request, changed_fields);
            Ok(response)
        }
        Err(error) => Err(conflict_with_item(&state, &staff, (kind, &id), error).await),
    }
}

/// Deletes a promotion, banner, page or branch.
#[utoipa::path(
    tag = "staff-content",
    operation_id = "delete_staff_content",
    security(("api_token" = [], "session" = [])),
    params(
        ("kind" = ContentKind, Path),
        ("item_id" = String, Path, example = "news~1", max_length = 120),
        ("version" = String, Query, description = "The version that was seen", max_length = 64),
        ("draft_version" = Option<String>, Query, description = "The version of its draft that was seen, which is deleted as well; absent without one", max_length = 64),
    ),
    responses(
        (status = 200, description = "The change, which can be undone", body = Envelope<DeletedContent>),
        (status = 409, description = "`reason` is `content_changed`, `draft_changed` (it has another draft), or `not_deletable`: the shop needs it, or has pages below it", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[delete("/api/staff/content/{kind}/{item_id}")]
pub async fn delete_content_item(
    staff: Staff,
    path: Path<(String, String)>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let (kind, id) = parsed(&path)?;
    let params = Params::of(request.query_string());
    let version = params.text("version", 64)?.unwrap_or_default().to_owned();
    if version.is_empty() {
        return Err(Error::invalid("version", "is needed").into());
    }
    let rpc_request = proto::DeleteContentRequest {
        actor: Some(actor(&staff)),
        kind: kind.name().to_owned(),
        item_id: id.clone(),
        version,
        draft_version: Some(params.text("draft_version", 64)?.unwrap_or_default().to_owned()),
    };
    let mut client = client(&state, kind);
    match state.call("DeleteContent", client.delete_content(rpc_request)).await {
        Ok(deleted) => {
            announce(&state, kind);
            let deleted = DeletedContent { change_id: deleted.change_id };
            respond::private(StatusCode::OK, &Envelope::of(deleted))
        }
        Err(error) => Err(conflict_with_item(&state, &staff, (kind, &id), error).await),
    }
}

pub(super) fn parsed(path: &Path<(String, String)>) -> Result<(ContentKind, String)> {
    Ok((ContentKind::parse(&path.0)?, item_id(&path.1)?))
}

/// The names of the changed fields, and the response.
async fn respond_saved(
    state: &ApiState,
    staff: &Staff,
    kind: ContentKind,
    saved: proto::SaveContentResponse,
) -> Result<(String, HttpResponse), Problem> {
    announce(state, kind);
    let item = saved.item.ok_or_else(|| Error::internal("response without content"))?;
    let content = fetch(state, staff, kind, &item.item_id).await?;
    let changed_fields = content.changed_fields(&saved.change_id);
    let saved = SavedContent { content: Some(content), change_id: filled(saved.change_id) };
    Ok((changed_fields, respond::private(StatusCode::OK, &Envelope::of(saved))?))
}

/// The body in the shape of its kind, without any other fields.
pub(super) fn body_json(kind: ContentKind, body: &RawValue) -> Result<String> {
    serde_json::to_string(&ContentBody::parse(kind, body.get())?).map_err(Error::internal)
}
