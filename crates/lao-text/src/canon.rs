//! Canonical spelling of text that looks the same: order of marks, ligatures, digits, full width, case.

use unicode_normalization::{
    UnicodeNormalization as _,
    char::{canonical_combining_class, decompose_compatible},
};

use crate::{
    mapped_char::MappedChar,
    script::{is_lao, is_thai},
};

/// Whether `c` is a Lao tone mark or the cancellation mark of a silent letter.
pub(crate) fn is_tone(c: char) -> bool {
    ('\u{0EC8}'..='\u{0ECC}').contains(&c)
}

fn is_thai_tone(c: char) -> bool {
    ('\u{0E48}'..='\u{0E4B}').contains(&c)
}

/// Whether `c` is a vowel sign above or below, or the sign of a second consonant.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{0EB1}' | '\u{0EB4}'..='\u{0EB9}' | '\u{0EBB}' | '\u{0EBC}')
}

/// The Thai signs that are written before a tone.
fn is_thai_sign(c: char) -> bool {
    matches!(c, '\u{0E31}' | '\u{0E34}'..='\u{0E39}' | '\u{0E47}')
}

/// Normalizes `text` to its canonical spelling. Canonical text is returned unchanged.
pub fn canonical(text: &str) -> String {
    canonical_letters(text).into_iter().map(|letter| letter.c).collect()
}

pub fn canonical_letters(text: &str) -> Vec<MappedChar> {
    let mut out: Vec<MappedChar> = Vec::with_capacity(text.len());
    for (start, c) in text.char_indices() {
        let (start, end) = (start as u32, (start + c.len_utf8()) as u32);
        if is_fraction(c) && out.last().is_some_and(|last| last.c.is_ascii_digit()) {
            // `1½` is one and a half, not eleven halves.
            out.push(MappedChar { c: ' ', start, end });
        }
        let mut push = |c| place(&mut out, MappedChar { c, start, end });
        match c {
            '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{00AD}' => {}
            '\u{0EDC}' => ['ຫ', 'ນ'].into_iter().for_each(push),
            '\u{0EDD}' => ['ຫ', 'ມ'].into_iter().for_each(push),
            '\u{0ED0}'..='\u{0ED9}' => push(digit(c, 0x0ED0)),
            '\u{0E50}'..='\u{0E59}' => push(digit(c, 0x0E50)),
            '½' => "1/2".chars().for_each(push),
            '¼' => "1/4".chars().for_each(push),
            '¾' => "3/4".chars().for_each(push),
            '×' | '✕' => push('x'),
            '″' | '“' | '”' | '„' => push('"'),
            '′' | '‘' | '’' => push('\''),
            c if c.is_ascii() => push(c.to_ascii_lowercase()),
            c if is_lao(c) || is_thai(c) => push(c),
            // Latin with diacritics, full width and other characters with a compatibility decomposition.
            c => {
                c.to_lowercase().for_each(|low| decompose_compatible(low, |plain| plainer(plain, &mut push)));
            }
        }
    }
    out
}

fn is_fraction(c: char) -> bool {
    matches!(c, '\u{00BC}'..='\u{00BE}' | '\u{2150}'..='\u{215F}' | '\u{2189}')
}

fn plainer(c: char, push: &mut impl FnMut(char)) {
    match c {
        'đ' => push('d'),
        '\u{2044}' => push('/'),
        // ⁗ is four of these.
        '′' => push('\''),
        c if canonical_combining_class(c) != 0 => {}
        c => c.to_lowercase().for_each(push),
    }
}

fn digit(c: char, zero: u32) -> char {
    char::from_u32(u32::from(c) - zero + u32::from('0')).unwrap_or(c)
}

/// Appends `letter` in canonical mark order: second consonant and vowel before the tone, and one form for every
/// spelling of [tone]ຳ.
fn place(out: &mut Vec<MappedChar>, letter: MappedChar) {
    // Limit of consecutive tone marks. Otherwise a text of tone marks only would take quadratic time.
    const MAX_TONES: usize = 4;
    let tones = out.iter().rev().take(MAX_TONES).take_while(|it| is_tone(it.c)).count();
    let before = out.len() - if tones < MAX_TONES { tones } else { 0 };
    match letter.c {
        // One vowel after another is not a word, so it stays as typed, here and below.
        'າ' if matches!(out[..before], [.., MappedChar { c: '\u{0ECD}', .. }])
            && !matches!(out[..before], [.., MappedChar { c: 'ຳ', .. }, _]) =>
        {
            let start = out.remove(before - 1).start;
            out.push(MappedChar { c: 'ຳ', start, end: letter.end });
        }
        // The same in Thai, where tones stay.
        'า' => {
            let tones = out.iter().rev().take(MAX_TONES).take_while(|it| is_thai_tone(it.c)).count();
            let is_half = |&at: &usize| out[at].c == '\u{0E4D}' && (at == 0 || out[at - 1].c != 'ำ');
            match (out.len() - tones).checked_sub(1).filter(is_half) {
                Some(at) => {
                    let start = out.remove(at).start;
                    let start = if tones == 0 { start } else { letter.start };
                    out.push(MappedChar { c: 'ำ', start, end: letter.end });
                }
                None => out.push(letter),
            }
        }
        c if is_tone(c)
            && out.last().is_some_and(|last| last.c == 'ຳ')
            && !matches!(out[..], [.., MappedChar { c: 'ຳ', .. }, _]) =>
        {
            out.insert(out.len() - 1, letter);
        }
        c if is_thai_tone(c)
            && out.last().is_some_and(|last| last.c == 'ำ')
            && !matches!(out[..], [.., MappedChar { c: 'ำ', .. }, _]) =>
        {
            insert_within(out, out.len() - 1, letter);
        }
        c if is_thai_sign(c) => {
            let tones = out.iter().rev().take(MAX_TONES).take_while(|it| is_thai_tone(it.c)).count();
            let tones = if tones < MAX_TONES { tones } else { 0 };
            insert_within(out, out.len() - tones, letter);
        }
        c if is_sign(c) || c == '\u{0ECD}' => out.insert(before, letter),
        _ => out.push(letter),
    }
}

/// Inserts a letter before marks that were typed before it. Because the marks keep the order of the canonical spelling,
/// all of them map to the same bytes.
fn insert_within(out: &mut Vec<MappedChar>, at: usize, letter: MappedChar) {
    let start = out.get(at).map_or(letter.start, |it| it.start);
    out.insert(at, letter);
    for it in &mut out[at..] {
        (it.start, it.end) = (start, letter.end);
    }
}

/// The Latin word at these bytes with the diacritics that [`canonical`] drops, or `None` if it has none: `cưa` is not
/// `cửa`.
pub fn with_marks(text: &str, start: u32, end: u32) -> Option<String> {
    let is_mark = |c: char| matches!(c, '\u{0300}'..='\u{036F}');
    let rest = text.get(end as usize..)?;
    let end = end as usize + rest.find(|c| !is_mark(c)).unwrap_or(rest.len());
    let word = text.get(start as usize..end)?;
    let is_latin = |c: char| matches!(c, '\u{00C0}'..='\u{024F}' | '\u{1E00}'..='\u{1EFF}') || is_mark(c);
    word.chars().any(is_latin).then(|| word.nfc().flat_map(char::to_lowercase).collect())
}

/// Spellings of a text that look the same, the canonical one first: used to search texts that were stored as typed.
pub fn spellings(text: &str) -> Vec<String> {
    let canonical = canonical(text);
    let mut others = vec![text.nfc().flat_map(char::to_lowercase).collect::<String>()];
    if canonical.contains('ຳ') {
        // The vowel before the tone, and its two parts after the tone, before it and on both sides of it.
        let before_tone = with_am_before_tone(&canonical);
        others.push(canonical.replace('ຳ', "\u{0ECD}າ"));
        others.push(before_tone.replace('ຳ', "\u{0ECD}າ"));
        others.push(with_parted_am(&canonical));
        others.push(before_tone);
    }
    let mut spellings = vec![canonical];
    for other in others {
        if !spellings.contains(&other) {
            spellings.push(other);
        }
    }
    spellings
}

/// The text with each `ຳ` before its tone.
fn with_am_before_tone(canonical: &str) -> String {
    let mut letters: Vec<char> = Vec::with_capacity(canonical.len());
    for letter in canonical.chars() {
        let tone = if letter == 'ຳ' { letters.pop_if(|it| is_tone(*it)) } else { None };
        letters.push(letter);
        letters.extend(tone);
    }
    letters.into_iter().collect()
}

/// The text with both parts of each `ຳ`, the first of which is before the tone.
fn with_parted_am(canonical: &str) -> String {
    let mut letters: Vec<char> = Vec::with_capacity(canonical.len());
    for letter in canonical.chars() {
        if letter == 'ຳ' {
            let tones = letters.iter().rev().take_while(|it| is_tone(**it)).take(1).count();
            letters.insert(letters.len() - tones, '\u{0ECD}');
            letters.push('າ');
        } else {
            letters.push(letter);
        }
    }
    letters.into_iter().collect()
}

/// Folds the canonical text: drops tones and maps letters that are often confused to one: ຣ ຼ → ລ, ໃ → ໄ, ເເ → ແ, and
/// the Thai เเ → แ.
pub fn fold(text: &str) -> String {
    fold_letters(text).into_iter().map(|letter| letter.c).collect()
}

pub fn fold_letters(text: &str) -> Vec<MappedChar> {
    let mut out: Vec<MappedChar> = Vec::with_capacity(text.len());
    for letter in canonical_letters(text) {
        let c = match letter.c {
            c if is_tone(c) => {
                // The mark is highlighted together with its letter.
                if let Some(last) = out.last_mut() {
                    last.end = last.end.max(letter.end);
                }
                continue;
            }
            'ຣ' | '\u{0EBC}' => 'ລ',
            'ໃ' => 'ໄ',
            c => c,
        };
        match out.last_mut() {
            Some(last) if c == 'ເ' && last.c == 'ເ' => {
                last.c = 'ແ';
                last.end = last.end.max(letter.end);
            }
            Some(last) if c == 'เ' && last.c == 'เ' => {
                last.c = 'แ';
                last.end = last.end.max(letter.end);
            }
            Some(last) if c == 'າ' && last.c == '\u{0ECD}' => {
                last.c = 'ຳ';
                last.end = last.end.max(letter.end);
            }
            Some(last) if last.start < letter.start && last.end > letter.start => {
                // A tone mark was between the two halves of ຳ.
                last.end = letter.start;
                place(&mut out, MappedChar { c, ..letter });
            }
            // Without the tone between them, Thai marks may be in another order.
            _ => place(&mut out, MappedChar { c, ..letter }),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[test]
    fn water_is_among_the_spellings_of_every_other_spelling() {
        let all = ["ນໍ້າ", "ນ້ໍາ", "ນໍາ້", "ນຳ້", "ນ້ຳ"];
        for typed in all {
            for stored in all {
                assert!(spellings(typed).iter().any(|it| it == stored), "{typed:?} {stored:?}");
            }
        }
        assert_eq!(spellings("Noy"), ["noy"]);
    }

    #[rstest]
    #[case::niggahita_tone_aa("ນໍ້າ")]
    #[case::tone_niggahita_aa("ນ້ໍາ")]
    #[case::niggahita_aa_tone("ນໍາ້")]
    #[case::am_tone("ນຳ້")]
    #[case::tone_am("ນ້ຳ")]
    fn lao_water_in_any_spelling_has_one_canonical_form(#[case] water: &str) {
        assert_eq!(canonical(water), "ນ້ຳ");
        assert_eq!(fold(water), "ນຳ");
    }

    #[rstest]
    #[case::tone_nikhahit_aa("น\u{0E49}\u{0E4D}า")]
    #[case::nikhahit_tone_aa("น\u{0E4D}\u{0E49}า")]
    #[case::tone_am("น\u{0E49}ำ")]
    #[case::am_tone("นำ\u{0E49}")]
    #[case::nikhahit_aa_tone("น\u{0E4D}า\u{0E49}")]
    fn thai_water_in_any_spelling_has_one_canonical_form(#[case] water: &str) {
        assert_eq!(canonical(water), "น\u{0E49}ำ");
    }

    #[rstest]
    #[case::tone_before_the_vowel("ท\u{0E48}\u{0E35}", "ท\u{0E35}\u{0E48}")]
    #[case::tone_before_a_vowel_below("ป\u{0E49}\u{0E39}", "ป\u{0E39}\u{0E49}")]
    #[case::am_without_a_tone("ทํางาน", "ทำงาน")]
    #[case::two_halves_of_ae("เเผ่น", "แผ่น")]
    fn thai_marks_in_any_order_have_one_canonical_form(#[case] typed: &str, #[case] wanted: &str) {
        assert_eq!(fold(typed), wanted);
        for letter in fold_letters(typed) {
            assert!(typed.get(letter.start as usize..letter.end as usize).is_some_and(|it| !it.is_empty()));
        }
    }

    #[rstest]
    #[case::vowel("\u{0E48}\u{0EC8}\u{0E34}", "\u{0E34}\u{0E48}")]
    #[case::tone("ทำ\u{0EC8}\u{0E48}", "ท\u{0E48}ำ")]
    #[case::nikhahit("ท\u{0E4D}\u{0EC8}า", "ทำ")]
    fn thai_marks_around_a_lao_tone_have_the_order_of_those_without_it(
        #[case] typed: &str,
        #[case] wanted: &str,
    ) {
        assert_eq!(fold(typed), wanted);
        assert_eq!(fold(wanted), wanted);
    }

    #[rstest]
    #[case("ໝ້ຽງ ໜ້າ", "ຫມ້ຽງ ຫນ້າ")]
    #[case("ປ້ັມ", "ປັ້ມ")]
    #[case("໑໒ ๓ ½ ¾″ 60×60", "12 3 1/2 3/4\" 60x60")]
    #[case("ກະ\u{200B}ເບື້ອງ", "ກະເບື້ອງ")]
    #[case("1½ 2¾ ຂະໜາດ1½ 1⅝", "1 1/2 2 3/4 ຂະຫນາດ1 1/2 1 5/8")]
    #[case("⁗ ‴", "'''' '''")]
    #[case("Gạch MEN Đá", "gach men da")]
    #[case("ＰＶＣ", "pvc")]
    fn spelling_variants_have_one_canonical_form(#[case] from: &str, #[case] to: &str) {
        assert_eq!(canonical(from), to);
    }

    #[rstest]
    #[case("ພັດຣົມ", "ພັດລົມ")]
    #[case("ໃໝ່", "ໄຫມ")]
    #[case("ເເປງ", "ແປງ")]
    fn confusable_letters_have_one_canonical_form(#[case] from: &str, #[case] to: &str) {
        assert_eq!(fold(from), to);
    }

    #[rstest]
    #[case("cửa", Some("cửa"))]
    #[case("cu\u{31b}\u{309}a", Some("cửa"))]
    #[case("gỗ", Some("gỗ"))]
    #[case("ĐÈN", Some("đèn"))]
    #[case("cua", None)]
    #[case("ນ້ຳ", None)]
    fn latin_diacritics_are_preserved_on_request(#[case] text: &str, #[case] wanted: Option<&str>) {
        assert_eq!(with_marks(text, 0, text.len() as u32).as_deref(), wanted);
    }

    #[test]
    fn span_covers_the_original_bytes_of_its_character() {
        let text = "ນໍ້າ x";
        let letters = fold_letters(text);
        let shown: Vec<_> = letters.iter().map(|it| &text[it.start as usize..it.end as usize]).collect();
        assert_eq!(shown, ["ນ", "ໍ້າ", " ", "x"]);
    }

    proptest! {
        #[test]
        fn canonical_and_folded_text_is_unchanged(text in "[ກ-ໝ ้a-zA-Z0-9½ิ-ํ]{0,40}|[กนทป\u{0E31}\u{0E33}-\u{0E35}\u{0E40}\u{0E47}-\u{0E4D}า]{0,20}|[ນน\u{0E31}\u{0E33}\u{0E34}\u{0E47}-\u{0E4D}າา\u{0EB4}\u{0EC8}\u{0ECD}]{0,12}|\\PC{0,40}") {
            let once = canonical(&text);
            prop_assert_eq!(canonical(&once), once);
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn any_text_spans_stay_within_it_at_character_boundaries(text in ".{0,60}") {
            for letter in fold_letters(&text) {
                prop_assert!(text.get(letter.start as usize..letter.end as usize).is_some_and(|it| !it.is_empty()));
            }
        }
    }
}
