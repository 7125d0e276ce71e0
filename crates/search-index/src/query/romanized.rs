//! Syllables of romanized Lao: which of several words with one romanized key is probably meant.

use heuan_lao_text::{Kind, is_romanized, narrow_roman_query};

use super::TermSpan;
use crate::{fields::term_prefix, synonyms::Synonyms, vocabulary::Vocabulary};

/// The index terms that a typed syllable may stand for, each with its fit, from 0 to 1.
pub(crate) type RomanizedSyllable = Vec<(String, f32)>;

/// The words that are one romanized syllable each. A word that names have, or the synonym table, is not read as
/// romanized Lao.
pub(super) fn romanized_syllables(
    slots: &[&TermSpan],
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) -> Vec<RomanizedSyllable> {
    let words = slots.iter().filter(|it| it.whole.is_none()).map(|it| &it.parts[0]);
    let romanized = words.filter(|it| {
        it.word.kind == Kind::Latin
            && it.marks.is_none()
            && is_romanized(&it.surface)
            && !synonyms.knows(&[&it.word])
            && !vocabulary.has_surface(&it.surface)
    });
    let syllables = romanized.map(|it| {
        let narrow = narrow_roman_query(&it.surface);
        narrow.into_iter().map(|(key, fit)| (format!("{}{key}", term_prefix::NARROW), fit)).collect()
    });
    syllables.filter(|it: &RomanizedSyllable| !it.is_empty()).collect()
}
