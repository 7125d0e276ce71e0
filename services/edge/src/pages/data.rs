use std::sync::Arc;

use futures::future::{join_all, try_join, try_join_all};
use heuan_cache::Cached;
use heuan_rpc::Result;
use serde::de::DeserializeOwned;

use super::Page;
use crate::{
    app_state::{AppState, is_stale},
    body::Body,
    public_query::PublicQuery,
    routes::content,
};

/// Prefetched responses that a page embeds, so that its scripts need not fetch them.
#[derive(Debug, Default)]
pub struct Data {
    answers: Vec<(PublicQuery, Arc<Body>)>,
    /// Some responses are stale, because a service is down.
    pub stale: bool,
}

impl Data {
    /// Fetches everything that `page` needs, concurrently. The number of calls depends on the kind of page only.
    pub async fn gather(state: &AppState, page: &Page) -> Result<Self> {
        Self::of(state, page.prefetch(), page.prefetch_optional()).await
    }

    /// Fetches one response.
    pub async fn only(state: &AppState, call: PublicQuery) -> Result<Self> {
        let answer = call.fetch_cached(state).await?;
        Ok(Self { stale: is_stale([answer.status]), answers: vec![(call, answer.value)] })
    }

    /// Fetches what every page needs, for the 404 page.
    pub async fn shell(state: &AppState) -> Result<Self> {
        Self::of(state, Vec::new(), Vec::new()).await
    }

    async fn of(state: &AppState, mut queries: Vec<PublicQuery>, optional: Vec<PublicQuery>) -> Result<Self> {
        queries.push(PublicQuery::Categories);
        let others = try_join_all(queries.iter().map(|call| Box::pin(call.fetch_cached(state))));
        let besides =
            async { Ok(join_all(optional.iter().map(|call| Box::pin(call.fetch_cached(state)))).await) };
        let (site, (others, besides)) = try_join(content::site(state), try_join(others, besides)).await?;
        let site_parts: [(PublicQuery, Cached<Arc<Body>>); 4] = [
            (PublicQuery::Banner, content::pick(&site, |site| &site.banner)),
            (PublicQuery::Company, content::pick(&site, |site| &site.company)),
            (PublicQuery::Menu, content::pick(&site, |site| &site.menu)),
            (PublicQuery::Pages, content::pick(&site, |site| &site.pages)),
        ];
        // A page without an optional response counts as stale, so that it is rendered again soon.
        let is_short =
            besides.iter().any(|answer| answer.as_ref().is_err_and(|error| error.code.is_outage()));
        let besides =
            optional.into_iter().zip(besides).filter_map(|(call, answer)| Some((call, answer.ok()?)));
        let answers: Vec<_> = queries.into_iter().zip(others).chain(besides).chain(site_parts).collect();
        let stale = is_short || is_stale(answers.iter().map(|(_, answer)| answer.status));
        let answers = answers.into_iter().map(|(call, answer)| (call, answer.value)).collect();
        Ok(Self { answers, stale })
    }

    /// Parses the response to `call`.
    pub fn read<T: DeserializeOwned>(&self, call: &PublicQuery) -> Option<T> {
        let (_, body) = self.answers.iter().find(|(ours, _)| ours == call)?;
        match serde_json::from_slice(body.bytes()) {
            Ok(facts) => Some(facts),
            Err(error) => {
                tracing::error!(%error, call = %call.key(), "own response could not be parsed");
                None
            }
        }
    }

    /// Returns the responses as a JSON object by canonical URL.
    pub fn queries(&self) -> String {
        let length: usize = self.answers.iter().map(|(_, body)| body.bytes().len() + 100).sum();
        let mut queries = String::with_capacity(length);
        queries.push('{');
        for (call, body) in &self.answers {
            // Response bodies are JSON and therefore UTF-8.
            let (Ok(key), Ok(json)) = (serde_json::to_string(&call.key()), std::str::from_utf8(body.bytes()))
            else {
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
