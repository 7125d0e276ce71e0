//! Proposal of a mapping file for a header that no shipped mapping fits.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::mapping::Mapping;
use crate::source::{Table, plain};

/// Similarity from which a column is proposed.
const SIMILAR: f64 = 0.86;
/// Maximum rows whose values are checked to find a key.
const SAMPLE: usize = 200;

/// The text of a mapping file that the merchant completes.
pub(crate) fn propose(table: &Table) -> String {
    let names: Vec<&str> =
        table.header.names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
    let mut used = HashSet::new();
    let mut columns = String::new();
    if let Some((known, _)) = Mapping::shipped("price-list") {
        for (target, synonyms) in known.columns.all() {
            let free = names.iter().copied().filter(|name| !used.contains(name));
            let best = free
                .map(|name| (name, similarity(name, target, synonyms)))
                .max_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((name, _)) = best.filter(|(_, similar)| *similar >= SIMILAR) {
                used.insert(name);
                let _ = writeln!(columns, "{target} = [{}]", quoted(name));
            }
        }
    }
    let key = key_of(table, &used);
    let rest: Vec<&str> =
        names.iter().copied().filter(|name| !used.contains(name) && Some(*name) != key).collect();
    let mut text = String::from(
        "# A mapping that may fit this file. Save it as mapping.toml, correct it, and import the file with it.\n\
         # Meanings: name, description, price, product_price1 (price before), stock, stock_change (units to add), vatrate, unit, brand, location, category, group, visible, images.\n\
         format = \"own\"\n\n[id]\n# The column that names each product and never changes, such as a code, a SKU or a barcode.\n",
    );
    let _ = writeln!(text, "keys = [[{}]]\n\n[columns]", quoted(key.unwrap_or("?")));
    text.push_str(&columns);
    if !rest.is_empty() {
        let _ = writeln!(
            text,
            "# Not used: {}",
            rest.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
        );
    }
    text.push_str("\n[attributes]\n# sku = \"SKU\"\n\n[defaults]\n# stock = 100\n");
    text
}

fn similarity(name: &str, target: &str, synonyms: &[String]) -> f64 {
    let name = plain(name);
    let near = |known: &str| {
        let known = plain(known);
        // A column such as "Retail price LAK" contains the word.
        let contains = known.chars().count() > 3 && name.contains(&known);
        if contains { 0.9 } else { strsim::jaro_winkler(&name, &known) }
    };
    synonyms.iter().map(|known| near(known)).chain([near(target)]).fold(0.0, f64::max)
}

/// The first column whose values are all non-empty, short and different.
fn key_of<'a>(table: &'a Table, used: &HashSet<&str>) -> Option<&'a str> {
    let sample: Vec<_> = table.rows.iter().take(SAMPLE).collect();
    let is_key = |place: usize| {
        let mut seen = HashSet::new();
        !sample.is_empty()
            && sample.iter().all(|row| {
                let cell = row.cells.get(place).map_or("", |cell| cell.trim());
                !cell.is_empty() && cell.chars().count() <= 40 && seen.insert(cell)
            })
    };
    let free = table
        .header
        .names
        .iter()
        .enumerate()
        .filter(|(_, name)| !name.trim().is_empty() && !used.contains(name.trim()));
    free.into_iter().find(|(place, _)| is_key(*place)).map(|(_, name)| name.trim())
}

/// A TOML text.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
