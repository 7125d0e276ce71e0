//! The public door of the shop: HTTP API, pages, pictures, response cache, limits.
//!
//! It owns nothing durable. Every answer is fetched from a service, made ready to send once, and kept until the
//! catalogue says that something changed. A request passes `door`, a handler in `routes`, and for pages `pages`.

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
pub use config::{DEFAULTS, EdgeConfig, Limits, RateLimit};
pub use live::STAFF_CHANGED;
pub use replica_sync::BRANCHES;
pub use routes::openapi::document as openapi_document;
pub use server::{Edge, Setup};
