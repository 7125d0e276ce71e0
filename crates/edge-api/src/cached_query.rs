//! Interface of cacheable GET queries. A query has a canonical URL as its cache key; handlers and server-side
//! rendering use the same queries.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse};
use futures::future::BoxFuture;
use heuan_cache::Cached;
use heuan_rpc::Result;

use crate::api_state::ApiState;
use heuan_edge_http::{
    app_state::AppState, backends::Clients, body::Body, params::CanonicalUrl, problem::Problem, respond,
};

/// Cacheable query of the public API. Each is implemented beside the handler of its route.
///
/// Pages prefetch queries as well: a page embeds the response bytes of the queries that its scripts would request, so a
/// cached page needs no further call.
pub trait CachedQuery: Send + Sync {
    /// Returns the canonical URL: the key of the response cache and of the dehydrated state.
    fn url(&self) -> CanonicalUrl;

    /// Returns the response from the cache, or fetches it.
    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a>;
}

/// The response to a [`CachedQuery`].
///
/// It is boxed, because otherwise each future would be as large as the largest one.
pub type CachedResponse<'a> = BoxFuture<'a, Result<Cached<Arc<Body>>>>;

impl ApiState {
    /// Responds to an API request with the result of a query.
    pub async fn respond(
        &self,
        request: &HttpRequest,
        query: &impl CachedQuery,
    ) -> Result<HttpResponse, Problem> {
        let answer = query.fetch_cached(self).await?;
        Ok(respond::with(request, answer, respond::API_FRESHNESS).await)
    }
}

/// Returns a response that depends only on the catalog. It is shared with other replicas through Redis.
pub fn catalog_response<'a, F>(
    state: &'a AppState,
    url: CanonicalUrl,
    fetch: impl FnOnce(Clients) -> F + Send + 'a,
) -> CachedResponse<'a>
where
    F: Future<Output = Result<Body>> + Send + 'static,
{
    Box::pin(async move {
        let key = url.into_string();
        state.cached_shared(&key, || fetch(state.clients.clone())).await
    })
}

/// Returns a response that does not depend on the catalog, so that a new revision does not invalidate it.
pub fn independent_response<'a, F>(
    state: &'a AppState,
    url: CanonicalUrl,
    fetch: impl FnOnce(Clients) -> F + Send + 'a,
) -> CachedResponse<'a>
where
    F: Future<Output = Result<Body>> + Send + 'static,
{
    Box::pin(async move {
        let key = url.into_string();
        state.cached_stale_while_revalidate(&key, || fetch(state.clients.clone())).await
    })
}
