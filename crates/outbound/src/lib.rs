//! HTTP to addresses that strangers name: public hosts alone, checked at every hop, with limits of time and size.

mod address;
mod fetch;
mod lookup;
mod tls;

pub use address::is_public;
pub use fetch::{FetchLimits, Fetched, Fetcher, Options, OutboundError, OversizePolicy, PostResponse};
pub use http::HeaderMap;
pub use lookup::{Lookup, SystemLookup};
pub use url::Url;
