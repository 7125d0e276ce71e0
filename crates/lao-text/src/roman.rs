//! Romanized Lao, as typed with Latin letters. There is no standard romanization, so a Lao syllable and its spellings share a
//! key of three classes: onset, vowel and final.
//!
//! `kh` = `k` = `g`, `th` = `t`, `ph` = `p` = `f` = `bp`, `x` = `z` = `s`, `r` = `l`, `v` = `w`, `ny` = `nh` = `gn` = `y` and
//! `ch` = `j`; long and short vowels are one. Of ຶ ື ເ◌ືອ ເ◌ີ ຸ ູ, all are `u`, as are `eu`, `ue`, `oe`, `er`, `oo` and `ou`.
//! A final `d` is `t`, `b` is `p`, and `l` is `n`. Of 14,653 romanizations in a dictionary, 87 % have the same key as their
//! Lao word.

use crate::syllable::{is_leading, is_mark, is_silenced_by_ho, is_tail};

/// The romanized key of one folded Lao syllable.
pub fn roman_syllable(syllable: &[char]) -> String {
    RomanSyllable::of(syllable).broad_key()
}

/// A folded Lao syllable as it is romanized.
pub(crate) struct RomanSyllable {
    /// The consonant that is spoken, without a silent ຫ.
    pub(crate) onset: Option<char>,
    has_glide: bool,
    pub(crate) rhyme: Rhyme,
}

impl RomanSyllable {
    pub(crate) fn of(syllable: &[char]) -> Self {
        let leading = syllable.first().copied().filter(|&c| is_leading(c));
        let mut at = usize::from(leading.is_some());
        if syllable.get(at) == Some(&'ຫ') && syllable.get(at + 1).is_some_and(|&c| is_silenced_by_ho(c)) {
            at += 1;
        }
        let onset = syllable.get(at).copied();
        let mut rest = syllable.get(at + 1..).unwrap_or_default();
        let has_glide = matches!(rest, ['ວ', next, ..] if is_tail(*next) || is_mark(*next));
        if has_glide {
            rest = &rest[1..];
        }
        Self { onset, has_glide, rhyme: Rhyme::of(leading, rest) }
    }

    /// See [`roman_syllable`].
    pub(crate) fn broad_key(&self) -> String {
        let onset = self.onset.map_or("", onset);
        let glide = if self.has_glide { "u" } else { "" };
        let last = self.rhyme.last.map_or("", final_of);
        [onset, glide, self.rhyme.vowel, last].concat()
    }
}

/// Vowel and final consonant of a syllable.
pub(crate) struct Rhyme {
    /// Class of the vowel.
    vowel: &'static str,
    /// The vowel where its class has several that are usually romanized differently, else empty.
    pub(crate) narrow_vowel: &'static str,
    last: Option<char>,
}

impl Rhyme {
    /// `rest` are the letters after the onset.
    fn of(leading: Option<char>, rest: &[char]) -> Self {
        let marks: Vec<char> = rest.iter().copied().filter(|&c| is_mark(c)).collect();
        let tails: Vec<char> = rest.iter().copied().filter(|&c| is_tail(c)).collect();
        let mut bases = rest.iter().copied().filter(|&c| !is_mark(c) && !is_tail(c)).peekable();
        let is_only = |mark: char| marks == [mark];
        let has_other_than_kan = !marks.is_empty() && !is_only('\u{0EB1}');
        let is_glide = tails.contains(&'ຽ');
        let has_o = matches!(leading, None | Some('ເ')) && bases.next_if_eq(&'ອ').is_some();
        let has_w = !has_o
            && leading.is_none()
            && tails.is_empty()
            && (is_only('\u{0EBB}') || marks.is_empty() && bases.clone().nth(1).is_some())
            && bases.next_if_eq(&'ວ').is_some();
        let mut last = bases.next();
        let (vowel, narrow_vowel) =
            match leading {
                Some('ເ') if has_o => ("u", "eu"),
                Some('ເ') if is_glide || last == Some('ຍ') && !has_other_than_kan => {
                    last = last.filter(|&c| c != 'ຍ');
                    ("ia", "")
                }
                Some('ເ') if tails.contains(&'າ') || is_only('\u{0EBB}') => {
                    if marks.contains(&'\u{0EBB}') { ("ao", "") } else { ("o", "or") }
                }
                Some('ເ') if has_other_than_kan => ("u", "er"),
                Some('ເ') => ("e", "e"),
                Some('ແ') => ("e", "ae"),
                Some('ໂ') => ("o", "o"),
                Some(_) => {
                    last = last.filter(|&c| c != 'ຍ');
                    ("ai", "")
                }
                None if tails.contains(&'ຳ') => ("am", ""),
                None if has_w => ("ua", ""),
                None if is_glide => ("ia", ""),
                None if has_o || marks.contains(&'\u{0ECD}') => ("o", "or"),
                None if is_only('\u{0EBB}') => ("o", "o"),
                None => match marks.first() {
                    Some('\u{0EB4}' | '\u{0EB5}') => ("i", ""),
                    Some('\u{0EB6}' | '\u{0EB7}') => ("u", "eu"),
                    Some('\u{0EB8}' | '\u{0EB9}') => ("u", "u"),
                    _ => ("a", ""),
                },
            };
        Self { vowel, narrow_vowel, last }
    }
}

fn onset(c: char) -> &'static str {
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
        'ປ' | 'ຜ' | 'ພ' | 'ຝ' | 'ຟ' => "p",
        'ມ' => "m",
        'ລ' => "l",
        'ວ' => "w",
        'ຫ' | 'ຮ' => "h",
        _ => "",
    }
}

fn final_of(c: char) -> &'static str {
    match c {
        'ກ' | 'ຂ' | 'ຄ' => "k",
        'ງ' => "G",
        'ດ' | 'ສ' | 'ຈ' | 'ຊ' | 'ຖ' | 'ທ' | 'ຕ' => "t",
        'ນ' | 'ລ' => "n",
        'ບ' | 'ປ' | 'ພ' | 'ຟ' => "p",
        'ມ' => "m",
        'ຍ' => "i",
        'ວ' => "o",
        _ => "",
    }
}

/// Condition on the letter next to a spelling.
#[derive(Clone, Copy)]
enum Beside {
    Anything,
    Vowel,
    /// No vowel, or the end of the word.
    NoVowel,
    OneOf(&'static str),
    NoneOf(&'static str),
    End,
}

impl Beside {
    fn fits(self, letter: Option<char>) -> bool {
        match self {
            Self::Anything => true,
            Self::Vowel => letter.is_some_and(is_vowel),
            Self::NoVowel => !letter.is_some_and(is_vowel),
            Self::OneOf(letters) => letter.is_some_and(|c| letters.contains(c)),
            Self::NoneOf(letters) => letter.is_some_and(|c| !letters.contains(c)),
            Self::End => letter.is_none(),
        }
    }
}

/// Spellings of one sound. One pass from left to right replaces, at each letter, the first one that fits.
struct Spellings {
    before: Beside,
    from: &'static [(&'static str, Beside)],
    to: &'static str,
}

const fn any(from: &'static [(&'static str, Beside)], to: &'static str) -> Spellings {
    Spellings { before: Beside::Anything, from, to }
}

use Beside::{Anything, End, NoVowel, NoneOf, OneOf, Vowel};

/// The passes, in order.
const PASSES: [Spellings; 36] = [
    Spellings { before: NoneOf("aeo"), from: &[("uem", Anything)], to: "uam" },
    any(&[("aw", NoVowel)], "o"),
    any(&[("tch", Anything)], "c"),
    any(&[("ch", Anything)], "c"),
    any(&[("j", Anything)], "c"),
    any(&[("c", OneOf("k"))], ""),
    any(&[("ng", Anything)], "G"),
    any(&[("ny", Vowel), ("nh", Vowel), ("gn", Vowel)], "y"),
    any(&[("kh", Anything)], "k"),
    any(&[("th", Anything)], "t"),
    any(&[("bp", Anything), ("ph", Anything)], "p"),
    any(&[("f", Anything)], "p"),
    any(&[("x", Anything), ("z", Anything)], "s"),
    any(&[("q", Anything)], "k"),
    any(&[("w", Anything)], "v"),
    any(&[("kv", Vowel)], "ku"),
    any(&[("hv", Vowel)], "v"),
    any(
        &[
            ("uea", Anything),
            ("eua", Anything),
            ("eau", OneOf("abcdefghijklmnopqrstuvwxyzG")),
            ("eu", Anything),
            ("ue", Anything),
        ],
        "U",
    ),
    any(&[("oe", Anything), ("eur", Anything), ("er", NoVowel), ("err", Anything)], "U"),
    any(&[("oo", Anything), ("ou", Anything)], "u"),
    any(&[("U", Anything)], "u"),
    any(&[("ee", Anything), ("ii", Anything)], "i"),
    any(&[("aa", Anything)], "a"),
    any(&[("r", NoVowel)], ""),
    any(&[("h", NoVowel)], ""),
    any(&[("r", Anything)], "l"),
    any(&[("ae", Anything), ("ea", Anything), ("ei", Anything)], "e"),
    any(&[("ie", Anything)], "ia"),
    Spellings { before: Vowel, from: &[("y", NoVowel)], to: "i" },
    Spellings { before: Vowel, from: &[("v", NoVowel)], to: "o" },
    any(&[("au", End)], "ao"),
    any(&[("oa", Anything)], "o"),
    any(&[("au", Anything)], "o"),
    any(&[("v", Anything)], "w"),
    any(&[("g", Anything)], "k"),
    any(&[("c", NoVowel)], "k"),
];

impl Spellings {
    fn replace(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let (mut rest, mut before) = (text, None);
        while let Some(c) = rest.chars().next() {
            let fitting = self.from.iter().find(|(from, after)| {
                rest.strip_prefix(from).is_some_and(|next| after.fits(next.chars().next()))
            });
            let taken = if let Some((from, _)) = fitting.filter(|_| self.before.fits(before)) {
                out.push_str(self.to);
                from.len()
            } else {
                out.push(c);
                c.len_utf8()
            };
            before = rest[..taken].chars().next_back();
            rest = &rest[taken..];
        }
        out
    }
}

/// The key of Latin words read as romanized Lao. A space ends a syllable, and is not in the key.
pub fn roman_query(text: &str) -> String {
    let mut key = String::new();
    let text = text.to_ascii_lowercase();
    for word in text.split(|c: char| !c.is_ascii_alphabetic()) {
        let sounds = PASSES.iter().fold(word.to_owned(), |text, pass| pass.replace(&text));
        let mut letters: Vec<char> = sounds.chars().collect();
        letters.dedup();
        for (at, &c) in letters.iter().enumerate() {
            let closes = letters.get(at + 1).is_none_or(|&next| !is_vowel(next));
            key.push(match c {
                'd' | 's' if closes => 't',
                'b' if closes => 'p',
                'l' if closes => 'n',
                c => c,
            });
        }
    }
    let mut letters: Vec<char> = key.chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

const INITIALS: [&str; 34] = [
    "", "k", "kh", "g", "ng", "ch", "c", "j", "s", "x", "z", "y", "ny", "nh", "d", "t", "th", "n", "b", "p",
    "ph", "f", "m", "r", "l", "v", "w", "h", "q", "kw", "khw", "kv", "khv", "gn",
];
/// Consonant clusters that Lao has lost; only some writers still type them.
const CLUSTERS: [&str; 10] = ["kr", "kl", "khr", "khl", "pr", "pl", "phr", "phl", "tr", "thr"];
/// Many writers mark a long vowel by an `r` that is not spoken: `ngern`, `ork`.
const FINALS: [&str; 25] = [
    "", "k", "g", "c", "t", "d", "p", "b", "ng", "n", "nh", "m", "y", "w", "v", "h", "r", "rk", "rt", "rd",
    "rp", "rb", "rn", "rm", "rng",
];
const MAX_VOWELS: usize = 4;

/// Whether a Latin word can be read as a sequence of Lao syllables. A word that cannot is not romanized Lao.
pub fn is_romanized(word: &str) -> bool {
    const MAX_LETTERS: usize = 40;
    let text = word.as_bytes();
    if text.is_empty() || text.len() > MAX_LETTERS || !text.iter().all(u8::is_ascii_lowercase) {
        return false;
    }
    let mut is_end = [false; MAX_LETTERS + 1];
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

pub(crate) fn is_vowel(c: char) -> bool {
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
    fn romanized_lao_is_split_into_syllables(
        #[values(
            "namman", "kabueang", "xieng", "sayfay", "khuang", "pratu", "lek", "thor", "oy", "xang", "ngern",
            "khiav", "kvang"
        )]
        word: &str,
    ) {
        assert!(is_romanized(word));
    }

    #[rstest]
    fn word_without_syllables_is_not_romanized_lao(
        #[values("", "xyz", "zyxomatic", "qwrt", "screwdriver", "blorp", "cordless", "Nam")] word: &str,
    ) {
        assert!(!is_romanized(word));
    }

    #[rstest]
    #[case::cement("ຊີມັງ", &["simang", "ximang"])]
    #[case::door("ປະຕູ", &["patu", "pathoo", "patou"])]
    #[case::tile("ກະເບື້ອງ", &["kabueang", "kabeuang", "kabeung"])]
    #[case::oil("ນ້ຳມັນ", &["namman", "nam man"])]
    #[case::wire("ສາຍໄຟ", &["saifai", "sayfay", "xai phay"])]
    #[case::silver("ເງິນ", &["ngern", "ngeun", "nguen"])]
    #[case::green("ຂຽວ", &["khiao", "khiav", "khiew"])]
    #[case::glass("ແກ້ວ", &["kaew", "keo", "kaev"])]
    #[case::wide("ກວ້າງ", &["kwang", "kvang", "kuang"])]
    #[case::hammer("ຄ້ອນ", &["khon", "khorn", "khawn"])]
    #[case::steel("ເຫຼັກ", &["lek", "leck", "laek"])]
    #[case::reduced("ຫວານ", &["wan", "van", "vaan"])]
    #[case::machine("ເຄື່ອງ", &["kheuang", "khueang", "kheung"])]
    #[case::round_o("ເກາະ", &["ko", "kor", "kaw"])]
    fn typed_with_latin_letters(#[case] lao: &str, #[case] typed: &[&str]) {
        for word in typed {
            assert_eq!(roman_query(word), key(lao), "{word}");
        }
    }
}
