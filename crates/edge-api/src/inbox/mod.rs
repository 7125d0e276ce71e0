//! Staff inbox: all conversations, claims and replies.

mod conversations;
mod messages;
mod quick_replies;

use heuan_proto::chat::v1::{self as proto, Actor, ParticipantRole, chat_service_client::ChatServiceClient};
use heuan_rpc::{Code, Error};

use super::{Registry, chat};
use crate::api_state::ApiState;
use heuan_edge_http::{params::parse_id, problem::Problem, session::Staff};
use heuan_edge_live::dto::{Audience, Conversation};

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(conversations::list)
        .service(conversations::get_conversation)
        .service(conversations::mark)
        .service(conversations::typing)
        .service(conversations::claim)
        .service(conversations::release)
        .service(messages::list)
        .service(messages::send)
        .service(messages::send_image)
        .service(messages::like)
        .service(quick_replies::list)
        .service(quick_replies::add)
        .service(quick_replies::update)
        .service(quick_replies::remove);
}

fn actor(staff: &Staff) -> Actor {
    chat::actor(&staff.0, ParticipantRole::Staff)
}

fn customer(text: &str) -> Result<i64, Error> {
    parse_id("cus_id", text)
}

/// The error of a conflict with another member of the staff. It has the current conversation.
async fn conflict_with_conversation(
    state: &ApiState,
    staff: &Staff,
    customer_id: i64,
    error: Error,
) -> Problem {
    let is_ours = error.code == Code::Conflict;
    let problem = Problem::from(error);
    if !is_ours {
        return problem;
    }
    let client = state.clients.chat();
    let rpc_request = proto::GetConversationRequest { customer_id, staff: Some(actor(staff)) };
    let read = client.read("GetConversation", ChatServiceClient::get_conversation, rpc_request);
    let now = state.with_deadline(read).await.ok().and_then(|answer| answer.conversation);
    let now = now.and_then(|conversation| Conversation::of(conversation, Audience::Staff).ok());
    match now.and_then(|conversation| serde_json::to_value(conversation).ok()) {
        Some(conversation) => problem.with_member("conversation", conversation),
        None => problem,
    }
}
