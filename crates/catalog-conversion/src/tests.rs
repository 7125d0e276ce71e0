//! Tests of whole files: exports of Shopify, `WooCommerce` and Odoo in their present and former columns, and price lists.

use std::io::{Seek as _, SeekFrom, Write as _};

use rstest::rstest;

use super::*;
use conversion::Product;

/// 2026-11-15 12:00 in Vientiane.
const NOW_MS: i64 = 1_794_718_800_000;

fn converted_by(text: &str, mapping: Option<&str>, existing: &Existing) -> Result<Conversion, Diagnostics> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.seek(SeekFrom::Start(0)).unwrap();
    match read(file, "export.csv", mapping, existing)? {
        Read::Converted(conversion) => Ok(*conversion),
        Read::Table(table, _) => panic!("{table:?} is no export"),
    }
}

fn converted(text: &str) -> Conversion {
    let existing = Existing { now_ms: NOW_MS, ..Existing::default() };
    converted_by(text, None, &existing).unwrap_or_else(|errors| panic!("{errors}"))
}

fn reason_of(text: &str) -> String {
    let existing = Existing { now_ms: NOW_MS, ..Existing::default() };
    converted_by(text, None, &existing).unwrap_err().errors.remove(0).reason
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
        self.warnings.iter().any(|warning| warning.reason.contains(of))
    }
}

impl Product {
    fn field(&self, column: &str) -> &str {
        self.fields.get(column).map_or("", String::as_str)
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

#[rstest]
#[case::former(FORMER_SHOPIFY)]
#[case::present(PRESENT_SHOPIFY)]
fn shopify_export_is_recognized_under_its_former_and_present_columns(#[case] header: &str) {
    let done = converted(&format!("{header}{SHOPIFY_ROWS}"));
    assert_eq!(done.products.len(), 5);
    let paint = done.named("Paint – 5 l");
    assert_eq!(
        (paint.field("price"), paint.field("product_price1"), paint.field("stock"), paint.field("brand")),
        ("58000.00", "65000.00", "7", "Lanna")
    );
    assert_eq!(paint.field("attributes"), r#"{"Size": "5 l", "barcode": "885001", "sku": "P-5"}"#);
    assert_eq!(paint.images, ["https://x/5.png", "https://x/1.png", "https://x/2.png"]);
    assert_eq!(done.named("Paint – 18 l").images, ["https://x/1.png", "https://x/2.png"]);
    let visible: Vec<&str> = done.products.iter().map(|product| product.field("visible")).collect();
    assert_eq!(visible, ["1", "1", "0", "0", "0"]);
    assert!(!done.warns("columns that are not read"), "{:?}", done.warnings);
}

#[test]
fn shopify_product_has_the_same_id_under_both_kinds_of_columns() {
    let ids = |header: &str| -> Vec<String> {
        converted(&format!("{header}{SHOPIFY_ROWS}")).products.into_iter().map(|product| product.id).collect()
    };
    assert_eq!(ids(FORMER_SHOPIFY), ids(PRESENT_SHOPIFY));
}

const WOOCOMMERCE: &str = "ID,Type,SKU,Name,Published,Visibility in catalog,Date sale price starts,Date sale price ends,In stock?,Stock,Sale price,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n";

#[rstest]
#[case::always("", "", "50000")]
#[case::on_its_first_day("2026-11-15 0:00:00", "", "50000")]
#[case::before_its_first_day("2026-11-16 00:00:00", "", "58000")]
#[case::on_its_last_day("", "2026-11-15 00:00:00", "50000")]
#[case::after_its_last_day("2026-11-01", "2026-11-14", "58000")]
#[case::until_the_minute("", "2026-11-15 11:59:59", "58000")]
fn sale_price_counts_within_its_days(#[case] starts: &str, #[case] ends: &str, #[case] price: &str) {
    let done =
        converted(&format!("{WOOCOMMERCE}1,simple,A,Drill,1,visible,{starts},{ends},1,5,50000,58000,,,\n"));
    let drill = done.named("Drill");
    assert_eq!((drill.field("price"), drill.field("product_price1")), (price, "58000"));
    assert_eq!(done.warns("sale price outside its days"), price == "58000", "{:?}", done.warnings);
    assert_eq!(
        done.warns("sale price that ends"),
        price == "50000" && !ends.is_empty(),
        "{:?}",
        done.warnings
    );
}

#[test]
fn day_of_a_sale_that_cannot_be_read_is_a_fault() {
    let text = format!("{WOOCOMMERCE}1,simple,A,Drill,1,visible,01/11/2026,,1,5,50000,58000,,,\n");
    assert!(
        reason_of(&text).contains("must be a day such as 2026-11-30: it could mean"),
        "{}",
        reason_of(&text)
    );
}

#[test]
fn stock_of_a_variation_that_names_its_parent_is_that_of_the_parent() {
    let done = converted(&format!(
        "{WOOCOMMERCE}1,variable,A,Paint,1,visible,,,1,40,,,,Color,\"Red, Blue\"\n\
         2,variation,A-R,Paint - Red,1,visible,,,1,parent,,58000,A,Color,Red\n\
         3,variation,A-B,Paint - Blue,1,visible,,,1,6,,58000,id:1,Color,Blue\n\
         4,variation,A-G,Paint - Green,1,visible,,,0,Parent,,58000,id:9,Color,Green\n"
    ));
    let stock: Vec<&str> = done.products.iter().map(|product| product.field("stock")).collect();
    assert_eq!(stock, ["40", "6", "0"]);
    assert!(
        done.warns("2 products with the stock of the product that they are variants of"),
        "{:?}",
        done.warnings
    );
    // In other formats the word is not a number.
    let list = converted("Code,Name,Stock\nA,Drill,parent\n");
    assert_eq!(list.named("Drill").field("stock"), "parent");
}

#[test]
fn hidden_products_of_woocommerce_are_hidden_with_their_variations() {
    let done = converted(&format!(
        "{WOOCOMMERCE}1,simple,A,Shown,1,visible,,,1,1,,1000,,,\n\
         2,simple,B,Listed,1,catalog,,,1,1,,1000,,,\n\
         3,simple,C,Only found,1,search,,,1,1,,1000,,,\n\
         4,simple,D,Hidden,1,hidden,,,1,1,,1000,,,\n\
         5,simple,E,Draft,-1,visible,,,1,1,,1000,,,\n\
         6,simple,F,Private,0,visible,,,1,1,,1000,,,\n\
         7,variable,G,Paint,1,hidden,,,1,1,,,,Color,Red\n\
         8,variation,G-R,Paint - Red,1,visible,,,1,1,,1000,G,Color,Red\n"
    ));
    let visible: Vec<&str> = done.products.iter().map(|product| product.field("visible")).collect();
    assert_eq!(visible, ["1", "1", "0", "0", "0", "0", "0"]);
}

#[rstest]
#[case::labels("External ID,Internal Reference,Name,Barcode,Variant Values,Sales Price,Quantity On Hand")]
#[case::older_labels(
    "External ID,Internal Reference,Name,Barcode,Attribute Values,Public Price,Quantity On Hand"
)]
#[case::fields("id,default_code,name,barcode,product_template_variant_value_ids,lst_price,qty_available")]
#[case::other_fields(
    "id,default_code,display_name,barcode,product_template_attribute_value_ids,list_price,qty_available"
)]
fn odoo_variants_are_products_with_their_option_values(#[case] header: &str) {
    let done = converted(&format!(
        "{header}\n\
         p1,OD-1,Paint,629001,\"Color: White,Size: 5 l\",58000.0,7.0\n\
         p2,OD-2,Paint,629002,Color: Red,60000.0,3.0\n\
         ,,,,Size: 18 l,,\n\
         p3,OD-3,Roof sheet,629003,,30000.0,9.0\n"
    ));
    assert_eq!(done.products.len(), 3);
    let white = done.named("Paint – White / 5 l");
    assert_eq!((white.field("price"), white.field("stock")), ("58000.0", "7.0"));
    assert_eq!(
        white.field("attributes"),
        r#"{"Color": "White", "Size": "5 l", "barcode": "629001", "sku": "OD-1"}"#
    );
    assert!(done.named("Paint – Red / 18 l").field("attributes").contains(r#""Size": "18 l""#));
    assert_eq!(done.named("Roof sheet").key, "p3");
}

#[test]
fn odoo_variants_below_their_product_are_products_of_their_own() {
    let done = converted(
        "id,name,categ_id,list_price,product_variant_ids/default_code,product_variant_ids/qty_available,product_variant_ids/product_template_attribute_value_ids\n\
         t1,Paint,All / Paint,58000,OD-1,7,Color: White\n\
         ,,,,OD-2,3,Color: Red\n\
         t2,Roof sheet,All / Roof,30000,OD-3,9,\n",
    );
    let red = done.named("Paint – Red");
    assert_eq!((red.field("price"), red.field("stock"), red.key.as_str()), ("58000", "3", "OD-2"));
    assert_eq!(red.field("cat_id"), done.named("Paint – White").field("cat_id"));
    assert_eq!(done.products.len(), 3);
}

/// Categories, groups and products of the shop after a file was imported.
fn shop_with(done: &Conversion) -> Existing {
    let mut shop = Existing { now_ms: NOW_MS, ..Existing::default() };
    for product in &done.products {
        let id: i64 = product.id.parse().unwrap();
        shop.imported.insert(id);
        let attributes: serde_json::Value = serde_json::from_str(product.field("attributes")).unwrap();
        let codes = ["barcode", "sku"].iter().filter_map(|name| attributes[name].as_str().map(str::to_owned));
        shop.add_codes(id, codes.collect());
    }
    shop
}

const KEYS: &str = "format = \"own\"\n[id]\nkeys = [[\"Handle\"], [\"SKU\"], [\"Barcode\"]]\n[columns]\nname = [\"Name\"]\n\
     [attributes]\nsku = \"SKU\"\nbarcode = \"Barcode\"\n";

#[test]
fn id_stays_the_same_when_another_key_is_filled_in_or_removed() {
    let import = |row: &str, shop: &Existing| {
        converted_by(&format!("Handle,SKU,Barcode,Name\n{row}\n"), Some(KEYS), shop).unwrap()
    };
    let id = |done: &Conversion| done.products[0].id.clone();
    let first = import(",,885001,Drill", &Existing::default());
    let with_sku = import(",D-1,885001,Drill", &shop_with(&first));
    assert_eq!(id(&with_sku), id(&first));
    // The barcode, which gave the id, is known to the shop.
    let only_sku = import(",d-1,,Drill", &shop_with(&with_sku));
    assert_eq!(id(&only_sku), id(&first));
    let with_handle = import("drill,D-1,885001,Drill", &shop_with(&with_sku));
    assert_eq!(id(&with_handle), id(&first));
    // Two products of one file are different products, even if one has the barcode that the other had.
    let two = import("drill,D-1,885001,Drill\nsaw,S-1,885001,Saw", &shop_with(&with_sku));
    assert_eq!(two.products[0].id, id(&first));
    assert_ne!(two.products[1].id, id(&first));
    assert_ne!(id(&import("saw,S-1,885002,Saw", &shop_with(&with_sku))), id(&first));
}

#[test]
fn product_of_another_format_with_the_same_code_is_another_one() {
    let shopify = converted(&format!("{PRESENT_SHOPIFY}{SHOPIFY_ROWS}"));
    let done = converted_by("Handle,SKU,Barcode,Name\n,P-5,885001,Paint\n", Some(KEYS), &shop_with(&shopify))
        .unwrap();
    assert!(shopify.products.iter().all(|product| product.id != done.products[0].id));
}

#[test]
fn code_of_a_price_list_is_found_by_the_second_key() {
    let mut shop = Existing::default();
    shop.add_codes(7, vec!["885001".to_owned()]);
    let done = converted_by("SKU,Barcode,Price\nNEW-1,885001,\"58,000.-\"\n", None, &shop).unwrap();
    assert_eq!((done.products[0].id.as_str(), done.products[0].key.as_str()), ("7", "NEW-1"));
}

#[test]
fn references_in_names_units_and_options_are_decoded() {
    let done = converted(
        "Code,Name,Unit,Brand,Category,Price,Stock\n\
         A,Elbow 90&deg; caf&eacute;,m&sup2;,R&amp;D&nbsp;Tools,Pipes &amp; fittings,1000,1\n",
    );
    let elbow = done.named("Elbow 90° café");
    assert_eq!((elbow.field("unit_name_en"), elbow.field("brand")), ("m²", "R&D Tools"));
    assert_eq!(done.categories[0].1, "Pipes & fittings");
}

#[rstest]
#[case("Code,Name,Price\nA,Drill,1000\n", None, "products of the shop keep theirs; new ones have none")]
#[case("Code,Price\nA,1000\n", None, "the file has no column for the stock: products keep theirs")]
#[case("Handle,Name\na,Drill\n", Some("[defaults]\nstock = 12\n"), "it is set to 12 in each product")]
fn missing_column_for_the_stock_is_named(#[case] text: &str, #[case] rest: Option<&str>, #[case] said: &str) {
    let mapping = rest.map(|rest| format!("{KEYS}{rest}"));
    let done = converted_by(text, mapping.as_deref(), &Existing::default()).unwrap();
    assert!(done.warns(said), "{:?}", done.warnings);
    assert!(!converted("Code,Name,Stock\nA,Drill,5\n").warns("no column for the stock"));
    assert!(!converted("Code,Name,Received\nA,Drill,5\n").warns("no column for the stock"));
}

#[test]
fn missing_images_are_warnings_with_a_code_and_of_very_many_the_number() {
    let mut map = SourceMap::default();
    let missing: Vec<(u64, String)> =
        (2..6).map(|line| (line, format!("https://x/{line}.png: 404"))).collect();
    map.add_missing_images(&missing, 2);
    let warnings: Vec<_> = map.warnings().map(|it| (it.code, it.line, it.values)).collect();
    let named =
        |line: u64| ("image_not_fetched", Some(line), vec![("hint", format!("https://x/{line}.png: 404"))]);
    let more = ("images_not_fetched", None, vec![("count", "2".to_owned())]);
    assert_eq!(warnings, [named(2), named(3), more]);
}
