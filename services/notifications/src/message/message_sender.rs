//! Sender of due messages. Each channel has a job of its own, so that a slow or failing provider delays no
//! other.

use std::sync::Arc;

use futures::{StreamExt as _, stream};
use heuan_rpc::Error;
use heuan_runtime::{
    clock::Clock,
    demo::{DemoCheck, DemoStatus},
};
use tokio::sync::Notify;

use crate::{
    account_events::is_code_kind,
    clients::{Accounts, Contact},
    config::{Config, ShopNames},
    event_variables::EventVariables,
    message::provider::ProviderValues,
    message::reserve,
    message::undeliverable::Route,
    message::{BounceTokens, EmailSender, HttpProvider, Templates, Unsubscribe, Variables, news, rendering},
    news::StopTokens,
    outgoing_message::{
        Channel, FailureReason, Limits, OutgoingMessage, Rendered, SendResult, has_one_channel,
    },
    quiet_hours::QuietKinds,
    store::{Begun, Store},
};

/// Messages read at once.
const BATCH: i64 = 50;
const MIN_BACKOFF_MS: i64 = 5_000;
const MAX_BACKOFF_MS: i64 = 60 * 60 * 1000;
/// Longest pause of a whole channel, so that it resumes soon after an outage.
const MAX_CHANNEL_BACKOFF_MS: i64 = 5 * 60 * 1000;
const MAX_DETAIL: usize = 300;

/// Sends messages through the configured providers.
pub struct MessageSender {
    pub(super) store: Arc<Store>,
    accounts: Accounts,
    clock: Clock,
    pub(crate) templates: Templates,
    pub(crate) shop: ShopNames,
    pub stop_tokens: StopTokens,
    bounce_tokens: BounceTokens,
    email: Option<EmailSender>,
    sms: Option<HttpProvider>,
    whatsapp: Option<HttpProvider>,
    pub(super) default_channels: Vec<Channel>,
    default_language: String,
    quiet: QuietKinds,
    parallel: usize,
    limits: [Limits; 3],
    is_demo: bool,
    demo: DemoStatus,
    has_messages: [Arc<Notify>; 3],
}

impl MessageSender {
    /// Reads the templates and prepares the providers. The error names the setting or the template.
    pub fn new(
        store: Arc<Store>,
        accounts: Accounts,
        clock: Clock,
        config: &Config,
        (stop_tokens, bounce_tokens): (StopTokens, BounceTokens),
    ) -> Result<Self, String> {
        let messages = &config.messages;
        let folder = Some(messages.folder.as_str()).filter(|folder| !folder.is_empty());
        let limits = |per_minute| Limits { per_customer_hour: messages.per_customer_hour, per_minute };
        Ok(Self {
            store,
            stop_tokens,
            bounce_tokens,
            accounts,
            clock,
            templates: Templates::load(folder.map(std::path::Path::new))?,
            shop: config.shop.clone(),
            email: EmailSender::new(&config.email)?,
            sms: HttpProvider::new("sms", &config.sms)?,
            whatsapp: HttpProvider::new("whatsapp", &config.whatsapp)?,
            default_channels: config.default_channels(),
            default_language: messages.language.clone(),
            quiet: QuietKinds::new(&messages.quiet_hours, &messages.quiet_kinds)?,
            parallel: messages.parallel,
            is_demo: config.is_demo,
            demo: DemoStatus::default(),
            has_messages: Default::default(),
            limits: [config.email.per_minute, config.sms.per_minute, config.whatsapp.per_minute].map(limits),
        })
    }

    /// Notified when a message was written that should not wait for the next poll.
    pub fn has_messages(&self, channel: Channel) -> &Arc<Notify> {
        &self.has_messages[channel as usize]
    }

    /// Whether there are messages of this kind.
    pub fn handles(&self, kind: &str) -> bool {
        self.templates.has(kind)
    }

    pub fn is_configured(&self, channel: Channel) -> bool {
        match channel {
            Channel::Email => self.email.is_some(),
            Channel::Sms => self.sms.is_some(),
            Channel::WhatsApp => self.whatsapp.is_some(),
        }
    }

    /// Sets the check whether the shop is still a demo.
    pub fn set_demo_check(&self, check: DemoCheck) {
        self.demo.set(check);
    }

    /// Whether the outbox page shows codes: true in a demo on this machine without any provider, until another catalog is
    /// imported. A process without the catalog does not notice the import.
    pub async fn shows_codes(&self) -> bool {
        self.is_demo
            && !Channel::ALL.into_iter().any(|channel| self.is_configured(channel))
            && self.demo.is_demo().await != Some(false)
    }

    /// Whether a channel has a provider that can send messages of this kind.
    fn sends(&self, channel: Channel, kind: &str) -> bool {
        let has_codes = match channel {
            Channel::Email => true,
            Channel::Sms => self.sms.as_ref().is_some_and(HttpProvider::has_codes),
            Channel::WhatsApp => self.whatsapp.as_ref().is_some_and(HttpProvider::has_codes),
        };
        self.is_configured(channel) && (has_codes || !is_code_kind(kind))
    }

    /// The channel of a message of this kind to a phone number or an e-mail address; `None` if the shop does not reach it.
    pub async fn direct_channel(&self, is_email: bool, kind: &str) -> Option<Channel> {
        let channels: &[Channel] =
            if is_email { &[Channel::Email] } else { &[Channel::Sms, Channel::WhatsApp] };
        let configured = channels.iter().copied().find(|channel| self.sends(*channel, kind));
        if configured.is_none() && self.shows_codes().await {
            return Some(default_direct_channel(is_email));
        }
        configured
    }

    /// Sends everything that is due in a channel.
    pub async fn send_due(&self, channel: Channel) -> Result<(), Error> {
        let mut has_due = false;
        loop {
            let now = self.clock.now_ms();
            let mut due = self.store.due_messages(channel, BATCH, now).await?;
            if due.is_empty() {
                break;
            }
            has_due = true;
            let (failures, retry_at) = self.store.channel_outage(channel).await?;
            if retry_at > now {
                break;
            }
            if failures > 0 {
                // After a pause one message is sent as a probe whether the outage is over.
                due = self.store.due_probe(channel, now).await?;
            }
            let attempts = stream::iter(due).map(|message| self.process(channel, message));
            // All results are collected first, because an error must not cancel the attempts in flight.
            let done: Vec<Result<(), Error>> = attempts.buffer_unordered(self.parallel).collect().await;
            done.into_iter().collect::<Result<(), Error>>()?;
        }
        if has_due {
            let waiting = self.store.messages_waiting(channel).await?;
            metrics::gauge!("message_backlog", "channel" => channel.into_str()).set(waiting as f64);
        }
        Ok(())
    }

    /// The contact that a message goes to in this channel. `None` if it was moved on: to another channel or state, or deleted.
    async fn contact_of(
        &self,
        channel: Channel,
        message: &OutgoingMessage,
        now: i64,
    ) -> Result<Option<Contact>, Error> {
        if message.is_direct() {
            if message.until <= now {
                self.store.message_failed(message, FailureReason::Expired, "", now).await?;
                return Ok(None);
            }
            let reached = self.direct_channel(message.recipient.contains('@'), &message.kind).await;
            let is_sent = self.sends(channel, &message.kind);
            if let Some(other) = reached.filter(|other| *other != channel && !is_sent) {
                self.store.move_message(message, other).await?;
                return Ok(None);
            }
            return Ok(Some(Contact::of_recipient(channel, &message.recipient)));
        }
        let contact = self.accounts.contact(message.customer_id).await?;
        // A customer who does not exist was erased meanwhile.
        let contact = contact.filter(|contact| !contact.is_closed || !has_one_channel(&message.kind));
        let Some(contact) = contact else {
            self.store.delete_message(message).await?;
            return Ok(None);
        };
        match self.route(message, channel, &contact).await? {
            Route::Planned => {
                // If this message were accepted, the others in reserve would be withdrawn although no verified
                // address has received the message.
                if message.in_reserve > 0 || reserve::replaces_verified(channel, &contact) {
                    self.store.release_reserve(message.no_id).await?;
                }
                return Ok(Some(contact));
            }
            Route::Other(other) => self.store.move_message(message, other).await?,
            Route::Reserve(better) => {
                if self.hold_in_reserve(message, better, &contact, now).await? {
                    return Ok(Some(contact));
                }
            }
            Route::Undeliverable => {
                let (reason, detail) = (FailureReason::InvalidAddress, "marked as undeliverable");
                self.store.message_failed(message, reason, detail, now).await?;
            }
            Route::Nowhere => self.store.delete_message(message).await?,
        }
        Ok(None)
    }

    /// Processes one due message. Every path changes the message: to another state, another time or another
    /// channel. A message that another replica has leased meanwhile stays as it is.
    async fn process(&self, channel: Channel, mut message: OutgoingMessage) -> Result<(), Error> {
        let now = self.clock.now_ms();
        let Some(contact) = self.contact_of(channel, &message, now).await? else { return Ok(()) };
        let mut news = None;
        if message.news_id > 0 {
            news = self.news_of(&message, &contact).await?;
            if news.is_none() {
                return self.store.delete_message(&message).await;
            }
            if !self.has_stop_links() {
                return self.postpone_without_stop_link(&message, now).await;
            }
        }
        let language = match message.language.as_str() {
            chosen if message.is_direct() && is_language(chosen) => chosen.to_owned(),
            _ => self.language(message.customer_id).await?,
        };
        let mut event: EventVariables = serde_json::from_str(&message.variables).unwrap_or_default();
        if let Some(text) = &news {
            event = news::variables_of(text, &language);
        }
        let mut variables = Variables::new(&self.shop, &event, &contact, &language);
        if message.is_direct() {
            // Codes and security messages cannot be switched off: the recipient has requested the code.
            variables.settings_link.clear();
        }
        if news.is_some() {
            variables.stop_link = self.stop_link(message.customer_id, &language);
        }
        let rendered =
            rendering::render(&self.templates, &message.kind, channel, &contact, &language, &variables);
        let rendered = match rendered {
            Ok(rendered) => rendered,
            Err(detail) => {
                tracing::error!(message = message.message_id, detail, "message not rendered");
                let detail: String = detail.chars().take(MAX_DETAIL).collect();
                let reason = FailureReason::Refused;
                return self.store.message_failed(&message, reason, &detail, now).await;
            }
        };
        if !self.sends(channel, &message.kind) {
            count(channel, "not_configured");
            let shown = if self.shows_codes().await { rendered } else { rendered.without(&variables.code) };
            return self.store.message_not_configured(&message, &shown, now).await;
        }
        if let Some(end) = self.quiet_until(channel, &message) {
            return self.store.postpone_message(&message, &rendered, end).await;
        }
        let mut limits = self.limits[channel as usize];
        if message.is_direct() {
            // The accounts service limits codes by recipient.
            limits.per_customer_hour = i64::MAX;
        }
        if news.is_some() {
            limits.per_minute = news::rate_of_news(limits.per_minute);
        }
        let shown = rendered.without(&variables.code);
        match self.store.begin_attempt(&message, channel, &shown, limits, now).await? {
            Begun::Leased { until } => message.next_at = until,
            Begun::Limited | Begun::Paused | Begun::Lost => return Ok(()),
        }
        let result = self.send_once(channel, &message, &rendered, &variables).await;
        // A provider may repeat the text in its response.
        let result = result.map_detail(|detail| rendering::hide_code(detail, &variables.code));
        self.record(channel, &message, &rendered.recipient, result).await
    }

    /// Time from which a message that is not urgent may be sent; `None` for now. Messages that the staff send again do not wait.
    fn quiet_until(&self, channel: Channel, message: &OutgoingMessage) -> Option<i64> {
        let can_wait = channel.observes_quiet_hours() && message.resends == 0;
        self.quiet.end(&message.kind, self.clock.now()).filter(|_| can_wait)
    }

    async fn language(&self, customer_id: i64) -> Result<String, Error> {
        let known = self.store.customer_language(customer_id).await?;
        Ok(known.filter(|language| is_language(language)).unwrap_or_else(|| self.default_language.clone()))
    }

    async fn send_once(
        &self,
        channel: Channel,
        message: &OutgoingMessage,
        rendered: &Rendered,
        variables: &Variables,
    ) -> SendResult {
        let key = message.provider_key();
        let provider = match channel {
            Channel::Email => {
                let Some(email) = &self.email else { return without_provider() };
                let unsubscribe = if variables.stop_link.is_empty() {
                    Unsubscribe::Settings(&variables.settings_link)
                } else {
                    Unsubscribe::OneClick(&variables.stop_link)
                };
                let token = self.bounce_tokens.token(message, &rendered.recipient);
                return email.send(rendered, (&key, &token), unsubscribe).await;
            }
            Channel::Sms => &self.sms,
            Channel::WhatsApp => &self.whatsapp,
        };
        let Some(provider) = provider else { return without_provider() };
        provider.send(&ProviderValues { rendered, message, variables, key: &key }).await
    }

    /// Records the result of an attempt. If the lease was lost, only an acceptance changes the message.
    async fn record(
        &self,
        channel: Channel,
        message: &OutgoingMessage,
        recipient: &str,
        result: SendResult,
    ) -> Result<(), Error> {
        let (id, now) = (message.message_id, self.clock.now_ms());
        match result {
            SendResult::Accepted { provider_id } => {
                count(channel, "sent");
                self.store.message_sent(message, channel, &provider_id, now).await?;
                if provider_id.is_empty() {
                    return Ok(());
                }
                // The report may have arrived before the response.
                self.store.apply_report(channel, &provider_id, now).await
            }
            SendResult::Failed { reason, detail } => {
                count(channel, reason.into_str());
                tracing::warn!(
                    message = id,
                    channel = channel.into_str(),
                    reason = reason.into_str(),
                    "message failed"
                );
                // The provider works; only this message does not.
                self.store.channel_answered(channel).await?;
                if reason == FailureReason::InvalidAddress && !message.is_direct() {
                    return self.store.message_undeliverable(message, channel, recipient, &detail, now).await;
                }
                self.store.message_failed(message, reason, &detail, now).await
            }
            SendResult::Deferred { detail, after_ms, is_outage } => {
                count(channel, "later");
                let next_at = now + after_ms.max(pause(message.tries, MAX_BACKOFF_MS));
                tracing::debug!(message = id, channel = channel.into_str(), detail, "message postponed");
                if is_outage {
                    let (failures, _) = self.store.channel_outage(channel).await?;
                    // A long `Retry-After` applies to this message; other messages try the channel sooner.
                    let retry_at = now
                        + after_ms.max(pause(failures, MAX_CHANNEL_BACKOFF_MS)).min(MAX_CHANNEL_BACKOFF_MS);
                    self.store.channel_failed(channel, id, now, retry_at).await?;
                }
                if next_at > message.until {
                    return self.store.message_failed(message, FailureReason::Expired, &detail, now).await;
                }
                self.store.message_later(message, &detail, next_at, now).await
            }
        }
    }
}

/// The channel of a message to a phone number or an e-mail address without a provider.
pub fn default_direct_channel(is_email: bool) -> Channel {
    if is_email { Channel::Email } else { Channel::Sms }
}

fn is_language(language: &str) -> bool {
    crate::languages::LANGUAGES.contains(&language)
}

fn without_provider() -> SendResult {
    SendResult::Deferred { detail: String::new(), after_ms: 0, is_outage: true }
}

fn count(channel: Channel, outcome: &'static str) {
    metrics::counter!("message_attempts_total", "channel" => channel.into_str(), "outcome" => outcome)
        .increment(1);
}

/// Backoff: 5 s, 10 s, 20 s and so on, up to `longest`.
fn pause(failures: i64, longest: i64) -> i64 {
    let doublings = u32::try_from(failures).unwrap_or(0).min(20);
    (MIN_BACKOFF_MS << doublings).min(longest)
}
