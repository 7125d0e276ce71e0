//! Query analysis: splits the typed text into terms that a product matches or does not match.

use heuan_lao_text::{
    AnalyzedText, Kind, LaoSegment, Token, TokenRole, is_romanised, is_stop_word, is_word, roman_query,
    syllables, vowel_stripped_key, with_marks,
};

use crate::{
    fields::term_prefix,
    index_terms::{EDGE, code_key, head_key, kind_key, prefixed_term, roman_grams, sound_grams, sound_key},
    synonyms::{MOST_WORDS, SynonymTarget, Synonyms, as_lao, sound_keys},
};

/// Maximum number of terms in a query; the rest of the text is ignored.
pub(crate) const MOST_UNITS: usize = 16;
const MOST_ALTERNATIVES: usize = 24;
const MOST_GRAMS: usize = 120;
/// Maximum number of adjacent words joined into one romanized word.
const MOST_JOINED: usize = 3;
/// Minimum letters of a word for typo tolerance.
const SHORTEST_SLIP: usize = 4;

/// Match weights by variant: 1.0 is a match as typed.
mod match_weight {
    pub const SOUND: f32 = 0.95;
    /// Letters that are not a word, possibly the beginning of one.
    pub const SOUND_OF_PART: f32 = 0.9;
    pub const BEGINNING_OF_PART: f32 = 0.95;
    pub const SYLLABLES: f32 = 0.75;
    pub const SYNONYM: f32 = 0.9;
    pub const PREFIX: f32 = 0.88;
    pub const LATIN_PREFIX: f32 = 0.3;
    pub const ROMAN: f32 = 0.8;
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
    pub const APART: f32 = 0.6;
    pub const CODE_BEGINS: f32 = 0.5;
}

/// One variant of matching a term.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alternative {
    pub match_weight: f32,
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
    pub alternatives: Vec<Alternative>,
    /// The word as typed, if it is eligible for typo tolerance: not a number, long enough, and in no synonym table.
    pub typed: Option<String>,
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
}

/// A word of the typed text.
struct TypedToken {
    word: Token,
    /// Folded, unstemmed.
    surface: String,
    /// As typed, if Latin with diacritics; such a word is neither English nor romanized Lao.
    marks: Option<String>,
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
}

impl Query {
    /// Parses `text` into terms. Empty if nothing in it is searchable.
    pub fn of(text: &str, synonyms: &Synonyms) -> Self {
        let taken = AnalyzedText::of(text);
        let (slots, pairs) = slots(text, &taken);
        let is_told = |it: &&TermSpan| it.whole.is_some() || !is_stop_word(&it.first().text);
        let kept: Vec<&TermSpan> = match slots.iter().filter(is_told).count() {
            0 => slots.iter().take(MOST_UNITS).collect(),
            _ => slots.iter().filter(is_told).take(MOST_UNITS).collect(),
        };
        let last = kept.len().saturating_sub(1);
        let mut units: Vec<QueryTerm> = kept
            .iter()
            .enumerate()
            .map(|(at, slot)| match &slot.whole {
                Some(whole) => code(slot, whole, &pairs, at == last, synonyms),
                None => unit(&slot.parts[0], at == last, kept.len(), synonyms),
            })
            .collect();
        add_pairs(&pairs, &kept, &mut units);
        add_joined(text, &slots, &kept, &mut units, synonyms);
        add_synonyms(&kept, &mut units, synonyms);
        Self { groups: grouped(&taken, &kept, units) }
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    pub fn units(&self) -> impl Iterator<Item = &QueryTerm> {
        self.groups.iter().flat_map(|it| &it.units)
    }

    /// Whether the query has terms other than numbers.
    pub fn has_words(&self) -> bool {
        self.units().any(|it| !it.is_number)
    }
}

/// The typed tokens by term, and the pairs of neighbors that also form one word.
fn slots(text: &str, taken: &AnalyzedText) -> (Vec<TermSpan>, Vec<Token>) {
    let (mut out, mut wholes, mut pairs): (Vec<TermSpan>, Vec<Token>, Vec<Token>) = Default::default();
    let mut parts = Vec::new();
    for word in taken.words() {
        match word.role {
            TokenRole::Part => parts.push(word),
            TokenRole::Whole => wholes.push(word),
            TokenRole::Pair => pairs.push(word),
            TokenRole::Side => {}
        }
    }
    for word in parts {
        let marks = match word.kind {
            Kind::Latin => with_marks(text, word.start, word.end),
            _ => None,
        };
        let typed = TypedToken { surface: taken.surface(&word), marks, word };
        match out.last_mut() {
            Some(slot) if slot.whole.as_ref().is_some_and(|whole| typed.word.end <= whole.end) => {
                slot.parts.push(typed);
            }
            _ => {
                let whole = wholes.binary_search_by_key(&typed.word.start, |it| it.start);
                let whole = whole.ok().map(|at| wholes[at].clone());
                out.push(TermSpan { parts: vec![typed], whole });
            }
        }
    }
    (out, pairs)
}

impl QueryTerm {
    fn offer(&mut self, match_weight: f32, what: TermMatcher) {
        if self.alternatives.len() < MOST_ALTERNATIVES && !self.alternatives.iter().any(|it| it.what == what)
        {
            self.alternatives.push(Alternative { match_weight, what });
        }
    }
}

fn unit(typed: &TypedToken, is_last: bool, units: usize, synonyms: &Synonyms) -> QueryTerm {
    let word = &typed.word;
    let is_number = word.kind == Kind::Number;
    let mut unit = QueryTerm { weight: 1.0, alternatives: vec![], typed: None, is_number };
    unit.offer(1.0, TermMatcher::Word(word.text.clone()));
    let letters: Vec<char> = word.text.chars().collect();
    match word.kind {
        Kind::Lao => lao_ways(&mut unit, &letters, is_last),
        Kind::Thai => {
            let lao = as_lao(&word.text);
            if !lao.is_empty() {
                unit.offer(match_weight::SOUND, TermMatcher::Word(lao.iter().collect()));
                let index_terms = sound_keys(&lao);
                if let [one] = &index_terms[..] {
                    unit.offer(match_weight::SOUND, TermMatcher::Keys(vec![head_key(one)]));
                }
                unit.offer(match_weight::SOUND, TermMatcher::Keys(index_terms));
            }
        }
        Kind::Latin => {
            if letters.len() <= 2 && units > 1 {
                unit.weight = 0.4;
            }
            unit.offer(1.0, TermMatcher::Keys(vec![kind_key(&word.text)]));
            if typed.marks.is_none() && !is_stop_word(&word.text) {
                latin_ways(&mut unit, typed, is_last, synonyms);
            }
        }
        Kind::Number => unit.offer(1.0, TermMatcher::Keys(vec![code_key(&word.text)])),
        Kind::Han => {}
    }
    unit
}

fn latin_ways(unit: &mut QueryTerm, typed: &TypedToken, is_last: bool, synonyms: &Synonyms) {
    let surface: Vec<char> = typed.surface.chars().collect();
    let is_known = synonyms.knows(&[&typed.word]);
    unit.typed = (!is_known && surface.len() >= SHORTEST_SLIP).then(|| typed.surface.clone());
    let roman = roman_query(&typed.surface);
    if is_romanised(&typed.surface) && roman.len() >= 2 {
        unit.offer(
            match_weight::LOOSE,
            TermMatcher::Keys(vec![format!("{}{}", term_prefix::LOOSE, vowel_stripped_key(&roman))]),
        );
        unit.offer(match_weight::ROMAN, TermMatcher::Keys(vec![format!("{}{roman}", term_prefix::ROMAN)]));
        unit.offer(
            match_weight::ROMAN,
            TermMatcher::Keys(vec![format!("{}{roman}", term_prefix::ROMAN_HEAD)]),
        );
        if !is_known {
            synonyms
                .of_roman(&roman)
                .for_each(|it| unit.offer(match_weight::ROMAN_SYNONYM, it.clone().what()));
        }
    }
    if is_last {
        let what = if surface.len() <= EDGE {
            TermMatcher::Keys(vec![prefixed_term(term_prefix::EDGE, &surface)])
        } else {
            TermMatcher::WordBegins(typed.surface.clone())
        };
        unit.offer(match_weight::LATIN_PREFIX, what);
    }
}

/// Adds the variants of a code. Adjacent letters and digits are matched together, because the `12` of `db12` alone is
/// not significant.
fn code(slot: &TermSpan, whole: &Token, pairs: &[Token], is_last: bool, synonyms: &Synonyms) -> QueryTerm {
    let mut unit = QueryTerm { weight: 1.0, alternatives: vec![], typed: None, is_number: false };
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
    {
        if before.len() == 1 {
            for same in synonyms.of(&[&last.word], &[]) {
                let (mut words, index_terms) = match same {
                    SynonymTarget::Words(words) => (words, vec![]),
                    SynonymTarget::Keys(index_terms) => (vec![], index_terms),
                };
                words.push(number.clone());
                unit.offer(match_weight::SYNONYM, TermMatcher::All { words, index_terms });
            }
        }
        // A fraction or a dimension is significant without its unit.
        if before.len() == 1 && number.contains(['x', '/', '.']) {
            unit.offer(match_weight::NO_UNIT, TermMatcher::Word(number.clone()));
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

fn lao_ways(unit: &mut QueryTerm, letters: &[char], is_last: bool) {
    let is_word = is_word(&letters.iter().collect::<String>());
    let (sound, beginning) = if is_word {
        (match_weight::SOUND, match_weight::PREFIX)
    } else {
        (match_weight::SOUND_OF_PART, match_weight::BEGINNING_OF_PART)
    };
    let index_terms = sound_keys(letters);
    if let [one] = &index_terms[..] {
        unit.offer(sound, TermMatcher::Keys(vec![head_key(one)]));
    }
    unit.offer(sound, TermMatcher::Keys(index_terms));
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

/// Adds neighbors that may form one code: `DB 16`.
fn add_pairs(pairs: &[Token], slots: &[&TermSpan], units: &mut [QueryTerm]) {
    for (at, two) in slots.windows(2).enumerate() {
        let bytes = (two[0].bytes().0, two[1].bytes().1);
        for pair in pairs.iter().filter(|it| (it.start, it.end) == bytes) {
            units[at..at + 2]
                .iter_mut()
                .for_each(|it| it.offer(1.0, TermMatcher::Keys(vec![code_key(&pair.text)])));
            units[at..at + 2].iter_mut().for_each(|it| it.offer(1.0, TermMatcher::Word(pair.text.clone())));
        }
    }
}

/// Adds joined romanized words, because romanized Lao is often written with a space between syllables: `si tha` is
/// `sitha`.
fn add_joined(
    text: &str,
    all: &[TermSpan],
    kept: &[&TermSpan],
    units: &mut [QueryTerm],
    synonyms: &Synonyms,
) {
    let is_roman = |it: &TermSpan| {
        let typed = &it.parts[0];
        it.whole.is_none() && typed.marks.is_none() && is_romanised(&typed.surface)
    };
    let is_near = |two: &[TermSpan]| {
        let (from, to) = (two[0].bytes().1 as usize, two[1].bytes().0 as usize);
        text.get(from..to).is_some_and(|it| it.chars().all(|c| c.is_whitespace() || c == '-'))
    };
    for count in (2..=MOST_JOINED).rev() {
        for together in all.windows(count) {
            if !together.iter().all(is_roman) || !together.windows(2).all(is_near) {
                continue;
            }
            let surface: String = together.iter().map(|it| it.parts[0].surface.as_str()).collect();
            let (from, to) = (together[0].bytes().0, together[count - 1].bytes().1);
            for (unit, _) in
                units.iter_mut().zip(kept).filter(|(_, it)| it.bytes().0 >= from && it.bytes().1 <= to)
            {
                let roman = roman_query(&surface);
                unit.offer(
                    match_weight::JOINED,
                    TermMatcher::Together(format!("{}{roman}", term_prefix::ROMAN)),
                );
                unit.offer(
                    match_weight::JOINED,
                    TermMatcher::Together(format!("{}{roman}", term_prefix::ROMAN_HEAD)),
                );
                unit.offer(
                    match_weight::JOINED_LOOSE,
                    TermMatcher::Together(format!("{}{}", term_prefix::LOOSE, vowel_stripped_key(&roman))),
                );
                let same = synonyms.of_roman(&roman).cloned();
                same.for_each(|it| unit.offer(match_weight::JOINED_SYNONYM, it.what()));
            }
        }
    }
}

/// Adds synonyms, longest table entries first. Each covered word may be matched by a synonym.
fn add_synonyms(slots: &[&TermSpan], units: &mut [QueryTerm], synonyms: &Synonyms) {
    for count in (1..=MOST_WORDS.min(slots.len())).rev() {
        for from in 0..=slots.len() - count {
            let typed = || slots[from..from + count].iter().flat_map(|it| &it.parts);
            let words: Vec<&Token> = typed().map(|it| &it.word).collect();
            let marks: Vec<Option<String>> = typed().map(|it| it.marks.clone()).collect();
            for sought in synonyms.of(&words, &marks) {
                let what = sought.what();
                let covered = units[from..from + count].iter_mut();
                covered.for_each(|it| it.offer(match_weight::SYNONYM, what.clone()));
            }
        }
    }
}

/// Groups neighboring terms of one script.
fn grouped(text: &AnalyzedText, slots: &[&TermSpan], units: Vec<QueryTerm>) -> Vec<Group> {
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
            (Some(run), _) if !joins => sound_grams(&run.chars),
            (None, Kind::Thai) => sound_grams(&as_lao(&word.text)),
            (None, Kind::Latin)
                if slot.whole.is_none() && typed.marks.is_none() && is_romanised(&typed.surface) =>
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
    }
    out.into_iter().map(|(_, group)| group).collect()
}
