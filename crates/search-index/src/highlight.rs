//! Highlighting: the byte ranges of a name that the words of a query match.

use std::ops::Range;

use heuan_lao_text::{
    AnalyzedText, LaoSegment, MappedChar, Token, cluster_borders, join, roman_syllable, vowel_stripped_key,
};

use crate::{
    fields::term_prefix,
    index_terms::{
        MAX_PHONETIC_SYLLABLES, code_key, prefixed_term, sound_key, unspaced_runs, whole_word_key,
    },
    query::{Query, TermMatcher},
};

pub type Span = Range<usize>;

/// Returns the ranges in order, without overlaps, at cluster borders.
pub(crate) fn highlight(name: &str, query: &Query) -> Vec<Span> {
    let text = AnalyzedText::of(name);
    let alternatives = query.units().flat_map(|it| &it.alternatives);
    let matchers: Vec<&TermMatcher> =
        alternatives.filter(|it| it.is_highlighted).map(|it| &it.what).collect();
    let mut spans: Vec<Span> = Vec::new();
    let words = text.words();
    for word in &words {
        let is_found = matchers.iter().any(|matcher| match matcher {
            TermMatcher::Word(it) => *it == word.text,
            TermMatcher::All { words, .. } => words.contains(&word.text),
            TermMatcher::WordBegins(it) => word.is_part() && text.surface(word).starts_with(it.as_str()),
            TermMatcher::CodeBegins(it) => word.text.starts_with(it.as_str()),
            TermMatcher::Keys(index_terms) => index_terms.iter().any(|key| *key == code_key(&word.text)),
            TermMatcher::Together(_) | TermMatcher::Some(_) | TermMatcher::KeyBegins(_) => false,
        });
        if is_found {
            spans.push(word.start as usize..word.end as usize);
        }
    }
    for run in &text.lao {
        index_terms(run, &matchers, &mut spans);
    }
    for run in unspaced_runs(&words) {
        beginnings(run, &text.folded, &matchers, &mut spans);
    }
    merged(name, spans)
}

/// The beginnings of words in a stretch of Thai or Chinese.
fn beginnings(run: &[Token], folded: &[MappedChar], matchers: &[&TermMatcher], spans: &mut Vec<Span>) {
    let sought: Vec<Vec<char>> = matchers
        .iter()
        .filter_map(|matcher| match matcher {
            TermMatcher::KeyBegins(key) if key.starts_with([term_prefix::FOLDED, term_prefix::HEAD]) => {
                Some(key)
            }
            TermMatcher::Keys(index_terms) => {
                index_terms.first().filter(|it| it.starts_with(term_prefix::EDGE))
            }
            _ => None,
        })
        .map(|key| key.chars().skip(1).collect())
        .collect();
    let end = folded.partition_point(|it| it.start < run[run.len() - 1].end);
    for word in run {
        let letters = &folded[folded.partition_point(|it| it.start < word.start)..end];
        for typed in &sought {
            let is_same = letters.len() >= typed.len() && letters.iter().zip(typed).all(|(it, c)| it.c == *c);
            if let Some(last) = letters.get(typed.len().saturating_sub(1)).filter(|_| is_same) {
                spans.push(word.start as usize..last.end as usize);
            }
        }
    }
}

fn index_terms(run: &LaoSegment, matchers: &[&TermMatcher], spans: &mut Vec<Span>) {
    let is_sought = |key: &str| {
        matchers.iter().any(|matcher| match matcher {
            TermMatcher::Keys(index_terms)
            | TermMatcher::Some(index_terms)
            | TermMatcher::All { index_terms, .. } => index_terms.iter().any(|it| it == key),
            TermMatcher::Together(it) => it == key,
            TermMatcher::KeyBegins(it) => it.starts_with(term_prefix::SOUND) && key.starts_with(it.as_str()),
            _ => false,
        })
    };
    let starts = &run.syllables;
    for first in 0..starts.len().saturating_sub(1) {
        let from = starts[first];
        let mut romans = Vec::new();
        for count in 1..=MAX_PHONETIC_SYLLABLES.min(starts.len() - 1 - first) {
            let to = starts[first + count];
            romans.push(roman_syllable(&run.chars[starts[first + count - 1]..to]));
            let roman = join(&romans);
            let sound = sound_key(&run.chars[from..to]);
            let index_terms = [
                if count == 1 { whole_word_key(&sound) } else { String::new() },
                sound,
                format!("{}{roman}", term_prefix::ROMAN),
                format!("{}{}", term_prefix::LOOSE, vowel_stripped_key(&roman)),
            ];
            if index_terms.iter().any(|key| is_sought(key)) {
                spans.push(span(run, from, to));
            }
        }
        for matcher in matchers {
            if let TermMatcher::KeyBegins(beginning) = matcher
                && beginning.starts_with(term_prefix::FOLDED)
            {
                let letters: Vec<char> = beginning.chars().skip(1).collect();
                if run.chars[from..].starts_with(&letters) {
                    spans.push(span(run, from, from + letters.len()));
                }
            }
        }
        for count in 1..=3.min(run.chars.len() - from) {
            if is_sought(&prefixed_term(term_prefix::EDGE, &run.chars[from..from + count])) {
                spans.push(span(run, from, from + count));
            }
        }
    }
}

fn span(run: &LaoSegment, from: usize, to: usize) -> Span {
    run.letters[from].start as usize..run.letters[to - 1].end as usize
}

fn merged(name: &str, mut spans: Vec<Span>) -> Vec<Span> {
    spans.retain(|it| it.start < it.end && name.get(it.clone()).is_some());
    if spans.is_empty() {
        return spans;
    }
    let borders = cluster_borders(name);
    for span in &mut spans {
        let start = borders.partition_point(|&it| it <= span.start).saturating_sub(1);
        let end = borders.partition_point(|&it| it < span.end).min(borders.len().saturating_sub(1));
        if let (Some(&start), Some(&end)) = (borders.get(start), borders.get(end)) {
            *span = start..end;
        }
    }
    spans.sort_by_key(|it| it.start);
    let mut out: Vec<Span> = Vec::new();
    for span in spans {
        match out.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => out.push(span),
        }
    }
    out
}
