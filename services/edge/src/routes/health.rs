//! What orchestrators ask of the public port. The admin port says the same, and has `/metrics`.

use actix_web::{HttpRequest, HttpResponse, Responder, get, web::Data};
use heuan_runtime::degraded;

use crate::app_state::AppState;

const TEXT: &str = "text/plain; charset=utf-8";

/// The process runs. Says nothing about what it depends on: a restart would not mend that.
#[get("/livez")]
pub async fn livez() -> impl Responder {
    "ok\n"
}

/// The process wants traffic: the catalog was seen once, and no shutdown has begun. Stays green when the catalog
/// goes down later, because what was seen is still served, and while a part in this process cannot write, which the body
/// says; `/readyz?writes` is red then.
#[get("/readyz")]
pub async fn readyz(request: HttpRequest, state: Data<AppState>) -> HttpResponse {
    let is_ready = state.shared.readiness.is_ready();
    let (is_green, body) = degraded::readiness(is_ready, request.query_string());
    let mut answer = if is_green { HttpResponse::Ok() } else { HttpResponse::ServiceUnavailable() };
    answer.content_type(TEXT).body(body)
}
