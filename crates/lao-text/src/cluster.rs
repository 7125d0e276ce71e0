//! Grapheme clusters: letters and marks that are written and read as one character.

use icu_segmenter::{GraphemeClusterSegmenter, GraphemeClusterSegmenterBorrowed};

const GRAPHEMES: GraphemeClusterSegmenterBorrowed<'static> = GraphemeClusterSegmenter::new();

/// Byte offsets between the clusters of a text, its start and its end included. A vowel that is written before its
/// consonant belongs to it: `ໄ|ຟ` is no border.
pub fn cluster_borders(text: &str) -> Vec<usize> {
    let is_leading = |c: char| matches!(c, '\u{0EC0}'..='\u{0EC4}' | '\u{0E40}'..='\u{0E44}');
    let is_within = |at: usize| {
        let before = text[..at].chars().next_back().is_some_and(is_leading);
        before && text[at..].chars().next().is_some_and(char::is_alphabetic)
    };
    GRAPHEMES.segment_str(text).filter(|&at| !is_within(at)).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::tone("ຄ້ອນ", &["ຄ້", "ອ", "ນ"])]
    #[case::am("ນ້ຳ", &["ນ້ຳ"])]
    #[case::leading_vowel("ເຫຼັກ", &["ເຫຼັ", "ກ"])]
    #[case::thai("น้ำ", &["น้ำ"])]
    #[case::latin_with_a_mark("cu\u{31b}\u{309}a", &["c", "u\u{31b}\u{309}", "a"])]
    #[case::leading_vowel_alone("ເ x", &["ເ", " ", "x"])]
    fn marks_and_leading_vowels_belong_to_their_consonant(#[case] text: &str, #[case] wanted: &[&str]) {
        let borders = cluster_borders(text);
        let shown: Vec<&str> = borders.windows(2).map(|it| &text[it[0]..it[1]]).collect();
        assert_eq!(shown, wanted);
    }
}
