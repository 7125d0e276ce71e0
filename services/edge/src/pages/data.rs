use std::sync::Arc;

use futures::future::{join_all, try_join, try_join_all};
use heuan_cache::Answer;
use heuan_rpc::Result;
use serde::de::DeserializeOwned;

use super::Page;
use crate::{
    app_state::{AppState, is_stale},
    body::Body,
    public_query::PublicQuery,
    routes::content,
};

/// The answers a page carries, so that its scripts need not ask.
#[derive(Debug, Default)]
pub struct Data {
    answers: Vec<(PublicQuery, Arc<Body>)>,
    /// Some of it is from before an outage.
    pub stale: bool,
}

impl Data {
    /// Everything `page` needs, asked for at once. The number of calls depends on the kind of page only.
    pub async fn gather(state: &AppState, page: &Page) -> Result<Self> {
        Self::of(state, page.prefetch(), page.prefetch_optional()).await
    }

    /// One answer by itself.
    pub async fn only(state: &AppState, call: PublicQuery) -> Result<Self> {
        let answer = call.fetch_cached(state).await?;
        Ok(Self { stale: is_stale([answer.origin]), answers: vec![(call, answer.value)] })
    }

    /// What every page needs, for a page that is not there.
    pub async fn shell(state: &AppState) -> Result<Self> {
        Self::of(state, Vec::new(), Vec::new()).await
    }

    async fn of(state: &AppState, mut queries: Vec<PublicQuery>, optional: Vec<PublicQuery>) -> Result<Self> {
        queries.push(PublicQuery::Categories);
        let others = try_join_all(queries.iter().map(|call| Box::pin(call.fetch_cached(state))));
        let besides =
            async { Ok(join_all(optional.iter().map(|call| Box::pin(call.fetch_cached(state)))).await) };
        let (site, (others, besides)) = try_join(content::site(state), try_join(others, besides)).await?;
        let site_parts: [(PublicQuery, Answer<Arc<Body>>); 4] = [
            (PublicQuery::Banner, content::pick(&site, |site| &site.banner)),
            (PublicQuery::Company, content::pick(&site, |site| &site.company)),
            (PublicQuery::Menu, content::pick(&site, |site| &site.menu)),
            (PublicQuery::Pages, content::pick(&site, |site| &site.pages)),
        ];
        // A page that had to do without one of these for now is as one from before an outage: made anew soon.
        let is_short =
            besides.iter().any(|answer| answer.as_ref().is_err_and(|error| error.code.is_outage()));
        let besides =
            optional.into_iter().zip(besides).filter_map(|(call, answer)| Some((call, answer.ok()?)));
        let answers: Vec<_> = queries.into_iter().zip(others).chain(besides).chain(site_parts).collect();
        let stale = is_short || is_stale(answers.iter().map(|(_, answer)| answer.origin));
        let answers = answers.into_iter().map(|(call, answer)| (call, answer.value)).collect();
        Ok(Self { answers, stale })
    }

    /// What the head needs to know of the answer to `call`.
    pub fn read<T: DeserializeOwned>(&self, call: &PublicQuery) -> Option<T> {
        let (_, body) = self.answers.iter().find(|(ours, _)| ours == call)?;
        match serde_json::from_slice(body.bytes()) {
            Ok(facts) => Some(facts),
            Err(error) => {
                tracing::error!(%error, call = %call.key(), "an answer of ours does not read back");
                None
            }
        }
    }

    /// The answers by their addresses, as a JSON object.
    pub fn queries(&self) -> String {
        let length: usize = self.answers.iter().map(|(_, body)| body.bytes().len() + 100).sum();
        let mut queries = String::with_capacity(length);
        queries.push('{');
        for (call, body) in &self.answers {
            // Bodies of ours are JSON, so UTF-8.
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
