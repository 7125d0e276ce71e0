//! Back office: messages to customers outside the shop.

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse, get,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::{Envelope, filled, moment},
    params::{Params, parse_id},
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody},
    respond,
    session::{AuditDetail, Role, Staff},
};
use heuan_proto::notifications::v1::{
    self as proto, MessageActorRole, message_service_client::MessageServiceClient,
};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::Registry;
use crate::api_state::ApiState;

const LIMIT: i32 = 50;
const MAX_LIMIT: i32 = 100;
/// Maximum characters of a state, a channel and a cursor; longer than any valid one.
const MAX_WORD: usize = 40;
const MAX_CURSOR: usize = 100;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(list_outbox).service(get_outbox_message).service(resend_outbox_message);
}

/// A way to a customer outside the shop.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageChannel {
    Email,
    Sms,
    WhatsApp,
}

/// State of a message. `not_configured` messages were not sent, because their channel has no provider.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    Waiting,
    Sent,
    Failed,
    NotConfigured,
}

/// Reason for the failure of a message.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageFailure {
    /// There is no such number or mailbox.
    InvalidAddress,
    /// The provider does not accept this message.
    #[serde(rename = "refused")]
    Rejected,
    /// The provider accepted it at no attempt.
    Expired,
}

/// One page of messages.
#[derive(Serialize, ToSchema)]
pub struct OutboxPage {
    /// Always true; errors have their own shape.
    success: bool,
    /// Newest first.
    data: Vec<OutboxMessage>,
    /// For the next page; null at the end.
    #[schema(required)]
    next_cursor: Option<String>,
    /// Over all pages and filters.
    counts: OutboxCounts,
    /// Channels that have a provider.
    configured_channels: Vec<MessageChannel>,
}

/// Number of messages in each state.
#[derive(Serialize, ToSchema)]
pub struct OutboxCounts {
    waiting: i64,
    sent: i64,
    failed: i64,
    not_configured: i64,
}

/// A message to a customer in one channel.
#[derive(Serialize, ToSchema)]
pub struct OutboxMessage {
    message_id: i64,
    /// 0 for a number or address without an account.
    cus_id: i64,
    channel: MessageChannel,
    /// Kind of the event.
    #[schema(example = "order.ready")]
    kind: String,
    state: MessageState,
    /// Phone number or email address; null until the message was prepared.
    #[schema(required)]
    recipient: Option<String>,
    /// `la`, `en`, `th`, `cn` or `vn`; null until the message was prepared.
    #[schema(required)]
    language: Option<String>,
    /// Null for SMS and WhatsApp.
    #[schema(required)]
    subject: Option<String>,
    /// Null until the message was prepared.
    #[schema(required)]
    text: Option<String>,
    /// Parts of an SMS; null for others.
    #[schema(required)]
    parts: Option<i32>,
    /// Attempts since the message was written or sent again.
    tries: i32,
    /// Number of times the staff had it sent again.
    resends: i32,
    /// Null unless it failed.
    #[schema(required)]
    reason: Option<MessageFailure>,
    /// Whether the recipient is marked as undeliverable in this channel.
    is_undeliverable: bool,
    /// Whether it is sent only if the messages to verified addresses of the customer fail. Its state is `waiting`.
    is_in_reserve: bool,
    /// The provider's answer to the last attempt, if that was not accepted.
    #[schema(required)]
    detail: Option<String>,
    #[schema(required)]
    order_id: Option<String>,
    #[schema(required)]
    order_number: Option<String>,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    created_at: String,
    /// Of the last change of its state, or attempt.
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    updated_at: String,
    /// Next attempt; null unless it waits.
    #[schema(required, format = DateTime)]
    next_at: Option<String>,
    /// Time at which the provider reported delivery to the phone; null without such a report.
    #[schema(required, format = DateTime)]
    delivered_at: Option<String>,
}

/// A message with its HTML part.
#[derive(Serialize, ToSchema)]
pub struct OutboxMessageDetail {
    #[serde(flatten)]
    message: OutboxMessage,
    /// HTML part of an email; null for others.
    #[schema(required)]
    html: Option<String>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct ListQuery {
    #[param(inline)]
    state: Option<MessageState>,
    #[param(inline)]
    channel: Option<MessageChannel>,
    /// `next_cursor` of the previous page, with the same filters.
    #[param(max_length = 100)]
    cursor: Option<String>,
    #[param(minimum = 1, maximum = 100, default = 50)]
    limit: Option<i32>,
}

/// Lists the messages to customers by e-mail, SMS and WhatsApp, newest first.
#[utoipa::path(
    tag = "staff-outbox",
    operation_id = "list_outbox",
    security(("api_token" = [], "session" = [])),
    params(ListQuery),
    responses((status = 200, description = "One page", body = OutboxPage), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/outbox")]
pub async fn list_outbox(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let word = |name| Ok::<_, Error>(params.exact(name, MAX_WORD)?.unwrap_or_default().to_owned());
    let rpc_request = proto::ListOutgoingMessagesRequest {
        actor_role: actor_role(&staff).into(),
        state: word("state")?,
        channel: word("channel")?,
        cursor: params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
    };
    let client = state.clients.messages();
    let read = client.read("ListOutgoingMessages", MessageServiceClient::list_outgoing_messages, rpc_request);
    let page = state.with_deadline(read).await?;
    let channels = page.configured_channels.iter().map(|word| channel(word));
    let page = OutboxPage {
        success: true,
        next_cursor: filled(page.next_cursor),
        counts: OutboxCounts {
            waiting: page.waiting_count,
            sent: page.sent_count,
            failed: page.failed_count,
            not_configured: page.not_configured_count,
        },
        configured_channels: channels.collect::<Result<_>>()?,
        data: page.messages.into_iter().map(OutboxMessage::try_from).collect::<Result<_>>()?,
    };
    respond::private(StatusCode::OK, &page)
}

/// Returns a message as it was sent, or would have been.
#[utoipa::path(
    tag = "staff-outbox",
    operation_id = "get_outbox_message",
    security(("api_token" = [], "session" = [])),
    params(("message_id" = i64, Path, description = "The message", minimum = 1)),
    responses((status = 200, description = "The message", body = Envelope<OutboxMessageDetail>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/outbox/{message_id}")]
pub async fn get_outbox_message(
    staff: Staff,
    message_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let message_id = parse_id("message_id", &message_id)?;
    let rpc_request = proto::GetOutgoingMessageRequest { actor_role: actor_role(&staff).into(), message_id };
    let client = state.clients.messages();
    let read = client.read("GetOutgoingMessage", MessageServiceClient::get_outgoing_message, rpc_request);
    message_response(state.with_deadline(read).await?.message)
}

/// Sends a message again that was sent, failed or had no provider, to the customer's present address.
#[utoipa::path(
    tag = "staff-outbox",
    operation_id = "resend_outbox_message",
    security(("api_token" = [], "session" = [])),
    params(("message_id" = i64, Path, description = "The message", minimum = 1)),
    responses(
        (status = 200, description = "The message, waiting", body = Envelope<OutboxMessageDetail>),
        (status = 409, description = "`reason` is `message_waiting` (it is still to be sent) or `code` (a one-time code, which is not sent again)", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/outbox/{message_id}/resend")]
pub async fn resend_outbox_message(
    staff: Staff,
    request: HttpRequest,
    message_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let message_id = parse_id("message_id", &message_id)?;
    let rpc_request =
        proto::ResendOutgoingMessageRequest { actor_role: actor_role(&staff).into(), message_id };
    let mut client = state.clients.messages();
    let message =
        state.call("ResendOutgoingMessage", client.resend_outgoing_message(rpc_request)).await?.message;
    if let Some(message) = &message {
        let detail = format!("{} {} {}", message.channel, message.kind, message.order_number);
        request.extensions_mut().insert(AuditDetail(detail.trim_end().to_owned()));
    }
    message_response(message)
}

pub(crate) fn actor_role(staff: &Staff) -> MessageActorRole {
    message_role(staff.0.role)
}

/// The role in the terms of the notifications service.
pub(crate) fn message_role(role: Role) -> MessageActorRole {
    match role {
        Role::Customer => MessageActorRole::Customer,
        Role::Clerk => MessageActorRole::Clerk,
        Role::Editor => MessageActorRole::Editor,
        Role::Manager => MessageActorRole::Manager,
    }
}

fn message_response(message: Option<proto::OutgoingMessage>) -> Result<HttpResponse, Problem> {
    let mut message = message.ok_or_else(|| Error::internal("response without message"))?;
    let html = filled(std::mem::take(&mut message.html));
    let message = OutboxMessage::try_from(message)?;
    respond::private(StatusCode::OK, &Envelope::of(OutboxMessageDetail { message, html }))
}

pub(crate) fn channel(word: &str) -> Result<MessageChannel> {
    match word {
        "email" => Ok(MessageChannel::Email),
        "sms" => Ok(MessageChannel::Sms),
        "whatsapp" => Ok(MessageChannel::WhatsApp),
        _ => Err(Error::internal(format!("unknown channel {word}"))),
    }
}

impl TryFrom<proto::OutgoingMessage> for OutboxMessage {
    type Error = Error;

    fn try_from(from: proto::OutgoingMessage) -> Result<Self> {
        let state = match from.state.as_str() {
            "waiting" => MessageState::Waiting,
            "sent" => MessageState::Sent,
            "failed" => MessageState::Failed,
            "not_configured" => MessageState::NotConfigured,
            other => return Err(Error::internal(format!("unknown state {other}"))),
        };
        let reason = match from.reason.as_str() {
            "" => None,
            "invalid_address" => Some(MessageFailure::InvalidAddress),
            "expired" => Some(MessageFailure::Expired),
            _ => Some(MessageFailure::Rejected),
        };
        Ok(Self {
            message_id: from.message_id,
            cus_id: from.customer_id,
            channel: channel(&from.channel)?,
            kind: from.kind,
            state,
            recipient: filled(from.recipient),
            language: filled(from.language),
            subject: filled(from.subject),
            text: filled(from.text),
            parts: Some(from.parts).filter(|parts| *parts > 0),
            tries: from.tries,
            resends: from.resends,
            reason,
            is_undeliverable: from.is_undeliverable,
            is_in_reserve: from.is_in_reserve,
            detail: filled(from.detail),
            order_id: filled(from.order_id),
            order_number: filled(from.order_number),
            created_at: moment(from.created_at_ms)?,
            updated_at: moment(from.updated_at_ms)?,
            next_at: Some(from.next_at_ms).filter(|at| *at > 0).map(moment).transpose()?,
            delivered_at: Some(from.delivered_at_ms).filter(|at| *at > 0).map(moment).transpose()?,
        })
    }
}
