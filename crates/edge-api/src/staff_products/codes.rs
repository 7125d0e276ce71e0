//! Route `GET /api/staff/product-codes`: the product of a scanned code, for an order that is taken on the phone or in the shop.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use heuan_proto::catalog::v1::{
    self as proto, catalog_service_client::CatalogServiceClient,
    staff_catalog_service_client::StaffCatalogServiceClient,
};
use heuan_rpc::{Error, Result};

use super::actor;
use crate::{api_state::ApiState, product::Product};
use heuan_edge_http::{
    envelope::Envelope,
    params::Params,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::Staff,
};

const MAX_CODE: usize = 200;
/// Maximum products of one code. More than one is a mistake in the catalog.
const MAX_PRODUCTS: usize = 20;

/// Finds the products that shoppers see and that have exactly this barcode, id or SKU, in this order.
///
/// Upper and lower case are equal, and so are a UPC-A of 12 digits and the EAN-13 with a zero before it.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "find_products_by_code",
    security(("api_token" = [], "session" = [])),
    params(("code" = String, Query, description = "As scanned or typed", min_length = 1, max_length = 200)),
    responses(
        (status = 200, description = "The products, none if the code is unknown", body = Envelope<Vec<Product>>),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/product-codes")]
pub async fn find(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let code = params.text("code", MAX_CODE)?.unwrap_or_default().trim().to_owned();
    if code.is_empty() {
        return Err(Error::invalid("code", "scan or type a code").into());
    }
    let rpc_request = proto::FindProductsByCodeRequest { actor: Some(actor(&staff)), code };
    let client = state.clients.staff_catalog();
    let read =
        client.read("FindProductsByCode", StaffCatalogServiceClient::find_products_by_code, rpc_request);
    let mut pro_ids = state.with_deadline(read).await?.pro_ids;
    pro_ids.truncate(MAX_PRODUCTS);
    let products = shown(&state, pro_ids).await?;
    respond::private(StatusCode::OK, &Envelope::of(products))
}

/// The products as shoppers see them, in this order; hidden ones are absent.
async fn shown(state: &ApiState, pro_ids: Vec<i64>) -> Result<Vec<Product>> {
    if pro_ids.is_empty() {
        return Ok(Vec::new());
    }
    let client = state.clients.catalog();
    let rpc_request = proto::BatchGetProductsRequest { pro_ids: pro_ids.clone() };
    let read = client.read("BatchGetProducts", CatalogServiceClient::batch_get_products, rpc_request);
    let mut products = state.with_deadline(read).await?.products;
    products.sort_by_key(|product| pro_ids.iter().position(|id| *id == product.pro_id));
    Ok(products.into_iter().map(Product::from).collect())
}
