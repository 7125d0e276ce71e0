//! Webhooks of payment providers, and actions of the payment sandbox.

use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    post,
    web::{Bytes, Data, Path},
};
use heuan_proto::orders::v1::{self as proto, order_service_client::OrderServiceClient};
use heuan_rpc::Error;
use serde::Serialize;
use utoipa::ToSchema;

use super::Registry;
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    header_names,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody},
    respond,
};

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(webhook).service(act);
}

/// The message was accepted.
#[derive(Serialize, ToSchema)]
pub struct Taken {}

/// Receives a webhook of a payment provider. It may be late, or delivered more than once.
#[utoipa::path(
    tag = "payment",
    operation_id = "confirm_payment",
    params(
        ("provider" = String, Path, description = "The payment provider"),
        ("x-heuan-signature" = String, Header, description = "`t=<Unix ms>,v1=<HMAC-SHA256 of \"t.body\", hexadecimal>`"),
    ),
    request_body(content = String, content_type = "application/json", description = "In the provider's format"),
    responses(
        (status = 200, description = "Accepted", body = Envelope<Taken>),
        (status = 401, description = "The signature is wrong or too old", body = ProblemBody, content_type = "application/problem+json"),
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[post("/api/payments/{provider}/webhook")]
pub async fn webhook(
    request: HttpRequest,
    provider: Path<String>,
    body: Bytes,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let signature = request
        .headers()
        .get(header_names::PAYMENT_SIGNATURE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let client = state.clients.orders();
    let rpc_request = proto::ConfirmPaymentRequest {
        provider: provider.into_inner(),
        signature: signature.to_owned(),
        body: body.to_vec(),
    };
    // The reference in the message is its idempotency id.
    let confirmed = client.write_with_id("ConfirmPayment", OrderServiceClient::confirm_payment, rpc_request);
    state.with_deadline(confirmed).await?;
    respond::private(StatusCode::OK, &Envelope::of(Taken {}))
}

/// Simulates actions of a shopper's bank. The URL exists only with sandbox payments.
///
/// `pay` pays and sends the webhook, `pay-late` settles after a delay, `pay-twice` sends the webhook twice, `lose` pays
/// without a webhook, `decline` declines.
#[utoipa::path(
    tag = "payment",
    operation_id = "simulate_payment",
    params(
        ("reference" = String, Path, description = "The `reference` of the payment"),
        ("action" = String, Path, description = "`pay`, `pay-late`, `pay-twice`, `lose` or `decline`"),
    ),
    responses(
        (status = 200, description = "Simulated", body = Envelope<Taken>),
        (status = 409, description = "`reason` is `payment_expired`: the payment deadline has passed", body = ProblemBody, content_type = "application/problem+json"),
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[post("/api/sandbox/payments/{reference}/{action}")]
pub async fn act(path: Path<(String, String)>, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let (reference, action) = path.into_inner();
    let action = match action.as_str() {
        "pay" => proto::SandboxAction::Pay,
        "pay-late" => proto::SandboxAction::PayLate,
        "pay-twice" => proto::SandboxAction::PayTwice,
        "lose" => proto::SandboxAction::DropWebhook,
        "decline" => proto::SandboxAction::Decline,
        _ => return Err(Error::not_found("no such action").into()),
    };
    let mut client = state.clients.orders();
    let rpc_request = proto::SimulatePaymentRequest { reference, action: action.into() };
    state.call("SimulatePayment", client.simulate_payment(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Taken {}))
}
