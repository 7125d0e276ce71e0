//! Route `GET /api/staff/product-locations`: locations of the goods of an order, for the staff who pick them.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use heuan_proto::catalog::v1::{self as proto, staff_catalog_service_client::StaffCatalogServiceClient};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::actor;
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    params::{Params, parse_id},
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::Staff,
};

/// Maximum products of one request.
const MAX_PRODUCTS: usize = 200;
/// Maximum length of a list with this many ids, separated by commas.
const MAX_LIST: usize = MAX_PRODUCTS * 17;

/// Locations of goods in the store or warehouse.
#[derive(Serialize, ToSchema)]
pub struct ProductLocations {
    /// The location by `pro_id`. Products without a location, and unknown ones, are absent.
    #[schema(value_type = BTreeMap<String, String>)]
    locations: BTreeMap<i64, String>,
}

/// Returns where the goods of up to 200 products are. Orders keep no copy of it, so picking lists ask when they are opened.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "list_product_locations",
    security(("api_token" = [], "session" = [])),
    params(
        ("pro_ids" = String, Query, description = "1 to 200 ids with commas between them", example = "101,205", max_length = 3400),
    ),
    responses(
        (status = 200, description = "The locations", body = Envelope<ProductLocations>),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/product-locations")]
pub async fn locations(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let pro_ids = ids(params.text("pro_ids", MAX_LIST)?.unwrap_or_default())?;
    let rpc_request = proto::BatchGetProductLocationsRequest { actor: Some(actor(&staff)), pro_ids };
    let client = state.clients.staff_catalog();
    let read = client.read(
        "BatchGetProductLocations",
        StaffCatalogServiceClient::batch_get_product_locations,
        rpc_request,
    );
    let found = state.with_deadline(read).await?.locations.into_iter();
    let locations = found.filter(|one| !one.location.is_empty()).map(|one| (one.pro_id, one.location));
    respond::private(StatusCode::OK, &Envelope::of(ProductLocations { locations: locations.collect() }))
}

fn ids(list: &str) -> Result<Vec<i64>> {
    let ids: Vec<i64> = list.split(',').map(|id| parse_id("pro_ids", id)).collect::<Result<_>>()?;
    if ids.len() > MAX_PRODUCTS {
        return Err(Error::invalid("pro_ids", format!("at most {MAX_PRODUCTS} at once")));
    }
    Ok(ids)
}
