//! Routes of a customer's club points: ledger, and corrections that are idempotent by `correction_id`.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::Envelope,
    params::{Params, parse_id},
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody},
    respond,
    session::{Staff, StaffInput},
};
use heuan_proto::orders::v1::{self as proto, staff_customer_service_client::StaffCustomerServiceClient};
use heuan_rpc::Error;

use super::{
    actor,
    dto::{CorrectedPoints, CorrectionBody, CustomerPoints},
    set_audit_detail,
};
use crate::api_state::ApiState;

/// Longer than any cursor.
const MAX_CURSOR: usize = 200;

/// Returns the club points of a customer and a page of their ledger.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "get_customer_points",
    security(("api_token" = [], "session" = [])),
    params(
        ("cus_id" = i64, Path, description = "The customer", minimum = 1),
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the previous page", max_length = 200),
    ),
    responses((status = 200, description = "The points", body = Envelope<CustomerPoints>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/customers/{cus_id}/points")]
pub async fn ledger(
    staff: Staff,
    cus_id: Path<String>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = parse_id("cus_id", &cus_id)?;
    let params = Params::of(request.query_string());
    let cursor = params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned();
    let client = state.clients.customer_orders();
    let rpc_request = proto::GetCustomerPointsRequest { actor: Some(actor(&staff)), customer_id, cursor };
    let read = client.read("GetCustomerPoints", StaffCustomerServiceClient::get_customer_points, rpc_request);
    let points = state.with_deadline(read).await?;
    respond::private(StatusCode::OK, &Envelope::of(CustomerPoints::try_from(points)?))
}

/// Adds points to a customer or takes some, never below zero. For managers.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "correct_points",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer", minimum = 1)),
    request_body = CorrectionBody,
    responses(
        (status = 200, description = "The new balance", body = Envelope<CorrectedPoints>),
        (status = 409, description = "`reason` is `points_short` (the customer has fewer points) or `erasing`", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/customers/{cus_id}/points/corrections")]
pub async fn correct(
    StaffInput(staff, body): StaffInput<CorrectionBody>,
    request: HttpRequest,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = parse_id("cus_id", &cus_id)?;
    // The orders service does not know which customers exist.
    let details = super::customer_details(&state, &staff, customer_id).await?;
    if details.erasure.is_some() {
        return Err(Error::conflict("erasing", "the customer's data is being erased").into());
    }
    let points = body.points;
    let rpc_request = proto::CorrectPointsRequest {
        actor: Some(actor(&staff)),
        customer_id,
        points,
        reason: body.reason,
        correction_id: body.correction_id,
    };
    let client = state.clients.customer_orders();
    let write =
        client.write_with_id("CorrectPoints", StaffCustomerServiceClient::correct_points, rpc_request);
    let corrected = state.with_deadline(write).await?;
    set_audit_detail(&request, format!("{points:+}"));
    respond::private(StatusCode::OK, &Envelope::of(CorrectedPoints::try_from(corrected)?))
}
