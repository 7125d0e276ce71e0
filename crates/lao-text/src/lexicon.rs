//! Lao lexicon and word segmentation of text without spaces.

use std::sync::LazyLock;

use fst::{Set, raw::Fst};

/// Length of the longest word of the lexicon, in letters.
const MAX_WORD_LETTERS: usize = 16;
/// Maximum length of one unknown stretch, in letters.
const MAX_UNKNOWN_LETTERS: usize = 8;
/// Segmentation costs: of a known word, of a word that ends within a syllable, of an unknown stretch, and of each
/// letter of it.
const KNOWN: u32 = 10;
const WITHIN: u32 = 6;
const UNKNOWN: u32 = 16;
const UNKNOWN_LETTER: u32 = 3;

static WORDS: LazyLock<Set<&'static [u8]>> = LazyLock::new(|| {
    let made = Set::new(&include_bytes!(concat!(env!("OUT_DIR"), "/words.fst"))[..]);
    made.expect("made by build.rs")
});

/// Whether these folded letters are a word of the lexicon.
pub fn is_word(folded: &str) -> bool {
    WORDS.contains(folded)
}

/// Segments a folded Lao run into words and returns the word boundaries, from 0 to its length. Minimizes the number of
/// words, prefers known words and longer first ones, and begins words only where syllables begin. `starts` is the result of
/// [`crate::syllables`] for the run.
pub fn segment(run: &[char], starts: &[usize]) -> Vec<usize> {
    cheapest(run, starts, run.len())
}

/// Segments a folded Lao word into at least two shorter words, where that is possible: `ໂຕະທຳງານ`, itself a word of the
/// lexicon, into `ໂຕະ` and `ທຳງານ`.
pub fn segment_word(word: &[char], starts: &[usize]) -> Vec<usize> {
    cheapest(word, starts, word.len().saturating_sub(1))
}

/// The segmentation of minimum cost into words of at most `longest` letters.
fn cheapest(run: &[char], starts: &[usize], longest: usize) -> Vec<usize> {
    let length = run.len();
    let mut is_start = vec![false; length + 1];
    for &at in starts {
        is_start[at] = true;
    }
    // (cost, start of the last word) of the cheapest segmentation up to each boundary.
    let mut best = vec![(u32::MAX, 0); length + 1];
    best[0].0 = 0;
    for from in 0..length {
        let (cost, _) = best[from];
        if cost == u32::MAX {
            continue;
        }
        let mut offer = |to: usize, more: u32| {
            // Of equal segmentations, the one with the longer first word is preferred: `ໂຊຟາ|ຜ້າ`, not
            // `ໂຊ|ຟາຜ້າ`.
            if cost + more <= best[to].0 {
                best[to] = (cost + more, from);
            }
        };
        for to in (from + 1..=length.min(from + MAX_UNKNOWN_LETTERS.min(longest))).filter(|&to| is_start[to])
        {
            offer(to, UNKNOWN + UNKNOWN_LETTER * (to - from) as u32);
        }
        known_from(WORDS.as_fst(), run, from, |to| {
            if to - from > longest {
                return;
            }
            offer(to, if is_start[to] { KNOWN } else { KNOWN + WITHIN });
        });
    }
    if best[length].0 == u32::MAX {
        return starts.to_vec();
    }
    let mut borders = vec![length];
    while let Some(&at) = borders.last().filter(|&&at| at > 0) {
        borders.push(best[at].1);
    }
    borders.reverse();
    borders
}

/// Calls `found` with the end of each known word that begins at `from`.
fn known_from(words: &Fst<&[u8]>, run: &[char], from: usize, mut found: impl FnMut(usize)) {
    let mut node = words.root();
    let mut bytes = [0; 4];
    for (at, c) in run.iter().enumerate().skip(from).take(MAX_WORD_LETTERS) {
        for &byte in c.encode_utf8(&mut bytes).as_bytes() {
            let Some(next) = node.find_input(byte) else { return };
            node = words.node(node.transition_addr(next));
        }
        if node.is_final() {
            found(at + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::{fold, syllables};

    fn words(text: &str) -> Vec<String> {
        let run: Vec<char> = fold(text).chars().collect();
        let borders = segment(&run, &syllables(&run));
        borders.windows(2).map(|it| run[it[0]..it[1]].iter().collect()).collect()
    }

    #[rstest]
    #[case("ປະຕູຫ້ອງນ້ຳ", &["ປະຕູ", "ຫອງນຳ"])]
    #[case("ກະເບື້ອງມຸງຫຼັງຄາ", &["ກະເບືອງ", "ມຸງ", "ຫລັງຄາ"])]
    fn product_name_is_segmented_into_words(#[case] name: &str, #[case] wanted: &[&str]) {
        assert_eq!(words(name), wanted);
    }

    #[rstest]
    #[case("ໂຕະທຳງານ", &["ໂຕະ", "ທຳງານ"])]
    #[case("ປະຕູແກ້ວ", &["ປະຕູ", "ແກວ"])]
    #[case("ປ້ຳ", &["ປຳ"])]
    fn compound_is_segmented_into_shorter_words(#[case] compound: &str, #[case] wanted: &[&str]) {
        let run: Vec<char> = fold(compound).chars().collect();
        let borders = segment_word(&run, &syllables(&run));
        let parts: Vec<String> = borders.windows(2).map(|it| run[it[0]..it[1]].iter().collect()).collect();
        assert_eq!(parts, wanted);
    }

    #[test]
    fn lexicon_words_are_all_folded() {
        let all = WORDS.stream().into_strs().unwrap();
        assert!(all.len() > 30_000, "{}", all.len());
        for word in all {
            assert_eq!(fold(&word), word);
        }
    }

    proptest! {
        #[test]
        fn any_letters_are_segmented_without_gap_or_overlap(run in proptest::collection::vec(proptest::char::range('\u{0E80}', '\u{0EFF}'), 0..80)) {
            let borders = segment(&run, &syllables(&run));
            prop_assert_eq!(borders.first().copied(), Some(0));
            prop_assert_eq!(borders.last().copied(), Some(run.len()));
            prop_assert!(borders.windows(2).all(|it| it[0] < it[1]) || run.is_empty());
        }
    }
}
