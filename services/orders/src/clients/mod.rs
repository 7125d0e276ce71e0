//! What this service asks of others, in its own words. The only place where a foreign contract is read.

mod branches;
mod catalog;

pub use branches::Branches;
pub use catalog::{Catalog, Hold, Product, Products, StockLine};
