//! Phonetic key that spelling variants of a word share.

use crate::syllable::is_silenced_by_ho;

/// The phonetic key of folded Lao letters: short and long vowels are equal, ະ ັ ົ and a silent ຫ are dropped, letters
/// of one sound are equal (ຢ=ຍ, ຊ=ສ, ຂ=ຄ, ຖ=ທ, ຜ=ພ, ຝ=ຟ, ຮ=ຫ, ໍ=ອ, ຽ=ຍ).
pub fn phonetic_key_of(folded: &[char]) -> String {
    let mut out = String::with_capacity(folded.len() * 3);
    for (at, &c) in folded.iter().enumerate() {
        let spoken = match c {
            'ະ' | '\u{0EB1}' | '\u{0EBB}' => continue,
            'ຫ' if folded.get(at + 1).is_some_and(|&next| is_silenced_by_ho(next)) => continue,
            '\u{0EB5}' => '\u{0EB4}',
            '\u{0EB7}' => '\u{0EB6}',
            '\u{0EB9}' => '\u{0EB8}',
            '\u{0ECD}' => 'ອ',
            'ຽ' | 'ຢ' => 'ຍ',
            'ຊ' => 'ສ',
            'ຂ' => 'ຄ',
            'ຖ' => 'ທ',
            'ຜ' => 'ພ',
            'ຝ' => 'ຟ',
            'ຮ' => 'ຫ',
            c => c,
        };
        out.push(spoken);
    }
    out
}

/// Returns [`phonetic_key_of`] for any text.
pub fn phonetic_key(text: &str) -> String {
    phonetic_key_of(&crate::fold(text).chars().collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("ສະຫວ່ານ", "ສວ່ານ")]
    #[case("ຕະປູ", "ຕະປຸ")]
    #[case("ຢາງ", "ຍາງ")]
    #[case("ອາລູມິນຽມ", "ອາລູມີນຍມ")]
    #[case("ຊີລິໂຄນ", "ສິລີໂຄນ")]
    fn spelling_variants_have_one_phonetic_key(#[case] one: &str, #[case] other: &str) {
        assert_eq!(phonetic_key(one), phonetic_key(other));
    }

    #[test]
    fn different_words_have_different_keys() {
        assert_ne!(phonetic_key("ປະຕູ"), phonetic_key("ຕະປູ"));
    }
}
