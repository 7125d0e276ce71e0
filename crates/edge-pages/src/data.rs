//! Data prefetching for server-side rendering: the API responses of a page, fetched concurrently and embedded in its
//! HTML.

use std::sync::Arc;

use futures::future::{join_all, try_join, try_join_all};
use heuan_cache::Cached;
use heuan_rpc::Result;
use serde::de::DeserializeOwned;

use super::route::{AnyQuery, Page};
use heuan_edge_api::{
    api_state::ApiState,
    cached_query::CachedQuery,
    category::CategoriesQuery,
    content::{self, BannerQuery, CompanyQuery, MenuQuery, PagesQuery},
};
use heuan_edge_http::{app_state::is_stale, body::Body};

/// Prefetched responses that a page embeds, so that its scripts need not fetch them.
#[derive(Debug, Default)]
pub struct Data {
    /// By canonical URL.
    answers: Vec<(String, Arc<Body>)>,
    /// Whether some responses are stale, because a service is down.
    pub stale: bool,
}

impl Data {
    /// Fetches all data that `page` needs, concurrently. The number of calls depends only on the kind of page.
    pub async fn gather(state: &ApiState, page: &Page) -> Result<Self> {
        Self::of(state, page.prefetch(), page.prefetch_optional()).await
    }

    /// Fetches one response.
    pub async fn only(state: &ApiState, query: &impl CachedQuery) -> Result<Self> {
        let answer = query.fetch_cached(state).await?;
        Ok(Self { stale: is_stale([answer.status]), answers: vec![(key(query), answer.value)] })
    }

    /// Fetches the data that every page needs, for the 404 page.
    pub async fn shell(state: &ApiState) -> Result<Self> {
        Self::of(state, Vec::new(), Vec::new()).await
    }

    async fn of(state: &ApiState, mut queries: Vec<AnyQuery>, optional: Vec<AnyQuery>) -> Result<Self> {
        queries.push(Box::new(CategoriesQuery));
        let others = try_join_all(queries.iter().map(|query| query.fetch_cached(state)));
        let besides = async { Ok(join_all(optional.iter().map(|query| query.fetch_cached(state))).await) };
        let (site, (others, besides)) = try_join(content::site(state), try_join(others, besides)).await?;
        let site_parts: [(String, Cached<Arc<Body>>); 4] = [
            (key(&BannerQuery), content::pick(&site, |site| &site.banner)),
            (key(&CompanyQuery), content::pick(&site, |site| &site.company)),
            (key(&MenuQuery), content::pick(&site, |site| &site.menu)),
            (key(&PagesQuery), content::pick(&site, |site| &site.pages)),
        ];
        // A page without an optional response counts as stale, so that it is rendered again soon.
        let is_short =
            besides.iter().any(|answer| answer.as_ref().is_err_and(|error| error.code.is_outage()));
        let keys = |queries: &[AnyQuery]| queries.iter().map(|query| key(&**query)).collect::<Vec<_>>();
        let besides =
            keys(&optional).into_iter().zip(besides).filter_map(|(key, answer)| Some((key, answer.ok()?)));
        let answers: Vec<_> =
            keys(&queries).into_iter().zip(others).chain(besides).chain(site_parts).collect();
        let stale = is_short || is_stale(answers.iter().map(|(_, answer)| answer.status));
        let answers = answers.into_iter().map(|(key, answer)| (key, answer.value)).collect();
        Ok(Self { answers, stale })
    }

    /// Parses the response to `query`.
    pub fn read<T: DeserializeOwned>(&self, query: &impl CachedQuery) -> Option<T> {
        let key = key(query);
        let (_, body) = self.answers.iter().find(|(ours, _)| *ours == key)?;
        match serde_json::from_slice(body.bytes()) {
            Ok(facts) => Some(facts),
            Err(error) => {
                tracing::error!(%error, url = %key, "page data: API response not parsed");
                None
            }
        }
    }

    /// Returns the responses as a JSON object by canonical URL.
    pub fn queries(&self) -> String {
        let length: usize = self.answers.iter().map(|(_, body)| body.bytes().len() + 100).sum();
        let mut queries = String::with_capacity(length);
        queries.push('{');
        for (key, body) in &self.answers {
            // Response bodies are JSON and therefore UTF-8.
            let (Ok(key), Ok(json)) = (serde_json::to_string(key), std::str::from_utf8(body.bytes())) else {
                continue;
            };
            if queries.len() > 1 {
                queries.push(',');
            }
            queries.extend([&key, ":", json]);
        }
        queries.push('}');
        queries
    }
}

fn key(query: &(impl CachedQuery + ?Sized)) -> String {
    query.url().into_string()
}
