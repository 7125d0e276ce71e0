//! Tests of price lists, and of their headings and totals.

use rstest::rstest;

use super::*;

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

#[test]
fn code_of_a_price_list_is_found_by_the_second_key() {
    let mut shop = Existing::default();
    shop.add_codes(7, vec!["885001".to_owned()]);
    let done = converted_by("SKU,Barcode,Price\nNEW-1,885001,\"58,000.-\"\n", None, &shop).unwrap();
    assert_eq!((done.products[0].id.as_str(), done.products[0].key.as_str()), ("7", "NEW-1"));
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
