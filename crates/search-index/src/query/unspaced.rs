//! Variants for beginnings of words in Thai and Chinese, which are written without spaces.

use heuan_lao_text::{Kind, Token, phonetic_key_of};

use super::{QueryTerm, TermMatcher, TermSpan, match_weight};
use crate::{
    fields::term_prefix,
    index_terms::{EDGE, UNSPACED, is_unspaced, prefixed_term},
    synonyms::{Synonyms, as_lao},
    vocabulary::Vocabulary,
};

/// Minimum letters of the beginning of a phonetic key; shorter ones begin too many keys.
const MIN_PHONETIC_PREFIX: usize = 3;

/// Adds names with a word that begins with the letters from one word of the query to the end of its stretch. The dictionary
/// cuts the beginning of a word elsewhere than the whole word, such as `พัดลมตั้งพ` after `ตั้ง`, so each of these words is
/// matched by all letters together.
pub(super) fn add_beginnings(
    slots: &[&TermSpan],
    units: &mut [QueryTerm],
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) {
    let is_near = |one: &&TermSpan, next: &&TermSpan| {
        let (one, next) = (one.first(), next.first());
        one.kind == next.kind && is_unspaced(one.kind) && one.end == next.start
    };
    let mut first = 0;
    for run in slots.chunk_by(is_near) {
        let end = first + run.len();
        if is_unspaced(run[0].first().kind) {
            for from in first..end {
                let words: Vec<&Token> = slots[from..end].iter().map(|it| it.first()).collect();
                let covered = &mut units[from..end];
                add_beginning(&words, covered, from == first, end == slots.len(), synonyms, vocabulary);
            }
        }
        first = end;
    }
}

fn add_beginning(
    words: &[&Token],
    units: &mut [QueryTerm],
    is_first: bool,
    is_last: bool,
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) {
    let written: String = words.iter().map(|it| it.text.as_str()).collect();
    let letters: Vec<char> = written.chars().collect();
    let begin = &letters[..letters.len().min(UNSPACED)];
    let is_word = synonyms.knows(words) || vocabulary.has_word(&written);
    let weight = if is_word { match_weight::PREFIX } else { match_weight::BEGINNING_OF_PART };
    let mut offer = |weight, what: TermMatcher| {
        let mut until = 0;
        for (unit, word) in units.iter_mut().zip(words) {
            until += word.text.chars().count();
            // It is not known whether the words after the longest key match.
            if until <= UNSPACED || words.len() == 1 {
                unit.offer(weight, what.clone());
            }
        }
    };
    if is_first {
        offer(weight, TermMatcher::KeyBegins(prefixed_term(term_prefix::HEAD, begin)));
    }
    if begin.len() <= EDGE {
        offer(weight, TermMatcher::Keys(vec![prefixed_term(term_prefix::EDGE, begin)]));
    } else {
        offer(weight, TermMatcher::KeyBegins(prefixed_term(term_prefix::FOLDED, begin)));
    }
    if is_last && !is_word && words[0].kind == Kind::Thai {
        let sound = phonetic_key_of(&as_lao(&written));
        if sound.chars().count() >= MIN_PHONETIC_PREFIX {
            let key = format!("{}{sound}", term_prefix::SOUND);
            offer(match_weight::UNFINISHED_SYNONYM, TermMatcher::KeyBegins(key));
        }
    }
}
