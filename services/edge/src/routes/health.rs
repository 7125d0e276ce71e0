//! What orchestrators and collectors ask. Keep `/metrics` off the public side of a proxy.

use actix_web::{HttpResponse, Responder, get, web::Data};

use crate::shop::Shop;

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
        HttpResponse::Ok().body("ready\n")
    } else {
        HttpResponse::ServiceUnavailable().body("not ready\n")
    }
}

#[get("/metrics")]
pub async fn metrics(shop: Data<Shop>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(shop.shared.metrics.render())
}
