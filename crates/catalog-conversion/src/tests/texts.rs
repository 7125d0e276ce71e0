//! Tests of texts: brands, long ones and references.

use super::*;

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
