//! Product lists, product detail and related products.

mod dto;
mod filter;
mod query;

use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Path},
};
use heuan_proto::catalog::v1::{self as proto, catalog_service_client::CatalogServiceClient};
use heuan_rpc::Result;
use utoipa::IntoParams;

pub(crate) use dto::attributes;
pub use dto::{AttributeValue, Product, ProductDetail};
pub use filter::ProductFilter;
pub use query::{MAX_LIMIT, MAX_PAGE, PAGE_SIZE, ProductPaging, ProductQuery, ProductSort};

use crate::{
    api_state::ApiState,
    cached_query::{CachedQuery, CachedResponse, catalog_response},
};
use heuan_edge_http::{
    backends::Clients,
    body::Body,
    envelope::{Envelope, Paged},
    params::{CanonicalUrl, Params, parse_id},
    problem::{ClientErrorResponses, NotFoundResponse, Problem},
};

/// Maximum related products.
const MAX_RELATED: i32 = 50;
const RELATED: i32 = 10;

/// Lists one page of products.
///
/// All filters are combined with AND. A page beyond the end is empty, which marks the end of the list.
#[utoipa::path(
    tag = "catalog",
    operation_id = "list_products",
    params(ProductFilter, ProductPaging),
    responses(
        (status = 200, description = "The products", body = Paged<Product>),
        ClientErrorResponses,
    ),
)]
#[get("/api/v1/product")]
pub async fn list_products(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let query = ProductQuery::read(&Params::of(request.query_string()))?;
    state.respond(&request, &query).await
}

/// Returns a product with its descriptions, category and group.
#[utoipa::path(
    tag = "catalog",
    operation_id = "get_product",
    params(("pro_id" = i64, Path, description = "The product", minimum = 1)),
    responses(
        (status = 200, description = "The product", body = Envelope<ProductDetail>),
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[get("/api/v1/product/{pro_id}")]
pub async fn get_product(
    request: HttpRequest,
    pro_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let pro_id = parse_id("pro_id", &pro_id)?;
    state.respond(&request, &ProductByIdQuery { pro_id }).await
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct RelatedQuery {
    #[param(minimum = 1, maximum = 50, default = 10)]
    limit: Option<i32>,
}

/// Lists related products: same group first, then same category.
#[utoipa::path(
    tag = "catalog",
    operation_id = "list_related_products",
    params(("pro_id" = i64, Path, description = "The product", minimum = 1), RelatedQuery),
    responses(
        (status = 200, description = "The related products", body = Envelope<Vec<Product>>),
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[get("/api/v1/product/{pro_id}/related")]
pub async fn list_related_products(
    request: HttpRequest,
    pro_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let pro_id = parse_id("pro_id", &pro_id)?;
    let limit = Params::of(request.query_string()).number("limit", 1..=MAX_RELATED, RELATED)?;
    state.respond(&request, &RelatedProductsQuery { pro_id, limit }).await
}

pub(crate) async fn fetch_list(clients: &Clients, query: &ProductQuery) -> Result<Body> {
    let answer = clients
        .catalog()
        .read("ListProducts", CatalogServiceClient::list_products, query.to_request())
        .await?;
    Body::json(&Paged {
        success: true,
        data: dto::products(answer.products),
        total: answer.total,
        page: query.page,
        limit: query.limit,
    })
}

pub(crate) async fn fetch_one(clients: &Clients, pro_id: i64) -> Result<Body> {
    let request = proto::GetProductRequest { pro_id };
    let answer = clients.catalog().read("GetProduct", CatalogServiceClient::get_product, request).await?;
    Body::json(&Envelope::of(ProductDetail::from(answer)))
}

pub(crate) async fn fetch_related(clients: &Clients, pro_id: i64, limit: i32) -> Result<Body> {
    let request = proto::ListRelatedProductsRequest { pro_id, limit };
    let answer = clients
        .catalog()
        .read("ListRelatedProducts", CatalogServiceClient::list_related_products, request)
        .await?;
    Body::json(&Envelope::of(dto::products(answer.products)))
}

impl CachedQuery for ProductQuery {
    fn url(&self) -> CanonicalUrl {
        self.address()
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        let query = self.clone();
        catalog_response(state, self.url(), move |clients| async move { fetch_list(&clients, &query).await })
    }
}

/// One product.
#[derive(Clone, Debug, PartialEq)]
pub struct ProductByIdQuery {
    pub pro_id: i64,
}

impl CachedQuery for ProductByIdQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new(format!("/api/v1/product/{}", self.pro_id))
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        let pro_id = self.pro_id;
        catalog_response(state, self.url(), move |clients| async move { fetch_one(&clients, pro_id).await })
    }
}

/// The products related to one.
#[derive(Clone, Debug, PartialEq)]
pub struct RelatedProductsQuery {
    pub pro_id: i64,
    pub limit: i32,
}

impl CachedQuery for RelatedProductsQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new(format!("/api/v1/product/{}/related", self.pro_id)).with("limit", Some(self.limit))
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        let Self { pro_id, limit } = *self;
        catalog_response(state, self.url(), move |clients| async move {
            fetch_related(&clients, pro_id, limit).await
        })
    }
}
