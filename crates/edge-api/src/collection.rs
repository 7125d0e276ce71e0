//! Routes of product collections: new, popular, sale, and one for each brand (`/by-{name}` in the storefront).

use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Path},
};
use heuan_proto::catalog::v1::{self as proto, catalog_service_client::CatalogServiceClient};
use heuan_rpc::{Error, Result};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::product::{MAX_LIMIT, MAX_PAGE, PAGE_SIZE, Product, ProductSort};
use crate::{
    api_state::ApiState,
    cached_query::{CachedQuery, CachedResponse, catalog_response},
};
use heuan_edge_http::{
    backends::Clients,
    body::Body,
    envelope::{Envelope, LocalText, filled},
    params::{CanonicalUrl, Params},
    problem::{ClientErrorResponses, NotFoundResponse, Problem},
};

/// Maximum bytes of a name, enough for the slug of any importable brand.
const MAX_NAME_BYTES: usize = 250;
/// The characters that JavaScript's `encodeURIComponent` does not escape, so that both sides produce the same URL.
pub const PATH_PART: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// A named set of products: new, popular, sale, and one for each brand.
#[derive(Serialize, ToSchema)]
pub struct Collection {
    /// The name in the URL `/by-{name}`.
    #[schema(example = "popular")]
    name: String,
    title: LocalText,
    /// Image path.
    #[schema(required)]
    image: Option<String>,
    product_count: i64,
}

/// A collection and one page of its products.
#[derive(Serialize, ToSchema)]
pub struct CollectionPage {
    /// Always true; errors have their own shape.
    success: bool,
    data: Vec<Product>,
    collection: Collection,
    total: i64,
    page: i32,
    limit: i32,
}

impl From<proto::Collection> for Collection {
    fn from(collection: proto::Collection) -> Self {
        Self {
            name: collection.name,
            title: LocalText { la: collection.title_la, en: collection.title_en },
            image: filled(collection.image),
            product_count: collection.product_count,
        }
    }
}

/// Query of a collection.
#[derive(Clone, Debug, PartialEq, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CollectionQuery {
    #[param(ignore)]
    pub name: String,
    /// Default: the collection's own order.
    pub sort: Option<ProductSort>,
    #[param(required = false, minimum = 1, maximum = 1_000_000, default = 1)]
    pub page: i32,
    #[param(required = false, minimum = 1, maximum = 100, default = 24)]
    pub limit: i32,
}

impl CollectionQuery {
    fn read(name: &str, params: &Params<'_>) -> Result<Self> {
        Ok(Self {
            name: check_name(name)?.to_owned(),
            sort: params.word("sort", &ProductSort::WORDS)?,
            page: params.number("page", 1..=MAX_PAGE, 1)?,
            limit: params.number("limit", 1..=MAX_LIMIT, PAGE_SIZE)?,
        })
    }

    /// Lenient parsing for a page URL: an invalid parameter is ignored, and `recommended` means the collection's own order.
    /// `None` if the name is not a valid collection name.
    pub fn parse_lenient(name: &str, params: &Params<'_>) -> Option<Self> {
        let sort = params.word("sort", &ProductSort::WORDS).unwrap_or_default();
        Some(Self {
            name: check_name(name).ok()?.to_owned(),
            sort: sort.filter(|sort| *sort != ProductSort::Recommended),
            page: params.number("page", 1..=MAX_PAGE, 1).unwrap_or(1),
            limit: PAGE_SIZE,
        })
    }

    /// The canonical URL of the collection at `path`, without default values.
    pub fn as_written(&self, path: &str) -> CanonicalUrl {
        CanonicalUrl::new(path)
            .with("page", Some(self.page).filter(|page| *page > 1))
            .with("sort", self.sort.map(ProductSort::word))
    }

    pub fn address(&self) -> CanonicalUrl {
        CanonicalUrl::new(format!("/api/v1/collection/{}", utf8_percent_encode(&self.name, PATH_PART)))
            .with("limit", Some(self.limit))
            .with("page", Some(self.page))
            .with("sort", self.sort.map(ProductSort::word))
    }
}

/// Refuses an invalid name like an unknown collection.
fn check_name(name: &str) -> Result<&str> {
    let fits = (1..=MAX_NAME_BYTES).contains(&name.len()) && !name.contains(char::is_control);
    if fits { Ok(name) } else { Err(Error::not_found("no such collection")) }
}

/// Lists all collections.
#[utoipa::path(
    tag = "collection",
    operation_id = "list_collections",
    responses((status = 200, description = "The collections", body = Envelope<Vec<Collection>>), ClientErrorResponses),
)]
#[get("/api/v1/collection")]
pub async fn list_collections(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &CollectionsQuery).await
}

/// Returns a collection and one page of its products.
#[utoipa::path(
    tag = "collection",
    operation_id = "get_collection",
    params(("name" = String, Path, description = "The collection"), CollectionQuery),
    responses(
        (status = 200, description = "The collection", body = CollectionPage),
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[get("/api/v1/collection/{name}")]
pub async fn get_collection(
    request: HttpRequest,
    name: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let query = CollectionQuery::read(&name, &Params::of(request.query_string()))?;
    state.respond(&request, &query).await
}

pub(crate) async fn fetch_all(clients: &Clients) -> Result<Body> {
    let request = proto::ListCollectionsRequest {};
    let answer =
        clients.catalog().read("ListCollections", CatalogServiceClient::list_collections, request).await?;
    let collections: Vec<Collection> = answer.collections.into_iter().map(Collection::from).collect();
    Body::json(&Envelope::of(collections))
}

pub(crate) async fn fetch_one(clients: &Clients, query: &CollectionQuery) -> Result<Body> {
    let request = proto::GetCollectionRequest {
        name: query.name.clone(),
        sort: query.sort.map_or(proto::ProductSort::Unspecified, ProductSort::to_proto).into(),
        page: query.page,
        limit: query.limit,
    };
    let answer =
        clients.catalog().read("GetCollection", CatalogServiceClient::get_collection, request).await?;
    Body::json(&CollectionPage {
        success: true,
        data: answer.products.into_iter().map(Product::from).collect(),
        collection: answer.collection.unwrap_or_default().into(),
        total: answer.total,
        page: query.page,
        limit: query.limit,
    })
}

impl CachedQuery for CollectionQuery {
    fn url(&self) -> CanonicalUrl {
        self.address()
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        let query = self.clone();
        catalog_response(state, self.url(), move |clients| async move { fetch_one(&clients, &query).await })
    }
}

/// The list of collections.
#[derive(Clone, Debug, PartialEq)]
pub struct CollectionsQuery;

impl CachedQuery for CollectionsQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/collection")
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        catalog_response(state, self.url(), move |clients| async move { fetch_all(&clients).await })
    }
}
