//! One module per table: its columns, row type and rules.

mod attributes;
pub(crate) mod branches;
pub(crate) mod categories;
pub(crate) mod groups;
mod ids;
pub(crate) mod products;
pub(crate) mod promotion_types;
pub(crate) mod promotions;

pub use attributes::check_attributes;
pub(crate) use ids::{Ids, UniqueIds, no_category};
pub use products::STOCK_CHANGE;
