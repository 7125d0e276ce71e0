//! Narrow romanization: the letters that most writers keep apart and that the classes of the romanized key unite.
//!
//! In the romanizations of a dictionary, `kh` is ຂ or ຄ in 97 of 100 cases and `k` is ກ, and likewise `th`, `t`, `ph`, `p`, `f`,
//! `s` and `x`; `eu` is ຶ, `er` is ເ◌ີ and `u` is ຸ; `or` is ອ and never ໂ. Others write `k` for all of them, so that
//! the narrow key of a syllable orders the words of one romanized key and excludes none.

use crate::roman::{RomanSyllable, is_vowel, join, roman_query};

/// The narrow key of one folded Lao syllable: its romanized key, and then its onset and vowel where the classes of that
/// key have several.
pub fn narrow_roman_syllable(syllable: &[char]) -> String {
    let read = RomanSyllable::of(syllable);
    let onset = read.onset.map_or("", onset_of);
    narrow_key(&join(&[read.broad_key()]), onset, read.rhyme.narrow_vowel)
}

/// The narrow keys of the syllables that have the romanized key of a Latin word, and the fit of each, from 0 to 1. Empty for a word
/// of several syllables.
pub fn narrow_roman_query(word: &str) -> Vec<(String, f32)> {
    let text = word.to_ascii_lowercase();
    let begin = text.find(is_vowel).unwrap_or(text.len());
    let vowels = text[begin..].chars().take_while(|&c| is_vowel(c)).count();
    let (vowel, rest) = text[begin..].split_at(vowels);
    if vowel.is_empty() || rest.contains(is_vowel) {
        return vec![];
    }
    let key = roman_query(&text);
    let onsets = ONSETS.iter().find(|(typed, _)| text.starts_with(typed)).map_or(UNIFORM, |it| it.1);
    let vowels = vowels_of(vowel, rest);
    let pairs = onsets.iter().flat_map(|onset| vowels.iter().map(move |vowel| (onset, vowel)));
    pairs
        .map(|(onset, vowel)| (narrow_key(&key, onset.0, vowel.0), f32::midpoint(onset.1, vowel.1)))
        .collect()
}

fn narrow_key(key: &str, onset: &str, vowel: &str) -> String {
    format!("{key}/{onset}{vowel}")
}

/// Sounds of one class, each with the fit of a spelling.
type Fits = &'static [(&'static str, f32)];

/// A sound that the romanized key has alone.
const UNIFORM: Fits = &[("", 1.0)];

/// The onsets that a spelling may stand for; the first spelling that fits is meant.
const ONSETS: [(&str, Fits); 17] = [
    ("kh", &[("kh", 1.0), ("k", 0.0)]),
    ("k", &[("k", 1.0), ("kh", 0.0)]),
    ("gn", &[("ny", 1.0), ("y", 0.0)]),
    ("g", &[("k", 1.0), ("kh", 0.0)]),
    ("q", &[("k", 1.0), ("kh", 0.0)]),
    ("th", &[("th", 1.0), ("t", 0.0)]),
    ("t", &[("t", 1.0), ("th", 0.0)]),
    ("bp", &[("p", 1.0), ("ph", 0.0), ("f", 0.0)]),
    ("ph", &[("ph", 1.0), ("p", 0.5), ("f", 0.5)]),
    ("p", &[("p", 1.0), ("ph", 0.0), ("f", 0.0)]),
    ("f", &[("f", 1.0), ("ph", 0.5), ("p", 0.0)]),
    ("s", &[("s", 1.0), ("x", 0.5)]),
    ("x", &[("x", 1.0), ("s", 0.0)]),
    ("z", &[("x", 1.0), ("s", 0.0)]),
    ("ny", &[("ny", 1.0), ("y", 0.0)]),
    ("nh", &[("ny", 1.0), ("y", 0.0)]),
    ("y", &[("y", 1.0), ("ny", 0.5)]),
];

fn onset_of(c: char) -> &'static str {
    match c {
        'ກ' => "k",
        'ຂ' | 'ຄ' => "kh",
        'ຕ' => "t",
        'ຖ' | 'ທ' => "th",
        'ປ' => "p",
        'ຜ' | 'ພ' => "ph",
        'ຝ' | 'ຟ' => "f",
        'ສ' => "s",
        'ຊ' => "x",
        'ຍ' => "ny",
        'ຢ' => "y",
        _ => "",
    }
}

/// The vowels that a spelling may stand for. `rest` is what follows it.
fn vowels_of(vowel: &str, rest: &str) -> Fits {
    let is_long = rest.starts_with('r');
    match vowel {
        "ae" | "ea" | "aeo" => &[("ae", 1.0), ("e", 0.5)],
        "e" if is_long => &[("er", 1.0), ("eu", 0.0), ("u", 0.0)],
        "e" | "ei" | "ee" | "eo" => &[("e", 1.0), ("ae", 0.5)],
        "oe" | "oei" => &[("er", 1.0), ("eu", 0.0), ("u", 0.0)],
        "eu" | "ue" if is_long => &[("er", 1.0), ("eu", 0.5), ("u", 0.0)],
        "eu" | "ue" | "eua" | "uea" | "eau" | "eui" | "uei" => &[("eu", 1.0), ("er", 0.5), ("u", 0.0)],
        "u" | "uu" | "ui" | "ou" | "oui" | "oo" => &[("u", 1.0), ("eu", 0.0), ("er", 0.0)],
        "a" if rest.starts_with('w') => &[("or", 1.0), ("o", 0.0)],
        "o" if is_long => &[("or", 1.0), ("o", 0.0)],
        "o" | "oi" => &[("o", 1.0), ("or", 0.5)],
        _ => UNIFORM,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::fold;

    fn fit(typed: &str, lao: &str) -> f32 {
        let key = narrow_roman_syllable(&fold(lao).chars().collect::<Vec<_>>());
        narrow_roman_query(typed).into_iter().find(|(it, _)| *it == key).map_or(0.0, |it| it.1)
    }

    #[rstest]
    #[case::aspiration("khaeng", "ແຂງ", "ແກງ")]
    #[case::no_aspiration("tang", "ຕັ່ງ", "ຖັງ")]
    #[case::ph("phay", "ໄພ", "ໄຟ")]
    #[case::f("fay", "ໄຟ", "ໄພ")]
    #[case::x("xang", "ຊັງ", "ສັງ")]
    #[case::s("sang", "ສັງ", "ຊັງ")]
    #[case::ny("nyang", "ຍາງ", "ຢາງ")]
    #[case::y("yang", "ຢາງ", "ຍາງ")]
    #[case::open_e("maet", "ແມັດ", "ເມັດ")]
    #[case::e("khem", "ເຂັມ", "ແຂມ")]
    #[case::eu("peun", "ປືນ", "ປູນ")]
    #[case::u("pun", "ປູນ", "ປືນ")]
    #[case::er("derm", "ເດີມ", "ດືມ")]
    #[case::open_o("thor", "ທໍ່", "ໂຖ")]
    #[case::o("khon", "ໂຄນ", "ຄ້ອນ")]
    fn usual_spelling_of_a_syllable_fits_best(#[case] typed: &str, #[case] meant: &str, #[case] other: &str) {
        assert!(fit(typed, meant) > fit(typed, other), "{} {}", fit(typed, meant), fit(typed, other));
        assert!((fit(typed, meant) - 1.0).abs() < f32::EPSILON);
    }

    #[rstest]
    #[case("mang", "ມັງ")]
    #[case("ngai", "ໄງ")]
    fn syllable_with_one_spelling_fits(#[case] typed: &str, #[case] lao: &str) {
        assert!((fit(typed, lao) - 1.0).abs() < f32::EPSILON);
    }

    #[rstest]
    fn word_that_is_not_one_syllable_has_no_narrow_key(#[values("", "ng", "kabueang", "namman")] word: &str) {
        assert!(narrow_roman_query(word).is_empty());
    }
}
