use std::fmt;

use actix_web::{HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::dto::Nothing;
use crate::{
    app_state::AppState,
    input::Input,
    live::SessionsRevoked,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    routes::envelope::Envelope,
    session::Session,
};

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
/// A wrong current password returns 400 with field `current`; too many attempts return 429.
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
    body: Input<PasswordBody>,
    state: Data<AppState>,
) -> Result<HttpResponse, Problem> {
    let mut client = state.clients.accounts();
    let rpc_request = proto::ChangePasswordRequest {
        customer_id: session.customer_id,
        current_password: body.0.current,
        new_password: body.0.new,
        token: session.token.to_bytes(),
    };
    state.call("ChangePassword", client.change_password(rpc_request)).await?;
    let (customer_id, but) = (session.customer_id, session.token.id());
    state.shared.live.sessions_revoked(SessionsRevoked::AllExcept { customer_id, but });
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

impl fmt::Debug for PasswordBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordBody(..)")
    }
}
