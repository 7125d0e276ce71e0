//! Route `POST /api/auth/register`: registration of a customer, who is signed in afterwards.

use std::fmt;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{device, dto::SignedIn, login::check_redirect, previous, signed_in, user_agent};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    session::{ApiAccess, client_address},
};

/// A registration. A phone number or an email address is required.
#[derive(Deserialize, ToSchema)]
pub struct RegisterBody {
    /// 1 to 80 characters.
    #[serde(default)]
    #[schema(required = true, max_length = 80)]
    fname: String,
    /// 1 to 80 characters.
    #[serde(default)]
    #[schema(required = true, max_length = 80)]
    lname: String,
    /// A phone number of Laos, in any usual format.
    #[schema(example = "020 5512 3456")]
    phone: Option<String>,
    email: Option<String>,
    /// 8 to 128 characters; different from the phone number and the email address, and none of the most common passwords
    /// (reason `common`).
    #[serde(default)]
    #[schema(required = true, min_length = 8, max_length = 128, format = Password)]
    password: String,
    /// Path of this shop to which the browser goes next. Validated and otherwise unused.
    redirect: Option<String>,
}

/// Creates an account, and signs in.
///
/// Every invalid field is in `errors`. A phone number or email address of an existing account returns 409 with reason
/// `taken`.
#[utoipa::path(
    tag = "account",
    operation_id = "register",
    security(("api_token" = [])),
    request_body = RegisterBody,
    responses(
        (status = 201, description = "Registered and signed in", body = Envelope<SignedIn>),
        (status = 409, description = "The phone number or email address belongs to an account", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/register")]
pub async fn register(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<RegisterBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let RegisterBody { fname, lname, phone, email, password, redirect } = body.0;
    check_redirect(redirect.as_deref())?;
    let mut client = state.clients.accounts();
    let rpc_request = proto::RegisterRequest {
        fname,
        lname,
        phone: phone.unwrap_or_default(),
        email: email.unwrap_or_default(),
        password,
        client_address: client_address(&request, &state),
        previous_token: previous(&request, &state),
        user_agent: user_agent(&request),
        device_token: device(&request, &state),
    };
    let answer = state.call("Register", client.register(rpc_request)).await?;
    signed_in(&request, &state, StatusCode::CREATED, answer.customer, (answer.session, &answer.device_token))
}

impl fmt::Debug for RegisterBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RegisterBody(..)")
    }
}
