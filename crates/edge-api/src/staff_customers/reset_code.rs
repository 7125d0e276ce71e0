//! Route that issues a one-time code for a new password. The member of the staff passes the code on to the customer.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::{Envelope, moment},
    params::parse_id,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody},
    respond,
    session::Staff,
};
use heuan_proto::accounts::v1 as proto;

use super::dto::ResetCode;
use crate::api_state::ApiState;

/// Makes a code with which the customer sets a new password: six digits, valid for ten minutes and five tries. It replaces an
/// earlier one.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "issue_reset_code",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer", minimum = 1)),
    responses(
        (status = 201, description = "The code", body = Envelope<ResetCode>),
        (status = 409, description = "`reason` is `is_staff` (only managers make codes for members of staff), `blocked`, `erasing` or `role_changed` (the account has got another role; try again)", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/customers/{cus_id}/reset-code")]
pub async fn issue(
    staff: Staff,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::IssueResetCodeRequest {
        actor_id: staff.0.customer_id,
        customer_id: parse_id("cus_id", &cus_id)?,
        client_address: staff.0.client_address,
    };
    let mut client = state.clients.staff_customers();
    let issued = state.call("IssueResetCode", client.issue_reset_code(rpc_request)).await?;
    let code = ResetCode { code: issued.code, expires_at: moment(issued.expires_at_ms)? };
    respond::private(StatusCode::CREATED, &Envelope::of(code))
}
