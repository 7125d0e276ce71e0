//! Probes on the public port. The admin port has the same, and `/metrics`.

use actix_web::{HttpRequest, HttpResponse, Responder, get, web::Data};
use heuan_runtime::degraded;

use crate::api_state::ApiState;

const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

/// Liveness probe. Independent of other services, because a restart would not help if they fail.
#[get("/livez")]
pub async fn livez() -> impl Responder {
    "ok\n"
}

/// Readiness probe: the catalog was read once, accounts and orders have been reached or `ready_wait_ms` has passed, and no
/// shutdown has begun. It stays ready if a service fails later, because cached data is still served. It also stays ready while
/// a service in this process cannot write; the body reports this, and `/readyz?writes` fails.
#[get("/readyz")]
pub async fn readyz(request: HttpRequest, state: Data<ApiState>) -> HttpResponse {
    let is_ready = state.shared.readiness.is_ready();
    let (is_green, body) = degraded::readiness(is_ready, request.query_string());
    let mut answer = if is_green { HttpResponse::Ok() } else { HttpResponse::ServiceUnavailable() };
    answer.content_type(PLAIN_TEXT).body(body)
}
