use std::fmt;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{dto::Nothing, security_notice::SecurityNotice};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    problem::{ClientErrorResponses, Problem},
    respond,
    session::{ApiAccess, client_address},
};
use heuan_edge_live::SessionsRevoked;

/// A one-time code and the password that it sets.
#[derive(Deserialize, ToSchema)]
pub struct ResetPasswordBody {
    /// Phone number or email address.
    #[serde(default)]
    #[schema(required = true, example = "020 5512 3456")]
    identifier: String,
    #[serde(default)]
    #[schema(required = true, example = "012345")]
    code: String,
    /// The new password.
    #[serde(default)]
    #[schema(required = true, min_length = 8, max_length = 128, format = Password)]
    password: String,
}

/// Sets a new password by a one-time code of the staff, and ends all sessions of the account.
///
/// A wrong, expired or used code and an unknown account return the same error: 400 with field `code` and reason `wrong_code`.
/// Too many codes from one address return 429.
#[utoipa::path(
    tag = "account",
    operation_id = "verify_code",
    security(("api_token" = [])),
    request_body(content = ResetPasswordBody),
    responses((status = 200, description = "The password is changed", body = Envelope<Nothing>), ClientErrorResponses),
)]
#[post("/api/auth/code/verify")]
pub async fn verify(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<ResetPasswordBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::ResetPasswordRequest {
        identifier: body.0.identifier,
        code: body.0.code,
        new_password: body.0.password,
        client_address: client_address(&request, &state),
    };
    let mut client = state.clients.accounts();
    let reset = state.call("ResetPassword", client.reset_password(rpc_request)).await?;
    let customer_id = reset.customer_id;
    state.live.sessions_revoked(SessionsRevoked::All { customer_id });
    SecurityNotice::PasswordChanged.send(&state, customer_id);
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

impl fmt::Debug for ResetPasswordBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResetPasswordBody(..)")
    }
}
