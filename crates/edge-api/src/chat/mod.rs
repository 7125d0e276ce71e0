//! Chat, the customer's side. The staff's side is `inbox`.

mod attachment;
mod dto;
pub mod messages;
mod preview;
pub mod upload;

use actix_web::{HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::chat::v1::{
    self as proto, Actor, ChatActorRole, ParticipantRole, chat_service_client::ChatServiceClient,
};
use heuan_rpc::{Code, Error};
use serde::Deserialize;
use utoipa::ToSchema;

pub use dto::MessageBody;

use super::{Registry, empty_body::Nothing};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, UnauthorizedResponse},
    respond,
    session::{Area, Role, Session},
};
use heuan_edge_live::{
    Typing,
    dto::{Audience, ChatMessage, Conversation, conversation, message},
};

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(messages::list)
        .service(messages::send)
        .service(upload::send)
        .service(like)
        .service(read)
        .service(typing)
        .service(attachment::get_attachment)
        .service(preview::preview_link)
        .service(preview::image);
}

/// The customer of a session as a chat actor.
pub fn customer(session: &Session) -> Actor {
    actor(session, ParticipantRole::Customer)
}

/// The account of a session on one side of the chat, with the role, which the chat service checks as well.
pub fn actor(session: &Session, side: ParticipantRole) -> Actor {
    let customer = &session.customer;
    let account_role = match session.role {
        Role::Customer => ChatActorRole::Customer,
        Role::Clerk => ChatActorRole::Clerk,
        Role::Editor => ChatActorRole::Editor,
        Role::Manager => ChatActorRole::Manager,
    };
    Actor {
        role: side.into(),
        account_id: session.customer_id,
        fname: customer.fname.clone(),
        lname: customer.lname.clone(),
        phone: customer.phone.clone(),
        account_role: account_role.into(),
    }
}

/// Sets or removes a like.
#[derive(Deserialize, ToSchema)]
pub struct LikeBody {
    #[serde(rename = "messageId")]
    #[schema(minimum = 1)]
    message_id: i64,
    /// Absent toggles it.
    liked: Option<bool>,
}

/// Likes a message of the customer's conversation. The staff uses the inbox's call.
#[utoipa::path(
    tag = "chat",
    operation_id = "like_message",
    security(("api_token" = [], "session" = [])),
    request_body = LikeBody,
    responses((status = 200, description = "The updated message", body = Envelope<ChatMessage>), UnauthorizedResponse, NotFoundResponse, ClientErrorResponses),
)]
#[post("/api/auth/message/like")]
pub async fn like(
    session: Session,
    body: Input<LikeBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    match like_as(&state, customer(&session), &body.0).await {
        Err(error) if error.code == Code::NotFound && session.may_use(Area::Inbox) => {}
        answer => return liked(answer?, Audience::Customer),
    }
    liked(like_as(&state, actor(&session, ParticipantRole::Staff), &body.0).await?, Audience::Staff)
}

pub async fn like_as(
    state: &ApiState,
    actor: Actor,
    body: &LikeBody,
) -> Result<Option<proto::Message>, Error> {
    let LikeBody { message_id, liked } = *body;
    let rpc_request = proto::LikeMessageRequest { message_id, actor: Some(actor), liked };
    let mut client = state.clients.chat();
    let answer = state.call("LikeMessage", client.like_message(rpc_request)).await?;
    state.live.notify_chat_written();
    Ok(answer.message)
}

pub fn liked(found: Option<proto::Message>, audience: Audience) -> Result<HttpResponse, Problem> {
    respond::private(StatusCode::OK, &Envelope::of(message(found, audience)?))
}

/// Read position of a conversation.
#[derive(Deserialize, ToSchema)]
pub struct ReadBody {
    #[schema(minimum = 0)]
    pub seq: i64,
}

/// Marks everything up to `seq` as read.
#[utoipa::path(
    tag = "chat",
    operation_id = "read_messages",
    security(("api_token" = [], "session" = [])),
    request_body = ReadBody,
    responses((status = 200, description = "The updated conversation", body = Envelope<Conversation>), UnauthorizedResponse, NotFoundResponse, ClientErrorResponses),
)]
#[post("/api/auth/message/read")]
pub async fn read(
    session: Session,
    body: Input<ReadBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    mark_read(&state, session.customer_id, customer(&session), body.0.seq).await
}

pub async fn mark_read(
    state: &ApiState,
    customer_id: i64,
    reader: Actor,
    seq: i64,
) -> Result<HttpResponse, Problem> {
    let audience = if reader.role() == ParticipantRole::Staff { Audience::Staff } else { Audience::Customer };
    let rpc_request = proto::MarkReadRequest { customer_id, reader: Some(reader), seq };
    let client = state.clients.chat();
    // The call is idempotent, because the position only advances.
    let answer = state
        .with_deadline(client.write_with_id("MarkRead", ChatServiceClient::mark_read, rpc_request))
        .await?;
    state.live.notify_chat_written();
    respond::private(StatusCode::OK, &Envelope::of(conversation(answer.conversation, audience)?))
}

/// Whether the user is typing.
#[derive(Deserialize, ToSchema)]
pub struct TypingBody {
    pub typing: bool,
}

/// Sends a typing indicator to the staff, rate-limited to one every few seconds.
#[utoipa::path(
    tag = "chat",
    operation_id = "type_message",
    security(("api_token" = [], "session" = [])),
    request_body = TypingBody,
    responses((status = 200, description = "Sent", body = Envelope<Nothing>), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/auth/message/typing")]
pub async fn typing(
    session: Session,
    body: Input<TypingBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    state.live.typing(&Typing {
        cus_id: session.customer_id,
        side: "user".to_owned(),
        fname: session.customer.fname,
        typing: body.0.typing,
    });
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}
