//! Route `POST /api/staff/customers`: the account of a customer who orders on the phone.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_edge_http::{
    envelope::Envelope,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody},
    respond,
    session::StaffInput,
};
use heuan_proto::accounts::v1 as proto;
use heuan_rpc::Error;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{dto::CustomerRow, set_audit_detail};
use crate::api_state::ApiState;

/// A customer who orders on the phone.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCustomerBody {
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 80)]
    fname: String,
    #[schema(max_length = 80)]
    lname: Option<String>,
    /// A Lao phone number, in any usual format.
    #[serde(default)]
    #[schema(required = true, max_length = 40, example = "020 5512 3456")]
    phone: String,
}

/// Creates a customer without a password, who signs in with a reset code later.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "create_customer",
    security(("api_token" = [], "session" = [])),
    request_body = NewCustomerBody,
    responses(
        (status = 201, description = "The customer", body = Envelope<CustomerRow>),
        (status = 409, description = "`reason` is `taken`: the phone number has an account", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/customers")]
pub async fn create(
    StaffInput(staff, body): StaffInput<NewCustomerBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let NewCustomerBody { fname, lname, phone } = body;
    let lname = lname.unwrap_or_default();
    let (actor_id, client_address) = (staff.0.customer_id, staff.0.client_address);
    let rpc_request = proto::CreateCustomerRequest { actor_id, fname, lname, phone, client_address };
    let mut client = state.clients.staff_customers();
    let created = state.call("CreateCustomer", client.create_customer(rpc_request)).await?;
    let customer = created.customer.ok_or_else(|| Error::internal("response without customer"))?;
    set_audit_detail(&request, format!("customer {}", customer.customer_id));
    respond::private(StatusCode::CREATED, &Envelope::of(CustomerRow::new(customer, 0, Some(0))?))
}
