//! Admin port of a process for probes and Prometheus: `/livez`, `/readyz`, `/metrics`.

use std::{
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Duration,
};

use actix_web::{
    App, Error, HttpMessage as _, HttpRequest, HttpResponse,
    body::MessageBody,
    dev::{Payload, Server, ServerHandle, Service, ServiceRequest, ServiceResponse},
    http::{ConnectionType, header::CONTENT_TYPE},
    web::{self, Data},
};
use anyhow::Result;
use futures::{FutureExt as _, future::LocalBoxFuture};
use heuan_http::{Capacity, ConnectionLimit, Options, Progress, Timeouts};
use heuan_runtime::degraded;
use heuan_telemetry::metrics::Metrics;

/// Interval at which histogram samples are folded into buckets.
const METRICS_INTERVAL: Duration = Duration::from_secs(10);
/// Probes and scrapers are few, and reconnect at once.
const CONNECTIONS: Capacity = Capacity { workers: 1, per_worker: 256, per_client: 0 };
const TIMEOUTS: Timeouts = Timeouts { head: Duration::from_secs(5), write: Duration::from_secs(10) };
/// Longer than the interval between two scrapes.
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// Default offset of the admin port from the service port.
const OFFSET: u16 = 1000;

/// Whether the process is ready for traffic.
pub type IsReady = Arc<dyn Fn() -> bool + Send + Sync>;

/// The admin port of a process that listens on `port`; any free port if the sum exceeds 65535.
pub fn admin_port(port: u16) -> u16 {
    port.checked_add(OFFSET).unwrap_or(0)
}

/// A bound admin port.
pub struct Admin {
    pub address: SocketAddr,
    server: Server,
    metrics: Metrics,
}

impl Admin {
    pub fn on(listener: TcpListener, is_ready: IsReady) -> Result<Self> {
        let address = listener.local_addr()?;
        let metrics = Metrics::install()?;
        let (shown, is_ready) = (Data::new(metrics.clone()), Data::new(is_ready));
        let options = Options {
            name: "admin",
            workers: 1,
            connections: Arc::new(ConnectionLimit::new(CONNECTIONS, |_| false)),
            timeouts: TIMEOUTS,
            keep_alive: KEEP_ALIVE,
            shutdown: None,
            drain_s: 1,
        };
        let server = heuan_http::serve(listener, options, move || {
            App::new()
                .app_data(shown.clone())
                .app_data(is_ready.clone())
                .route("/livez", web::get().to(|| async { HttpResponse::Ok().body("ok\n") }))
                .route("/readyz", web::get().to(readiness))
                .route("/metrics", web::get().to(metrics_page))
                .wrap_fn(without_body)
        })?;
        Ok(Self { address, server, metrics })
    }

    /// Serves until dropped.
    pub async fn run(self) -> std::io::Result<()> {
        let _stop = StopOnDrop(self.server.handle());
        let mut ticks = tokio::time::interval(METRICS_INTERVAL);
        let mut server = self.server;
        loop {
            tokio::select! {
                ended = &mut server => return ended,
                _ = ticks.tick() => self.metrics.run_upkeep(),
            }
        }
    }
}

/// Stops the server on drop, because its worker would continue otherwise.
struct StopOnDrop(ServerHandle);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        drop(self.0.stop(false));
    }
}

/// No route accepts a body: a request with one closes the connection.
fn without_body<S, B>(
    mut request: ServiceRequest,
    app: &S,
) -> LocalBoxFuture<'static, Result<ServiceResponse<B>, Error>>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    S::Future: 'static,
    B: MessageBody + 'static,
{
    let progress = request.request().conn_data::<Progress>().cloned();
    if let Some(progress) = &progress {
        progress.request_began();
    }
    let has_body = !matches!(request.take_payload(), Payload::None);
    let answer = app.call(request);
    async move {
        let mut answer = answer.await?;
        if has_body {
            answer.response_mut().head_mut().set_connection_type(ConnectionType::Close);
        }
        if let Some(progress) = progress {
            progress.request_ended(!has_body);
        }
        Ok(answer)
    }
    .boxed_local()
}

async fn readiness(request: HttpRequest, is_ready: Data<IsReady>) -> HttpResponse {
    let (is_ready, body) = degraded::readiness(is_ready(), request.query_string());
    if is_ready { HttpResponse::Ok().body(body) } else { HttpResponse::ServiceUnavailable().body(body) }
}

async fn metrics_page(metrics: Data<Metrics>) -> HttpResponse {
    HttpResponse::Ok().insert_header((CONTENT_TYPE, "text/plain; version=0.0.4")).body(metrics.render())
}
