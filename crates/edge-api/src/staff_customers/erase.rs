//! Route that begins the erasure of a customer's personal data in all services (right to erasure).

use actix_web::{
    HttpResponse,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::Envelope,
    params::parse_id,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody},
    respond,
    session::StaffInput,
};
use heuan_edge_live::SessionsRevoked;
use heuan_proto::{accounts::v1 as proto, privacy::v1::PersonalDataActorRole};
use heuan_rpc::Error;

use super::{
    actor,
    dto::{CustomerErasure, ErasureBody},
};
use crate::{
    api_state::ApiState,
    personal_data::{self, Eraser},
};

/// Begins or continues the erasure of a customer's data in all services. For managers.
///
/// The customer is signed out at once. The rest follows in the background, after requests that began before; until it is complete, the
/// customer's `erasure` names the services that have erased. A repetition continues an interrupted erasure.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "erase_customer",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer", minimum = 1)),
    request_body = ErasureBody,
    responses(
        (status = 202, description = "The erasure", body = Envelope<CustomerErasure>),
        (status = 409, description = "`reason` is `open_orders` (complete, cancel or refund the orders that `detail` names) or `is_staff` (remove the role first)", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/customers/{cus_id}/erasure")]
pub async fn erase(
    StaffInput(staff, body): StaffInput<ErasureBody>,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = parse_id("cus_id", &cus_id)?;
    if body.confirm.trim() != customer_id.to_string() {
        return Err(Error::invalid("confirm", "must be the id of the customer").into());
    }
    personal_data::refuse_open_orders(&state, actor(&staff), customer_id).await?;
    let (actor_id, client_address) = (staff.0.customer_id, staff.0.client_address);
    let mut client = state.clients.staff_customers();
    let rpc_request = proto::BeginCustomerErasureRequest { actor_id, customer_id, client_address };
    let begun = state.call("BeginCustomerErasure", client.begin_customer_erasure(rpc_request)).await?;
    let erasure = begun.erasure.ok_or_else(|| Error::internal("response without erasure"))?;
    state.live.sessions_revoked(SessionsRevoked::All { customer_id });
    let eraser = Eraser { actor_id, role: PersonalDataActorRole::Manager };
    personal_data::spawn_erasure(&state, eraser, customer_id, erasure.clone());
    respond::private(StatusCode::ACCEPTED, &Envelope::of(CustomerErasure::try_from(erasure)?))
}
