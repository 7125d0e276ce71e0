//! Tests of exports of Odoo in their present and former columns.

use rstest::rstest;

use super::*;

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

#[rstest]
#[case("id,name,barcode,list_price,qty_available\np1,Drill,8850001,58000,3\n")]
#[case("id,name,list_price,qty_available\np1,Drill,58000,3\n")]
#[case("Name,Barcode,Public Price,Quantity On Hand\nDrill,8850001,58000,3\n")]
fn odoo_export_without_internal_references_is_read_as_odoo(#[case] text: &str) {
    let done = converted(text);
    assert_eq!((done.products[0].field("price"), done.products[0].field("stock")), ("58000", "3"));
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
