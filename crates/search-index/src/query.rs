//! Query analysis: splits the typed text into terms that a product matches or does not match.

use heuan_lao_text::{
    AnalyzedText, Kind, LaoSegment, MappedChar, Token, TokenRole, is_romanised, is_stop_word, is_word,
    roman_query, segment_word, stem, syllables, vowel_stripped_key, with_marks,
};

use crate::{
    fields::term_prefix,
    index_terms::{EDGE, code_key, head_key, kind_key, prefixed_term, roman_grams, sound_grams, sound_key},
    synonyms::{MOST_WORDS, SynonymTarget, Synonyms, as_lao, sound_keys},
    vocabulary::Vocabulary,
};

/// Maximum number of terms in a query; the rest of the text is ignored.
pub(crate) const MOST_UNITS: usize = 16;
const MOST_ALTERNATIVES: usize = 24;
const MOST_GRAMS: usize = 120;
/// Maximum number of adjacent words joined into one romanized word.
const MOST_JOINED: usize = 3;
/// Minimum letters of a word for typo tolerance.
const SHORTEST_SLIP: usize = 4;
/// Minimum letters of each side of an English word that is split, `paint|brush`.
const SHORTEST_SIDE: usize = 3;
/// Weight of a stop word that is probably the beginning of another word: `to` of `toilet`.
const UNFINISHED_STOP_WORD: f32 = 0.3;
/// Weight of the words after the first of a compound that no product has as one word.
const MODIFIER: f32 = 0.6;

/// Match weights by variant: 1.0 is a match as typed.
mod match_weight {
    pub const SOUND: f32 = 0.95;
    /// Letters that are not a word, possibly the beginning of one.
    pub const SOUND_OF_PART: f32 = 0.9;
    pub const BEGINNING_OF_PART: f32 = 0.95;
    pub const SYLLABLES: f32 = 0.75;
    pub const SYNONYM: f32 = 0.9;
    pub const PREFIX: f32 = 0.88;
    /// A beginning of a Latin word: of letters that are no word of a name, and of those that are one.
    pub const UNFINISHED: f32 = 0.85;
    pub const LATIN_PREFIX: f32 = 0.3;
    /// The same for the beginning of a table entry.
    pub const UNFINISHED_SYNONYM: f32 = 0.82;
    pub const SYNONYM_PREFIX: f32 = 0.4;
    /// English words written together or apart, against the typed form.
    pub const TOGETHER: f32 = 0.95;
    pub const SPLIT: f32 = 0.9;
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
    weight: f32,
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
    pub fn of(text: &str, synonyms: &Synonyms, vocabulary: &Vocabulary<'_>) -> Self {
        let taken = AnalyzedText::of(text);
        let (slots, pairs) = slots(text, &taken, synonyms, vocabulary);
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
                Some(whole) => code(slot, whole, &pairs, at == last, synonyms),
                None => unit(&slot.parts[0], at == last, kept.len(), synonyms, vocabulary),
            })
            .collect();
        add_pairs(&pairs, &kept, &mut units);
        add_written_together(text, &kept, &mut units, synonyms, vocabulary);
        add_joined(text, &slots, &kept, &mut units, synonyms);
        add_synonyms(&kept, &mut units, synonyms);
        add_completions(&kept, &mut units, synonyms, vocabulary);
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
fn slots(
    text: &str,
    taken: &AnalyzedText,
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) -> (Vec<TermSpan>, Vec<Token>) {
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
    drop_thai_nonsense(&mut parts);
    let end = parts.last().map_or(0, |it| it.end);
    let mut cut: Vec<(Token, f32)> = Vec::new();
    for word in parts {
        let is_last = word.end == end;
        if word.kind == Kind::Lao && !is_known(&word, is_last, synonyms, vocabulary) {
            cut_compound(word, taken, is_last, synonyms, vocabulary, &mut cut);
        } else {
            cut.push((word, 1.0));
        }
    }
    for (word, weight) in cut {
        let marks = match word.kind {
            Kind::Latin => with_marks(text, word.start, word.end),
            _ => None,
        };
        let typed = TypedToken { surface: taken.surface(&word), marks, word, weight };
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

/// Minimum length of a stretch of Thai consonants that is no word.
const THAI_CONSONANTS: usize = 5;

/// Drops Thai stretches that are mostly single letters, or five and more consonants in a row: `ฟหกดฟหกด`. Words of that
/// length have a vowel or `รร`.
fn drop_thai_nonsense(parts: &mut Vec<Token>) {
    let is_single = |it: &Token| it.text.chars().nth(1).is_none();
    let mut out: Vec<Token> = Vec::with_capacity(parts.len());
    for run in
        parts.chunk_by(|one, next| one.kind == Kind::Thai && next.kind == Kind::Thai && one.end == next.start)
    {
        let thai: String = run.iter().filter(|it| it.kind == Kind::Thai).map(|it| it.text.as_str()).collect();
        let singles = run.iter().filter(|it| it.kind == Kind::Thai && is_single(it)).count();
        let is_consonants = thai.chars().count() >= THAI_CONSONANTS
            && thai.chars().all(|c| ('ก'..='ฮ').contains(&c))
            && !thai.contains("รร");
        if !is_consonants && (singles < 2 || singles * 2 < run.len()) {
            out.extend_from_slice(run);
        }
    }
    *parts = out;
}

/// Whether a product or the synonym table has this Lao word, or, if it is the last one, a longer word that begins so.
fn is_known(word: &Token, is_last: bool, synonyms: &Synonyms, vocabulary: &Vocabulary<'_>) -> bool {
    let letters: Vec<char> = word.text.chars().collect();
    vocabulary.has_word(&word.text)
        || synonyms.knows(&[word])
        || sound_keys(&letters).iter().all(|key| vocabulary.has_key(key))
        || is_last && vocabulary.begins_folded(&word.text)
}

/// Cuts a Lao word that nothing is called into shorter words: at the spaces typed within it, else into the fewest. The
/// first word is the noun, the others modify it.
fn cut_compound(
    word: Token,
    taken: &AnalyzedText,
    is_last: bool,
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
    out: &mut Vec<(Token, f32)>,
) {
    let letters: Vec<MappedChar> = taken
        .lao
        .iter()
        .flat_map(|run| &run.letters)
        .filter(|it| it.start >= word.start && it.end <= word.end)
        .copied()
        .collect();
    let spaces = (1..letters.len()).filter(|&at| letters[at - 1].end < letters[at].start);
    let mut borders: Vec<usize> = std::iter::once(0).chain(spaces).chain([letters.len()]).collect();
    if borders.len() == 2 {
        let chars: Vec<char> = letters.iter().map(|it| it.c).collect();
        borders = segment_word(&chars, &syllables(&chars));
        // Letters that are no words stay together: they are a misspelling, or nothing.
        let is_whole =
            |two: &[usize]| two[1] - two[0] > 1 && is_word(&chars[two[0]..two[1]].iter().collect::<String>());
        if !borders.windows(2).all(is_whole) {
            borders.clear();
        }
    }
    if borders.len() <= 2 {
        out.push((word, 1.0));
        return;
    }
    for (at, border) in borders.windows(2).enumerate() {
        let piece = &letters[border[0]..border[1]];
        let token = Token {
            text: piece.iter().map(|it| it.c).collect(),
            start: piece[0].start,
            end: piece[piece.len() - 1].end,
            ..word.clone()
        };
        let is_last = is_last && border[1] == letters.len();
        let first = out.len();
        if is_known(&token, is_last, synonyms, vocabulary) {
            out.push((token, 1.0));
        } else {
            cut_compound(token, taken, is_last, synonyms, vocabulary, out);
        }
        if at > 0 {
            out[first..].iter_mut().for_each(|(_, weight)| *weight *= MODIFIER);
        }
    }
}

impl QueryTerm {
    fn offer(&mut self, match_weight: f32, what: TermMatcher) {
        if self.alternatives.len() < MOST_ALTERNATIVES && !self.alternatives.iter().any(|it| it.what == what)
        {
            self.alternatives.push(Alternative { match_weight, what });
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
    let mut unit = QueryTerm { weight: typed.weight, alternatives: vec![], typed: None, is_number };
    unit.offer(1.0, TermMatcher::Word(word.text.clone()));
    let letters: Vec<char> = word.text.chars().collect();
    match word.kind {
        Kind::Lao => lao_ways(&mut unit, &letters, is_last),
        Kind::Thai => {
            let lao = as_lao(&word.text);
            if !lao.is_empty() {
                // What the table translates need not sound alike: `บ้าน` is a house, `ບານ` the leaf of a door.
                let sound =
                    if synonyms.knows(&[word]) { match_weight::SYLLABLES } else { match_weight::SOUND };
                unit.offer(sound, TermMatcher::Word(lao.iter().collect()));
                let index_terms = sound_keys(&lao);
                if let [one] = &index_terms[..] {
                    unit.offer(sound, TermMatcher::Keys(vec![head_key(one)]));
                }
                unit.offer(sound, TermMatcher::Keys(index_terms));
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
    let begins_word = is_last && vocabulary.begins_surface(&typed.surface);
    if is_last {
        add_beginning(unit, typed, synonyms, vocabulary);
    }
    if begins_word {
        // The beginning of a word is no misspelling.
        unit.typed = None;
    } else if !is_known
        && !vocabulary.has_surface(&typed.surface)
        && let Some(sides) = split(&surface, vocabulary)
    {
        let words = sides.iter().map(|side| stem(side)).collect();
        unit.offer(match_weight::SPLIT, TermMatcher::All { words, index_terms: vec![] });
        unit.typed = None;
    }
}

/// The two words of names that these letters are when written apart; of several, those whose rarer word is the most
/// frequent.
fn split(letters: &[char], vocabulary: &Vocabulary<'_>) -> Option<[String; 2]> {
    let borders = SHORTEST_SIDE..(letters.len() + 1).saturating_sub(SHORTEST_SIDE);
    let sides = borders.map(|at| [&letters[..at], &letters[at..]].map(|it| it.iter().collect::<String>()));
    let rarer =
        |it: &[String; 2]| it.each_ref().map(|side| vocabulary.frequency_of_surface(side)).into_iter().min();
    sides.filter(|it| rarer(it) > Some(0)).max_by_key(rarer)
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

/// Adds English neighbors written together, where a product or the table has that word: `screw driver` is also
/// `screwdriver`.
fn add_written_together(
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
        let mut ways = Vec::new();
        if vocabulary.has_surface(&surface) {
            ways.push((match_weight::TOGETHER, TermMatcher::WordBegins(surface)));
        } else if is_last && vocabulary.begins_surface(&surface) {
            ways.push((match_weight::UNFINISHED, TermMatcher::WordBegins(surface)));
        }
        ways.extend(synonyms.of(&[&word], &[]).into_iter().map(|it| (match_weight::SYNONYM, it.what())));
        for (weight, what) in ways {
            units[at..at + 2].iter_mut().for_each(|it| it.offer(weight, what.clone()));
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

/// Adds the synonyms of table entries that begin with the last words of the query.
fn add_completions(
    slots: &[&TermSpan],
    units: &mut [QueryTerm],
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) {
    for count in (1..=MOST_WORDS.min(slots.len())).rev() {
        let from = slots.len() - count;
        let typed: Vec<&TypedToken> = slots[from..].iter().flat_map(|it| &it.parts).collect();
        let words: Vec<&Token> = typed.iter().map(|it| &it.word).collect();
        if words.iter().all(|it| is_stop_word(&it.text)) {
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
        for sought in synonyms.completions(&words, &written) {
            let what = sought.what();
            units[from..].iter_mut().for_each(|it| it.offer(weight, what.clone()));
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
