mod apply;
mod find;
mod limits;
mod place;
mod row;

pub use apply::OrderLookup;
pub use place::{FromCart, Placed, Placing, points_short};
pub use row::{COLUMNS, Row};
