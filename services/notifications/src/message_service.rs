//! Calls on messages: the outbox of the staff, and the channels of a customer.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use heuan_rpc::{Code, Error};

use crate::{
    account_events::{self, SIGN_IN_CODE, is_code_kind},
    event::Event,
    languages::LANGUAGES,
    message::default_direct_channel,
    notification_service::NotificationService,
    outgoing_message::{Channel, DirectMessage, ListFilter, OutgoingMessage},
    store::{StateCounts, Store},
};

const HOUR_MS: i64 = 60 * 60 * 1000;
/// Longest e-mail address.
const MAX_RECIPIENT: usize = 254;

/// One page of messages, newest first.
pub struct Listed {
    pub messages: Vec<OutgoingMessage>,
    /// Empty on the last page.
    pub next_cursor: String,
    pub counts: StateCounts,
}

/// The channels of a customer's messages.
pub struct Preferred {
    pub channels: Vec<Channel>,
    pub is_chosen: bool,
    pub language: String,
    /// Whether the customer agreed to receive news of the shop.
    pub wants_news: bool,
}

impl NotificationService {
    pub async fn list_messages(&self, filter: ListFilter, cursor: &str, limit: i64) -> Result<Listed, Error> {
        let before = if cursor.is_empty() { i64::MAX } else { read_cursor(cursor)? };
        let mut messages = self.store.list_messages(filter, before, limit + 1).await?;
        let has_more = messages.len() as i64 > limit;
        messages.truncate(limit as usize);
        let last = messages.last().filter(|_| has_more);
        let next_cursor = last.map(|last| write_cursor(last.message_id)).unwrap_or_default();
        Ok(Listed { messages, next_cursor, counts: self.store.count_messages().await? })
    }

    pub async fn message(&self, message_id: i64) -> Result<OutgoingMessage, Error> {
        stored(&self.store, message_id).await
    }

    /// Sends a message again that was sent, failed or had no provider.
    pub async fn resend_message(&self, message_id: i64) -> Result<OutgoingMessage, Error> {
        resend(&self.store, message_id, self.clock.now_ms(), self.config.messages.hours).await
    }

    pub async fn message_channels(&self, customer_id: i64) -> Result<Preferred, Error> {
        let chosen = self.store.message_preference(customer_id).await?;
        let is_chosen = chosen.is_some();
        let channels = chosen.unwrap_or_else(|| self.config.default_channels());
        let language = self.store.customer_language(customer_id).await?;
        let language = language.unwrap_or_else(|| self.config.messages.language.clone());
        let wants_news = self.store.has_news_consent(customer_id).await?;
        Ok(Preferred { channels, is_chosen, language, wants_news })
    }

    /// Chooses channels and language, and whether the customer gets news. With neither channels nor a language, it changes only
    /// `wants_news`, so that an agreement to news is not a choice of channels.
    pub async fn set_message_channels(
        &self,
        customer_id: i64,
        channels: &[String],
        language: &str,
        wants_news: Option<bool>,
    ) -> Result<(), Error> {
        let now = self.clock.now_ms();
        if let (Some(agrees), [], "") = (wants_news, channels, language) {
            return self.store.set_news_consent(customer_id, agrees, now).await;
        }
        let mut chosen = Vec::new();
        for word in channels.iter().take(Channel::ALL.len() + 1) {
            let channel: Channel = word
                .parse()
                .map_err(|_| Error::invalid("channels", "must be some of email, sms and whatsapp"))?;
            if !chosen.contains(&channel) {
                chosen.push(channel);
            }
        }
        if chosen.is_empty() {
            return Err(Error::invalid(
                "channels",
                "must be at least one: messages about orders cannot be switched off",
            ));
        }
        check_language(language)?;
        self.store.save_message_preference(customer_id, &chosen, language, now).await?;
        match wants_news {
            Some(agrees) => self.store.set_news_consent(customer_id, agrees, now).await,
            None => Ok(()),
        }
    }

    /// Records the language of the page on which a customer signed in or ordered. A language that the customer chose has priority.
    pub async fn set_page_language(&self, customer_id: i64, language: &str) -> Result<(), Error> {
        check_language(language)?;
        self.store.save_page_language(customer_id, language, self.clock.now_ms()).await
    }

    /// Queues the message to the phone number or e-mail address that an event names. Returns false for other events.
    ///
    /// A code that has expired is dropped, and so is a message that would fail each time: a code without a provider, or a
    /// message with an invalid recipient. Any other message without a provider is shown on the outbox page.
    pub async fn receive_direct(&self, event: &Event) -> Result<bool, Error> {
        let Some(message) = account_events::direct(event) else { return Ok(false) };
        let is_late = account_events::is_code(event) && message.until <= self.clock.now_ms();
        if !account_events::is_code(event) && !self.is_reached(message.customer_id).await? {
            return Ok(true);
        }
        let queued = if is_late { Ok(()) } else { self.queue_direct(&event.event_id, message).await };
        match queued {
            Ok(()) => Ok(true),
            Err(error) if matches!(error.code, Code::InvalidArgument | Code::Conflict) => {
                tracing::warn!(event = event.event_id, kind = event.kind, %error, "message not sent");
                Ok(true)
            }
            Err(error) => Err(error),
        }
    }

    async fn queue_direct(&self, event_id: &str, mut message: DirectMessage) -> Result<(), Error> {
        let now = self.clock.now_ms();
        if !self.message_sender.handles(&message.kind) {
            return Err(Error::invalid("kind", "is unknown"));
        }
        let recipient = &message.recipient;
        if recipient.is_empty() || recipient.len() > MAX_RECIPIENT || recipient.chars().any(char::is_control)
        {
            return Err(Error::invalid("recipient", "must be a phone number or an e-mail address"));
        }
        let is_email = recipient.contains('@');
        let reached = self.message_sender.direct_channel(is_email, &message.kind).await;
        // A code is useless later.
        let waiting = Some(default_direct_channel(is_email)).filter(|_| !is_code_kind(&message.kind));
        let channel = reached.or(waiting);
        let channel = channel.ok_or_else(|| Error::conflict("no_channel", "there is no provider"))?;
        if message.until <= now {
            message.until = now + self.config.messages.hours * HOUR_MS;
        }
        message.variables.minutes = ((message.until - now + 59_999) / 60_000).to_string();
        self.store.queue_direct(event_id, &message, channel, now).await?;
        self.message_sender.has_messages(channel).notify_one();
        Ok(())
    }

    /// Whether codes can be sent to phone numbers, and whether they can be sent to e-mail addresses.
    pub async fn code_channels(&self) -> (bool, bool) {
        (
            self.message_sender.direct_channel(false, SIGN_IN_CODE).await.is_some(),
            self.message_sender.direct_channel(true, SIGN_IN_CODE).await.is_some(),
        )
    }

    pub fn configured_channels(&self) -> Vec<String> {
        let configured =
            Channel::ALL.into_iter().filter(|channel| self.message_sender.is_configured(*channel));
        configured.map(|channel| channel.into_str().to_owned()).collect()
    }
}

/// Makes a message due again until `hours` after `now`, unless it waits or has a code.
pub async fn resend(store: &Store, message_id: i64, now: i64, hours: i64) -> Result<OutgoingMessage, Error> {
    if !store.resend_message(message_id, now, now + hours * HOUR_MS).await? {
        if stored(store, message_id).await?.kind.starts_with("code.") {
            return Err(Error::conflict("code", "a code is not sent again; the customer requests a new one"));
        }
        return Err(Error::conflict("message_waiting", "the message is still to be sent"));
    }
    stored(store, message_id).await
}

async fn stored(store: &Store, message_id: i64) -> Result<OutgoingMessage, Error> {
    store.message(message_id).await?.ok_or_else(|| Error::not_found("no such message"))
}

fn check_language(language: &str) -> Result<(), Error> {
    if LANGUAGES.contains(&language) {
        return Ok(());
    }
    Err(Error::invalid("language", "must be la, en, th, cn or vn"))
}

fn write_cursor(message_id: i64) -> String {
    URL_SAFE_NO_PAD.encode(format!("m.{message_id}"))
}

fn read_cursor(text: &str) -> Result<i64, Error> {
    let read = || {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok().filter(|_| text.len() <= 100)?;
        let id: i64 = std::str::from_utf8(&bytes).ok()?.strip_prefix("m.")?.parse().ok()?;
        (id > 0).then_some(id)
    };
    read().ok_or_else(|| Error::invalid("cursor", "is not a cursor of this list; begin at the first page"))
}
