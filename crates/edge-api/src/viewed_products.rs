//! Recently viewed products of a customer. A visitor's are stored in the browser, and sent here at login.

use actix_web::{HttpResponse, delete, get, http::StatusCode, post, web::Data};
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::Session,
};
use heuan_proto::orders::v1::{self as proto, viewed_products_service_client::ViewedProductsServiceClient};
use heuan_runtime::clock::rfc3339;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Registry, empty_body::Nothing};
use crate::api_state::ApiState;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(list).service(add).service(clear);
}

/// A product that the customer looked at. It may have left the catalog since.
#[derive(Serialize, ToSchema)]
pub struct ViewedProduct {
    #[schema(minimum = 1)]
    pro_id: i64,
    /// Time of the last view.
    #[schema(format = DateTime, example = "2026-11-21T08:00:00+07:00")]
    viewed_at: String,
}

/// Products that the customer looked at, the last first.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewedBody {
    #[schema(min_items = 1, max_items = 24, example = json!([101]))]
    pro_ids: Vec<i64>,
}

/// Lists the products that the customer looked at, the last first. At most 24.
#[utoipa::path(
    tag = "viewed-products",
    operation_id = "list_viewed_products",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The products", body = Envelope<Vec<ViewedProduct>>), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/viewed-products")]
pub async fn list(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let client = state.clients.viewed_products();
    let rpc_request = proto::ListViewedProductsRequest { customer_id: session.customer_id };
    let read =
        client.read("ListViewedProducts", ViewedProductsServiceClient::list_viewed_products, rpc_request);
    products_response(state.with_deadline(read).await?.products)
}

/// Puts products before those that are there. A product that is there moves; only the first 24 stay.
#[utoipa::path(
    tag = "viewed-products",
    operation_id = "add_viewed_products",
    security(("api_token" = [], "session" = [])),
    request_body = ViewedBody,
    responses((status = 200, description = "The products", body = Envelope<Vec<ViewedProduct>>), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/auth/viewed-products")]
pub async fn add(
    session: Session,
    body: Input<ViewedBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let mut client = state.clients.viewed_products();
    let rpc_request =
        proto::AddViewedProductsRequest { customer_id: session.customer_id, pro_ids: body.0.pro_ids };
    products_response(
        state.call("AddViewedProducts", client.add_viewed_products(rpc_request)).await?.products,
    )
}

/// Removes all products.
#[utoipa::path(
    tag = "viewed-products",
    operation_id = "clear_viewed_products",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "Removed", body = Envelope<Nothing>), UnauthorizedResponse, ClientErrorResponses),
)]
#[delete("/api/auth/viewed-products")]
pub async fn clear(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let mut client = state.clients.viewed_products();
    let rpc_request = proto::ClearViewedProductsRequest { customer_id: session.customer_id };
    state.call("ClearViewedProducts", client.clear_viewed_products(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

fn products_response(products: Vec<proto::ViewedProduct>) -> Result<HttpResponse, Problem> {
    let shown = |product: proto::ViewedProduct| ViewedProduct {
        pro_id: product.pro_id,
        viewed_at: rfc3339(product.viewed_at_ms),
    };
    let products: Vec<ViewedProduct> = products.into_iter().map(shown).collect();
    respond::private(StatusCode::OK, &Envelope::of(products))
}
