//! Backend for frontend: HTTP API, server-side rendering, images, response cache and rate limits.
//!
//! The edge stores nothing durable. It fetches responses from services over gRPC, serializes and compresses each once, and
//! caches it until the catalog changes. A request passes `middleware`, then a handler in `routes`; pages are made in `pages`.

mod openapi;
mod replica_sync;
mod server;
mod start;

pub use heuan_edge_http::{
    backends::{Backends, Connect},
    config::{DEFAULTS, EdgeConfig, RateLimit, RequestLimits},
};
pub use heuan_edge_live::{EdgeEvent, OrderPicked, SessionsRevoked, StaffOrderChange};
pub use openapi::document as openapi_document;
pub use server::{Edge, Setup};
