//! Web Push (RFC 8030, 8291, 8292): notifies subscribed browsers although no page is open.
//!
//! A push is written in the transaction of its notification and deleted when the push service has accepted it. After a
//! crash in between it is sent again; its topic and tag make push services and browsers keep only one of each
//! notification.
//!
//! Concurrency is limited separately: one push in flight for a browser, a few for a customer and for a slow host.
//! Pushes for an unreachable browser are all postponed.
//!
//! A subscription belongs to the session that registered the browser. Before an attempt the accounts service returns
//! the ended sessions, whose subscriptions are deleted.

mod concurrency;
mod message;
mod subscription;
mod vapid;

pub use concurrency::{PushConcurrency, PushPermit};
pub use message::{Payload, QueuedPush};
pub use subscription::{Subscription, subscription_id};
pub use vapid::Vapid;
