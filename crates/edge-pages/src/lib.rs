//! HTML pages: the frontend's shell with head, server-rendered markup and prefetched responses.

mod assets;
mod data;
pub mod error_page;
mod fallback;
mod frontend;
mod head;
mod language;
mod manifest;
mod manifest_handler;
mod noscript;
mod page_state;
mod redirect;
mod route;
mod sitemap;
mod ssr;
mod state;

use std::sync::Arc;

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, HeaderValue, RETRY_AFTER},
    },
    web::ServiceConfig,
};
use heuan_cache::{CacheStatus, Cached};
use heuan_rpc::{Code, Error, Result};
use heuan_runtime::clock::Clock;

pub use assets::hashed;
pub use fallback::{before_patterns, fallback};
pub use frontend::{Frontend, Shell, Translator};
pub use language::Language;
pub use page_state::PageState;
use redirect::names_a_file;
pub use route::Page;
pub use ssr::SsrCache;

use self::{
    data::Data,
    head::{Head, PageContext},
    redirect::Destination,
    ssr::SsrResult,
    state::SsrMarkup,
};
use heuan_edge_api::group::GroupsQuery;
use heuan_edge_http::{app_state::RenderedBody, body::Body, middleware, respond};

const NOT_BUILT: &str = "The pages of this shop are not built yet.\n\n\
    Run `make frontend` (or set HEUAN_EDGE__FRONTEND_DIR to a build) and start again.\n\
    The API is described at /api/docs.\n";

/// Server-rendered times are rounded to the hour, so that the markup stays the same for an hour.
const HOUR_MS: i64 = 60 * 60 * 1000;

/// Registers the sitemap, `robots.txt` and the web app manifests.
pub fn routes(config: &mut ServiceConfig) {
    config
        .service(sitemap::index)
        .service(sitemap::one_part)
        .service(sitemap::robots)
        .service(manifest_handler::get_manifest);
}

/// Whether a content page with this slug has a URL in the storefront.
pub fn is_page_slug(slug: &str) -> bool {
    let path = if slug == "news" { "blogs/news" } else { slug };
    matches!(Page::parse(path, ""), Some(Page::Content { slug: ours, .. }) if ours == slug)
}

/// Handles every GET outside the API: a page, a redirect, or the 404 page.
pub async fn answer(request: &HttpRequest, state: &PageState) -> HttpResponse {
    let Some(shell) = state.frontend.shell() else {
        return HttpResponse::ServiceUnavailable().content_type("text/plain; charset=utf-8").body(NOT_BUILT);
    };
    let origin = origin(request, state);
    let maker = PageRenderer { state, shell, origin: &origin };
    match redirect::destination(request) {
        Destination::Elsewhere { status, to } => redirect::to(status, &to),
        Destination::Page(language, page) => match maker.page(language, &page).await {
            Err(error) if error.code == Code::NotFound => match maker.category_of_group(&page).await {
                Some(cat_id) => redirect::to_group(request, language, cat_id),
                None => maker.not_found(request, language).await,
            },
            answer => maker.send(request, language, answer).await,
        },
        Destination::Nowhere(language) => maker.not_found(request, language).await,
    }
}

/// Returns the public origin, for absolute links.
pub fn origin(request: &HttpRequest, state: &PageState) -> String {
    let config = &state.shared.config;
    if config.public_url.is_empty() {
        middleware::origin(request, &config.trusted_proxies)
    } else {
        config.public_url.clone()
    }
}

/// Content of a page: its responses, also as JSON, and its markup if there is any.
struct Content<'a> {
    data: &'a Data,
    queries: &'a str,
    shown: Option<SsrMarkup<'a>>,
}

struct PageRenderer<'a> {
    state: &'a PageState,
    shell: &'a Shell,
    origin: &'a str,
}

impl PageRenderer<'_> {
    fn visit(&self, language: Language) -> PageContext<'_> {
        let config = &self.state.shared.config;
        let shop_name = language.shop_name(config);
        let key = config.publishable_keys.first().map_or("", String::as_str);
        let map = [config.map_tiles.as_str(), config.map_attribution.as_str()];
        PageContext { origin: self.origin, language, shop_name, latin_name: &config.shop_name, key, map }
    }

    /// Returns the page from the cache, or renders it. The key contains everything that it depends on.
    async fn page(&self, language: Language, page: &Page) -> Result<Cached<Arc<Body>>> {
        let key = format!("{} {}{}", self.origin, language.code(), page.url());
        let made = || async {
            let data = Data::gather(self.state, page).await.map_err(as_page_error)?;
            if !head::exists(page, &data) {
                return Err(Error::not_found("there is no such page"));
            }
            let head = Head::of(self.visit(language), page, &data);
            let queries = data.queries();
            let now = Clock::System.now_ms() / HOUR_MS * HOUR_MS;
            let ready = match page.ssr_url() {
                Some(address) => self.render_markup(language, &address, &queries, now).await,
                None => SsrResult::Disabled,
            };
            let shown = match &ready {
                SsrResult::Rendered(view) => Some(SsrMarkup { view, now }),
                SsrResult::Pending | SsrResult::Failed | SsrResult::Disabled => None,
            };
            let content = Content { data: &data, queries: &queries, shown };
            let body = self.fill(StatusCode::OK, language, Some(page), &head, &content);
            Ok(RenderedBody { body, stale: data.stale, life: ready.max_age() })
        };
        match page {
            // The page is not cached, because search texts are unbounded. Its responses are cached.
            Page::Search(_) => {
                let RenderedBody { body, stale, .. } = made().await?;
                let origin = if stale { CacheStatus::Stale } else { CacheStatus::Miss };
                Ok(Cached { value: Arc::new(body), status: origin })
            }
            _ => self.state.cached(&key, made).await,
        }
    }

    /// Returns the category of a group list, if the URL names another category or none.
    async fn category_of_group(&self, page: &Page) -> Option<i64> {
        let Page::Shop(query) = page else { return None };
        let prog_id = query.filter.group?;
        let all = Data::only(self.state, &GroupsQuery { cat_id: None }).await.ok()?;
        let cat_id = head::page_meta::group(None, prog_id, &all)?.cat_id;
        (query.filter.category != Some(cat_id)).then_some(cat_id)
    }

    /// Returns the 404 page, cached once per language.
    async fn not_found(&self, request: &HttpRequest, language: Language) -> HttpResponse {
        let key = format!("{} {} not found", self.origin, language.code());
        let made = || async {
            let data = Data::shell(self.state).await?;
            let head = Head::not_found(self.visit(language));
            let content = Content { data: &data, queries: &data.queries(), shown: None };
            let body = self.fill(StatusCode::NOT_FOUND, language, None, &head, &content);
            Ok(RenderedBody { body, stale: data.stale, life: None })
        };
        let answer = self.state.cached(&key, made).await;
        self.send(request, language, answer).await
    }

    async fn send(
        &self,
        request: &HttpRequest,
        language: Language,
        answer: Result<Cached<Arc<Body>>>,
    ) -> HttpResponse {
        let answer = answer.unwrap_or_else(|error| self.unavailable(language, &error));
        let is_outage = answer.value.status.is_server_error();
        let mut response = respond::with(request, answer, respond::PAGE_FRESHNESS).await;
        let headers = response.headers_mut();
        headers.insert(CONTENT_SECURITY_POLICY, self.shell.policy().clone());
        headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
        if is_outage {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }

    /// Returns only the shell. Its scripts show the outage and a retry button.
    fn unavailable(&self, language: Language, error: &Error) -> Cached<Arc<Body>> {
        tracing::warn!(%error, "page could not be rendered");
        let head = Head::unavailable(self.visit(language));
        let content = Content { data: &Data::default(), queries: "{}", shown: None };
        let body = self.fill(StatusCode::SERVICE_UNAVAILABLE, language, None, &head, &content);
        Cached { value: Arc::new(body), status: CacheStatus::Miss }
    }

    fn fill(
        &self,
        status: StatusCode,
        language: Language,
        page: Option<&Page>,
        head: &Head,
        Content { data, queries, shown }: &Content<'_>,
    ) -> Body {
        let visit = self.visit(language);
        let mut html = head.render(visit);
        html += &self.shell.preloads(language, page, shown.is_some());
        let plain = match shown {
            Some(_) => noscript::beside_view(visit, data),
            None => noscript::render(visit, page, &head.heading, data),
        };
        let state = plain + &state::script(status.as_u16(), queries, shown.as_ref());
        let view = shown.as_ref().map_or("", |shown| &shown.view.html);
        Body::html(self.shell.fill(language, &html, view, &state)).with_status(status)
    }

    /// Renders the markup of a page without visitor data.
    async fn render_markup(&self, language: Language, address: &str, queries: &str, now: i64) -> SsrResult {
        let state = self.state;
        if !state.ssr.is_enabled() {
            return SsrResult::Disabled;
        }
        let address = serde_json::json!(format!("/{}{address}", language.code()));
        let name = serde_json::json!(language.shop_name(&state.shared.config));
        let render_request =
            format!("{{\"address\":{address},\"shopName\":{name},\"now\":{now},\"queries\":{queries}}}");
        state.ssr.get(render_request).await
    }
}

/// Maps an invalid argument of a page URL to not found.
fn as_page_error(error: Error) -> Error {
    if error.code == Code::InvalidArgument { Error::not_found(error.message) } else { error }
}
