//! What orchestrators and collectors ask. Keep `/metrics` off the public side of a proxy.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, Responder, get, http::header::HeaderValue, web::Data};
use heuan_cache::{Answer, Origin};
use heuan_runtime::degraded;

use crate::{body::Body, respond, shop::Shop};

const TEXT: &str = "text/plain; charset=utf-8";

/// The process runs. Says nothing about what it depends on: a restart would not mend that.
#[get("/livez")]
pub async fn livez() -> impl Responder {
    "ok\n"
}

/// The process wants traffic: the catalogue was seen once, and no shutdown has begun. Stays green when the catalogue
/// goes down later, because what was seen is still served, and while a part in this process cannot write, which the body
/// says; `/readyz?writes` is red then.
#[get("/readyz")]
pub async fn readyz(request: HttpRequest, shop: Data<Shop>) -> HttpResponse {
    let is_ready = shop.shared.readiness.is_ready();
    let (is_green, body) = degraded::readiness(is_ready, request.query_string());
    let mut answer = if is_green { HttpResponse::Ok() } else { HttpResponse::ServiceUnavailable() };
    answer.content_type(TEXT).body(body)
}

/// Counted as any other request: it is a quarter of a megabyte, and a collector asks every few seconds.
#[get("/metrics")]
pub async fn metrics(request: HttpRequest, shop: Data<Shop>) -> HttpResponse {
    let body = Body::new("text/plain; version=0.0.4", shop.shared.metrics.render());
    let answer = Answer { value: Arc::new(body), origin: Origin::Fetched };
    respond::with(&request, answer, HeaderValue::from_static("no-store")).await
}
