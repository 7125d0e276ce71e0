//! HTTP layer of the edge: middleware, sessions, problems, response caches and the clients of the services.

pub mod app_state;
pub mod backends;
pub mod body;
pub mod config;
pub mod encoding;
pub mod envelope;
pub mod escape;
pub mod header_names;
pub mod idempotency;
pub mod input;
pub mod metrics;
pub mod middleware;
pub mod network;
pub mod params;
pub mod problem;
pub mod redis_response_cache;
pub mod respond;
pub mod route_table;
pub mod session;
pub mod token;
