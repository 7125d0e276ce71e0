//! Groups of neighboring terms, with the letter n-grams that may match them as a whole.

use heuan_lao_text::{AnalyzedText, Kind, LaoSegment, is_romanized, roman_query};

use super::{Group, QueryTerm, TermSpan};
use crate::{
    index_terms::{roman_grams, sound_grams},
    synonyms::{Synonyms, as_lao},
    vocabulary::Vocabulary,
};

const MAX_GRAMS: usize = 120;
/// Minimum n-grams of a group that is matched by them, and minimum for a group in Latin letters.
const MIN_GRAMS: usize = 2;
const MIN_ROMAN_GRAMS: usize = 3;

/// Groups neighboring terms of one script.
pub(super) fn grouped(
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
                    && is_romanized(&typed.surface)
                    && !vocabulary.has_surface(&typed.surface)
                    && !synonyms.knows(&[word]) =>
            {
                roman_grams(&roman_query(&typed.surface))
            }
            _ => vec![],
        };
        runs.extend(run);
        group.grams.extend(grams);
        group.grams.truncate(MAX_GRAMS);
        group.units.push(unit);
    }
    for (_, group) in &mut out {
        group.grams.sort();
        group.grams.dedup();
        // Too many products have one or two of the n-grams.
        if group.grams.len() < if group.is_roman() { MIN_ROMAN_GRAMS } else { MIN_GRAMS } {
            group.grams.clear();
        }
    }
    out.into_iter().map(|(_, group)| group).collect()
}
