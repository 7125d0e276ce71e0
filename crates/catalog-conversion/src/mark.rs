//! Marks of cells, for what their text does not say.

use heuan_catalog_folder::Reason;

/// Errors of Excel, as cells show them.
const ERRORS: [&str; 10] = [
    "#N/A",
    "#REF!",
    "#VALUE!",
    "#DIV/0!",
    "#NAME?",
    "#NUM!",
    "#NULL!",
    "#SPILL!",
    "#CALC!",
    "#GETTING_DATA",
];

/// A mark of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A number with a fraction of three digits. As a text it could have a separator of thousands.
    Fraction,
    /// The value of a merged cell in a row below its first one.
    Repeated,
    /// A text that is longer than a cell may be, and is read as empty.
    Overlong,
    /// A formula without its result.
    NoResult,
    /// An error instead of a value.
    Error(&'static str),
}

impl Mark {
    /// The mark of a number that is written so.
    pub(crate) fn of_number(text: &str) -> Option<Self> {
        let (_, fraction) = text.split_once('.')?;
        let is_three_digits = fraction.len() == 3 && fraction.bytes().all(|byte| byte.is_ascii_digit());
        is_three_digits.then_some(Self::Fraction)
    }

    pub(crate) fn of_error(text: &str) -> Self {
        let known = ERRORS.into_iter().find(|error| error.eq_ignore_ascii_case(text.trim()));
        Self::Error(known.unwrap_or("#ERROR"))
    }

    /// The error of a cell without a value.
    pub(crate) fn error(self, line: u64, column: usize) -> Option<Reason> {
        let cell = address_of(line, column);
        match self {
            Self::Fraction | Self::Repeated | Self::Overlong => None,
            Self::NoResult => {
                let text = format!(
                    "cell {cell} has a formula without its result; open the workbook in Excel and save it, or fill in the value itself"
                );
                Some(Reason::new("formula_without_result", text).with("cell", &cell))
            }
            Self::Error(error) => {
                let text = format!(
                    "cell {cell} has the error {error} instead of a value; mend its formula, or fill in the value itself"
                );
                Some(Reason::new("cell_error", text).with("cell", &cell).with("error", &error))
            }
        }
    }
}

/// The address of a cell, such as `B7`, by its line from 1 and its column from 0.
pub(crate) fn address_of(line: u64, column: usize) -> String {
    let (mut letters, mut left) = (String::new(), column + 1);
    while left > 0 {
        letters.insert(0, char::from(b'A' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    format!("{letters}{line}")
}
