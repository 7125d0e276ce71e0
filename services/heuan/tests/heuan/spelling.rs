//! Spelling of the storefront's Lao texts: words are in the lexicon, and marks are in canonical order. Because few
//! developers read Lao, typos would be noticed only by shoppers.

use std::{collections::BTreeMap, fs, path::Path};

use heuan_lao_text::{AnalyzedText, Kind, canonical, is_lao, is_word, syllables};
use rstest::rstest;

fn catalog() -> BTreeMap<String, String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/src/shared/i18n/messages/la.json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// The words that are neither in the lexicon nor sequences of words of one syllable.
fn unknown(text: &str) -> Vec<String> {
    let words =
        AnalyzedText::of(text).words().into_iter().filter(|it| it.kind == Kind::Lao).map(|it| it.text);
    words.filter(|word| !is_word(word) && !syllables_of(word).iter().all(|it| is_word(it))).collect()
}

fn syllables_of(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    syllables(&letters).windows(2).map(|it| letters[it[0]..it[1]].iter().collect()).collect()
}

/// The Lao letters only, with ໜ and ໝ in either spelling.
fn lao(text: &str) -> String {
    text.replace('ໜ', "ຫນ").replace('ໝ', "ຫມ").chars().filter(|&it| is_lao(it)).collect()
}

#[test]
fn every_lao_word_is_in_the_lexicon() {
    let wrong: Vec<_> = catalog().into_iter().map(|(key, text)| (key, unknown(&text))).collect();
    let wrong: Vec<_> = wrong.into_iter().filter(|(_, words)| !words.is_empty()).collect();
    assert!(wrong.is_empty(), "misspelt, or for crates/lao-text/data/own.txt: {wrong:#?}");
}

#[test]
fn lao_marks_are_in_canonical_order() {
    let wrong: Vec<_> =
        catalog().into_iter().filter(|(_, text)| lao(text) != lao(&canonical(text))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[rstest]
#[case::another_consonant("ບໍ່ພົບສິນຄ້າ", "ບໍ່ພົບສິນຄ້ຽ")]
#[case::two_changed_places("ເບິ່ງທັງໝົດ", "ເບິ່ງທັງໝດົ")]
fn misspelled_word_is_detected(#[case] text: &str, #[case] slipped: &str) {
    assert_eq!(unknown(text), [""; 0]);
    assert_ne!(unknown(slipped), [""; 0]);
}
