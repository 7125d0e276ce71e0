//! Weather at the first branches: fetched once an hour for the whole shop, served stale while it is refreshed, and
//! estimated by season when there is no reading.

mod estimate;
mod log_throttle;
mod upstream;

use std::sync::Arc;

use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::StoreError;
use tokio::sync::watch;
use tracing::Instrument as _;

use self::{estimate::estimate, log_throttle::LogThrottle, upstream::Upstream};
use crate::{
    config::Config,
    reading::Reading,
    store::{Store, StoredWeather},
    weather_location::{self, WeatherLocation},
};

/// The weather at one branch.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub place: WeatherLocation,
    pub reading: Reading,
    /// Whether it is a seasonal estimate.
    pub estimated: bool,
}

pub struct Weather {
    store: Arc<Store>,
    upstream: Option<Arc<Upstream>>,
    config: Config,
    clock: Clock,
    shutdown: Shutdown,
    /// Number of fetches in flight in this process.
    running: Arc<watch::Sender<usize>>,
    failures: Arc<LogThrottle>,
}

impl Weather {
    pub fn new(config: &Config, store: Arc<Store>, clock: Clock, shutdown: Shutdown) -> Self {
        Self {
            store,
            upstream: Upstream::of(config).map(Arc::new),
            config: config.clone(),
            clock,
            shutdown,
            running: Arc::new(watch::Sender::new(0)),
            failures: Arc::default(),
        }
    }

    /// The weather at the first five branches with valid coordinates; empty if there are none.
    ///
    /// Due readings are fetched in the background. Only callers without any reading wait, for a bounded time.
    pub async fn reports(&self) -> Result<Vec<Report>, StoreError> {
        let places = weather_location::first(self.store.branches().await?);
        let mut kept = self.store.weather().await?;
        if let Some(upstream) = &self.upstream {
            for place in &places {
                // A database that refuses writes still returns readings; the next caller retries.
                if self.is_due(place, &kept)
                    && let Err(error) = self.refresh(upstream, place).await
                {
                    tracing::warn!(%error, b_id = place.b_id, "weather fetch could not be claimed");
                }
            }
            if places.iter().any(|place| self.showable(place, &kept).is_none())
                && self.wait_for_fetches().await
            {
                kept = self.store.weather().await?;
            }
        }
        let reports = places.into_iter().map(|place| match self.showable(&place, &kept) {
            Some(reading) => Report { place, reading, estimated: false },
            None => Report { place, reading: estimate(self.clock.now()), estimated: true },
        });
        Ok(reports.collect())
    }

    fn is_due(&self, place: &WeatherLocation, kept: &[StoredWeather]) -> bool {
        let found = kept.iter().find(|it| it.is_of(place));
        found.is_none_or(|it| it.due_at <= self.clock.now_ms())
    }

    fn showable(&self, place: &WeatherLocation, kept: &[StoredWeather]) -> Option<Reading> {
        let reading = kept.iter().find(|it| it.is_of(place))?.reading.clone()?;
        (self.clock.now_ms() - reading.at_ms <= self.config.stale_s * 1000).then_some(reading)
    }

    /// Starts a fetch for `place`, unless one was claimed in this or another process.
    async fn refresh(&self, upstream: &Arc<Upstream>, place: &WeatherLocation) -> Result<(), StoreError> {
        let now = self.clock.now_ms();
        if !self.store.take_turn(place, now, now + self.config.refresh_s * 1000).await? {
            return Ok(());
        }
        let guard = FetchGuard::begin(&self.running);
        let (upstream, place, store) = (upstream.clone(), place.clone(), self.store.clone());
        let (clock, failures, retry_ms) =
            (self.clock.clone(), self.failures.clone(), self.config.retry_s * 1000);
        let (span, begun) = (upstream.span(), self.shutdown.requested());
        let fetch = async move {
            let _guard = guard;
            let outcome = tokio::select! {
                read = upstream.fetch(&place, now) => match read {
                    Ok(reading) => store.store_reading(&place, &reading).await,
                    Err(error) => {
                        if let Some(count) = failures.count(clock.now_ms()) {
                            tracing::warn!(%error, count, b_id = place.b_id, "weather fetch failed");
                        }
                        store.give_turn_back(&place, clock.now_ms() + retry_ms).await
                    }
                },
                // The upstream did not fail, so the next caller fetches at once.
                () = begun => store.give_turn_back(&place, now).await,
            };
            if let Err(error) = outcome {
                tracing::warn!(%error, b_id = place.b_id, "weather reading could not be stored");
            }
        };
        self.shutdown.spawn(fetch.instrument(span));
        Ok(())
    }

    /// Waits for the fetches in flight. Returns false on timeout.
    async fn wait_for_fetches(&self) -> bool {
        let mut running = self.running.subscribe();
        let landed = running.wait_for(|count| *count == 0);
        tokio::time::timeout(self.config.max_wait, landed).await.is_ok()
    }
}

/// Guard that counts one fetch in flight.
struct FetchGuard(Arc<watch::Sender<usize>>);

impl FetchGuard {
    fn begin(running: &Arc<watch::Sender<usize>>) -> Self {
        running.send_modify(|count| *count += 1);
        Self(running.clone())
    }
}

impl Drop for FetchGuard {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
