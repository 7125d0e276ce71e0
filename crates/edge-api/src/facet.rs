//! Route `GET /api/v1/facet`: product counts for each value of a list's filters (faceted navigation). Search
//! responses have the same type.

#![allow(clippy::struct_field_names, reason = "the names are the specification's")]

use actix_web::{HttpRequest, HttpResponse, get, web::Data};
use heuan_proto::{
    catalog::v1::{self as catalog, catalog_service_client::CatalogServiceClient},
    search::v1 as search,
};
use heuan_rpc::Result;
use serde::Serialize;
use utoipa::ToSchema;

use super::product::ProductFilter;
use crate::{
    api_state::ApiState,
    cached_query::{CachedQuery, CachedResponse, catalog_response},
};
use heuan_edge_http::{
    backends::Clients,
    body::Body,
    envelope::Envelope,
    params::{CanonicalUrl, Params},
    problem::{ClientErrorResponses, Problem},
};

/// Facet counts of a list, each without its own filter. Highest first.
#[derive(Serialize, ToSchema)]
pub struct Facets {
    categories: Vec<CategoryCount>,
    groups: Vec<GroupCount>,
    /// At most 500 of a list and 100 of a search.
    brands: Vec<BrandCount>,
    /// Lowest and highest price in kip; null if no product has a price.
    #[schema(required)]
    price: Option<PriceSpan>,
    in_stock: i64,
    on_sale: i64,
}

#[derive(Serialize, ToSchema)]
pub struct CategoryCount {
    cat_id: i64,
    count: i64,
}

#[derive(Serialize, ToSchema)]
pub struct GroupCount {
    prog_id: i64,
    count: i64,
}

#[derive(Serialize, ToSchema)]
pub struct BrandCount {
    brand: String,
    count: i64,
}

#[derive(Serialize, ToSchema)]
pub struct PriceSpan {
    min: i64,
    max: i64,
}

/// Counts the products for each filter value of a list.
///
/// Each count is the number of products after selecting that value, with the other filters unchanged: a facet is
/// counted without its own filter. Search responses contain the same counts.
#[utoipa::path(
    tag = "catalog",
    operation_id = "get_facets",
    params(ProductFilter),
    responses(
        (status = 200, description = "The counts", body = Envelope<Facets>),
        ClientErrorResponses,
    ),
)]
#[get("/api/v1/facet")]
pub async fn of_list(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let filter = ProductFilter::read(&Params::of(request.query_string()))?;
    state.respond(&request, &FacetsQuery(filter)).await
}

pub(crate) async fn fetch(clients: &Clients, filter: &ProductFilter) -> Result<Body> {
    let request = catalog::GetProductFacetsRequest { filter: Some(filter.to_proto()) };
    let answer =
        clients.catalog().read("GetProductFacets", CatalogServiceClient::get_product_facets, request).await?;
    Body::json(&Envelope::of(Facets::from(answer.facets.unwrap_or_default())))
}

impl From<catalog::ProductFacets> for Facets {
    fn from(from: catalog::ProductFacets) -> Self {
        let category = |it: catalog::FacetCount| CategoryCount { cat_id: it.id, count: it.count };
        let group = |it: catalog::FacetCount| GroupCount { prog_id: it.id, count: it.count };
        let brand = |it: catalog::BrandCount| BrandCount { brand: it.brand, count: it.count };
        Self {
            categories: from.categories.into_iter().map(category).collect(),
            groups: from.groups.into_iter().map(group).collect(),
            brands: from.brands.into_iter().map(brand).collect(),
            price: span(from.min_price, from.max_price),
            in_stock: from.in_stock,
            on_sale: from.on_sale,
        }
    }
}

impl From<search::Facets> for Facets {
    fn from(from: search::Facets) -> Self {
        let category = |it: search::FacetCount| CategoryCount { cat_id: it.id, count: it.count };
        let group = |it: search::FacetCount| GroupCount { prog_id: it.id, count: it.count };
        let brand = |it: search::BrandCount| BrandCount { brand: it.brand, count: it.count };
        Self {
            categories: from.categories.into_iter().map(category).collect(),
            groups: from.groups.into_iter().map(group).collect(),
            brands: from.brands.into_iter().map(brand).collect(),
            price: span(from.min_price, from.max_price),
            in_stock: from.in_stock,
            on_sale: from.on_sale,
        }
    }
}

fn span(min: Option<i64>, max: Option<i64>) -> Option<PriceSpan> {
    min.zip(max).map(|(min, max)| PriceSpan { min, max })
}

/// The facet counts of a product list.
#[derive(Clone, Debug, PartialEq)]
pub struct FacetsQuery(pub ProductFilter);

impl CachedQuery for FacetsQuery {
    fn url(&self) -> CanonicalUrl {
        self.0.write(CanonicalUrl::new("/api/v1/facet"))
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        let filter = self.0.clone();
        catalog_response(state, self.url(), move |clients| async move { fetch(&clients, &filter).await })
    }
}
