//! English stemming and stop words.

use frostem::{Algorithm, Stemmer};

const STOP_WORDS: [&str; 32] = [
    "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "in", "into", "is", "it", "its",
    "no", "not", "of", "on", "or", "such", "that", "the", "their", "then", "there", "these", "this", "to",
    "was", "with",
];

pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// The stem of a lower-case word. Words with characters other than ASCII letters are returned unchanged.
pub fn stem(word: &str) -> String {
    // Longer "words" are not English, and shorter ones have no ending to remove.
    if !(3..=40).contains(&word.len()) || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word.to_owned();
    }
    Stemmer::new(Algorithm::English).stem(word).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_word_loses_its_ending() {
        assert_eq!(stem("tiles"), stem("tile"));
        assert_eq!(stem("drilling"), stem("drills"));
        assert_eq!(stem("đá"), "đá");
    }

    #[test]
    fn stop_words_are_sorted() {
        assert!(STOP_WORDS.is_sorted());
    }
}
