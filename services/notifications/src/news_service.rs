//! Calls on news.

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;
use heuan_store::{DatabaseUrl, StoreError};

use crate::{
    config::Config,
    news::{News, NewsState, NewsText},
    notification_service::NotificationService,
    outgoing_message::{Channel, Rendered},
    store::Store,
};

const MAX_EVENT_ID: usize = 200;
/// Maximum characters of the key of a command.
const MAX_KEY: usize = 100;
/// Author of news that an operator sends.
const OPERATOR: i64 = 0;

/// One page of news, newest first.
pub struct NewsPage {
    pub news: Vec<News>,
    pub has_more: bool,
    /// Customers who agreed.
    pub recipients: i64,
}

impl NotificationService {
    /// The e-mail and the SMS in each language, and the number of customers who agreed.
    pub async fn preview_news(&self, text: NewsText) -> Result<(Vec<[Rendered; 2]>, i64), Error> {
        let text = text.checked()?;
        let mut previews = Vec::new();
        for language in text.languages() {
            let render =
                |channel| self.message_sender.render_news(&text, channel, language).map_err(Error::internal);
            previews.push([render(Channel::Email)?, render(Channel::Sms)?]);
        }
        Ok((previews, self.store.count_news_consents().await?))
    }

    /// Begins to send news, or returns those that the event has begun.
    pub async fn send_news(&self, event_id: &str, author_id: i64, text: NewsText) -> Result<News, Error> {
        if event_id.is_empty() || event_id.len() > MAX_EVENT_ID {
            return Err(Error::invalid("event_id", "must have 1 to 200 bytes"));
        }
        if author_id <= 0 {
            return Err(Error::invalid("actor_id", "must be a positive whole number"));
        }
        let has_stop_links = self.config.has_stop_links();
        begin(&self.store, has_stop_links, (event_id, author_id), text, self.clock.now_ms()).await
    }

    pub async fn list_news(&self, before: i64, limit: i64) -> Result<NewsPage, Error> {
        let before = if before > 0 { before } else { i64::MAX };
        let mut news = self.store.list_news(before, limit + 1).await?;
        let has_more = news.len() as i64 > limit;
        news.truncate(limit as usize);
        Ok(NewsPage { news, has_more, recipients: self.store.count_news_consents().await? })
    }

    pub async fn cancel_news(&self, news_id: i64) -> Result<News, Error> {
        cancel(&self.store, news_id, self.clock.now_ms()).await
    }

    /// Stops the news to the customer of a link.
    pub async fn unsubscribe(&self, token: &str) -> Result<(), Error> {
        let customer_id = self.message_sender.stop_tokens.customer_of(token);
        let customer_id = customer_id.ok_or_else(|| Error::invalid("token", "is not a link of this shop"))?;
        self.store.set_news_consent(customer_id, false, self.clock.now_ms()).await
    }
}

async fn begin(
    store: &Store,
    has_stop_links: bool,
    (event_id, author_id): (&str, i64),
    text: NewsText,
    now: i64,
) -> Result<News, Error> {
    let text = text.checked()?;
    if !has_stop_links {
        return Err(Error::conflict(
            "no_public_url",
            "the shop has no address, so messages would have no link that stops them; set edge.public_url",
        ));
    }
    store.begin_news(event_id, author_id, &text, now).await
}

async fn cancel(store: &Store, news_id: i64, now: i64) -> Result<News, Error> {
    store.cancel_news(news_id, now).await?;
    let news = store.news(news_id).await?;
    let news = news.ok_or_else(|| Error::not_found("no such news"))?;
    if news.state == NewsState::Completed {
        return Err(Error::conflict("completed", "all messages are sent"));
    }
    Ok(news)
}

/// The calls on news for an operator's command. The running shop sends the messages.
pub struct NewsCommands {
    store: Store,
    clock: Clock,
    has_stop_links: bool,
}

impl NewsCommands {
    /// Opens the database. `config` has the address of the shop.
    pub async fn open(config: &Config, location: &DatabaseUrl, clock: Clock) -> Result<Self, StoreError> {
        Ok(Self { store: Store::open(location).await?, clock, has_stop_links: config.has_stop_links() })
    }

    /// Closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }

    /// The newest news, newest first.
    pub async fn list(&self, limit: i64) -> Result<Vec<News>, Error> {
        self.store.list_news(i64::MAX, limit).await
    }

    /// Begins to send news, or returns those that a command with the same key has begun.
    pub async fn send(&self, key: &str, text: NewsText) -> Result<News, Error> {
        if key.is_empty() || key.len() > MAX_KEY {
            return Err(Error::invalid("key", format!("must have 1 to {MAX_KEY} characters")));
        }
        let event_id = format!("{OPERATOR}.{key}");
        begin(&self.store, self.has_stop_links, (&event_id, OPERATOR), text, self.clock.now_ms()).await
    }

    /// Stops sending news, and deletes their notification.
    pub async fn cancel(&self, news_id: i64) -> Result<News, Error> {
        cancel(&self.store, news_id, self.clock.now_ms()).await
    }
}
