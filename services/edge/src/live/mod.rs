//! What is told to browsers as it happens, over one stream of server-sent events for each.
//!
//! Chat and notifications keep their logs; [`feed`] follows both, once for the process, and the [`Hub`] hands each event
//! to the browsers it is for. A browser that was away says where it was, and is told what it missed out of the same
//! logs; so nothing is lost, doubled or out of order, whichever edge it comes back to. What nobody needs later (typing,
//! presence, a changed cart) goes from edge to edge over Redis, where there is one, and is at most lost.

mod connection;
mod cursor;
mod feed;
mod frames;
mod hub;
mod presence;
mod updates;

pub use connection::stream;
pub use cursor::Cursor;
pub use feed::spawn_feeds;
pub use frames::{CartChange, Typing};
pub use hub::{Hub, SessionsRevoked, Subscriber};
pub use updates::{LiveUpdates, STAFF_CHANGED};
