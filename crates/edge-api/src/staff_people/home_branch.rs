//! Home branch of a member of staff.

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse,
    http::StatusCode,
    put,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::Envelope,
    params::parse_id,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem},
    respond,
    session::{AuditDetail, StaffInput},
};
use heuan_proto::{
    accounts::v1 as proto,
    branches::v1::{Branch, ListBranchesRequest, branches_service_client::BranchesServiceClient},
};
use heuan_rpc::{Error, Result};

use super::dto::{HomeBranchBody, StaffMember};
use crate::api_state::ApiState;

/// Sets or removes the home branch of a member of staff, whose lists show the orders of this branch first. Their sessions stay.
#[utoipa::path(
    tag = "staff-people",
    operation_id = "set_home_branch",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The account", minimum = 1)),
    request_body = HomeBranchBody,
    responses(
        (status = 200, description = "The member of staff", body = Envelope<StaffMember>),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/people/{cus_id}/branch")]
pub async fn set(
    StaffInput(staff, body): StaffInput<HomeBranchBody>,
    request: HttpRequest,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = parse_id("cus_id", &cus_id)?;
    let branch = match body.branch_id {
        Some(branch_id) => Some(find_branch(&state, branch_id).await?),
        None => None,
    };
    let branch_id = branch.as_ref().map(|branch| branch.b_id);
    let rpc_request =
        proto::SetStaffHomeBranchRequest { actor_id: staff.0.customer_id, customer_id, branch_id };
    let mut client = state.clients.staff();
    let changed = state.call("SetStaffHomeBranch", client.set_staff_home_branch(rpc_request)).await?;
    let customer = changed.customer.ok_or_else(|| Error::internal("response without account"))?;
    let named =
        branch.map_or_else(|| "none".to_owned(), |branch| format!("{} {}", branch.b_id, branch.b_name_eng));
    let detail = format!("{} {}: home branch {}", customer.fname, customer.lname, named.trim());
    request.extensions_mut().insert(AuditDetail(detail));
    respond::private(StatusCode::OK, &Envelope::of(StaffMember::new(customer, branch_id)?))
}

/// The branch with this id. A closed branch is no longer in the list.
async fn find_branch(state: &ApiState, branch_id: i64) -> Result<Branch> {
    let client = state.clients.branches();
    let read = client.read("ListBranches", BranchesServiceClient::list_branches, ListBranchesRequest {});
    let mut branches = state.with_deadline(read).await?.branches.into_iter();
    let message = "the shop has no such branch; choose one of its branches, or none";
    branches.find(|branch| branch.b_id == branch_id).ok_or_else(|| Error::invalid("branch_id", message))
}
