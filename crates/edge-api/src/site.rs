//! Cached content that every page of the storefront shows.

use std::sync::Arc;

use heuan_edge_http::body::Body;

/// The four serialized responses.
#[derive(Debug)]
pub struct Site {
    pub banner: Arc<Body>,
    pub company: Arc<Body>,
    pub menu: Arc<Body>,
    pub pages: Arc<Body>,
}
