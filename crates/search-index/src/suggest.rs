//! Query suggestions (autocomplete).
//!
//! Keys are folded, so tones are ignored. A text has a key for each position where a word or syllable begins; Lao texts
//! also have romanized keys. The automata are those of `levenshtein_automata`, because the automata of `fst` count
//! bytes and match nothing in Lao.

use std::collections::{HashMap, HashSet};

use fst::{Automaton, IntoStreamer, Map, MapBuilder, Streamer, automaton::Str};
use heuan_lao_text::{AnalyzedText, Kind, Script, fold_letters, join, roman_query, roman_syllable};
use levenshtein_automata::LevenshteinAutomatonBuilder;

use crate::{
    Result,
    index_terms::{is_printed_number, product_number},
    synonyms::as_lao,
};

/// Maximum number of start positions within one text that become index terms.
const MAX_START_POSITIONS: usize = 8;
/// Maximum letters of a key and of a lookup.
const MAX_KEY_LETTERS: usize = 40;
/// Prefixes of up to this many letters have precomputed suggestions.
const READY: usize = 2;
const PRECOMPUTED_TEXTS: usize = 24;
/// Maximum keys read for one lookup.
const MAX_KEYS_READ: usize = 20_000;
/// Minimum letters for an edit distance of 1, and of 2.
const ONE_EDIT: usize = 4;
const TWO_EDITS: usize = 9;
/// Flag in a key's value: the match is within the text, and ranks after matches at its start.
const WITHIN: u64 = 1 << 32;
/// Prefix of romanized index terms.
const ROMAN: char = '~';
const MAX_ROMAN_TERMS: usize = 6;
/// Maximum texts scanned for the words before the last one.
const MAX_TEXTS_SCANNED: usize = 400;

/// A text that may be suggested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuggestionEntry {
    pub text: String,
    /// Rank weight; higher is better.
    pub weight: u64,
    /// Whether only the start of the text and its codes become keys. Used for long texts, of which there are many.
    pub only_whole: bool,
}

pub struct Suggestions {
    texts: Vec<(Box<str>, u64)>,
    /// Maps folded letters, NUL and the index of the text to that index, plus [`WITHIN`] if the letters begin within
    /// the text.
    index_terms: Map<Vec<u8>>,
    /// Suggestions by prefix, best first.
    precomputed: HashMap<String, Vec<u32>>,
    /// Names of products by their number.
    by_product: HashMap<i64, Box<str>>,
    one: LevenshteinAutomatonBuilder,
    two: LevenshteinAutomatonBuilder,
}

impl Suggestions {
    pub fn of(written: impl IntoIterator<Item = SuggestionEntry>) -> Result<Self> {
        let mut best: HashMap<String, SuggestionEntry> = HashMap::new();
        for it in written {
            match best.get_mut(&it.text) {
                Some(known) => {
                    known.weight += it.weight;
                    known.only_whole &= it.only_whole;
                }
                None => drop(best.insert(it.text.clone(), it)),
            }
        }
        let mut all: Vec<SuggestionEntry> = best.into_values().collect();
        // The index is the rank, so that only a few keys have to be read.
        all.sort_unstable_by(|one, other| {
            other.weight.cmp(&one.weight).then_with(|| one.text.cmp(&other.text))
        });
        let mut index_terms: Vec<(Vec<u8>, u64)> = Vec::new();
        let mut precomputed: HashMap<String, Vec<u64>> = HashMap::new();
        for (number, it) in all.iter().enumerate() {
            for key in beginnings(&it.text, it.only_whole) {
                let value = number as u64 + if key.is_whole { 0 } else { WITHIN };
                let ends = key.text.char_indices().map(|(at, c)| at + c.len_utf8());
                for end in ends.take(READY) {
                    precomputed.entry(key.text[..end].to_owned()).or_default().push(value);
                }
                let mut bytes = key.text.into_bytes();
                bytes.push(0);
                bytes.extend((number as u32).to_be_bytes());
                index_terms.push((bytes, value));
            }
        }
        let precomputed = precomputed
            .into_iter()
            .map(|(head, values)| (head, first_of(values, PRECOMPUTED_TEXTS)))
            .collect();
        index_terms.sort_unstable();
        index_terms.dedup_by(|one, other| one.0 == other.0);
        let mut map = MapBuilder::memory();
        for (key, number) in index_terms {
            map.insert(key, number)?;
        }
        Ok(Self {
            texts: all.into_iter().map(|it| (it.text.into(), it.weight)).collect(),
            index_terms: Map::new(map.into_inner()?)?,
            precomputed,
            by_product: HashMap::new(),
            one: LevenshteinAutomatonBuilder::new(1, true),
            two: LevenshteinAutomatonBuilder::new(2, true),
        })
    }

    /// Adds names of products, which their whole numbers complete.
    pub fn with_products(mut self, names: impl IntoIterator<Item = (i64, String)>) -> Self {
        self.by_product.extend(names.into_iter().map(|(pro_id, name)| (pro_id, name.into_boxed_str())));
        self
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns at most `limit` texts, best first: continuations of the typed text, then those within the edit distance.
    /// Never returns the typed text itself.
    pub fn complete(&self, text: &str, limit: usize) -> Vec<String> {
        let key: String = key(text).chars().take(MAX_KEY_LETTERS).collect();
        let letters = key.chars().count();
        if letters == 0 {
            return Vec::new();
        }
        let mut seen = HashSet::new();
        let mut out = Vec::new();
        let named = product_number(text).and_then(|pro_id| self.by_product.get(&pro_id)).map(|it| &**it);
        // A number that texts contain has priority, unless it is written as the shop prints product numbers.
        let is_meant = || is_printed_number(text) || self.read(Str::new(&key).starts_with(), 1).is_empty();
        if let Some(name) = named.filter(|_| limit > 0 && is_meant()) {
            seen.insert(self::key(name));
            out.push(name.to_owned());
        }
        let mut take = |numbers: Vec<u32>| {
            for number in numbers {
                let suggested = &*self.texts[number as usize].0;
                let folded = self::key(suggested);
                if out.len() < limit && folded != key && seen.insert(folded) {
                    out.push(suggested.to_owned());
                }
            }
            out.len() < limit
        };
        let wanted = limit * 3;
        let mut goes_on = |key: &str| {
            take(match key.chars().count() {
                0 => vec![],
                1..=READY => self.precomputed.get(key).cloned().unwrap_or_default(),
                _ => self.read(Str::new(key).starts_with(), wanted),
            })
        };
        let mut is_short = goes_on(&key);
        if is_short && text.chars().any(heuan_lao_text::is_thai) {
            is_short = goes_on(&as_lao(text).into_iter().collect::<String>());
        }
        let is_latin = key.bytes().all(|byte| byte.is_ascii_alphabetic());
        let roman = roman_query(&key);
        if is_short && is_latin && letters >= 2 && !roman.is_empty() {
            let key = format!("{ROMAN}{roman}");
            is_short = take(self.read(Str::new(&key).starts_with(), wanted));
        }
        if is_short && let Some((before, last)) = text.trim_end().rsplit_once(char::is_whitespace) {
            is_short = take(self.with_words(before, last, wanted));
        }
        if is_short && letters >= ONE_EDIT && !key.bytes().any(|byte| byte.is_ascii_digit()) {
            let builder = if letters >= TWO_EDITS { &self.two } else { &self.one };
            take(self.read(builder.build_prefix_dfa(&key), wanted));
        }
        out
    }

    /// Texts that contain a continuation of `last` and every word of `before`.
    fn with_words(&self, before: &str, last: &str, wanted: usize) -> Vec<u32> {
        let last = key(last);
        if last.is_empty() {
            return vec![];
        }
        let before: Vec<String> = before.split_whitespace().map(key).filter(|it| !it.is_empty()).collect();
        let mut numbers = self.read(Str::new(&last).starts_with(), MAX_TEXTS_SCANNED);
        numbers.retain(|&number| {
            let text = key(&self.texts[number as usize].0);
            before.iter().all(|word| text.contains(word))
        });
        numbers.truncate(wanted);
        numbers
    }

    /// The best text indexes among the index terms that `automaton` accepts.
    fn read(&self, automaton: impl Automaton, wanted: usize) -> Vec<u32> {
        let mut stream = self.index_terms.search(automaton).into_stream();
        let mut values = Vec::new();
        while let Some((_, value)) = stream.next() {
            values.push(value);
            if values.len() >= MAX_KEYS_READ {
                break;
            }
        }
        first_of(values, wanted)
    }
}

/// The first distinct text indexes: matches at the start before matches within.
fn first_of(mut values: Vec<u64>, limit: usize) -> Vec<u32> {
    values.sort_unstable();
    let mut seen = HashSet::new();
    let numbers = values.into_iter().map(|it| (it % WITHIN) as u32).filter(|it| seen.insert(*it));
    numbers.take(limit).collect()
}

/// Folded letters and digits; all other characters are dropped.
fn key(text: &str) -> String {
    fold_letters(text).into_iter().map(|it| it.c).filter(|&c| is_kept(c)).collect()
}

fn is_kept(c: char) -> bool {
    Script::of(c) != Script::Other || matches!(c, '/' | '.')
}

struct Beginning {
    text: String,
    /// Whether the index term begins at the start of the text.
    is_whole: bool,
}

/// The index terms of a text: from its start, and from the words and syllables within it.
fn beginnings(text: &str, only_whole: bool) -> Vec<Beginning> {
    let whole: String = key(text).chars().take(MAX_KEY_LETTERS).collect();
    if whole.is_empty() {
        return vec![];
    }
    let mut out = vec![Beginning { text: whole, is_whole: true }];
    let taken = AnalyzedText::of(text);
    let words = taken.words();
    let mut starts: Vec<u32> = if only_whole {
        // A code contains a number: `DB16`, `60x60`.
        let codes = words.iter().filter(|it| it.kind == Kind::Number);
        codes.map(|it| it.start).collect()
    } else {
        let syllables = taken
            .lao
            .iter()
            .flat_map(|run| run.syllables.iter().filter_map(|&at| Some(run.letters.get(at)?.start)));
        words.iter().map(|it| it.start).chain(syllables).collect()
    };
    starts.sort_unstable();
    starts.dedup();
    let letters: Vec<_> = taken.folded.iter().filter(|it| is_kept(it.c)).collect();
    let first = letters.first().map_or(0, |it| it.start);
    for start in starts.into_iter().filter(|&it| it > first).take(MAX_START_POSITIONS) {
        let rest = letters.iter().skip_while(|it| it.start < start);
        let suffix: String = rest.map(|it| it.c).take(MAX_KEY_LETTERS).collect();
        if !suffix.is_empty() {
            out.push(Beginning { text: suffix, is_whole: false });
        }
    }
    if let Some(run) = taken.lao.first().filter(|_| !only_whole) {
        let each: Vec<String> =
            run.syllables.windows(2).map(|it| roman_syllable(&run.chars[it[0]..it[1]])).collect();
        for from in 0..each.len().min(MAX_ROMAN_TERMS) {
            let roman = join(&each[from..each.len().min(from + MAX_ROMAN_TERMS)]);
            out.push(Beginning { text: format!("{ROMAN}{roman}"), is_whole: from == 0 });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn suggestions() -> Suggestions {
        let texts = [
            ("ສະຫວ່ານໄຟຟ້າ", 5),
            ("ປັ້ມນ້ຳ", 9),
            ("ທໍ່ PVC 1/2\"", 3),
            ("ທໍ່ PVC 3/4\"", 4),
            ("Electric drill", 5),
            ("ກະເບື້ອງປູພື້ນ", 7),
            ("瓷砖", 1),
        ];
        let written =
            texts.map(|(text, weight)| SuggestionEntry { text: text.to_owned(), weight, only_whole: false });
        Suggestions::of(written).unwrap()
    }

    #[rstest]
    #[case::one_letter("ກ", &["ກະເບື້ອງປູພື້ນ"])]
    #[case::no_tones("ປັມ", &["ປັ້ມນ້ຳ"])]
    #[case::a_later_syllable("ໄຟຟ", &["ສະຫວ່ານໄຟຟ້າ"])]
    #[case::popular_first("ທໍ່", &["ທໍ່ PVC 3/4\"", "ທໍ່ PVC 1/2\""])]
    #[case::a_size("pvc 1/2", &["ທໍ່ PVC 1/2\""])]
    #[case::a_size_alone("1/", &["ທໍ່ PVC 1/2\""])]
    #[case::words_apart("ທໍ່ 1", &["ທໍ່ PVC 1/2\""])]
    #[case::thai("ปั๊ม", &["ປັ້ມນ້ຳ"])]
    #[case::thai_within("น้ำ", &["ປັ້ມນ້ຳ"])]
    #[case::romanized("ka", &["ກະເບື້ອງປູພື້ນ"])]
    #[case::romanized_within("nam", &["ປັ້ມນ້ຳ"])]
    #[case::one_slip_in_lao("ກະເບືອກ", &["ກະເບື້ອງປູພື້ນ"])]
    #[case::one_slip_in_english("elektr", &["Electric drill"])]
    #[case::never_itself("瓷砖", &[])]
    #[case::no_slip_in_numbers("pvc 1/4", &[])]
    #[case::nothing("\u{200b} !", &[])]
    fn beginnings_become_texts(#[case] typed: &str, #[case] wanted: &[&str]) {
        assert_eq!(suggestions().complete(typed, 10), wanted);
    }

    #[test]
    fn match_at_the_start_is_ranked_before_match_within() {
        let written = [("Wall paint", 9), ("Paint roller", 1)];
        let written = written.map(|(text, weight)| SuggestionEntry {
            text: text.to_owned(),
            weight,
            only_whole: false,
        });
        let made = Suggestions::of(written).unwrap();
        assert_eq!(made.complete("pa", 10), ["Paint roller", "Wall paint"]);
        assert_eq!(made.complete("pain", 10), ["Paint roller", "Wall paint"]);
    }

    #[rstest]
    #[case("101002", &["ຊີມັງ 50 ກິໂລ"])]
    #[case("#101002", &["ຊີມັງ 50 ກິໂລ"])]
    #[case("1010", &[])]
    #[case("1010022", &[])]
    #[case("3", &["ທໍ່ PVC 3/4\""])]
    #[case("#3", &["Door", "ທໍ່ PVC 3/4\""])]
    fn number_of_a_product_completes_its_name(#[case] typed: &str, #[case] wanted: &[&str]) {
        let names = [(101_002, "ຊີມັງ 50 ກິໂລ".to_owned()), (3, "Door".to_owned())];
        let made = suggestions().with_products(names);
        assert_eq!(made.complete(typed, 10), wanted);
    }

    #[rstest]
    #[case("db", true)]
    #[case("db1", true)]
    #[case("16x", true)]
    #[case("bar db", true)]
    #[case("bar 2", false)]
    fn code_within_a_long_name_completes_it(#[case] typed: &str, #[case] is_found: bool) {
        let text = "Deformed bar DB16x10".to_owned();
        let made = Suggestions::of([SuggestionEntry { text, weight: 1, only_whole: true }]).unwrap();
        assert_eq!(!made.complete(typed, 10).is_empty(), is_found);
    }

    proptest! {
        #[test]
        fn any_text_is_completed_without_panic(typed in "(\\PC|[ກ-ໝ0-9a-z])*") {
            prop_assert!(suggestions().complete(&typed, 5).len() <= 5);
        }
    }
}
