//! Tests of whole files: exports of Shopify, `WooCommerce` and Odoo in their present and former columns, and price lists.

use std::io::{Seek as _, SeekFrom, Write as _};

use heuan_catalog_folder::Diagnostic;

use super::*;
use conversion::Product;

mod days;
mod diagnostics;
mod headers;
mod ids;
mod odoo;
mod price_lists;
mod shopify;
mod texts;
mod woocommerce;
mod workbooks;

/// 2026-11-15 12:00 in Vientiane.
const NOW_MS: i64 = 1_794_718_800_000;

fn file_of(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.seek(SeekFrom::Start(0)).unwrap();
    file
}

fn conversion_of(read: Read) -> Conversion {
    match read {
        Read::Converted(conversion) => *conversion,
        Read::Table(table, ..) => panic!("{table:?} is no export"),
    }
}

fn converted_by(text: &str, mapping: Option<&str>, existing: &Existing) -> Result<Conversion, Diagnostics> {
    read(file_of(text.as_bytes()), "export.csv", mapping, existing).map(conversion_of)
}

fn converted(text: &str) -> Conversion {
    let existing = Existing { now_ms: NOW_MS, ..Existing::default() };
    converted_by(text, None, &existing).unwrap_or_else(|errors| panic!("{errors}"))
}

fn diagnostic_of(text: &str, mapping: Option<&str>, existing: &Existing) -> Diagnostic {
    converted_by(text, mapping, existing).unwrap_err().errors.remove(0)
}

fn reason_of(text: &str) -> String {
    let existing = Existing { now_ms: NOW_MS, ..Existing::default() };
    diagnostic_of(text, None, &existing).reason
}

impl Conversion {
    fn named(&self, name: &str) -> &Product {
        let is_named = |product: &&Product| {
            ["pro_name_la", "pro_name_en"].iter().any(|column| product.field(column) == name)
        };
        let names: Vec<_> = self.products.iter().map(|it| &it.fields).collect();
        self.products.iter().find(is_named).unwrap_or_else(|| panic!("no {name} in {names:?}"))
    }

    fn warns(&self, of: &str) -> bool {
        self.warnings.iter().any(|warning| warning.reason.text.contains(of))
    }
}

impl Product {
    fn field(&self, column: &str) -> &str {
        self.fields.get(column).map_or("", String::as_str)
    }

    fn urls(&self) -> Vec<&str> {
        self.image_urls().collect()
    }
}

const FORMER_SHOPIFY: &str = "Handle,Title,Body (HTML),Vendor,Product Category,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Variant Image,Status\n";
const PRESENT_SHOPIFY: &str = "URL handle,Title,Description,Vendor,Product category,Type,Published on online store,Option1 name,Option1 value,SKU,Inventory quantity,Price,Compare-at price,Barcode,Product image URL,Variant image URL,Status\n";
const SHOPIFY_ROWS: &str = "\
paint,Paint,<p>Good</p>,Lanna,Hardware > Paint,Interior,TRUE,Size,5 l,P-5,7,58000.00,65000.00,885001,https://x/1.png,https://x/5.png,active
paint,,,,,,,,18 l,P-18,3,150000.00,,885002,,,
paint,,,,,,,,,,,,,,https://x/2.png,,
draft,Draft,,Lanna,Hardware > Paint,Interior,TRUE,Title,Default Title,D-1,1,1000.00,,,,,draft
old,Old,,Lanna,Hardware > Paint,Interior,TRUE,Size,a,O-1,1,1000.00,,,,,archived
old,,,,,,TRUE,,b,O-2,1,1000.00,,,,,
";

const WOOCOMMERCE: &str = "ID,Type,SKU,Name,Published,Visibility in catalog,Date sale price starts,Date sale price ends,In stock?,Stock,Sale price,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n";

const KEYS: &str = "format = \"own\"\n[id]\nkeys = [[\"Handle\"], [\"SKU\"], [\"Barcode\"]]\n[columns]\nname = [\"Name\"]\n\
     [attributes]\nsku = \"SKU\"\nbarcode = \"Barcode\"\n";
