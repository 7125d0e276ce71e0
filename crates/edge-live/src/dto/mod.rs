//! JSON types of events, which the API responds with as well.

mod chat;
mod notification;

pub use chat::{Audience, ChatMessage, Conversation, LinkPreview, conversation, message};
pub use notification::Notification;
