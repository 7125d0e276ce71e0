//! The service on a database of its own, called like from the edge.
#![allow(dead_code, reason = "each test file uses part of it")]

use std::{sync::Arc, time::Duration};

use heuan_proto::branches::v1::{ListWeatherRequest, Weather, weather_service_client::WeatherServiceClient};
use heuan_rpc::Transport;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_store::{DatabaseUrl, StoreError};
use heuan_testkit::{
    Engine, TestDb,
    upstream::{Reply, Upstream},
};
use heuan_weather_branches::{Config, WeatherBranches, branches::Branch};

/// 2026-11-21, noon in Vientiane.
const NOON: i64 = 1_795_237_200_000;
pub const MINUTE: i64 = 60_000;
pub const HOUR: i64 = 60 * MINUTE;
/// Timeout that is long enough for a busy machine.
const LONG: Duration = Duration::from_secs(120);

pub struct Shop {
    pub upstream: Arc<Upstream>,
    pub clock: Clock,
    pub config: Config,
    pub shutdown: Shutdown,
    db: Arc<TestDb>,
    service: WeatherBranches,
}

impl Shop {
    pub async fn open(engine: Engine, reply: Reply) -> Self {
        let upstream = Arc::new(Upstream::start(reply).await.unwrap());
        let config = Config { url: upstream.url(), timeout_ms: 60_000, max_wait: LONG, ..Config::offline() };
        let db = Arc::new(TestDb::new(engine).await);
        Self::on(upstream, config, db, Clock::fixed(NOON), Shutdown::new()).await
    }

    /// Another process of the same shop, with the current configuration.
    pub async fn replica(&self) -> Self {
        let (upstream, db) = (self.upstream.clone(), self.db.clone());
        Self::on(upstream, self.config.clone(), db, self.clock.clone(), self.shutdown.clone()).await
    }

    async fn on(
        upstream: Arc<Upstream>,
        config: Config,
        db: Arc<TestDb>,
        clock: Clock,
        shutdown: Shutdown,
    ) -> Self {
        let service = WeatherBranches::open(&config, &db.location, clock.clone(), shutdown.clone()).await;
        Self { upstream, clock, config, shutdown, db, service: service.unwrap() }
    }

    pub fn location(&self) -> &DatabaseUrl {
        &self.db.location
    }

    pub async fn write(&self, branches: &[Branch]) {
        self.try_write(branches).await.unwrap();
    }

    pub async fn try_write(&self, branches: &[Branch]) -> Result<(), StoreError> {
        self.service.store().write(branches, true).await
    }

    pub fn transport(&self) -> Transport {
        Transport::in_process(self.service.routes(), LONG)
    }

    pub async fn branches(&self) -> Vec<Branch> {
        self.service.store().branches().await.unwrap()
    }

    pub async fn weather(&self) -> Vec<Weather> {
        let transport = self.transport();
        let answer = WeatherServiceClient::new(transport).list_weather(ListWeatherRequest {}).await;
        answer.unwrap().into_inner().weather
    }
}

pub fn branch(b_id: i64) -> Branch {
    Branch {
        b_id,
        b_name: format!("ສາຂາ {b_id}"),
        b_name_eng: format!("Branch {b_id}"),
        tb_address_la: "ບ້ານໂພນທັນ, ນະຄອນຫຼວງວຽງຈັນ".to_owned(),
        tb_address_en: "Phonthan Village, Vientiane Capital".to_owned(),
        lat: Some(17.0 + b_id as f64 / 100.0),
        lng: Some(102.0 + b_id as f64 / 100.0),
        ..Branch::default()
    }
}

/// A response of the upstream: light rain by day.
pub fn json(temperature: f64) -> String {
    format!(
        r#"{{"current":{{"time":"2026-11-21T12:00","interval":900,"temperature_2m":{temperature},
        "relative_humidity_2m":58,"apparent_temperature":35.0,"is_day":1,"weather_code":61,"wind_speed_10m":1.8}}}}"#
    )
}
