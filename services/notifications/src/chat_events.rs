//! Notifications of unread answers in the chat, and pushes to the staff about unread messages, from the events of the chat
//! service.

use serde::Deserialize;

use crate::{event::Event, event_variables::EventVariables, notification::Draft, staff_push::WAITING_CHATS};

/// An answer that the customer has not read for some minutes.
pub const ANSWER: &str = "chat.answer";
/// The customer has read the answer, so that waiting pushes and messages are canceled.
const ANSWER_READ: &str = "chat.answer_read";
/// A message of a customer that no member of the staff has read for some minutes.
const WAITING: &str = "chat.waiting";
/// The staff have read or answered the message, so that waiting pushes are canceled.
const WAITING_OVER: &str = "chat.waiting_over";
/// Path that opens the chat.
pub const CHAT_PATH: &str = "/?chat=open";

#[derive(Default, Deserialize)]
#[serde(default)]
struct ReadPayload {
    /// Id of the event of the answer, or of the message.
    reminder: String,
}

/// Page of the back office with a customer's chat.
pub fn chat_page(customer_id: i64) -> String {
    format!("/staff/{customer_id}")
}

/// The notification of an unread answer; `None` for other events. It has no text of the chat, because others may see the
/// customer's phone.
pub fn customer_draft(event: &Event) -> Option<Draft> {
    if event.kind != ANSWER {
        return None;
    }
    Some(answer(event.customer_id, event.event_id.clone()))
}

/// The notification of an unread answer, with this event id.
pub fn answer(customer_id: i64, event_id: String) -> Draft {
    let variables = EventVariables { path: CHAT_PATH.to_owned(), ..EventVariables::default() };
    Draft {
        customer_id,
        event_id,
        title: "ຮ້ານໄດ້ຕອບທ່ານແລ້ວ".to_owned(),
        body: "ມີຄຳຕອບໃໝ່ໃນແຊັດທີ່ທ່ານຍັງບໍ່ໄດ້ອ່ານ".to_owned(),
        title_en: "The shop has answered you".to_owned(),
        body_en: "There is an answer in the chat that you have not read yet".to_owned(),
        action_url: CHAT_PATH.to_owned(),
        website_url: CHAT_PATH.to_owned(),
        category: "general".to_owned(),
        kind: ANSWER.to_owned(),
        message_variables: serde_json::to_string(&variables).ok(),
        ..Draft::default()
    }
}

/// The push to the staff about an unread message, without anything about the customer; `None` for other
/// events.
pub fn staff_draft(event: &Event) -> Option<Draft> {
    if event.kind != WAITING {
        return None;
    }
    Some(waiting(event.customer_id, event.event_id.clone()))
}

fn waiting(customer_id: i64, event_id: String) -> Draft {
    let link = chat_page(customer_id);
    Draft {
        topic: WAITING_CHATS.name.to_owned(),
        event_id,
        title: "ລູກຄ້າລໍຖ້າຄຳຕອບໃນແຊັດ".to_owned(),
        body: "ມີຂໍ້ຄວາມຂອງລູກຄ້າທີ່ຍັງບໍ່ມີໃຜອ່ານ".to_owned(),
        title_en: "A chat is waiting".to_owned(),
        body_en: "A customer's message has not been read yet".to_owned(),
        action_url: link.clone(),
        website_url: link,
        category: "general".to_owned(),
        kind: WAITING.to_owned(),
        ..Draft::default()
    }
}

/// The notification that the customer no longer needs; `None` for other events.
pub fn cancelled(event: &Event) -> Option<Draft> {
    reminder_of(event, ANSWER_READ).map(|reminder| answer(event.customer_id, reminder))
}

/// The push that the staff no longer needs; `None` for other events.
pub fn cancelled_for_staff(event: &Event) -> Option<Draft> {
    reminder_of(event, WAITING_OVER).map(|reminder| waiting(event.customer_id, reminder))
}

fn reminder_of(event: &Event, kind: &str) -> Option<String> {
    if event.kind != kind {
        return None;
    }
    let read: ReadPayload = serde_json::from_str(&event.payload).unwrap_or_default();
    Some(read.reminder).filter(|reminder| !reminder.is_empty())
}
