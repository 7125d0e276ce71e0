//! Route `POST /api/api-token`: a publishable key is exchanged for an API token of 24 hours.

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{AUTHORIZATION, CACHE_CONTROL, HeaderValue},
    post,
    web::Data,
};
use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::{Envelope, moment},
    problem::{ClientErrorResponses, Problem, ProblemBody},
};

/// A token for `x-api-access-token`.
#[derive(Serialize, ToSchema)]
pub struct ApiToken {
    token: String,
    /// 24 h from now.
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    expires_at: String,
}

/// Exchanges a publishable key for an API token.
///
/// `/api/auth/*` and expensive calls require it in `x-api-access-token`; public reads do not.
#[utoipa::path(
    tag = "api-token",
    operation_id = "issue_api_token",
    security(("publishable_key" = [])),
    responses(
        (status = 200, description = "The token", body = Envelope<ApiToken>),
        (status = 401, description = "The key is missing or unknown", body = ProblemBody, content_type = "application/problem+json"),
        ClientErrorResponses,
    ),
)]
#[post("/api/api-token")]
pub async fn issue(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let header = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = header.and_then(bearer).unwrap_or_default();
    if !state.shared.tokens.knows(key) {
        let message = "send `Authorization: Bearer` with a publishable key of this shop";
        let problem = Problem::from(Error::new(Code::Unauthenticated, message));
        return Err(problem.with_challenge("Bearer"));
    }
    let token = state.shared.tokens.issue(Clock::System.now_ms() / 1000);
    let expires_at = moment(token.expires_at * 1000)?;
    let mut response = HttpResponse::Ok().json(Envelope::of(ApiToken { token: token.text, expires_at }));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn bearer(header: &str) -> Option<&str> {
    let (scheme, key) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim())
}
