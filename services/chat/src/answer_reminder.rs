//! Reminders of unread answers, which the notifications service sends outside the shop.

use heuan_proto::notifications::v1::Event;
use heuan_rpc::{Error, EventSink, Transport};

use crate::{chat_service::ChatService, store::DueReminder};

/// Reminders read at once.
const BATCH: i64 = 50;

/// Client of the notifications service, which receives events.
#[derive(Clone)]
pub struct Notifications(EventSink);

impl Notifications {
    pub fn new(transport: Transport) -> Self {
        Self(EventSink::new(transport))
    }

    /// Delivers a reminder or its cancellation. A repetition changes nothing.
    async fn deliver(&self, due: &DueReminder, now: i64) -> Result<(), Error> {
        let (kind, suffix) = if due.is_read() { ("chat.answer_read", ".read") } else { ("chat.answer", "") };
        let event_id = due.event_id();
        let payload = serde_json::json!({ "reminder": event_id }).to_string();
        let event = Event {
            event_id: format!("{event_id}{suffix}"),
            kind: kind.to_owned(),
            customer_id: due.customer_id,
            order_id: String::new(),
            payload,
            at_ms: now,
        };
        self.0.send_events(vec![event]).await.map(drop)
    }
}

impl ChatService {
    /// Delivers due reminders. After a failure the lease of one ends, and it is delivered again.
    pub(crate) async fn send_reminders(&self) -> Result<(), Error> {
        loop {
            let due = self.store.due_reminders(BATCH, self.clock.now_ms()).await?;
            let is_last = due.len() < BATCH as usize;
            for reminder in due {
                let now = self.clock.now_ms();
                if self.store.lease_reminder(&reminder, now).await? {
                    self.notifications.deliver(&reminder, now).await?;
                    self.store.reminder_done(&reminder).await?;
                }
            }
            if is_last {
                return Ok(());
            }
        }
    }
}
