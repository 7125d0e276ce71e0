//! Route `GET /api/v1/weather`: the current weather at the first five branches with coordinates.

use actix_web::{HttpRequest, HttpResponse, get, web::Data};
use heuan_proto::branches::v1::{
    self as proto, WeatherCondition as Wire, weather_service_client::WeatherServiceClient,
};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api_state::ApiState,
    cached_query::{CachedQuery, CachedResponse, independent_response},
};
use heuan_edge_http::{
    backends::Clients,
    body::Body,
    envelope::{Envelope, LocalText, moment},
    params::CanonicalUrl,
    problem::{ClientErrorResponses, Problem},
};

/// The weather at a branch. The field names are the specification's.
#[derive(Serialize, ToSchema)]
pub struct Weather {
    /// °C.
    #[schema(example = 31.4)]
    temp: f64,
    feels_like: f64,
    /// Percent.
    humidity: f64,
    /// Meters per second.
    #[serde(rename = "windSpeed")]
    wind_speed: f64,
    condition: Condition,
    /// In English; the storefront has it in its languages.
    #[schema(example = "Light rain")]
    description: &'static str,
    /// A name of the Lucide icons, by condition and time of the day.
    #[schema(example = "cloud-rain")]
    icon: &'static str,
    #[serde(rename = "branchName")]
    branch_name: LocalText,
    #[serde(rename = "branchId")]
    branch_id: i64,
    #[serde(rename = "cityName")]
    city_name: LocalText,
    /// Time of the reading: RFC 3339, Vientiane time.
    timestamp: String,
    /// Whether it is a seasonal estimate, because there is no reading.
    estimated: bool,
}

/// A group of WMO weather codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Condition {
    Unknown,
    Clear,
    FewClouds,
    Cloudy,
    Fog,
    Drizzle,
    FreezingDrizzle,
    LightRain,
    ModerateRain,
    HeavyRain,
    FreezingRain,
    Snow,
    RainShowers,
    SnowShowers,
    Thunderstorm,
}

/// Returns the weather at the first five branches with valid coordinates, in their order; empty if there are none.
///
/// Fetched once an hour for the whole shop. Without a reading, a marked seasonal estimate is returned.
#[utoipa::path(
    tag = "weather",
    operation_id = "list_weather",
    responses((status = 200, description = "The weather", body = Envelope<Vec<Weather>>), ClientErrorResponses),
)]
#[get("/api/v1/weather")]
pub async fn list(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    state.respond(&request, &WeatherQuery).await
}

pub(crate) async fn fetch(clients: &Clients) -> Result<Body> {
    let request = proto::ListWeatherRequest {};
    let answer = clients.weather().read("ListWeather", WeatherServiceClient::list_weather, request).await?;
    let weather: Vec<Weather> = answer.weather.into_iter().map(Weather::try_from).collect::<Result<_>>()?;
    Body::json(&Envelope::of(weather))
}

impl TryFrom<proto::Weather> for Weather {
    type Error = Error;

    fn try_from(from: proto::Weather) -> Result<Self> {
        let (condition, description) = condition_name(from.condition());
        Ok(Self {
            temp: from.temperature,
            feels_like: from.feels_like,
            humidity: from.humidity,
            wind_speed: from.wind_speed,
            condition,
            description,
            icon: icon(condition, from.is_day),
            branch_name: LocalText { la: from.branch_name_la, en: from.branch_name_en },
            branch_id: from.branch_id,
            city_name: LocalText { la: from.city_name_la, en: from.city_name_en },
            timestamp: moment(from.read_at)?,
            estimated: from.estimated,
        })
    }
}

fn condition_name(condition: Wire) -> (Condition, &'static str) {
    match condition {
        Wire::Unspecified => (Condition::Unknown, ""),
        Wire::Clear => (Condition::Clear, "Clear sky"),
        Wire::FewClouds => (Condition::FewClouds, "Few clouds"),
        Wire::Cloudy => (Condition::Cloudy, "Cloudy"),
        Wire::Fog => (Condition::Fog, "Fog"),
        Wire::Drizzle => (Condition::Drizzle, "Drizzle"),
        Wire::FreezingDrizzle => (Condition::FreezingDrizzle, "Freezing drizzle"),
        Wire::LightRain => (Condition::LightRain, "Light rain"),
        Wire::ModerateRain => (Condition::ModerateRain, "Moderate rain"),
        Wire::HeavyRain => (Condition::HeavyRain, "Heavy rain"),
        Wire::FreezingRain => (Condition::FreezingRain, "Freezing rain"),
        Wire::Snow => (Condition::Snow, "Snow"),
        Wire::RainShowers => (Condition::RainShowers, "Rain showers"),
        Wire::SnowShowers => (Condition::SnowShowers, "Snow showers"),
        Wire::Thunderstorm => (Condition::Thunderstorm, "Thunderstorm"),
    }
}

fn icon(condition: Condition, is_day: bool) -> &'static str {
    match condition {
        Condition::Clear if is_day => "sun",
        Condition::Clear => "moon",
        Condition::FewClouds if is_day => "cloud-sun",
        Condition::FewClouds => "cloud-moon",
        Condition::Cloudy | Condition::Unknown => "cloud",
        Condition::Fog => "cloud-fog",
        Condition::Drizzle | Condition::FreezingDrizzle => "cloud-drizzle",
        Condition::LightRain
        | Condition::ModerateRain
        | Condition::HeavyRain
        | Condition::FreezingRain
        | Condition::RainShowers => "cloud-rain",
        Condition::Snow | Condition::SnowShowers => "cloud-snow",
        Condition::Thunderstorm => "cloud-lightning",
    }
}

/// The weather at the branches.
#[derive(Clone, Debug, PartialEq)]
pub struct WeatherQuery;

impl CachedQuery for WeatherQuery {
    fn url(&self) -> CanonicalUrl {
        CanonicalUrl::new("/api/v1/weather")
    }

    fn fetch_cached<'a>(&'a self, state: &'a ApiState) -> CachedResponse<'a> {
        independent_response(state, self.url(), |clients| async move { fetch(&clients).await })
    }
}
