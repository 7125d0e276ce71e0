//! Live updates to browsers over server-sent events.
//!
//! Chat and notifications store event logs. [`feed`] follows both once per process, and the [`Hub`] delivers each event to the
//! subscribed browsers. A browser that reconnects sends its last position and receives the missed events from the same logs, so
//! no event is lost, duplicated or reordered, whichever edge it reconnects to. Ephemeral events (typing, presence, a changed
//! cart) are published between edges over Redis, if there is one, at most once.

mod connection;
mod cursor;
pub mod dto;
mod edge_event;
mod feed;
mod frames;
mod hub;
mod order_presence;
mod presence;
mod updates;
pub mod watch;

pub use connection::stream;
pub use cursor::Cursor;
pub use edge_event::{BRANCHES, EdgeEvent};
pub use feed::spawn_feeds;
pub use frames::{CartChange, OrderPicked, StaffOrderChange, Typing};
pub use hub::{Hub, SessionsRevoked, Subscriber};
pub use order_presence::{OrderVisit, OrderVisitor, VisitState};
pub use updates::LiveUpdates;
