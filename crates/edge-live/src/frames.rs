//! Encoding of server-sent events (`event:` and `data:` lines) for messages, notifications, orders, carts and typing
//! indicators.

use std::sync::Arc;

use heuan_proto::{
    chat::v1::{self as chat, event::Payload},
    notifications::v1 as notifications,
};
use heuan_rpc::Result;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::dto::{Audience, ChatMessage, Conversation, Notification};

/// Server-sent event without its id, which differs per browser.
#[derive(Clone, Debug)]
pub struct Frame {
    pub position: LogPosition,
    /// `event:` and `data:` lines.
    pub text: Arc<str>,
}

/// Position of an event in its log. An event without one is ephemeral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogPosition {
    Chat(i64),
    Notifications(i64),
    None,
}

impl Frame {
    pub fn new(position: LogPosition, name: &str, data: &impl Serialize) -> Self {
        // Serializing our types cannot fail and gives one line.
        let data = serde_json::to_string(data).unwrap_or_default();
        Self { position, text: format!("event: {name}\ndata: {data}\n").into() }
    }

    /// Returns the frame of a chat event as the customer or the staff see it.
    pub fn from_chat_event(event: &chat::Event, audience: Audience) -> Result<Option<Self>> {
        let position = LogPosition::Chat(event.position);
        Ok(match &event.payload {
            Some(Payload::Message(message)) => {
                Some(Self::new(position, "message", &ChatMessage::of(message.clone(), audience)?))
            }
            Some(Payload::Liked(message)) => {
                let by = event.actor.as_ref().map_or(chat::ParticipantRole::Unspecified, chat::Actor::role);
                // The account id of staff is hidden from customers.
                let account_id = event.actor.as_ref().map(|actor| actor.account_id);
                let account_id =
                    account_id.filter(|_| audience == Audience::Staff || by != chat::ParticipantRole::Staff);
                let data = json!({
                    "msdtid": message.message_id,
                    "cus_id": message.customer_id,
                    "seq": message.seq,
                    "likes": message.likes,
                    "account_id": account_id,
                    "by": if by == chat::ParticipantRole::Staff { "staff" } else { "user" },
                });
                Some(Self::new(position, "like", &data))
            }
            Some(Payload::Conversation(conversation)) => {
                Some(Self::new(position, "conversation", &Conversation::of(conversation.clone(), audience)?))
            }
            None => None,
        })
    }

    /// Returns the frames of a notification, preceded by the state of the order if it is about one.
    pub fn from_notification(from: &notifications::Notification) -> Result<Vec<Self>> {
        let position = LogPosition::Notifications(from.notification_id);
        let mut frames = Vec::new();
        if !from.order_id.is_empty() {
            let data = json!({
                "order_id": from.order_id,
                "ord_number": from.order_number,
                "status": from.order_status,
                "kind": from.kind,
            });
            // The frame comes before its notification and without a position, so that a browser that disconnects in between
            // gets both again.
            frames.push(Self::new(LogPosition::None, "order", &data));
        }
        frames.push(Self::new(position, "notification", &Notification::try_from(from.clone())?));
        Ok(frames)
    }
}

/// A participant is typing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::struct_field_names, reason = "the word of the API")]
pub struct Typing {
    /// Customer of the conversation.
    pub cus_id: i64,
    /// `user` or `staff`.
    pub side: String,
    pub fname: String,
    pub typing: bool,
}

/// Event for the staff that an order changed. Their browsers fetch the order themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffOrderChange {
    pub order_id: String,
    pub number: String,
    /// Version of the order; 0 if it is not known.
    pub version: i64,
    pub status: String,
    pub is_new: bool,
}

impl StaffOrderChange {
    pub(crate) fn frame(&self) -> Frame {
        Frame::new(LogPosition::None, "staff_order", self)
    }

    /// The event of a notification about an order; `None` for other notifications. Payments, deadlines and steps of the
    /// command line reach the staff this way.
    pub(crate) fn of(from: &notifications::Notification) -> Option<Self> {
        (!from.order_id.is_empty()).then(|| Self {
            order_id: from.order_id.clone(),
            number: from.order_number.clone(),
            version: 0,
            status: from.order_status.clone(),
            is_new: from.kind == "order.received",
        })
    }
}

/// Event for the staff that a line of an order was ticked off, or is to be picked again. Their browsers fetch
/// the ticks themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderPicked {
    pub order_id: String,
}

impl OrderPicked {
    pub(crate) fn frame(&self) -> Frame {
        Frame::new(LogPosition::None, "order_picked", self)
    }
}

/// Kind of a cart change. The browser fetches the cart itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CartChange {
    Add,
    Update,
    Remove,
    Clear,
    Order,
}
