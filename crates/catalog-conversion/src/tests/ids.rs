//! Tests of ids of products that the shop has.

use super::*;

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
