//! Romanized Lao, as typed with Latin letters. There is no standard romanization, so keys are coarse: aspirates, vowel
//! lengths and letters that are often confused get the same key.

use crate::syllable::{is_leading, is_mark, is_silenced_by_ho, is_tail};

/// The romanized key of one folded Lao syllable.
pub fn roman_syllable(syllable: &[char]) -> String {
    let mut at = 0;
    let leading = syllable.first().copied().filter(|&c| is_leading(c));
    at += usize::from(leading.is_some());
    if syllable.get(at) == Some(&'ຫ') && syllable.get(at + 1).is_some_and(|&c| is_silenced_by_ho(c)) {
        at += 1;
    }
    let mut key = String::new();
    if let Some(&c) = syllable.get(at) {
        key.push_str(initial(c));
        at += 1;
    }
    let mut rest = Rest::default();
    while let Some(&c) = syllable.get(at) {
        match c {
            c if is_mark(c) => rest.mark = Some(c),
            c if is_tail(c) => rest.tail = Some(c),
            'ອ' => rest.has_o = true,
            'ວ' if at + 1 < syllable.len() => rest.has_w = true,
            c => rest.finals.push(c),
        }
        at += 1;
    }
    let vowel = rest.vowel(leading);
    key.push_str(vowel);
    if rest.finals != ['ວ'] || vowel != "ua" {
        rest.finals.iter().for_each(|&c| key.push_str(final_of(c, vowel)));
    }
    key
}

/// The rest of a syllable after its first consonant.
#[derive(Default)]
struct Rest {
    mark: Option<char>,
    tail: Option<char>,
    has_o: bool,
    has_w: bool,
    finals: Vec<char>,
}

impl Rest {
    fn vowel(&self, leading: Option<char>) -> &'static str {
        match leading {
            Some('ເ') if self.has_o => "ua",
            Some('ເ') if self.tail == Some('ຽ') || self.finals.first() == Some(&'ຍ') => "ia",
            Some('ເ') if self.mark == Some('\u{0EBB}') || self.tail == Some('າ') => "ao",
            Some('ເ') if self.mark.is_some_and(|it| it != '\u{0EB1}') => "o",
            Some('ເ' | 'ແ') => "e",
            Some('ໂ') => "o",
            Some(_) => "ai",
            None => self.own_vowel(),
        }
    }

    fn own_vowel(&self) -> &'static str {
        match (self.mark, self.tail) {
            (_, Some('ຳ')) => "am",
            (mark, _) if self.has_w || (mark == Some('\u{0EBB}') && self.finals == ['ວ']) => "ua",
            (_, Some('ຽ')) => "ia",
            (mark, _) if self.has_o || matches!(mark, Some('\u{0ECD}' | '\u{0EBB}')) => "o",
            (Some('\u{0EB4}' | '\u{0EB5}'), _) => "i",
            (Some('\u{0EB6}'..='\u{0EB9}'), _) => "u",
            (None, None) => "",
            _ => "a",
        }
    }
}

fn initial(c: char) -> &'static str {
    match c {
        'ກ' | 'ຂ' | 'ຄ' => "k",
        'ງ' => "G",
        'ຈ' => "c",
        'ສ' | 'ຊ' => "s",
        'ຍ' | 'ຢ' => "y",
        'ດ' => "d",
        'ຕ' | 'ຖ' | 'ທ' => "t",
        'ນ' => "n",
        'ບ' => "b",
        'ປ' | 'ຜ' | 'ພ' => "p",
        'ຝ' | 'ຟ' => "f",
        'ມ' => "m",
        'ລ' => "l",
        'ວ' => "w",
        'ຫ' | 'ຮ' => "h",
        _ => "",
    }
}

fn final_of(c: char, vowel: &str) -> &'static str {
    match c {
        'ກ' => "k",
        'ດ' | 'ສ' | 'ຈ' => "t",
        'ບ' => "p",
        'ລ' => "n",
        'ຍ' if vowel == "ia" => "",
        'ຍ' => "i",
        'ວ' => "o",
        c => initial(c),
    }
}

/// Spellings of one sound, longer ones first.
const SPELLINGS: [(&str, &str); 30] = [
    ("ueang", "uaG"),
    ("euang", "uaG"),
    ("oung", "uG"),
    ("ng", "G"),
    ("ny", "y"),
    ("nh", "y"),
    ("kh", "k"),
    ("th", "t"),
    ("ph", "p"),
    ("ch", "c"),
    ("j", "c"),
    ("x", "s"),
    ("z", "s"),
    ("v", "w"),
    ("r", "l"),
    ("q", "k"),
    ("g", "k"),
    ("aae", "e"),
    ("ae", "e"),
    ("oe", "o"),
    ("eua", "ua"),
    ("uea", "ua"),
    ("oua", "ua"),
    ("eu", "u"),
    ("ue", "u"),
    ("oo", "u"),
    ("ou", "u"),
    ("ee", "i"),
    ("ay", "ai"),
    ("ie", "ia"),
];

/// The key of a Latin word read as romanized Lao.
pub fn roman_query(word: &str) -> String {
    let mut text: String =
        word.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
    for (from, to) in SPELLINGS {
        if text.contains(from) {
            text = text.replace(from, to);
        }
    }
    let mut letters: Vec<char> = text.chars().collect();
    letters.dedup();
    let closes = |at: usize| letters.get(at + 1).is_none_or(|&next| !is_vowel(next));
    (0..letters.len())
        .map(|at| match letters[at] {
            'd' if closes(at) => 't',
            'b' if closes(at) => 'p',
            c => c,
        })
        .collect()
}

const INITIALS: [&str; 32] = [
    "", "k", "kh", "g", "ng", "ch", "c", "j", "s", "x", "z", "y", "ny", "nh", "d", "t", "th", "n", "b", "p",
    "ph", "f", "m", "r", "l", "v", "w", "h", "q", "kw", "khw", "gn",
];
/// Consonant clusters that Lao has lost; only some writers still type them.
const CLUSTERS: [&str; 10] = ["kr", "kl", "khr", "khl", "pr", "pl", "phr", "phl", "tr", "thr"];
const FINALS: [&str; 16] = ["", "k", "g", "c", "t", "d", "p", "b", "ng", "n", "nh", "m", "y", "w", "h", "r"];
const MAX_VOWELS: usize = 4;

/// Whether a Latin word can be read as a sequence of Lao syllables. A word that cannot is not romanized Lao.
pub fn is_romanised(word: &str) -> bool {
    const LONGEST: usize = 40;
    let text = word.as_bytes();
    if text.is_empty() || text.len() > LONGEST || !text.iter().all(u8::is_ascii_lowercase) {
        return false;
    }
    let mut is_end = [false; LONGEST + 1];
    is_end[0] = true;
    for from in 0..text.len() {
        if !is_end[from] {
            continue;
        }
        let initials = INITIALS.iter().chain(&CLUSTERS).filter(|it| text[from..].starts_with(it.as_bytes()));
        for begin in initials.map(|it| from + it.len()) {
            let vowels = text[begin..].iter().take(MAX_VOWELS).take_while(|&&it| is_vowel(it.into())).count();
            for end in (1..=vowels).map(|count| begin + count) {
                for last in FINALS.iter().filter(|it| text[end..].starts_with(it.as_bytes())) {
                    is_end[end + last.len()] = true;
                }
            }
        }
    }
    is_end[text.len()]
}

/// Joins the keys of consecutive syllables; a letter doubled at a boundary is written once.
pub fn join(keys: &[String]) -> String {
    let mut letters: Vec<char> = keys.iter().flat_map(|key| key.chars()).collect();
    letters.dedup();
    letters.into_iter().collect()
}

/// Reduces a key to three vowels, for vowel spellings that the first key still distinguishes.
pub fn vowel_stripped_key(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    for c in key.chars() {
        let c = match c {
            'e' | 'i' | 'y' => 'i',
            'o' | 'u' | 'w' => 'u',
            c => c,
        };
        match out.chars().last() {
            // Of adjacent vowels, the first is the most significant.
            Some(last) if last == c || (is_vowel(last) && is_vowel(c)) => {}
            _ => out.push(c),
        }
    }
    out
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u')
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::{fold, syllables};

    fn key(lao: &str) -> String {
        let run: Vec<char> = fold(lao).chars().collect();
        let keys: Vec<String> =
            syllables(&run).windows(2).map(|it| roman_syllable(&run[it[0]..it[1]])).collect();
        join(&keys)
    }

    #[rstest]
    fn romanized_lao_is_read_as_syllables(
        #[values("namman", "kabueang", "xieng", "sayfay", "khuang", "pratu", "lek", "thor", "oy", "xang")]
        word: &str,
    ) {
        assert!(is_romanised(word));
    }

    #[rstest]
    fn word_without_syllables_is_not_romanized_lao(
        #[values("", "xyz", "zyxomatic", "qwrt", "screwdriver", "blorp", "cordless", "Nam")] word: &str,
    ) {
        assert!(!is_romanised(word));
    }

    #[rstest]
    #[case("ຊີມັງ", &["simang", "ximang"])]
    #[case("ປະຕູ", &["patu", "pathoo", "patou"])]
    #[case("ກະເບື້ອງ", &["kabueang", "kabuang", "kabeuang"])]
    #[case("ນ້ຳມັນ", &["namman", "nam man"])]
    #[case("ສາຍໄຟ", &["saifai", "sayfay"])]
    fn typed_with_latin_letters(#[case] lao: &str, #[case] typed: &[&str]) {
        for word in typed {
            assert_eq!(roman_query(word), key(lao), "{word}");
        }
    }
}
