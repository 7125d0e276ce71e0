//! Application service of orders: their placement, and commands of customers and payment providers.

mod amounts;
mod commands;
mod current_seller;
mod limit_usage;
mod place;
mod place_checked;
mod reserved_stock;
mod running_copies;
mod service;

pub use place::{PlaceRequest, StaffTerms};
pub use service::OrderService;
