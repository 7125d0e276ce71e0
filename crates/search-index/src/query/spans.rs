//! Spans of the typed text that become one query term each: a word, or the parts of a code.

use heuan_lao_text::{AnalyzedText, Kind, Token, TokenRole, is_gauge_word, with_marks};

use super::{
    compounds::{cut_compound, drop_thai_nonsense, is_known},
    consonants::{drop_lao_nonsense, is_abbreviation},
    joined::split_joined,
};
use crate::{index_terms::is_measure, synonyms::Synonyms, vocabulary::Vocabulary};

/// A word of the typed text.
pub(super) struct TypedToken {
    pub(super) word: Token,
    /// Folded, unstemmed.
    pub(super) surface: String,
    /// The word as typed, if it is Latin with diacritics. Such a word is neither English nor romanized Lao.
    pub(super) marks: Option<String>,
    pub(super) weight: f32,
    /// See [`is_abbreviation`].
    pub(super) is_abbreviation: bool,
}

/// The tokens that become one term: a word, or the parts of a code.
pub(super) struct TermSpan {
    pub(super) parts: Vec<TypedToken>,
    pub(super) whole: Option<Token>,
}

impl TermSpan {
    pub(super) fn first(&self) -> &Token {
        &self.parts[0].word
    }

    pub(super) fn bytes(&self) -> (u32, u32) {
        (self.first().start, self.parts[self.parts.len() - 1].word.end)
    }

    /// The end in the text, with the sign of a unit: `1/2"`.
    pub(super) fn end(&self) -> u32 {
        self.whole.as_ref().map_or(self.bytes().1, |it| it.end)
    }
}

/// The typed tokens by term.
pub(super) struct Slots {
    pub(super) spans: Vec<TermSpan>,
    /// Neighbors that also form one word.
    pub(super) pairs: Vec<Token>,
    /// Sizes named without a unit.
    pub(super) unitless: Vec<Token>,
}

pub(super) fn slots(
    text: &str,
    taken: &AnalyzedText,
    words: Vec<Token>,
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) -> Slots {
    let (mut out, mut wholes): (Vec<TermSpan>, Vec<Token>) = Default::default();
    let (mut pairs, mut unitless): (Vec<Token>, Vec<Token>) = Default::default();
    let mut parts = Vec::new();
    for word in words {
        match word.role {
            TokenRole::Unit => parts.push(word),
            TokenRole::Compound => wholes.push(word),
            TokenRole::Bigram => pairs.push(word),
            TokenRole::Unitless => unitless.push(word),
            TokenRole::Dimension => {}
        }
    }
    drop_thai_nonsense(synonyms, vocabulary, &mut parts);
    drop_lao_nonsense(taken, synonyms, vocabulary, &mut parts);
    let end = parts.last().map_or(0, |it| it.end);
    let mut cut: Vec<(Token, f32)> = Vec::new();
    for word in parts {
        let is_last = word.end == end;
        let is_within = wholes.iter().any(|it| it.start <= word.start && word.end <= it.end);
        match word.kind {
            Kind::Lao if !is_known(&word, is_last, synonyms, vocabulary) => {
                cut_compound(word, taken, is_last, synonyms, vocabulary, &mut cut);
            }
            Kind::Latin if !is_within => {
                let is_open = is_last && !text.ends_with(char::is_whitespace);
                let words = split_joined(&word, taken, is_open, synonyms, vocabulary);
                cut.extend(words.into_iter().map(|it| (it, 1.0)));
            }
            _ => cut.push((word, 1.0)),
        }
    }
    for (word, weight) in cut {
        let marks = match word.kind {
            Kind::Latin => with_marks(text, word.start, word.end),
            _ => None,
        };
        let is_abbreviation = is_abbreviation(&word, taken);
        let typed = TypedToken { surface: taken.surface(&word), marks, word, weight, is_abbreviation };
        match out.last_mut() {
            Some(slot) if slot.whole.as_ref().is_some_and(|whole| typed.word.end <= whole.end) => {
                slot.parts.push(typed);
            }
            _ => {
                let whole = wholes.binary_search_by_key(&typed.word.start, |it| it.start);
                let whole = whole.ok().map(|at| wholes[at].clone());
                // The word before a gauge is part of it: `ເບີ 8` is `#8`.
                let is_gauge = whole.as_ref().is_some_and(|it| is_measure(it) && it.text.ends_with('#'));
                out.pop_if(|it| is_gauge && it.whole.is_none() && is_gauge_word(&it.first().text));
                out.push(TermSpan { parts: vec![typed], whole });
            }
        }
    }
    Slots { spans: out, pairs, unitless }
}
