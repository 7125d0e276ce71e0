//! Headings and totals between the rows of a price list.

use heuan_catalog_folder::number_of;

use crate::conversion::Existing;
use crate::identity::id_of;
use crate::mapping::{Mapping, RowsRule};
use crate::source::{Row, Table};

/// Words of the rows that sum up others.
const TOTALS: [&str; 10] =
    ["total", "totals", "grand total", "subtotal", "sub total", "sum", "ລວມ", "ລວມທັງໝົດ", "รวม", "รวมทั้งหมด"];
/// Characters of a heading that a warning shows.
const MAX_SHOWN_CHARS: usize = 40;

/// Rows that are left out: their number, the line of the first one and its text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Removed {
    pub(super) count: u64,
    pub(super) line: u64,
    pub(super) text: String,
}

/// Removes rows without a product: those with a single text that is no name, price or stock, and totals. The id or the key of a
/// product of the shop is no heading.
pub(super) fn remove(table: &mut Table, mapping: &Mapping, existing: &Existing) -> Option<Removed> {
    if !matches!(mapping.rows, RowsRule::Single) {
        return None;
    }
    let places = |columns: &[&Vec<String>]| -> Vec<usize> {
        columns.iter().copied().flatten().filter_map(|column| table.header.place(column)).collect()
    };
    let columns = &mapping.columns;
    let values = places(&[
        &columns.name,
        &columns.pro_name_la,
        &columns.pro_name_en,
        &columns.price,
        &columns.sale_price,
        &columns.product_price1,
        &columns.stock,
        &columns.stock_change,
        &mapping.id.number,
    ]);
    let keys: Vec<&String> = mapping.id.number.iter().chain(mapping.id.keys.iter().flatten()).collect();
    let keys: Vec<usize> = keys.into_iter().filter_map(|column| table.header.place(column)).collect();
    let namespace = [mapping.format.as_str(), mapping.id.namespace.as_str()];
    let is_known = |text: &str| {
        existing.codes.contains_key(&Existing::key(text))
            || existing.imported.contains(&id_of(&namespace, "product", &[text]))
            || mapping.id.keys.iter().filter(|key| key.len() > 1).any(|key| {
                // The other columns of the key are empty.
                let mut parts = vec![""; key.len()];
                if let Some(first) = parts.first_mut() {
                    *first = text;
                }
                existing.imported.contains(&id_of(&namespace, "product", &parts))
            })
    };
    let mut removed: Option<Removed> = None;
    table.rows.retain(|row| {
        let mut filled = filled(row);
        let Some((place, text)) = filled.next() else { return true };
        let is_heading = filled.next().is_none() && !values.contains(&place) && !is_known(text);
        if !is_heading && !is_total(row, &keys) {
            return true;
        }
        let shown = || text.chars().take(MAX_SHOWN_CHARS).collect();
        removed.get_or_insert_with(|| Removed { count: 0, line: row.line, text: shown() }).count += 1;
        false
    });
    removed
}

/// The cells that are filled in, with their places.
fn filled(row: &Row) -> impl Iterator<Item = (usize, &str)> {
    let texts = row.cells.iter().map(|cell| cell.trim()).enumerate();
    texts.filter(|(_, text)| !text.is_empty())
}

/// Whether the only text of a row besides numbers says that it sums up the others. A row with a key at one of the places `keys` is
/// a product.
fn is_total(row: &Row, keys: &[usize]) -> bool {
    let mut texts = filled(row).filter(|(_, text)| number_of(text).is_err());
    let (Some((place, text)), None) = (texts.next(), texts.next()) else { return false };
    if filled(row).any(|(other, _)| other != place && keys.contains(&other)) {
        return false;
    }
    let text = text.trim_end_matches(':').trim_end().to_lowercase();
    TOTALS.contains(&text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn total_is_a_word_among_numbers() {
        let row = |cells: &[&str]| Row {
            cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
            ..Row::default()
        };
        for cells in [&["", "Total:", "58,000", "3"][..], &["ລວມ", "", "58000"], &["Grand total"]] {
            assert!(is_total(&row(cells), &[0]), "{cells:?}");
        }
        for cells in [
            &["A-1", "Total", "58000"][..],
            &["1", "Total", "58000"],
            &["Total paint", "58000"],
            &["58000"],
            &[],
        ] {
            assert!(!is_total(&row(cells), &[0]), "{cells:?}");
        }
    }
}
