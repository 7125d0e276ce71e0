//! Messages to customers outside the shop: e-mail, SMS and WhatsApp.

mod address;
mod bounce;
mod email;
mod message_sender;
mod news;
pub(crate) mod provider;
pub(crate) mod rendering;
mod reserve;
mod sms_parts;
mod templates;
mod undeliverable;

pub use bounce::{BounceError, BounceTokens, Bounced, Bounces, MAX_BOUNCE_BYTES};
pub use email::{EmailSender, Unsubscribe};
pub use message_sender::{MessageSender, default_direct_channel};
pub use provider::HttpProvider;
pub use rendering::Variables;
pub use templates::{TemplateError, Templates};
pub(crate) use undeliverable::in_effect;
