//! Optional Redis client: shared response cache, distributed rate limits and events between replicas.
//!
//! The shop works without Redis, and is only slower when Redis fails. A command has [`COMMAND_TIMEOUT`] (20 ms). The first failure, or an
//! average latency above a quarter of it, opens the circuit for all commands, and a background task closes it again. No request
//! waits for a connection to be opened.

mod connection;
mod events;
mod meter;
mod throttle;

pub use connection::{COMMAND_TIMEOUT, Redis, Unavailable};
pub use events::{Event, Events, Subscription};
pub use redis;
pub use throttle::{DistributedRateLimiter, UsageDelta};
