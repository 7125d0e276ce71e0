//! Route `POST /api/auth/log`: records an event of the browser, such as a logout, in the accounts service.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::previous;
use crate::api_state::ApiState;
use crate::empty_body::Nothing;
use heuan_edge_http::{
    envelope::Envelope,
    input::{Input, null_as_default},
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::{ApiAccess, client_address},
};

/// An event reported by a browser.
#[derive(Deserialize, ToSchema)]
pub struct LogBody {
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 40, example = "logout")]
    log_type: String,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 500)]
    log_value: String,
}

/// Records an event of a browser, such as a logout.
#[utoipa::path(
    tag = "account",
    operation_id = "record_event",
    security(("api_token" = [])),
    request_body = LogBody,
    responses((status = 200, description = "Recorded", body = Envelope<Nothing>), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/auth/log")]
pub async fn record(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<LogBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let LogBody { log_type, log_value } = body.0;
    let mut client = state.clients.accounts();
    let rpc_request = proto::RecordEventRequest {
        log_type,
        log_value,
        client_address: client_address(&request, &state),
        token: previous(&request, &state),
    };
    state.call("RecordEvent", client.record_event(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}
