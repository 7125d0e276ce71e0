//! Reminders of unread answers, which the notifications service sends outside the shop.

use heuan_proto::notifications::v1::Event;
use heuan_rpc::{Error, EventSink, Transport};

use crate::chat_service::ChatService;

/// Reminders read at once.
const BATCH: i64 = 50;

/// Client of the notifications service, which receives events.
#[derive(Clone)]
pub struct Notifications(EventSink);

impl Notifications {
    pub fn new(transport: Transport) -> Self {
        Self(EventSink::new(transport))
    }

    /// Delivers a reminder about a customer's conversation, or its cancellation. A repetition changes nothing. The id of the event
    /// is that of the reminder with a suffix.
    pub(crate) async fn deliver(
        &self,
        customer_id: i64,
        reminder_id: &str,
        (kind, suffix): (&str, &str),
        now: i64,
    ) -> Result<(), Error> {
        let event = Event {
            event_id: format!("{reminder_id}{suffix}"),
            kind: kind.to_owned(),
            customer_id,
            order_id: String::new(),
            payload: serde_json::json!({ "reminder": reminder_id }).to_string(),
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
