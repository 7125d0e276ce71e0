//! Members of staff, their roles and home branches.

mod dto;
mod home_branch;
mod list;
mod second_factor;

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse, delete, get,
    http::StatusCode,
    patch, post,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::Envelope,
    params::parse_id,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody},
    respond,
    session::{AuditDetail, Staff, StaffInput},
};
use heuan_edge_live::SessionsRevoked;
use heuan_proto::accounts::v1 as proto;
use heuan_rpc::{Error, Result};

use super::Registry;
use crate::{account::Customer, api_state::ApiState};
use dto::{AddPersonBody, AddedPerson, Me, RoleBody, StaffRole};

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(me).service(list::list).service(add).service(set_role).service(remove);
    registry
        .service(home_branch::set)
        .service(second_factor::begin)
        .service(second_factor::confirm)
        .service(second_factor::verify)
        .service(second_factor::renew_codes)
        .service(second_factor::reset);
}

/// Returns the caller's name, role and the areas of the back office that it may use.
#[utoipa::path(
    tag = "staff-people",
    operation_id = "get_own_role",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The caller", body = Envelope<Me>), NotFoundResponse, ClientErrorResponses),
)]
#[get("/api/staff/me")]
pub async fn me(staff: Staff) -> Result<HttpResponse, Problem> {
    respond::private(StatusCode::OK, &Envelope::of(Me::try_from(&staff.0)?))
}

/// Grants a role to the account with this phone number or email address, which is signed out everywhere, or creates an account
/// with a temporary password. An account that never confirmed the number or address is refused.
#[utoipa::path(
    tag = "staff-people",
    operation_id = "add_staff",
    security(("api_token" = [], "session" = [])),
    request_body = AddPersonBody,
    responses(
        (status = 201, description = "The member of staff", body = Envelope<AddedPerson>),
        (status = 409, description = "`reason` is `identifier_unverified`: an account was registered with this number or address, which no code has confirmed. `account` names it; `PATCH /api/staff/people/{cus_id}` grants it the role. Or `reason` is `blocked` or `erasing`: the account is blocked or being deleted, and gets no role", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/people")]
pub async fn add(
    StaffInput(staff, body): StaffInput<AddPersonBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::AddStaffRequest {
        actor_id: staff.0.customer_id,
        fname: body.fname,
        lname: body.lname,
        phone: body.phone.unwrap_or_default(),
        email: body.email.unwrap_or_default(),
        role: proto::Role::from(body.role).into(),
        client_address: staff.0.client_address,
    };
    let mut client = state.clients.staff();
    let added = state.call("AddStaff", client.add_staff(rpc_request)).await?;
    let customer = added.customer.ok_or_else(|| Error::internal("response without account"))?;
    note_role(&request, &customer, body.role);
    state.live.sessions_revoked(SessionsRevoked::Staff);
    let added = AddedPerson::new(customer, added.temporary_password)?;
    respond::private(StatusCode::CREATED, &Envelope::of(added))
}

/// Changes the role of a member of staff, or gives one to a customer; the account is signed out everywhere.
#[utoipa::path(
    tag = "staff-people",
    operation_id = "set_staff_role",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The account", minimum = 1)),
    request_body = RoleBody,
    responses(
        (status = 200, description = "The member of staff", body = Envelope<Customer>),
        (status = 409, description = "`reason` is `last_manager`: a shop has at least one manager who can sign in; or `blocked` or `erasing`: the account is blocked or being deleted, and gets no role", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[patch("/api/staff/people/{cus_id}")]
pub async fn set_role(
    StaffInput(staff, body): StaffInput<RoleBody>,
    request: HttpRequest,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    change(&staff, &request, &cus_id, Some(body.role), &state).await
}

/// Revokes the role of a member of staff, whose account remains a customer's and is signed out everywhere.
#[utoipa::path(
    tag = "staff-people",
    operation_id = "remove_staff",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The account", minimum = 1)),
    responses(
        (status = 200, description = "The account", body = Envelope<Customer>),
        (status = 409, description = "`reason` is `last_manager`: a shop has at least one manager who can sign in", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[delete("/api/staff/people/{cus_id}")]
pub async fn remove(
    staff: Staff,
    request: HttpRequest,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    change(&staff, &request, &cus_id, None, &state).await
}

async fn change(
    staff: &Staff,
    request: &HttpRequest,
    cus_id: &str,
    role: Option<StaffRole>,
    state: &ApiState,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::SetStaffRoleRequest {
        actor_id: staff.0.customer_id,
        customer_id: parse_id("cus_id", cus_id)?,
        role: role.map_or(proto::Role::Customer, proto::Role::from).into(),
        client_address: staff.0.client_address.clone(),
    };
    let mut client = state.clients.staff();
    let changed = state.call("SetStaffRole", client.set_staff_role(rpc_request)).await?;
    let customer = changed.customer.ok_or_else(|| Error::internal("response without account"))?;
    match role {
        Some(role) => note_role(request, &customer, role),
        None => set_audit_detail(request, format!("{} {}: removed", customer.fname, customer.lname)),
    }
    state.live.sessions_revoked(SessionsRevoked::Staff);
    respond::private(StatusCode::OK, &Envelope::of(Customer::try_from(customer)?))
}

fn note_role(request: &HttpRequest, customer: &proto::Customer, role: StaffRole) {
    let role: &str = role.into();
    set_audit_detail(request, format!("{} {}: {role}", customer.fname, customer.lname));
}

fn set_audit_detail(request: &HttpRequest, detail: String) {
    request.extensions_mut().insert(AuditDetail(detail));
}
