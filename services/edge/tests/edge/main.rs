//! The edge as clients see it: a real server on a free port, with fake services that count calls and fail on demand.

mod account;
mod account_browser;
mod account_fake;
mod account_matrix;
mod account_session;
mod api;
mod cart;
mod chat;
mod chat_fake;
mod connections;
mod fake;
mod freshness;
mod hostile;
mod image_search;
mod live;
mod media;
mod middleware;
mod openapi;
mod order;
mod order_fake;
mod pages;
mod search;
mod search_fake;
mod search_history;
mod ssr;
mod support;
