//! Talking with the shop, from the customer's side. The staff's side is `inbox`.

mod attachment;
pub mod messages;
mod preview;
mod shape;
pub mod upload;

use actix_web::{HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::chat::v1::{self as proto, Actor, Side, chat_service_client::ChatServiceClient};
use heuan_rpc::{Code, Error};
use serde::Deserialize;
use utoipa::ToSchema;

pub use shape::{ChatMessage, Conversation, For, MessageBody, conversation, message, user};

use super::{Registry, account::Nothing, envelope::Envelope};
use crate::{
    input::Input,
    live::Typing,
    problem::{Absent, Problem, Refused, Unknown},
    respond,
    session::Session,
    shop::Shop,
};

/// The documented calls.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(messages::list)
        .service(messages::send)
        .service(upload::send)
        .service(like)
        .service(read)
        .service(typing)
        .service(attachment::get_one)
        .service(preview::get_one)
        .service(preview::picture);
}

/// The customer of a session, as the chat knows them.
pub fn customer(session: &Session) -> Actor {
    actor(session, Side::Customer)
}

pub fn actor(session: &Session, side: Side) -> Actor {
    let customer = &session.customer;
    Actor {
        side: side.into(),
        account_id: session.customer_id,
        fname: customer.fname.clone(),
        lname: customer.lname.clone(),
        phone: customer.phone.clone(),
    }
}

/// Likes a message, or takes it back.
#[derive(Deserialize, ToSchema)]
pub struct LikeBody {
    #[serde(rename = "messageId")]
    #[schema(minimum = 1)]
    message_id: i64,
    /// Absent turns it around.
    liked: Option<bool>,
}

/// Likes a message of one's conversation. The staff likes those of others as the staff, which has a call of its own.
#[utoipa::path(
    tag = "chat",
    operation_id = "like_message",
    security(("api_token" = [], "session" = [])),
    request_body = LikeBody,
    responses((status = 200, description = "The message as it is now", body = Envelope<ChatMessage>), Unknown, Absent, Refused),
)]
#[post("/api/auth/message/like")]
pub async fn like(
    session: Session,
    body: Input<LikeBody>,
    shop: Data<Shop>,
) -> Result<HttpResponse, Problem> {
    match like_as(&shop, customer(&session), &body.0).await {
        Err(error) if error.code == Code::NotFound && session.is_staff() => {}
        answer => return liked(answer?, For::Customer),
    }
    liked(like_as(&shop, actor(&session, Side::Staff), &body.0).await?, For::Staff)
}

pub async fn like_as(shop: &Shop, actor: Actor, body: &LikeBody) -> Result<Option<proto::Message>, Error> {
    let LikeBody { message_id, liked } = *body;
    let asked = proto::LikeMessageRequest { message_id, actor: Some(actor), liked };
    let mut client = shop.clients.chat();
    let answer = shop.ask("LikeMessage", client.like_message(asked)).await?;
    shop.shared.live.wrote();
    Ok(answer.message)
}

pub fn liked(found: Option<proto::Message>, whom: For) -> Result<HttpResponse, Problem> {
    respond::private(StatusCode::OK, &Envelope::of(message(found, whom)?))
}

/// How far a conversation was read.
#[derive(Deserialize, ToSchema)]
pub struct ReadBody {
    #[schema(minimum = 1)]
    pub seq: i64,
}

/// Everything up to `seq` has been seen.
#[utoipa::path(
    tag = "chat",
    operation_id = "read_messages",
    security(("api_token" = [], "session" = [])),
    request_body = ReadBody,
    responses((status = 200, description = "The conversation as it is now", body = Envelope<Conversation>), Unknown, Absent, Refused),
)]
#[post("/api/auth/message/read")]
pub async fn read(
    session: Session,
    body: Input<ReadBody>,
    shop: Data<Shop>,
) -> Result<HttpResponse, Problem> {
    mark_read(&shop, session.customer_id, customer(&session), body.0.seq).await
}

pub async fn mark_read(
    shop: &Shop,
    customer_id: i64,
    reader: Actor,
    seq: i64,
) -> Result<HttpResponse, Problem> {
    let whom = if reader.side() == Side::Staff { For::Staff } else { For::Customer };
    let asked = proto::MarkReadRequest { customer_id, reader: Some(reader), seq };
    let client = shop.clients.chat();
    // Only ever moves on, so a repeat changes nothing.
    let answer = shop.in_time(client.write_with_id("MarkRead", ChatServiceClient::mark_read, asked)).await?;
    shop.shared.live.wrote();
    respond::private(StatusCode::OK, &Envelope::of(conversation(answer.conversation, whom)?))
}

/// Whether one is writing.
#[derive(Deserialize, ToSchema)]
pub struct TypingBody {
    pub typing: bool,
}

/// Tells the staff that one is writing, at most every few seconds.
#[utoipa::path(
    tag = "chat",
    operation_id = "type_message",
    security(("api_token" = [], "session" = [])),
    request_body = TypingBody,
    responses((status = 200, description = "Told", body = Envelope<Nothing>), Unknown, Refused),
)]
#[post("/api/auth/message/typing")]
pub async fn typing(
    session: Session,
    body: Input<TypingBody>,
    shop: Data<Shop>,
) -> Result<HttpResponse, Problem> {
    shop.shared.live.typing(&Typing {
        cus_id: session.customer_id,
        side: "user".to_owned(),
        fname: session.customer.fname,
        typing: body.0.typing,
    });
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}
