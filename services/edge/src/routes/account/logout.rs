use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;

use super::dto::Nothing;
use crate::{
    app_state::AppState,
    live::SessionsRevoked,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    routes::envelope::Envelope,
    session::{self, ApiAccess, Token},
};

/// Ends the session and deletes its cookie. Without a session this is a successful no-op.
#[utoipa::path(
    tag = "account",
    operation_id = "logout",
    security(("api_token" = [])),
    responses((status = 200, description = "Signed out", body = Envelope<Nothing>), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/auth/logout")]
pub async fn sign_out(
    _: ApiAccess,
    request: HttpRequest,
    state: Data<AppState>,
) -> Result<HttpResponse, Problem> {
    if let Some(token) = Token::of(&request) {
        let mut client = state.clients.accounts();
        let rpc_request = proto::LogoutRequest { token: token.to_bytes() };
        state.call("Logout", client.logout(rpc_request)).await?;
        state.shared.live.sessions_revoked(SessionsRevoked::One(token.id()));
    }
    let mut response = respond::private(StatusCode::OK, &Envelope::of(Nothing {}))?;
    session::clear(&mut response, &request, &state);
    Ok(response)
}
