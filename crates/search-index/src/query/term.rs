//! Terms of the query: the variants in which a word or a code is looked for.

use heuan_lao_text::{
    Kind, Token, is_romanized, is_stop_word, is_word, roman_query, syllables, vowel_stripped_key,
};

use super::{QueryTerm, TermMatcher, TermSpan, TypedToken, match_weight};
use crate::{
    fields::term_prefix,
    index_terms::{
        EDGE, code_key, head_key, is_one_syllable, kind_key, prefixed_term, sound_key, whole_word_key,
    },
    rank,
    synonyms::{SynonymTarget, Synonyms, all_as_lao, sound_keys},
    vocabulary::Vocabulary,
};

/// Minimum letters of a word for typo tolerance.
const MIN_TYPO_LETTERS: usize = 4;
/// Minimum letters of a romanized key with reduced vowels; `poiuy` is `pu` with them.
const MIN_LOOSE_LETTERS: usize = 3;
/// Weight of a stop word that is probably the beginning of another word: `to` of `toilet`.
const UNFINISHED_STOP_WORD: f32 = 0.3;

pub(super) fn unit(
    typed: &TypedToken,
    is_last: bool,
    units: usize,
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) -> QueryTerm {
    let word = &typed.word;
    let is_number = word.kind == Kind::Number;
    let mut unit = QueryTerm {
        weight: typed.weight,
        naming: 1.0,
        alternatives: vec![],
        typed: None,
        is_beginning: false,
        is_number,
    };
    unit.offer(1.0, TermMatcher::Word(word.text.clone()));
    let letters: Vec<char> = word.text.chars().collect();
    match word.kind {
        Kind::Lao if typed.is_abbreviation => {}
        Kind::Lao => lao_alternatives(&mut unit, &letters, is_last, vocabulary),
        Kind::Thai => {
            for lao in all_as_lao(&word.text) {
                // Words that the table translates need not sound alike: `บ้าน` is a house, `ບານ` the leaf of
                // a door.
                let sound =
                    if synonyms.knows(&[word]) { match_weight::SYLLABLES } else { match_weight::SOUND };
                unit.offer(sound, TermMatcher::Word(lao.iter().collect()));
                spoken_ways(&mut unit, &lao, sound, vocabulary);
            }
        }
        Kind::Latin => {
            if letters.len() <= 2 && units > 1 {
                unit.weight = 0.4;
            }
            unit.offer(1.0, TermMatcher::Keys(vec![kind_key(&word.text)]));
            if is_stop_word(&word.text) {
                if units > 1 {
                    unit.weight = UNFINISHED_STOP_WORD;
                }
                if is_last {
                    add_beginning(&mut unit, typed, synonyms, vocabulary);
                }
            } else if typed.marks.is_none() {
                latin_alternatives(&mut unit, typed, is_last, synonyms, vocabulary);
            } else if is_last {
                add_beginning(&mut unit, typed, synonyms, vocabulary);
            }
        }
        Kind::Number => unit.offer(1.0, TermMatcher::Keys(vec![code_key(&word.text)])),
        Kind::Han => {}
    }
    unit
}

/// Adds the longer Latin words that begin with these letters.
fn add_beginning(unit: &mut QueryTerm, typed: &TypedToken, synonyms: &Synonyms, vocabulary: &Vocabulary<'_>) {
    let surface: Vec<char> = typed.surface.chars().collect();
    let what = if surface.len() <= EDGE {
        TermMatcher::Keys(vec![prefixed_term(term_prefix::EDGE, &surface)])
    } else {
        TermMatcher::WordBegins(typed.surface.clone())
    };
    let is_word = vocabulary.has_surface(&typed.surface) || synonyms.knows(&[&typed.word]);
    unit.offer(if is_word { match_weight::LATIN_PREFIX } else { match_weight::UNFINISHED }, what);
}

fn latin_alternatives(
    unit: &mut QueryTerm,
    typed: &TypedToken,
    is_last: bool,
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) {
    let surface: Vec<char> = typed.surface.chars().collect();
    let is_known = synonyms.knows(&[&typed.word]);
    unit.typed = (!is_known && surface.len() >= MIN_TYPO_LETTERS).then(|| typed.surface.clone());
    let roman = roman_query(&typed.surface);
    if is_romanized(&typed.surface) && roman.len() >= 2 && !is_known {
        let naming = if vocabulary.has_surface(&typed.surface) { rank::GUESS } else { rank::ROMANIZED };
        let loose = vowel_stripped_key(&roman);
        if loose.len() >= MIN_LOOSE_LETTERS {
            let key = format!("{}{loose}", term_prefix::LOOSE);
            unit.offer_as(match_weight::LOOSE, naming, TermMatcher::Keys(vec![key]));
        }
        let index_terms = [
            (match_weight::ROMAN, format!("{}{roman}", term_prefix::ROMAN)),
            (match_weight::ROMAN, format!("{}{roman}", term_prefix::ROMAN_HEAD)),
        ];
        for (weight, key) in index_terms {
            unit.offer_as(weight, naming, TermMatcher::Keys(vec![key]));
        }
        if roman.contains("ua") {
            let key = format!("{}{}", term_prefix::ROMAN, roman.replace("ua", "u"));
            unit.offer_as(match_weight::ROMAN_DIPHTHONG, naming, TermMatcher::Keys(vec![key]));
        }
        synonyms.of_roman(&roman).for_each(|it| {
            unit.offer_as(match_weight::ROMAN_SYNONYM, rank::ROMANIZED, it.clone().into());
        });
    }
    let begins_word = is_last && vocabulary.begins_surface(&typed.surface);
    if is_last {
        add_beginning(unit, typed, synonyms, vocabulary);
    }
    if begins_word {
        // The beginning of a word is not a misspelling.
        unit.typed = None;
    }
}

/// Adds the variants of a code. Adjacent letters and digits are matched together, because the `12` of `db12` alone is
/// not significant.
pub(super) fn code(
    slot: &TermSpan,
    whole: &Token,
    pairs: &[Token],
    is_last: bool,
    synonyms: &Synonyms,
) -> QueryTerm {
    let mut unit = QueryTerm {
        weight: 1.0,
        naming: 1.0,
        alternatives: vec![],
        typed: None,
        is_beginning: false,
        is_number: false,
    };
    unit.offer(1.0, TermMatcher::Word(whole.text.clone()));
    unit.offer(1.0, TermMatcher::Keys(vec![code_key(&whole.text)]));
    let begins = |at: u32| slot.parts.iter().any(|it| it.word.start == at);
    let ends = |at: u32| slot.parts.iter().any(|it| it.word.end == at);
    let within: Vec<String> =
        pairs.iter().filter(|it| begins(it.start) && ends(it.end)).map(|it| code_key(&it.text)).collect();
    if within.len() > 1 {
        unit.offer(match_weight::PAIRS, TermMatcher::Keys(within));
    }
    if let [before @ .., last] = &slot.parts[..]
        && let Some(number) = before.last().map(|it| &it.word.text)
        && last.word.kind == Kind::Latin
        && before.len() == 1
    {
        for same in synonyms.of(&[&last.word], &[]) {
            let (mut words, index_terms) = match same {
                SynonymTarget::Words(words) => (words, vec![]),
                SynonymTarget::Keys(index_terms) => (vec![], index_terms),
            };
            words.push(number.clone());
            unit.offer(match_weight::SYNONYM, TermMatcher::All { words, index_terms });
        }
    }
    if slot.parts.iter().any(|it| it.word.kind == Kind::Latin && it.surface.len() > 2) {
        let words = slot.parts.iter().map(|it| it.word.text.clone()).collect();
        unit.offer(match_weight::APART, TermMatcher::All { words, index_terms: vec![] });
    }
    if is_last {
        unit.offer(match_weight::CODE_BEGINS, TermMatcher::CodeBegins(whole.text.clone()));
    }
    unit
}

/// Adds variants that sound like these letters. If names have them as a word of one syllable, other words with the
/// syllable are only a guess: `ຈົກ` is a hoe, `ກະຈົກ` a mirror. Returns whether names have them as such a word.
fn spoken_ways(unit: &mut QueryTerm, letters: &[char], sound: f32, vocabulary: &Vocabulary<'_>) -> bool {
    let index_terms = sound_keys(letters);
    let mut is_whole = false;
    if let [one] = &index_terms[..] {
        let word = whole_word_key(one);
        let written: String = letters.iter().collect();
        is_whole = letters.len() > 1
            && is_one_syllable(letters)
            && vocabulary.frequency_in_names(&written) > 0
            && vocabulary.has_key(&word);
        if is_whole {
            unit.offer(sound, TermMatcher::Keys(vec![word]));
        } else {
            unit.offer(sound, TermMatcher::Keys(vec![head_key(one)]));
        }
    }
    unit.offer(if is_whole { match_weight::WITHIN_WORD } else { sound }, TermMatcher::Keys(index_terms));
    is_whole
}

fn lao_alternatives(unit: &mut QueryTerm, letters: &[char], is_last: bool, vocabulary: &Vocabulary<'_>) {
    let is_word = is_word(&letters.iter().collect::<String>());
    let (sound, beginning) = if is_word {
        (match_weight::SOUND, match_weight::PREFIX)
    } else {
        (match_weight::SOUND_OF_PART, match_weight::BEGINNING_OF_PART)
    };
    let is_whole = spoken_ways(unit, letters, sound, vocabulary);
    let beginning = if is_whole { match_weight::WITHIN_WORD } else { beginning };
    if is_last {
        if letters.len() <= EDGE {
            unit.offer(beginning, TermMatcher::Keys(vec![prefixed_term(term_prefix::EDGE, letters)]));
        } else {
            unit.offer(beginning, TermMatcher::KeyBegins(prefixed_term(term_prefix::FOLDED, letters)));
        }
    }
    if !is_word {
        let starts = syllables(letters);
        // A consonant without a vowel is hardly a syllable, and a repeated consonant counts once: `ຟຟຟຟຟ` has
        // no syllable.
        let spoken = starts.windows(2).map(|it| &letters[it[0]..it[1]]).filter(|it| it.len() > 1);
        let mut each: Vec<String> = spoken.map(sound_key).collect();
        each.sort();
        each.dedup();
        if each.len() > 1 {
            unit.offer(match_weight::SYLLABLES, TermMatcher::Some(each));
        }
    }
}
