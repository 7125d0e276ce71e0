//! HTTP client for URLs from untrusted sources, guarded against server-side request forgery (SSRF).
//!
//! It connects only to public addresses, checks every redirect, and limits time and size.

mod address;
mod fetch;
mod lookup;
mod tls;

pub use address::is_public;
pub use fetch::{FetchLimits, Fetched, Fetcher, Options, OutboundError, OversizePolicy, PostResponse};
pub use http::HeaderMap;
pub use lookup::{Lookup, SystemLookup};
pub use url::Url;
