//! Weather conditions by WMO code (table 4677).

use serde::{Deserialize, Serialize};

/// Weather conditions by WMO code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// A code without a name in the specification; the measurements are still valid.
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

impl Condition {
    /// Maps WMO code table 4677, as far as forecasts use it.
    pub fn of_wmo(code: u8) -> Self {
        match code {
            0 => Self::Clear,
            1 | 2 => Self::FewClouds,
            3 => Self::Cloudy,
            45 | 48 => Self::Fog,
            51..=55 => Self::Drizzle,
            56 | 57 => Self::FreezingDrizzle,
            61 => Self::LightRain,
            63 => Self::ModerateRain,
            65 => Self::HeavyRain,
            66 | 67 => Self::FreezingRain,
            71..=77 => Self::Snow,
            80..=82 => Self::RainShowers,
            85 | 86 => Self::SnowShowers,
            95 | 96 | 99 => Self::Thunderstorm,
            _ => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_specified_code_has_its_condition_and_others_are_unknown() {
        use Condition as C;
        let specified: [(&[u8], Condition); 14] = [
            (&[0], C::Clear),
            (&[1, 2], C::FewClouds),
            (&[3], C::Cloudy),
            (&[45, 48], C::Fog),
            (&[51, 52, 53, 54, 55], C::Drizzle),
            (&[56, 57], C::FreezingDrizzle),
            (&[61], C::LightRain),
            (&[63], C::ModerateRain),
            (&[65], C::HeavyRain),
            (&[66, 67], C::FreezingRain),
            (&[71, 72, 73, 74, 75, 76, 77], C::Snow),
            (&[80, 81, 82], C::RainShowers),
            (&[85, 86], C::SnowShowers),
            (&[95, 96, 99], C::Thunderstorm),
        ];
        for code in 0..=u8::MAX {
            let found = specified.iter().find(|(codes, _)| codes.contains(&code));
            assert_eq!(
                Condition::of_wmo(code),
                found.map_or(C::Unknown, |(_, condition)| *condition),
                "{code}"
            );
        }
    }
}
