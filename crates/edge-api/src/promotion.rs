//! Routes of promotions and their types. A promotion is listed while it is active in Vientiane, with its first ten
//! products.

#![allow(clippy::struct_field_names, reason = "the names are the specification's")]

use actix_web::{HttpRequest, HttpResponse, get, web::Data};
use heuan_proto::catalog::v1::{self as proto, catalog_service_client::CatalogServiceClient};
use heuan_rpc::Result;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::product::Product;
use crate::{
    api_state::ApiState,
    cached_query::{CachedQuery, CachedResponse, catalog_response},
};
use heuan_edge_http::{
    backends::Clients,
    body::Body,
    envelope::{Envelope, filled},
    params::{CanonicalUrl, Params},
    problem::{ClientErrorResponses, Problem},
};

/// Products included in each promotion; `/api/v1/product?promotion=` lists all of them.
const PRODUCTS_EACH: i32 = 10;

/// A type of promotion, such as monthly deals.
#[derive(Serialize, ToSchema)]
pub struct PromotionType {
    #[schema(minimum = 1)]
    promo_type_id: i64,
    /// Lao.
    promo_type_name: String,
    promo_type_name_en: String,
}

/// An active promotion.
#[derive(Serialize, ToSchema)]
pub struct Promotion {
    #[schema(minimum = 1)]
    promo_id: i64,
    promo_type_id: i64,
    title_la: String,
    title_en: String,
    /// First day in Vientiane, `YYYY-MM-DD`; empty if open-ended.
    #[schema(example = "2026-11-01")]
    starts: String,
    /// Last day, inclusive; empty if open-ended.
    #[schema(example = "2026-11-30")]
    ends: String,
    /// Image path.
    #[schema(required)]
    banner: Option<String>,
    product_count: i64,
    /// The first ten.
    products: Vec<Product>,
}

impl From<proto::Promotion> for Promotion {
    fn from(promotion: proto::Promotion) -> Self {
        Self {
            promo_id: promotion.promo_id,
            promo_type_id: promotion.promo_type_id,
            title_la: promotion.title_la,
            title_en: promotion.title_en,
            starts: promotion.starts,
            ends: promotion.ends,
            banner: filled(promotion.banner),
            product_count: promotion.product_count,
            products: promotion.products.into_iter().map(Product::from).collect(),
        }
    }
}

/// Lists the promotion types.
///
/// The path is spelled as specified.
#[utoipa::path(
    tag = "promotion",
    operation_id = "list_promotion_types",
    responses((status = 200, description = "The types", body = Envelope<Vec<PromotionType>>), ClientErrorResponses),
)]
#[get("/api/v1/pomotion/type")]
pub async fn list_types(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &PromotionTypesQuery).await
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct PromotionQuery {
    /// Only promotions of this type.
    #[param(minimum = 1)]
    r#type: Option<i64>,
}

/// Lists promotions active today in Vientiane, each with its first ten products.
#[utoipa::path(
    tag = "promotion",
    operation_id = "list_promotions",
    params(PromotionQuery),
    responses(
        (status = 200, description = "The promotions", body = Envelope<Vec<Promotion>>),
        ClientErrorResponses,
    ),
)]
#[get("/api/v1/promotion")]
pub async fn list(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let promo_type_id = Params::of(request.query_string()).id("type")?;
    state.respond(&request, &PromotionsQuery { promo_type_id }).await
}

pub(crate) async fn fetch_types(clients: &Clients) -> Result<Body> {
    let request = proto::ListPromotionTypesRequest {};
    let answer = clients
        .catalog()
        .read("ListPromotionTypes", CatalogServiceClient::list_promotion_types, request)
        .await?;
    let types = answer.types.into_iter().map(|kind| PromotionType {
        promo_type_id: kind.promo_type_id,
        promo_type_name: kind.name_la,
        promo_type_name_en: kind.name_en,
    });
    Body::json(&Envelope::of(types.collect::<Vec<_>>()))
}

pub(crate) async fn fetch(clients: &Clients, promo_type_id: Option<i64>) -> Result<Body> {
    let request =
        proto::ListPromotionsRequest { promo_type_id, day: String::new(), products_each: PRODUCTS_EACH };
    let answer =
        clients.catalog().read("ListPromotions", CatalogServiceClient::list_promotions, request).await?;
    let promotions: Vec<Promotion> = answer.promotions.into_iter().map(Promotion::from).collect();
    Body::json(&Envelope::of(promotions))
}

/// The active promotions of one type, or all.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionsQuery {
    pub promo_type_id: Option<i64>,
}

impl CachedQuery for PromotionsQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/promotion").with("type", self.promo_type_id)
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        let promo_type_id = self.promo_type_id;
        catalog_response(
            state,
            self.url(),
            move |clients| async move { fetch(&clients, promo_type_id).await },
        )
    }
}

/// The list of promotion types.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionTypesQuery;

impl CachedQuery for PromotionTypesQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/pomotion/type")
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        catalog_response(state, self.url(), move |clients| async move { fetch_types(&clients).await })
    }
}
