mod apply;
mod find;
mod limits;
mod list;
mod listed;
mod log;
mod place;
mod row;
mod step;

pub use apply::OrderLookup;
pub use place::{FromCart, Placed, Placing, points_short};
pub use row::{COLUMNS, Row};
