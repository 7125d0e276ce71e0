//! A cache of answers that others own: one fetch at a time for each key, thrown away all at once when the owner says
//! that something changed, and served stale rather than not at all when the owner is down.
//!
//! It knows nothing of HTTP or gRPC. A [`Generation`] is what the owner's change stream moves; a [`Cache`] keeps the
//! answers of one kind and looks at the generation at every read. Both stand on a [`Shelf`], which keeps anything.

mod cache;
mod entry;
mod generation;
mod shelf;

pub use cache::{Cache, Failure, Limits};
pub use entry::{Answer, Fetched, Origin};
pub use generation::Generation;
pub use shelf::Shelf;
