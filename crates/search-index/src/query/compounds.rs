//! Treatment of query words that no product has: Lao compounds are split, and Thai letters that form no word
//! are dropped.

use heuan_lao_text::{AnalyzedText, Kind, MappedChar, Token, is_word, segment_word, syllables};

use super::{QueryTerm, TermSpan};
use crate::{
    synonyms::{Synonyms, sound_keys},
    vocabulary::Vocabulary,
};

/// Weight of the words after the first of a compound that no product has as one word, and of a first word that is only a
/// head noun.
const MODIFIER: f32 = 0.6;
/// Folded head nouns that many names have and that say little about the product: machine, head, sheet, set, part. The
/// next word names it: `ຫົວຝັກບົວ` is a shower.
const HEAD_NOUNS: [&str; 14] =
    ["ກອນ", "ຊິນ", "ຊຸດ", "ດອກ", "ຕົວ", "ທອນ", "ບານ", "ລູກ", "ຫົວ", "ອັນ", "ອຸປະກອນ", "ເຄືອງ", "ເສັນ", "ແຜນ"];
/// Minimum length of a stretch of Thai consonants that is no word.
const THAI_CONSONANTS: usize = 5;

/// Drops Thai stretches that are mostly single letters, or five and more consonants in a row: `ฟหกดฟหกด`. Words of that
/// length have a vowel or `รร`. A stretch that begins a name or an entry of the table stays: `ปร`, the beginning of
/// `ประตู`.
pub(super) fn drop_thai_nonsense(synonyms: &Synonyms, vocabulary: &Vocabulary<'_>, parts: &mut Vec<Token>) {
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
        let is_nonsense = is_consonants || singles >= 2 && singles * 2 >= run.len();
        if !is_nonsense || synonyms.begins(&thai) || vocabulary.begins_folded(&thai) {
            out.extend_from_slice(run);
        }
    }
    *parts = out;
}

/// Whether a product or the synonym table has this Lao word, or, if it is the last one, a longer word that begins
/// with it.
pub(super) fn is_known(
    word: &Token,
    is_last: bool,
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) -> bool {
    let letters: Vec<char> = word.text.chars().collect();
    vocabulary.has_word(&word.text)
        || synonyms.knows(&[word])
        || sound_keys(&letters).iter().all(|key| vocabulary.has_key(key))
        || is_last && vocabulary.begins_folded(&word.text)
}

/// Cuts a Lao word that is in no name into shorter words: at the spaces typed within it, otherwise into the fewest
/// words. The first word is the noun, the others modify it.
pub(super) fn cut_compound(
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

/// Weighs head nouns less than the word after them.
pub(super) fn weigh_head_nouns(text: &str, slots: &[&TermSpan], units: &mut [QueryTerm]) {
    for (at, two) in slots.windows(2).enumerate() {
        let (head, next) = (two[0], two[1]);
        let between = text.get(head.bytes().1 as usize..next.bytes().0 as usize).unwrap_or_default();
        let is_lao = [head, next].iter().all(|it| it.first().kind == Kind::Lao);
        if is_lao
            && between.trim().is_empty()
            && HEAD_NOUNS.binary_search(&head.first().text.as_str()).is_ok()
        {
            units[at].weight *= MODIFIER;
            units[at + 1].weight = units[at + 1].weight.max(1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_nouns_are_sorted_and_folded() {
        assert!(HEAD_NOUNS.is_sorted());
        for it in HEAD_NOUNS {
            assert_eq!(heuan_lao_text::fold(it), it);
        }
    }
}
