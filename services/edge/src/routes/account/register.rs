use std::fmt;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{dto::SignedIn, login::check_redirect, previous, signed_in};
use crate::{
    app_state::AppState,
    input::Input,
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    routes::envelope::Envelope,
    session::{ApiAccess, client_address},
};

/// Who registers. A phone number or an e-mail address is needed.
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
    /// A number of Laos, as people write it.
    #[schema(example = "020 5512 3456")]
    phone: Option<String>,
    email: Option<String>,
    /// 8 to 128 characters, and neither the phone number nor the e-mail address.
    #[serde(default)]
    #[schema(required = true, min_length = 8, max_length = 128, format = Password)]
    password: String,
    /// Where the browser goes next: a path of this shop. Checked and otherwise left alone.
    redirect: Option<String>,
}

/// Makes an account, and signs in.
///
/// Every wrong field is in `errors`. A phone number or e-mail address that has an account is 409 with reason `taken`.
#[utoipa::path(
    tag = "account",
    operation_id = "register",
    security(("api_token" = [])),
    request_body = RegisterBody,
    responses(
        (status = 201, description = "Registered and signed in", body = Envelope<SignedIn>),
        (status = 409, description = "The phone number or e-mail address has an account", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/register")]
pub async fn register(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<RegisterBody>,
    state: Data<AppState>,
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
        previous_token: previous(&request),
    };
    let answer = state.call("Register", client.register(rpc_request)).await?;
    signed_in(&request, &state, StatusCode::CREATED, answer.customer, answer.session)
}

impl fmt::Debug for RegisterBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RegisterBody(..)")
    }
}
