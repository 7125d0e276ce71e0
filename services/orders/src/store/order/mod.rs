//! Queries of orders. `apply.rs` has the lock, the event and its effects; the other files have one kind of query each.

mod abandon;
mod apply;
mod bank_numbers;
mod change;
mod figures;
mod find;
mod handover;
mod limits;
mod line_change;
mod lines;
mod list;
mod listed;
mod log;
mod pick;
mod place;
mod plan;
mod row;
mod settle;
mod statement;
mod step;
mod sums;

pub use abandon::FailedPlacement;
pub use apply::{Lease, OrderLookup};
pub(super) use bank_numbers::delete as delete_bank_numbers;
pub use line_change::{LineProgress, Refusal};
pub use place::{FromCart, NewOrder, Placed, points_short};
pub use row::{COLUMNS, Row};
