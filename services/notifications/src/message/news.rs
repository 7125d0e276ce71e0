//! Messages of news: texts, unsubscribe link, and customers who are excluded.

use heuan_rpc::Error;

use crate::{
    clients::Contact,
    event_variables::EventVariables,
    message::{MessageSender, Variables, rendering},
    news::{NEWS, NewsText},
    outgoing_message::{Channel, FailureReason, OutgoingMessage, Rendered},
};

/// Divisor of the rate of a channel for news, so that messages about orders are not blocked.
const RATE_DIVISOR: i64 = 2;
/// Delay of a message that would lack the link that stops news.
const WITHOUT_STOP_LINK_MS: i64 = 15 * 60 * 1000;

impl MessageSender {
    /// The texts of a message of news; `None` if it is not to be sent, because the news were canceled, or the customer does
    /// not want them or cannot sign in.
    pub(super) async fn news_of(
        &self,
        message: &OutgoingMessage,
        contact: &Contact,
    ) -> Result<Option<NewsText>, Error> {
        if contact.is_closed || !self.store.has_news_consent(message.customer_id).await? {
            return Ok(None);
        }
        self.store.news_text(message.news_id).await
    }

    /// Whether messages can have the link that stops news. Without a provider nothing is sent, so that no link is
    /// needed.
    pub fn has_stop_links(&self) -> bool {
        !self.shop.url.is_empty() || !Channel::ALL.into_iter().any(|channel| self.is_configured(channel))
    }

    /// Postpones a message of news that would lack the link that stops news, because `edge.public_url` was emptied after the
    /// sending began. The outbox page shows the reason.
    pub(super) async fn postpone_without_stop_link(
        &self,
        message: &OutgoingMessage,
        now: i64,
    ) -> Result<(), Error> {
        let next_at = now + WITHOUT_STOP_LINK_MS;
        tracing::warn!(
            message = message.message_id,
            "news not sent: edge.public_url is not set, so there is no unsubscribe link"
        );
        let detail = "no link that stops news; set edge.public_url";
        if next_at > message.until {
            return self.store.message_failed(message, FailureReason::Expired, detail, now).await;
        }
        self.store.message_later(message, detail, next_at, now).await
    }

    pub(super) fn stop_link(&self, customer_id: i64, language: &str) -> String {
        if self.shop.url.is_empty() {
            return String::new();
        }
        format!("{}/stop/{}?lang={language}", self.shop.url, self.stop_tokens.token(customer_id))
    }

    /// A message as a customer would get it, for the preview.
    pub fn render_news(&self, text: &NewsText, channel: Channel, language: &str) -> Result<Rendered, String> {
        let contact = Contact { name: "Noy".to_owned(), ..Contact::default() };
        let mut variables = Variables::new(&self.shop, &variables_of(text, language), &contact, language);
        variables.stop_link = self.stop_link(1, language);
        rendering::render(&self.templates, NEWS, channel, &contact, language, &variables)
    }
}

/// Maximum messages of news in a minute.
pub fn rate_of_news(per_minute: i64) -> i64 {
    (per_minute / RATE_DIVISOR).max(1)
}

/// Values for the templates.
pub fn variables_of(text: &NewsText, language: &str) -> EventVariables {
    let (title, body) = text.of_language(language);
    EventVariables {
        title: title.to_owned(),
        body: body.to_owned(),
        path: text.link.clone(),
        ..EventVariables::default()
    }
}
