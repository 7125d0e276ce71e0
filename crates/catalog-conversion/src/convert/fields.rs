//! Columns of a product: texts, attributes and images.

use std::collections::HashSet;

use super::Work;
use crate::conversion::Product;
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
        let brand = brands.map(|text| text.split(", ").next().unwrap_or_default().to_owned());
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

    pub(super) fn images(&mut self, cells: &Cells<'_>, product: &mut Product) {
        let rule = &self.mapping.images;
        let texts = self
            .mapping
            .columns
            .images
            .iter()
            .flat_map(|column| cells.all(column, rule.own.contains(column)));
        let mut is_missing = false;
        for url in texts.flat_map(|text| field::parts(text, &rule.list)) {
            let start = url.get(..8).unwrap_or_default().to_ascii_lowercase();
            if !start.starts_with("http://") && !start.starts_with("https://") {
                is_missing = true;
            } else if !product.images.contains(&url) {
                product.images.push(url);
            }
        }
        if is_missing {
            self.not_addresses.add(product.line);
        }
    }
}
