//! Routes of the staff inbox for messages: history, replies, image replies and likes. A reply names the displayed
//! version of the conversation (optimistic locking).

use actix_multipart::Multipart;
use actix_web::{
    HttpRequest, HttpResponse, get,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_proto::chat::v1 as proto;
use heuan_rpc::Error;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{actor, conflict_with_conversation, customer};
use crate::{
    api_state::ApiState,
    chat::{
        LikeBody, MessageBody, like_as, liked,
        messages::{History, history, request, write},
        upload::{self, UploadForm},
    },
};
use heuan_edge_http::{
    envelope::Envelope,
    input::null_as_default,
    problem::{
        ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse,
    },
    respond,
    session::{Staff, StaffInput},
};
use heuan_edge_live::dto::{Audience, ChatMessage, Conversation, conversation, message};

/// A staff reply.
#[derive(Deserialize, ToSchema)]
pub struct AnswerBody {
    /// 1 to 4000 characters.
    #[serde(default)]
    #[schema(required = true, max_length = 4000)]
    sms: String,
    /// `user`, `text`, `icon` or `deeplink`; absent means `user`.
    smstype: Option<String>,
    /// Idempotency id chosen by the client, one for each message; sent again, it returns the same message.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    client_id: Option<String>,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    url: String,
    /// The version of the conversation displayed while the reply was written.
    version: i64,
    /// Replies although another member of the staff has the claim.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    take_over: bool,
}

/// The message, and the updated conversation.
#[derive(Serialize, ToSchema)]
pub struct Answered {
    message: ChatMessage,
    conversation: Conversation,
}

/// Lists messages of a conversation, like the customer's call.
#[utoipa::path(
    tag = "inbox",
    operation_id = "list_conversation_messages",
    security(("api_token" = [], "session" = [])),
    params(
        ("cus_id" = i64, Path, description = "The customer of the conversation", minimum = 1),
        ("before_seq" = Option<i64>, Query, description = "Only messages older than this", minimum = 1),
        ("after_seq" = Option<i64>, Query, description = "Only messages newer than this; excludes `before_seq`", minimum = 0),
        ("limit" = Option<i32>, Query, description = "Maximum number; default 50", minimum = 1, maximum = 200),
    ),
    responses((status = 200, description = "Messages", body = History), UnauthorizedResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/auth/staff/conversations/{cus_id}/messages")]
pub async fn list(
    staff: Staff,
    cus_id: Path<String>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    history(&state, &request, customer(&cus_id)?, actor(&staff)).await
}

/// Replies to a customer, and claims the conversation. Refused if another member of the staff has replied since
/// `version`, or has the claim.
#[utoipa::path(
    tag = "inbox",
    operation_id = "answer_conversation",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer of the conversation", minimum = 1)),
    request_body = AnswerBody,
    responses(
        (status = 201, description = "The message", body = Envelope<Answered>),
        (status = 200, description = "The message, sent before", body = Envelope<Answered>),
        (status = 409, description = "`reason` is `conversation_changed` or `claimed`; `conversation` is the current state", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/staff/conversations/{cus_id}/messages")]
pub async fn send(
    StaffInput(staff, body): StaffInput<AnswerBody>,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = customer(&cus_id)?;
    let AnswerBody { sms, smstype, client_id, url, version, take_over } = body;
    let body = MessageBody { sms, smstype, client_id, url };
    let rpc_request =
        proto::SendMessageRequest { version, take_over, ..request(body, customer_id, actor(&staff)) };
    let written = write(&state, rpc_request).await;
    answered(&state, &staff, customer_id, written).await
}

/// Replies with an image, under the same rules.
#[utoipa::path(
    tag = "inbox",
    operation_id = "upload_answer",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer of the conversation", minimum = 1)),
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The message", body = Envelope<Answered>),
        (status = 200, description = "The message, sent before", body = Envelope<Answered>),
        (status = 409, description = "`reason` is `conversation_changed` or `claimed`; `conversation` is the current state", body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, description = "`reason` is `too_large`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/staff/conversations/{cus_id}/messages/upload")]
pub async fn send_image(
    staff: Staff,
    cus_id: Path<String>,
    request: HttpRequest,
    form: Multipart,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = customer(&cus_id)?;
    let mut permit = state.staff_upload_permit(&request, upload::MAX_BODY)?;
    let upload = upload::read(form, &mut permit).await?;
    if upload.version.is_none() {
        return Err(Error::invalid("version", "is needed").into());
    }
    let written = upload::write(&state, upload, customer_id, actor(&staff)).await;
    answered(&state, &staff, customer_id, written).await
}

/// Likes a message of a customer's conversation, as the staff.
#[utoipa::path(
    tag = "inbox",
    operation_id = "like_conversation_message",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer of the conversation", minimum = 1)),
    request_body = LikeBody,
    responses((status = 200, description = "The updated message", body = Envelope<ChatMessage>), UnauthorizedResponse, ForbiddenResponse, NotFoundResponse, ClientErrorResponses),
)]
#[post("/api/auth/staff/conversations/{cus_id}/messages/like")]
pub async fn like(
    StaffInput(staff, body): StaffInput<LikeBody>,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    // Message ids are unique; the customer is only part of the URL.
    customer(&cus_id)?;
    liked(like_as(&state, actor(&staff), &body).await?, Audience::Staff)
}

async fn answered(
    state: &ApiState,
    staff: &Staff,
    customer_id: i64,
    written: Result<proto::SendMessageResponse, Error>,
) -> Result<HttpResponse, Problem> {
    let written = match written {
        Ok(written) => written,
        Err(error) => return Err(conflict_with_conversation(state, staff, customer_id, error).await),
    };
    let status = if written.deduplicated { StatusCode::OK } else { StatusCode::CREATED };
    let answered = Answered {
        message: message(written.message, Audience::Staff)?,
        conversation: conversation(written.conversation, Audience::Staff)?,
    };
    respond::private(status, &Envelope::of(answered))
}
