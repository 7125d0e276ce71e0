//! A notifications service that records delivered events and loses responses on demand.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use heuan_proto::notifications::v1::{
    DeliverRequest, DeliverResponse, Event,
    event_receiver_server::{EventReceiver, EventReceiverServer},
};
use heuan_rpc::Transport;
use tonic::{Request, Response, Status, service::Routes};

#[derive(Clone, Default)]
pub struct TestNotifications(Arc<Inner>);

#[derive(Default)]
struct Inner {
    deliveries: Mutex<Vec<Event>>,
    loses_responses: AtomicBool,
}

impl TestNotifications {
    pub fn transport(&self) -> Transport {
        let routes = Routes::new(EventReceiverServer::new(self.clone()));
        Transport::in_process(routes, std::time::Duration::from_secs(120))
    }

    /// Ids of the events of a customer, one for each delivery.
    pub fn of(&self, customer_id: i64) -> Vec<String> {
        let deliveries = self.0.deliveries.lock().unwrap_or_else(PoisonError::into_inner);
        let of_customer = deliveries.iter().filter(|event| event.customer_id == customer_id);
        of_customer.map(|event| event.event_id.clone()).collect()
    }

    pub fn set_loses_responses(&self, loses: bool) {
        self.0.loses_responses.store(loses, Ordering::SeqCst);
    }
}

#[tonic::async_trait]
impl EventReceiver for TestNotifications {
    async fn deliver(&self, request: Request<DeliverRequest>) -> Result<Response<DeliverResponse>, Status> {
        let events = request.into_inner().events;
        let accepted_event_ids = events.iter().map(|event| event.event_id.clone()).collect();
        self.0.deliveries.lock().unwrap_or_else(PoisonError::into_inner).extend(events);
        if self.0.loses_responses.load(Ordering::SeqCst) {
            return Err(Status::internal("the response was lost"));
        }
        Ok(Response::new(DeliverResponse { accepted_event_ids }))
    }
}
