//! Transliteration of Thai words to Lao. Most letters of the two scripts are 0x80 code points apart.

use crate::script::is_thai;

/// Maps Thai letters to the Lao letters of the same sound; other characters are unchanged. The ร or ล of a cluster,
/// which Lao has lost, is dropped.
pub fn thai_to_lao(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    for (at, &c) in letters.iter().enumerate() {
        if !is_thai(c) {
            out.push(c);
        } else if !is_lost(&letters, at) {
            out.push(lao(c));
        }
    }
    out
}

/// Like [`thai_to_lao`], but keeps all consonants, as many people write a loan word: `ปลั๊ก`, `ປລັກ`.
pub fn thai_to_lao_letters(text: &str) -> String {
    text.chars().map(|c| if is_thai(c) { lao(c) } else { c }).collect()
}

/// The Lao spellings of a Thai word as it is spoken, without silent letters and with the finals that Lao has: one with
/// consonant clusters dropped, one with them kept. `สปอตไลท์` is `ສປອດໄລ`, `ไมโครเวฟ` is `ໄມໂຄເວບ` or `ໄມໂຄລເວບ`.
pub fn thai_as_spoken(text: &str) -> [String; 2] {
    let spoken = with_spoken_finals(&without_silent(text));
    [thai_to_lao(&spoken), thai_to_lao_letters(&spoken)]
}

fn is_consonant(c: char) -> bool {
    ('ก'..='ฮ').contains(&c)
}

/// Drops the letters that `์` silences: a consonant with its vowel sign, and a ร with the consonant before it.
fn without_silent(text: &str) -> Vec<char> {
    let mut out: Vec<char> = Vec::with_capacity(text.len());
    for c in text.chars() {
        if c != '์' {
            out.push(c);
            continue;
        }
        out.pop_if(|it| matches!(it, 'ิ' | 'ุ'));
        let silenced = out.pop_if(|it| is_consonant(*it));
        let is_pair = matches!(out[..], [.., before, 'ต' | 'ท'] if is_consonant(before));
        if silenced == Some('ร') && is_pair {
            out.pop();
        }
    }
    out
}

/// Writes the consonants that close a syllable as they are spoken: ส, จ and others as ด, ฟ and others as บ, ร and ล as น.
fn with_spoken_finals(letters: &[char]) -> String {
    let is_leading = |c: char| "เแโไใ".contains(c);
    let is_vowel = |c: char| "ะาัิีึืุูำอวย็่้๊๋".contains(c);
    let mut out = String::with_capacity(letters.len() * 3);
    for (at, &c) in letters.iter().enumerate() {
        let goes_on = letters.get(at + 1).is_some_and(|&next| is_vowel(next));
        let is_onset = at == 0 || is_leading(letters[at - 1]) || goes_on || !is_consonant(c);
        let begins_cluster = at > 0 && "กขคตปพผท".contains(letters[at - 1]);
        let is_second = at >= 2
            && is_leading(letters[at - 2])
            && matches!(c, 'ร' | 'ล')
            && letters
                .get(at + 1)
                .is_some_and(|&next| is_consonant(next) || begins_cluster && is_leading(next));
        let is_first = matches!(letters.get(at + 1), Some('ร' | 'ล'))
            && letters.get(at + 2).is_some_and(|&it| is_vowel(it));
        let is_cluster = is_first || is_second;
        // The vowel of เตอ is ເຕີ in Lao.
        let tones =
            letters[..at].iter().rev().take_while(|it| ('\u{0E48}'..='\u{0E4B}').contains(*it)).count();
        let is_oe = c == 'อ'
            && (2..=3).any(|back| at.checked_sub(back + tones).is_some_and(|it| letters[it] == 'เ'))
            && letters[at - 1 - tones..at - tones].iter().all(|&it| is_consonant(it));
        out.push(match c {
            'อ' if is_oe => 'ี',
            c if is_onset || is_cluster => c,
            'ส' | 'ศ' | 'ษ' | 'ซ' | 'จ' | 'ช' | 'ต' | 'ถ' | 'ท' | 'ธ' | 'ฎ' | 'ฏ' | 'ฐ' | 'ฑ' | 'ฒ' => {
                'ด'
            }
            'ป' | 'พ' | 'ฟ' | 'ภ' => 'บ',
            'ข' | 'ค' | 'ฆ' => 'ก',
            'ร' | 'ล' | 'ฬ' | 'ญ' | 'ณ' => 'น',
            c => c,
        });
    }
    out
}

fn is_lost(letters: &[char], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| letters.get(at)).copied();
    if !matches!(letters[at], 'ร' | 'ล') || !before(1).is_some_and(|c| "กขคตปพผท".contains(c))
    {
        return false;
    }
    let Some(&next) = letters.get(at + 1) else { return false };
    "ะาัิีึืุู่้๊๋ำอว็".contains(next) || before(2).is_some_and(|c| "เแโไใ".contains(c))
}

fn lao(c: char) -> char {
    match c {
        'ฃ' => 'ຂ',
        'ฅ' | 'ฆ' => 'ຄ',
        'ฌ' | 'ซ' => 'ຊ',
        'ญ' | 'ย' => 'ຍ',
        'ฎ' => 'ດ',
        'ฏ' => 'ຕ',
        'ฐ' => 'ຖ',
        'ฑ' | 'ฒ' | 'ธ' => 'ທ',
        'ณ' => 'ນ',
        'ภ' => 'ພ',
        'ศ' | 'ษ' | 'ฉ' => 'ສ',
        'ฬ' | 'ร' => 'ລ',
        '็' => '\u{0EB1}',
        '์' => '\u{0ECC}',
        c => char::from_u32(u32::from(c) + 0x80).unwrap_or(c),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::phonetic::phonetic_key;

    #[rstest]
    #[case("ประตู", "ປະຕູ")]
    #[case("กระเบื้อง", "ກະເບື້ອງ")]
    #[case("น้ำ", "ນ້ຳ")]
    #[case("หลังคา", "ຫຼັງຄາ")]
    #[case("สว่าน", "ສະຫວ່ານ")]
    #[case("พัดลม", "ພັດລົມ")]
    fn thai_word_has_the_phonetic_key_of_its_lao_counterpart(#[case] thai: &str, #[case] lao: &str) {
        assert_eq!(phonetic_key(&thai_to_lao(thai)), phonetic_key(lao));
    }

    #[rstest]
    #[case("สปอตไลท์", "ສະປອດໄລ")]
    #[case("ไมโครเวฟ", "ໄມໂຄຣເວບ")]
    #[case("คอมพิวเตอร์", "ຄອມພິວເຕີ")]
    #[case("เซนเซอร์", "ເຊັນເຊີ")]
    #[case("ฟิล์ม", "ຟິມ")]
    #[case("เบรก", "ເບຣກ")]
    #[case("โซฟา", "ໂຊຟາ")]
    fn thai_loan_has_the_phonetic_key_of_the_lao_loan(#[case] thai: &str, #[case] lao: &str) {
        let keys = thai_as_spoken(thai).map(|it| phonetic_key(&it));
        assert!(keys.contains(&phonetic_key(lao)), "{keys:?} {}", phonetic_key(lao));
    }
}
