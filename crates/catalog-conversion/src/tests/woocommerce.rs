//! Tests of exports of `WooCommerce`.

use super::*;

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
