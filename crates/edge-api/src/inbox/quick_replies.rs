//! Routes of quick replies, the prepared texts of the staff: list, add, change and remove.

use actix_web::{
    HttpResponse, delete, get,
    http::StatusCode,
    post, put,
    web::{Data, Path},
};
use heuan_proto::chat::v1::{self as proto, chat_service_client::ChatServiceClient};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::actor;
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    params::parse_id,
    problem::{
        ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse,
    },
    respond,
    session::{Staff, StaffInput},
};

/// A prepared reply of the staff.
#[derive(Serialize, ToSchema)]
#[allow(clippy::struct_field_names, reason = "the name used in the API")]
pub struct QuickReply {
    #[schema(minimum = 1)]
    quick_reply_id: i64,
    title: String,
    text: String,
}

#[derive(Deserialize, ToSchema)]
pub struct QuickReplyBody {
    #[schema(min_length = 1, max_length = 60)]
    title: String,
    #[schema(min_length = 1, max_length = 1000)]
    text: String,
}

/// Lists the quick replies, oldest first.
#[utoipa::path(
    tag = "inbox",
    operation_id = "list_quick_replies",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "All quick replies", body = Envelope<Vec<QuickReply>>), UnauthorizedResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/auth/staff/quick-replies")]
pub async fn list(staff: Staff, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    all(&state, &staff).await
}

/// Adds a quick reply.
#[utoipa::path(
    tag = "inbox",
    operation_id = "add_quick_reply",
    security(("api_token" = [], "session" = [])),
    request_body = QuickReplyBody,
    responses(
        (status = 200, description = "All quick replies", body = Envelope<Vec<QuickReply>>),
        (status = 409, description = "`reason` is `quick_replies_full`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/staff/quick-replies")]
pub async fn add(
    StaffInput(staff, body): StaffInput<QuickReplyBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    save(&state, &staff, 0, body).await
}

/// Changes a quick reply.
#[utoipa::path(
    tag = "inbox",
    operation_id = "update_quick_reply",
    security(("api_token" = [], "session" = [])),
    params(("quick_reply_id" = i64, Path, description = "The quick reply", minimum = 1)),
    request_body = QuickReplyBody,
    responses((status = 200, description = "All quick replies", body = Envelope<Vec<QuickReply>>), UnauthorizedResponse, ForbiddenResponse, NotFoundResponse, ClientErrorResponses),
)]
#[put("/api/auth/staff/quick-replies/{quick_reply_id}")]
pub async fn update(
    StaffInput(staff, body): StaffInput<QuickReplyBody>,
    quick_reply_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    save(&state, &staff, parse_id("quick_reply_id", &quick_reply_id)?, body).await
}

/// Removes a quick reply. Removing an absent one succeeds.
#[utoipa::path(
    tag = "inbox",
    operation_id = "remove_quick_reply",
    security(("api_token" = [], "session" = [])),
    params(("quick_reply_id" = i64, Path, description = "The quick reply", minimum = 1)),
    responses((status = 200, description = "All quick replies", body = Envelope<Vec<QuickReply>>), UnauthorizedResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[delete("/api/auth/staff/quick-replies/{quick_reply_id}")]
pub async fn remove(
    staff: Staff,
    quick_reply_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let quick_reply_id = parse_id("quick_reply_id", &quick_reply_id)?;
    let mut client = state.clients.chat();
    let rpc_request = proto::DeleteQuickReplyRequest { quick_reply_id, staff: Some(actor(&staff)) };
    state.call("DeleteQuickReply", client.delete_quick_reply(rpc_request)).await?;
    all(&state, &staff).await
}

async fn save(
    state: &ApiState,
    staff: &Staff,
    quick_reply_id: i64,
    body: QuickReplyBody,
) -> Result<HttpResponse, Problem> {
    let QuickReplyBody { title, text } = body;
    let quick_reply = Some(proto::QuickReply { quick_reply_id, title, text });
    let mut client = state.clients.chat();
    let rpc_request = proto::SaveQuickReplyRequest { quick_reply, staff: Some(actor(staff)) };
    state.call("SaveQuickReply", client.save_quick_reply(rpc_request)).await?;
    all(state, staff).await
}

async fn all(state: &ApiState, staff: &Staff) -> Result<HttpResponse, Problem> {
    let client = state.clients.chat();
    let rpc_request = proto::ListQuickRepliesRequest { staff: Some(actor(staff)) };
    let read = client.read("ListQuickReplies", ChatServiceClient::list_quick_replies, rpc_request);
    let replies = state.with_deadline(read).await?.quick_replies.into_iter().map(|it| QuickReply {
        quick_reply_id: it.quick_reply_id,
        title: it.title,
        text: it.text,
    });
    respond::private(StatusCode::OK, &Envelope::of(replies.collect::<Vec<_>>()))
}
