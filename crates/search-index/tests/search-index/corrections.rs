//! Spelling corrections of a query.

use heuan_search_index::{Filter, Sort};
use rstest::rstest;

use crate::support::{building_shop, index_of_products, test_index};

#[test]
fn typo_in_a_number_is_not_corrected() {
    assert_eq!(test_index().ids("DB17"), Vec::<i64>::new());
    assert!(!test_index().ids("60x61").contains(&5));
}

#[rstest]
#[case::a_whole_word("screwdrivr", Some("screwdriver"), 15)]
#[case::the_more_frequent("toilt", Some("toilet"), 16)]
#[case::a_missing_letter("cordlss", Some("cordless"), 20)]
#[case::a_beginning_is_no_slip("cordles", None, 20)]
#[case::not_what_the_table_knows("trắng", None, 8)]
fn likeliest_correction_is_chosen(#[case] text: &str, #[case] wanted: Option<&str>, #[case] first: i64) {
    let answer = building_shop().ask(text, &Filter::default(), Sort::Best);
    assert_eq!(answer.corrected.as_deref(), wanted);
    assert!(answer.hits.iter().take(2).any(|it| it.pro_id == first), "{:?}", answer.hits);
}

#[test]
fn corrected_query_is_returned() {
    assert_eq!(test_index().ask("pupm", &Filter::default(), Sort::Best).corrected.as_deref(), Some("pump"));
    assert_eq!(test_index().ask("pump", &Filter::default(), Sort::Best).corrected, None);
}

#[test]
fn prefix_match_is_ranked_before_a_correction() {
    let shop = index_of_products(&[
        ("ສີທາໄມ້", "Porcelain tile"),
        ("ໂຖສ້ວມ", "Toilet bowl"),
        ("ເຄື່ອງເຈຍ", "Angle grinder"),
        ("ຊີມັງ", "Cement"),
    ]);
    assert_eq!(shop.ids("toile").first(), Some(&2));
    assert_eq!(shop.ids("cem").first(), Some(&4));
    assert_eq!(shop.ids("toil").first(), Some(&2));
}
