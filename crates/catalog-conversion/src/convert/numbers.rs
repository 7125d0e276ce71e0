//! Prices, stock and visibility of a product.

use heuan_catalog_folder::{DateReading, Reason, day_text, moment_of};

use super::Work;
use crate::conversion::Product;
use crate::field;
use crate::mapping::RowsRule;
use crate::mark::Mark;
use crate::rows::Cells;

const DAY_MS: i64 = 86_400_000;
/// Vientiane is seven hours ahead of Unix time.
const OFFSET_MS: i64 = 7 * 3_600_000;

impl<'a> Work<'a> {
    pub(super) fn numbers(&mut self, cells: &Cells<'a>, product: &mut Product) {
        self.prices(cells, product);
        self.stock(cells, product);
        let vat = cells.first(&self.mapping.columns.vatrate).map(|(_, text)| text.to_owned());
        if let Some(vat) = vat.or_else(|| self.mapping.defaults.vatrate.map(|vat| vat.to_string())) {
            product.fields.insert("vatrate", vat);
        }
        self.visibility(cells, product);
    }

    fn prices(&mut self, cells: &Cells<'a>, product: &mut Product) {
        let line = cells.rows.own.line;
        let columns = &self.mapping.columns;
        let price = self.sale(cells).or_else(|| cells.first(&columns.price));
        let before = cells.first(&columns.product_price1);
        let has_price = self.has(&columns.price) || self.has(&columns.sale_price);
        for (to, found, is_column) in
            [("price", price, has_price), ("product_price1", before, self.has(&columns.product_price1))]
        {
            let Some((column, text)) = found else {
                if is_column {
                    product.fields.insert(to, String::new());
                }
                continue;
            };
            match field::price(text, &self.mapping.price) {
                Ok(price) => {
                    product.fields.insert(to, price);
                }
                Err(reason) => self.report(line, column, text, reason),
            }
        }
    }

    /// The sale price, if it applies now.
    fn sale(&mut self, cells: &Cells<'a>) -> Option<(&'a str, &'a str)> {
        let columns = &self.mapping.columns;
        let sale = cells.first(&columns.sale_price)?;
        let line = cells.rows.own.line;
        let starts = self.moment(cells, &columns.sale_starts);
        // The price applies until the end of the last day.
        let ends = self.moment(cells, &columns.sale_ends);
        let mut days = [starts, ends].into_iter().flatten();
        if let Some(first) = days.find_map(|at| Some((at.buddhist_year?, day_text(at.value)))) {
            self.buddhist_sale_days.add(line);
            self.first_buddhist_day.get_or_insert(first);
        }
        let (starts, ends) = (starts.map(|at| at.value), ends.map(|at| at.value));
        let ends = ends.map(|at| if (at + OFFSET_MS) % DAY_MS == 0 { at + DAY_MS } else { at });
        let now = self.existing.now_ms;
        if starts.is_some_and(|at| now < at) || ends.is_some_and(|at| now >= at) {
            self.outside_sale.add(line);
            return None;
        }
        if ends.is_some() {
            self.sale_that_ends.add(line);
        }
        Some(sale)
    }

    fn moment(&mut self, cells: &Cells<'a>, columns: &'a [String]) -> Option<DateReading<i64>> {
        let (column, text) = cells.first(columns)?;
        moment_of(text)
            .inspect_err(|hint| {
                let reason = Reason::new("not_day", "must be a day such as 2026-11-30").hint(hint);
                self.report(cells.rows.own.line, column, text, reason);
            })
            .ok()
    }

    fn stock(&mut self, cells: &Cells<'a>, product: &mut Product) {
        let line = cells.rows.own.line;
        let (columns, defaults) = (&self.mapping.columns, &self.mapping.defaults);
        let is_sold_out =
            cells.first(&columns.in_stock).is_some_and(|(_, text)| field::flag(text) == Some(false));
        let change = cells.first(&columns.stock_change).map(|(_, text)| text.to_owned());
        // Such a row changes the stock, so the default stock does not apply to it.
        let is_changed = change.is_some();
        if let Some(change) = change {
            product.fields.insert("stock_change", change);
        } else if self.has(&columns.stock_change) {
            product.fields.insert("stock_change", String::new());
        }
        let stock = match self.units(cells) {
            Some(text) => {
                let (stock, is_cut) = field::stock(text);
                if is_cut {
                    self.cut.add(line);
                }
                Some(stock)
            }
            None if is_changed && self.has(&columns.stock) => Some(String::new()),
            None if is_changed => None,
            None if is_sold_out => Some("0".to_owned()),
            None if defaults.stock.is_some() && !self.shares_units(cells) => {
                defaults.stock.map(|stock| stock.to_string())
            }
            None if self.has(&columns.stock) => {
                self.without_stock.add(line);
                Some(String::new())
            }
            None => None,
        };
        if let Some(stock) = stock {
            product.fields.insert("stock", stock);
        }
    }

    /// Whether the row is one of several with the same merged cell of units, and not the first of them, which has the units.
    fn shares_units(&self, cells: &Cells<'a>) -> bool {
        let header = &self.table.header;
        let mut columns = self.mapping.columns.stock.iter().filter_map(|column| header.place(column));
        columns.any(|place| cells.rows.own.marks.contains(&(place, Mark::Repeated)))
    }

    /// The text of the stock; if a variation has `parent`, the stock of its parent product.
    fn units(&mut self, cells: &Cells<'a>) -> Option<&'a str> {
        let (column, text) = cells.first(&self.mapping.columns.stock)?;
        if !matches!(self.mapping.rows, RowsRule::Parent { .. }) || !text.eq_ignore_ascii_case("parent") {
            return Some(text);
        }
        self.of_parent.add(cells.rows.own.line);
        Some(cells.of_parent(column)).filter(|text| !text.is_empty())
    }

    /// Visibility of a product. It is visible if its row and the row of its parent product say so.
    fn visibility(&mut self, cells: &Cells<'a>, product: &mut Product) {
        let columns = &self.mapping.columns.visible;
        let line = cells.rows.own.line;
        let mut is_visible = true;
        for column in columns {
            for text in cells.with_parent(column) {
                if let Some(flag) = field::flag(text) {
                    is_visible &= flag;
                } else {
                    let reason = "must be yes or no, 1 or 0, true or false, active or draft";
                    self.report(line, column, text, Reason::new("not_visibility", reason));
                }
            }
        }
        if self.has(columns) {
            product.fields.insert("visible", if is_visible { "1" } else { "0" }.to_owned());
        }
    }
}
