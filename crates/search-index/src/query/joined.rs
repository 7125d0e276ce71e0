//! English words written together: `paintbrushes`, `tvcabinet`, and `paintbru` while it is typed.

use std::cmp::Reverse;

use heuan_lao_text::{AnalyzedText, Token, stem};

use crate::{synonyms::Synonyms, vocabulary::Vocabulary};

/// Minimum letters of a joined word, and of the words before its unfinished last word.
const MIN_LENGTH: usize = 5;
const MIN_BEFORE: usize = 3;
/// Minimum letters of a word within it, unless a name has that word, such as `tv`.
const MIN_SPLIT_LETTERS: usize = 3;
const MIN_NAMED: usize = 2;
/// Maximum words within a joined word, and its maximum letters.
const MAX_WORDS: usize = 3;
const MAX_LENGTH: usize = 30;
/// Maximum divisions that are looked up in names.
const MAX_DIVISIONS: usize = 8;

/// Certainty of a division: few words, no unfinished word, and a frequent rarest word.
type Rank = (usize, bool, Reverse<u64>);

/// The words of which a Latin word without a meaning of its own consists; the word itself if there are none.
pub(super) fn split_joined(
    word: &Token,
    taken: &AnalyzedText,
    is_open: bool,
    synonyms: &Synonyms,
    vocabulary: &Vocabulary<'_>,
) -> Vec<Token> {
    let surface = taken.surface(word);
    let whole = vec![word.clone()];
    let is_plain = surface.len() == (word.end - word.start) as usize && surface.is_ascii();
    if !is_plain || !(MIN_LENGTH..=MAX_LENGTH).contains(&surface.len()) {
        return whole;
    }
    let begins = |letters: &str| vocabulary.begins_surface(letters) || synonyms.begins_latin(letters);
    let is_known =
        vocabulary.has_surface(&surface) || vocabulary.has_word(&word.text) || synonyms.knows(&[word]);
    if is_known || is_open && begins(&surface) {
        return whole;
    }
    let frequency = |piece: &str| {
        let named = vocabulary.frequency_of_surface(piece);
        let named = if named == 0 && piece.len() > MIN_NAMED {
            vocabulary.frequency_in_names(&stem(piece))
        } else {
            named
        };
        let token = Token { text: stem(piece), ..word.clone() };
        let is_listed = piece.len() >= MIN_SPLIT_LETTERS && synonyms.knows(&[&token]);
        named.max(u64::from(is_listed))
    };
    let divided = Division { surface: &surface, is_open, frequency: &frequency, begins: &begins };
    // Words that occur together in no name and no entry of the table are probably not meant: `spigotte` is not
    // `spigot te`.
    let is_meant = |(rank, ends): &(Rank, Vec<usize>)| {
        let starts = std::iter::once(&0).chain(ends);
        let pieces: Vec<&str> = starts.zip(ends).map(|(&from, &to)| &surface[from..to]).collect();
        let tokens: Vec<Token> = pieces.iter().map(|it| Token { text: stem(it), ..word.clone() }).collect();
        let is_unfinished = rank.1;
        synonyms.knows(&tokens.iter().collect::<Vec<_>>())
            || is_unfinished && synonyms.begins_latin(&pieces.join(" "))
            || vocabulary.has_name_with(&pieces, is_unfinished)
    };
    let mut divisions = divided.all(0, MAX_WORDS);
    divisions.sort_by_key(|it| it.0);
    let Some((_, borders)) = divisions.into_iter().take(MAX_DIVISIONS).find(is_meant) else { return whole };
    let mut from = 0;
    let pieces = borders.into_iter().map(|to| {
        let text = stem(&surface[from..to]);
        let token =
            Token { text, start: word.start + from as u32, end: word.start + to as u32, ..word.clone() };
        from = to;
        token
    });
    pieces.collect()
}

/// A word to be divided.
struct Division<'a> {
    surface: &'a str,
    /// Whether its end is still being typed.
    is_open: bool,
    frequency: &'a dyn Fn(&str) -> u64,
    begins: &'a dyn Fn(&str) -> bool,
}

impl Division<'_> {
    /// The divisions of the letters from `from` on into at most `limit` words, with their ends.
    fn all(&self, from: usize, limit: usize) -> Vec<(Rank, Vec<usize>)> {
        let length = self.surface.len();
        let mut out = Vec::new();
        for to in from + MIN_NAMED..=length {
            let piece = &self.surface[from..to];
            let count = (self.frequency)(piece);
            if count == 0 || piece.len() == length {
                continue;
            }
            if to == length {
                out.push(((1, false, Reverse(count)), vec![to]));
            } else if limit > 1 {
                for ((words, is_unfinished, Reverse(rest)), ends) in self.all(to, limit - 1) {
                    let ends = std::iter::once(to).chain(ends).collect();
                    out.push(((words + 1, is_unfinished, Reverse(rest.min(count))), ends));
                }
            }
        }
        let rest = &self.surface[from..];
        if from >= MIN_BEFORE && self.is_open && (self.begins)(rest) {
            out.push(((1, true, Reverse(0)), vec![length]));
        }
        out
    }
}
