//! gRPC handlers of `WeatherService`.

use std::sync::Arc;

use heuan_proto::branches::v1::{
    self as wire,
    weather_service_server::{WeatherService, WeatherServiceServer},
};
use tonic::{Request, Response, Status};

use crate::{
    condition::Condition,
    store::store_error,
    weather::{Report, Weather},
};

pub fn server(weather: Arc<Weather>) -> WeatherServiceServer<impl WeatherService> {
    WeatherServiceServer::new(Handler { weather })
}

struct Handler {
    weather: Arc<Weather>,
}

#[tonic::async_trait]
impl WeatherService for Handler {
    async fn list_weather(
        &self,
        _: Request<wire::ListWeatherRequest>,
    ) -> Result<Response<wire::ListWeatherResponse>, Status> {
        let reports = self.weather.reports().await.map_err(store_error)?;
        let weather = reports.into_iter().map(Into::into).collect();
        Ok(Response::new(wire::ListWeatherResponse { weather }))
    }
}

impl From<Report> for wire::Weather {
    fn from(Report { place, reading, estimated }: Report) -> Self {
        Self {
            branch_id: place.b_id,
            branch_name_la: place.name_la,
            branch_name_en: place.name_en,
            city_name_la: place.city_la,
            city_name_en: place.city_en,
            temperature: reading.temperature,
            feels_like: reading.feels_like,
            humidity: reading.humidity,
            wind_speed: reading.wind_speed,
            condition: wire::WeatherCondition::from(reading.condition).into(),
            is_day: reading.is_day,
            read_at: reading.at_ms,
            estimated,
        }
    }
}

impl From<Condition> for wire::WeatherCondition {
    fn from(condition: Condition) -> Self {
        match condition {
            Condition::Unknown => Self::Unspecified,
            Condition::Clear => Self::Clear,
            Condition::FewClouds => Self::FewClouds,
            Condition::Cloudy => Self::Cloudy,
            Condition::Fog => Self::Fog,
            Condition::Drizzle => Self::Drizzle,
            Condition::FreezingDrizzle => Self::FreezingDrizzle,
            Condition::LightRain => Self::LightRain,
            Condition::ModerateRain => Self::ModerateRain,
            Condition::HeavyRain => Self::HeavyRain,
            Condition::FreezingRain => Self::FreezingRain,
            Condition::Snow => Self::Snow,
            Condition::RainShowers => Self::RainShowers,
            Condition::SnowShowers => Self::SnowShowers,
            Condition::Thunderstorm => Self::Thunderstorm,
        }
    }
}
