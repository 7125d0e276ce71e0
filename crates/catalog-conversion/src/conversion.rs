//! Types of a conversion: existing data of the shop, the converted products, and diagnostics.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use heuan_catalog_folder::{MAX_IMAGES, Reason};

/// Images of a product: the cover and the others.
pub(crate) const MAX_PRODUCT_IMAGES: usize = MAX_IMAGES + 1;

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
    /// Key or id of the row, as read; empty if the error concerns no row or none was read.
    pub row: String,
    pub reason: Reason,
}

/// Web addresses of images, each once, up to the number that a product has.
#[derive(Debug, Default)]
pub(crate) struct Images {
    pub(crate) urls: Vec<String>,
    /// Whether there were more.
    is_cut: bool,
    /// Whether there were texts that are no web addresses.
    pub(crate) has_others: bool,
}

impl Images {
    pub(crate) fn add(&mut self, url: String) {
        let start = url.get(..8).unwrap_or_default().to_ascii_lowercase();
        if !start.starts_with("http://") && !start.starts_with("https://") {
            self.has_others = true;
        } else if !self.urls.contains(&url) {
            if self.urls.len() < MAX_PRODUCT_IMAGES {
                self.urls.push(url);
            } else {
                self.is_cut = true;
            }
        }
    }
}

/// A product of the file.
#[derive(Debug, Default)]
pub(crate) struct Product {
    pub(crate) line: u64,
    /// Key from which the id is computed, as the merchant knows it; empty if the file has the id.
    pub(crate) key: String,
    pub(crate) id: String,
    pub(crate) fields: BTreeMap<&'static str, String>,
    pub(crate) images: Images,
    /// Images of all rows with its handle, which the other variants have as well.
    pub(crate) images_of_handle: Arc<Images>,
}

impl Product {
    /// Web addresses of its images, its own ones first.
    pub(crate) fn image_urls(&self) -> impl Iterator<Item = &str> {
        self.all_image_urls().take(MAX_PRODUCT_IMAGES)
    }

    fn all_image_urls(&self) -> impl Iterator<Item = &str> {
        let own = &self.images.urls;
        let others = self.images_of_handle.urls.iter().filter(move |url| !own.contains(*url));
        own.iter().chain(others).map(String::as_str)
    }

    /// Whether there are images that the product does not show.
    pub(crate) fn has_too_many_images(&self) -> bool {
        self.images.is_cut
            || self.images_of_handle.is_cut
            || self.all_image_urls().nth(MAX_PRODUCT_IMAGES).is_some()
    }
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
        let all =
            self.products.iter().flat_map(|product| product.image_urls().map(|url| (product.line, url)));
        all.filter(|(_, url)| seen.insert(*url)).collect()
    }
}
