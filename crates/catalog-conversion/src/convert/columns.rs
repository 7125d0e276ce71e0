//! Warnings of columns of which only one counts.

use std::collections::HashMap;

use heuan_catalog_folder::Reason;

use super::{MAX_NAMED, Work};
use crate::mapping::RowsRule;
use crate::source::plain;

/// Meanings of which all columns count.
const OF_ALL: [&str; 2] = ["visible", "images"];

impl Work<'_> {
    pub(super) fn warn_of_rival_columns(&mut self) {
        self.warn_of_repeated_columns();
        // The other mappings have several columns for what a system names differently.
        if self.mapping.match_codes && matches!(self.mapping.rows, RowsRule::Single) {
            self.warn_of_columns_of_one_meaning();
        }
    }

    /// Says which columns that are read have the name of an earlier one.
    fn warn_of_repeated_columns(&mut self) {
        let (table, mapping) = (self.table, self.mapping);
        let mut seen: HashMap<String, u64> = HashMap::new();
        let mut repeated = Vec::new();
        for name in table.header.names.iter().map(|name| name.trim()).filter(|name| mapping.reads(name)) {
            let count = seen.entry(plain(name)).or_default();
            *count += 1;
            if *count == 2 {
                repeated.push(name);
            }
        }
        if repeated.is_empty() {
            return;
        }
        let count = repeated.len();
        repeated.truncate(MAX_NAMED);
        let names = repeated.join(", ");
        let text = format!("several columns have one name, of which the first one is read: {names}");
        let reason = Reason::new("columns_repeated", text).with("count", &count).with("columns", &names);
        self.warn(Some(table.header_line), "", reason);
    }

    /// Says which columns of a price list mean the same by their names.
    fn warn_of_columns_of_one_meaning(&mut self) {
        let (table, mapping) = (self.table, self.mapping);
        let meanings = mapping.columns.all();
        for (meaning, columns) in meanings.into_iter().filter(|(meaning, _)| !OF_ALL.contains(meaning)) {
            let mut places: Vec<usize> =
                columns.iter().filter_map(|column| table.header.place(column)).collect();
            places.dedup();
            let names: Vec<&str> = places.into_iter().map(|place| table.header.names[place].trim()).collect();
            let [first, others @ ..] = &names[..] else { continue };
            if others.is_empty() {
                continue;
            }
            let others = others.join(", ");
            let text = format!("{meaning} is read from {first}; where that is empty, from {others}");
            let reason = Reason::new("columns_of_one_meaning", text).with("column", first);
            self.warn(Some(table.header_line), first, reason.with("columns", &others));
        }
    }
}
