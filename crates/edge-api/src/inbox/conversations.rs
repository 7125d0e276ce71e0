//! Routes of the staff inbox for conversations: list (20 by default, at most 100), read position, typing indicator
//! and claim.

use actix_web::{
    HttpRequest, HttpResponse, delete, get,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_proto::chat::v1::{self as proto, chat_service_client::ChatServiceClient};
use heuan_rpc::Result;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{actor, conflict_with_conversation, customer};
use crate::{
    api_state::ApiState,
    chat::{ReadBody, TypingBody, mark_read},
    empty_body::Nothing,
};
use heuan_edge_http::{
    envelope::{Envelope, filled},
    params::Params,
    problem::{
        ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse,
    },
    respond,
    session::{Staff, StaffInput},
};
use heuan_edge_live::{
    Typing,
    dto::{Audience, Conversation, conversation},
};

const LIMIT: i32 = 20;
const MAX_LIMIT: i32 = 100;
const MAX_PAGE: i32 = 100_000;
const MAX_SEARCH: usize = 200;
const MAX_CURSOR: usize = 64;

/// One page of the inbox.
#[derive(Serialize, ToSchema)]
pub struct Inbox {
    /// Always true; errors have their own shape.
    success: bool,
    data: Vec<Conversation>,
    /// Number of conversations over all pages.
    total: i64,
    page: i32,
    limit: i32,
    /// For the next page; null at the end.
    #[schema(required)]
    next_cursor: Option<String>,
    /// Conversations with unread messages, regardless of the search.
    unread_conversations: i64,
}

/// Lists conversations, newest messages first.
#[utoipa::path(
    tag = "inbox",
    operation_id = "list_conversations",
    security(("api_token" = [], "session" = [])),
    params(
        ("search" = Option<String>, Query, description = "Searches names, phone numbers and messages", max_length = 200),
        ("unread" = Option<bool>, Query, description = "Only with unread messages"),
        ("mine" = Option<bool>, Query, description = "Only those claimed by the caller"),
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the previous page, with the same filters", max_length = 64),
        ("page" = Option<i32>, Query, description = "Only without a cursor, for clients of earlier releases", minimum = 1, maximum = 100_000),
        ("limit" = Option<i32>, Query, minimum = 1, maximum = 100),
    ),
    responses((status = 200, description = "One page", body = Inbox), UnauthorizedResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/auth/staff/conversations")]
pub async fn list(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let (page, limit) =
        (params.number("page", 1..=MAX_PAGE, 1)?, params.number("limit", 1..=MAX_LIMIT, LIMIT)?);
    let rpc_request = proto::ListConversationsRequest {
        search: params.text("search", MAX_SEARCH)?.unwrap_or_default().to_owned(),
        unread_only: params.flag("unread")?,
        claimed_by: if params.flag("mine")? { staff.0.customer_id } else { 0 },
        page,
        limit,
        cursor: params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        staff: Some(actor(&staff)),
    };
    let client = state.clients.chat();
    let read = client.read("ListConversations", ChatServiceClient::list_conversations, rpc_request);
    let found = state.with_deadline(read).await?;
    let data = found.conversations.into_iter().map(|one| Conversation::of(one, Audience::Staff));
    let inbox = Inbox {
        success: true,
        data: data.collect::<Result<_>>()?,
        total: found.total,
        page,
        limit,
        next_cursor: filled(found.next_cursor),
        unread_conversations: found.unread_conversations,
    };
    respond::private(StatusCode::OK, &inbox)
}

/// Returns a conversation.
#[utoipa::path(
    tag = "inbox",
    operation_id = "get_conversation",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer of the conversation", minimum = 1)),
    responses((status = 200, description = "The conversation", body = Envelope<Conversation>), UnauthorizedResponse, ForbiddenResponse, NotFoundResponse, ClientErrorResponses),
)]
#[get("/api/auth/staff/conversations/{cus_id}")]
pub async fn get_conversation(
    staff: Staff,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let (customer_id, staff) = (customer(&cus_id)?, Some(actor(&staff)));
    let rpc_request = proto::GetConversationRequest { customer_id, staff };
    let client = state.clients.chat();
    let read = client.read("GetConversation", ChatServiceClient::get_conversation, rpc_request);
    answer(state.with_deadline(read).await?.conversation)
}

fn answer(found: Option<proto::Conversation>) -> Result<HttpResponse, Problem> {
    respond::private(StatusCode::OK, &Envelope::of(conversation(found, Audience::Staff)?))
}

/// Marks everything up to `seq` as read by the staff.
#[utoipa::path(
    tag = "inbox",
    operation_id = "read_conversation",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer of the conversation", minimum = 1)),
    request_body = ReadBody,
    responses((status = 200, description = "The updated conversation", body = Envelope<Conversation>), UnauthorizedResponse, ForbiddenResponse, NotFoundResponse, ClientErrorResponses),
)]
#[post("/api/auth/staff/conversations/{cus_id}/read")]
pub async fn mark(
    StaffInput(staff, body): StaffInput<ReadBody>,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    mark_read(&state, customer(&cus_id)?, actor(&staff), body.seq).await
}

/// Sends a typing indicator to the customer and the other staff.
#[utoipa::path(
    tag = "inbox",
    operation_id = "type_answer",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer of the conversation", minimum = 1)),
    request_body = TypingBody,
    responses((status = 200, description = "Sent", body = Envelope<Nothing>), UnauthorizedResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[post("/api/auth/staff/conversations/{cus_id}/typing")]
pub async fn typing(
    StaffInput(staff, body): StaffInput<TypingBody>,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    state.live.typing(&Typing {
        cus_id: customer(&cus_id)?,
        side: "staff".to_owned(),
        fname: staff.0.customer.fname,
        typing: body.typing,
    });
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

/// The displayed state of a conversation.
#[derive(Deserialize, ToSchema)]
pub struct SeenBody {
    /// The displayed version of the conversation.
    version: i64,
}

/// Claims a conversation for ten minutes, whatever the current claim.
#[utoipa::path(
    tag = "inbox",
    operation_id = "claim_conversation",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer of the conversation", minimum = 1)),
    request_body = SeenBody,
    responses(
        (status = 200, description = "The updated conversation", body = Envelope<Conversation>),
        (status = 409, description = "`reason` is `conversation_changed`; `conversation` is the current state", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/staff/conversations/{cus_id}/claim")]
pub async fn claim(
    StaffInput(staff, body): StaffInput<SeenBody>,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let (customer_id, version) = (customer(&cus_id)?, body.version);
    let rpc_request = proto::ClaimConversationRequest { customer_id, staff: Some(actor(&staff)), version };
    let mut client = state.clients.chat();
    match state.call("ClaimConversation", client.claim_conversation(rpc_request)).await {
        Ok(claimed) => {
            state.live.notify_chat_written();
            answer(claimed.conversation)
        }
        Err(error) => Err(conflict_with_conversation(&state, &staff, customer_id, error).await),
    }
}

/// Releases the caller's claim of a conversation; another member's claim is unchanged.
#[utoipa::path(
    tag = "inbox",
    operation_id = "release_conversation",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer of the conversation", minimum = 1)),
    responses((status = 200, description = "The updated conversation", body = Envelope<Conversation>), UnauthorizedResponse, ForbiddenResponse, NotFoundResponse, ClientErrorResponses),
)]
#[delete("/api/auth/staff/conversations/{cus_id}/claim")]
pub async fn release(
    staff: Staff,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request =
        proto::ReleaseConversationRequest { customer_id: customer(&cus_id)?, staff: Some(actor(&staff)) };
    let mut client = state.clients.chat();
    let released = state.call("ReleaseConversation", client.release_conversation(rpc_request)).await?;
    state.live.notify_chat_written();
    answer(released.conversation)
}
