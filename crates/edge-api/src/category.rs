//! Route `GET /api/v1/category`: the first level of the product tree, with product counts.

#![allow(clippy::struct_field_names, reason = "the names are the specification's")]

use actix_web::{HttpRequest, HttpResponse, get, web::Data};
use heuan_proto::catalog::v1::{self as proto, catalog_service_client::CatalogServiceClient};
use heuan_rpc::Result;
use serde::Serialize;
use utoipa::ToSchema;

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

/// The first level of the catalog.
#[derive(Serialize, ToSchema)]
pub struct Category {
    #[schema(minimum = 1, example = 1)]
    cat_id: i64,
    #[schema(example = "ວັດສະດຸກໍ່ສ້າງ")]
    cat_name_la: String,
    #[schema(example = "Building Materials")]
    cat_name_en: String,
    /// Image path, or empty.
    #[schema(example = "categories/1.webp")]
    cat_img: String,
    /// Products in all its groups.
    product_count: i64,
}

impl From<proto::Category> for Category {
    fn from(category: proto::Category) -> Self {
        Self {
            cat_id: category.cat_id,
            cat_name_la: category.name_la,
            cat_name_en: category.name_en,
            cat_img: category.img,
            product_count: category.product_count,
        }
    }
}

/// Lists all categories in shop order.
#[utoipa::path(
    tag = "catalog",
    operation_id = "list_categories",
    params(("active" = Option<bool>, Query, description = "Accepted and ignored: every listed category is active")),
    responses(
        (status = 200, description = "The categories", body = Envelope<Vec<Category>>),
        ClientErrorResponses,
    ),
)]
#[get("/api/v1/category")]
pub async fn list(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    Params::of(request.query_string()).flag("active")?;
    state.respond(&request, &CategoriesQuery).await
}

pub(crate) async fn fetch(clients: &Clients) -> Result<Body> {
    let request = proto::ListCategoriesRequest {};
    let answer =
        clients.catalog().read("ListCategories", CatalogServiceClient::list_categories, request).await?;
    let categories: Vec<Category> = answer.categories.into_iter().map(Category::from).collect();
    Body::json(&Envelope::of(categories))
}

/// The list of categories.
#[derive(Clone, Debug, PartialEq)]
pub struct CategoriesQuery;

impl CachedQuery for CategoriesQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/category").with("active", Some(true))
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        catalog_response(state, self.url(), move |clients| async move { fetch(&clients).await })
    }
}
