//! Banner, company, menu and the list of pages: four API responses from one service call, because every page needs all
//! of them.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, get, web::Data};
use heuan_cache::Cached;
use heuan_proto::catalog::v1::{self as proto, content_service_client::ContentServiceClient};
use heuan_rpc::Result;

use super::dto::{Banner, BannerMessage, Banners, Company, MenuItem};
use crate::{
    app_state::AppState,
    backends::Clients,
    body::Body,
    pages::Page,
    problem::{ClientErrorResponses, Problem},
    public_query::PublicQuery,
    routes::envelope::Envelope,
};

/// The four serialized responses.
#[derive(Debug)]
pub struct Site {
    pub banner: Arc<Body>,
    pub company: Arc<Body>,
    pub menu: Arc<Body>,
    pub pages: Arc<Body>,
}

/// Returns header messages and banners.
#[utoipa::path(
    tag = "content",
    operation_id = "get_banners",
    responses((status = 200, description = "Messages and banners", body = Envelope<Banners>), ClientErrorResponses),
)]
#[get("/api/v1/banner")]
pub async fn get_banner(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &PublicQuery::Banner).await
}

/// Returns the navigation menu.
#[utoipa::path(
    tag = "content",
    operation_id = "get_menu",
    responses((status = 200, description = "The menu", body = Envelope<Vec<MenuItem>>), ClientErrorResponses),
)]
#[get("/api/v1/menu")]
pub async fn get_menu(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &PublicQuery::Menu).await
}

/// Returns name, contact data and business constants of the company.
#[utoipa::path(
    tag = "content",
    operation_id = "get_company",
    responses((status = 200, description = "The company", body = Envelope<Company>), ClientErrorResponses),
)]
#[get("/api/v1/company")]
pub async fn get_company(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &PublicQuery::Company).await
}

/// Lists the slugs of content pages.
///
/// Includes only pages with a URL in the storefront, without news and advice articles, which their own pages list.
#[utoipa::path(
    tag = "content",
    operation_id = "list_pages",
    responses((status = 200, description = "The slugs", body = Envelope<Vec<String>>), ClientErrorResponses),
)]
#[get("/api/v1/content")]
pub async fn list_pages(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &PublicQuery::Pages).await
}

/// The four responses, cached or fetched.
pub async fn site(state: &AppState) -> Result<Cached<Arc<Site>>> {
    let fetch = || {
        let AppState { clients, shared } = state.clone();
        async move { fetch(&clients, &shared.config.shop_name).await }
    };
    state.cached_site(fetch).await
}

/// Selects one of the four.
pub fn pick(site: &Cached<Arc<Site>>, which: fn(&Site) -> &Arc<Body>) -> Cached<Arc<Body>> {
    Cached { value: Arc::clone(which(&site.value)), status: site.status }
}

async fn fetch(clients: &Clients, shop_name: &str) -> Result<Site> {
    let request = proto::GetStorefrontRequest {};
    let answer =
        clients.content().read("GetStorefront", ContentServiceClient::get_storefront, request).await?;
    let banners = Banners {
        messages: answer.messages.into_iter().map(BannerMessage::from).collect(),
        banners: answer.banners.into_iter().map(Banner::from).collect(),
    };
    let menu: Vec<MenuItem> = answer.menu.into_iter().map(MenuItem::from).collect();
    let pages: Vec<String> = answer.page_slugs.into_iter().filter(|slug| has_address(slug)).collect();
    let company = Company::new(answer.company.unwrap_or_default(), shop_name);
    Ok(Site {
        banner: Arc::new(Body::json(&Envelope::of(banners))?),
        company: Arc::new(Body::json(&Envelope::of(company))?),
        menu: Arc::new(Body::json(&Envelope::of(menu))?),
        pages: Arc::new(Body::json(&Envelope::of(pages))?),
    })
}

/// Only pages that links can reach are listed, because a merchant may write pages under any slug and every page
/// contains this list.
fn has_address(slug: &str) -> bool {
    let path = if slug == "news" { "blogs/news" } else { slug };
    matches!(Page::parse(path, ""), Some(Page::Content { slug: ours, .. }) if ours == slug)
}
