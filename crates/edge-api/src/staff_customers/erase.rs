use std::time::Duration;

use actix_web::{
    HttpResponse,
    http::StatusCode,
    post, rt,
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
use heuan_proto::{
    accounts::v1 as proto,
    orders::v1::ListOpenOrdersRequest,
    privacy::v1::{
        ErasePersonalDataRequest, PersonalDataActorRole,
        personal_data_service_client::PersonalDataServiceClient,
    },
};
use heuan_rpc::{Error, Result};
use heuan_runtime::clock::Clock;

use super::{
    CustomerOrdersClient, actor,
    dto::{CustomerErasure, ErasureBody},
};
use crate::api_state::ApiState;

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
    refuse_open_orders(&state, &staff, customer_id).await?;
    let actor_id = staff.0.customer_id;
    let mut client = state.clients.staff_customers();
    let rpc_request = proto::BeginCustomerErasureRequest { actor_id, customer_id };
    let begun = state.call("BeginCustomerErasure", client.begin_customer_erasure(rpc_request)).await?;
    let erasure = begun.erasure.ok_or_else(|| Error::internal("response without erasure"))?;
    state.live.sessions_revoked(SessionsRevoked::All { customer_id });
    let (task, rest) = (erasure.clone(), ApiState::clone(&state));
    rt::spawn(async move {
        if let Err(error) = complete(&rest, actor_id, customer_id, task).await {
            tracing::warn!(%error, customer_id, "an erasure was interrupted; the back office can continue it");
        }
    });
    respond::private(StatusCode::ACCEPTED, &Envelope::of(CustomerErasure::try_from(erasure)?))
}

/// Refuses before the customer is signed out. The orders service refuses again when it erases.
async fn refuse_open_orders(state: &ApiState, staff: &Staff, customer_id: i64) -> Result<()> {
    let client = state.clients.customer_orders();
    let rpc_request = ListOpenOrdersRequest { actor: Some(actor(staff)), customer_id };
    let read = client.read("ListOpenOrders", CustomerOrdersClient::list_open_orders, rpc_request);
    let numbers = state.with_deadline(read).await?.numbers;
    if numbers.is_empty() {
        return Ok(());
    }
    Err(Error::conflict("open_orders", format!("orders are open: {}", numbers.join(", "))))
}

/// Erases in each service that has not confirmed, then in accounts.
async fn complete(
    state: &ApiState,
    actor_id: i64,
    customer_id: i64,
    erasure: proto::CustomerErasure,
) -> Result<()> {
    // Requests that began before the sessions ended may still write.
    let since = Clock::System.now_ms().saturating_sub(erasure.begun_at_ms);
    let since = Duration::from_millis(u64::try_from(since).unwrap_or_default());
    tokio::time::sleep(state.shared.config.deadline().saturating_sub(since)).await;
    let mut accounts = state.clients.staff_customers();
    for (service, client) in state.clients.personal_data() {
        if erasure.confirmed.iter().any(|confirmed| confirmed == service) {
            continue;
        }
        let rpc_request =
            ErasePersonalDataRequest { actor_role: PersonalDataActorRole::Manager.into(), customer_id };
        let write = client.write_with_id(
            "ErasePersonalData",
            PersonalDataServiceClient::erase_personal_data,
            rpc_request,
        );
        state.with_deadline(write).await?;
        let service = (*service).to_owned();
        let rpc_request = proto::ConfirmCustomerErasureRequest { actor_id, customer_id, service };
        state.call("ConfirmCustomerErasure", accounts.confirm_customer_erasure(rpc_request)).await?;
    }
    let rpc_request = proto::CompleteCustomerErasureRequest { actor_id, customer_id };
    state.call("CompleteCustomerErasure", accounts.complete_customer_erasure(rpc_request)).await?;
    tracing::info!(customer_id, "a customer was erased");
    Ok(())
}
