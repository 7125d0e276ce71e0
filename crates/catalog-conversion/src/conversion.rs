//! Types of a conversion: existing data of the shop, the converted products, and diagnostics.

use std::collections::{BTreeMap, HashMap, HashSet};

/// Categories, groups and products of the shop, so that rows find them by name or code.
#[derive(Debug, Clone, Default)]
pub struct Existing {
    /// Category by name, in any case.
    pub categories: HashMap<String, i64>,
    pub category_ids: HashSet<i64>,
    /// Group by category and name.
    pub groups: HashMap<(i64, String), i64>,
    pub group_ids: HashSet<i64>,
    /// Products by SKU and by barcode.
    pub codes: HashMap<String, Vec<i64>>,
    /// Products whose ids were computed from keys of files.
    pub imported: HashSet<i64>,
    /// SKU and barcode of these products, as written.
    pub codes_of_imported: HashMap<i64, Vec<String>>,
    /// Present time in Unix milliseconds, which decides whether the price of a period applies.
    pub now_ms: i64,
}

impl Existing {
    /// Adds a product with its SKU and barcode.
    pub fn add_codes(&mut self, id: i64, codes: Vec<String>) {
        for code in codes.iter().map(|code| Self::key(code)) {
            let ids = self.codes.entry(code).or_default();
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        if self.imported.contains(&id) {
            self.codes_of_imported.insert(id, codes);
        }
    }

    /// The form in which names and codes are compared.
    pub fn key(name: &str) -> String {
        name.trim().to_lowercase()
    }
}

/// An error in the merchant's file, or a warning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Finding {
    pub line: Option<u64>,
    pub column: String,
    pub value: String,
    pub reason: String,
}

/// A product of the file.
#[derive(Debug, Default)]
pub(crate) struct Product {
    pub(crate) line: u64,
    /// Key from which the id is computed, as the merchant knows it; empty if the file has the id.
    pub(crate) key: String,
    pub(crate) id: String,
    pub(crate) fields: BTreeMap<&'static str, String>,
    /// Web addresses of images.
    pub(crate) images: Vec<String>,
}

/// A converted file.
#[derive(Debug, Default)]
pub struct Conversion {
    /// Name of the merchant's file.
    pub(crate) file: String,
    /// Column of the file for each column of `products.csv`.
    pub(crate) sources: BTreeMap<&'static str, String>,
    pub(crate) products: Vec<Product>,
    /// New categories: id, name.
    pub(crate) categories: Vec<(i64, String)>,
    /// New groups: id, category, name.
    pub(crate) groups: Vec<(i64, i64, String)>,
    pub(crate) has_images: bool,
    pub errors: Vec<Finding>,
    pub warnings: Vec<Finding>,
}

impl Conversion {
    /// Distinct web addresses of images with the line of the first product that has the address.
    pub fn image_urls(&self) -> Vec<(u64, &str)> {
        let mut seen = HashSet::new();
        let all = self
            .products
            .iter()
            .flat_map(|product| product.images.iter().map(|url| (product.line, url.as_str())));
        all.filter(|(_, url)| seen.insert(*url)).collect()
    }
}
