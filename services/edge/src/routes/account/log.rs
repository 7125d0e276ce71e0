use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{previous, shape::Nothing};
use crate::{
    input::Input,
    problem::{Problem, Refused, Unknown},
    respond,
    routes::envelope::Envelope,
    session::{ApiAccess, client_address},
    shop::Shop,
};

/// Something a browser tells of itself.
#[derive(Deserialize, ToSchema)]
pub struct LogBody {
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 40, example = "logout")]
    log_type: String,
    #[serde(default)]
    #[schema(required = true, max_length = 500)]
    log_value: String,
}

/// Keeps a note of what happened in a browser, such as a logout.
#[utoipa::path(
    tag = "account",
    operation_id = "record_event",
    security(("api_token" = [])),
    request_body = LogBody,
    responses((status = 200, description = "Noted", body = Envelope<Nothing>), Unknown, Refused),
)]
#[post("/api/auth/log")]
pub async fn record(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<LogBody>,
    shop: Data<Shop>,
) -> Result<HttpResponse, Problem> {
    let LogBody { log_type, log_value } = body.0;
    let mut client = shop.clients.accounts();
    let asked = proto::RecordEventRequest {
        log_type,
        log_value,
        client_address: client_address(&request, &shop),
        token: previous(&request),
    };
    shop.ask("RecordEvent", client.record_event(asked)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}
