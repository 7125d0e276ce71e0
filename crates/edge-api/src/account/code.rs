//! One-time codes that are sent: for sign-in, a new password, a changed number or address, and the closing of
//! an account.

use std::fmt;

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, post, web::Data};
use heuan_proto::{accounts::v1 as proto, notifications::v1::GetCodeChannelsResponse};
use heuan_rpc::{Error, Result};
use heuan_runtime::clock::Clock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Customer, code_channels::code_channels, device, dto::VerifiedCode, previous, user_agent, with_session,
};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    input::{Input, null_as_default},
    problem::{ClientErrorResponses, Problem, ProblemBody},
    respond,
    session::{ApiAccess, Session, client_address},
};
use heuan_edge_live::SessionsRevoked;

/// Purpose of a code. `verify` and `confirm` need a session.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CodePurpose {
    SignIn,
    /// To set a new password.
    Reset,
    /// To verify a phone number or email address of the profile: a new one, or the present one.
    Verify,
    /// To close the account; sent to its phone number or email address.
    Confirm,
}

/// A request for a code.
#[derive(Deserialize, ToSchema)]
pub struct RequestCodeBody {
    /// Phone number or email address; not needed for `confirm`.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, example = "020 5512 3456")]
    identifier: String,
    purpose: CodePurpose,
    /// Language of the message: `la`, `en`, `th`, `cn` or `vn`.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, example = "la")]
    language: String,
}

/// A code was sent, if the number or address can be reached.
#[derive(Serialize, ToSchema)]
pub struct RequestedCode {
    /// Seconds until another code may be requested.
    resend_s: i64,
    /// Seconds until the code expires.
    expires_s: i64,
    /// The customer's own number or address that a code to `confirm` goes to: a verified one before others. Empty for other
    /// purposes.
    #[schema(example = "+8562055123456")]
    recipient: String,
}

/// Identifiers that can sign in by a code.
#[derive(Serialize, ToSchema)]
pub struct CodeChannels {
    phone: bool,
    email: bool,
}

/// A one-time code, and for a reset the password that it sets.
#[derive(Deserialize, ToSchema)]
pub struct VerifyCodeBody {
    /// Phone number or email address.
    #[serde(default)]
    #[schema(required = true, example = "020 5512 3456")]
    identifier: String,
    #[serde(default)]
    #[schema(required = true, example = "012345")]
    code: String,
    /// The new password; absent to sign in.
    #[schema(min_length = 8, max_length = 128, format = Password)]
    password: Option<String>,
    /// To sign in to an unconfirmed account: its password. The code then confirms the account.
    #[schema(format = Password)]
    account_password: Option<String>,
    /// Whether such an account belongs to another person: the code opens a new one.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    starts_new_account: bool,
}

/// Tells whether phone numbers and email addresses can sign in by a code. Without a provider of messages, neither can.
#[utoipa::path(
    tag = "account",
    operation_id = "get_code_channels",
    security(("api_token" = [])),
    responses((status = 200, description = "Identifiers that codes reach", body = Envelope<CodeChannels>), ClientErrorResponses),
)]
#[get("/api/auth/code")]
pub async fn channels(_: ApiAccess, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let GetCodeChannelsResponse { reaches_phone, reaches_email } = code_channels(&state).await?;
    respond::private(
        StatusCode::OK,
        &Envelope::of(CodeChannels { phone: reaches_phone, email: reaches_email }),
    )
}

/// Sends a code of six digits, valid for ten minutes and five tries; a new one may be requested after a minute.
///
/// The response is the same whether or not the number or address has an account. A request within the minute returns 429 with reason
/// `code_sent`, and the code before can still be entered. Too many codes for one recipient, from one address or of the whole shop
/// return 429 as well. Browsers that have signed in to the account before (cookie `heuan_device`) have a
/// code and limits of their own: requests from elsewhere neither replace their code nor use up their limits.
#[utoipa::path(
    tag = "account",
    operation_id = "request_code",
    security(("api_token" = [])),
    request_body = RequestCodeBody,
    responses(
        (status = 202, description = "The code is on its way", body = Envelope<RequestedCode>),
        (status = 401, description = "`reason` is `api_token`, or `session` for `verify` and `confirm`", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "`reason` is `no_channel`: the shop cannot send codes there", body = ProblemBody, content_type = "application/problem+json"),
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/code")]
pub async fn request_code(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<RequestCodeBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let RequestCodeBody { identifier, purpose, language } = body.0;
    let customer_id = match purpose {
        CodePurpose::SignIn | CodePurpose::Reset => 0,
        CodePurpose::Verify | CodePurpose::Confirm => Session::of(&request, &state).await?.customer_id,
    };
    let purpose = match purpose {
        CodePurpose::SignIn => proto::CodePurpose::SignIn,
        CodePurpose::Reset => proto::CodePurpose::Reset,
        CodePurpose::Verify => proto::CodePurpose::Verify,
        CodePurpose::Confirm => proto::CodePurpose::Confirm,
    };
    let GetCodeChannelsResponse { reaches_phone, reaches_email } = code_channels(&state).await?;
    let rpc_request = proto::RequestCodeRequest {
        purpose: purpose.into(),
        identifier,
        customer_id,
        client_address: client_address(&request, &state),
        reaches_phone,
        reaches_email,
        language,
        device_token: device(&request, &state),
    };
    let mut client = state.clients.codes();
    let made = state.call("RequestCode", client.request_code(rpc_request)).await?;
    let now = Clock::System.now_ms();
    let seconds = |until: i64| (until.saturating_sub(now) + 999).max(0) / 1000;
    let requested = RequestedCode {
        resend_s: seconds(made.resend_at_ms),
        expires_s: seconds(made.expires_at_ms),
        recipient: made.recipient,
    };
    respond::private(StatusCode::ACCEPTED, &Envelope::of(requested))
}

/// Signs in by a one-time code, or sets a new password by one, which ends all sessions of the account.
///
/// A number or address without an account gets one by signing in; it has no name yet (`is_new`).
///
/// An account that was registered with a password and whose number or address was never confirmed by a code may belong to another
/// person: 409 with reason `unverified_account`, and the code stays valid. With `account_password` the code confirms that account. With
/// `starts_new_account` the account loses the number or address, keeps everything else, and a new one is opened. A code that was sent sets no
/// new password of such an account (409, `unverified`); one of the staff does. A wrong, expired or used code and an unknown account return the same error: 400
/// with field `code` and reason `wrong_code`. Too many codes from one address or for one recipient return 429; wrong codes from
/// elsewhere do not count for a browser that has signed in to the account before (cookie `heuan_device`).
#[utoipa::path(
    tag = "account",
    operation_id = "verify_code",
    security(("api_token" = [])),
    request_body(content = VerifyCodeBody),
    responses(
        (status = 200, description = "Signed in, or the password is changed", body = Envelope<VerifiedCode>),
        (status = 409, description = "`reason` is `unverified_account` (see above), `staff`, `unverified` (a new password for an account that was never confirmed) or `erasing`", body = ProblemBody, content_type = "application/problem+json"),
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/code/verify")]
pub async fn verify(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<VerifyCodeBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    match body.password {
        Some(password) => reset(&request, &state, (body.identifier, body.code, password)).await,
        None => sign_in(&request, &state, body).await,
    }
}

async fn reset(
    request: &HttpRequest,
    state: &ApiState,
    (identifier, code, new_password): (String, String, String),
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::ResetPasswordRequest {
        identifier,
        code,
        new_password,
        client_address: client_address(request, state),
        device_token: device(request, state),
    };
    let mut client = state.clients.accounts();
    let reset = state.call("ResetPassword", client.reset_password(rpc_request)).await?;
    let customer_id = reset.customer_id;
    state.live.sessions_revoked(SessionsRevoked::All { customer_id });
    respond::private(StatusCode::OK, &Envelope::of(VerifiedCode::default()))
}

async fn sign_in(
    request: &HttpRequest,
    state: &ApiState,
    body: VerifyCodeBody,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::SignInByCodeRequest {
        identifier: body.identifier,
        code: body.code,
        account_password: body.account_password.unwrap_or_default(),
        starts_new_account: body.starts_new_account,
        client_address: client_address(request, state),
        previous_token: previous(request, state),
        user_agent: user_agent(request),
        device_token: device(request, state),
    };
    let mut client = state.clients.codes();
    let answer = state.call("SignInByCode", client.sign_in_by_code(rpc_request)).await?;
    let customer = answer.customer.ok_or_else(|| Error::internal("sign-in response without customer"))?;
    let customer_id = customer.customer_id;
    let data = VerifiedCode { customer: Some(Customer::try_from(customer)?), is_new: Some(answer.is_new) };
    with_session(request, state, StatusCode::OK, (customer_id, &data), (answer.session, &answer.device_token))
}

impl fmt::Debug for RequestCodeBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RequestCodeBody(..)")
    }
}

impl fmt::Debug for VerifyCodeBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VerifyCodeBody(..)")
    }
}
