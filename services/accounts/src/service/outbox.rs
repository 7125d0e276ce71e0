//! Delivery of the outbox to the notifications service.

use heuan_proto::notifications::v1::Event;
use heuan_rpc::{EventSink, MAX_EVENTS, Result};
use heuan_store::StoredEvent;

use super::AccountService;

impl AccountService {
    /// Delivers due events, and counts the remaining ones.
    pub(crate) async fn deliver_events(&self, receiver: &EventSink) -> Result<()> {
        loop {
            if self.store.events_waiting().await? == 0 {
                break;
            }
            let events = self.store.take_events(MAX_EVENTS as i64, self.clock.now_ms()).await?;
            let taken = events.len();
            if taken > 0 {
                let events = events.into_iter().map(delivered).collect();
                let accepted = receiver.send_events(events).await?;
                self.store.drop_events(&accepted).await?;
            }
            if taken < MAX_EVENTS {
                break;
            }
        }
        let waiting = self.store.events_waiting().await?;
        metrics::gauge!("outbox_backlog", "service" => crate::NAME).set(waiting as f64);
        Ok(())
    }
}

fn delivered(event: StoredEvent) -> Event {
    let StoredEvent { event_id, kind, customer_id, order_id, payload, at } = event;
    Event { event_id, kind, customer_id, order_id, payload, at_ms: at }
}
