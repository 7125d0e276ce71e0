//! Seasonal estimate of the weather in Laos, used while there is no reading.

use time::{Month, OffsetDateTime};

use crate::{condition::Condition, reading::Reading};

/// Typical weather in Laos by season: shown, and marked as an estimate, when there is no reading.
pub fn estimate(now: OffsetDateTime) -> Reading {
    let (temperature, feels_like) = match now.month() {
        Month::March | Month::April | Month::May => (32.0, 35.0),
        Month::June | Month::July | Month::August | Month::September | Month::October => (28.0, 30.0),
        _ => (25.0, 27.0),
    };
    Reading {
        temperature,
        feels_like,
        humidity: 75.0,
        wind_speed: 1.2,
        condition: Condition::Clear,
        // The sun rises at about six and sets at about eighteen all year.
        is_day: (6..18).contains(&now.hour()),
        at_ms: i64::try_from(now.unix_timestamp_nanos() / 1_000_000).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use time::{Date, Time};

    use super::*;

    #[rstest]
    #[case(2, 25.0, 27.0)]
    #[case(3, 32.0, 35.0)]
    #[case(5, 32.0, 35.0)]
    #[case(6, 28.0, 30.0)]
    #[case(10, 28.0, 30.0)]
    #[case(11, 25.0, 27.0)]
    #[case(1, 25.0, 27.0)]
    fn estimate_follows_the_season(#[case] month: u8, #[case] temperature: f64, #[case] feels_like: f64) {
        let date = Date::from_calendar_date(2026, month.try_into().unwrap(), 15).unwrap();
        let found = estimate(date.with_time(Time::from_hms(12, 0, 0).unwrap()).assume_utc());
        let expected = Reading {
            temperature,
            feels_like,
            humidity: 75.0,
            wind_speed: 1.2,
            condition: Condition::Clear,
            is_day: true,
            ..found.clone()
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn estimate_at_night_has_a_night_condition() {
        let night = Date::from_calendar_date(2026, Month::May, 1).unwrap().midnight().assume_utc();
        assert!(!estimate(night).is_day);
    }
}
