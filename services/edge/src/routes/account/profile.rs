use actix_web::{HttpResponse, get, http::StatusCode, put, web::Data};
use heuan_proto::accounts::v1 as proto;
use heuan_rpc::Error;
use serde::Deserialize;
use utoipa::ToSchema;

use super::dto::Customer;
use crate::{
    app_state::AppState,
    input::Input,
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    routes::envelope::Envelope,
    session::Session,
};

/// All of what a customer may change. A phone number or an e-mail address is needed.
#[derive(Deserialize, ToSchema)]
pub struct ProfileBody {
    #[serde(default)]
    #[schema(required = true, max_length = 80)]
    fname: String,
    #[serde(default)]
    #[schema(required = true, max_length = 80)]
    lname: String,
    /// Absent or empty takes the number away.
    phone: Option<String>,
    /// Absent or empty takes the address away.
    email: Option<String>,
}

/// The customer who is signed in.
#[utoipa::path(
    tag = "account",
    operation_id = "get_profile",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The customer", body = Envelope<Customer>), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/profile")]
pub async fn get_one(session: Session) -> Result<HttpResponse, Problem> {
    respond::private(StatusCode::OK, &Envelope::of(Customer::try_from(session.customer)?))
}

/// Writes name, phone number and e-mail address.
#[utoipa::path(
    tag = "account",
    operation_id = "update_profile",
    security(("api_token" = [], "session" = [])),
    request_body = ProfileBody,
    responses(
        (status = 200, description = "The customer as it is now", body = Envelope<Customer>),
        (status = 409, description = "The phone number or e-mail address has another account", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/auth/profile")]
pub async fn update(
    session: Session,
    body: Input<ProfileBody>,
    state: Data<AppState>,
) -> Result<HttpResponse, Problem> {
    let ProfileBody { fname, lname, phone, email } = body.0;
    let mut client = state.clients.accounts();
    let rpc_request = proto::UpdateProfileRequest {
        customer_id: session.customer_id,
        fname,
        lname,
        phone: phone.unwrap_or_default(),
        email: email.unwrap_or_default(),
    };
    let answer = state.call("UpdateProfile", client.update_profile(rpc_request)).await?;
    let customer = answer.customer.ok_or_else(|| Error::internal("an update without its customer"))?;
    respond::private(StatusCode::OK, &Envelope::of(Customer::try_from(customer)?))
}
