//! The planned day of a delivery or pickup, with the part of the day if it is planned as well.

use heuan_rpc::Error;
use serde::{Deserialize, Serialize};

use crate::day::Day;

/// Maximum days that a delivery is planned ahead, so that a mistyped year is refused.
const MAX_DAYS_AHEAD: i64 = 366;
const SLOTS_OF_A_DAY: i64 = 3;
/// Slot of an order without a day, behind those of all days.
const NO_SLOT: i64 = 9_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryDay {
    pub day: Day,
    /// `None` for any time of the day.
    pub part: Option<DayPart>,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::EnumString, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum DayPart {
    Morning,
    Afternoon,
}

impl DeliveryDay {
    /// Reads a day as requested. [`Self::check`] decides whether it may be planned.
    pub fn read(day: &str, part: &str) -> Result<Self, Error> {
        let wrong_day = || Error::invalid("day", "must be a day, such as 2026-11-21");
        let wrong_part = |_| Error::invalid("part", "must be morning, afternoon or absent");
        let part = if part.is_empty() { None } else { Some(part.parse().map_err(wrong_part)?) };
        Ok(Self { day: Day::parse(day).ok_or_else(wrong_day)?, part })
    }

    /// Refuses a day that has passed, or is too far ahead.
    pub fn check(self, today: Day) -> Result<(), Error> {
        if self.day < today {
            return Err(Error::invalid("day", format!("has passed; choose {today} or a later day")));
        }
        let last = today.ahead(MAX_DAYS_AHEAD);
        if self.day > last {
            return Err(Error::invalid("day", format!("is too far ahead; choose {last} or an earlier day")));
        }
        Ok(())
    }

    /// The day and its part as one number in the order of time, for the column.
    pub fn slot(day: Option<Self>) -> i64 {
        let Some(Self { day, part }) = day else { return NO_SLOT };
        let place = match part {
            Some(DayPart::Morning) => 0,
            Some(DayPart::Afternoon) => 1,
            None => 2,
        };
        first_slot(day) + place
    }

    pub fn of_slot(slot: i64) -> Option<Self> {
        let part = match slot.rem_euclid(SLOTS_OF_A_DAY) {
            0 => Some(DayPart::Morning),
            1 => Some(DayPart::Afternoon),
            _ => None,
        };
        (slot < NO_SLOT).then_some(Self { day: Day(slot.div_euclid(SLOTS_OF_A_DAY)), part })
    }
}

/// The first slot of a day. The first slot of the next day is after every slot of this one.
pub fn first_slot(day: Day) -> i64 {
    day.0 * SLOTS_OF_A_DAY
}

/// `2026-11-21 morning`.
impl std::fmt::Display for DeliveryDay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.day)?;
        self.part.map_or(Ok(()), |part| write!(f, " {}", part.into_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str, part: &str) -> DeliveryDay {
        DeliveryDay::read(text, part).unwrap()
    }

    #[test]
    fn slots_are_in_the_order_of_time_and_orders_without_a_day_come_last() {
        let days = [
            Some(day("2026-11-21", "morning")),
            Some(day("2026-11-21", "afternoon")),
            Some(day("2026-11-21", "")),
            Some(day("2026-11-22", "morning")),
            Some(day("9999-12-31", "")),
            None,
        ];
        let slots = days.map(DeliveryDay::slot);
        assert!(slots.is_sorted(), "{slots:?}");
        assert_eq!(slots.map(DeliveryDay::of_slot), days);
    }

    #[test]
    fn wrong_day_is_refused_with_its_field_and_what_to_do() {
        let refused = |day: &str, part: &str| DeliveryDay::read(day, part).unwrap_err().detail.field;
        assert_eq!(refused("21.11.2026", ""), "day");
        assert_eq!(refused("2026-11-21", "night"), "part");
        let today = Day::parse("2026-11-21").unwrap();
        assert!(day("2026-11-21", "").check(today).is_ok());
        assert!(day("2027-11-22", "").check(today).is_ok());
        for (text, rule) in [
            ("2026-11-20", "choose 2026-11-21 or a later"),
            ("2062-11-21", "choose 2027-11-22 or an earlier"),
        ] {
            let error = day(text, "").check(today).unwrap_err();
            assert_eq!(error.detail.field, "day");
            assert!(error.message.contains(rule), "{}", error.message);
        }
    }

    #[test]
    fn day_is_written_with_its_part() {
        assert_eq!(day("2026-11-21", "morning").to_string(), "2026-11-21 morning");
        assert_eq!(day("2026-11-21", "").to_string(), "2026-11-21");
    }
}
