//! Client of the receiver of events, which each service with an outbox uses.

use heuan_proto::notifications::v1::{DeliverRequest, Event, event_receiver_client::EventReceiverClient};

use crate::{Error, Transport};

/// Maximum events of one delivery.
pub const MAX_EVENTS: usize = 100;

/// Receiver of events.
#[derive(Clone)]
pub struct EventSink(EventReceiverClient<Transport>);

impl EventSink {
    pub fn new(transport: Transport) -> Self {
        Self(EventReceiverClient::new(transport))
    }

    /// Delivers up to [`MAX_EVENTS`] events and returns the ids of those that need no further delivery. A repetition changes
    /// nothing.
    pub async fn send_events(&self, events: Vec<Event>) -> Result<Vec<String>, Error> {
        Ok(self.0.clone().deliver(DeliverRequest { events }).await?.into_inner().accepted_event_ids)
    }
}
