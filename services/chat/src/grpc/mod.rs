//! gRPC handlers: conversion between protobuf messages and domain types, without business rules.

mod chat;
mod convert;
mod watch;

use std::sync::Arc;

use heuan_proto::chat::v1::chat_service_server::ChatServiceServer;
use heuan_rpc::{Error, personal_data_server, retention_server};
use heuan_runtime::Shutdown;
use tonic::service::Routes;

use crate::{chat_service::ChatService, personal_data::PersonalData};

/// Maximum request size: an image of 5 MiB with its metadata.
const MAX_REQUEST: usize = 6 * 1024 * 1024;

/// Shared state of the gRPC handlers.
#[derive(Clone)]
struct Handler {
    service: Arc<ChatService>,
    shutdown: Shutdown,
}

pub fn routes(service: &Arc<ChatService>, shutdown: &Shutdown) -> Routes {
    let handler = Handler { service: service.clone(), shutdown: shutdown.clone() };
    let config = &service.config;
    let data = PersonalData::from_store(service.store.clone());
    Routes::new(ChatServiceServer::new(handler).max_decoding_message_size(MAX_REQUEST))
        .add_service(personal_data_server(data))
        .add_service(retention_server(&[
            ("chat_messages", config.message_days),
            ("chat_images", config.image_days()),
            ("link_previews", config.preview_days),
        ]))
}

/// Validates an id. An absent id is an invalid argument, and must not count as a user.
fn id(field: &str, id: i64) -> Result<i64, Error> {
    if id > 0 { Ok(id) } else { Err(Error::invalid(field, "must be a positive whole number")) }
}

fn limit(limit: i32, max: i32) -> Result<i64, Error> {
    if (1..=max).contains(&limit) {
        Ok(limit.into())
    } else {
        Err(Error::invalid("limit", format!("must be 1 to {max}")))
    }
}
