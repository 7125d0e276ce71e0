//! Columns of a product: texts, numbers, attributes and images.

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

    pub(super) fn numbers(&mut self, cells: &Cells<'_>, product: &mut Product) {
        let line = cells.rows.own.line;
        let columns = &self.mapping.columns;
        for (to, from) in [("price", &columns.price), ("product_price1", &columns.product_price1)] {
            let Some((column, text)) = cells.first(from) else {
                if self.has(from) {
                    product.fields.insert(to, String::new());
                }
                continue;
            };
            match field::price(text, &self.mapping.price) {
                Ok(price) => {
                    product.fields.insert(to, price);
                }
                Err(reason) => self.fault(line, column, text, reason),
            }
        }
        let defaults = &self.mapping.defaults;
        let is_sold_out =
            cells.first(&columns.in_stock).is_some_and(|(_, text)| field::flag(text) == Some(false));
        let change = cells.first(&columns.stock_change).map(|(_, text)| text.to_owned());
        // Such a row changes the stock, so that a default does not count it.
        let is_changed = change.is_some();
        if let Some(change) = change {
            product.fields.insert("stock_change", change);
        } else if self.has(&columns.stock_change) {
            product.fields.insert("stock_change", String::new());
        }
        let stock = match cells.first(&columns.stock) {
            Some((_, text)) => {
                let (stock, is_cut) = field::stock(text);
                if is_cut {
                    self.cut.add(line);
                }
                Some(stock)
            }
            None if is_changed && self.has(&columns.stock) => Some(String::new()),
            None if is_changed => None,
            None if is_sold_out => Some("0".to_owned()),
            None if defaults.stock.is_some() => defaults.stock.map(|stock| stock.to_string()),
            None if self.has(&columns.stock) => {
                self.without_stock.add(line);
                Some(String::new())
            }
            None => None,
        };
        if let Some(stock) = stock {
            product.fields.insert("stock", stock);
        }
        let vat = cells.first(&columns.vatrate).map(|(_, text)| text.to_owned());
        if let Some(vat) = vat.or_else(|| defaults.vatrate.map(|vat| vat.to_string())) {
            product.fields.insert("vatrate", vat);
        }
        let flags: Vec<(&str, &str)> = columns
            .visible
            .iter()
            .map(|column| (column.as_str(), cells.get(column)))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        let mut is_visible = true;
        for (column, text) in &flags {
            match field::flag(text) {
                Some(flag) => is_visible &= flag,
                None => self.fault(
                    line,
                    column,
                    text,
                    "must be 1 or 0, true or false, active or draft".to_owned(),
                ),
            }
        }
        if self.has(&columns.visible) {
            product.fields.insert("visible", if is_visible { "1" } else { "0" }.to_owned());
        }
    }

    pub(super) fn attributes(
        &mut self,
        cells: &Cells<'_>,
        options: Vec<(String, String)>,
        product: &mut Product,
    ) {
        // A price list has no attributes: those of the shop stay.
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
            .map(|(name, column)| (name.clone(), field::one_line(cells.get(column))));
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
        if json.len() > 2 || self.mapping.attributes.values().any(|column| self.table.header.has(column)) {
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
