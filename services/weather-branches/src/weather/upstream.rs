//! HTTP client of the weather API (Open-Meteo), with a timeout and a limit of 64 KiB a response.

use std::time::Duration;

use heuan_telemetry::TRACE;
use reqwest::{Client, Url, redirect::Policy};
use tracing::{Span, field::Empty};

use crate::{config::Config, reading::Reading, weather_location::WeatherLocation};

/// Maximum response size; a response usually has about 600 bytes.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;
const CURRENT: &str =
    "temperature_2m,relative_humidity_2m,apparent_temperature,is_day,weather_code,wind_speed_10m";

/// Reason why there is no reading. It does not contain the URL, whose query may hold an API key.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("no response: {0}")]
    NoAnswer(String),
    #[error("response status {0}")]
    Refused(u16),
    #[error("response of more than {MAX_RESPONSE_BYTES} bytes")]
    TooLarge,
    #[error("invalid response: {0}")]
    Nonsense(String),
}

/// The configured Open-Meteo-compatible service.
pub struct Upstream {
    client: Client,
    url: Url,
    host: String,
}

impl Upstream {
    /// `None` if the operator disabled it, or if the client cannot be created, which is logged.
    pub fn of(config: &Config) -> Option<Self> {
        if config.url.is_empty() {
            return None;
        }
        let open = || -> anyhow::Result<Self> {
            let mut url = Url::parse(&format!("{}/v1/forecast", config.url.trim_end_matches('/')))?;
            if !config.key.is_empty() {
                url.query_pairs_mut().append_pair("apikey", &config.key);
            }
            // Fails if another part of this process has already installed a provider, which is equivalent.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let client = Client::builder()
                .timeout(Duration::from_millis(config.timeout_ms))
                .redirect(Policy::none())
                .user_agent(concat!("heuan/", env!("CARGO_PKG_VERSION")))
                .build()?;
            let host = url.host_str().unwrap_or_default().to_owned();
            Ok(Self { client, url, host })
        };
        open()
            .inspect_err(|error| tracing::warn!(%error, "weather upstream unavailable; weather is estimated"))
            .ok()
    }

    /// Span of one call, with the requesting span as its parent.
    pub fn span(&self) -> Span {
        tracing::info_span!(
            target: TRACE,
            "fetch",
            otel.name = "GET /v1/forecast",
            otel.kind = "client",
            otel.status_code = Empty,
            http.request.method = "GET",
            http.response.status_code = Empty,
            server.address = self.host,
        )
    }

    /// Fetches once, within the timeout. `at_ms` is the current time.
    pub async fn fetch(&self, place: &WeatherLocation, at_ms: i64) -> Result<Reading, Failure> {
        let outcome = self.ask(place, at_ms).await;
        if outcome.is_err() {
            Span::current().record("otel.status_code", "ERROR");
        }
        outcome
    }

    async fn ask(&self, place: &WeatherLocation, at_ms: i64) -> Result<Reading, Failure> {
        let mut url = self.url.clone();
        url.query_pairs_mut()
            .append_pair("latitude", &place.lat.to_string())
            .append_pair("longitude", &place.lng.to_string())
            .append_pair("current", CURRENT)
            .append_pair("wind_speed_unit", "ms")
            .append_pair("timezone", "Asia/Vientiane")
            .append_pair("forecast_days", "1");
        let mut response = self.client.get(url).send().await.map_err(no_answer)?;
        let status = response.status();
        Span::current().record("http.response.status_code", status.as_u16());
        if !status.is_success() {
            return Err(Failure::Refused(status.as_u16()));
        }
        let mut answer = Vec::new();
        while let Some(part) = response.chunk().await.map_err(no_answer)? {
            if answer.len() + part.len() > MAX_RESPONSE_BYTES {
                return Err(Failure::TooLarge);
            }
            answer.extend_from_slice(&part);
        }
        Reading::parse(&answer, at_ms).map_err(Failure::Nonsense)
    }
}

fn no_answer(error: reqwest::Error) -> Failure {
    use std::error::Error as _;
    let error = error.without_url();
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    Failure::NoAnswer(text)
}
