//! The catalogue's pictures: who shows them ([`Shelf`]), what the model sees in them ([`keep_up`]), and what changes
//! ([`follow`]).

mod follow;
mod keep_up;
mod read;
mod shelf;

pub use follow::follow;
pub use keep_up::keep_up;
pub use read::Stamp;
pub use shelf::{Counts, Hit, Shelf};
