//! What orchestrators and collectors ask. Keep `/metrics` off the public side of a proxy.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, Responder, get, http::header::HeaderValue, web::Data};
use heuan_cache::{Answer, Origin};

use crate::{body::Body, respond, shop::Shop};

const TEXT: &str = "text/plain; charset=utf-8";

/// The process runs. Says nothing about what it depends on: a restart would not mend that.
#[get("/livez")]
pub async fn livez() -> impl Responder {
    "ok\n"
}

/// The process wants traffic: the catalogue was seen once, and no shutdown has begun. Stays green when the catalogue
/// goes down later, because what was seen is still served.
#[get("/readyz")]
pub async fn readyz(shop: Data<Shop>) -> HttpResponse {
    if shop.shared.readiness.is_ready() {
        HttpResponse::Ok().content_type(TEXT).body("ready\n")
    } else {
        HttpResponse::ServiceUnavailable().content_type(TEXT).body("not ready\n")
    }
}

/// Counted as any other request: it is a quarter of a megabyte, and a collector asks every few seconds.
#[get("/metrics")]
pub async fn metrics(request: HttpRequest, shop: Data<Shop>) -> HttpResponse {
    let body = Body::new("text/plain; version=0.0.4", shop.shared.metrics.render());
    let answer = Answer { value: Arc::new(body), origin: Origin::Fetched };
    respond::with(&request, answer, HeaderValue::from_static("no-store")).await
}
