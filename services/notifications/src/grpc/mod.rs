//! Translation between the contracts and the domain; no rule lives here.

mod convert;
mod notifications;
mod receiver;
mod watch;

use std::sync::Arc;

use heuan_proto::notifications::v1::{
    event_receiver_server::EventReceiverServer, notifications_service_server::NotificationsServiceServer,
};
use heuan_rpc::Error;
use heuan_runtime::Shutdown;
use tonic::service::Routes;

use crate::notification_service::NotificationService;

/// What every handler of this service works with.
#[derive(Clone)]
struct Handler {
    service: Arc<NotificationService>,
    shutdown: Shutdown,
}

pub fn routes(service: &Arc<NotificationService>, shutdown: &Shutdown) -> Routes {
    let handler = Handler { service: service.clone(), shutdown: shutdown.clone() };
    Routes::new(NotificationsServiceServer::new(handler.clone()))
        .add_service(EventReceiverServer::new(handler))
}

/// The customer of a request. None is a caller's bug, and must never be a customer of its own.
fn customer(customer_id: i64) -> Result<i64, Error> {
    if customer_id > 0 {
        Ok(customer_id)
    } else {
        Err(Error::invalid("customer_id", "must be a positive whole number"))
    }
}

fn limit(limit: i32, most: i32) -> Result<i64, Error> {
    if (1..=most).contains(&limit) {
        Ok(limit.into())
    } else {
        Err(Error::invalid("limit", format!("must be 1 to {most}")))
    }
}
