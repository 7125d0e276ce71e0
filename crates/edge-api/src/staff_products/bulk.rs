//! Route `POST /api/staff/products/bulk`: one change of up to 20,000 products, or its preview.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::catalog::v1 as proto;
use heuan_rpc::Result;

use super::{
    actor, audit_detail,
    bulk_dto::{BulkBody, BulkResult, Changed},
};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::{AuditDetail, StaffInput},
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
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let dry_run = body.dry_run;
    let changed = Changed::of(&body.change);
    let rpc_request = proto::ChangeProductsRequest { actor: Some(actor(&staff)), ..body.into_request()? };
    let detail = audit_detail::bulk(&rpc_request);
    AuditDetail::set(&request, detail.clone());
    let mut client = state.clients.staff_catalog();
    let answer = state.call("ChangeProducts", client.change_products(rpc_request)).await?;
    AuditDetail::set(&request, audit_detail::bulk_done(&detail, &answer));
    respond::private(StatusCode::OK, &Envelope::of(BulkResult::new(answer, changed, dry_run)))
}
