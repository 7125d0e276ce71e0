//! Routes `/api/auth/sessions`: lists the browsers in which the customer is signed in, and ends one session or all others.

use actix_web::{
    HttpRequest, HttpResponse, delete, get,
    http::StatusCode,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::{Envelope, moment},
    problem::{ClientErrorResponses, NotFoundResponse, Problem, UnauthorizedResponse},
    respond,
    session::{Session, SessionId, client_address},
};
use heuan_edge_live::SessionsRevoked;
use heuan_proto::accounts::v1::{self as proto, accounts_service_client::AccountsServiceClient};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::device;
use crate::api_state::ApiState;
use crate::empty_body::Nothing;

/// A browser in which the customer is signed in.
#[derive(Serialize, ToSchema)]
pub struct SignedInDevice {
    #[schema(example = "0123456789abcdef")]
    session_id: String,
    /// Browser and operating system; empty if unknown.
    #[schema(example = "Chrome on Android")]
    device: String,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    created_at: String,
    /// Accurate to an hour.
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    last_used_at: String,
    /// The session of this request.
    is_current: bool,
}

/// Lists the sessions of the customer: the session of this request first, then the last used.
#[utoipa::path(
    tag = "account",
    operation_id = "list_sessions",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The sessions", body = Envelope<Vec<SignedInDevice>>), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/sessions")]
pub async fn list(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let client = state.clients.accounts();
    let (customer_id, token) = (session.customer_id, session.token.to_bytes());
    let rpc_request = proto::ListSessionsRequest { customer_id, token };
    let read = client.read("ListSessions", AccountsServiceClient::list_sessions, rpc_request);
    let mut sessions = state.with_deadline(read).await?.sessions;
    sessions.sort_by_key(|session| !session.is_current);
    let data = sessions.into_iter().map(SignedInDevice::try_from).collect::<Result<Vec<_>>>()?;
    respond::private(StatusCode::OK, &Envelope::of(data))
}

/// Ends a session of the customer, in whichever browser it is.
#[utoipa::path(
    tag = "account",
    operation_id = "end_session",
    security(("api_token" = [], "session" = [])),
    params(("session_id" = String, Path, description = "As listed")),
    responses((status = 200, description = "Ended", body = Envelope<Nothing>), UnauthorizedResponse, NotFoundResponse, ClientErrorResponses),
)]
#[delete("/api/auth/sessions/{session_id}")]
pub async fn end(
    session: Session,
    request: HttpRequest,
    session_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let ended = SessionId::read(&session_id).ok_or_else(|| Error::not_found("no such session"))?;
    let mut client = state.clients.accounts();
    let rpc_request = proto::EndSessionRequest {
        customer_id: session.customer_id,
        session_id: ended.to_text(),
        client_address: client_address(&request, &state),
    };
    state.call("EndSession", client.end_session(rpc_request)).await?;
    state.live.sessions_revoked(SessionsRevoked::One(ended));
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

/// Ends all sessions of the customer but that of this request.
#[utoipa::path(
    tag = "account",
    operation_id = "end_other_sessions",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "Ended", body = Envelope<Nothing>), UnauthorizedResponse, ClientErrorResponses),
)]
#[delete("/api/auth/sessions")]
pub async fn end_others(
    session: Session,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let mut client = state.clients.accounts();
    let customer_id = session.customer_id;
    let rpc_request = proto::EndAllSessionsRequest {
        customer_id,
        client_address: client_address(&request, &state),
        kept_token: session.token.to_bytes(),
        device_token: device(&request, &state),
    };
    state.call("EndAllSessions", client.end_all_sessions(rpc_request)).await?;
    let but = session.token.id();
    state.live.sessions_revoked(SessionsRevoked::AllExcept { customer_id, but });
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

impl TryFrom<proto::SessionSummary> for SignedInDevice {
    type Error = Error;

    fn try_from(from: proto::SessionSummary) -> Result<Self> {
        Ok(Self {
            session_id: from.session_id,
            device: from.device,
            created_at: moment(from.created_at_ms)?,
            last_used_at: moment(from.last_used_at_ms)?,
            is_current: from.is_current,
        })
    }
}
