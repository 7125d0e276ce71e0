//! One binary for all of them: each would be linked with everything the crate needs.

mod cart;
mod counts;
mod crash;
mod histories;
mod limits;
mod no_space;
mod outbox;
mod payment;
mod place;
mod points;
mod staff;
mod support;
mod wishlist;
