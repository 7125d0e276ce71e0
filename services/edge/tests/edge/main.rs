//! The edge as its clients see it: a real server on a free port, and services that count their calls and fail on
//! demand.

mod account;
mod account_browser;
mod account_fake;
mod account_matrix;
mod account_session;
mod api;
mod cart;
mod door;
mod fake;
mod first_view;
mod freshness;
mod hostile;
mod image_search;
mod live;
mod media;
mod openapi;
mod order;
mod order_fake;
mod pages;
mod search;
mod search_fake;
mod search_history;
mod support;
mod talk;
mod talk_fake;
