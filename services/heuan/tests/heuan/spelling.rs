//! The storefront's Lao texts are spelled with words that search knows, and typed in one order of marks. Few who work here
//! read Lao: a letter that slipped would be seen by shoppers alone.

use std::{collections::BTreeMap, fs, path::Path};

use heuan_lao_text::{AnalyzedText, Kind, canonical, is_lao, is_word, syllables};
use rstest::rstest;

fn catalog() -> BTreeMap<String, String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/src/shared/i18n/messages/la.json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// What is no word of the lexicon, nor several words of one syllable each.
fn unknown(text: &str) -> Vec<String> {
    let words =
        AnalyzedText::of(text).words().into_iter().filter(|it| it.kind == Kind::Lao).map(|it| it.text);
    words.filter(|word| !is_word(word) && !syllables_of(word).iter().all(|it| is_word(it))).collect()
}

fn syllables_of(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    syllables(&letters).windows(2).map(|it| letters[it[0]..it[1]].iter().collect()).collect()
}

/// The Lao letters alone, with ໜ and ໝ written in either of their ways.
fn lao(text: &str) -> String {
    text.replace('ໜ', "ຫນ").replace('ໝ', "ຫມ").chars().filter(|&it| is_lao(it)).collect()
}

#[test]
fn every_lao_word_is_one() {
    let wrong: Vec<_> = catalog().into_iter().map(|(key, text)| (key, unknown(&text))).collect();
    let wrong: Vec<_> = wrong.into_iter().filter(|(_, words)| !words.is_empty()).collect();
    assert!(wrong.is_empty(), "misspelt, or for crates/lao-text/data/own.txt: {wrong:#?}");
}

#[test]
fn marks_stand_in_the_order_that_search_knows() {
    let wrong: Vec<_> =
        catalog().into_iter().filter(|(_, text)| lao(text) != lao(&canonical(text))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[rstest]
#[case::another_consonant("ບໍ່ພົບສິນຄ້າ", "ບໍ່ພົບສິນຄ້ຽ")]
#[case::two_changed_places("ເບິ່ງທັງໝົດ", "ເບິ່ງທັງໝດົ")]
fn a_slip_is_seen(#[case] text: &str, #[case] slipped: &str) {
    assert_eq!(unknown(text), [""; 0]);
    assert_ne!(unknown(slipped), [""; 0]);
}
