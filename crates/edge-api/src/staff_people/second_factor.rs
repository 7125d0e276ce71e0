//! Second factor of staff: set-up of an authenticator app, verification of a session, reset after the loss of a phone.

use actix_web::{
    HttpRequest, HttpResponse, delete,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::Envelope,
    params::parse_id,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody},
    respond,
    session::{Staff, StaffInput, client_address},
};
use heuan_edge_live::SessionsRevoked;
use heuan_proto::accounts::v1 as proto;

use super::dto::{CodeBody, CurrentPasswordBody, RecoveryCodes, SecondFactorSecret};
use crate::{api_state::ApiState, empty_body::Nothing};

/// Makes a secret for an authenticator app. It has no effect until a first code confirms it.
#[utoipa::path(
    tag = "staff-people",
    operation_id = "begin_second_factor",
    security(("api_token" = [], "session" = [])),
    request_body = CurrentPasswordBody,
    responses(
        (status = 201, description = "The secret", body = Envelope<SecondFactorSecret>),
        (status = 409, description = "`reason` is `second_factor_exists`", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/second-factor")]
pub async fn begin(
    StaffInput(staff, body): StaffInput<CurrentPasswordBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::BeginSecondFactorRequest {
        customer_id: staff.0.customer_id,
        current_password: body.current_password,
        client_address: client_address(&request, &state),
    };
    let mut client = state.clients.staff();
    let begun = state.call("BeginSecondFactor", client.begin_second_factor(rpc_request)).await?;
    let secret = SecondFactorSecret { secret: begun.secret, url: begun.url };
    respond::private(StatusCode::CREATED, &Envelope::of(secret))
}

/// Confirms the secret by its first code. The session counts as verified, and the account's other sessions end.
#[utoipa::path(
    tag = "staff-people",
    operation_id = "confirm_second_factor",
    security(("api_token" = [], "session" = [])),
    request_body = CodeBody,
    responses((status = 200, description = "Recovery codes", body = Envelope<RecoveryCodes>), NotFoundResponse, ClientErrorResponses),
)]
#[post("/api/staff/second-factor/confirm")]
pub async fn confirm(
    StaffInput(staff, body): StaffInput<CodeBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::ConfirmSecondFactorRequest {
        customer_id: staff.0.customer_id,
        token: staff.0.token.to_bytes(),
        code: body.code,
        client_address: client_address(&request, &state),
    };
    let mut client = state.clients.staff();
    let confirmed = state.call("ConfirmSecondFactor", client.confirm_second_factor(rpc_request)).await?;
    let (customer_id, but) = (staff.0.customer_id, staff.0.token.id());
    state.live.sessions_revoked(SessionsRevoked::AllExcept { customer_id, but });
    let codes = RecoveryCodes { recovery_codes: confirmed.recovery_codes };
    respond::private(StatusCode::OK, &Envelope::of(codes))
}

/// Verifies the session by a code of the app or a recovery code. Each is accepted once.
#[utoipa::path(
    tag = "staff-people",
    operation_id = "verify_second_factor",
    security(("api_token" = [], "session" = [])),
    request_body = CodeBody,
    responses((status = 200, description = "Verified", body = Envelope<Nothing>), NotFoundResponse, ClientErrorResponses),
)]
#[post("/api/staff/second-factor/verify")]
pub async fn verify(
    StaffInput(staff, body): StaffInput<CodeBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::VerifySecondFactorRequest {
        customer_id: staff.0.customer_id,
        token: staff.0.token.to_bytes(),
        code: body.code,
        client_address: client_address(&request, &state),
    };
    let mut client = state.clients.staff();
    state.call("VerifySecondFactor", client.verify_second_factor(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

/// Replaces the recovery codes; the old ones are void. It needs a code of the app or a recovery code, which is used up.
#[utoipa::path(
    tag = "staff-people",
    operation_id = "renew_recovery_codes",
    security(("api_token" = [], "session" = [])),
    request_body = CodeBody,
    responses((status = 200, description = "Recovery codes", body = Envelope<RecoveryCodes>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[post("/api/staff/second-factor/recovery-codes")]
pub async fn renew_codes(
    StaffInput(staff, body): StaffInput<CodeBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::RenewRecoveryCodesRequest {
        customer_id: staff.0.customer_id,
        token: staff.0.token.to_bytes(),
        code: body.code,
        client_address: staff.0.client_address,
    };
    let mut client = state.clients.staff();
    let renewed = state.call("RenewRecoveryCodes", client.renew_recovery_codes(rpc_request)).await?;
    let codes = RecoveryCodes { recovery_codes: renewed.recovery_codes };
    respond::private(StatusCode::OK, &Envelope::of(codes))
}

/// Removes the second factor of a member of staff whose phone is lost, and signs them out everywhere.
#[utoipa::path(
    tag = "staff-people",
    operation_id = "reset_second_factor",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The account", minimum = 1)),
    responses((status = 200, description = "Removed", body = Envelope<Nothing>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[delete("/api/staff/people/{cus_id}/second-factor")]
pub async fn reset(
    staff: Staff,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::ResetSecondFactorRequest {
        actor_id: staff.0.customer_id,
        customer_id: parse_id("cus_id", &cus_id)?,
        client_address: staff.0.client_address,
    };
    let mut client = state.clients.staff();
    state.call("ResetSecondFactor", client.reset_second_factor(rpc_request)).await?;
    state.live.sessions_revoked(SessionsRevoked::Staff);
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}
