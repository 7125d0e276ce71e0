//! Which bytes of a name a query's words matched.

use std::ops::Range;

use heuan_lao_text::{LaoRun, Text, join, loose, roman_syllable};

use crate::{
    fields::mark,
    keys::{LONGEST, code_key, marked, sound_key},
    query::{Query, What},
};

pub type Span = Range<usize>;

/// In order, never overlapping, at character borders.
pub(crate) fn highlight(name: &str, query: &Query) -> Vec<Span> {
    let text = Text::of(name);
    let ways: Vec<&What> = query.units().flat_map(|it| &it.alternatives).map(|it| &it.what).collect();
    let mut spans: Vec<Span> = Vec::new();
    for word in text.words() {
        let is_found = ways.iter().any(|way| match way {
            What::Word(it) => *it == word.text,
            What::All { words, .. } => words.contains(&word.text),
            What::WordBegins(it) => word.is_part() && text.surface(&word).starts_with(it.as_str()),
            What::CodeBegins(it) => word.text.starts_with(it.as_str()),
            What::Keys(keys) => keys.iter().any(|key| *key == code_key(&word.text)),
            What::Together(_) | What::Some(_) | What::KeyBegins(_) => false,
        });
        if is_found {
            spans.push(word.start as usize..word.end as usize);
        }
    }
    for run in &text.lao {
        keys(run, &ways, &mut spans);
    }
    merged(name, spans)
}

fn keys(run: &LaoRun, ways: &[&What], spans: &mut Vec<Span>) {
    let is_sought = |key: &str| {
        ways.iter().any(|way| match way {
            What::Keys(keys) | What::Some(keys) | What::All { keys, .. } => keys.iter().any(|it| it == key),
            What::Together(it) => it == key,
            _ => false,
        })
    };
    let starts = &run.syllables;
    for first in 0..starts.len().saturating_sub(1) {
        let from = starts[first];
        let mut romans = Vec::new();
        for count in 1..=LONGEST.min(starts.len() - 1 - first) {
            let to = starts[first + count];
            romans.push(roman_syllable(&run.chars[starts[first + count - 1]..to]));
            let roman = join(&romans);
            let keys = [
                sound_key(&run.chars[from..to]),
                format!("{}{roman}", mark::ROMAN),
                format!("{}{}", mark::LOOSE, loose(&roman)),
            ];
            if keys.iter().any(|key| is_sought(key)) {
                spans.push(span(run, from, to));
            }
        }
        for way in ways {
            if let What::KeyBegins(beginning) = way {
                let letters: Vec<char> = beginning.chars().skip(1).collect();
                if run.chars[from..].starts_with(&letters) {
                    spans.push(span(run, from, from + letters.len()));
                }
            }
        }
        for count in 1..=3.min(run.chars.len() - from) {
            if is_sought(&marked(mark::EDGE, &run.chars[from..from + count])) {
                spans.push(span(run, from, from + count));
            }
        }
    }
}

fn span(run: &LaoRun, from: usize, to: usize) -> Span {
    run.letters[from].start as usize..run.letters[to - 1].end as usize
}

fn merged(name: &str, mut spans: Vec<Span>) -> Vec<Span> {
    spans.retain(|it| it.start < it.end && name.get(it.clone()).is_some());
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
