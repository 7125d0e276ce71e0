//! Delivery of the outbox: each event at least once, so that the receiver deduplicates by id. Without a receiver events stay in
//! the outbox.

use heuan_proto::notifications::v1 as wire;
use heuan_rpc::{Error, EventSink, MAX_EVENTS};
use heuan_runtime::clock::Clock;
use heuan_store::StoredEvent;

use crate::{dependencies::Dependencies, store::Store};

/// Delivers the events of the outbox to their receiver.
pub struct OutboxDelivery {
    store: Store,
    receiver: Option<EventSink>,
    clock: Clock,
}

impl OutboxDelivery {
    pub fn new(dependencies: &Dependencies, receiver: Option<EventSink>) -> Self {
        let Dependencies { store, clock, .. } = dependencies.clone();
        Self { store, receiver, clock }
    }

    /// Delivers due events, and counts the remaining ones.
    pub(crate) async fn deliver_events(&self) -> Result<(), Error> {
        if let Some(receiver) = &self.receiver {
            loop {
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
        }
        // Without a receiver the backlog is not an error.
        if self.receiver.is_some() {
            metrics::gauge!("outbox_backlog", "service" => crate::NAME)
                .set(self.store.events_waiting().await? as f64);
        }
        Ok(())
    }
}

fn delivered(event: StoredEvent) -> wire::Event {
    let StoredEvent { event_id, kind, customer_id, order_id, payload, at } = event;
    wire::Event { event_id, kind, customer_id, order_id, payload, at_ms: at }
}
