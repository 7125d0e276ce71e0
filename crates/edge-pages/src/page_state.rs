//! State of the page routes: the API's state, the built frontend, the cache of rendered pages and the ids of the
//! sitemap.

use std::{ops::Deref, sync::Arc};

use super::{Frontend, SsrCache};
use heuan_edge_api::api_state::ApiState;
use heuan_edge_live::watch::ProductIds;

/// State of the pages: [`ApiState`], to which it dereferences, and state that only pages use.
#[derive(Clone)]
pub struct PageState {
    pub api: ApiState,
    pub frontend: Arc<Frontend>,
    pub ssr: Arc<SsrCache>,
    /// Ids of all products, for the sitemap.
    pub products: Arc<ProductIds>,
}

impl Deref for PageState {
    type Target = ApiState;

    fn deref(&self) -> &ApiState {
        &self.api
    }
}
