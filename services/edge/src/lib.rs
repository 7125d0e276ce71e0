//! The public door of the shop: HTTP API, pages, pictures, response cache, limits.
//!
//! It owns nothing durable. Every answer is fetched from a service, made ready to send once, and kept until the
//! catalogue says that something changed. A request passes `door`, a handler in `routes`, and for pages `pages`.

mod backends;
mod body;
mod calls;
mod config;
mod docs;
mod door;
mod encoding;
mod idempotency;
mod input;
mod live;
mod metrics;
mod pages;
mod params;
mod problem;
mod replicas;
mod respond;
mod routes;
mod server;
mod session;
mod shared_answers;
mod shop;
mod token;
mod watch;

pub use backends::{Backends, Connect};
pub use config::{DEFAULTS, EdgeConfig, Limits, RateLimit};
pub use live::STAFF_CHANGED;
pub use replicas::BRANCHES;
pub use routes::openapi::document as openapi_document;
pub use server::{Edge, Setup};
