//! Client of the notifications service.

use heuan_proto::notifications::v1::Event;
use heuan_rpc::{Error, EventSink, Transport};

/// Client of the notifications service, which receives events.
#[derive(Clone)]
pub struct Notifications(EventSink);

impl Notifications {
    pub fn new(transport: Transport) -> Self {
        Self(EventSink::new(transport))
    }

    /// Delivers a reminder about a customer's conversation, or its cancellation. A repetition changes nothing. The id of the
    /// event is the id of the reminder with a suffix.
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
