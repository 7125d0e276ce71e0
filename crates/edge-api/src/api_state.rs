use std::{ops::Deref, sync::Arc};

use actix_web::{HttpRequest, HttpResponse};
use heuan_cache::Cache;
use heuan_media::Variants;
use heuan_rpc::Error;

use crate::{cached_query::CachedQuery, content::Site, image_search::UploadBudget};
use heuan_edge_http::{app_state::AppState, problem::Problem, respond};
use heuan_edge_live::LiveUpdates;

/// State of the API routes: [`AppState`], to which it dereferences, and what only routes use.
#[derive(Clone)]
pub struct ApiState {
    pub app: AppState,
    pub live: Arc<LiveUpdates>,
    pub media: Variants,
    /// Memory budget of image search uploads in progress.
    pub upload_budget: Arc<UploadBudget>,
    /// Cache of the site content, which every page needs.
    pub site: Arc<Cache<Arc<Site>, Error>>,
    /// Whether a content page with this slug has a URL in the storefront.
    pub is_page_slug: fn(&str) -> bool,
}

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

impl Deref for ApiState {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.app
    }
}
