//! Index terms of a name, by which it is found in any spelling.

use std::collections::BTreeSet;

use heuan_lao_text::{
    AnalyzedText, Kind, LaoSegment, Token, TokenRole, canonical, fold, is_lao, is_stop_word, join,
    narrow_roman_syllable, phonetic_key_of, roman_syllable, syllables, vowel_stripped_key,
};

use crate::fields::term_prefix;

/// Maximum syllables of a phonetic key.
pub(crate) const MAX_PHONETIC_SYLLABLES: usize = 3;
/// Maximum length of an edge n-gram, in letters.
pub(crate) const EDGE: usize = 3;
/// Maximum syllables of a folded key.
const FOLDED: usize = 4;
/// Maximum letters of a key of Thai or Chinese.
pub(crate) const UNSPACED: usize = 16;
/// Maximum number of syllables read of one name.
const MAX_SYLLABLES: usize = 400;

/// Returns the distinct keys of a text.
pub(crate) fn index_terms(text: &AnalyzedText) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for run in &text.lao {
        of_run(run, &mut out);
    }
    if let Some(run) = text.lao.first().filter(|run| run.letters.first().is_some_and(|it| it.start == 0)) {
        let ends = run.syllables.iter().skip(1).take(MAX_PHONETIC_SYLLABLES);
        let romans: Vec<String> = run
            .syllables
            .windows(2)
            .take(MAX_PHONETIC_SYLLABLES)
            .map(|it| roman_syllable(&run.chars[it[0]..it[1]]))
            .collect();
        out.extend(
            (1..=romans.len()).map(|count| format!("{}{}", term_prefix::ROMAN_HEAD, join(&romans[..count]))),
        );
        out.extend(ends.map(|&end| head_key(&sound_key(&run.chars[..end]))));
    }
    let words = text.words();
    unspaced_runs(&words).for_each(|run| of_unspaced(run, &mut out));
    for word in words {
        if word.kind == Kind::Lao {
            let letters: Vec<char> = word.text.chars().collect();
            if is_one_syllable(&letters) {
                out.insert(whole_word_key(&sound_key(&letters)));
            }
        }
        match word.role {
            TokenRole::Compound if is_measure(&word) => {}
            TokenRole::Unit | TokenRole::Compound => {
                edge_ngrams(&word.text.chars().take(EDGE).collect::<Vec<_>>(), &mut out);
            }
            TokenRole::Bigram | TokenRole::Dimension => drop(out.insert(code_key(&word.text))),
            TokenRole::Unitless => {}
        }
    }
    out
}

/// Whether the token is the normal form of a number with its unit.
pub(crate) fn is_measure(word: &Token) -> bool {
    word.role == TokenRole::Compound && word.text.starts_with('=')
}

fn of_run(run: &LaoSegment, out: &mut BTreeSet<String>) {
    let starts = &run.syllables[..run.syllables.len().min(MAX_SYLLABLES)];
    let romans: Vec<String> = starts.windows(2).map(|it| roman_syllable(&run.chars[it[0]..it[1]])).collect();
    for first in 0..starts.len().saturating_sub(1) {
        let from = starts[first];
        let syllable = &run.chars[from..starts[first + 1]];
        out.insert(format!("{}{}", term_prefix::NARROW, narrow_roman_syllable(syllable)));
        for count in 1..=MAX_PHONETIC_SYLLABLES.min(starts.len() - 1 - first) {
            let letters = &run.chars[from..starts[first + count]];
            out.insert(sound_key(letters));
            let roman = join(&romans[first..first + count]);
            out.insert(format!("{}{}", term_prefix::LOOSE, vowel_stripped_key(&roman)));
            out.insert(format!("{}{roman}", term_prefix::ROMAN));
        }
        let until = starts[(first + FOLDED).min(starts.len() - 1)];
        let folded: String = run.chars[from..until].iter().collect();
        out.insert(format!("{}{folded}", term_prefix::FOLDED));
        edge_ngrams(&run.chars[from..run.chars.len().min(from + EDGE)], out);
    }
}

/// Whether a script has no spaces, like Thai and Chinese. The dictionary cuts the beginning of a word elsewhere
/// than the whole word.
pub(crate) fn is_unspaced(kind: Kind) -> bool {
    matches!(kind, Kind::Thai | Kind::Han)
}

/// The words of each stretch of Thai or Chinese letters.
pub(crate) fn unspaced_runs(words: &[Token]) -> impl Iterator<Item = &[Token]> {
    words
        .chunk_by(|one, next| one.kind == next.kind && is_unspaced(one.kind) && one.end == next.start)
        .filter(|run| is_unspaced(run[0].kind))
}

fn of_unspaced(run: &[Token], out: &mut BTreeSet<String>) {
    let letters: Vec<char> = run.iter().flat_map(|it| it.text.chars()).collect();
    if run[0].start == 0 {
        out.insert(prefixed_term(term_prefix::HEAD, &letters[..letters.len().min(UNSPACED)]));
    }
    let mut from = 0;
    for word in run {
        let rest = &letters[from..letters.len().min(from + UNSPACED)];
        out.insert(prefixed_term(term_prefix::FOLDED, rest));
        edge_ngrams(&rest[..rest.len().min(EDGE)], out);
        from += word.text.chars().count();
    }
}

/// The syllables of a name with a tone mark, which distinguishes two words: `ຄ້ອນ` or `ຄອນ`.
pub(crate) fn tone_keys(name: &str, text: &AnalyzedText) -> BTreeSet<String> {
    let runs = text.lao.iter().flat_map(|run| {
        let starts = &run.syllables[..run.syllables.len().min(MAX_SYLLABLES)];
        starts.windows(2).filter_map(move |it| tone_key(name, run, it[0], it[1]))
    });
    runs.collect()
}

/// The key of a syllable with its tone mark. `None` if it has no tone mark.
pub(crate) fn tone_key(text: &str, run: &LaoSegment, from: usize, to: usize) -> Option<String> {
    let bytes = run.letters.get(from)?.start as usize..run.letters.get(to.checked_sub(1)?)?.end as usize;
    let written: String = canonical(text.get(bytes)?).chars().filter(|&c| is_lao(c)).collect();
    let is_tone = |c: char| ('\u{0EC8}'..='\u{0ECB}').contains(&c);
    if !written.contains(is_tone) {
        return None;
    }
    let mut key = String::from(term_prefix::TONE);
    for c in written.chars() {
        if is_tone(c) {
            key.push(c);
        } else {
            key.push_str(&fold(c.encode_utf8(&mut [0; 4])));
        }
    }
    Some(key)
}

fn edge_ngrams(letters: &[char], out: &mut BTreeSet<String>) {
    for count in 1..=letters.len().min(EDGE) {
        out.insert(prefixed_term(term_prefix::EDGE, &letters[..count]));
    }
}

pub(crate) fn prefixed_term(prefix: char, letters: &[char]) -> String {
    std::iter::once(prefix).chain(letters.iter().copied()).collect()
}

/// The phonetic key; the letters themselves if that key would be too short.
pub(crate) fn sound_key(letters: &[char]) -> String {
    let sound = phonetic_key_of(letters);
    if sound.chars().nth(1).is_some() {
        format!("{}{sound}", term_prefix::SOUND)
    } else {
        prefixed_term(term_prefix::SOUND, letters)
    }
}

/// Stems of colors and of their modifiers.
const COLORS: [&str; 33] = [
    "beig",
    "black",
    "blue",
    "brown",
    "charcoal",
    "chrome",
    "clear",
    "cream",
    "dark",
    "gold",
    "gray",
    "green",
    "grey",
    "ivori",
    "light",
    "lilac",
    "maroon",
    "matt",
    "mint",
    "navi",
    "oliv",
    "orang",
    "pink",
    "purpl",
    "red",
    "rose",
    "silver",
    "sky",
    "teal",
    "terracotta",
    "turquoi",
    "white",
    "yellow",
];

/// Unstemmed Latin words of the names: the dictionary for typo candidates and for prefix search.
pub(crate) fn forms(text: &AnalyzedText) -> impl Iterator<Item = String> {
    let parts = text.codes.iter().filter(|it| it.parts.len() == 1).flat_map(|it| &it.parts);
    parts.filter(|it| !it.is_number && !is_stop_word(&it.text)).map(|it| it.text.clone())
}

/// The head nouns of an English name, which are the last words of its phrases: a `ceiling fan` is a fan, and a `fan
/// blade for coolers` a blade. Colors after a head noun are skipped.
pub(crate) fn kinds(name: &str, text: &AnalyzedText) -> BTreeSet<String> {
    let words: Vec<Token> = text.words().into_iter().filter(Token::is_part).collect();
    let mut out = BTreeSet::new();
    let is_color = |it: &Token| COLORS.binary_search(&it.text.as_str()).is_ok();
    let goes_on = |one: &Token, next: &Token| {
        let between = name.get(one.end as usize..next.start as usize).unwrap_or_default();
        next.kind == Kind::Latin && !is_stop_word(&next.text) && between.chars().all(char::is_whitespace)
    };
    for (at, word) in words.iter().enumerate() {
        if is_stop_word(&word.text) {
            break;
        }
        let ends = words.get(at + 1).is_none_or(|next| !goes_on(word, next));
        if !ends || word.kind != Kind::Latin {
            continue;
        }
        out.insert(kind_key(&word.text));
        let mut head = at;
        while head > 0 && is_color(&words[head]) && goes_on(&words[head - 1], &words[head]) {
            head -= 1;
        }
        if words[head].kind == Kind::Latin {
            out.insert(kind_key(&words[head].text));
        }
    }
    out
}

/// Key of a product's kind: products of one group whose Lao names begin with the same word, for example pumps of all
/// colors.
pub(crate) fn sort(prog_id: i64, name_la: &AnalyzedText) -> i64 {
    let words = name_la.words();
    let Some(first) = words.iter().find(|it| it.kind == Kind::Lao && it.start == 0) else { return 0 };
    if prog_id == 0 {
        return 0;
    }
    // FNV-1a: stable across builds, unlike std's hashers.
    let bytes = prog_id.to_le_bytes().into_iter().chain(first.text.bytes());
    bytes
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
        as i64
}

/// The key of a part of a code that is not a word by itself.
pub(crate) fn code_key(text: &str) -> String {
    format!("{}{text}", term_prefix::CODE)
}

/// The key of a product by its number.
pub(crate) fn product_key(pro_id: i64) -> String {
    format!("{}{pro_id}", term_prefix::PRODUCT)
}

/// The product number, if the whole text is one, with or without the `#` that the shop prints before it.
pub(crate) fn product_number(text: &str) -> Option<i64> {
    let folded = fold(text);
    let digits = folded.trim();
    let digits = digits.strip_prefix('#').unwrap_or(digits);
    if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

/// Whether a text begins with the `#` that the shop prints before the number of a product.
pub(crate) fn is_printed_number(text: &str) -> bool {
    fold(text).trim_start().starts_with('#')
}

pub(crate) fn kind_key(word: &str) -> String {
    format!("{}{word}", term_prefix::KIND)
}

pub(crate) fn is_one_syllable(letters: &[char]) -> bool {
    syllables(letters).len() == 2
}

/// The key of a phonetic key as a whole word.
pub(crate) fn whole_word_key(sound_key: &str) -> String {
    std::iter::once(term_prefix::WORD).chain(sound_key.chars().skip(1)).collect()
}

/// The key of a phonetic key at the beginning of a name.
pub(crate) fn head_key(sound_key: &str) -> String {
    std::iter::once(term_prefix::HEAD).chain(sound_key.chars().skip(1)).collect()
}

/// Letter trigrams of the Lao in a text: of its phonetic key and of its romanized form.
pub(crate) fn grams(text: &AnalyzedText) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for run in &text.lao {
        out.extend(sound_grams(&run.chars));
        out.extend(roman_grams(&roman(run)));
    }
    out
}

fn roman(run: &LaoSegment) -> String {
    let index_terms: Vec<String> =
        run.syllables.windows(2).map(|it| roman_syllable(&run.chars[it[0]..it[1]])).collect();
    join(&index_terms)
}

/// Prefix of n-grams of romanized keys.
pub(crate) const ROMAN_GRAM: char = 'r';

/// Trigrams and bigrams: bigrams alone match too much, trigrams alone tolerate too few differences.
pub(crate) fn sound_grams(letters: &[char]) -> Vec<String> {
    let sound: Vec<char> = phonetic_key_of(letters).chars().collect();
    let grams = |size| sound.windows(size).map(|it| prefixed_term('s', it));
    grams(3).chain(grams(2)).collect()
}

pub(crate) fn roman_grams(key: &str) -> Vec<String> {
    let letters: Vec<char> = vowel_stripped_key(key).chars().collect();
    letters.windows(3).map(|it| prefixed_term(ROMAN_GRAM, it)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_stems_are_sorted() {
        assert!(COLORS.is_sorted());
        for it in COLORS {
            assert_eq!(heuan_lao_text::stem(it), it);
        }
    }

    #[test]
    fn product_number_is_the_whole_text() {
        for text in ["101002", "#101002", " #101002 "] {
            assert_eq!(product_number(text), Some(101_002), "{text}");
        }
        for text in ["", "#", "0101002", "101002x", "101,002", "-1", "99999999999999999999"] {
            assert_eq!(product_number(text), None, "{text}");
        }
    }

    #[test]
    fn color_after_a_head_noun_is_skipped() {
        let name = "Interior emulsion paint Sky Blue 3.8 L";
        assert!(kinds(name, &AnalyzedText::of(name)).contains("npaint"));
    }
}
