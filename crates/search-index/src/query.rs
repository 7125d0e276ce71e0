//! Query analysis: splits the typed text into terms that a product matches or does not match.

mod compounds;
mod consonants;
mod joined;
mod measures;
mod neighbors;
mod unspaced;

use heuan_lao_text::{
    AnalyzedText, Kind, LaoSegment, Token, TokenRole, is_gauge_word, is_romanised, is_stop_word, is_word,
    roman_query, syllables, vowel_stripped_key, with_marks,
};

use compounds::{cut_compound, drop_thai_nonsense, is_known, weigh_forms};
use consonants::{drop_lao_nonsense, is_abbreviation};
use joined::split_joined;
use measures::{add_sizes, measure};
use neighbors::{add_completions, add_joined, add_pairs, add_synonyms, add_written_together};
use unspaced::add_beginnings;

use crate::{
    fields::term_prefix,
    index_terms::{
        EDGE, code_key, head_key, is_measure, is_one_syllable, kind_key, prefixed_term, roman_grams,
        sound_grams, sound_key, tone_key, whole_word_key,
    },
    rank,
    synonyms::{SynonymTarget, Synonyms, all_as_lao, as_lao, sound_keys},
    vocabulary::Vocabulary,
};

/// Maximum number of terms in a query; the rest of the text is ignored.
pub(crate) const MOST_UNITS: usize = 16;
const MOST_ALTERNATIVES: usize = 24;
const MOST_GRAMS: usize = 120;
/// Minimum n-grams of a group that is matched by them.
const FEWEST_GRAMS: usize = 2;
/// Minimum letters of a word for typo tolerance.
const SHORTEST_SLIP: usize = 4;
/// Weight among the names of a word that modifies the noun.
const MODIFIER_NAMING: f32 = 0.4;
/// Weight of a stop word that is probably the beginning of another word: `to` of `toilet`.
const UNFINISHED_STOP_WORD: f32 = 0.3;

/// Match weights by variant: 1.0 is a match as typed.
mod match_weight {
    pub const SOUND: f32 = 0.95;
    /// Letters that are not a word, possibly the beginning of one.
    pub const SOUND_OF_PART: f32 = 0.9;
    pub const BEGINNING_OF_PART: f32 = 0.95;
    pub const SYLLABLES: f32 = 0.75;
    /// The syllable of a longer word, where other names have it as a word.
    pub const WITHIN_WORD: f32 = 0.55;
    pub const SYNONYM: f32 = 0.9;
    pub const PREFIX: f32 = 0.88;
    /// A beginning of a Latin word: of letters that are no word of a name, and of those that are one.
    pub const UNFINISHED: f32 = 0.85;
    pub const LATIN_PREFIX: f32 = 0.3;
    /// The same for the beginning of a table entry.
    pub const UNFINISHED_SYNONYM: f32 = 0.82;
    pub const SYNONYM_PREFIX: f32 = 0.4;
    /// Of an entry that has more words than those typed.
    pub const FIRST_WORDS: f32 = 0.75;
    /// English words written apart, against the typed form.
    pub const TOGETHER: f32 = 0.95;
    pub const ROMAN: f32 = 0.8;
    /// With `ua` read as the vowel of ເ◌ືອ: `khuang` for ເຄື່ອງ.
    pub const ROMAN_DIPHTHONG: f32 = 0.7;
    pub const LOOSE: f32 = 0.5;
    /// A synonym of the Lao word with this romanization.
    pub const ROMAN_SYNONYM: f32 = 0.72;
    /// Several romanized words that are one word in Lao.
    pub const JOINED: f32 = 0.9;
    pub const JOINED_LOOSE: f32 = 0.7;
    pub const JOINED_SYNONYM: f32 = 0.8;
    /// Of a code: all pairs of neighboring parts; a size without its unit; its parts separately; its prefix.
    pub const PAIRS: f32 = 0.95;
    pub const NO_UNIT: f32 = 0.8;
    /// Millimeters that mean the section of a wire.
    pub const SECTION: f32 = 0.85;
    pub const APART: f32 = 0.6;
    pub const CODE_BEGINS: f32 = 0.5;
}

/// One variant of matching a term.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alternative {
    pub match_weight: f32,
    /// Factor of the weight among the names: less than 1 for a guess at a word that names have as typed.
    pub naming: f32,
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
    /// One key of several words. Its rarity is that of each word, not its own.
    Together(String),
    /// Any of these keys, scored by share: for deep searches.
    Some(Vec<String>),
    /// A prefix of a name's unstemmed word, or of a code.
    WordBegins(String),
    CodeBegins(String),
    KeyBegins(String),
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
    /// Whether the term is the whole query, and Latin letters that are no word of a name: what begins with them is before
    /// guesses. In `sai fai`, the second of two syllables is hardly the beginning of `fair`.
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

#[derive(Clone, Debug, Default)]
pub(crate) struct Query {
    pub groups: Vec<Group>,
    /// The typed syllables with a tone mark.
    pub tones: Vec<TypedTone>,
    /// Whether the text has words, and none of them means anything. It is searched for, and finds nothing.
    is_nonsense: bool,
}

/// The key of a syllable with its tone mark, see [`tone_key`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TypedTone {
    Whole(String),
    /// The last syllable of the query, possibly unfinished.
    Begins(String),
}

/// A word of the typed text.
struct TypedToken {
    word: Token,
    /// Folded, unstemmed.
    surface: String,
    /// As typed, if Latin with diacritics; such a word is neither English nor romanized Lao.
    marks: Option<String>,
    weight: f32,
    /// See [`is_abbreviation`].
    is_abbreviation: bool,
}

/// The tokens that become one term: a word, or the parts of a code.
struct TermSpan {
    parts: Vec<TypedToken>,
    whole: Option<Token>,
}

impl TermSpan {
    fn first(&self) -> &Token {
        &self.parts[0].word
    }

    fn bytes(&self) -> (u32, u32) {
        (self.first().start, self.parts[self.parts.len() - 1].word.end)
    }

    /// The end in the text, with the sign of a unit: `1/2"`.
    fn end(&self) -> u32 {
        self.whole.as_ref().map_or(self.bytes().1, |it| it.end)
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
        let is_told = |it: &&TermSpan| {
            it.whole.is_some() || !is_stop_word(&it.first().text) || Some(it.bytes()) == unfinished
        };
        let kept: Vec<&TermSpan> = match slots.iter().filter(is_told).count() {
            0 => slots.iter().take(MOST_UNITS).collect(),
            _ => slots.iter().filter(is_told).take(MOST_UNITS).collect(),
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
        weigh_forms(text, &kept, &mut units);
        weigh_stop_word(&kept, &mut units, vocabulary);
        set_naming(&slots, &kept, &mut units);
        if let ([unit], [slot]) = (&mut units[..], &kept[..]) {
            unit.is_beginning = slot.whole.is_none()
                && slot.first().kind == Kind::Latin
                && Some(slot.bytes()) == unfinished
                && !vocabulary.has_surface(&slot.parts[0].surface);
        }
        let tones = typed_tones(text, &taken);
        Self {
            groups: grouped(&taken, &kept, units, synonyms, vocabulary),
            tones,
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

/// A stop word on the way to another word weighs as that one if no name has the words before it: `pressure was`.
fn weigh_stop_word(slots: &[&TermSpan], units: &mut [QueryTerm], vocabulary: &Vocabulary<'_>) {
    let Some((last, before)) = slots.split_last() else { return };
    let is_stop = last.whole.is_none() && is_stop_word(&last.first().text);
    let is_named = |it: &&TermSpan| it.whole.is_some() || vocabulary.frequency_in_names(&it.first().text) > 0;
    if is_stop
        && !before.is_empty()
        && !before.iter().any(is_named)
        && let Some(unit) = units.last_mut()
    {
        unit.weight = 1.0;
    }
}

fn typed_tones(text: &str, taken: &AnalyzedText) -> Vec<TypedTone> {
    let last = taken.folded.last().map_or(0, |it| it.start);
    let mut out = Vec::new();
    for run in &taken.lao {
        for bounds in run.syllables.windows(2).take(MOST_UNITS) {
            let Some(key) = tone_key(text, run, bounds[0], bounds[1]) else { continue };
            let is_last = run.letters[bounds[1] - 1].start == last;
            out.push(if is_last { TypedTone::Begins(key) } else { TypedTone::Whole(key) });
        }
    }
    out.truncate(MOST_UNITS);
    out
}

/// Sets the weight of each term among the names. The noun weighs most: the first Lao or Thai word, else the last English
/// one before a stop word. A `white paint` whose description has the white is paint, a white curtain that hides paint is
/// not.
fn set_naming(all: &[TermSpan], slots: &[&TermSpan], units: &mut [QueryTerm]) {
    let kind = |slot: &TermSpan| slot.first().kind;
    let is_spoken = |at: &usize| matches!(kind(slots[*at]), Kind::Lao | Kind::Thai);
    let spoken = (0..slots.len())
        .find(|at| is_spoken(at) && units[*at].weight >= 1.0)
        .or_else(|| (0..slots.len()).find(is_spoken));
    let stop = all.iter().skip(1).find(|it| it.whole.is_none() && is_stop_word(&it.first().text));
    let stop = stop.map_or(u32::MAX, |it| it.bytes().0);
    let is_noun = |it: &&TermSpan| kind(it) != Kind::Number && it.whole.is_none() && it.bytes().0 < stop;
    let noun = spoken.or_else(|| slots.iter().rposition(is_noun));
    for (at, unit) in units.iter_mut().enumerate() {
        unit.naming = unit.weight * if noun.is_none_or(|it| it == at) { 1.0 } else { MODIFIER_NAMING };
    }
}

/// The typed tokens by term.
struct Slots {
    spans: Vec<TermSpan>,
    /// Neighbors that also form one word.
    pairs: Vec<Token>,
    /// Sizes as they are named without a unit.
    unitless: Vec<Token>,
}

fn slots(
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

impl QueryTerm {
    /// Whether this variant is what was typed, or begins with it.
    pub fn is_literal(&self, way: &Alternative) -> bool {
        self.is_beginning
            && match &way.what {
                TermMatcher::Word(_) => way.match_weight >= 1.0,
                TermMatcher::WordBegins(_) => true,
                TermMatcher::Keys(index_terms) => {
                    index_terms.first().is_some_and(|it| it.starts_with(term_prefix::EDGE))
                }
                _ => false,
            }
    }

    fn offer(&mut self, match_weight: f32, what: TermMatcher) {
        self.offer_as(match_weight, 1.0, what);
    }

    fn offer_as(&mut self, match_weight: f32, naming: f32, what: TermMatcher) {
        if self.alternatives.len() < MOST_ALTERNATIVES && !self.alternatives.iter().any(|it| it.what == what)
        {
            self.alternatives.push(Alternative { match_weight, naming, what });
        }
    }
}

fn unit(
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
        Kind::Lao => lao_ways(&mut unit, &letters, is_last, vocabulary),
        Kind::Thai => {
            for lao in all_as_lao(&word.text) {
                // What the table translates need not sound alike: `บ้าน` is a house, `ບານ` the leaf of a door.
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
                latin_ways(&mut unit, typed, is_last, synonyms, vocabulary);
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

fn latin_ways(
    unit: &mut QueryTerm,
    typed: &TypedToken,
    is_last: bool,
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) {
    let surface: Vec<char> = typed.surface.chars().collect();
    let is_known = synonyms.knows(&[&typed.word]);
    unit.typed = (!is_known && surface.len() >= SHORTEST_SLIP).then(|| typed.surface.clone());
    let roman = roman_query(&typed.surface);
    if is_romanised(&typed.surface) && roman.len() >= 2 && !is_known {
        let naming = if vocabulary.has_surface(&typed.surface) { rank::GUESS } else { rank::ROMANIZED };
        let index_terms = [
            (match_weight::LOOSE, format!("{}{}", term_prefix::LOOSE, vowel_stripped_key(&roman))),
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
            unit.offer_as(match_weight::ROMAN_SYNONYM, rank::ROMANIZED, it.clone().what());
        });
    }
    let begins_word = is_last && vocabulary.begins_surface(&typed.surface);
    if is_last {
        add_beginning(unit, typed, synonyms, vocabulary);
    }
    if begins_word {
        // The beginning of a word is no misspelling.
        unit.typed = None;
    }
}

/// Adds the variants of a code. Adjacent letters and digits are matched together, because the `12` of `db12` alone is
/// not significant.
fn code(slot: &TermSpan, whole: &Token, pairs: &[Token], is_last: bool, synonyms: &Synonyms) -> QueryTerm {
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

/// Adds what sounds like these letters. Where names have them as a word of one syllable, other words with the syllable are
/// a guess: `ຈົກ` is a hoe, `ກະຈົກ` a mirror. Returns whether that is so.
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

fn lao_ways(unit: &mut QueryTerm, letters: &[char], is_last: bool, vocabulary: &Vocabulary<'_>) {
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
        // A consonant without a vowel is hardly a syllable, and one that is repeated is one: `ຟຟຟຟຟ` has none.
        let spoken = starts.windows(2).map(|it| &letters[it[0]..it[1]]).filter(|it| it.len() > 1);
        let mut each: Vec<String> = spoken.map(sound_key).collect();
        each.sort();
        each.dedup();
        if each.len() > 1 {
            unit.offer(match_weight::SYLLABLES, TermMatcher::Some(each));
        }
    }
}

/// Groups neighboring terms of one script.
fn grouped(
    text: &AnalyzedText,
    slots: &[&TermSpan],
    units: Vec<QueryTerm>,
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) -> Vec<Group> {
    let mut out: Vec<(Option<Kind>, Group)> = Vec::new();
    let mut runs: Vec<&LaoSegment> = Vec::new();
    for (slot, unit) in slots.iter().zip(units) {
        let typed = &slot.parts[0];
        let word = &typed.word;
        let run = text.lao.iter().find(|run| run.letters.iter().any(|it| it.start == word.start));
        let kind = Some(word.kind).filter(|it| *it != Kind::Number && slot.whole.is_none());
        let joins = match (run, out.last()) {
            (Some(run), Some((Some(Kind::Lao), _))) => {
                runs.last().is_some_and(|last| std::ptr::eq(*last, run))
            }
            (None, Some((last, _))) => kind.is_some() && *last == kind,
            _ => false,
        };
        if !joins {
            out.push((kind, Group::default()));
        }
        let Some((_, group)) = out.last_mut() else { continue };
        let grams = match (run, word.kind) {
            (Some(_), _) if typed.is_abbreviation => vec![],
            (Some(run), _) if !joins => sound_grams(&run.chars),
            (None, Kind::Thai) => sound_grams(&as_lao(&word.text)),
            (None, Kind::Latin)
                if slot.whole.is_none()
                    && typed.marks.is_none()
                    && is_romanised(&typed.surface)
                    && !vocabulary.has_surface(&typed.surface)
                    && !synonyms.knows(&[word]) =>
            {
                roman_grams(&roman_query(&typed.surface))
            }
            _ => vec![],
        };
        runs.extend(run);
        group.grams.extend(grams);
        group.grams.truncate(MOST_GRAMS);
        group.units.push(unit);
    }
    for (_, group) in &mut out {
        group.grams.sort();
        group.grams.dedup();
        // Every other product has one or two of them.
        if group.grams.len() < FEWEST_GRAMS {
            group.grams.clear();
        }
    }
    out.into_iter().map(|(_, group)| group).collect()
}
