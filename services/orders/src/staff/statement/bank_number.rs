//! The bank's number of a transaction in a line of a bank statement.

use super::{amount::Amounts, columns};

/// A payment stores at most 64 characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=64;
/// Digits that a number has at least.
const MIN_DIGITS: usize = 4;
/// Digits alone are a number of a transaction from this length; shorter ones are days and amounts.
const MIN_DIGITS_ALONE: usize = 12;

/// The longest word of letters and digits that is no amount and no part of an order number; empty without one.
pub(super) fn bank_number(line: &str, references: &[String]) -> String {
    let words = columns(line).flat_map(|column| column.split([' ', ',', ':', '=']));
    let longest = words.filter(|word| may_be_bank_number(word, references)).max_by_key(|word| word.len());
    longest.unwrap_or_default().to_owned()
}

fn may_be_bank_number(word: &str, references: &[String]) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_long_enough = digits < word.len() || digits >= MIN_DIGITS_ALONE && !is_phone(word);
    LENGTHS.contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && digits >= MIN_DIGITS
        && is_long_enough
        && Amounts::of(word).incoming().is_empty()
        && !references.iter().any(|reference| reference.ends_with(word))
}

fn is_phone(word: &str) -> bool {
    word.starts_with("856")
}
