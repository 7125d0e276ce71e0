//! Web Push (RFC 8030, 8291, 8292): browsers that asked for it are told although no page is open.
//!
//! A push is written with its notification and removed when the push service has it. Who dies in between leaves it to
//! the next try; push services and browsers keep one push of each notification, by its topic and its tag.
//!
//! Pushes wait behind their own kind alone: a browser has one under way, a customer and a slow host a few, and a browser
//! that cannot be reached is left in peace with everything that is for it.

mod concurrency;
mod message;
mod send;
mod subscription;
mod vapid;

pub use concurrency::PushPermit;
pub use message::{Job, Payload};
pub use send::Sender;
pub use subscription::{Subscription, subscription_id};
pub use vapid::Vapid;
