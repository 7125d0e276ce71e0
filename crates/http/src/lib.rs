//! HTTP/1.1 server for actix-web apps, with what actix-web's own lacks against slow and greedy clients: deadlines on
//! every read and write of a socket, and a limit of connections by client.
//!
//! [`serve`] takes the place of `actix_web::HttpServer`. The app tells each [`Progress`] when a request began and ended.

mod connection;
mod connection_limit;
mod server;

pub use connection::{Progress, Timeouts};
pub use connection_limit::{Capacity, ConnectionLimit, client_key};
pub use server::{Options, serve};
