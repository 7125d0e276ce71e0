//! References of statement lines that are derived from their day and text without the bank's number, such as `LINE04718203948561`.
//!
//! The bank's number distinguishes transfers. Some banks print no number, or only in one of their statements. Such a line would
//! be offered again in the next statement although its payment is recorded. The derived reference has the form of a bank
//! number, so that it is stored, compared and refused like one. A line without a day has no derived reference: `NOY 58,000` may
//! be another payment each month.

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};

use super::columns;
use crate::order::derived_reference;

const MONTHS: [&str; 12] =
    ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
/// Length of `2026-11-21`.
const ISO_LENGTH: usize = 10;
/// Years of a statement.
const YEARS: std::ops::RangeInclusive<u32> = 2000..=2099;

/// The derived references of one statement. Equal lines are counted, because two equal transfers of one day are two payments.
#[derive(Debug, Default)]
pub(super) struct DerivedReferences {
    /// Derived references of the lines by text.
    of_texts: HashMap<String, Vec<String>>,
}

impl DerivedReferences {
    /// The reference of a line with ASCII digits and upper case, after those of equal lines before it; empty for a line without
    /// a day. It is derived from the line without `bank_number`, which is empty if the line has none.
    pub(super) fn of_line(&mut self, line: &str, bank_number: &str) -> Vec<String> {
        let line = if bank_number.is_empty() { line.to_owned() } else { line.replace(bank_number, "") };
        let words: Vec<&str> = columns(&line).flat_map(|column| column.text.split_whitespace()).collect();
        if !has_day(&words) {
            return Vec::new();
        }
        // Programs copy the columns with other separators.
        let text = words.join(" ");
        let references = self.of_texts.entry(text.clone()).or_default();
        let count = references.len() + 1;
        let hash = Sha256::digest(format!("{text}\n{count}"));
        let bytes = hash.first_chunk().copied().unwrap_or_default();
        references.push(derived_reference(u64::from_be_bytes(bytes)));
        references.clone()
    }
}

fn has_day(words: &[&str]) -> bool {
    let separate = words.iter().any(|word| word.split(',').any(is_day));
    separate || words.windows(3).any(is_date)
}

/// Whether a word is a day, such as `21/11/2026`, `2026-11-21T10:45`, `21-NOV-26` or `20261121`.
fn is_day(word: &str) -> bool {
    let word = word.split_once('T').filter(|(day, _)| day.len() == ISO_LENGTH).map_or(word, |(day, _)| day);
    let parts: Vec<&str> = word.split(['/', '-', '.']).collect();
    match parts[..] {
        [digits] if digits.len() == 8 && digits.is_ascii() => {
            is_date(&[&digits[..4], &digits[4..6], &digits[6..]])
        }
        [_, _, _] => is_date(&parts),
        _ => false,
    }
}

/// Whether three parts are a year, a month and a day, or the other way round.
fn is_date(parts: &[&str]) -> bool {
    let &[first, month, last] = parts else { return false };
    let is_on = |year: &str, day: &str| is_year(year) && is_month(month) && is_in(day, 1..=31);
    is_on(first, last) || is_on(last, first)
}

fn is_year(text: &str) -> bool {
    match text.len() {
        2 => is_in(text, 0..=99),
        4 => is_in(text, YEARS),
        _ => false,
    }
}

fn is_month(text: &str) -> bool {
    is_in(text, 1..=12) || text.get(..3).is_some_and(|begin| MONTHS.contains(&begin))
}

fn is_in(text: &str, range: std::ops::RangeInclusive<u32>) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse().is_ok_and(|number| range.contains(&number))
}
