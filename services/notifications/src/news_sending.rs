//! Writes the notification of news, and then their messages, a part at a time.

use heuan_rpc::Error;

use crate::{
    news::{NEWS, News, event_id},
    notification::{ALL_CUSTOMERS, Draft, PROMOTION},
    notification_service::NotificationService,
};

/// Maximum messages of one item of news that wait at the same time, so that messages about orders do not wait
/// behind all of them.
const MAX_WAITING: i64 = 200;

impl NotificationService {
    /// Continues everything that is being sent.
    pub(crate) async fn send_due_news(&self) -> Result<(), Error> {
        for news in self.store.sending_news().await? {
            self.write_notification(&news).await?;
            // Every read of the table of customers here takes the lock of all writers.
            if self.store.news_waiting(news.news_id).await? > MAX_WAITING / 2 {
                continue;
            }
            let now = self.clock.now_ms();
            let plan = self.message_plan(now);
            while self.store.queue_news(news.news_id, MAX_WAITING, &plan, now).await? {}
        }
        Ok(())
    }

    /// Writes the notification. A repetition after a crash finds the notification of the same event.
    async fn write_notification(&self, news: &News) -> Result<(), Error> {
        if news.no_id > 0 {
            return Ok(());
        }
        let text = news.text.clone();
        let draft = Draft {
            topic: ALL_CUSTOMERS.to_owned(),
            event_id: event_id(news.news_id),
            title: text.title,
            body: text.body,
            title_en: text.title_en,
            body_en: text.body_en,
            action_url: text.link.clone(),
            website_url: text.link,
            category: PROMOTION.to_owned(),
            kind: NEWS.to_owned(),
            ..Draft::default()
        };
        let written = self.broadcast(draft).await?;
        self.store.set_news_notification(news.news_id, written.no_id).await
    }
}
