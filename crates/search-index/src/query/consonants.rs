//! Lao texts without a vowel: words such as `ລວດ`, abbreviations such as `ມມ`, or keys pressed at random.

use std::collections::HashSet;

use heuan_lao_text::{AnalyzedText, Kind, LaoSegment, Token, is_word};

use crate::{synonyms::Synonyms, vocabulary::Vocabulary};

/// Maximum letters of an abbreviation. An abbreviation that is joined to other letters has no meaning.
const MAX_ABBREVIATION_LETTERS: usize = 2;

/// Whether the run has only consonants and is not the beginning of a word. One letter, or two different ones, may
/// be the beginning of a word (`ສວ` of `ສວນ`). `ວ` and `ອ` between two consonants are vowels, but count as
/// consonants here.
fn is_bare(run: &LaoSegment) -> bool {
    let is_beginning = run.chars.len() <= MAX_ABBREVIATION_LETTERS
        && (run.chars.len() < MAX_ABBREVIATION_LETTERS || run.chars.first() != run.chars.last());
    !is_beginning && run.chars.iter().all(|c| ('ກ'..='ຮ').contains(c) || ('ໜ'..='ໝ').contains(c))
}

fn is_within(word: &Token, run: &LaoSegment) -> bool {
    word.kind == Kind::Lao
        && run.letters.first().is_some_and(|it| it.start <= word.start)
        && run.letters.last().is_some_and(|it| word.end <= it.end)
}

fn is_short(word: &Token) -> bool {
    word.text.chars().nth(MAX_ABBREVIATION_LETTERS).is_none()
}

/// Whether the word is one or two consonants of a text of consonants only. It is matched as typed, because almost
/// everything sounds like it or begins with it.
pub(super) fn is_abbreviation(word: &Token, taken: &AnalyzedText) -> bool {
    is_short(word) && taken.lao.iter().any(|run| is_within(word, run) && is_bare(run))
}

/// Drops texts of consonants with an unknown word. If only numbers remain, they are dropped too.
pub(super) fn drop_lao_nonsense(
    taken: &AnalyzedText,
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
    parts: &mut Vec<Token>,
) {
    let nonsense: Vec<&LaoSegment> = taken
        .lao
        .iter()
        .filter(|run| is_bare(run) && !has_meaning(run, synonyms, vocabulary, parts))
        .collect();
    if nonsense.is_empty() {
        return;
    }
    parts.retain(|word| !nonsense.iter().any(|run| is_within(word, run)));
    if parts.iter().all(|word| word.kind == Kind::Number) {
        parts.clear();
    }
}

fn has_meaning(run: &LaoSegment, synonyms: &Synonyms, vocabulary: &Vocabulary<'_>, parts: &[Token]) -> bool {
    let words: Vec<&Token> = parts.iter().filter(|word| is_within(word, run)).collect();
    let is_known = |word: &&Token| {
        vocabulary.has_word(&word.text) || synonyms.has_lao(&word.text) || is_word(&word.text)
    };
    let is_apart = |two: &[&Token]| two[0].end < two[1].start || !two.iter().any(|word| is_short(word));
    let distinct: HashSet<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let is_text = distinct.len() == words.len() && words.windows(2).all(is_apart);
    if is_text && words.iter().all(is_known) {
        return true;
    }
    // It may be the beginning of a name: `ສວນຜ` of `ສວນຜັກ`.
    run.chars.len() > MAX_ABBREVIATION_LETTERS
        && vocabulary.begins_folded(&run.chars.iter().collect::<String>())
}
