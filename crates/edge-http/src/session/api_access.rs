//! Check of the API token in `x-api-access-token`, which a client gets for a publishable key from `/api/api-token`.

use actix_web::HttpRequest;
use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;

use crate::{app_state::AppState, header_names, problem::Problem};

/// Refuses a request without a valid token. Called by every `/api/auth/*` handler and every expensive POST.
pub fn require_api_token(request: &HttpRequest, state: &AppState) -> Result<(), Problem> {
    let token = request
        .headers()
        .get(header_names::API_TOKEN)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    if state.shared.tokens.verify(token, Clock::System.now_ms() / 1000) {
        return Ok(());
    }
    let error = Error::new(Code::Unauthenticated, "the API token is missing or has expired");
    Err(Problem::from(error).with_reason("api_token"))
}
