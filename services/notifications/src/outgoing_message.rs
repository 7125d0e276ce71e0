//! Messages to customers outside the shop, as they are stored: channels, states and plans.

use crate::{chat_events, event_variables::EventVariables, news::NEWS};

/// Channel of messages to a customer outside the shop.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr, strum::EnumString,
)]
#[strum(serialize_all = "lowercase")]
pub enum Channel {
    Email,
    Sms,
    WhatsApp,
}

impl Channel {
    pub const ALL: [Self; 3] = [Self::Email, Self::Sms, Self::WhatsApp];

    pub fn into_str(self) -> &'static str {
        self.into()
    }

    /// Whether a message in this channel may wake the customer.
    pub fn observes_quiet_hours(self) -> bool {
        self != Self::Email
    }
}

/// Whether a message of this kind goes to one channel of the customer; others go to all channels that the customer chose. A
/// message about an answer in the chat goes to no channel while a browser gets pushes.
pub fn has_one_channel(kind: &str) -> bool {
    kind == chat_events::ANSWER || kind == NEWS
}

/// State of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    Waiting,
    Sent,
    Failed,
    /// The channel has no provider, so nothing was sent.
    NotConfigured,
}

impl State {
    pub fn into_str(self) -> &'static str {
        self.into()
    }
}

/// Reason why a message will not be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum FailureReason {
    /// There is no such number or mailbox.
    InvalidAddress,
    /// The provider does not accept this message.
    Refused,
    /// The provider did not accept the message at any attempt.
    Expired,
}

impl FailureReason {
    pub fn into_str(self) -> &'static str {
        self.into()
    }
}

/// Result of one attempt.
#[derive(Debug, PartialEq, Eq)]
pub enum SendResult {
    Accepted {
        /// Id that the provider gave to the message; empty without one.
        provider_id: String,
    },
    Failed {
        reason: FailureReason,
        detail: String,
    },
    /// The message is to be tried again, at the earliest after `after_ms`.
    Deferred {
        detail: String,
        after_ms: i64,
        /// Whether other messages may fail as well. If a message to another recipient fails as well, the
        /// channel pauses.
        is_outage: bool,
    },
}

/// A stored message.
#[derive(Clone, Debug, Default, heuan_store::FromRow)]
pub struct OutgoingMessage {
    pub message_id: i64,
    pub no_id: i64,
    pub channel: String,
    pub customer_id: i64,
    pub kind: String,
    pub variables: String,
    pub idempotency_key: String,
    pub state: String,
    /// Time of the next attempt; during an attempt the end of its lease, in Unix milliseconds. It is the fencing token of changes,
    /// because no two leases of a message end at the same time.
    pub next_at: i64,
    pub until: i64,
    pub tries: i64,
    pub resends: i64,
    pub recipient: String,
    pub language: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub parts: i64,
    pub reason: String,
    pub detail: String,
    pub created_at: i64,
    pub updated_at: i64,
    /// 0 for a message that is not news.
    pub news_id: i64,
    /// Start of the last attempt; 0 before the first one.
    pub attempted_at: i64,
    /// Time at which the provider reported delivery to the phone; 0 before.
    pub delivered_at: i64,
    /// 1 while the message is sent only if the messages to verified addresses fail.
    pub in_reserve: i64,
    pub order_id: String,
    pub order_number: String,
    /// 1 if the recipient is marked as undeliverable in this channel.
    pub undeliverable: i64,
}

impl SendResult {
    /// The result with the text of the provider changed by `map`.
    pub fn map_detail(self, map: impl FnOnce(&str) -> String) -> Self {
        match self {
            Self::Accepted { provider_id } => Self::Accepted { provider_id },
            Self::Failed { reason, detail } => Self::Failed { reason, detail: map(&detail) },
            Self::Deferred { detail, after_ms, is_outage } => {
                Self::Deferred { detail: map(&detail), after_ms, is_outage }
            }
        }
    }
}

/// A message to a phone number or an e-mail address, which need not belong to an account.
#[derive(Clone)]
pub struct DirectMessage {
    pub kind: String,
    pub recipient: String,
    /// 0 for none.
    pub customer_id: i64,
    pub variables: EventVariables,
    /// Language of the message; may be empty.
    pub language: String,
    /// Time at which the message is given up.
    pub until: i64,
}

impl OutgoingMessage {
    /// Whether the message names its recipient and has no notification.
    pub fn is_direct(&self) -> bool {
        self.no_id < 0 && self.news_id == 0
    }

    /// The idempotency key of the present sending. When the staff send the message again, the key differs.
    pub fn provider_key(&self) -> String {
        if self.resends == 0 {
            self.idempotency_key.clone()
        } else {
            format!("{}-{}", self.idempotency_key, self.resends)
        }
    }
}

/// Plan of the messages of an event.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Channels of customers who chose none.
    pub channels: Vec<Channel>,
    /// Time at which an unsent message is given up.
    pub until: i64,
}

/// Reads channels as they are stored, separated by commas.
pub fn channels_from(text: &str) -> Vec<Channel> {
    text.split(',').filter_map(|word| word.parse().ok()).collect()
}

/// Channels as they are stored.
pub fn channels_text(channels: &[Channel]) -> String {
    channels.iter().map(|channel| channel.into_str()).collect::<Vec<_>>().join(",")
}

/// A message as it is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    pub recipient: String,
    pub language: String,
    /// Empty for SMS and WhatsApp.
    pub subject: String,
    pub text: String,
    /// Empty for SMS and WhatsApp.
    pub html: String,
    /// Number of parts of an SMS; otherwise 0.
    pub parts: i64,
}

/// Limits of one channel.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub per_customer_hour: i64,
    pub per_minute: i64,
}

/// Filters of the list.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListFilter {
    pub state: Option<State>,
    pub channel: Option<Channel>,
}

/// Delivery report of a message, with its name in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ReportOutcome {
    Delivered,
    /// There is no such number.
    InvalidAddress,
    /// The phone did not get the message for another reason.
    Refused,
}

impl ReportOutcome {
    pub fn into_str(self) -> &'static str {
        self.into()
    }
}
