//! One test binary for all modules, because each binary would link all dependencies again.

mod buy_again;
mod cart;
mod counts;
mod crash;
mod histories;
mod limits;
mod newer_release;
mod no_space;
mod outbox;
mod payment;
mod personal_data;
mod place;
mod points;
mod security_events;
mod staff;
mod staff_actions;
mod staff_customers;
mod staff_figures;
mod staff_histories;
mod staff_lines;
mod staff_lists;
mod staff_money;
mod staff_take;
mod support;
mod viewed_products;
mod wishlist;
