//! Lines of a bank statement as the staff paste them: the amount that arrived, order numbers and the bank's own number.

mod amount;
mod bank_number;
mod derived_reference;
mod order_number;

use heuan_phone::latin_digit;
use heuan_rpc::Error;

use self::{
    amount::Amounts, bank_number::bank_number, derived_reference::DerivedReferences, order_number::references,
};

/// Maximum characters of a pasted text.
const MAX_CHARS: usize = 20_000;
/// Maximum lines that are read; empty ones do not count.
const MAX_LINES: usize = 100;
/// Maximum characters of one line.
const MAX_LINE_CHARS: usize = 500;

/// A line that is not empty.
#[derive(Debug)]
pub struct StatementLine {
    /// Index of the line in the text, from 1.
    pub number: i64,
    /// Its first 500 characters.
    pub text: String,
    pub read: Result<Entry, Unread>,
}

/// Parsed line of a statement.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// Kip that may have arrived, the likeliest first. A line may also have a balance or a number that looks like an amount.
    pub amounts: Vec<i64>,
    /// Payment references that may be in the line, each of 14 letters and digits.
    pub references: Vec<String>,
    /// The bank's number of the transaction; may be empty.
    pub bank_number: String,
    /// Reference derived from the line without the bank's number, or empty for a line without a day. The payment stores it
    /// beside the number, so that the line is recognized when it is pasted again, with or without its number.
    pub derived_reference: String,
    /// Derived references of the equal lines before it in the text.
    pub equal_before: Vec<String>,
}

impl Entry {
    /// The references by which a payment of this line is found: the bank's number and the derived reference.
    pub fn recorded_references(&self) -> impl Iterator<Item = &str> {
        let both = [self.bank_number.as_str(), self.derived_reference.as_str()];
        both.into_iter().filter(|reference| !reference.is_empty())
    }
}

/// Reason why a line was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Unread {
    NoAmount,
    /// The amount left the account.
    Outgoing,
    LineTooLong,
    TooManyLines,
}

/// Reads a pasted text. An error says that the whole text is too long or empty.
pub fn read_statement(text: &str) -> Result<Vec<StatementLine>, Error> {
    if text.chars().nth(MAX_CHARS).is_some() {
        let rule = format!("must have at most {MAX_CHARS} characters; paste fewer lines");
        return Err(Error::invalid("text", rule));
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut derived = DerivedReferences::default();
    let lines: Vec<_> = lines
        .enumerate()
        .map(|(count, (index, line))| StatementLine {
            number: index as i64 + 1,
            text: line.trim().chars().take(MAX_LINE_CHARS).collect(),
            read: read_line(count, line.trim(), &mut derived),
        })
        .collect();
    if lines.is_empty() {
        return Err(Error::invalid("text", "must have a line of a bank statement"));
    }
    Ok(lines)
}

fn read_line(count: usize, line: &str, derived: &mut DerivedReferences) -> Result<Entry, Unread> {
    if count >= MAX_LINES {
        return Err(Unread::TooManyLines);
    }
    if line.chars().nth(MAX_LINE_CHARS).is_some() {
        return Err(Unread::LineTooLong);
    }
    let line = plain(line);
    let amounts = Amounts::of(&line);
    let (is_outgoing, amounts) = (amounts.begin_with_outgoing(), amounts.incoming());
    match (is_outgoing, amounts.is_empty()) {
        (true, _) => Err(Unread::Outgoing),
        (false, true) => Err(Unread::NoAmount),
        (false, false) => {
            let references = references(&line);
            let bank_number = bank_number(&line, &references);
            let mut equal_before = derived.of_line(&line, &bank_number);
            let derived_reference = equal_before.pop().unwrap_or_default();
            Ok(Entry { amounts, references, bank_number, derived_reference, equal_before })
        }
    }
}

/// The line with ASCII digits, signs and spaces, in upper case.
fn plain(line: &str) -> String {
    let one = |one: char| match one {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FF0D}' => '-',
        '\u{FF0B}' => '+',
        '\u{FF08}' => '(',
        '\u{FF09}' => ')',
        '\u{FF0C}' => ',',
        '\u{FF0E}' => '.',
        '\u{A0}' | '\u{202F}' | '\u{2009}' => ' ',
        _ => latin_digit(one).unwrap_or(one),
    };
    let visible = line.chars().filter(|one| !matches!(one, '\u{200B}'..='\u{200F}' | '\u{FEFF}'));
    visible.map(one).flat_map(char::to_uppercase).collect()
}

/// Characters between the columns of a line.
const SEPARATORS: [char; 8] = ['\t', ';', '|', '"', '(', ')', '[', ']'];

/// A column of a line.
#[derive(Clone, Copy)]
struct Column<'a> {
    text: &'a str,
    /// Accounting writes an outgoing amount in parentheses.
    is_in_parentheses: bool,
}

/// The columns of a line.
fn columns(line: &str) -> impl Iterator<Item = Column<'_>> {
    line.split_inclusive(SEPARATORS).scan(false, |is_open, part| {
        let text = part.strip_suffix(SEPARATORS).unwrap_or(part);
        let is_in_parentheses = *is_open && part.ends_with(')');
        *is_open = part.ends_with('(');
        Some(Column { text, is_in_parentheses })
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn entry(line: &str) -> Entry {
        read_statement(line).unwrap().remove(0).read.unwrap()
    }

    #[rstest]
    #[case("1250000")]
    #[case("1,250,000")]
    #[case("1.250.000")]
    #[case("1 250 000 LAK")]
    #[case("+1,250,000.00")]
    #[case("1.250.000,00 ກີບ")]
    #[case("LAK1250000.00")]
    #[case("₭ 1,250,000")]
    #[case("໑,໒໕໐,໐໐໐")]
    #[case("21/11/2026 10:45 NOY VONGSA 1,250,000 261121-7K3M9QTX")]
    #[case("2026-11-21,1250000,NOY")]
    #[case("21.11.2026\t\"1,250,000\"\tFT26325ABCDE")]
    fn amount_is_read_in_any_spelling(#[case] line: &str) {
        assert_eq!(entry(line).amounts, [1_250_000], "{line}");
    }

    #[rstest]
    #[case("1,250,000 LAK ref 8000000 bal 9,000,000", &[1_250_000])]
    #[case("1,250,000 8,000,000", &[1_250_000, 8_000_000])]
    #[case("261121 7K3M9QTX 1250000", &[261_121, 1_250_000])]
    #[case("tel 02055123456 paid 58000", &[58_000])]
    fn likeliest_amounts_of_a_line_are_read_in_their_order(#[case] line: &str, #[case] amounts: &[i64]) {
        assert_eq!(entry(line).amounts, amounts, "{line}");
    }

    #[rstest]
    #[case("261121-7K3M9QTX 58,000")]
    #[case("58,000 261121 7k3m 9qtx")]
    #[case("58,000 Order2611217K3M9QTX")]
    #[case("໒໖໑໑໒໑-7K3M9QTX ໕໘,໐໐໐")]
    #[case("58,000 ref 261121/7K3M.9QTX NOY")]
    fn order_number_is_read_in_any_spelling(#[case] line: &str) {
        assert!(entry(line).references.iter().any(|one| one == "2611217K3M9QTX"), "{line}");
    }

    #[test]
    fn bank_number_is_the_one_that_is_no_amount_date_or_order() {
        assert_eq!(entry("21/11/2026 FT26325ABCDE 58,000 261121-7K3M9QTX NOY").bank_number, "FT26325ABCDE");
        assert_eq!(entry("21/11/2026 58,000 261121-7K3M9QTX NOY").bank_number, "");
        assert_eq!(entry("58,000 261121 7K3M9412").bank_number, "");
        assert_eq!(entry("202611211045\t58,000").bank_number, "202611211045");
    }

    /// The derived references of a pasted text.
    fn derived(text: &str) -> Vec<String> {
        let lines = read_statement(text).unwrap();
        lines.into_iter().map(|line| line.read.unwrap().derived_reference).collect()
    }

    #[test]
    fn line_without_a_bank_number_has_the_same_derived_reference_in_each_statement() {
        let line = "21/11/2026 NOY 58,000";
        let first = derived(line).remove(0);
        assert!(first.starts_with("LINE"), "{first}");
        // The same line among other lines, with the separators of another program.
        assert_eq!(derived(&format!("22/11/2026 KHAM 9,000\n{line}"))[1], first);
        assert_eq!(derived("21/11/2026\tnoy\t\"58,000\"").remove(0), first);
        for other in ["21/11/2026 NOY 59,000", "22/11/2026 NOY 58,000", "21/11/2026 NOI 58,000"] {
            assert_ne!(derived(other).remove(0), first, "{other}");
        }
    }

    #[rstest]
    #[case("21/11/2026 FT26325ABCDE NOY 58,000", "21/11/2026 NOY 58,000")]
    #[case("21/11/2026\tNOY\t58,000\tft26325abcde", "21/11/2026 NOY 58,000")]
    #[case("21/11/2026 NOY 58,000 REF:FT26325ABCDE", "21/11/2026 NOY 58,000 REF:")]
    #[case("2026-11-21,58000,FT26325ABCDE,NOY", "2026-11-21,58000,,NOY")]
    fn line_has_the_same_derived_reference_with_and_without_its_bank_number(
        #[case] with_number: &str,
        #[case] without: &str,
    ) {
        assert_eq!(entry(with_number).bank_number, "FT26325ABCDE");
        assert_eq!(entry(without).bank_number, "");
        assert_eq!(derived(with_number), derived(without));
    }

    #[test]
    fn equal_lines_of_one_statement_have_derived_references_of_their_own() {
        let line = "21/11/2026 NOY 58,000";
        let twice = derived(&format!("{line}\n{line}"));
        assert_ne!(twice[0], twice[1]);
        assert_eq!(twice[0], derived(line)[0]);
    }

    #[rstest]
    #[case("21/11/2026 NOY 58,000", true)]
    #[case("21.11.26;NOY;58,000", true)]
    #[case("2026-11-21 10:45 58,000", true)]
    #[case("໒໑/໑໑/໒໐໒໖ 58,000", true)]
    #[case("21-NOV-2026 NOY 58,000", true)]
    #[case("21 Nov 2026 NOY 58,000", true)]
    #[case("20261121 NOY 58,000", true)]
    #[case("NOY 58,000", false)]
    #[case("58,000", false)]
    #[case("32/11/2026 NOY 58,000", false)]
    #[case("21/11/2026 FT26325ABCDE 58,000", true)]
    #[case("202611211045 58,000", false)]
    fn only_a_line_with_a_day_has_a_derived_reference(#[case] line: &str, #[case] expected: bool) {
        assert_eq!(!derived(line)[0].is_empty(), expected, "{line}");
    }

    #[test]
    fn unread_line_has_its_number_and_reason() {
        let long = "x".repeat(501);
        let text = format!("Date Amount\n\n21/11/2026 -58,000 NOY\r\n{long}\n58,000\n58,000 DR");
        let lines = read_statement(&text).unwrap();
        let unread = lines.iter().map(|line| (line.number, line.read.as_ref().err().copied()));
        assert_eq!(
            unread.collect::<Vec<_>>(),
            [
                (1, Some(Unread::NoAmount)),
                (3, Some(Unread::Outgoing)),
                (4, Some(Unread::LineTooLong)),
                (5, None),
                (6, Some(Unread::Outgoing)),
            ]
        );
        assert_eq!(lines[2].text.chars().count(), 500);
    }

    #[rstest]
    #[case("(58,000)")]
    #[case("(58,000.00)")]
    #[case("(58000)")]
    #[case("21/11/2026\t(58,000)\tNOY")]
    #[case("( LAK 58,000 )")]
    #[case("LAK (58,000) bal 1,000,000")]
    #[case("（58,000）")]
    fn amount_in_parentheses_left_the_account(#[case] line: &str) {
        let read = read_statement(line).unwrap().remove(0).read;
        assert_eq!(read.unwrap_err(), Unread::Outgoing, "{line}");
    }

    #[rstest]
    #[case("58,000 (NOY VONGSA)")]
    #[case("58,000 (261121-7K3M9QTX)")]
    #[case("(2026) 58,000")]
    #[case("(12345) NOY 58000 LAK")]
    #[case("(+58,000)")]
    #[case("(NOY 58,000)")]
    fn parentheses_around_something_else_mean_nothing(#[case] line: &str) {
        assert_eq!(entry(line).amounts, [58_000], "{line}");
    }

    #[test]
    fn line_beyond_the_limit_is_said() {
        let lines = read_statement(&"58,000\n".repeat(101)).unwrap();
        assert!(lines[..100].iter().all(|line| line.read.is_ok()));
        assert_eq!((lines[100].number, lines[100].read.as_ref().unwrap_err()), (101, &Unread::TooManyLines));
    }

    #[test]
    fn empty_or_oversized_text_is_refused() {
        for text in [String::new(), " \n\t\n".to_owned(), "1".repeat(20_001)] {
            assert_eq!(read_statement(&text).unwrap_err().detail.field, "text");
        }
    }
}
