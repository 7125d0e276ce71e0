//! Product search, suggestions and popular searches. A customer's own searches are in
//! `search_history`.

mod dto;
mod query;
mod search_identity;
mod spans;
mod text;

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, post, web::Data};
use futures::future::join;
use heuan_proto::{
    catalog::v1::{BatchGetProductsRequest, catalog_service_client::CatalogServiceClient},
    search::v1::{self as proto, search_service_client::SearchServiceClient},
};
use heuan_rpc::{Code, Error, Result};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

pub use dto::{PopularSearch, SearchResults, Suggestions};
pub use query::{SearchQuery, SearchSort};
pub use search_identity::{SearchIdentity, visitor};
pub use text::{SearchText, refused};

use super::{Registry, empty_body::Nothing};
use crate::{
    api_state::ApiState,
    cached_query::{CachedQuery, CachedResponse},
};
use heuan_edge_http::{
    backends::Clients,
    body::Body,
    envelope::Envelope,
    input::Input,
    params::{CanonicalUrl, Params},
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::ApiAccess,
};

const SUGGESTIONS: i32 = 10;
const MAX_SUGGESTIONS: i32 = 20;
const POPULAR: i32 = 10;
const MAX_POPULAR: i32 = 50;
/// Maximum characters of the language parameter; longer ones are refused.
const MAX_LANGUAGE_CHARS: usize = 40;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(products).service(suggestions).service(popular).service(click);
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct RecordQuery {
    /// `1` counts the search for popular searches, once a visitor; with a customer's session and API token it is also
    /// added to the history. Send it for a submitted search, not for each key.
    #[param(minimum = 0, maximum = 1)]
    record: Option<u8>,
}

/// Finds products by text, best match first, with facet counts.
///
/// All filters are combined with AND. While the index lacks changes of the catalog, as during an import, or may lack them, as
/// without a connection to the catalog, the response has the header `X-Heuan-Indexing: 1`; lists without a text come from the catalog. A page beyond the end is empty, as is a text without a searchable term (`%`). `reason` is
/// `search_text` if there is no text or it is too long, and `unavailable` while search is down.
#[utoipa::path(
    tag = "search",
    operation_id = "search_products",
    params(SearchQuery, RecordQuery),
    responses(
        (
            status = 200,
            description = "Search results",
            body = SearchResults,
            headers(
                ("X-Heuan-Indexing" = String, description = "`1` while the index lacks changes of the catalog or may lack them; absent otherwise")
            ),
        ),
        ClientErrorResponses,
    ),
)]
#[get("/api/v1/search-product")]
pub async fn products(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let query = SearchQuery::read(&params)?;
    let text = query.search.clone();
    let is_recorded = query::is_recorded(&params, query.page)? && text.has_letters();
    if !is_recorded {
        return state.respond(&request, &query).await;
    }
    let (answer, searcher) = join(query.fetch_cached(&state), SearchIdentity::of(&request, &state)).await;
    if let (Ok(_), Some(searcher)) = (&answer, searcher) {
        searcher.record(&state, &text);
    }
    // Intermediaries must not cache the response, because they would respond without counting the search.
    Ok(respond::with(&request, answer?, respond::PAGE_FRESHNESS).await)
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct SuggestionsParams {
    /// The text typed so far.
    #[param(min_length = 1, max_length = 200)]
    keyword: String,
    #[param(minimum = 1, maximum = 20, default = 10)]
    limit: Option<i32>,
}

/// Completes a partial text, best first; never returns the text itself.
///
/// A text without a searchable term has no completions.
#[utoipa::path(
    tag = "search",
    operation_id = "suggest_searches",
    params(SuggestionsParams),
    responses((status = 200, description = "The suggestions", body = Suggestions), ClientErrorResponses),
)]
#[get("/api/v1/keywork")]
pub async fn suggestions(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let keyword = SearchText::read(&params, "keyword")?;
    let limit = params.number("limit", 1..=MAX_SUGGESTIONS, SUGGESTIONS)?;
    state.respond(&request, &SuggestionsQuery { keyword, limit }).await
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct PopularQuery {
    #[param(minimum = 1, maximum = 50, default = 10)]
    limit: Option<i32>,
    /// Language of the page, two letters of ISO 639-1: only searches in its script, or all if there are none.
    #[param(pattern = "^[a-z]{2}$", example = "lo")]
    language: Option<String>,
}

/// Lists recent searches by the number of visitors, then the shop's own suggestions.
///
/// All languages that are written in Latin letters have the same searches.
#[utoipa::path(
    tag = "search",
    operation_id = "list_popular_searches",
    params(PopularQuery),
    responses((status = 200, description = "Most visitors first", body = Envelope<Vec<PopularSearch>>), ClientErrorResponses),
)]
#[get("/api/v1/suggetsearch")]
pub async fn popular(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let limit = params.number("limit", 1..=MAX_POPULAR, POPULAR)?;
    let language = language(&params)?;
    state.respond(&request, &PopularSearchesQuery { limit, language }).await
}

/// Parses the language of a page; empty without one.
fn language(params: &Params<'_>) -> Result<String> {
    let language = params.exact("language", MAX_LANGUAGE_CHARS)?.unwrap_or_default();
    if language.is_empty() || (language.len() == 2 && language.bytes().all(|byte| byte.is_ascii_lowercase()))
    {
        return Ok(language.to_owned());
    }
    Err(Error::invalid("language", "must be two letters of ISO 639-1, such as lo"))
}

/// The search whose product was opened.
#[derive(Deserialize, ToSchema)]
pub struct ClickBody {
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 200, example = "ຊີມັງ 50 ກິໂລ")]
    searchtext: String,
}

/// Records that a product of a search was opened, once a visitor and text. Only searches that were recorded count.
#[utoipa::path(
    tag = "search",
    operation_id = "record_search_click",
    security(("api_token" = [])),
    request_body = ClickBody,
    responses((status = 200, description = "Recorded", body = Envelope<Nothing>), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/v1/search-click")]
pub async fn click(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<ClickBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let text = SearchText::new(&body.0.searchtext)?;
    if let Some(searcher) = SearchIdentity::of(&request, &state).await {
        searcher.record_click(&state, &text).await?;
    }
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

/// Fetches the result in two calls: the hits, and all their products.
pub(crate) async fn fetch_products(clients: &Clients, query: &SearchQuery) -> Result<Body> {
    let search = clients.search();
    let mut answer = empty_without_terms(
        search.read("SearchProducts", SearchServiceClient::search_products, query.to_request()).await,
    )?;
    if query.is_beyond_max_offset() {
        answer.hits.clear();
    }
    let pro_ids: Vec<i64> = answer.hits.iter().map(|hit| hit.pro_id).collect();
    let mut found = Vec::new();
    if !pro_ids.is_empty() {
        let rpc_request = BatchGetProductsRequest { pro_ids };
        let catalog = clients.catalog();
        found = catalog
            .read("BatchGetProducts", CatalogServiceClient::batch_get_products, rpc_request)
            .await?
            .products;
    }
    let is_indexing = answer.indexing;
    Ok(Body::json(&SearchResults::new(answer, found))?.with_indexing(is_indexing))
}

pub(crate) async fn fetch_suggestions(clients: &Clients, keyword: &SearchText, limit: i32) -> Result<Body> {
    let rpc_request = proto::SuggestRequest { text: keyword.as_str().to_owned(), limit };
    let answer = empty_without_terms(
        clients.search().read("Suggest", SearchServiceClient::suggest, rpc_request).await,
    )?;
    Body::json(&Suggestions { success: true, result: answer.texts })
}

pub(crate) async fn fetch_popular(clients: &Clients, limit: i32, language: &str) -> Result<Body> {
    let rpc_request = proto::ListPopularSearchesRequest { limit, language: language.to_owned() };
    let search = clients.search();
    let answer =
        search.read("ListPopularSearches", SearchServiceClient::list_popular_searches, rpc_request).await?;
    let data: Vec<PopularSearch> = answer.searches.into_iter().map(PopularSearch::from).collect();
    Body::json(&Envelope::of(data))
}

/// An empty response for a text in which the service finds no term. [`SearchText`] accepts the text, so it is not an error of
/// the person who typed it.
fn empty_without_terms<T: Default>(answer: Result<T>) -> Result<T> {
    match answer {
        Err(error) if is_about_the_text(&error) => Ok(T::default()),
        answer => answer,
    }
}

fn is_about_the_text(error: &Error) -> bool {
    error.code == Code::InvalidArgument && matches!(error.detail.field.as_str(), "" | "text")
}

/// Maps errors of the service: invalid text to this field name, and every kind of outage to one reason.
pub(crate) fn map_search_error(mut error: Error, field: &str) -> Error {
    if is_about_the_text(&error) {
        return refused(field, error.message);
    }
    let is_limit = error.code == Code::ResourceExhausted && !error.is_overload();
    if error.code.is_outage() && !is_limit {
        if error.code != Code::Unavailable {
            tracing::warn!(%error, "search unavailable");
            error.code = Code::Unavailable;
            "search temporarily unavailable".clone_into(&mut error.message);
        }
        "unavailable".clone_into(&mut error.detail.reason);
    }
    error
}

impl CachedQuery for SearchQuery {
    fn url(&self) -> CanonicalUrl {
        self.address()
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        search_response(state, self.url(), "search", fetch_products(&state.clients, self))
    }
}

/// The completions of a partial text.
#[derive(Clone, Debug, PartialEq)]
pub struct SuggestionsQuery {
    pub keyword: SearchText,
    pub limit: i32,
}

impl CachedQuery for SuggestionsQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/keywork")
            .with("keyword", Some(self.keyword.as_str()))
            .with("limit", Some(self.limit))
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        let fetched = fetch_suggestions(&state.clients, &self.keyword, self.limit);
        search_response(state, self.url(), "keyword", fetched)
    }
}

/// The most popular searches of visitors.
#[derive(Clone, Debug, PartialEq)]
pub struct PopularSearchesQuery {
    pub limit: i32,
    /// Two letters; empty for the searches of all languages.
    pub language: String,
}

impl CachedQuery for PopularSearchesQuery {
    fn url(&self) -> CanonicalUrl {
        let language = Some(self.language.as_str()).filter(|language| !language.is_empty());
        CanonicalUrl::new("/api/v1/suggetsearch").with("language", language).with("limit", Some(self.limit))
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        let fetched = fetch_popular(&state.clients, self.limit, &self.language);
        search_response(state, self.url(), "limit", fetched)
    }
}

/// Returns a response from the cache of search responses. `field` is the parameter that an error names.
fn search_response<'a>(
    state: &'a ApiState,
    url: CanonicalUrl,
    field: &'a str,
    fetch: impl Future<Output = Result<Body>> + Send + 'a,
) -> CachedResponse<'a> {
    Box::pin(async move {
        let answer = state.cached_search(&url.into_string(), || fetch).await;
        answer.map_err(|error| map_search_error(error, field))
    })
}
