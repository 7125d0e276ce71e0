//! Query analysis: splits the typed text into terms that a product matches or does not match.

mod compounds;
mod consonants;
mod groups;
mod joined;
mod measures;
mod neighbors;
mod romanized;
mod spans;
mod term;
mod unspaced;
mod weights;

use heuan_lao_text::{AnalyzedText, Kind, is_stop_word};

use compounds::weigh_head_nouns;
use groups::grouped;
use measures::{add_sizes, measure};
use neighbors::{add_completions, add_joined, add_pairs, add_synonyms, add_written_together};
use romanized::{RomanizedSyllable, romanized_syllables};
use spans::{Slots, TermSpan, TypedToken, slots};
use term::{code, unit};
use unspaced::add_beginnings;
use weights::{match_weight, set_naming, weigh_stop_word};

use crate::{
    fields::term_prefix,
    index_terms::{
        ROMAN_GRAM, code_key, is_measure, is_printed_number, product_key, product_number, tone_key,
    },
    synonyms::{SynonymTarget, Synonyms},
    vocabulary::Vocabulary,
};

/// Maximum number of terms in a query; the rest of the text is ignored.
pub(crate) const MAX_TERMS: usize = 16;
const MAX_ALTERNATIVES: usize = 24;

/// One variant of matching a term.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alternative {
    pub match_weight: f32,
    /// Factor of the weight among the names: less than 1 for a guess if names contain the word as typed.
    pub naming: f32,
    /// Whether matches in names are highlighted. A continuation of the typed words is not: `cement` also matches `ຊີມັງຂາວ`,
    /// white cement, of which `white` was not typed.
    pub is_highlighted: bool,
    pub what: TermMatcher,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TermMatcher {
    /// In names, brand and body.
    Word(String),
    /// All of these words, and all of these index terms of the names.
    All {
        words: Vec<String>,
        index_terms: Vec<String>,
    },
    /// All of these index terms of the names.
    Keys(Vec<String>),
    /// One key of several words. Its rarity is the rarity of each word, not its own.
    Together(String),
    /// Any of these keys, scored by share: for deep searches.
    Some(Vec<String>),
    /// A prefix of a name's unstemmed word, or of a code.
    WordBegins(String),
    CodeBegins(String),
    KeyBegins(String),
}

impl From<SynonymTarget> for TermMatcher {
    fn from(target: SynonymTarget) -> Self {
        match target {
            SynonymTarget::Words(mut one) if one.len() == 1 => Self::Word(one.remove(0)),
            SynonymTarget::Words(words) => Self::All { words, index_terms: vec![] },
            SynonymTarget::Keys(index_terms) => Self::Keys(index_terms),
        }
    }
}

/// A term of the query: a word or a code.
#[derive(Clone, Debug)]
pub(crate) struct QueryTerm {
    pub weight: f32,
    /// Weight among the names: see [`set_naming`].
    pub naming: f32,
    pub alternatives: Vec<Alternative>,
    /// The word as typed, if it is eligible for typo tolerance: not a number, long enough, and in no synonym table.
    pub typed: Option<String>,
    /// Whether the term is the whole query, and consists of Latin letters that are not a word of a name. Names that begin
    /// with them come before guesses. In `sai fai`, the second of two syllables is hardly the beginning of `fair`.
    pub is_beginning: bool,
    /// Whether the term is only a number. A match of numbers alone does not satisfy a query that has words.
    pub is_number: bool,
}

/// Adjacent terms of one script, which may also match as a whole by their n-grams.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub units: Vec<QueryTerm>,
    pub grams: Vec<String>,
}

impl Group {
    /// Whether its n-grams are of Latin letters, read as romanized Lao.
    pub fn is_roman(&self) -> bool {
        self.grams.first().is_some_and(|it| it.starts_with(ROMAN_GRAM))
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Query {
    pub groups: Vec<Group>,
    /// The typed syllables with a tone mark.
    pub tones: Vec<TypedTone>,
    /// The typed syllables of romanized Lao.
    pub romanized: Vec<RomanizedSyllable>,
    /// Whether the text has words and none of them has a meaning. Such a text is searched for, and finds
    /// nothing.
    is_nonsense: bool,
}

/// The key of a syllable with its tone mark, see [`tone_key`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TypedTone {
    Whole(String),
    /// The last syllable of the query, possibly unfinished.
    Begins(String),
}

impl QueryTerm {
    /// Whether this variant equals the typed text, or begins with it.
    pub fn is_literal(&self, alternative: &Alternative) -> bool {
        match &alternative.what {
            TermMatcher::Word(_) => self.is_beginning && alternative.match_weight >= 1.0,
            TermMatcher::WordBegins(_) => self.is_beginning,
            TermMatcher::Keys(index_terms) => index_terms.first().is_some_and(|it| {
                it.starts_with(term_prefix::PRODUCT)
                    || (self.is_beginning && it.starts_with(term_prefix::EDGE))
            }),
            _ => false,
        }
    }

    fn offer(&mut self, match_weight: f32, what: TermMatcher) {
        self.offer_as(match_weight, 1.0, what);
    }

    fn offer_as(&mut self, match_weight: f32, naming: f32, what: TermMatcher) {
        self.add(Alternative { match_weight, naming, is_highlighted: true, what });
    }

    /// Adds a variant that may have more words than those typed.
    fn offer_completion(&mut self, match_weight: f32, is_highlighted: bool, what: TermMatcher) {
        self.add(Alternative { match_weight, naming: 1.0, is_highlighted, what });
    }

    fn add(&mut self, new: Alternative) {
        if self.alternatives.len() < MAX_ALTERNATIVES
            && !self.alternatives.iter().any(|it| it.what == new.what)
        {
            self.alternatives.push(new);
        }
    }
}

impl Query {
    /// Parses `text` into terms. Empty if nothing in it is searchable.
    pub fn of(text: &str, synonyms: &Synonyms, vocabulary: &Vocabulary<'_>) -> Self {
        let taken = AnalyzedText::of(text);
        let words = taken.words();
        let has_words = !words.is_empty();
        let Slots { spans: slots, pairs, unitless } = slots(text, &taken, words, synonyms, vocabulary);
        let unfinished = slots.last().filter(|_| !text.ends_with(char::is_whitespace)).map(TermSpan::bytes);
        let is_mandatory = |it: &&TermSpan| {
            it.whole.is_some() || !is_stop_word(&it.first().text) || Some(it.bytes()) == unfinished
        };
        let kept: Vec<&TermSpan> = match slots.iter().filter(is_mandatory).count() {
            0 => slots.iter().take(MAX_TERMS).collect(),
            _ => slots.iter().filter(is_mandatory).take(MAX_TERMS).collect(),
        };
        let last = kept.len().saturating_sub(1);
        let mut units: Vec<QueryTerm> = kept
            .iter()
            .enumerate()
            .map(|(at, slot)| match &slot.whole {
                Some(whole) if is_measure(whole) => measure(slot, whole, &unitless, at == last),
                Some(whole) => code(slot, whole, &pairs, at == last, synonyms),
                None => unit(&slot.parts[0], at == last, kept.len(), synonyms, vocabulary),
            })
            .collect();
        add_beginnings(&kept, &mut units, synonyms, vocabulary);
        add_pairs(&pairs, &kept, &mut units);
        add_sizes(&unitless, &kept, &mut units);
        add_written_together(text, &kept, &mut units, synonyms, vocabulary);
        add_joined(text, &slots, &kept, &mut units, synonyms);
        add_synonyms(&kept, &mut units, synonyms);
        add_completions(&kept, &mut units, synonyms, vocabulary);
        weigh_head_nouns(text, &kept, &mut units);
        weigh_stop_word(&kept, &mut units, vocabulary);
        set_naming(&slots, &kept, &mut units);
        if let ([unit], [slot]) = (&mut units[..], &kept[..]) {
            unit.is_beginning = slot.whole.is_none()
                && slot.first().kind == Kind::Latin
                && Some(slot.bytes()) == unfinished
                && !vocabulary.has_surface(&slot.parts[0].surface);
            let number = slot.whole.as_ref().map_or(&slot.first().text, |it| &it.text);
            if let Some(pro_id) = product_number(text) {
                add_product(unit, pro_id, is_printed_number(text), is_in_names(number, vocabulary));
            }
        }
        let tones = typed_tones(text, &taken);
        let romanized = romanized_syllables(&kept, synonyms, vocabulary);
        Self {
            groups: grouped(&taken, &kept, units, synonyms, vocabulary),
            tones,
            romanized,
            is_nonsense: has_words && slots.is_empty(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty() && !self.is_nonsense
    }

    pub fn units(&self) -> impl Iterator<Item = &QueryTerm> {
        self.groups.iter().flat_map(|it| &it.units)
    }

    /// Whether the query has terms other than numbers.
    pub fn has_words(&self) -> bool {
        self.units().any(|it| !it.is_number)
    }
}

fn is_in_names(number: &str, vocabulary: &Vocabulary<'_>) -> bool {
    vocabulary.frequency_in_names(number) > 0 || vocabulary.has_key(&code_key(number))
}

/// Adds the product whose number is the whole query. A number that names contain, such as the length `1200`, has priority,
/// unless it is written as the shop prints product numbers. In that case the product comes first, before names with the number,
/// such as the gauge `#8` of a screw. Without such a gauge, names with the number, or with one that begins with it, are also
/// found, because they are suggested.
fn add_product(unit: &mut QueryTerm, pro_id: i64, is_printed: bool, is_in_names: bool) {
    if is_printed || !is_in_names {
        unit.offer(1.0, TermMatcher::Keys(vec![product_key(pro_id)]));
    }
    if is_printed && !is_in_names {
        let number = pro_id.to_string();
        unit.offer(match_weight::NO_UNIT, TermMatcher::Word(number.clone()));
        unit.offer(match_weight::NO_UNIT, TermMatcher::Keys(vec![code_key(&number)]));
        unit.offer(match_weight::CODE_BEGINS, TermMatcher::CodeBegins(number));
    }
}

fn typed_tones(text: &str, taken: &AnalyzedText) -> Vec<TypedTone> {
    let last = taken.folded.last().map_or(0, |it| it.start);
    let mut out = Vec::new();
    for run in &taken.lao {
        for bounds in run.syllables.windows(2).take(MAX_TERMS) {
            let Some(key) = tone_key(text, run, bounds[0], bounds[1]) else { continue };
            let is_last = run.letters[bounds[1] - 1].start == last;
            out.push(if is_last { TypedTone::Begins(key) } else { TypedTone::Whole(key) });
        }
    }
    out.truncate(MAX_TERMS);
    out
}
