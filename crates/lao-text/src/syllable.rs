//! Syllable segmentation of a folded Lao run.
//!
//! Lao spelling is nearly unambiguous: a leading vowel, or a consonant with a vowel of its own, begins a syllable. A
//! consonant that could end the previous syllable does so unless it begins one.

/// Consonants that a silent ຫ is written before.
pub(crate) const SONORANTS: [char; 5] = ['ງ', 'ຍ', 'ນ', 'ມ', 'ລ'];
const FINALS: &str = "ກງດນບມຍວສລຈ";

pub(crate) fn is_consonant(c: char) -> bool {
    ('\u{0E81}'..='\u{0EAE}').contains(&c)
}

pub(crate) fn is_leading(c: char) -> bool {
    ('\u{0EC0}'..='\u{0EC4}').contains(&c)
}

pub(crate) fn is_mark(c: char) -> bool {
    matches!(c, '\u{0EB1}' | '\u{0EB4}'..='\u{0EB9}' | '\u{0EBB}' | '\u{0ECD}')
}

pub(crate) fn is_tail(c: char) -> bool {
    matches!(c, 'ະ' | 'າ' | 'ຳ' | 'ຽ')
}

pub(crate) fn is_silenced_by_ho(c: char) -> bool {
    SONORANTS.contains(&c) || c == 'ວ'
}

/// Returns the index of each syllable's first letter, from 0, and then the length: two neighboring values delimit one
/// syllable.
pub fn syllables(run: &[char]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = 0;
    while at < run.len() {
        starts.push(at);
        at = end_of(run, at);
    }
    starts.push(run.len());
    starts
}

/// The end of the syllable that begins at `at`; always greater than `at`.
fn end_of(run: &[char], at: usize) -> usize {
    let has = |at: usize, what: fn(char) -> bool| run.get(at).is_some_and(|&c| what(c));
    let has_vowel = |at: usize| has(at, is_mark) || has(at, is_tail);
    let mut i = at;
    if !has(i, is_consonant) && !has(i, is_leading) {
        // Marks without a base letter.
        i += 1;
        while i < run.len() && !has(i, is_consonant) && !has(i, is_leading) {
            i += 1;
        }
        return i;
    }
    if has(i, is_leading) {
        i += 1;
    }
    if has(i, is_consonant) {
        if run[i] == 'ຫ' && has(i + 1, is_silenced_by_ho) {
            i += 2;
        } else {
            i += 1;
            // ໄ is a complete vowel: with another vowel after it, ວ begins the next syllable.
            if run.get(i) == Some(&'ວ') && has_vowel(i + 1) && run[at] != 'ໄ' && joins_wo(run[i - 1]) {
                i += 1;
            }
        }
    }
    while has(i, is_mark) {
        i += 1;
    }
    if matches!(run.get(i), Some('ອ' | 'ວ')) && !begins(run, i) {
        i += 1;
    }
    while has(i, is_tail) {
        i += 1;
    }
    if has(i, |c| FINALS.contains(c)) && !begins(run, i) {
        i += 1;
    }
    i.max(at + 1)
}

/// Whether the letter at index `at` begins a new syllable.
fn begins(run: &[char], at: usize) -> bool {
    let letter = |at: usize| run.get(at).copied();
    let is = |at: usize, what: fn(char) -> bool| letter(at).is_some_and(what);
    let has_vowel = |at: usize| is(at, is_mark) || is(at, is_tail);
    if is(at, is_leading) {
        return true;
    }
    if !is(at, is_consonant) {
        return false;
    }
    let Some(next) = letter(at + 1) else { return false };
    if is_mark(next) || is_tail(next) || (letter(at) == Some('ຫ') && is_silenced_by_ho(next)) {
        return true;
    }
    let closes = matches!(next, 'ອ' | 'ວ') && is(at + 2, is_consonant) && !has_vowel(at + 3);
    closes || (next == 'ວ' && has_vowel(at + 2) && joins_wo(run[at]))
}

/// Whether ວ after this consonant belongs to its onset: `ກວ້າງ`. After others it begins a syllable of its own.
fn joins_wo(c: char) -> bool {
    matches!(c, 'ກ' | 'ຂ' | 'ຄ')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::fold;

    #[rstest]
    #[case("ກະເບື້ອງປູພື້ນ", &["ກະ", "ເບືອງ", "ປູ", "ພືນ"])]
    #[case("ສະຫວ່ານໄຟຟ້າ", &["ສະ", "ຫວານ", "ໄຟ", "ຟາ"])]
    #[case("ປະຕູໄມ້ສັກ", &["ປະ", "ຕູ", "ໄມ", "ສັກ"])]
    #[case("ຂວານ", &["ຂວານ"])]
    #[case("ກວມ", &["ກວມ"])]
    #[case("ໄດ້ວ່າຈະມີ", &["ໄດ", "ວາ", "ຈະ", "ມີ"])]
    #[case("ຄວາມກວ້າງ", &["ຄວາມ", "ກວາງ"])]
    #[case("ຄອນວິວ", &["ຄອນ", "ວິວ"])]
    #[case("ລົມວາວ", &["ລົມ", "ວາວ"])]
    fn names_break_where_they_are_spoken(#[case] name: &str, #[case] wanted: &[&str]) {
        let run: Vec<char> = fold(name).chars().collect();
        let starts = syllables(&run);
        let shown: Vec<String> = starts.windows(2).map(|it| run[it[0]..it[1]].iter().collect()).collect();
        assert_eq!(shown, wanted);
    }

    proptest! {
        #[test]
        fn any_letters_are_segmented_without_gap_or_overlap(run in proptest::collection::vec(proptest::char::range('\u{0E80}', '\u{0EFF}'), 0..60)) {
            let starts = syllables(&run);
            prop_assert_eq!(starts.first().copied(), Some(0));
            prop_assert_eq!(starts.last().copied(), Some(run.len()));
            prop_assert!(starts.windows(2).all(|it| it[0] < it[1]));
        }
    }
}
