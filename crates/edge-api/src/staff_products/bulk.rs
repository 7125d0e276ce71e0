//! Route `POST /api/staff/products/bulk`: one change of up to 20,000 products, or its preview.

use actix_web::{HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::catalog::v1 as proto;
use heuan_rpc::Result;

use super::{
    actor,
    bulk_dto::{BulkBody, BulkResult, Changed},
};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::StaffInput,
};

/// Changes many products in one step that can be undone as a whole, or previews it.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "change_products",
    security(("api_token" = [], "session" = [])),
    request_body = BulkBody,
    responses(
        (status = 200, description = "The effect", body = Envelope<BulkResult>),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/products/bulk")]
pub async fn change(
    StaffInput(staff, body): StaffInput<BulkBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let dry_run = body.dry_run;
    let changed = Changed::of(&body.change);
    let rpc_request = proto::ChangeProductsRequest { actor: Some(actor(&staff)), ..body.into_request()? };
    let mut client = state.clients.staff_catalog();
    let answer = state.call("ChangeProducts", client.change_products(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(BulkResult::new(answer, changed, dry_run)))
}
