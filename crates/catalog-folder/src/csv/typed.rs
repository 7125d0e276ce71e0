//! Typed fields of a CSV row: ids, prices, stock, dates and flags. A fault names the column and quotes the text.

use serde::de::DeserializeOwned;
use time::Date;

use super::Row;
use crate::limits::{MAX_ID, MAX_IMAGES, MAX_PRICE, MAX_PROMOTED, MAX_STOCK, MAX_STOCK_CHANGE};
use crate::message::{Hint, Reason};
use crate::values::{DateReading, Number, day_of, day_text, flag_of, hour_of, moment_of, number_of};

impl Row<'_> {
    /// The row's own id.
    pub(crate) fn id(&self, column: &'static str) -> Option<i64> {
        let id = self.reference(column);
        if id.is_none() && self.raw(column).is_empty() {
            self.report(column, Reason::new("id_needed", "an id is needed"));
        }
        id
    }

    /// The id of a referenced row; `None` if empty.
    pub(crate) fn reference(&self, column: &'static str) -> Option<i64> {
        let text = self.raw(column);
        if text.is_empty() {
            return None;
        }
        let form = Reason::new("not_positive", "must be a positive whole number");
        match number_of(text) {
            Ok(number) if !number.fraction.is_empty() || number.is_negative || number.whole == 0 => {
                self.report_quoting(column, form);
            }
            Ok(number) => {
                let id = i64::try_from(number.whole).ok().filter(|id| *id <= MAX_ID);
                if id.is_none() {
                    let reason = format!("must be at most {MAX_ID}, as far as browsers count exactly");
                    self.report_quoting(column, Reason::new("too_high", reason).with("max", &MAX_ID));
                }
                return id;
            }
            Err(hint) => self.report_with_hint(column, form, &hint),
        }
        None
    }

    /// A price in kip. A price of 0 counts as absent, with a warning, because the product would be given
    /// away.
    pub(crate) fn price(&self, column: &'static str) -> Option<i64> {
        let form = Reason::new("not_kip", "must be a whole number of kip, digits only");
        let number = self.whole(column, form)?;
        if number.is_negative && number.whole > 0 {
            self.report_quoting(column, Reason::new("negative", "must not be negative"));
            return None;
        }
        let price = self.at_most(column, &number, MAX_PRICE);
        if price == Some(0) && column == "price" {
            let reason = "0 is no price; the product is shown, but not for sale";
            self.warn(column, Reason::new("price_zero", reason));
        }
        price.filter(|price| *price > 0)
    }

    /// A number of units. A negative number, as other systems write for units sold twice, counts as 0, with a
    /// warning.
    pub(crate) fn stock(&self, column: &'static str) -> Option<i64> {
        let number = self.whole(column, Reason::new("not_whole", "must be a whole number"))?;
        if number.is_negative && number.whole > 0 {
            let units = number.whole;
            let reason = format!("a stock of -{units} is taken as 0");
            self.warn(column, Reason::new("stock_negative", reason).with("units", &units));
            return Some(0);
        }
        self.at_most(column, &number, MAX_STOCK)
    }

    /// Units with their sign.
    pub(crate) fn signed_units(&self, column: &'static str) -> Option<i64> {
        let form =
            Reason::new("not_signed_units", "must be a whole number, with - for units that are taken off");
        let text = self.raw(column);
        if text.is_empty() {
            return None;
        }
        match number_of(text.strip_prefix('+').unwrap_or(text)) {
            Ok(number) if number.fraction.is_empty() => {
                let range = -MAX_STOCK_CHANGE..=MAX_STOCK_CHANGE;
                let units = number.as_whole().filter(|units| range.contains(units));
                if units.is_none() {
                    let reason = format!("must be at most {MAX_STOCK_CHANGE} units");
                    self.report_quoting(
                        column,
                        Reason::new("too_high", reason).with("max", &MAX_STOCK_CHANGE),
                    );
                }
                return units;
            }
            Ok(_) => self.report_quoting(column, form),
            Err(hint) => self.report_with_hint(column, form, &hint),
        }
        None
    }

    /// Whole percent, with or without the sign.
    pub(crate) fn percent(&self, column: &'static str) -> Option<i64> {
        let text = self.raw(column);
        if text.is_empty() {
            return None;
        }
        let form = Reason::new("not_percent", "must be a whole number from 0 to 100");
        let digits = text.strip_suffix(['%', '％']).unwrap_or(text);
        match number_of(digits.trim()) {
            Ok(number) if number.whole == 0 && !number.fraction.is_empty() && digits.len() == text.len() => {
                let hint = format!("it could mean {text} % or a share of 1; write it as 10%");
                let hint = Hint::new("percent_or_share", hint).with("number", &text);
                self.report_with_hint(column, form, &hint);
            }
            Ok(number) => match number.as_whole().filter(|percent| (0..=100).contains(percent)) {
                Some(percent) => return Some(percent),
                None => self.report_quoting(column, form),
            },
            Err(hint) => self.report_with_hint(column, form, &hint),
        }
        None
    }

    /// A number without a fraction.
    fn whole(&self, column: &'static str, form: Reason) -> Option<Number> {
        let text = self.raw(column);
        if text.is_empty() {
            return None;
        }
        match number_of(text) {
            Ok(number) if number.fraction.is_empty() => return Some(number),
            Ok(_) => self.report_quoting(column, form),
            Err(hint) => self.report_with_hint(column, form, &hint),
        }
        None
    }

    fn at_most(&self, column: &'static str, number: &Number, max: i64) -> Option<i64> {
        let number = i64::try_from(number.whole).ok().filter(|number| *number <= max);
        if number.is_none() {
            let reason = format!("must be at most {max}");
            self.report_quoting(column, Reason::new("too_high", reason).with("max", &max));
        }
        number
    }

    /// Reports `form (text): hint`.
    fn report_with_hint(&self, column: &'static str, form: Reason, hint: &Hint) {
        self.report(column, form.quoting(self.raw(column)).hint(hint));
    }

    /// The day or moment, with a warning if its year was of the Buddhist calendar.
    fn dated<T>(&self, column: &'static str, reading: DateReading<T>, day: impl FnOnce(&T) -> String) -> T {
        if let Some(warning) = reading.warning(day) {
            self.warn(column, warning);
        }
        reading.value
    }

    /// A day, `YYYY-MM-DD`.
    pub(crate) fn day(&self, column: &'static str) -> Option<Date> {
        let text = self.raw(column);
        if text.is_empty() {
            return None;
        }
        let form = "must be a day such as 2026-11-30";
        day_of(text)
            .inspect_err(|hint| self.report_with_hint(column, Reason::new("not_day", form), hint))
            .ok()
            .map(|reading| self.dated(column, reading, Date::to_string))
    }

    /// A moment as Unix milliseconds; `None` if empty.
    pub(crate) fn moment(&self, column: &'static str) -> Option<i64> {
        let text = self.raw(column);
        if text.is_empty() {
            return None;
        }
        let form = "must be a time such as 2026-12-01 08:00";
        moment_of(text)
            .inspect_err(|hint| self.report_with_hint(column, Reason::new("not_moment", form), hint))
            .ok()
            .map(|reading| self.dated(column, reading, |at| day_text(*at)))
    }

    /// A time of day as `HH:MM`; the unchanged text if it is invalid.
    pub(crate) fn hour(&self, column: &'static str) -> String {
        let text = self.raw(column);
        if text.is_empty() {
            return String::new();
        }
        hour_of(text).unwrap_or_else(|| {
            self.report_quoting(column, Reason::new("not_hour", "must be a time such as 08:00"));
            text.to_owned()
        })
    }

    /// A flag: 1 or 0, or a word for yes or no; empty means 0.
    pub(crate) fn flag(&self, column: &'static str) -> bool {
        let text = self.raw(column);
        if text.is_empty() {
            return false;
        }
        flag_of(text).unwrap_or_else(|| {
            self.report_quoting(column, Reason::new("not_flag", "must be 1 or 0"));
            false
        })
    }

    /// Like [`Row::flag`], but empty means 1.
    pub(crate) fn flag_or_true(&self, column: &'static str) -> bool {
        self.raw(column).is_empty() || self.flag(column)
    }

    /// Degrees, of any magnitude.
    pub(crate) fn degrees(&self, column: &'static str) -> Option<f64> {
        let text = self.raw(column);
        if text.is_empty() {
            return None;
        }
        let degrees = text.parse::<f64>().ok().filter(|degrees| degrees.is_finite());
        if degrees.is_none() {
            let reason = "must be a number of degrees such as 17.98";
            self.report_quoting(column, Reason::new("not_degrees", reason));
        }
        degrees
    }

    /// A JSON list of image paths.
    pub(crate) fn images(&self, column: &'static str) -> Vec<String> {
        let form = Reason::new("not_image_list", "must be a JSON list of texts such as [\"a.webp\"]");
        let paths: Vec<String> = self.json_list(column, form);
        if paths.len() > MAX_IMAGES {
            let reason = format!("has more than {MAX_IMAGES} images");
            self.report(column, Reason::new("too_many_images", reason).with("max", &MAX_IMAGES));
        }
        for path in &paths {
            self.refer_to_image(column, path);
        }
        paths
    }

    /// A JSON list of ids.
    pub(crate) fn ids(&self, column: &'static str) -> Vec<i64> {
        let form = Reason::new("not_id_list", "must be a JSON list of ids such as [101002, 101003]");
        let ids: Vec<i64> = self.json_list(column, form.clone());
        if ids.iter().any(|id| *id <= 0) {
            self.report(column, form);
        }
        if ids.iter().any(|id| *id > MAX_ID) {
            let reason = format!("has an id above {MAX_ID}, as far as browsers count exactly");
            self.report(column, Reason::new("id_too_high", reason).with("max", &MAX_ID));
        }
        if ids.len() > MAX_PROMOTED {
            let reason = format!("has more than {MAX_PROMOTED} ids");
            self.report(column, Reason::new("too_many_ids", reason).with("max", &MAX_PROMOTED));
        }
        ids
    }

    fn json_list<T: DeserializeOwned>(&self, column: &'static str, form: Reason) -> Vec<T> {
        let text = self.raw(column);
        if matches!(text, "" | "[]") {
            return Vec::new();
        }
        serde_json::from_str(text).unwrap_or_else(|_| {
            self.report_quoting(column, form);
            Vec::new()
        })
    }
}
