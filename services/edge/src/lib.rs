//! Backend for frontend: HTTP API, server-side rendering, images, response cache and rate limits.
//!
//! The edge stores nothing durable. It fetches responses from services over gRPC, serializes and compresses each once, and
//! caches it until the catalog changes. A request passes `middleware`, then a handler in `routes`; pages are made in `pages`.

mod app_state;
mod backends;
mod body;
mod config;
mod docs;
mod encoding;
mod idempotency;
mod input;
mod live;
mod metrics;
mod middleware;
mod pages;
mod params;
mod problem;
mod public_query;
mod redis_response_cache;
mod replica_sync;
mod respond;
mod routes;
mod server;
mod session;
mod token;
mod watch;

pub use backends::{Backends, Connect};
pub use config::{DEFAULTS, EdgeConfig, RateLimit, RequestLimits};
pub use live::STAFF_CHANGED;
pub use replica_sync::BRANCHES;
pub use routes::openapi::document as openapi_document;
pub use server::{Edge, Setup};
