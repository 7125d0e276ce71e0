//! Variants of adjacent words: codes, words written together, romanized words in parts, synonyms of several words.

use heuan_lao_text::{Kind, Token, is_romanized, is_stop_word, roman_query, stem, vowel_stripped_key};

use super::{QueryTerm, TermMatcher, TermSpan, TypedToken, match_weight};
use crate::{
    fields::term_prefix,
    index_terms::code_key,
    rank,
    synonyms::{MAX_WORDS, Synonyms},
    vocabulary::Vocabulary,
};

/// Maximum number of adjacent words joined into one romanized word.
const MAX_JOINED_WORDS: usize = 3;

/// Adds neighbors that may form one code: `DB 16`.
pub(super) fn add_pairs(pairs: &[Token], slots: &[&TermSpan], units: &mut [QueryTerm]) {
    for pair in pairs {
        let from = slots.iter().position(|it| it.bytes().0 == pair.start);
        let to = slots.iter().position(|it| it.end() == pair.end);
        if let (Some(from), Some(to)) = (from, to)
            && from < to
        {
            for unit in &mut units[from..=to] {
                unit.offer(1.0, TermMatcher::Keys(vec![code_key(&pair.text)]));
                unit.offer(1.0, TermMatcher::Word(pair.text.clone()));
            }
        }
    }
}

/// Adds English neighbors written together, where a product or the table has that word: `screw driver` is also
/// `screwdriver`.
pub(super) fn add_written_together(
    text: &str,
    slots: &[&TermSpan],
    units: &mut [QueryTerm],
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) {
    let is_english =
        |it: &TermSpan| it.whole.is_none() && it.first().kind == Kind::Latin && it.parts[0].marks.is_none();
    for (at, two) in slots.windows(2).enumerate() {
        let between = text.get(two[0].bytes().1 as usize..two[1].bytes().0 as usize).unwrap_or_default();
        let is_near = between.chars().all(|c| c.is_whitespace() || c == '-');
        if !two.iter().all(|it| is_english(it)) || !is_near {
            continue;
        }
        let surface = format!("{}{}", two[0].parts[0].surface, two[1].parts[0].surface);
        let word = Token { text: stem(&surface), ..two[0].first().clone() };
        let is_last = at + 2 == slots.len();
        let mut matchers = Vec::new();
        if vocabulary.has_surface(&surface) {
            matchers.push((match_weight::TOGETHER, TermMatcher::WordBegins(surface.clone())));
        } else if vocabulary.frequency_in_names(&word.text) > 0 {
            matchers.push((match_weight::TOGETHER, TermMatcher::Word(word.text.clone())));
        } else if is_last && vocabulary.begins_surface(&surface) {
            matchers.push((match_weight::UNFINISHED, TermMatcher::WordBegins(surface.clone())));
        }
        let same = synonyms.of(&[&word], &[]).into_iter();
        matchers.extend(same.map(|it| (match_weight::SYNONYM, it.into())));
        for (weight, what) in matchers {
            units[at..at + 2].iter_mut().for_each(|it| it.offer(weight, what.clone()));
        }
    }
}

/// Adds joined romanized words, because romanized Lao is often written with a space between syllables: `si tha` is
/// `sitha`.
pub(super) fn add_joined(
    text: &str,
    all: &[TermSpan],
    kept: &[&TermSpan],
    units: &mut [QueryTerm],
    synonyms: &Synonyms,
) {
    let is_roman = |it: &TermSpan| {
        let typed = &it.parts[0];
        it.whole.is_none() && typed.marks.is_none() && is_romanized(&typed.surface)
    };
    let is_near = |two: &[TermSpan]| {
        let (from, to) = (two[0].bytes().1 as usize, two[1].bytes().0 as usize);
        text.get(from..to).is_some_and(|it| it.chars().all(|c| c.is_whitespace() || c == '-'))
    };
    for count in (2..=MAX_JOINED_WORDS).rev() {
        for together in all.windows(count) {
            if !together.iter().all(is_roman) || !together.windows(2).all(is_near) {
                continue;
            }
            let surfaces: Vec<&str> = together.iter().map(|it| it.parts[0].surface.as_str()).collect();
            let roman = roman_query(&surfaces.join(" "));
            let (from, to) = (together[0].bytes().0, together[count - 1].bytes().1);
            for (unit, _) in
                units.iter_mut().zip(kept).filter(|(_, it)| it.bytes().0 >= from && it.bytes().1 <= to)
            {
                unit.offer(
                    match_weight::JOINED,
                    TermMatcher::Together(format!("{}{roman}", term_prefix::ROMAN)),
                );
                unit.offer(
                    match_weight::JOINED,
                    TermMatcher::Together(format!("{}{roman}", term_prefix::ROMAN_HEAD)),
                );
                unit.offer_as(
                    match_weight::JOINED_LOOSE,
                    rank::ROMANIZED,
                    TermMatcher::Together(format!("{}{}", term_prefix::LOOSE, vowel_stripped_key(&roman))),
                );
                let same = synonyms.of_roman(&roman).cloned();
                same.for_each(|it| unit.offer(match_weight::JOINED_SYNONYM, it.into()));
            }
        }
    }
}

/// Adds synonyms, longest table entries first. Each covered word may be matched by a synonym.
pub(super) fn add_synonyms(slots: &[&TermSpan], units: &mut [QueryTerm], synonyms: &Synonyms) {
    for count in (1..=MAX_WORDS.min(slots.len())).rev() {
        for from in 0..=slots.len() - count {
            let typed = || slots[from..from + count].iter().flat_map(|it| &it.parts);
            let words: Vec<&Token> = typed().map(|it| &it.word).collect();
            let marks: Vec<Option<String>> = typed().map(|it| it.marks.clone()).collect();
            for sought in synonyms.of(&words, &marks) {
                let what = TermMatcher::from(sought);
                let covered = units[from..from + count].iter_mut();
                covered.for_each(|it| it.offer(match_weight::SYNONYM, what.clone()));
            }
        }
    }
}

/// Adds the synonyms of table entries that begin with the last words of the query.
pub(super) fn add_completions(
    slots: &[&TermSpan],
    units: &mut [QueryTerm],
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) {
    for count in (1..=MAX_WORDS.min(slots.len())).rev() {
        let from = slots.len() - count;
        let typed: Vec<&TypedToken> = slots[from..].iter().flat_map(|it| &it.parts).collect();
        let words: Vec<&Token> = typed.iter().map(|it| &it.word).collect();
        if words.iter().all(|it| is_stop_word(&it.text)) || typed.iter().any(|it| it.is_abbreviation) {
            continue;
        }
        let written: Vec<Option<String>> = typed
            .iter()
            .map(|it| it.marks.clone().or_else(|| (it.word.kind == Kind::Latin).then(|| it.surface.clone())))
            .collect();
        let is_word = synonyms.knows(&words)
            || typed.last().is_some_and(|it| match it.word.kind {
                Kind::Latin => vocabulary.has_surface(&it.surface),
                _ => vocabulary.has_word(&it.word.text),
            });
        let weight = if is_word { match_weight::SYNONYM_PREFIX } else { match_weight::UNFINISHED_SYNONYM };
        for (sought, is_whole) in synonyms.completions(&words, &written) {
            let what = TermMatcher::from(sought);
            let weight = if is_whole { weight.min(match_weight::FIRST_WORDS) } else { weight };
            // Only one of several words is the continuation of unfinished letters.
            let is_highlighted = !is_word && !is_whole && !matches!(what, TermMatcher::All { .. });
            units[from..].iter_mut().for_each(|it| it.offer_completion(weight, is_highlighted, what.clone()));
        }
    }
}
