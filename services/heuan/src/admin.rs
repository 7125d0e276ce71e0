//! The HTTP port of a gRPC service, for probes and Prometheus: `/livez`, `/readyz`, `/metrics`. The edge has its own.

use std::{net::SocketAddr, time::Duration};

use actix_web::{
    App, HttpResponse, HttpServer,
    dev::{Server, ServerHandle},
    http::header::CONTENT_TYPE,
    web::{self, Data},
};
use anyhow::{Context as _, Result};
use heuan_rpc::Health;
use heuan_telemetry::metrics::Metrics;

/// How often samples are folded into buckets.
const TIDY: Duration = Duration::from_secs(10);

/// A bound admin port.
pub struct Admin {
    pub address: SocketAddr,
    server: Server,
    metrics: Metrics,
}

impl Admin {
    pub fn bind(wanted: SocketAddr, health: Health) -> Result<Self> {
        let metrics = Metrics::install()?;
        let (shown, health) = (Data::new(metrics.clone()), Data::new(health));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(shown.clone())
                .app_data(health.clone())
                .route("/livez", web::get().to(|| async { HttpResponse::Ok().body("ok\n") }))
                .route("/readyz", web::get().to(readiness))
                .route("/metrics", web::get().to(metrics_page))
        })
        .workers(1)
        .disable_signals()
        .bind(wanted)
        .with_context(|| format!("cannot take {wanted}; listen.admin_port may be used by another program"))?;
        let address = server.addrs().first().copied().unwrap_or(wanted);
        Ok(Self { address, server: server.run(), metrics })
    }

    /// Until dropped.
    pub async fn run(self) -> std::io::Result<()> {
        let _stop = StopOnDrop(self.server.handle());
        let mut ticks = tokio::time::interval(TIDY);
        let mut server = self.server;
        loop {
            tokio::select! {
                ended = &mut server => return ended,
                _ = ticks.tick() => self.metrics.tidy(),
            }
        }
    }
}

/// The server's worker would else go on after its future is dropped.
struct StopOnDrop(ServerHandle);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        drop(self.0.stop(false));
    }
}

async fn readiness(health: Data<Health>) -> HttpResponse {
    if health.is_ready() {
        HttpResponse::Ok().body("ready\n")
    } else {
        HttpResponse::ServiceUnavailable().body("not ready\n")
    }
}

async fn metrics_page(metrics: Data<Metrics>) -> HttpResponse {
    HttpResponse::Ok().insert_header((CONTENT_TYPE, "text/plain; version=0.0.4")).body(metrics.render())
}
