//! Messages about unread answers in the chat whose pushes have reached no browser.

use heuan_rpc::Error;

use crate::{chat_events, notification_service::NotificationService};

/// Maximum answers processed in one run.
const BATCH: i64 = 50;

impl NotificationService {
    /// Writes the message of each answer whose last push has ended without being accepted: otherwise its customer would get no
    /// notification outside the shop, because a browser that gets pushes replaces the message.
    pub(crate) async fn queue_undelivered_answers(&self) -> Result<(), Error> {
        let now = self.clock.now_ms();
        for undelivered in self.store.undelivered_notifications(BATCH).await? {
            let draft = chat_events::answer(undelivered.customer_id, undelivered.event_id);
            self.store.queue_undelivered(undelivered.no_id, &draft, &self.message_plan(now), now).await?;
        }
        Ok(())
    }
}
