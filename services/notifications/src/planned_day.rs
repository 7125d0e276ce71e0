//! The planned day of a delivery or pickup in the languages of the messages.

use serde::{Deserialize, Serialize};
use time::{Date, macros::format_description};

/// A day, and the part of the day if it is planned as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedDay {
    day: String,
    part: Option<DayPart>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
enum DayPart {
    Morning,
    Afternoon,
}

impl PlannedDay {
    /// Reads a day `YYYY-MM-DD` with the word of its part; `None` for an empty or invalid text. An unknown part is left out.
    pub fn read(day: &str, part: &str) -> Option<Self> {
        date(day).map(|_| Self { day: day.to_owned(), part: part.parse().ok() })
    }

    /// `22 November 2026, morning` in a language of the messages; languages other than English have `22/11/2026`.
    pub fn text(&self, language: &str) -> String {
        let day = date(&self.day).and_then(|date| match language {
            "en" => date.format(format_description!("[day padding:none] [month repr:long] [year]")).ok(),
            _ => date.format(format_description!("[day]/[month]/[year]")).ok(),
        });
        let day = day.unwrap_or_else(|| self.day.clone());
        let Some(part) = self.part else { return day };
        let is_morning = part == DayPart::Morning;
        let [morning, afternoon] = match language {
            "la" => ["ຕອນເຊົ້າ", "ຕອນບ່າຍ"],
            "th" => ["ช่วงเช้า", "ช่วงบ่าย"],
            "cn" => ["上午", "下午"],
            "vn" => ["buổi sáng", "buổi chiều"],
            _ => ["morning", "afternoon"],
        };
        format!("{day}, {}", if is_morning { morning } else { afternoon })
    }
}

fn date(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year]-[month]-[day]")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::LANGUAGES;

    #[test]
    fn day_and_part_are_written_in_every_language() {
        for part in ["morning", "afternoon"] {
            let planned = PlannedDay::read("2026-11-02", part).unwrap();
            let mut texts = LANGUAGES.map(|language| planned.text(language));
            let starts_with_day = |text: &String| {
                text.starts_with("02/11/2026, ") || *text == format!("2 November 2026, {part}")
            };
            assert!(texts.iter().all(starts_with_day), "{texts:?}");
            texts.sort_unstable();
            assert!(texts.windows(2).all(|two| two[0] != two[1]), "{texts:?}");
        }
        assert_eq!(PlannedDay::read("2026-11-02", "").unwrap().text("la"), "02/11/2026");
        assert_eq!(PlannedDay::read("2026-11-02", "night").unwrap().text("en"), "2 November 2026");
        assert_eq!((PlannedDay::read("", ""), PlannedDay::read("2026-02-30", "morning")), (None, None));
    }
}
