//! A receiver of events that deduplicates by id, loses responses on demand, and outlives the sender.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use heuan_proto::notifications::v1::{
    DeliverRequest, DeliverResponse, Event,
    event_receiver_server::{EventReceiver, EventReceiverServer},
};
use tonic::{Request, Response, Status, service::Routes};

#[derive(Clone, Default)]
pub struct TestEventReceiver(Arc<Inner>);

#[derive(Default)]
struct Inner {
    events: Mutex<BTreeMap<String, Event>>,
    deliveries: AtomicUsize,
    /// Whether it accepts events but fails to respond.
    loses_answers: AtomicBool,
    down: AtomicBool,
}

impl TestEventReceiver {
    pub fn routes(&self) -> Routes {
        Routes::new(EventReceiverServer::new(self.clone()))
    }

    /// The distinct events.
    pub fn events(&self) -> Vec<Event> {
        self.0.events.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Kinds of the events of an order, in the order of their ids.
    pub fn kinds_of(&self, order_id: &str) -> Vec<String> {
        let events = self.events();
        events.into_iter().filter(|event| event.order_id == order_id).map(|event| event.kind).collect()
    }

    /// Number of received events, including repetitions.
    pub fn deliveries(&self) -> usize {
        self.0.deliveries.load(Ordering::SeqCst)
    }

    pub fn set_loses_answers(&self, loses: bool) {
        self.0.loses_answers.store(loses, Ordering::SeqCst);
    }

    pub fn set_down(&self, down: bool) {
        self.0.down.store(down, Ordering::SeqCst);
    }
}

#[tonic::async_trait]
impl EventReceiver for TestEventReceiver {
    async fn deliver(&self, request: Request<DeliverRequest>) -> Result<Response<DeliverResponse>, Status> {
        if self.0.down.load(Ordering::SeqCst) {
            return Err(Status::unavailable("down"));
        }
        let events = request.into_inner().events;
        self.0.deliveries.fetch_add(events.len(), Ordering::SeqCst);
        let accepted_event_ids = events.iter().map(|event| event.event_id.clone()).collect();
        let mut kept = self.0.events.lock().unwrap_or_else(PoisonError::into_inner);
        for event in events {
            kept.entry(event.event_id.clone()).or_insert(event);
        }
        if self.0.loses_answers.load(Ordering::SeqCst) {
            return Err(Status::unavailable("the response was lost"));
        }
        Ok(Response::new(DeliverResponse { accepted_event_ids }))
    }
}
