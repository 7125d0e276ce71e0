//! Translation between the contract and the domain; no rule lives here.

mod chat;
mod convert;
mod watch;

use std::sync::Arc;

use heuan_proto::chat::v1::chat_service_server::ChatServiceServer;
use heuan_rpc::Error;
use heuan_runtime::Shutdown;
use tonic::service::Routes;

use crate::chat_service::ChatService;

/// A picture of 5 MiB with what is around it.
const MAX_REQUEST: usize = 6 * 1024 * 1024;

/// What every handler of this service works with.
#[derive(Clone)]
struct Handler {
    service: Arc<ChatService>,
    shutdown: Shutdown,
}

pub fn routes(service: &Arc<ChatService>, shutdown: &Shutdown) -> Routes {
    let handler = Handler { service: service.clone(), shutdown: shutdown.clone() };
    Routes::new(ChatServiceServer::new(handler).max_decoding_message_size(MAX_REQUEST))
}

/// An id of a request. None is a caller's bug, and must never be somebody of its own.
fn id(field: &str, id: i64) -> Result<i64, Error> {
    if id > 0 { Ok(id) } else { Err(Error::invalid(field, "must be a positive whole number")) }
}

fn limit(limit: i32, most: i32) -> Result<i64, Error> {
    if (1..=most).contains(&limit) {
        Ok(limit.into())
    } else {
        Err(Error::invalid("limit", format!("must be 1 to {most}")))
    }
}
