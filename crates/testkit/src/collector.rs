//! OTLP trace collector for tests.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use opentelemetry_proto::tonic::{
    collector::trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
    common::v1::{KeyValue, any_value::Value},
};
use tokio::net::TcpListener;
use tonic::{Request, Response, Status, transport::server::TcpIncoming};

/// A received span.
#[derive(Clone, Debug)]
pub struct CollectedSpan {
    pub service: String,
    /// Version of the service.
    pub version: String,
    pub name: String,
    pub trace_id: String,
    pub span_id: String,
    /// Empty for the root span.
    pub parent_id: String,
    pub attributes: Vec<(String, String)>,
}

impl CollectedSpan {
    pub fn attribute(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// Collector that listens until it is dropped.
pub struct Collector {
    pub address: SocketAddr,
    seen: Arc<Mutex<Vec<CollectedSpan>>>,
    server: tokio::task::JoinHandle<()>,
}

impl Collector {
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let seen = Arc::<Mutex<Vec<CollectedSpan>>>::default();
        let service = TraceServiceServer::new(Sink(Arc::clone(&seen)));
        let server = tokio::spawn(async move {
            let served = tonic::transport::Server::builder().add_service(service);
            let _ = served.serve_with_incoming(TcpIncoming::from(listener)).await;
        });
        Ok(Self { address, seen, server })
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the received spans of a trace.
    pub fn trace(&self, trace_id: &str) -> Vec<CollectedSpan> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.iter().filter(|span| span.trace_id == trace_id).cloned().collect()
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.server.abort();
    }
}

struct Sink(Arc<Mutex<Vec<CollectedSpan>>>);

#[tonic::async_trait]
impl TraceService for Sink {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for resource in request.into_inner().resource_spans {
            let about = texts(resource.resource.unwrap_or_default().attributes);
            let of_resource = |key: &str| {
                let found = about.iter().find(|(name, _)| name == key);
                found.map(|(_, value)| value.clone()).unwrap_or_default()
            };
            let (service, version) = (of_resource("service.name"), of_resource("service.version"));
            for span in resource.scope_spans.into_iter().flat_map(|scope| scope.spans) {
                seen.push(CollectedSpan {
                    service: service.clone(),
                    version: version.clone(),
                    name: span.name,
                    trace_id: hex(&span.trace_id),
                    span_id: hex(&span.span_id),
                    parent_id: hex(&span.parent_span_id),
                    attributes: texts(span.attributes),
                });
            }
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

fn texts(attributes: Vec<KeyValue>) -> Vec<(String, String)> {
    let text = |value: Option<Value>| match value {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        Some(Value::DoubleValue(number)) => number.to_string(),
        Some(Value::BoolValue(flag)) => flag.to_string(),
        _ => String::new(),
    };
    attributes.into_iter().map(|pair| (pair.key, text(pair.value.and_then(|value| value.value)))).collect()
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
