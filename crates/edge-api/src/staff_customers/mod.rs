//! Back office: customers, their points and the help that the staff give them.

mod block;
mod create;
mod dto;
mod erase;
mod export;
mod list;
mod points;
mod reset_code;
mod undeliverable;

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse, delete, get,
    http::StatusCode,
    post,
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
use heuan_proto::{
    accounts::v1::{self as proto, staff_customer_service_client::StaffCustomerServiceClient},
    orders::v1::{
        self as orders, staff_customer_service_client::StaffCustomerServiceClient as CustomerOrdersClient,
    },
};
use heuan_rpc::{Error, Result};

use dto::{CustomerNote, CustomerProfile, NoteBody};

use super::{Registry, staff_orders::actor};
use crate::{api_state::ApiState, empty_body::Nothing};

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(list::list)
        .service(create::create)
        .service(get_customer)
        .service(add_note)
        .service(block::block)
        .service(block::unblock)
        .service(end_sessions)
        .service(reset_code::issue)
        .service(points::ledger)
        .service(points::correct)
        .service(undeliverable::list)
        .service(undeliverable::clear)
        .service(export::export)
        .service(erase::erase);
}

/// Returns a customer with sessions, notes of the staff and the number of orders.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "get_customer",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer", minimum = 1)),
    responses((status = 200, description = "The customer", body = Envelope<CustomerProfile>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/customers/{cus_id}")]
pub async fn get_customer(
    staff: Staff,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = parse_id("cus_id", &cus_id)?;
    let details = customer_details(&state, &staff, customer_id).await?;
    let counts = count_orders(&state, &staff, vec![customer_id]).await;
    let order_count = counts.map(|counts| counts.get(&customer_id).copied().unwrap_or_default());
    respond::private(StatusCode::OK, &Envelope::of(CustomerProfile::new(details, order_count)?))
}

/// Adds a note about a customer, which only the staff see.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "add_customer_note",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer", minimum = 1)),
    request_body = NoteBody,
    responses(
        (status = 201, description = "The note", body = Envelope<CustomerNote>),
        (status = 409, description = "`reason` is `too_many_notes`", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/customers/{cus_id}/notes")]
pub async fn add_note(
    StaffInput(staff, body): StaffInput<NoteBody>,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::AddCustomerNoteRequest {
        actor_id: staff.0.customer_id,
        customer_id: parse_id("cus_id", &cus_id)?,
        text: body.text,
    };
    let mut client = state.clients.staff_customers();
    let added = state.call("AddCustomerNote", client.add_customer_note(rpc_request)).await?;
    let note = added.note.ok_or_else(|| Error::internal("response without note"))?;
    respond::private(StatusCode::CREATED, &Envelope::of(CustomerNote::try_from(note)?))
}

/// Signs a customer out everywhere.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "end_customer_sessions",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer", minimum = 1)),
    responses(
        (status = 200, description = "Signed out", body = Envelope<Nothing>),
        (status = 409, description = "`reason` is `is_staff`: only managers sign members of staff out", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[delete("/api/staff/customers/{cus_id}/sessions")]
pub async fn end_sessions(
    staff: Staff,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = parse_id("cus_id", &cus_id)?;
    let (actor_id, client_address) = (staff.0.customer_id, staff.0.client_address);
    let rpc_request = proto::EndCustomerSessionsRequest { actor_id, customer_id, client_address };
    let mut client = state.clients.staff_customers();
    state.call("EndCustomerSessions", client.end_customer_sessions(rpc_request)).await?;
    state.live.sessions_revoked(SessionsRevoked::All { customer_id });
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

/// Number of orders by customer; `None` while the orders service does not answer, because customers can be found without it.
async fn count_orders(
    state: &ApiState,
    staff: &Staff,
    customer_ids: Vec<i64>,
) -> Option<std::collections::HashMap<i64, i64>> {
    let client = state.clients.customer_orders();
    let rpc_request = orders::CountCustomerOrdersRequest { actor: Some(actor(staff)), customer_ids };
    let read = client.read("CountCustomerOrders", CustomerOrdersClient::count_customer_orders, rpc_request);
    state.with_deadline(read).await.ok().map(|counted| counted.orders)
}

/// The details of a customer; `NOT_FOUND` if there is no such customer.
async fn customer_details(
    state: &ApiState,
    staff: &Staff,
    customer_id: i64,
) -> Result<proto::CustomerDetails> {
    let client = state.clients.staff_customers();
    let rpc_request = proto::GetCustomerDetailsRequest { actor_id: staff.0.customer_id, customer_id };
    let read =
        client.read("GetCustomerDetails", StaffCustomerServiceClient::get_customer_details, rpc_request);
    let details = state.with_deadline(read).await?.details;
    details.ok_or_else(|| Error::internal("response without customer"))
}

fn set_audit_detail(request: &HttpRequest, detail: String) {
    request.extensions_mut().insert(AuditDetail(detail));
}
