//! The bank's number of a transaction in a line of a bank statement.

use super::{amount::Amounts, columns};
use crate::order::may_be_bank_number;

/// The longest word of letters and digits that is neither an amount nor a part of an order number; empty
/// without one.
pub(super) fn bank_number(line: &str, references: &[String]) -> String {
    let words = columns(line).flat_map(|column| column.text.split([' ', ',', ':', '=']));
    let longest = words.filter(|word| is_bank_number(word, references)).max_by_key(|word| word.len());
    longest.unwrap_or_default().to_owned()
}

fn is_bank_number(word: &str, references: &[String]) -> bool {
    may_be_bank_number(word)
        && !is_phone(word)
        && Amounts::of(word).incoming().is_empty()
        && !references.iter().any(|reference| reference.ends_with(word))
}

/// A number of Laos with its country code, which has as many digits as a number of a transaction.
fn is_phone(word: &str) -> bool {
    word.starts_with("856") && word.bytes().all(|byte| byte.is_ascii_digit())
}
