//! HTTP/1.1 server for actix-web apps with protection against slow and greedy clients that actix-web lacks: deadlines
//! on every read and write of a socket, and a connection limit per client.
//!
//! [`serve`] replaces `actix_web::HttpServer`. The app reports the start and end of each request to [`Progress`].

mod connection;
mod connection_limit;
mod refusal;
mod server;

pub use connection::{Progress, Timeouts};
pub use connection_limit::{CLIENTS_PER_SITE, Capacity, ConnectionLimit};
pub use heuan_runtime::client_network::{client_key, line_key, site_key};
pub use server::{Options, serve};
