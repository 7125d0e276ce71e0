//! Tests of headers: one that fits no format, columns of one meaning, and missing columns.

use rstest::rstest;

use super::*;

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
