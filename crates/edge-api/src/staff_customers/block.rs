//! Routes that block a customer from signing in, and unblock them.

use actix_web::{
    HttpResponse, delete,
    http::StatusCode,
    put,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::Envelope,
    params::parse_id,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody},
    respond,
    session::{Staff, StaffInput},
};
use heuan_edge_live::SessionsRevoked;
use heuan_proto::accounts::v1 as proto;
use heuan_rpc::{Error, Result};

use super::dto::{BlockBody, CustomerBlock};
use crate::{api_state::ApiState, empty_body::Nothing};

/// Blocks a customer, who is signed out everywhere and cannot sign in. For managers.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "block_customer",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer", minimum = 1)),
    request_body = BlockBody,
    responses(
        (status = 200, description = "The block; that of the first request if the customer is blocked already", body = Envelope<CustomerBlock>),
        (status = 409, description = "`reason` is `is_staff`: revoke the role first", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/customers/{cus_id}/block")]
pub async fn block(
    StaffInput(staff, body): StaffInput<BlockBody>,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = parse_id("cus_id", &cus_id)?;
    let rpc_request = proto::SetCustomerBlockRequest {
        actor_id: staff.0.customer_id,
        customer_id,
        blocked: true,
        reason: body.reason,
        client_address: staff.0.client_address,
    };
    let mut client = state.clients.staff_customers();
    let blocked = state.call("SetCustomerBlock", client.set_customer_block(rpc_request)).await?;
    let block = blocked.block.ok_or_else(|| Error::internal("response without block"))?;
    state.live.sessions_revoked(SessionsRevoked::All { customer_id });
    respond::private(StatusCode::OK, &Envelope::of(CustomerBlock::try_from(block)?))
}

/// Lets a customer sign in again. For managers.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "unblock_customer",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer", minimum = 1)),
    responses((status = 200, description = "Unblocked", body = Envelope<Nothing>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[delete("/api/staff/customers/{cus_id}/block")]
pub async fn unblock(
    staff: Staff,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::SetCustomerBlockRequest {
        actor_id: staff.0.customer_id,
        customer_id: parse_id("cus_id", &cus_id)?,
        blocked: false,
        reason: String::new(),
        client_address: staff.0.client_address,
    };
    let mut client = state.clients.staff_customers();
    state.call("SetCustomerBlock", client.set_customer_block(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}
