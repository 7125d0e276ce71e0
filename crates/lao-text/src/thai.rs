//! Transliterates Thai words to Lao. Most letters of the two scripts are 0x80 code points apart.

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

/// The same with all consonants kept, as many write a loan: `ปลั๊ก`, `ປລັກ`.
pub fn thai_to_lao_letters(text: &str) -> String {
    text.chars().map(|c| if is_thai(c) { lao(c) } else { c }).collect()
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
        'ฌ' => 'ຊ',
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
}
