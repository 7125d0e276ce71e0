//! Routes `GET` and `PUT /api/auth/profile`: name, phone number and e-mail address of the signed-in customer.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, put, web::Data};
use heuan_proto::{accounts::v1 as proto, notifications::v1::GetCodeChannelsResponse};
use heuan_rpc::Error;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{code_channels::code_channels, dto::Customer};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::{Session, client_address},
};
use heuan_edge_live::SessionsRevoked;

/// All fields a customer may change. A phone number or an email address is required.
#[derive(Deserialize, ToSchema)]
pub struct ProfileBody {
    #[serde(default)]
    #[schema(required = true, max_length = 80)]
    fname: String,
    #[serde(default)]
    #[schema(required = true, max_length = 80)]
    lname: String,
    /// Absent or empty removes the number.
    phone: Option<String>,
    /// Absent or empty removes the address.
    email: Option<String>,
    /// Needed when the phone number or the email address changes.
    #[schema(format = Password)]
    current_password: Option<String>,
    /// Code of the purpose `confirm`, in place of the current password.
    #[schema(example = "012345")]
    current_code: Option<String>,
    /// Code of the purpose `verify` that was sent to the new phone number; needed where the shop can send codes.
    #[schema(example = "012345")]
    phone_code: Option<String>,
    /// The same for the new email address.
    #[schema(example = "012345")]
    email_code: Option<String>,
}

/// Returns the profile of the signed-in customer.
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

/// Updates name, phone number and email address.
///
/// A changed phone number or email address needs the current password, or a code of the purpose `confirm` that was sent to the
/// present one, and ends all other sessions. Without either the response is 400 with field `current_password`, with a wrong
/// one with field `current_password` or `current_code`. Where the shop can send codes, the new number or address also
/// needs one that was sent there: 400 with field `phone_code` or `email_code`. The old one is notified of the change.
#[utoipa::path(
    tag = "account",
    operation_id = "update_profile",
    security(("api_token" = [], "session" = [])),
    request_body = ProfileBody,
    responses(
        (status = 200, description = "The updated customer", body = Envelope<Customer>),
        (status = 409, description = "The phone number or email address belongs to another account", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/auth/profile")]
pub async fn update(
    session: Session,
    request: HttpRequest,
    body: Input<ProfileBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let (phone, email) = (body.phone.unwrap_or_default(), body.email.unwrap_or_default());
    let is_same = phone.trim() == session.customer.phone && email.trim() == session.customer.email;
    let reached = if is_same { GetCodeChannelsResponse::default() } else { code_channels(&state).await? };
    let mut client = state.clients.accounts();
    let rpc_request = proto::UpdateProfileRequest {
        customer_id: session.customer_id,
        fname: body.fname,
        lname: body.lname,
        phone,
        email,
        phone_code: body.phone_code.unwrap_or_default(),
        email_code: body.email_code.unwrap_or_default(),
        verify_phone: reached.reaches_phone,
        verify_email: reached.reaches_email,
        current_password: body.current_password.unwrap_or_default(),
        current_code: body.current_code.unwrap_or_default(),
        token: session.token.to_bytes(),
        device_token: super::device(&request, &state),
        client_address: client_address(&request, &state),
    };
    let answer = state.call("UpdateProfile", client.update_profile(rpc_request)).await?;
    if answer.sessions_ended {
        let (customer_id, but) = (session.customer_id, session.token.id());
        state.live.sessions_revoked(SessionsRevoked::AllExcept { customer_id, but });
    }
    let customer = answer.customer.ok_or_else(|| Error::internal("update response without customer"))?;
    respond::private(StatusCode::OK, &Envelope::of(Customer::try_from(customer)?))
}
