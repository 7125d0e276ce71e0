//! Synonyms within and between languages.
//!
//! A table has one group a line, its words separated by `|`; `#` begins a comment. Words after `||` are understood in
//! queries but not searched for, because no product is named in their language. Synonyms are expanded at query time, so
//! a table can change without rebuilding the index.

use std::collections::HashMap;

use heuan_lao_text::{
    AnalyzedText, Kind, Token, fold, join, phonetic_key_of, roman_syllable, syllables, with_marks,
};

use crate::{
    index_terms::{LONGEST, sound_key},
    query::TermMatcher,
};

/// The built-in table of building-material terms.
const BUILT_IN: &str = include_str!("../data/synonyms.txt");
/// Maximum words of an entry.
pub(crate) const MOST_WORDS: usize = 4;
const MOST_GROUPS: usize = 50_000;

/// How one entry is searched for: all of its parts must match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SynonymTarget {
    Words(Vec<String>),
    Keys(Vec<String>),
}

impl SynonymTarget {
    pub(crate) fn what(self) -> TermMatcher {
        match self {
            Self::Words(mut one) if one.len() == 1 => TermMatcher::Word(one.remove(0)),
            Self::Words(words) => TermMatcher::All { words, index_terms: vec![] },
            Self::Keys(index_terms) => TermMatcher::Keys(index_terms),
        }
    }
}

#[derive(Debug, Default)]
pub struct Synonyms {
    groups: Vec<Vec<(String, SynonymTarget)>>,
    /// Query-only words (after `||`), as written.
    asked: Vec<String>,
    by_key: HashMap<String, Vec<u32>>,
    /// Groups by the romanized form of their Lao entries.
    by_roman: HashMap<String, Vec<u32>>,
}

impl Synonyms {
    /// The built-in table followed by the operator's own.
    pub fn with(own: &str) -> Self {
        let mut out = Self::default();
        for line in BUILT_IN.lines().chain(own.lines()).take(MOST_GROUPS) {
            let line = line.split('#').next().unwrap_or_default();
            let (sought, asked) = line.split_once("||").unwrap_or((line, ""));
            out.add(sought, asked);
        }
        out
    }

    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Query-only words, in languages that no product is named in.
    pub fn asked(&self) -> &[String] {
        &self.asked
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    fn add(&mut self, sought: &str, asked: &str) {
        let number = self.groups.len() as u32;
        let mut group: Vec<(String, SynonymTarget)> = Vec::new();
        let words = sought.split('|').map(|it| (it, true)).chain(asked.split('|').map(|it| (it, false)));
        for (word, is_sought) in words {
            let entry = AnalyzedText::of(word).words();
            let parts: Vec<&Token> = entry.iter().filter(|it| it.is_part()).collect();
            if parts.is_empty() || parts.len() > MOST_WORDS * 2 {
                continue;
            }
            let marks: Vec<Option<String>> = parts.iter().map(|it| marks_of(word, it)).collect();
            let key = key_of(&parts, &[]);
            // With diacritics, and without, as typed on a keyboard that lacks them.
            for key in [key_of(&parts, &marks), key.clone()] {
                let groups = self.by_key.entry(key).or_default();
                if groups.last() != Some(&number) {
                    groups.push(number);
                }
            }
            if !is_sought {
                self.asked.push(word.trim().to_owned());
            }
            if let Some(roman) = roman_of(&parts) {
                let groups = self.by_roman.entry(roman).or_default();
                if groups.last() != Some(&number) {
                    groups.push(number);
                }
            }
            if is_sought && group.iter().all(|(other, _)| *other != key) {
                group.push((key, self::sought(&parts)));
            }
        }
        self.groups.push(group);
    }

    /// Synonyms of these words together, without the words themselves. `marks` are the forms with diacritics of those
    /// words that have some.
    pub(crate) fn of(&self, words: &[&Token], marks: &[Option<String>]) -> Vec<SynonymTarget> {
        let key = key_of(words, &[]);
        let groups = self.by_key.get(&key_of(words, marks)).or_else(|| self.by_key.get(&key));
        let all = groups.into_iter().flatten().flat_map(|&number| &self.groups[number as usize]);
        all.filter(|(other, _)| *other != key).map(|(_, sought)| sought.clone()).collect()
    }

    /// Synonyms of a Lao word by its romanized key, see [`heuan_lao_text::roman_query`].
    pub(crate) fn of_roman(&self, roman: &str) -> impl Iterator<Item = &SynonymTarget> {
        let groups = self.by_roman.get(roman).into_iter().flatten();
        groups.flat_map(|&number| &self.groups[number as usize]).map(|(_, sought)| sought)
    }

    /// Whether the table contains these words.
    pub(crate) fn knows(&self, words: &[&Token]) -> bool {
        self.by_key.contains_key(&key_of(words, &[]))
    }
}

/// Minimum length of a romanized key; shorter ones match too many words.
const SHORTEST_ROMAN: usize = 3;

fn roman_of(words: &[&Token]) -> Option<String> {
    if words.iter().any(|it| it.kind != Kind::Lao) {
        return None;
    }
    let run: Vec<char> = words.iter().flat_map(|it| it.text.chars()).collect();
    let each: Vec<String> = syllables(&run).windows(2).map(|it| roman_syllable(&run[it[0]..it[1]])).collect();
    Some(join(&each)).filter(|it| it.len() >= SHORTEST_ROMAN)
}

fn marks_of(text: &str, word: &Token) -> Option<String> {
    if word.kind == Kind::Latin { with_marks(text, word.start, word.end) } else { None }
}

/// Key of an entry: Lao by its phonetic key, words of scripts without spaces joined.
fn key_of(words: &[&Token], marks: &[Option<String>]) -> String {
    let mut out = String::new();
    for (at, word) in words.iter().enumerate() {
        match word.kind {
            Kind::Lao => out.push_str(&phonetic_key_of(&word.text.chars().collect::<Vec<_>>())),
            Kind::Thai | Kind::Han => out.push_str(&word.text),
            Kind::Latin | Kind::Number => {
                out.push(' ');
                out.push_str(marks.get(at).and_then(Option::as_deref).unwrap_or(&word.text));
            }
        }
    }
    out
}

fn sought(words: &[&Token]) -> SynonymTarget {
    if words.iter().all(|it| it.kind == Kind::Lao) {
        let run: Vec<char> = words.iter().flat_map(|it| it.text.chars()).collect();
        return SynonymTarget::Keys(sound_keys(&run));
    }
    SynonymTarget::Words(words.iter().map(|it| it.text.clone()).collect())
}

/// The index terms that any text with these Lao letters has.
pub(crate) fn sound_keys(run: &[char]) -> Vec<String> {
    let starts = syllables(run);
    let count = LONGEST.min(starts.len().saturating_sub(1)).max(1);
    starts.windows(count + 1).map(|it| sound_key(&run[it[0]..it[count]])).collect()
}

/// Transliterates a Thai part of a query to folded Lao.
pub(crate) fn as_lao(thai: &str) -> Vec<char> {
    fold(&heuan_lao_text::thai_to_lao(thai)).chars().filter(|&c| heuan_lao_text::is_lao(c)).collect()
}
