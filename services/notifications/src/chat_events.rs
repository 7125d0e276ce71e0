//! Notifications of unread answers in the chat, from the events of the chat service.

use serde::Deserialize;

use crate::{message::EventVariables, notification::Draft, order_events::Event};

/// An answer that the customer has not read for some minutes.
pub const ANSWER: &str = "chat.answer";
/// The customer has read it, so that what waits is cancelled.
const ANSWER_READ: &str = "chat.answer_read";
/// Path that opens the chat.
pub const CHAT_PATH: &str = "/?chat=open";

#[derive(Default, Deserialize)]
#[serde(default)]
struct ReadPayload {
    /// Event of the answer.
    reminder: String,
}

/// The notification of an unread answer; `None` for other events. It has no text of the chat, because it may go to a phone
/// that others see.
pub fn told(event: &Event) -> Option<Draft> {
    if event.kind != ANSWER {
        return None;
    }
    let variables = EventVariables { path: CHAT_PATH.to_owned(), ..EventVariables::default() };
    Some(Draft {
        customer_id: event.customer_id,
        event_id: event.event_id.clone(),
        title: "ຮ້ານໄດ້ຕອບທ່ານແລ້ວ".to_owned(),
        body: "ມີຄຳຕອບໃໝ່ໃນແຊັດທີ່ທ່ານຍັງບໍ່ໄດ້ອ່ານ".to_owned(),
        title_en: "The shop has answered you".to_owned(),
        body_en: "There is an answer in the chat that you have not read yet".to_owned(),
        action_url: CHAT_PATH.to_owned(),
        website_url: CHAT_PATH.to_owned(),
        category: "general".to_owned(),
        kind: event.kind.clone(),
        message_variables: serde_json::to_string(&variables).ok(),
        ..Draft::default()
    })
}

/// The event whose notification the customer no longer needs; `None` for other events.
pub fn cancelled(event: &Event) -> Option<String> {
    if event.kind != ANSWER_READ {
        return None;
    }
    let read: ReadPayload = serde_json::from_str(&event.payload).unwrap_or_default();
    Some(read.reminder).filter(|reminder| !reminder.is_empty())
}
