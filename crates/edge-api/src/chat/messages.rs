//! Routes of the customer's conversation: message history (50 by default, at most 200) and sending a message. The
//! staff inbox calls the same functions.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, post, web::Data};
use heuan_proto::chat::v1::{self as proto, Actor, ParticipantRole, chat_service_client::ChatServiceClient};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::{MessageBody, customer};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    params::Params,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::Session,
};
use heuan_edge_live::dto::{Audience, ChatMessage, Conversation, message};

const LIMIT: i32 = 50;
const MAX_LIMIT: i32 = 200;

/// A range of a conversation.
#[derive(Serialize, ToSchema)]
pub struct History {
    /// Always true; errors have their own shape.
    success: bool,
    /// Ordered by `seq`.
    data: Vec<ChatMessage>,
    /// Whether there are older messages, or newer ones after `after_seq`.
    more: bool,
    /// Null before the first message.
    #[schema(required)]
    conversation: Option<Conversation>,
    /// Whether a member of the staff is online.
    staff_online: bool,
}

/// Lists messages of the customer's conversation: the newest, or those before or after a position.
#[utoipa::path(
    tag = "chat",
    operation_id = "list_messages",
    security(("api_token" = [], "session" = [])),
    params(
        ("before_seq" = Option<i64>, Query, description = "Only messages older than this", minimum = 1),
        ("after_seq" = Option<i64>, Query, description = "Only messages newer than this; excludes `before_seq`", minimum = 0),
        ("limit" = Option<i32>, Query, description = "Maximum number; default 50", minimum = 1, maximum = 200),
    ),
    responses((status = 200, description = "Messages", body = History), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/message")]
pub async fn list(
    session: Session,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    history(&state, &request, session.customer_id, customer(&session)).await
}

/// The message history of a conversation, for customers and staff.
pub async fn history(
    state: &ApiState,
    request: &HttpRequest,
    customer_id: i64,
    reader: Actor,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let audience = if reader.role() == ParticipantRole::Staff { Audience::Staff } else { Audience::Customer };
    let (before, after) = (params.id("before_seq")?, params.position("after_seq")?);
    if before.is_some() && after.is_some() {
        return Err(Error::invalid("before_seq", "must not be combined with after_seq").into());
    }
    let rpc_request = proto::ListMessagesRequest {
        customer_id,
        reader: Some(reader),
        before_seq: before.unwrap_or(0),
        // No message is before 1, but "after 0" would mean from the beginning.
        after_seq: after.unwrap_or(0),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
    };
    let client = state.clients.chat();
    let read = client.read("ListMessages", ChatServiceClient::list_messages, rpc_request);
    let found = state.with_deadline(read).await?;
    let data = found.messages.into_iter().map(|one| ChatMessage::of(one, audience)).collect::<Result<_>>()?;
    let history = History {
        success: true,
        data,
        more: found.has_more,
        conversation: found.conversation.map(|one| Conversation::of(one, audience)).transpose()?,
        staff_online: state.live.hub.is_staff_online(),
    };
    respond::private(StatusCode::OK, &history)
}

/// Sends a message to the shop. A repeated `client_id` returns the same message with 200 instead of 201.
#[utoipa::path(
    tag = "chat",
    operation_id = "send_message",
    security(("api_token" = [], "session" = [])),
    request_body = MessageBody,
    responses(
        (status = 201, description = "The message", body = Envelope<ChatMessage>),
        (status = 200, description = "The message, sent before", body = Envelope<ChatMessage>),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/message")]
pub async fn send(
    session: Session,
    body: Input<MessageBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = request(body.0, session.customer_id, customer(&session));
    let answer = write(&state, rpc_request).await?;
    let status = if answer.deduplicated { StatusCode::OK } else { StatusCode::CREATED };
    respond::private(status, &Envelope::of(message(answer.message, Audience::Customer)?))
}

pub fn request(body: MessageBody, customer_id: i64, author: Actor) -> proto::SendMessageRequest {
    let MessageBody { sms, smstype, client_id, url } = body;
    proto::SendMessageRequest {
        customer_id,
        author: Some(author),
        client_id: client_id.unwrap_or_else(own_id),
        text: sms,
        kind: smstype.unwrap_or_else(|| "user".to_owned()),
        url,
        version: 0,
        take_over: false,
    }
}

/// Message id for clients that send none; a repetition is then another message.
pub fn own_id() -> String {
    uuid::Uuid::new_v4().simple().to_string()
}

/// Writes a message. The call can be retried, because the service recognizes the message by its id.
pub async fn write(
    state: &ApiState,
    rpc_request: proto::SendMessageRequest,
) -> Result<proto::SendMessageResponse> {
    let client = state.clients.chat();
    let sent = client.write_with_id("SendMessage", ChatServiceClient::send_message, rpc_request);
    let answer = state.with_deadline(sent).await?;
    state.live.notify_chat_written();
    Ok(answer)
}
