//! Back office: orders of all customers, and the steps of the staff.

mod action;
mod audit_detail;
mod change;
mod correction;
mod dto;
mod export;
mod lines;
mod list;
mod log;
mod pick;
mod plan;
mod presence;
mod return_preview;
mod summary;
mod take;
mod transfer_matches;

use actix_web::{HttpResponse, get, http::StatusCode, web::Data, web::Path};
use heuan_proto::orders::v1::{
    self as proto, StaffActor, StaffActorRole, staff_order_service_client::StaffOrderServiceClient,
};
use heuan_rpc::{Error, Result};

use change::names_an_order;
use dto::StaffOrder;

use super::Registry;
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, UnauthorizedResponse},
    respond,
    session::{Role, Staff},
};

/// Maximum characters of an id, number or reference; longer than any that people type.
const MAX_ID: usize = 64;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(list::list)
        .service(list::count)
        .service(export::export)
        .service(take::place)
        .service(take::quote)
        .service(transfer_matches::match_transfers)
        .service(get_staff_order)
        .service(log::list)
        .service(change::update)
        .service(action::act)
        .service(correction::correct)
        .service(return_preview::preview)
        .service(lines::preview)
        .service(lines::update)
        .service(plan::update)
        .service(pick::update)
        .service(presence::open)
        .service(presence::leave);
}

/// Returns an order with its customer, its internal log and the possible steps.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "get_staff_order",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "Id, number or payment reference of the order")),
    responses(
        (status = 200, description = "The order", body = Envelope<StaffOrder>),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/orders/{order_id}", guard = "names_an_order")]
pub async fn get_staff_order(
    staff: Staff,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    order_response(fetch(&state, &staff, known(order_id)?).await?)
}

async fn fetch(state: &ApiState, staff: &Staff, order_id: String) -> Result<Option<proto::StaffOrder>> {
    let client = state.clients.staff_orders();
    let rpc_request = proto::GetStaffOrderRequest { actor: Some(actor(staff)), order_id };
    let read = client.read("GetStaffOrder", StaffOrderServiceClient::get_staff_order, rpc_request);
    Ok(state.with_deadline(read).await?.order)
}

/// The member of the staff with the role, which the orders service checks as well.
pub(super) fn actor(staff: &Staff) -> StaffActor {
    let role = match staff.0.role {
        Role::Customer => StaffActorRole::Customer,
        Role::Clerk => StaffActorRole::Clerk,
        Role::Editor => StaffActorRole::Editor,
        Role::Manager => StaffActorRole::Manager,
    };
    StaffActor {
        role: role.into(),
        account_id: staff.0.customer_id,
        name: staff.0.full_name(),
        client_address: staff.0.client_address.clone(),
    }
}

fn known(order_id: Path<String>) -> Result<String> {
    let order_id = order_id.into_inner();
    let is_known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let may_be = order_id.len() <= MAX_ID && order_id.bytes().all(is_known);
    if may_be { Ok(order_id) } else { Err(Error::not_found("no such order")) }
}

fn order_response(order: Option<proto::StaffOrder>) -> Result<HttpResponse, Problem> {
    respond::private(StatusCode::OK, &Envelope::of(StaffOrder::try_from(order)?))
}
