//! gRPC handler of `EventReceiver`: delivery of events from other services' outboxes.

use heuan_proto::notifications::v1::{self as wire, event_receiver_server::EventReceiver};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use super::Handler;
use crate::event::Event;

const MAX_EVENTS: usize = 100;

#[tonic::async_trait]
impl EventReceiver for Handler {
    async fn deliver(
        &self,
        request: Request<wire::DeliverRequest>,
    ) -> Result<Response<wire::DeliverResponse>, Status> {
        let events: Vec<Event> = request.into_inner().events.into_iter().map(Event::from).collect();
        if events.is_empty() || events.len() > MAX_EVENTS {
            return Err(Error::invalid("events", format!("must be 1 to {MAX_EVENTS}")).into());
        }
        let accepted_event_ids = self.service.deliver_events(&events).await?;
        Ok(Response::new(wire::DeliverResponse { accepted_event_ids }))
    }
}
