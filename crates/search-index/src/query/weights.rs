//! Weights of query terms, and of the variants that match them.

use heuan_lao_text::{Kind, is_stop_word};

use super::{QueryTerm, TermSpan};
use crate::vocabulary::Vocabulary;

/// Weight among the names of a word that modifies the noun.
const MODIFIER_NAMING: f32 = 0.4;

/// Match weights by variant: 1.0 is a match as typed.
pub(super) mod match_weight {
    pub const SOUND: f32 = 0.95;
    /// Letters that are not a word, possibly the beginning of one.
    pub const SOUND_OF_PART: f32 = 0.9;
    pub const BEGINNING_OF_PART: f32 = 0.95;
    pub const SYLLABLES: f32 = 0.75;
    /// The syllable of a longer word, if other names have it as a word.
    pub const WITHIN_WORD: f32 = 0.55;
    pub const SYNONYM: f32 = 0.9;
    pub const PREFIX: f32 = 0.88;
    /// The beginning of a Latin word: if the letters are not a word of a name, and if they are one.
    pub const UNFINISHED: f32 = 0.85;
    pub const LATIN_PREFIX: f32 = 0.3;
    /// The same for the beginning of a table entry.
    pub const UNFINISHED_SYNONYM: f32 = 0.82;
    pub const SYNONYM_PREFIX: f32 = 0.4;
    /// The beginning of a table entry that has more words than were typed.
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
    /// Variants of a code: all pairs of neighboring parts; a size without its unit; its parts separately; its
    /// prefix.
    pub const PAIRS: f32 = 0.95;
    pub const NO_UNIT: f32 = 0.8;
    /// Millimeters that mean the section of a wire.
    pub const SECTION: f32 = 0.85;
    pub const APART: f32 = 0.6;
    pub const CODE_BEGINS: f32 = 0.5;
}

/// Weighs a stop word that may be the beginning of another word like that word, if no name has the words before
/// it: `pressure was`.
pub(super) fn weigh_stop_word(slots: &[&TermSpan], units: &mut [QueryTerm], vocabulary: &Vocabulary<'_>) {
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

/// Sets the weight of each term among the names. The noun weighs most: the first Lao or Thai word, else the last English
/// one before a stop word. A product named `paint` with `white` in its description matches `white paint`; a white
/// curtain that hides paint does not.
pub(super) fn set_naming(all: &[TermSpan], slots: &[&TermSpan], units: &mut [QueryTerm]) {
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
