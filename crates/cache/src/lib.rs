//! In-memory cache with single flight, invalidation by generation, and stale-if-error.
//!
//! It is independent of HTTP and gRPC. The owner's watch stream bumps the [`Generation`]; a [`Cache`] stores values of one type
//! and compares the generation at every read. It is built on [`SingleFlightCache`], which stores values of any type.

mod cache;
mod entry;
mod generation;
mod single_flight_cache;

pub use cache::{Cache, CacheConfig, Failure};
pub use entry::{CacheStatus, Cached, Fetched};
pub use generation::Generation;
pub use single_flight_cache::SingleFlightCache;
