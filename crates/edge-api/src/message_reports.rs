//! Reports of providers of SMS and WhatsApp on the messages that they have accepted.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue},
    },
    post,
    web::{Bytes, Data, Path},
};
use heuan_edge_http::{
    envelope::Envelope,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody},
    respond,
};
use heuan_proto::notifications::v1::{
    ReportDeliveryRequest, SignatureHeader, message_service_client::MessageServiceClient,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_state::ApiState;

/// Maximum headers with signatures that are passed on.
const MAX_SIGNATURES: usize = 4;

/// The report was accepted.
#[derive(Serialize, ToSchema)]
pub struct AcceptedReport {}

/// Receives a report of a provider on an SMS or a WhatsApp message. It may be late, or delivered more than once.
///
/// The settings `notifications.sms.report` and `notifications.whatsapp.report` name the fields. Reports on unknown messages and
/// states that are not final are accepted and change nothing. The header `authorization` (`Basic` or `Bearer`) has the configured
/// secret, or a configured header the HMAC-SHA256 of the body.
#[utoipa::path(
    tag = "messages",
    operation_id = "report_message_delivery",
    params(("channel" = String, Path, description = "`sms` or `whatsapp`")),
    request_body(content = String, content_type = "application/json", description = "In the provider's format: JSON, or a form"),
    responses(
        (status = 200, description = "Accepted", body = Envelope<AcceptedReport>),
        (status = 401, description = "The secret or the signature is wrong", body = ProblemBody, content_type = "application/problem+json"),
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[post("/api/messages/{channel}/report")]
pub async fn report(
    request: HttpRequest,
    channel: Path<String>,
    body: Bytes,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let headers = request.headers();
    let text = |value: Option<&HeaderValue>| {
        value.and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    };
    let names = headers.keys().filter(|name| name.as_str().contains("signature"));
    let signatures = names
        .take(MAX_SIGNATURES)
        .map(|name| SignatureHeader { name: name.as_str().to_owned(), value: text(headers.get(name)) });
    let rpc_request = ReportDeliveryRequest {
        channel: channel.into_inner(),
        body: body.to_vec(),
        content_type: text(headers.get(CONTENT_TYPE)),
        authorization: text(headers.get(AUTHORIZATION)),
        signatures: signatures.collect(),
    };
    let client = state.clients.messages();
    // The provider's id of the message is the idempotency id.
    let reported = client.write_with_id("ReportDelivery", MessageServiceClient::report_delivery, rpc_request);
    state.with_deadline(reported).await?;
    respond::private(StatusCode::OK, &Envelope::of(AcceptedReport {}))
}
