//! Tests of exports of Shopify in their present and former columns.

use std::sync::Arc;

use rstest::rstest;

use super::*;

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
