mod apply;
mod find;
mod place;
mod row;

pub use apply::Whose;
pub use place::{FromCart, Placed, Placing, points_short};
