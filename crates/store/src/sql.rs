//! Parts of SQL text whose length depends on the data. They contain only placeholders, never values.

use std::fmt::Write as _;

use crate::Db;

/// `$from,$from+1,…`: `count` placeholders for an `IN (…)` list.
///
/// Databases keep a prepared statement for each text, so callers pad their lists to a power of two by
/// repeating the last value, which keeps the number of texts small.
pub fn numbered(from: usize, count: usize) -> String {
    let mut text = String::with_capacity(count * 4);
    for index in from..from + count {
        if index > from {
            text.push(',');
        }
        let _ = write!(text, "${index}");
    }
    text
}

/// `($1,$2),($3,$4),…`: `rows` rows of `columns` placeholders for a many-row `INSERT`.
pub fn values(rows: usize, columns: usize) -> String {
    let mut text = String::with_capacity(rows * columns * 5);
    for row in 0..rows {
        if row > 0 {
            text.push(',');
        }
        let _ = write!(text, "({})", numbered(row * columns + 1, columns));
    }
    text
}

impl Db {
    /// SQL condition that the text `text` contains the text `part`, byte by byte and without wildcards; both are SQL expressions.
    ///
    /// In short texts, a search of SQLite for Lao letters costs half of `LIKE`, and one for Latin letters up to a third more. In
    /// long Lao texts, such as messages, `LIKE` costs less.
    pub fn contains(&self, text: &str, part: &str) -> String {
        let position = match self {
            Self::Sqlite { .. } => "instr",
            Self::Pg(_) => "strpos",
        };
        format!("{position}({text}, {part}) > 0")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_numbered_from_their_start() {
        assert_eq!(numbered(3, 2), "$3,$4");
        assert_eq!(values(2, 2), "($1,$2),($3,$4)");
        assert_eq!(numbered(1, 0), "");
    }
}
