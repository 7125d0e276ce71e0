//! Synonyms within and between languages.
//!
//! A table has one group per line, with its words separated by `|`; `#` begins a comment. Words after `||` are
//! understood in queries but not searched for, because no product is named in their language. Synonyms are expanded at
//! query time, so a table can change without rebuilding the index.

use std::collections::{BTreeMap, HashMap, HashSet};

use heuan_lao_text::{
    AnalyzedText, Kind, Token, fold, join, phonetic_key_of, roman_syllable, syllables, thai_as_spoken,
    with_marks,
};

use crate::index_terms::{MAX_PHONETIC_SYLLABLES, is_one_syllable, sound_key, whole_word_key};

/// The built-in table of building-material terms.
const BUILT_IN: &str = include_str!("../data/synonyms.txt");
/// Maximum words of an entry.
pub(crate) const MAX_WORDS: usize = 4;
const MAX_GROUPS: usize = 50_000;
/// Maximum table entries that match the beginning of an entry.
const MAX_COMPLETIONS: usize = 8;
/// Maximum entries that are read; the shortest of them are used.
const MAX_KEYS_READ: usize = 64;
/// Minimum letters of the beginning of an entry. Two letters of Lao or Thai are a syllable, one of Chinese a word.
const MIN_PREFIX_LETTERS: usize = 3;

/// Form in which one entry is searched for: all of its parts must match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SynonymTarget {
    Words(Vec<String>),
    Keys(Vec<String>),
}

#[derive(Debug, Default)]
pub struct Synonyms {
    groups: Vec<Vec<(String, SynonymTarget)>>,
    /// Query-only words (after `||`), as written.
    asked: Vec<String>,
    by_key: HashMap<String, Vec<u32>>,
    /// Groups by the phonetic key of their Thai entries in Lao letters, because many Lao words are loans: `ຊັກໂຄກ`.
    by_loan: BTreeMap<String, Vec<u32>>,
    /// Groups by key, ordered, with unstemmed words.
    by_written: BTreeMap<String, Vec<u32>>,
    /// Groups by the romanized form of their Lao entries.
    by_roman: HashMap<String, Vec<u32>>,
    /// Folded entries of one Lao word.
    lao: HashSet<String>,
}

impl Synonyms {
    /// The built-in table followed by the operator's own.
    pub fn with(own: &str) -> Self {
        let mut out = Self::default();
        for line in BUILT_IN.lines().chain(own.lines()).take(MAX_GROUPS) {
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

    /// The key under which an entry is found. `None` for a text without a searchable part, or with more parts than an entry
    /// may have.
    pub fn entry_key(word: &str) -> Option<String> {
        let taken = AnalyzedText::of(word);
        let entry = taken.words();
        let parts: Vec<&Token> = entry.iter().filter(|it| it.is_part()).collect();
        (!parts.is_empty() && parts.len() <= MAX_WORDS * 2).then(|| key_of(&parts, &[]))
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    fn add(&mut self, sought: &str, asked: &str) {
        let number = self.groups.len() as u32;
        let mut group: Vec<(String, SynonymTarget)> = Vec::new();
        let words = sought.split('|').map(|it| (it, true)).chain(asked.split('|').map(|it| (it, false)));
        for (word, is_sought) in words {
            let taken = AnalyzedText::of(word);
            let entry = taken.words();
            let parts: Vec<&Token> = entry.iter().filter(|it| it.is_part()).collect();
            if parts.is_empty() || parts.len() > MAX_WORDS * 2 {
                continue;
            }
            if let [one] = parts[..]
                && one.kind == Kind::Lao
            {
                self.lao.insert(one.text.clone());
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
            let surfaces: Vec<Option<String>> = parts.iter().map(|it| Some(taken.surface(it))).collect();
            for key in [key_of(&parts, &surfaces), key_of(&parts, &written(&surfaces, &marks))] {
                let groups = self.by_written.entry(key).or_default();
                if groups.last() != Some(&number) {
                    groups.push(number);
                }
            }
            if !is_sought {
                self.asked.push(word.trim().to_owned());
            }
            for loan in loans_of(&parts) {
                let groups = self.by_loan.entry(loan).or_default();
                if groups.last() != Some(&number) {
                    groups.push(number);
                }
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
        let groups = groups.or_else(|| self.by_loan.get(&key));
        let all = groups.into_iter().flatten().flat_map(|&number| &self.groups[number as usize]);
        all.filter(|(other, _)| *other != key).map(|(_, sought)| sought.clone()).collect()
    }

    /// Synonyms of the entries that begin with these words together. `written` are the unstemmed forms of Latin words,
    /// with their diacritics. For each, also returns whether the typed words are complete and further words follow:
    /// `king` of `king bed`.
    pub(crate) fn completions(
        &self,
        words: &[&Token],
        written: &[Option<String>],
    ) -> Vec<(SynonymTarget, bool)> {
        let key = key_of(words, written);
        let letters = key.trim().chars().count();
        let is_han = words.iter().all(|it| it.kind == Kind::Han);
        let has_syllables = words.iter().all(|it| matches!(it.kind, Kind::Lao | Kind::Thai));
        let least = if is_han {
            1
        } else if has_syllables {
            MIN_PREFIX_LETTERS - 1
        } else {
            MIN_PREFIX_LETTERS
        };
        if letters < least {
            return Vec::new();
        }
        // Loans follow the entries as written, and so never displace one.
        let entries =
            longer_entries(&self.by_written, &key).into_iter().chain(longer_entries(&self.by_loan, &key));
        let mut out: Vec<(SynonymTarget, bool)> = Vec::new();
        for (entry, groups) in entries.take(MAX_COMPLETIONS) {
            let is_whole = entry[key.len()..].starts_with(' ');
            for (_, sought) in groups.iter().flat_map(|&number| &self.groups[number as usize]) {
                if !out.iter().any(|(other, _)| other == sought) {
                    out.push((sought.clone(), is_whole));
                }
            }
        }
        out
    }

    /// Whether an entry begins with these letters.
    pub(crate) fn begins(&self, letters: &str) -> bool {
        let next = self.by_written.range(letters.to_owned()..).next();
        next.is_some_and(|(entry, _)| entry.starts_with(letters))
    }

    /// Whether an entry begins with this Latin word, or with a longer word that begins with it.
    pub(crate) fn begins_latin(&self, letters: &str) -> bool {
        self.begins(&format!(" {letters}"))
    }

    /// Synonyms of a Lao word by its romanized key, see [`heuan_lao_text::roman_query`].
    pub(crate) fn of_roman(&self, roman: &str) -> impl Iterator<Item = &SynonymTarget> {
        let groups = self.by_roman.get(roman).into_iter().flatten();
        groups.flat_map(|&number| &self.groups[number as usize]).map(|(_, sought)| sought)
    }

    /// Whether the table contains these words.
    pub(crate) fn knows(&self, words: &[&Token]) -> bool {
        let key = key_of(words, &[]);
        self.by_key.contains_key(&key) || self.by_loan.contains_key(&key)
    }

    /// Whether the table contains this folded Lao word with these letters, and not only a word that sounds
    /// like it.
    pub(crate) fn has_lao(&self, word: &str) -> bool {
        self.lao.contains(word)
    }
}

/// Minimum length of a romanized key; shorter ones match too many words.
const MIN_ROMAN_LETTERS: usize = 3;

/// Minimum letters of a loan's phonetic key; shorter ones are Lao words by chance.
const MIN_LOAN_LETTERS: usize = 3;

/// Entries that are longer than a key and begin with it, the shortest first, because it is the closest to the typed text.
fn longer_entries<'a>(entries: &'a BTreeMap<String, Vec<u32>>, key: &str) -> Vec<(&'a String, &'a Vec<u32>)> {
    let begun = entries.range(key.to_owned()..).take_while(|(entry, _)| entry.starts_with(key));
    let mut longer: Vec<(&String, &Vec<u32>)> =
        begun.filter(|(entry, _)| entry.len() > key.len()).take(MAX_KEYS_READ).collect();
    longer.sort_by_key(|(entry, _)| entry.len());
    longer
}

/// Phonetic keys of a Thai entry in Lao letters: with its consonant clusters, and without, as they are spoken.
fn loans_of(words: &[&Token]) -> Vec<String> {
    if words.iter().any(|it| it.kind != Kind::Thai) {
        return vec![];
    }
    let thai: String = words.iter().map(|it| it.text.as_str()).collect();
    let clusters = lao_letters(&heuan_lao_text::thai_to_lao_letters(&thai));
    let mut out: Vec<String> = std::iter::once(clusters)
        .chain(all_as_lao(&thai))
        .map(|it| phonetic_key_of(&it))
        .filter(|it| it.chars().count() >= MIN_LOAN_LETTERS)
        .collect();
    out.sort();
    out.dedup();
    out
}

fn roman_of(words: &[&Token]) -> Option<String> {
    if words.iter().any(|it| it.kind != Kind::Lao) {
        return None;
    }
    let run: Vec<char> = words.iter().flat_map(|it| it.text.chars()).collect();
    let each: Vec<String> = syllables(&run).windows(2).map(|it| roman_syllable(&run[it[0]..it[1]])).collect();
    Some(join(&each)).filter(|it| it.len() >= MIN_ROMAN_LETTERS)
}

/// The forms with diacritics, where there are some.
fn written(surfaces: &[Option<String>], marks: &[Option<String>]) -> Vec<Option<String>> {
    surfaces.iter().zip(marks).map(|(surface, marks)| marks.clone().or_else(|| surface.clone())).collect()
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
        return SynonymTarget::Keys(word_keys(&run));
    }
    SynonymTarget::Words(words.iter().map(|it| it.text.clone()).collect())
}

/// The index terms of any text with these Lao letters.
pub(crate) fn sound_keys(run: &[char]) -> Vec<String> {
    let starts = syllables(run);
    let count = MAX_PHONETIC_SYLLABLES.min(starts.len().saturating_sub(1)).max(1);
    starts.windows(count + 1).map(|it| sound_key(&run[it[0]..it[count]])).collect()
}

/// The index terms of a word. A word of one syllable must be a whole word in the text, not a syllable of
/// another word.
pub(crate) fn word_keys(run: &[char]) -> Vec<String> {
    let mut terms = sound_keys(run);
    if is_one_syllable(run) {
        terms = terms.iter().map(|it| whole_word_key(it)).collect();
    }
    terms
}

/// Transliterates a Thai part of a query to folded Lao.
pub(crate) fn as_lao(thai: &str) -> Vec<char> {
    lao_letters(&heuan_lao_text::thai_to_lao(thai))
}

/// The ways to write a Thai part of a query in folded Lao: letter by letter, and as it is spoken.
pub(crate) fn all_as_lao(thai: &str) -> Vec<Vec<char>> {
    let mut out = vec![as_lao(thai)];
    for spoken in thai_as_spoken(thai).map(|it| lao_letters(&it)) {
        if !out.contains(&spoken) {
            out.push(spoken);
        }
    }
    out.retain(|it| !it.is_empty());
    out
}

fn lao_letters(text: &str) -> Vec<char> {
    fold(text).chars().filter(|&c| heuan_lao_text::is_lao(c)).collect()
}
