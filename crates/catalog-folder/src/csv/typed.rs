//! Typed fields.

use serde::de::DeserializeOwned;
use time::Date;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

use super::Row;
use crate::limits::{MAX_ID, MAX_IMAGES, MAX_PRICE, MAX_PROMOTED, MAX_STOCK};

const DAY: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");
const HOUR: &[BorrowedFormatItem<'_>] = format_description!("[hour]:[minute]");

/// Returns the text, or an invalid number if it begins with a plus sign, which `parse` would accept.
fn unsigned(text: &str) -> &str {
    if text.starts_with('+') { "" } else { text }
}

impl Row<'_> {
    /// The row's own id.
    pub(crate) fn id(&self, column: &'static str) -> Option<i64> {
        let id = self.reference(column);
        if id.is_none() && self.raw(column).is_empty() {
            self.fault(column, "an id is needed");
        }
        id
    }

    /// The id of a referenced row; `None` if empty.
    pub(crate) fn reference(&self, column: &'static str) -> Option<i64> {
        let text = self.raw(column);
        if text.is_empty() {
            return None;
        }
        match unsigned(text).parse::<i128>() {
            Ok(id) if id > i128::from(MAX_ID) => {
                self.fault_quoting(
                    column,
                    &format!("must be at most {MAX_ID}, as far as browsers count exactly"),
                );
                None
            }
            Ok(id) if id > 0 => i64::try_from(id).ok(),
            _ => {
                self.fault_quoting(column, "must be a positive whole number");
                None
            }
        }
    }

    /// Kip.
    pub(crate) fn price(&self, column: &'static str) -> Option<i64> {
        self.whole(column, MAX_PRICE, "must be a whole number of kip, digits only")
    }

    /// A number of units.
    pub(crate) fn stock(&self, column: &'static str) -> Option<i64> {
        self.whole(column, MAX_STOCK, "must be a whole number")
    }

    /// Whole percent.
    pub(crate) fn percent(&self, column: &'static str) -> Option<i64> {
        let percent = unsigned(self.raw(column)).parse::<i64>().ok();
        if !self.raw(column).is_empty() && !percent.is_some_and(|percent| (0..=100).contains(&percent)) {
            self.fault_quoting(column, "must be a whole number from 0 to 100");
        }
        percent
    }

    fn whole(&self, column: &'static str, most: i64, form: &str) -> Option<i64> {
        let text = self.raw(column);
        if text.is_empty() {
            return None;
        }
        match unsigned(text).parse::<i64>() {
            Ok(number) if number < 0 => self.fault_quoting(column, "must not be negative"),
            Ok(number) if number > most => self.fault_quoting(column, &format!("must be at most {most}")),
            Ok(number) => return Some(number),
            Err(_) => self.fault_quoting(column, form),
        }
        None
    }

    /// A day, `YYYY-MM-DD`.
    pub(crate) fn day(&self, column: &'static str) -> Option<Date> {
        let text = self.raw(column);
        if text.is_empty() {
            return None;
        }
        let day = parse_day(text);
        if day.is_none() {
            self.fault_quoting(column, "must be a day such as 2026-11-30");
        }
        day
    }

    /// A time of day, `HH:MM`, returned as written.
    pub(crate) fn hour(&self, column: &'static str) -> String {
        let text = self.raw(column);
        if !text.is_empty() && !is_hour(text) {
            self.fault_quoting(column, "must be a time such as 08:00");
        }
        text.to_owned()
    }

    /// 1 or 0; empty is 0.
    pub(crate) fn flag(&self, column: &'static str) -> bool {
        match self.raw(column) {
            "1" | "true" => true,
            "" | "0" | "false" => false,
            _ => {
                self.fault_quoting(column, "must be 1 or 0");
                false
            }
        }
    }

    /// Degrees, of any magnitude.
    pub(crate) fn degrees(&self, column: &'static str) -> Option<f64> {
        let text = self.raw(column);
        if text.is_empty() {
            return None;
        }
        let degrees = text.parse::<f64>().ok().filter(|degrees| degrees.is_finite());
        if degrees.is_none() {
            self.fault_quoting(column, "must be a number of degrees such as 17.98");
        }
        degrees
    }

    /// A JSON list of picture paths.
    pub(crate) fn pictures(&self, column: &'static str) -> Vec<String> {
        let paths: Vec<String> = self.json_list(column, "must be a JSON list of texts such as [\"a.webp\"]");
        if paths.len() > MAX_IMAGES {
            self.fault(column, format!("has more than {MAX_IMAGES} pictures"));
        }
        for path in &paths {
            self.refer_to_picture(column, path);
        }
        paths
    }

    /// A JSON list of ids.
    pub(crate) fn ids(&self, column: &'static str) -> Vec<i64> {
        let form = "must be a JSON list of ids such as [101002, 101003]";
        let ids: Vec<i64> = self.json_list(column, form);
        if ids.iter().any(|id| *id <= 0) {
            self.fault(column, form);
        }
        if ids.iter().any(|id| *id > MAX_ID) {
            self.fault(column, format!("has an id above {MAX_ID}, as far as browsers count exactly"));
        }
        if ids.len() > MAX_PROMOTED {
            self.fault(column, format!("has more than {MAX_PROMOTED} ids"));
        }
        ids
    }

    fn json_list<T: DeserializeOwned>(&self, column: &'static str, form: &str) -> Vec<T> {
        let text = self.raw(column);
        if matches!(text, "" | "[]") {
            return Vec::new();
        }
        serde_json::from_str(text).unwrap_or_else(|_| {
            self.fault_quoting(column, form);
            Vec::new()
        })
    }
}

pub(crate) fn parse_day(text: &str) -> Option<Date> {
    // Requires four digits of year. The parser alone would accept a sign and more digits.
    (text.len() == 10).then(|| Date::parse(text, DAY).ok()).flatten()
}

pub(crate) fn is_hour(text: &str) -> bool {
    text.len() == 5 && time::Time::parse(text, HOUR).is_ok()
}
