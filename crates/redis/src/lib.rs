//! What replicas share: an answer cache, counters, events. All of it is a help, none of it is needed.
//!
//! A shop without Redis is whole; one whose Redis dies is only slower. So nothing here waits long: a command has
//! [`PATIENCE`], the first one that fails closes the way for all, so do those that take a quarter of it on the average, and a task of our own finds out when it is open
//! again. No request ever waits for a connection to be made.

mod events;
mod link;
mod meter;
mod throttle;

pub use events::{Event, Events, Subscription};
pub use link::{PATIENCE, Redis, Unavailable};
pub use redis;
pub use throttle::{Demand, Throttle};
