//! Where payment providers tell of payments, and where a sandbox is told to make some.

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

use super::{Registry, envelope::Envelope};
use crate::{
    app_state::AppState,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody},
    respond,
};

/// The header a provider signs in.
pub const SIGNATURE: &str = "x-heuan-signature";

/// The documented calls.
pub fn api(registry: &mut impl Registry) {
    registry.service(webhook).service(act);
}

/// The message was taken.
#[derive(Serialize, ToSchema)]
pub struct Taken {}

/// Takes a message of a payment provider, as it came. It may come again, late, or twice.
#[utoipa::path(
    tag = "payment",
    operation_id = "confirm_payment",
    params(
        ("provider" = String, Path, description = "Whose message it is"),
        ("x-heuan-signature" = String, Header, description = "`t=<Unix ms>,v1=<HMAC-SHA256 of \"t.body\", hexadecimal>`"),
    ),
    request_body(content = String, content_type = "application/json", description = "As the provider words it"),
    responses(
        (status = 200, description = "Taken", body = Envelope<Taken>),
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
    state: Data<AppState>,
) -> Result<HttpResponse, Problem> {
    let signature =
        request.headers().get(SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let client = state.clients.orders();
    let rpc_request = proto::ConfirmPaymentRequest {
        provider: provider.into_inner(),
        signature: signature.to_owned(),
        body: body.to_vec(),
    };
    // The reference in the message is the id by which a repeat is known.
    let confirmed = client.write_with_id("ConfirmPayment", OrderServiceClient::confirm_payment, rpc_request);
    state.with_deadline(confirmed).await?;
    respond::private(StatusCode::OK, &Envelope::of(Taken {}))
}

/// Does what a shopper's bank would do. There is no such address unless payments are a sandbox.
///
/// `pay` pays and tells of it, `pay-late` settles after a while, `pay-twice` tells twice, `lose` pays and never tells,
/// `decline` says no.
#[utoipa::path(
    tag = "payment",
    operation_id = "simulate_payment",
    params(
        ("reference" = String, Path, description = "The `reference` of the payment"),
        ("action" = String, Path, description = "`pay`, `pay-late`, `pay-twice`, `lose` or `decline`"),
    ),
    responses(
        (status = 200, description = "Done", body = Envelope<Taken>),
        (status = 409, description = "`reason` is `payment_expired`: the time to pay is over", body = ProblemBody, content_type = "application/problem+json"),
        ClientErrorResponses,
        NotFoundResponse,
    ),
)]
#[post("/api/sandbox/payments/{reference}/{action}")]
pub async fn act(path: Path<(String, String)>, state: Data<AppState>) -> Result<HttpResponse, Problem> {
    let (reference, action) = path.into_inner();
    let action = match action.as_str() {
        "pay" => proto::SandboxAction::Pay,
        "pay-late" => proto::SandboxAction::PayLate,
        "pay-twice" => proto::SandboxAction::PayTwice,
        "lose" => proto::SandboxAction::DropWebhook,
        "decline" => proto::SandboxAction::Decline,
        _ => return Err(Error::not_found("there is no such action").into()),
    };
    let mut client = state.clients.orders();
    let rpc_request = proto::SimulatePaymentRequest { reference, action: action.into() };
    state.call("SimulatePayment", client.simulate_payment(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Taken {}))
}
