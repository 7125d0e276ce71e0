//! Clients of other services. Only this module uses their protobuf types.

mod branches;
mod catalog;

pub use branches::Branches;
pub use catalog::{Catalog, HeldStock, ReservationOutcome};
