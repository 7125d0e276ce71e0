//! Tests of the days of a sale.

use rstest::rstest;

use super::*;

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
