//! Route `POST /api/auth/logout`: ends the session, deletes its cookie and closes its live streams. With `?all=1` it ends all
//! sessions of the customer.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_edge_http::{
    envelope::Envelope,
    params::Params,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::{self, ApiAccess, Session, client_address},
};
use heuan_edge_live::SessionsRevoked;
use heuan_proto::accounts::v1 as proto;
use heuan_rpc::Code;

use super::device;
use crate::api_state::ApiState;
use crate::empty_body::Nothing;

/// Ends the session and deletes its cookie. Without a session this is a successful no-op.
#[utoipa::path(
    tag = "account",
    operation_id = "logout",
    security(("api_token" = [])),
    params(("all" = Option<u8>, Query, minimum = 0, maximum = 1, description = "`1` ends all sessions of the customer, in every browser")),
    responses((status = 200, description = "Signed out", body = Envelope<Nothing>), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/auth/logout")]
pub async fn sign_out(
    _: ApiAccess,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    if Params::of(request.query_string()).number("all", 0..=1, 0)? == 1 {
        end_everywhere(&request, &state).await?;
    }
    for token in session::session_tokens(&request, &state.shared.config) {
        let mut client = state.clients.accounts();
        let client_address = client_address(&request, &state);
        let rpc_request = proto::LogoutRequest { token: token.to_bytes(), client_address };
        state.call("Logout", client.logout(rpc_request)).await?;
        state.live.sessions_revoked(SessionsRevoked::One(token.id()));
    }
    let mut response = respond::private(StatusCode::OK, &Envelope::of(Nothing {}))?;
    session::clear(&mut response, &request, &state);
    Ok(response)
}

/// Ends all sessions of the signed-in customer.
async fn end_everywhere(request: &HttpRequest, state: &ApiState) -> Result<(), Problem> {
    let session = match Session::of(request, state).await {
        Ok(session) => session,
        Err(problem) if problem.code() == Code::Unauthenticated => return Ok(()),
        Err(problem) => return Err(problem),
    };
    let mut client = state.clients.accounts();
    let customer_id = session.customer_id;
    let rpc_request = proto::EndAllSessionsRequest {
        customer_id,
        client_address: client_address(request, state),
        kept_token: Vec::new(),
        device_token: device(request, state),
    };
    state.call("EndAllSessions", client.end_all_sessions(rpc_request)).await?;
    let but = session.token.id();
    state.live.sessions_revoked(SessionsRevoked::AllExcept { customer_id, but });
    Ok(())
}
