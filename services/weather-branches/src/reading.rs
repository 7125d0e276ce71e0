//! Parser of weather API responses (Open-Meteo) with range checks: temperatures from -90 to 65 °C.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::condition::Condition;

/// The weather at one place and time: °C, percent, m/s.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    pub temperature: f64,
    pub feels_like: f64,
    pub humidity: f64,
    pub wind_speed: f64,
    pub condition: Condition,
    pub is_day: bool,
    pub at_ms: i64,
}

/// The used part of Open-Meteo's response. Integers may have a decimal point.
#[derive(Deserialize)]
struct ForecastResponse {
    current: Current,
}

#[derive(Deserialize)]
struct Current {
    temperature_2m: f64,
    relative_humidity_2m: f64,
    apparent_temperature: f64,
    is_day: f64,
    weather_code: f64,
    wind_speed_10m: f64,
}

/// Temperature records on earth, rounded up.
const TEMPERATURES: RangeInclusive<f64> = -90.0..=65.0;
const FELT: RangeInclusive<f64> = -130.0..=100.0;
const WINDS: RangeInclusive<f64> = 0.0..=120.0;

impl Reading {
    /// Parses a response. Impossible values are refused, so that they are never shown; the error names the field.
    pub fn parse(answer: &[u8], at_ms: i64) -> Result<Self, String> {
        let ForecastResponse { current } =
            serde_json::from_slice(answer).map_err(|error| error.to_string())?;
        let figures = [
            ("temperature_2m", current.temperature_2m, TEMPERATURES),
            ("apparent_temperature", current.apparent_temperature, FELT),
            ("relative_humidity_2m", current.relative_humidity_2m, 0.0..=100.0),
            ("wind_speed_10m", current.wind_speed_10m, WINDS),
            ("weather_code", current.weather_code, 0.0..=99.0),
        ];
        if let Some((name, value, _)) = figures.iter().find(|(_, value, range)| !range.contains(value)) {
            return Err(format!("{name} is {value}"));
        }
        Ok(Self {
            temperature: current.temperature_2m,
            feels_like: current.apparent_temperature,
            humidity: current.relative_humidity_2m,
            wind_speed: current.wind_speed_10m,
            condition: Condition::of_wmo(current.weather_code as u8),
            is_day: current.is_day != 0.0,
            at_ms,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GOOD: &str = r#"{"latitude":18,"current_units":{"temperature_2m":"°C"},"current":{"time":"2026-11-21T15:00",
        "temperature_2m":31.4,"relative_humidity_2m":58,"apparent_temperature":35,"is_day":1,"weather_code":61,
        "wind_speed_10m":1.8}}"#;

    #[test]
    fn response_is_parsed() {
        let expected = Reading {
            temperature: 31.4,
            feels_like: 35.0,
            humidity: 58.0,
            wind_speed: 1.8,
            condition: Condition::LightRain,
            is_day: true,
            at_ms: 7,
        };
        assert_eq!(Reading::parse(GOOD.as_bytes(), 7).unwrap(), expected);
    }

    #[test]
    fn impossible_value_is_refused_with_its_name() {
        let spoilt = [
            ("31.4", "314"),
            ("31.4", "null"),
            ("31.4", "\"31\""),
            ("58", "-1"),
            ("58", "101"),
            ("\"apparent_temperature\":35", "\"apparent_temperature\":1e300"),
            ("1.8", "-0.1"),
            ("61", "100"),
            ("\"current\":", "\"hourly\":"),
        ];
        for (good, bad) in spoilt {
            let text = GOOD.replace(good, bad);
            assert_ne!(text, GOOD);
            assert!(Reading::parse(text.as_bytes(), 0).is_err(), "{bad}");
        }
        let error = Reading::parse(GOOD.replace("31.4", "314").as_bytes(), 0).unwrap_err();
        assert_eq!(error, "temperature_2m is 314");
    }

    proptest! {
        #[test]
        fn any_bytes_are_parsed_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = Reading::parse(&bytes, 0);
        }

        #[test]
        fn truncated_response_is_refused(end in 0..GOOD.len()) {
            prop_assert!(Reading::parse(&GOOD.as_bytes()[..end], 0).is_err());
        }

        #[test]
        fn any_numbers_are_in_range_or_refused(temperature: f64, felt: f64, humidity: f64, wind: f64, code: f64) {
            let text = format!(
                r#"{{"current":{{"temperature_2m":{temperature:e},"relative_humidity_2m":{humidity:e},
                "apparent_temperature":{felt:e},"is_day":0,"weather_code":{code:e},"wind_speed_10m":{wind:e}}}}}"#
            );
            if let Ok(reading) = Reading::parse(text.as_bytes(), 0) {
                prop_assert!(TEMPERATURES.contains(&reading.temperature) && FELT.contains(&reading.feels_like));
                prop_assert!((0.0..=100.0).contains(&reading.humidity) && WINDS.contains(&reading.wind_speed));
            }
        }
    }
}
