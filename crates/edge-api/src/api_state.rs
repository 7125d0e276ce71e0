//! State of the API's handlers: the edge's application state, live updates, images, upload budgets and the cached
//! site content.

use std::{ops::Deref, sync::Arc};

use actix_web::{HttpRequest, http::header::CONTENT_LENGTH};
use heuan_cache::Cache;
use heuan_media::Variants;
use heuan_rpc::Error;

use crate::{
    last_code_channels::LastCodeChannels,
    site::Site,
    upload_budget::{UploadBudget, UploadPermit, upload_budget_error},
};
use heuan_edge_http::{app_state::AppState, middleware};
use heuan_edge_live::LiveUpdates;

/// State of the API routes: [`AppState`], to which it dereferences, and state that only routes use.
#[derive(Clone)]
pub struct ApiState {
    pub app: AppState,
    pub live: Arc<LiveUpdates>,
    pub media: Variants,
    /// Memory budget of image search uploads in progress.
    pub image_budget: Arc<UploadBudget>,
    /// Memory budget of chat images of customers in progress.
    pub upload_budget: Arc<UploadBudget>,
    /// Memory budget of images and imports of the staff in progress, which uploads of customers cannot use.
    pub staff_upload_budget: Arc<UploadBudget>,
    /// Cache of the site content, which every page needs.
    pub site: Arc<Cache<Arc<Site>, Error>>,
    /// Last known channels of codes, for outages of the notifications service.
    pub code_channels: Arc<LastCodeChannels>,
    /// Whether a content page with this slug has a URL in the storefront.
    pub is_page_slug: fn(&str) -> bool,
}

impl ApiState {
    /// A permit for the memory of the body of a customer's `request`, which has at most `max_bytes`. It must be held until
    /// the response. The body is charged as it arrives.
    pub fn upload_permit(&self, request: &HttpRequest, max_bytes: usize) -> Result<UploadPermit, Error> {
        self.permit(&self.upload_budget, request, max_bytes)
    }

    /// Like [`Self::upload_permit`], for a request of the staff.
    pub fn staff_upload_permit(
        &self,
        request: &HttpRequest,
        max_bytes: usize,
    ) -> Result<UploadPermit, Error> {
        self.permit(&self.staff_upload_budget, request, max_bytes)
    }

    fn permit(
        &self,
        budget: &Arc<UploadBudget>,
        request: &HttpRequest,
        max_bytes: usize,
    ) -> Result<UploadPermit, Error> {
        let length =
            request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let client = middleware::address(request.head(), &self.shared.config.trusted_proxies);
        let declared = length.unwrap_or(max_bytes).min(max_bytes);
        budget.enter(middleware::line_key(client), declared).map_err(|_| upload_budget_error())
    }
}

impl Deref for ApiState {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.app
    }
}
