//! Configuration of the notifications service: Web Push, message channels and providers, and the validation of all values.

use std::{fmt, time::Duration};

use serde::Deserialize;

use crate::{
    languages::LANGUAGES,
    news::NEWS,
    notification::{ALL_CUSTOMERS, Draft, PROMOTION},
    outgoing_message::Channel,
    quiet_hours::QuietHours,
};

/// Shortest secret of a provider's reports.
const MIN_REPORT_SECRET: usize = 16;
/// Longest timeout of a call to a provider, so that it ends before the lease of its message.
pub const MAX_TIMEOUT_S: u64 = 120;
/// Longest timeout of one step of sending an e-mail, for the same reason.
pub const MAX_EMAIL_TIMEOUT_S: u64 = 50;

/// Steps of an attempt to send an e-mail, each of which may take the timeout: connection, TLS, and the
/// commands.
pub const EMAIL_STEPS: u64 = 3;

/// Section `[notifications]`; `notifications.toml` explains the keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub topics: Vec<String>,
    pub customer_topics: Vec<String>,
    pub own_per_hour: i64,
    pub own_retention_count: i64,
    pub subscriptions_per_customer: i64,
    pub push_contact: String,
    pub push_parallel: usize,
    pub push_hours: i64,
    pub push_to_loopback: bool,
    pub retention_days: i64,
    pub code_message_days: i64,
    pub poll_ms: u64,
    pub messages: MessagesConfig,
    pub email: EmailConfig,
    pub sms: ProviderConfig,
    pub whatsapp: ProviderConfig,
    /// The shop that messages name and link to; set from the edge's settings.
    #[serde(skip)]
    pub shop: ShopNames,
    /// Whether this is a demo on this machine, whose outbox page shows one-time codes; set by the program.
    #[serde(skip)]
    pub is_demo: bool,
    /// Timeout of one push, which is shorter than its lease. It is not a setting; tests use a longer one.
    #[serde(skip, default = "push_time")]
    pub push_time: Duration,
}

/// Section `[notifications.messages]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessagesConfig {
    pub channels: Vec<String>,
    pub language: String,
    pub folder: String,
    pub hours: i64,
    pub per_customer_hour: i64,
    pub quiet_hours: String,
    pub quiet_kinds: Vec<String>,
    pub parallel: usize,
}

/// Section `[notifications.email]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmailConfig {
    pub host: String,
    pub port: u16,
    pub tls: EmailTls,
    pub username: String,
    pub password: Secret,
    pub from: String,
    pub reply_to: String,
    pub return_path: String,
    pub ca_file: String,
    pub invalid_codes: Vec<String>,
    pub per_minute: i64,
    pub timeout_s: u64,
}

/// Encryption of the connection to the e-mail server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EmailTls {
    None,
    #[default]
    Starttls,
    Tls,
}

/// Sections `[notifications.sms]` and `[notifications.whatsapp]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProviderConfig {
    pub url: String,
    pub headers: Vec<Secret>,
    pub body: String,
    pub accepted_status: Vec<u16>,
    pub accepted_field: String,
    pub accepted_values: Vec<String>,
    pub invalid_field: String,
    pub invalid_values: Vec<String>,
    pub id_field: String,
    pub report: ReportConfig,
    pub per_minute: i64,
    pub timeout_s: u64,
}

/// Sections `[notifications.sms.report]` and `[notifications.whatsapp.report]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReportConfig {
    pub secret: Secret,
    pub signature_header: String,
    pub id_field: String,
    pub state_field: String,
    pub delivered_values: Vec<String>,
    pub failed_values: Vec<String>,
    pub invalid_field: String,
    pub invalid_values: Vec<String>,
}

impl Default for ProviderConfig {
    fn default() -> Self {
        Self {
            url: String::new(),
            headers: Vec::new(),
            body: String::new(),
            accepted_status: vec![200, 201, 202],
            accepted_field: String::new(),
            accepted_values: Vec::new(),
            invalid_field: String::new(),
            invalid_values: Vec::new(),
            id_field: String::new(),
            report: ReportConfig::default(),
            per_minute: 60,
            timeout_s: 15,
        }
    }
}

/// The shop that sends the messages.
#[derive(Clone, Debug, Default)]
pub struct ShopNames {
    /// Address of the storefront, without a slash at its end; if empty, messages have no links.
    pub url: String,
    pub name: String,
    pub name_la: String,
}

/// A secret text, which is never logged.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl MessagesConfig {
    /// The channels of the setting `channels`.
    fn named_channels(&self) -> Vec<Channel> {
        self.channels.iter().filter_map(|word| word.parse().ok()).collect()
    }
}

impl ProviderConfig {
    /// Whether the fields for parsing reports are complete, or no reports are configured.
    fn has_report_fields(&self) -> bool {
        let ReportConfig { secret, signature_header, id_field, state_field, .. } = &self.report;
        let has_fields = [id_field, state_field, &self.id_field].iter().all(|field| field.starts_with('/'));
        // The edge passes on no other headers.
        let is_passed_on =
            signature_header.is_empty() || signature_header.to_ascii_lowercase().contains("signature");
        let is_complete = secret.reveal().len() >= MIN_REPORT_SECRET && has_fields && is_passed_on;
        secret.reveal().is_empty() || is_complete
    }
}

fn push_time() -> Duration {
    Duration::from_secs(10)
}

impl Config {
    /// The channels of customers who chose none: `messages.channels`, or all channels with a provider if none of
    /// `messages.channels` has one.
    pub(crate) fn default_channels(&self) -> Vec<Channel> {
        let named = self.messages.named_channels();
        let with_provider: Vec<Channel> =
            Channel::ALL.into_iter().filter(|channel| self.has_provider(*channel)).collect();
        if with_provider.is_empty() || named.iter().any(|channel| with_provider.contains(channel)) {
            return named;
        }
        with_provider
    }

    /// Whether messages can have the link that stops news. Without a provider nothing is sent, so that no link is needed.
    pub(crate) fn has_stop_links(&self) -> bool {
        !self.shop.url.is_empty() || !Channel::ALL.into_iter().any(|channel| self.has_provider(channel))
    }

    fn has_provider(&self, channel: Channel) -> bool {
        let setting = match channel {
            Channel::Email => &self.email.host,
            Channel::Sms => &self.sms.url,
            Channel::WhatsApp => &self.whatsapp.url,
        };
        !setting.is_empty()
    }

    pub(crate) fn is_for_staff(&self, topic: &str) -> bool {
        topic != ALL_CUSTOMERS && !self.customer_topics.iter().any(|open| open == topic)
    }

    /// Whether pushes of a notification need the customer's agreement to news: true for news, and for promotions to
    /// many customers.
    pub(crate) fn is_news(&self, draft: &Draft) -> bool {
        let is_promotion = draft.category == PROMOTION && draft.customer_id == 0;
        draft.kind == NEWS || (is_promotion && !self.is_for_staff(&draft.topic))
    }

    /// Checks rules between values that types cannot express. The error names the key.
    pub fn validate(&self) -> Result<(), String> {
        let contact = self.push_contact.as_str();
        let rules = [
            (
                self.topics.iter().all(|topic| is_topic(topic)),
                "topics",
                "must be words of 1 to 40 small letters",
            ),
            (
                self.customer_topics.iter().all(|topic| self.topics.contains(topic)),
                "customer_topics",
                "must be some of topics",
            ),
            ((1..=10_000).contains(&self.own_per_hour), "own_per_hour", "must be 1 to 10000"),
            ((1..=100_000).contains(&self.own_retention_count), "own_retention_count", "must be 1 to 100000"),
            (
                (1..=1000).contains(&self.subscriptions_per_customer),
                "subscriptions_per_customer",
                "must be 1 to 1000",
            ),
            (
                contact.starts_with("mailto:") || contact.starts_with("https://"),
                "push_contact",
                "must be like mailto:contact@shop.example",
            ),
            ((1..=64).contains(&self.push_parallel), "push_parallel", "must be 1 to 64"),
            ((1..=672).contains(&self.push_hours), "push_hours", "must be 1 to 672"),
            ((1..=3650).contains(&self.retention_days), "retention_days", "must be 1 to 3650"),
            ((1..=30).contains(&self.code_message_days), "code_message_days", "must be 1 to 30"),
            ((10..=60_000).contains(&self.poll_ms), "poll_ms", "must be 10 to 60000"),
        ];
        let rules = rules.into_iter().chain(self.message_rules());
        match rules.into_iter().find(|(holds, ..)| !holds) {
            Some((_, key, message)) => Err(format!("configuration: notifications.{key} {message}")),
            None => Ok(()),
        }
    }
}

impl Config {
    fn message_rules(&self) -> [(bool, &'static str, &'static str); 14] {
        let Self { messages, email, sms, whatsapp, .. } = self;
        let is_loopback = matches!(email.host.as_str(), "localhost" | "127.0.0.1" | "::1");
        let is_sendable = |per_minute: i64, timeout_s: u64| {
            (1..=100_000).contains(&per_minute) && (1..=MAX_TIMEOUT_S).contains(&timeout_s)
        };
        [
            (
                !messages.channels.is_empty() && messages.named_channels().len() == messages.channels.len(),
                "messages.channels",
                "must be some of email, sms and whatsapp",
            ),
            (
                LANGUAGES.contains(&messages.language.as_str()),
                "messages.language",
                "must be la, en, th, cn or vn",
            ),
            ((1..=720).contains(&messages.hours), "messages.hours", "must be 1 to 720"),
            (
                (1..=1000).contains(&messages.per_customer_hour),
                "messages.per_customer_hour",
                "must be 1 to 1000",
            ),
            (
                QuietHours::parse(&messages.quiet_hours).is_ok(),
                "messages.quiet_hours",
                "must be two times, such as 21:00-07:00, or empty",
            ),
            ((1..=64).contains(&messages.parallel), "messages.parallel", "must be 1 to 64"),
            (
                email.tls != EmailTls::None || email.host.is_empty() || is_loopback,
                "email.tls",
                "must be starttls or tls for a server on another machine",
            ),
            (
                email.host.is_empty() || !email.from.is_empty(),
                "email.from",
                "must be the address that e-mails come from",
            ),
            (
                is_sendable(email.per_minute, email.timeout_s),
                "email",
                "must have a per_minute of 1 to 100000 and a timeout_s of 1 to 50",
            ),
            (
                email.timeout_s <= MAX_EMAIL_TIMEOUT_S,
                "email.timeout_s",
                "must be 1 to 50: an attempt may take three times as long, and another replica sends the e-mail again after 3 minutes",
            ),
            (
                is_sendable(sms.per_minute, sms.timeout_s),
                "sms",
                "must have a per_minute of 1 to 100000 and a timeout_s of 1 to 120",
            ),
            (
                is_sendable(whatsapp.per_minute, whatsapp.timeout_s),
                "whatsapp",
                "must have a per_minute of 1 to 100000 and a timeout_s of 1 to 120",
            ),
            (
                [sms, whatsapp].iter().all(|provider| provider.url.is_empty() || !provider.body.is_empty()),
                "sms.body",
                "must be the body of the call, in the section of each provider with a url",
            ),
            (
                [sms, whatsapp].iter().all(|provider| provider.has_report_fields()),
                "sms.report",
                "must have a secret of 16 characters or more with id_field and state_field, and sms.id_field, and no signature_header or one with the word signature, or no secret",
            ),
        ]
    }
}

fn is_topic(word: &str) -> bool {
    (1..=40).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}
