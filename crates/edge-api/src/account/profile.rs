//! Profile of the signed-in customer: name, phone number and e-mail address, and their confirmation by a code.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, post, put, web::Data};
use heuan_proto::{accounts::v1 as proto, notifications::v1::GetCodeChannelsResponse};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{code_channels::code_channels, dto::Profile};
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

/// A phone number or email address of the profile, and the code that was sent to it.
#[derive(Deserialize, ToSchema)]
pub struct VerifyProfileBody {
    #[serde(default)]
    #[schema(required = true, example = "020 5512 3456")]
    identifier: String,
    #[serde(default)]
    #[schema(required = true, example = "012345")]
    code: String,
}

/// Returns the profile of the signed-in customer.
#[utoipa::path(
    tag = "account",
    operation_id = "get_profile",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The customer", body = Envelope<Profile>), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/profile")]
pub async fn get_profile(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    profile(&state, session.customer_id).await
}

async fn profile(state: &ApiState, customer_id: i64) -> Result<HttpResponse, Problem> {
    let mut client = state.clients.accounts();
    let request = proto::GetContactRequest { customer_id };
    let contact = state.call("GetContact", client.get_contact(request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Profile::try_from(contact)?))
}

/// Confirms the present phone number or email address by a code of the purpose `verify` that was sent there.
///
/// From then on a code signs in to the account, and sets a new password of it. A wrong, expired or used code returns 400 with field
/// `code`, another number or address than the present ones with field `identifier`.
#[utoipa::path(
    tag = "account",
    operation_id = "verify_profile",
    security(("api_token" = [], "session" = [])),
    request_body = VerifyProfileBody,
    responses(
        (status = 200, description = "The customer", body = Envelope<Profile>),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/profile/verify")]
pub async fn verify(
    session: Session,
    request: HttpRequest,
    body: Input<VerifyProfileBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let VerifyProfileBody { identifier, code } = body.0;
    let rpc_request = proto::ProveIdentifierRequest {
        customer_id: session.customer_id,
        identifier,
        code,
        client_address: client_address(&request, &state),
    };
    let mut client = state.clients.codes();
    state.call("ProveIdentifier", client.prove_identifier(rpc_request)).await?;
    profile(&state, session.customer_id).await
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
        (status = 200, description = "The updated customer", body = Envelope<Profile>),
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
    profile(&state, session.customer_id).await
}
