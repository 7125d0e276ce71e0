//! Route `POST /api/auth/password`: password change with the current password, which ends all other sessions.

use std::fmt;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::device;
use crate::api_state::ApiState;
use crate::empty_body::Nothing;
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::{Session, client_address},
};
use heuan_edge_live::SessionsRevoked;

/// The current and the new password.
#[derive(Deserialize, ToSchema)]
pub struct PasswordBody {
    #[serde(default)]
    #[schema(required = true, format = Password)]
    current: String,
    #[serde(default)]
    #[schema(required = true, min_length = 8, max_length = 128, format = Password)]
    new: String,
}

/// Changes the password, and ends all other sessions.
///
/// A wrong current password returns 400 with field `current`; too many attempts return 429. One of the most common passwords
/// returns 400 with field `new` and reason `common`.
#[utoipa::path(
    tag = "account",
    operation_id = "change_password",
    security(("api_token" = [], "session" = [])),
    request_body = PasswordBody,
    responses((status = 200, description = "Changed", body = Envelope<Nothing>), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/auth/password")]
pub async fn change(
    session: Session,
    request: HttpRequest,
    body: Input<PasswordBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let mut client = state.clients.accounts();
    let rpc_request = proto::ChangePasswordRequest {
        customer_id: session.customer_id,
        current_password: body.0.current,
        new_password: body.0.new,
        token: session.token.to_bytes(),
        device_token: device(&request, &state),
        client_address: client_address(&request, &state),
    };
    state.call("ChangePassword", client.change_password(rpc_request)).await?;
    let (customer_id, but) = (session.customer_id, session.token.id());
    state.live.sessions_revoked(SessionsRevoked::AllExcept { customer_id, but });
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

impl fmt::Debug for PasswordBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordBody(..)")
    }
}
