//! Reminders of unread answers, which the notifications service sends outside the shop.

use heuan_rpc::Error;

use crate::chat_service::ChatService;

/// Reminders read at once.
const BATCH: i64 = 50;

impl ChatService {
    /// Delivers due reminders. After a failure a reminder is delivered again when its lease ends.
    pub(crate) async fn send_reminders(&self) -> Result<(), Error> {
        loop {
            let due = self.store.due_reminders(BATCH, self.clock.now_ms()).await?;
            let is_last = due.len() < BATCH as usize;
            for reminder in due {
                let now = self.clock.now_ms();
                if self.store.lease_reminder(&reminder, now).await? {
                    let event =
                        if reminder.is_read() { ("chat.answer_read", ".read") } else { ("chat.answer", "") };
                    let id = reminder.event_id();
                    self.notifications.deliver(reminder.customer_id, &id, event, now).await?;
                    self.store.reminder_done(&reminder).await?;
                }
            }
            if is_last {
                return Ok(());
            }
        }
    }
}
