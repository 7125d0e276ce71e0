//! Amounts in a line of a bank statement: with or without separators, decimals, a sign and the currency.

use super::{Column, columns};

/// Maximum amounts of one line that are considered.
const MAX_AMOUNTS: usize = 3;
/// The smallest note has 500 kip; a smaller number is something else.
const MIN_AMOUNT: i64 = 500;
/// Digits of the largest amount.
const MAX_DIGITS: usize = 11;
/// Ways to write the currency, as a word of its own or beside the digits.
const CURRENCY: [&str; 4] = ["LAK", "KIP", "₭", "ກີບ"];
/// Words of an amount that left the account.
const DEBIT: [&str; 2] = ["DR", "DEBIT"];

/// Certainty that a number is an amount, the highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    WithCurrency,
    /// With separators or decimals.
    Grouped,
    Digits,
}

#[derive(Clone, Copy, Debug)]
struct Amount {
    value: i64,
    is_outgoing: bool,
    /// Whether nothing else is in the parentheses.
    is_in_parentheses: bool,
    kind: Kind,
}

/// The most certain amounts of a line, in the order of the line.
pub(super) struct Amounts(Vec<Amount>);

impl Amounts {
    /// `line` must have ASCII digits and upper case.
    pub(super) fn of(line: &str) -> Self {
        let mut all: Vec<Amount> = columns(line).flat_map(of_column).collect();
        // Such as a year or an account beside the amount.
        if all.len() > 1 {
            all.retain(|amount| !(amount.is_in_parentheses && amount.kind == Kind::Digits));
        }
        if let Some(surest) = all.iter().map(|amount| amount.kind).min() {
            all.retain(|amount| amount.kind == surest);
        }
        Self(all)
    }

    pub(super) fn begin_with_outgoing(&self) -> bool {
        self.0.first().is_some_and(|amount| amount.is_outgoing)
    }

    /// Each value once.
    pub(super) fn incoming(&self) -> Vec<i64> {
        let mut values = Vec::new();
        for amount in self.0.iter().filter(|amount| !amount.is_outgoing) {
            if !values.contains(&amount.value) && values.len() < MAX_AMOUNTS {
                values.push(amount.value);
            }
        }
        values
    }
}

/// The amounts of a column. An amount alone in parentheses left the account, unless it has a sign.
fn of_column(column: Column<'_>) -> Vec<Amount> {
    let mut amounts = amounts_in(column.text);
    let mut words = column.text.split_whitespace().filter(|word| !CURRENCY.contains(word));
    let is_alone = words.all(|word| !word.contains(char::is_alphabetic) || amount(word).is_some());
    if let ([amount], true, true) = (&mut amounts[..], column.is_in_parentheses, is_alone) {
        amount.is_in_parentheses = true;
        amount.is_outgoing |= !column.text.contains('+');
    }
    amounts
}

fn amounts_in(column: &str) -> Vec<Amount> {
    let words: Vec<&str> = column.split([' ', '=']).filter(|word| !word.is_empty()).collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let count = grouped_words(&words[at..]);
        let word = words[at..at + count].concat();
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let neighbors = [before, words.get(at + count)];
        let is_beside = |list: &[&str]| neighbors.iter().flatten().any(|word| list.contains(*word));
        let amounts = amounts_of(&word).into_iter().map(|amount| Amount {
            kind: if is_beside(&CURRENCY) { Kind::WithCurrency } else { amount.kind },
            is_outgoing: amount.is_outgoing || is_beside(&DEBIT),
            ..amount
        });
        found.extend(amounts.map(|amount| if count > 1 { grouped(amount) } else { amount }));
        at += count;
    }
    found
}

fn grouped(amount: Amount) -> Amount {
    Amount { kind: amount.kind.min(Kind::Grouped), ..amount }
}

/// Number of words that form one number with spaces between groups of three digits: 3 for `1 250 000`.
fn grouped_words(words: &[&str]) -> usize {
    let first = words[0].trim_start_matches(['+', '-']);
    if first.is_empty() || first.len() > 3 || first.starts_with('0') || !is_digits(first) {
        return 1;
    }
    let is_group = |word: &&&str| {
        let whole = word.split(['.', ',']).next().unwrap_or_default();
        whole.len() == 3 && is_digits(whole)
    };
    1 + words[1..].iter().take_while(is_group).count()
}

/// The amount in a word, or the amounts in its parts between commas.
fn amounts_of(word: &str) -> Vec<Amount> {
    match amount(word) {
        Some(amount) => vec![amount],
        None => word.split(',').filter_map(amount).collect(),
    }
}

fn amount(word: &str) -> Option<Amount> {
    // `AMOUNT:58,000`, not the time `10:45`.
    let word = match word.split_once(':') {
        Some((label, value)) if !label.contains(|one: char| one.is_ascii_digit()) => value,
        Some(_) => return None,
        None => word,
    };
    let bare = CURRENCY.iter().fold(word, |word, currency| {
        let word = word.strip_prefix(currency).unwrap_or(word);
        word.strip_suffix(currency).unwrap_or(word)
    });
    let unsigned = bare.trim_start_matches(['+', '-']);
    let is_outgoing = bare.starts_with('-') || unsigned.ends_with('-');
    let (value, kind) = number(unsigned.strip_suffix('-').unwrap_or(unsigned))?;
    let kind = if bare.len() < word.len() { Kind::WithCurrency } else { kind };
    Some(Amount { value, is_outgoing, is_in_parentheses: false, kind })
}

/// Digits with separators and decimals. Kip have no decimals, so that only zeros may follow the decimal sign.
fn number(text: &str) -> Option<(i64, Kind)> {
    let text = text.trim_end_matches([',', '.']);
    let whole = match text.rsplit_once(['.', ',']) {
        Some((whole, "0" | "00")) => whole,
        _ => text,
    };
    let digits = match whole.find(['.', ',']) {
        None => whole.to_owned(),
        Some(at) => {
            let separator = whole[at..].chars().next()?;
            let mut groups = whole.split(separator);
            let first = groups.next()?;
            let is_grouped = (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3);
            is_grouped.then(|| whole.replace(separator, ""))?
        }
    };
    let is_plain = whole == text && digits == whole;
    if digits.is_empty() || digits.starts_with('0') || digits.len() > MAX_DIGITS || !is_digits(&digits) {
        return None;
    }
    let value = digits.parse().ok().filter(|value| *value >= MIN_AMOUNT)?;
    Some((value, if is_plain { Kind::Digits } else { Kind::Grouped }))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
