//! The id of a product and the key from which it is computed. A product that was imported with one key keeps its id when a
//! later file also has another key.

use heuan_catalog_folder::Reason;

use super::{Work, is_shortened};
use crate::conversion::Existing;
use crate::identity::id_of;
use crate::rows::Cells;

/// A key of a row.
struct Key<'a> {
    /// The first column of the key.
    column: &'a str,
    parts: Vec<&'a str>,
    /// Text of the key as the merchant reads it.
    text: String,
}

impl<'a> Work<'a> {
    /// The id, and the key by which the merchant knows the product.
    pub(super) fn id(&mut self, cells: &Cells<'a>) -> Option<(String, String)> {
        if let Some((_, id)) = cells.first(&self.mapping.id.number) {
            return Some((id.to_owned(), String::new()));
        }
        let keys = self.keys(cells);
        let line = cells.rows.own.line;
        let Some(first) = keys.first() else {
            self.report_missing_key(line);
            return None;
        };
        self.row.clone_from(&first.text);
        if first.parts.iter().any(|part| is_shortened(part)) {
            let reason =
                "a spreadsheet has shortened it; give the column the format Text and fill it in again";
            self.report(line, first.column, &first.text, Reason::new("key_shortened", reason));
            return None;
        }
        if self.mapping.match_codes
            && let Some((key, ids)) = self.of_codes(&keys)
        {
            let Err(reason) = only(ids) else { return Some((ids[0].to_string(), first.text.clone())) };
            self.report(line, key.column, &key.text, reason);
            return None;
        }
        let preferred = self.id_of(&first.parts);
        let is_known =
            self.existing.imported.contains(&preferred) || self.lines.contains_key(&preferred.to_string());
        let before = if is_known { None } else { self.imported_before(&keys) };
        Some((before.unwrap_or(preferred).to_string(), first.text.clone()))
    }

    /// The non-empty keys of a row.
    fn keys(&self, cells: &Cells<'a>) -> Vec<Key<'a>> {
        let of = |columns: &'a Vec<String>| {
            let column = columns.first().filter(|column| !cells.get(column).is_empty())?;
            let parts: Vec<&str> = columns.iter().map(|column| cells.get(column)).collect();
            let text = parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" / ");
            Some(Key { column, parts, text })
        };
        self.mapping.id.keys.iter().filter_map(of).collect()
    }

    fn report_missing_key(&mut self, line: u64) {
        let rule = &self.mapping.id;
        let known = rule.number.iter().chain(rule.keys.iter().filter_map(|key| key.first()));
        let known: Vec<&str> =
            known.filter(|column| self.table.header.has(column)).map(String::as_str).collect();
        let text = format!("a product needs {}, by which the next import finds it", known.join(" or "));
        let reason = Reason::new("key_needed", text).with("columns", &known.join(", "));
        self.report(line, known.first().copied().unwrap_or_default(), "", reason);
    }

    /// The products of the shop whose SKU or barcode is one of the keys.
    fn of_codes<'k>(&self, keys: &'k [Key<'a>]) -> Option<(&'k Key<'a>, &'a [i64])> {
        keys.iter()
            .find_map(|key| Some((key, self.existing.codes.get(&Existing::key(&key.text))?.as_slice())))
    }

    fn id_of(&self, parts: &[&str]) -> i64 {
        let namespace = [self.mapping.format.as_str(), self.mapping.id.namespace.as_str()];
        id_of(&namespace, "product", parts)
    }

    /// The product that an earlier file had under another key: another key of the row, or a code that the shop has for the
    /// product with this SKU or barcode. The key that gave an id is recognized by computing the id again.
    fn imported_before(&self, keys: &[Key<'a>]) -> Option<i64> {
        let is_free = |id: &i64| !self.lines.contains_key(&id.to_string());
        let others = keys.iter().skip(1).map(|key| self.id_of(&key.parts));
        let by_key = others.into_iter().find(|id| self.existing.imported.contains(id) && is_free(id));
        by_key.or_else(|| {
            let single = keys.iter().filter(|key| key.parts.len() == 1);
            let mut ids = single
                .filter_map(|key| self.existing.codes.get(&Existing::key(&key.text)))
                .flatten()
                .copied();
            ids.find(|id| {
                let codes = self.existing.codes_of_imported.get(id).into_iter().flatten();
                is_free(id) && codes.into_iter().any(|code| self.id_of(&[code]) == *id)
            })
        })
    }
}

/// Checks that a code means one product.
fn only(ids: &[i64]) -> Result<(), Reason> {
    if ids.len() == 1 {
        return Ok(());
    }
    let named: Vec<String> = ids.iter().take(3).map(i64::to_string).collect();
    let (count, named) = (ids.len(), named.join(", "));
    let text =
        format!("{count} products of the shop have this code ({named}); use their ids in a column pro_id");
    Err(Reason::new("code_of_several", text).with("count", &count).with("ids", &named))
}
