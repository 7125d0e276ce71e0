//! Reminders of the staff about messages that no member of the staff has read, which the notifications service pushes to their
//! browsers.

use heuan_rpc::Error;

use crate::chat_service::ChatService;

/// Reminders read at once.
const BATCH: i64 = 50;

impl ChatService {
    /// Delivers due reminders of the staff. After a failure a reminder is delivered again when its lease
    /// ends.
    pub(crate) async fn send_staff_reminders(&self) -> Result<(), Error> {
        loop {
            let due = self.store.due_staff_reminders(BATCH, self.clock.now_ms()).await?;
            let is_last = due.len() < BATCH as usize;
            for reminder in due {
                let now = self.clock.now_ms();
                if self.store.lease_staff_reminder(&reminder, now).await? {
                    let event = if reminder.is_cancelled() {
                        ("chat.waiting_over", ".over")
                    } else {
                        ("chat.waiting", "")
                    };
                    let id = reminder.event_id();
                    self.notifications.deliver(reminder.customer_id, &id, event, now).await?;
                    self.store.staff_reminder_done(&reminder).await?;
                }
            }
            if is_last {
                return Ok(());
            }
        }
    }
}
