//! Banner, company, menu and the list of pages: four API responses from one service call, because every page needs all
//! of them.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, get, web::Data};
use heuan_cache::Cached;
use heuan_proto::catalog::v1::{self as proto, content_service_client::ContentServiceClient};
use heuan_rpc::Result;

use super::dto::{Banner, BannerMessage, Banners, Company, Hero, MenuItem};
use crate::{
    api_state::ApiState,
    cached_query::{CachedQuery, CachedResponse},
    site::Site,
};
use heuan_edge_http::{
    backends::Clients,
    body::Body,
    envelope::Envelope,
    params::CanonicalUrl,
    problem::{ClientErrorResponses, Problem},
};

/// Returns header messages, banners and the first view of the home page.
#[utoipa::path(
    tag = "content",
    operation_id = "get_banners",
    responses((status = 200, description = "Messages, banners and the first view", body = Envelope<Banners>), ClientErrorResponses),
)]
#[get("/api/v1/banner")]
pub async fn get_banner(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &BannerQuery).await
}

/// Returns the navigation menu.
#[utoipa::path(
    tag = "content",
    operation_id = "get_menu",
    responses((status = 200, description = "The menu", body = Envelope<Vec<MenuItem>>), ClientErrorResponses),
)]
#[get("/api/v1/menu")]
pub async fn get_menu(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &MenuQuery).await
}

/// Returns name, contact data and business constants of the company.
#[utoipa::path(
    tag = "content",
    operation_id = "get_company",
    responses((status = 200, description = "The company", body = Envelope<Company>), ClientErrorResponses),
)]
#[get("/api/v1/company")]
pub async fn get_company(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &CompanyQuery).await
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
pub async fn list_pages(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &PagesQuery).await
}

/// The four responses, cached or fetched.
pub async fn site(state: &ApiState) -> Result<Cached<Arc<Site>>> {
    let fetch = || {
        let (clients, shared, is_page) =
            (state.clients.clone(), Arc::clone(&state.shared), state.is_page_slug);
        async move { fetch(&clients, &shared.config.shop_name, is_page).await }
    };
    state.cached_value(&state.site, "site", fetch).await
}

/// Selects one of the four.
pub fn pick(site: &Cached<Arc<Site>>, which: fn(&Site) -> &Arc<Body>) -> Cached<Arc<Body>> {
    Cached { value: Arc::clone(which(&site.value)), status: site.status }
}

/// Only pages that links can reach are listed, because a merchant may write pages under any slug and every page contains
/// this list.
async fn fetch(clients: &Clients, shop_name: &str, is_page: fn(&str) -> bool) -> Result<Site> {
    let request = proto::GetStorefrontRequest {};
    let answer =
        clients.content().read("GetStorefront", ContentServiceClient::get_storefront, request).await?;
    let banners = Banners {
        messages: answer.messages.into_iter().map(BannerMessage::from).collect(),
        banners: answer.banners.into_iter().map(Banner::from).collect(),
        hero: answer.hero.map(Hero::from),
    };
    let menu: Vec<MenuItem> = answer.menu.into_iter().map(MenuItem::from).collect();
    let pages: Vec<String> = answer.page_slugs.into_iter().filter(|slug| is_page(slug)).collect();
    let company = Company::new(answer.company.unwrap_or_default(), shop_name);
    Ok(Site {
        banner: Arc::new(Body::json(&Envelope::of(banners))?),
        company: Arc::new(Body::json(&Envelope::of(company))?),
        menu: Arc::new(Body::json(&Envelope::of(menu))?),
        pages: Arc::new(Body::json(&Envelope::of(pages))?),
    })
}

/// The header messages and banners.
#[derive(Clone, Debug, PartialEq)]
pub struct BannerQuery;

impl CachedQuery for BannerQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/banner")
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        Box::pin(async move { Ok(pick(&site(state).await?, |site| &site.banner)) })
    }
}

/// The data of the company.
#[derive(Clone, Debug, PartialEq)]
pub struct CompanyQuery;

impl CachedQuery for CompanyQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/company")
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        Box::pin(async move { Ok(pick(&site(state).await?, |site| &site.company)) })
    }
}

/// The navigation menu.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuQuery;

impl CachedQuery for MenuQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/menu")
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        Box::pin(async move { Ok(pick(&site(state).await?, |site| &site.menu)) })
    }
}

/// The slugs of the content pages.
#[derive(Clone, Debug, PartialEq)]
pub struct PagesQuery;

impl CachedQuery for PagesQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/content")
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        Box::pin(async move { Ok(pick(&site(state).await?, |site| &site.pages)) })
    }
}
