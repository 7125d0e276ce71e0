//! gRPC handlers: conversion between protobuf messages and domain types, without business rules.

mod convert;
mod messages;
mod news;
mod notifications;
mod receiver;
mod watch;

use std::sync::Arc;

use heuan_proto::notifications::v1::{
    event_receiver_server::EventReceiverServer, message_service_server::MessageServiceServer,
    news_service_server::NewsServiceServer, notifications_service_server::NotificationsServiceServer,
};
use heuan_rpc::{Error, personal_data_server, retention_server};
use heuan_runtime::Shutdown;
use tonic::service::Routes;

use crate::{notification_service::NotificationService, personal_data::PersonalData};

/// Shared state of the gRPC handlers.
#[derive(Clone)]
struct Handler {
    service: Arc<NotificationService>,
    shutdown: Shutdown,
}

pub fn routes(service: &Arc<NotificationService>, shutdown: &Shutdown) -> Routes {
    let handler = Handler { service: service.clone(), shutdown: shutdown.clone() };
    Routes::new(NotificationsServiceServer::new(handler.clone()))
        .add_service(MessageServiceServer::new(handler.clone()))
        .add_service(NewsServiceServer::new(handler.clone()))
        .add_service(EventReceiverServer::new(handler))
        .add_service(personal_data_server(PersonalData::from_store(service.store.clone())))
        .add_service(retention_server(&[
            ("notifications", service.config.retention_days),
            ("code_messages", service.config.code_message_days),
        ]))
}

/// The customer of a request. An absent id is an invalid argument, and must not count as a customer.
fn customer(customer_id: i64) -> Result<i64, Error> {
    if customer_id > 0 {
        Ok(customer_id)
    } else {
        Err(Error::invalid("customer_id", "must be a positive whole number"))
    }
}

fn limit(limit: i32, max: i32) -> Result<i64, Error> {
    if (1..=max).contains(&limit) {
        Ok(limit.into())
    } else {
        Err(Error::invalid("limit", format!("must be 1 to {max}")))
    }
}
