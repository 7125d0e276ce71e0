//! Export of traces over OTLP (OpenTelemetry) to the collector of `telemetry.otlp_endpoint`.

use std::time::Duration;

use anyhow::Context as _;
use opentelemetry::{KeyValue, trace::TracerProvider as _};
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::{
    Resource,
    trace::{Sampler, SdkTracer, SdkTracerProvider},
};
use tracing::Subscriber;
use tracing_subscriber::{Layer, filter::Targets, registry::LookupSpan};

use crate::{Config, VERSION, sql::Statements};

/// Target of spans that are exported: requests, calls between services, Redis commands.
pub const TRACE: &str = "heuan::trace";

const EXPORT_TIMEOUT: Duration = Duration::from_secs(5);

/// OTLP exporter, which does nothing without a configured collector.
#[must_use = "close it at the end, or the last spans are lost"]
pub struct Traces {
    provider: Option<SdkTracerProvider>,
    database: &'static str,
}

impl Traces {
    pub(crate) fn open(
        service: &'static str,
        database: &'static str,
        config: &Config,
    ) -> anyhow::Result<Self> {
        config.validate()?;
        if config.otlp_endpoint.is_empty() {
            return Ok(Self { provider: None, database });
        }
        let exporter = SpanExporter::builder()
            .with_tonic()
            .with_endpoint(&config.otlp_endpoint)
            .with_timeout(EXPORT_TIMEOUT)
            .build()
            .context("telemetry.otlp_endpoint")?;
        let root = Sampler::TraceIdRatioBased(config.sample_ratio);
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_sampler(Sampler::ParentBased(Box::new(root)))
            .with_resource(
                Resource::builder()
                    .with_service_name(service)
                    .with_attribute(KeyValue::new("service.version", VERSION))
                    .build(),
            )
            .build();
        Ok(Self { provider: Some(provider), database })
    }

    /// Returns the layer that records spans of [`TRACE`] and the events inside them.
    pub(crate) fn layer<S>(&self) -> Option<Box<dyn Layer<S> + Send + Sync>>
    where
        S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    {
        let layer = tracing_opentelemetry::layer()
            .with_tracer(self.tracer()?)
            .with_location(false)
            .with_threads(false)
            .with_target(false);
        Some(layer.with_filter(Targets::new().with_target(TRACE, tracing::Level::INFO)).boxed())
    }

    pub(crate) fn layer_of_statements<S>(&self) -> Option<Box<dyn Layer<S> + Send + Sync>>
    where
        S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    {
        let filter = Targets::new().with_target(crate::sql::TARGET, tracing::Level::DEBUG);
        Some(Statements::new(self.tracer()?, self.database).with_filter(filter).boxed())
    }

    fn tracer(&self) -> Option<SdkTracer> {
        Some(self.provider.as_ref()?.tracer("heuan"))
    }

    /// Flushes pending spans. Blocks for five seconds at most.
    pub fn close(self) {
        if let Some(provider) = self.provider
            && let Err(error) = provider.shutdown_with_timeout(EXPORT_TIMEOUT)
        {
            tracing::warn!(%error, "the last traces were not delivered");
        }
    }
}
