//! Channels of a customer's messages outside the shop.

use actix_web::{HttpResponse, get, http::StatusCode, put, web::Data};
use heuan_proto::notifications::v1::{self as proto, message_service_client::MessageServiceClient};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    api_state::ApiState,
    staff_outbox::{MessageChannel, channel},
};
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::Session,
};

/// Channels in which a customer gets messages about orders.
#[derive(Serialize, ToSchema)]
pub struct MessageChannels {
    /// Those of the shop, if the customer chose none.
    channels: Vec<MessageChannel>,
    /// Whether the customer chose them.
    is_chosen: bool,
    /// `la`, `en`, `th`, `cn` or `vn`.
    language: String,
    /// Channels that the shop sends by. Messages of the others go nowhere.
    available: Vec<MessageChannel>,
    /// Channels whose address does not get messages: the server or the provider has reported it as invalid. It gets them
    /// again when the customer has verified it by a code.
    undeliverable: Vec<MessageChannel>,
    /// Whether the customer agreed to get news and offers of the shop.
    wants_news: bool,
}

/// The choice of a customer: channels with the language, `wants_news`, or all of these.
#[derive(Deserialize, ToSchema)]
pub struct MessageChannelsBody {
    /// At least one of `email`, `sms` and `whatsapp`: messages about orders cannot be switched off. Absent, with `language`, for no
    /// change.
    #[schema(min_items = 1, max_items = 3)]
    pub channels: Option<Vec<String>>,
    /// `la`, `en`, `th`, `cn` or `vn`.
    pub language: Option<String>,
    /// Whether the customer agrees to get news and offers of the shop; absent for no change.
    pub wants_news: Option<bool>,
}

/// Returns the channels of messages about orders.
#[utoipa::path(
    tag = "notifications",
    operation_id = "get_message_channels",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The channels", body = Envelope<MessageChannels>), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/notifications/channels")]
pub async fn get_channels(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::GetMessageChannelsRequest { customer_id: session.customer_id };
    let client = state.clients.messages();
    let read = client.read("GetMessageChannels", MessageServiceClient::get_message_channels, rpc_request);
    channels_response(state.with_deadline(read).await?.channels)
}

/// Chooses the channels and the language of messages about orders, and whether news are sent.
#[utoipa::path(
    tag = "notifications",
    operation_id = "set_message_channels",
    security(("api_token" = [], "session" = [])),
    request_body = MessageChannelsBody,
    responses((status = 200, description = "The channels", body = Envelope<MessageChannels>), UnauthorizedResponse, ClientErrorResponses),
)]
#[put("/api/auth/notifications/channels")]
pub async fn set_channels(
    session: Session,
    body: Input<MessageChannelsBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let MessageChannelsBody { channels, language, wants_news } = body.0;
    if channels.as_ref().is_some_and(Vec::is_empty) {
        let text = "must be at least one: messages about orders cannot be switched off";
        return Err(Error::invalid("channels", text).into());
    }
    let rpc_request = proto::SetMessageChannelsRequest {
        customer_id: session.customer_id,
        channels: channels.unwrap_or_default(),
        language: language.unwrap_or_default(),
        wants_news,
    };
    let client = state.clients.messages();
    let set =
        client.write_with_id("SetMessageChannels", MessageServiceClient::set_message_channels, rpc_request);
    channels_response(state.with_deadline(set).await?.channels)
}

fn channels_response(channels: Option<proto::MessageChannels>) -> Result<HttpResponse, Problem> {
    let found = channels.ok_or_else(|| Error::internal("response without channels"))?;
    let words = |words: Vec<String>| words.iter().map(|word| channel(word)).collect::<Result<Vec<_>>>();
    let channels = MessageChannels {
        channels: words(found.channels)?,
        is_chosen: found.is_chosen,
        language: found.language,
        available: words(found.configured_channels)?,
        wants_news: found.wants_news,
        undeliverable: words(found.undeliverable.into_iter().map(|address| address.channel).collect())?,
    };
    respond::private(StatusCode::OK, &Envelope::of(channels))
}
