//! The HTTP port of a gRPC service, for probes and Prometheus: `/livez`, `/readyz`, `/metrics`. The edge has its own.

use std::{
    net::{SocketAddr, TcpListener},
    time::Duration,
};

use actix_web::{
    App, HttpRequest, HttpResponse, HttpServer,
    dev::{Server, ServerHandle},
    http::header::CONTENT_TYPE,
    web::{self, Data},
};
use anyhow::Result;
use heuan_rpc::Health;
use heuan_runtime::degraded;
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
    pub fn on(listener: TcpListener, health: Health) -> Result<Self> {
        let address = listener.local_addr()?;
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
        .listen(listener)?;
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

async fn readiness(request: HttpRequest, health: Data<Health>) -> HttpResponse {
    let (is_ready, body) = degraded::readiness(health.is_ready(), request.query_string());
    if is_ready { HttpResponse::Ok().body(body) } else { HttpResponse::ServiceUnavailable().body(body) }
}

async fn metrics_page(metrics: Data<Metrics>) -> HttpResponse {
    HttpResponse::Ok().insert_header((CONTENT_TYPE, "text/plain; version=0.0.4")).body(metrics.render())
}
