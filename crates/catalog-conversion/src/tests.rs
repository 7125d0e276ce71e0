//! Tests of whole files: exports of Shopify, `WooCommerce` and Odoo in their present and former columns, and price lists.

use std::collections::HashMap;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::sync::Arc;

use heuan_catalog_folder::Diagnostic;
use rstest::rstest;

use super::*;
use conversion::Product;

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
    assert_eq!(paint.urls(), ["https://x/5.png", "https://x/1.png", "https://x/2.png"]);
    assert_eq!(done.named("Paint – 18 l").urls(), ["https://x/1.png", "https://x/2.png"]);
    let visible: Vec<&str> = done.products.iter().map(|product| product.field("visible")).collect();
    assert_eq!(visible, ["1", "1", "0", "0", "0"]);
    assert!(!done.warns("columns that are not read"), "{:?}", done.warnings);
}

/// Shopify lists the images of a product one a row, whether or not the row is a variant.
#[test]
fn shopify_variant_has_its_own_image_and_those_of_all_rows_of_its_product() {
    let done = converted(&format!(
        "{FORMER_SHOPIFY}\
         paint,Paint,,Lanna,,,TRUE,Size,5 l,P-5,7,58000.00,,,https://x/1.png,,active\n\
         paint,,,,,,,,18 l,P-18,3,150000.00,,,https://x/2.png,https://x/18.png,\n\
         paint,,,,,,,,,,,,,,https://x/3.png,,\n\
         saw,Saw,,Lanna,,,TRUE,Title,Default Title,S-1,1,1000.00,,,https://x/4.png,,active\n"
    ));
    let of_product = ["https://x/1.png", "https://x/2.png", "https://x/3.png"];
    assert_eq!(done.named("Paint – 5 l").urls(), of_product);
    assert_eq!(done.named("Paint – 18 l").urls(), [&["https://x/18.png"][..], &of_product].concat());
    assert_eq!(done.named("Saw").urls(), ["https://x/4.png"]);
}

/// A copy of the images for each variant would take the square of the rows in memory and time.
#[test]
fn variants_of_a_product_share_its_images_of_which_the_first_ones_are_taken() {
    let row = |number: usize| {
        format!(
            "paint,,,,,,,,{number} l,P-{number},3,1000.00,,,https://x/{number}.png,https://x/own-{number}.png,\n"
        )
    };
    let rows: Vec<String> = (1..100).map(row).collect();
    let done = converted(&format!(
        "{FORMER_SHOPIFY}paint,Paint,,Lanna,,,TRUE,Size,0 l,P-0,7,58000.00,,,,,active\n{}",
        rows.concat()
    ));
    let first = &done.products[0];
    assert_eq!(done.products.len(), 100);
    assert!(done.products.iter().all(|it| Arc::ptr_eq(&it.images_of_handle, &first.images_of_handle)));
    let last = done.products[99].urls();
    assert_eq!((last.len(), last[0], last[1]), (51, "https://x/own-99.png", "https://x/1.png"));
    assert!(done.warns("100 products with more than 51 images"), "{:?}", done.warnings);
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

#[rstest]
#[case::on_its_first_day("2569-11-15 0:00:00", "", "50000", "2026-11-15")]
#[case::before_its_first_day("16/11/2569", "", "58000", "2026-11-16")]
#[case::on_its_last_day("", "15/11/2569", "50000", "2026-11-15")]
#[case::after_its_last_day("2026-11-01", "2569-11-14", "58000", "2026-11-14")]
fn sale_day_of_a_buddhist_year_counts_with_a_warning_that_names_both(
    #[case] starts: &str,
    #[case] ends: &str,
    #[case] price: &str,
    #[case] day: &str,
) {
    let done =
        converted(&format!("{WOOCOMMERCE}1,simple,A,Drill,1,visible,{starts},{ends},1,5,50000,58000,,,\n"));
    assert_eq!(done.named("Drill").field("price"), price);
    let warning = format!(
        "1 product with sale days in the Buddhist calendar: the first one, in the year 2569, is taken as {day}"
    );
    assert!(done.warns(&warning), "{:?}", done.warnings);
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

/// A spreadsheet quotes a field with commas only where they separate.
#[test]
fn woocommerce_export_that_was_saved_with_semicolons_is_read() {
    let done = converted(
        "ID;Type;SKU;GTIN, UPC, EAN, or ISBN;Name;Regular price;Stock\n1;simple;A;885001;Drill, blue;58000;5\n",
    );
    let drill = done.named("Drill, blue");
    assert_eq!((drill.field("price"), drill.field("stock")), ("58000", "5"));
    assert_eq!(drill.field("attributes"), r#"{"barcode": "885001", "sku": "A"}"#);
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

/// Columns that Odoo has as well. The products of the shop would be imported a second time under other ids.
#[rstest]
#[case("Code,Product,Unit,Sales price,Stock\nA-1,Drill,piece,58000,3\n")]
#[case("Barcode,Name,Cost,Sales Price\nA-1,Drill,40000,58000\n")]
#[case("Barcode,Name,Product Category,Quantity On Hand,Sales Price\nA-1,Drill,Tools,3,58000\n")]
#[case("SKU,Name,Unit of Measure,Standard price,List price,Sales price\nA-1,Drill,piece,40000,,58000\n")]
#[case("ID,Code,Name,Qty available,Sales price\n5,A-1,Drill,3,58000\n")]
#[case("id,sku,name,price,list_price,stock\n,A-1,Drill,58000,60000,3\n")]
#[case("Barcode,Name,Public price,Price,Stock\nA-1,Drill,60000,58000,3\n")]
fn price_list_with_columns_of_odoo_is_a_price_list(#[case] text: &str) {
    let mut shop = Existing::default();
    shop.add_codes(7, vec!["A-1".to_owned()]);
    let done = converted_by(text, None, &shop).unwrap();
    assert_eq!((done.products[0].id.as_str(), done.products[0].field("price")), ("7", "58000"));
}

#[rstest]
#[case("id,name,barcode,list_price,qty_available\np1,Drill,8850001,58000,3\n")]
#[case("id,name,list_price,qty_available\np1,Drill,58000,3\n")]
#[case("Name,Barcode,Public Price,Quantity On Hand\nDrill,8850001,58000,3\n")]
fn odoo_export_without_internal_references_is_read_as_odoo(#[case] text: &str) {
    let done = converted(text);
    assert_eq!((done.products[0].field("price"), done.products[0].field("stock")), ("58000", "3"));
}

#[test]
fn header_without_a_key_fits_no_format() {
    let refused = diagnostic_of(
        "Name,Variant Values,Sales Price\nDrill,Color: Red,58000\n",
        None,
        &Existing::default(),
    );
    assert_eq!(refused.code, "format_unknown");
}

#[test]
fn odoo_category_with_a_slash_in_its_name_is_one_category() {
    let done = converted(
        "Internal Reference,Name,Sales Price,Product Category\n\
         A,Fan,1000,All / Saleable / HVAC/Air / Fans\nB,Lamp,1000,TV/Audio\n",
    );
    let categories: Vec<&str> = done.categories.iter().map(|(_, name)| name.as_str()).collect();
    let groups: Vec<&str> = done.groups.iter().map(|(_, _, name)| name.as_str()).collect();
    assert_eq!((&categories[..], &groups[..]), (&["HVAC/Air", "TV/Audio"][..], &["Fans"][..]));
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
fn brand_with_a_comma_is_one_brand_where_the_format_has_no_lists() {
    let list = converted("Code,Name,Brand,Price\nA,Drill,\"Smith, Jones & Co\",1000\n");
    assert_eq!(list.named("Drill").field("brand"), "Smith, Jones & Co");
    let shopify = converted(&format!(
        "{FORMER_SHOPIFY}saw,Saw,,\"Lanna, Ltd\",,,TRUE,Title,Default Title,S-1,1,1000.00,,,,,active\n"
    ));
    assert_eq!(shopify.named("Saw").field("brand"), "Lanna, Ltd");
    let woocommerce = converted(
        "ID,Type,SKU,Name,Regular price,Brands\n\
         1,simple,A,Drill,1000,\"Smith\\, Jones, Lanna\"\n2,simple,B,Saw,1000,\"Lanna,Smith\"\n",
    );
    let brands: Vec<&str> = woocommerce.products.iter().map(|it| it.field("brand")).collect();
    assert_eq!(brands, ["Smith, Jones", "Lanna"]);
}

#[test]
fn column_that_counts_is_named_where_several_mean_the_same() {
    let said = |text: &str| -> Vec<(String, String)> {
        let done = converted(text);
        let of = done.warnings.into_iter().map(|it| (it.reason.code.to_owned(), it.reason.text));
        of.filter(|(code, _)| matches!(code.as_str(), "columns_repeated" | "columns_of_one_meaning"))
            .collect()
    };
    assert_eq!(
        said("Code,Name,Retail price,Unit price,Stock\nA,Drill,3000,2000,1\nB,Saw,4000,,1\n"),
        [(
            "columns_of_one_meaning".to_owned(),
            "price is read from Unit price; where that is empty, from Retail price".to_owned()
        )]
    );
    let done = converted("Code,Name,Retail price,Unit price,Stock\nA,Drill,3000,2000,1\nB,Saw,4000,,1\n");
    assert_eq!((done.products[0].field("price"), done.products[1].field("price")), ("2000", "4000"));
    assert_eq!(
        said("Code,Name,Price,Stock,PRICE,Remark,Remark\nA,Drill,3000,1,2000,x,y\n"),
        [(
            "columns_repeated".to_owned(),
            "several columns have one name, of which the first one is read: PRICE".to_owned()
        )]
    );
    assert_eq!(said("Code,Name,Price,Old price,Stock,Visible,Active\nA,Drill,3000,4000,1,1,1\n"), []);
    assert_eq!(said(&format!("{WOOCOMMERCE}1,simple,A,Drill,1,visible,,,1,5,50000,58000,,,\n")), []);
}

#[test]
fn headings_and_totals_of_a_price_list_are_left_out() {
    let mut shop = Existing::default();
    shop.add_codes(7, vec!["K-1".to_owned()]);
    let list = "No,Code,Name,Price,Stock\n\
        Paint,,,,\n1,A-1,White,58000,3\n\
        ,Tools,,,\n2,A-2,Drill,90000,2\n,K-1,,,\n\
        ,,Total,148000,5\n,ລວມ,,148000,\n";
    let done = converted_by(list, None, &shop).unwrap();
    let keys: Vec<&str> = done.products.iter().map(|product| product.key.as_str()).collect();
    assert_eq!(keys, ["A-1", "A-2", "K-1"]);
    let warnings: Vec<_> = done.warnings.iter().filter(|it| it.reason.code == "headings_left_out").collect();
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert_eq!(warning.line, Some(2));
    assert_eq!(warning.reason.values, [("count", "4".to_owned()), ("text", "Paint".to_owned())]);
    // Nor is the code of a product that an earlier file had.
    shop.imported.insert(done.products[0].id.parse().unwrap());
    let known = converted_by("Code,Name,Price\nA-1,,\n", None, &shop).unwrap();
    assert_eq!((known.products.len(), &known.products[0].id), (1, &done.products[0].id));
    // A product without a code is none of them.
    for row in [",,Hammer,,", ",,,58000,", ",,,,4"] {
        let refused = diagnostic_of(&format!("No,Code,Name,Price,Stock\n{row}\n"), None, &shop);
        assert_eq!(refused.code, "key_needed", "{row}");
    }
}

#[test]
fn texts_that_are_too_long_are_counted_in_columns_that_are_read() {
    let long = "x".repeat(70_000);
    let done = converted(&format!(
        "Code,Name,Description,Remark\nA,Drill,short,{long}\nB,Saw,{long},\nC,Axe,{long},{long}\n"
    ));
    assert_eq!(done.named("Saw").field("description_en"), "");
    let warnings: Vec<_> = done.warnings.iter().filter(|it| it.reason.code == "texts_emptied").collect();
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert_eq!((warning.line, warning.column.as_str()), (Some(3), "Description"));
    assert_eq!(warning.reason.values, [("count", "2".to_owned()), ("max", "64".to_owned())]);
    // A table of the shop would lose its text.
    let table = format!("pro_id;description_en\n7;{long}\n");
    let refused = read(file_of(table.as_bytes()), "products.csv", None, &Existing::default()).unwrap_err();
    assert_eq!((refused.errors[0].line, refused.errors[0].code), (Some(2), "field_too_long"));
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

#[test]
fn fault_of_a_converted_file_has_a_code_with_its_values() {
    let mut twice = Existing::default();
    twice.add_codes(7, vec!["A-1".to_owned()]);
    twice.add_codes(8, vec!["A-1".to_owned()]);
    let shop = Existing::default();
    for (text, mapping, existing, code, values) in [
        (
            "Artikel,Verkaufspreis\nA-1,5\n",
            None,
            &shop,
            "format_unknown",
            &[("columns", "Artikel, Verkaufspreis")][..],
        ),
        ("Code,Name\n,Hammer\n", None, &shop, "key_needed", &[("columns", "code")]),
        (
            "Code,Name\nA-1,Hammer\nA-1,Saw\n",
            None,
            &shop,
            "product_key_twice",
            &[("key", "A-1"), ("line", "2")],
        ),
        ("Code,Name\n8.85E+12,Hammer\n", None, &shop, "key_shortened", &[]),
        ("Code,Price\nA-1,5\n", None, &twice, "code_of_several", &[("count", "2"), ("ids", "7, 8")]),
        ("Code,Name,Price\nA-1,Hammer,19.99\n", None, &shop, "fraction_of_kip", &[]),
        ("Code,Name,Visible\nA-1,Hammer,perhaps\n", None, &shop, "not_visibility", &[]),
        ("Code,Name\nA-1,\"Hammer\n", None, &shop, "quote_not_closed", &[]),
        ("Code,Name\nA-1,Hammer\n", Some("format = \"x\"\n[id]\n"), &shop, "mapping_without_id", &[]),
    ] {
        let diagnostic = diagnostic_of(text, mapping, existing);
        let found: Vec<(&str, &str)> =
            diagnostic.values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!((diagnostic.code, &found[..]), (code, values), "{text}");
    }
}

#[test]
fn proposal_of_a_mapping_is_the_only_diagnostic_without_a_code() {
    let refused = converted_by("Artikel,Preis\nA-1,5\n", None, &Existing::default()).unwrap_err();
    let [diagnostic, proposal] = &refused.errors[..] else { panic!("{refused}") };
    assert!(!diagnostic.code.is_empty(), "{diagnostic}");
    assert_eq!((&*proposal.file, proposal.code), (MAPPING_FILE, ""));
    // The message of the parser has several lines as well.
    let diagnostic =
        diagnostic_of("Artikel,Preis\nA-1,5\n", Some("format = \"x\"\n[id\n"), &Existing::default());
    assert_eq!(
        (&*diagnostic.file, diagnostic.line, diagnostic.code),
        (MAPPING_FILE, Some(2), "mapping_unreadable")
    );
}

#[test]
fn stored_warning_of_every_kind_keeps_its_code_and_its_values() {
    let sale = "1,simple,A,Drill,1,visible,2026-11-16,,1,5,50000,58000,,,\n\
        2,simple,B,Saw,1,visible,,2569-11-20,1,,50000,58000,,,\n\
        3,variable,P,Paint,1,visible,,,1,40,,,,Color,Red\n\
        4,variation,P-R,Paint - Red,1,visible,,,1,parent,,58000,P,Color,Red\n\
        5,variation,P-B,Paint - Blue,1,visible,,,1,6,,58000,id:9,Color,Blue\n\
        6,grouped,G,Set,1,visible,,,1,,,,,,\n";
    let images: Vec<String> = (0..52).map(|number| format!("https://x/{number}.png")).collect();
    let set = format!("{KEYS}[defaults]\nstock = 12\n");
    let files = [
        converted(&format!("{WOOCOMMERCE}{sale}")),
        converted("Code,Name,Stock,Images,Remark\nA,Drill,2.5,drill.png,x\n"),
        converted("Code,Name,Price\nA,Drill,1000\n"),
        converted("Code,Price\nA,1000\n"),
        converted("Code,Name,Price,price,Retail price\nA,Drill,1000,2000,3000\n"),
        converted("Code,Name,Price\nPaint,,\nA,Drill,1000\n"),
        converted(&format!("Code,Name,Description\nA,Drill,{}\n", "x".repeat(70_000))),
        converted(&format!("Code,Name,Images\nA,Drill,\"{}\"\n", images.join(","))),
        converted_by("Handle,Name\na,Drill\n", Some(&set), &Existing::default()).unwrap(),
        workbooks::converted(&[
            ("Prices", &[&["Code", "Price"], &["A", "1000"]]),
            ("Notes", &[&["To", "Do"], &["a", "b"]]),
        ]),
    ];
    let mut codes = Vec::new();
    for done in files {
        let place = tempfile::tempdir().unwrap();
        let map = done.write(place.path(), &HashMap::new()).unwrap();
        let stored: SourceMap = serde_json::from_str(&serde_json::to_string(&map).unwrap()).unwrap();
        let said = |it: &Diagnostic| (it.line, it.reason.clone(), it.code, it.values.clone());
        let expected: Vec<_> = done.warnings.iter().map(|it| said(&it.diagnostic("export.csv"))).collect();
        assert_eq!(stored.warnings().map(|it| said(&it)).collect::<Vec<_>>(), expected);
        codes.extend(expected.into_iter().map(|(_, _, code, _)| code));
    }
    let mut known = write::WARNING_CODES.to_vec();
    known.sort_unstable();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes, known);
}

/// A shop that is updated between the check of an import and its application.
#[test]
fn source_map_of_an_earlier_release_has_its_warnings_without_codes() {
    let stored =
        r#"{"file":"list.csv","lines":[],"columns":{},"keys":{},"warnings":[[3,"stock","with a fraction"]]}"#;
    let map: SourceMap = serde_json::from_str(stored).unwrap();
    let warning = map.warnings().next().unwrap();
    assert_eq!((warning.line, warning.reason.as_str(), warning.code), (Some(3), "with a fraction", ""));
}
