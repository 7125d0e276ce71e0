//! Columns of a product: texts, attributes and images.

use std::collections::HashSet;
use std::sync::Arc;

use super::Work;
use crate::conversion::{Images, Product};
use crate::field;
use crate::rows::Cells;

impl Work<'_> {
    pub(super) fn texts(&mut self, cells: &Cells<'_>, options: &[(String, String)], product: &mut Product) {
        let columns = &self.mapping.columns;
        let mut name = cells.first(&columns.name).map(|(_, text)| field::one_line(text)).unwrap_or_default();
        if cells.rows.is_variant && !name.is_empty() {
            let lower = name.to_lowercase();
            let new = options
                .iter()
                .map(|(_, value)| value.as_str())
                .filter(|value| !lower.contains(&value.to_lowercase()));
            let new: Vec<&str> = new.collect();
            if !new.is_empty() {
                name = format!("{name} – {}", new.join(" / "));
            }
        }
        let description =
            cells.first(&columns.description).map(|(_, text)| text.to_owned()).unwrap_or_default();
        let unit = cells.first(&columns.unit).map(|(_, text)| field::one_line(text)).unwrap_or_default();
        for (text, la, en) in [
            (name, "pro_name_la", "pro_name_en"),
            (description, "description_la", "description_en"),
            (unit, "unit_name_la", "unit_name_en"),
        ] {
            if !text.is_empty() {
                product.fields.insert(if field::is_lao(&text) { la } else { en }, text);
            }
        }
        for (to, from, is_line) in [
            ("pro_name_la", &columns.pro_name_la, true),
            ("pro_name_en", &columns.pro_name_en, true),
            ("description_la", &columns.description_la, false),
            ("description_en", &columns.description_en, false),
            ("unit_name_la", &columns.unit_name_la, true),
            ("unit_name_en", &columns.unit_name_en, true),
        ] {
            if let Some((_, text)) = cells.first(from) {
                product.fields.insert(to, if is_line { field::one_line(text) } else { text.to_owned() });
            }
        }
        let defaults = &self.mapping.defaults;
        for (to, value) in
            [("unit_name_la", &defaults.unit_name_la), ("unit_name_en", &defaults.unit_name_en)]
        {
            if let Some(value) = value {
                product.fields.entry(to).or_insert_with(|| value.clone());
            }
        }
        let brands = cells.first(&columns.brand).map(|(_, text)| field::one_line(text));
        let list = &self.mapping.brand.list;
        let brand = brands.and_then(|text| field::parts(&text, list).into_iter().next());
        if let Some(brand) = brand.or_else(|| defaults.brand.clone()) {
            product.fields.insert("brand", brand);
        } else if self.has(&columns.brand) {
            product.fields.insert("brand", String::new());
        }
        if self.has(&columns.location) {
            let location = cells.first(&columns.location).map(|(_, text)| field::one_line(text));
            product.fields.insert("location", location.unwrap_or_default());
        }
    }

    pub(super) fn attributes(
        &mut self,
        cells: &Cells<'_>,
        options: Vec<(String, String)>,
        product: &mut Product,
    ) {
        // A price list has no attributes, so the shop keeps its own.
        let columns = &self.mapping.columns;
        if ![&columns.name, &columns.pro_name_la, &columns.pro_name_en]
            .into_iter()
            .any(|columns| self.has(columns))
        {
            return;
        }
        let fixed = self
            .mapping
            .attributes
            .iter()
            .map(|(name, from)| (name.clone(), cells.first(from.columns()).map_or("", |(_, text)| text)))
            .map(|(name, text)| (name, field::one_line(text)));
        let mut json = String::from("{");
        let mut seen = HashSet::new();
        for (name, value) in options.into_iter().chain(fixed).filter(|(_, value)| !value.is_empty()) {
            if !seen.insert(name.clone()) {
                continue;
            }
            if json.len() > 1 {
                json.push_str(", ");
            }
            json.push_str(&serde_json::Value::from(name).to_string());
            json.push_str(": ");
            json.push_str(&serde_json::Value::from(value).to_string());
        }
        json.push('}');
        if json.len() > 2 || self.mapping.attributes.values().any(|from| self.has(from.columns())) {
            product.fields.insert("attributes", if json.len() > 2 { json } else { String::new() });
        }
    }

    /// The images of a variant are its own ones, then those of all rows of its product in file order.
    pub(super) fn images(&mut self, cells: &Cells<'_>, product: &mut Product) {
        let (columns, rule) = (&self.mapping.columns.images, &self.mapping.images);
        let add = |images: &mut Images, text: &str| {
            for url in field::parts(text, &rule.list) {
                images.add(url);
            }
        };
        let is_own = |column: &String| rule.own.contains(column);
        for column in columns.iter().filter(|column| cells.rows.of_handle.is_none() || is_own(column)) {
            if is_own(column) {
                add(&mut product.images, cells.get(column));
            } else {
                for text in cells.all(column) {
                    add(&mut product.images, text);
                }
            }
        }
        if let Some(rows) = &cells.rows.of_handle {
            let first = rows.first().map_or(product.line, |row| row.line);
            let of_handle = self.images_of_handles.entry(first).or_insert_with(|| {
                let mut images = Images::default();
                for column in columns.iter().filter(|column| !is_own(column)) {
                    for row in rows.iter() {
                        add(&mut images, cells.of_row(row, column));
                    }
                }
                Arc::new(images)
            });
            product.images_of_handle = Arc::clone(of_handle);
        }
        if product.images.has_others || product.images_of_handle.has_others {
            self.not_addresses.add(product.line);
        }
        if product.has_too_many_images() {
            self.too_many_images.add(product.line);
        }
    }
}
