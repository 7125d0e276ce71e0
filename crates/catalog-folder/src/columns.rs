//! Rows of one table file, and the columns that it has.

/// The rows of one file, in file order.
#[derive(Debug, Clone, PartialEq)]
pub struct Table<T> {
    pub rows: Vec<T>,
    pub columns: Columns,
}

/// The columns present in a file. The shop keeps its values for absent columns; they are empty in the rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns(pub(crate) Vec<&'static str>);

impl Columns {
    pub fn has(&self, column: &str) -> bool {
        self.0.contains(&column)
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.iter().copied()
    }
}
