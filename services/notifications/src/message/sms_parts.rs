//! Parts of an SMS. Providers charge for each.

/// The basic character set of GSM 03.38, one unit each.
const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?\
     ¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/// Characters behind an escape, two units each.
const EXTENDED: &str = "\u{c}^{}\\[~]|€";

/// Number of SMS that `text` takes: 160 units of the GSM alphabet, or 70 of UCS-2 if another letter occurs (Lao, Thai,
/// Chinese and Vietnamese texts); several parts have 153 or 67 units each, because each has a header.
///
/// A letter of two units, with an escape or as a surrogate pair, is not split between two parts: it begins the next part.
pub fn count(text: &str) -> usize {
    match text.chars().map(gsm_width).collect::<Option<Vec<_>>>() {
        Some(widths) => parts(&widths, 160, 153),
        None => parts(&text.chars().map(char::len_utf16).collect::<Vec<_>>(), 70, 67),
    }
}

/// Units of a letter in the GSM alphabet.
fn gsm_width(letter: char) -> Option<usize> {
    if BASIC.contains(letter) {
        Some(1)
    } else if EXTENDED.contains(letter) {
        Some(2)
    } else {
        None
    }
}

fn parts(widths: &[usize], single: usize, joined: usize) -> usize {
    if widths.iter().sum::<usize>() <= single {
        return 1;
    }
    let (mut parts, mut used) = (1, 0);
    for width in widths {
        if used + width > joined {
            (parts, used) = (parts + 1, 0);
        }
        used += width;
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(&"a".repeat(160), 1)]
    #[case(&"a".repeat(161), 2)]
    #[case(&"a".repeat(306), 2)]
    #[case(&"a".repeat(307), 3)]
    #[case(&"€".repeat(80), 1)]
    #[case(&"€".repeat(81), 2)]
    #[case(&"ກ".repeat(70), 1)]
    #[case(&"ກ".repeat(71), 2)]
    #[case(&"ກ".repeat(134), 2)]
    #[case(&"ກ".repeat(135), 3)]
    #[case(&format!("{}₭", "a".repeat(70)), 2)]
    #[case(&"🧱".repeat(35), 1)]
    #[case(&"🧱".repeat(36), 2)]
    #[case(&format!("{}€{}", "a".repeat(152), "a".repeat(152)), 3)]
    #[case(&format!("{}🧱{}", "ກ".repeat(66), "ກ".repeat(66)), 3)]
    #[case(&"€".repeat(152), 2)]
    #[case(&"€".repeat(153), 3)]
    #[case(&"🧱".repeat(66), 2)]
    #[case(&"🧱".repeat(67), 3)]
    #[case("", 1)]
    fn parts_follow_the_alphabet_of_the_text(#[case] text: &str, #[case] parts: usize) {
        assert_eq!(count(text), parts);
    }

    /// Minimum number of parts of at most `joined` units, found by trying every end of every part.
    fn least_parts(widths: &[usize], joined: usize) -> usize {
        let mut units: Vec<usize> = vec![0];
        let mut least: Vec<usize> = vec![0];
        for (before, width) in widths.iter().enumerate() {
            let end = units[before] + width;
            let part_fits = |begin: &usize| end - units[*begin] <= joined;
            let parts = (0..=before).filter(part_fits).map(|begin| least[begin] + 1).min().unwrap();
            units.push(end);
            least.push(parts);
        }
        least[widths.len()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn parts_are_as_few_as_whole_letters_allow(
            letters in prop::collection::vec(prop::sample::select(vec!['a', '€', '{']), 161..400),
        ) {
            let widths: Vec<usize> = letters.iter().map(|letter| gsm_width(*letter).unwrap()).collect();
            prop_assert_eq!(count(&letters.iter().collect::<String>()), least_parts(&widths, 153));
        }

        #[test]
        fn parts_of_other_alphabets_are_as_few_as_whole_letters_allow(
            letters in prop::collection::vec(prop::sample::select(vec!['ກ', '₭', '🧱', 'a']), 71..250),
        ) {
            // Without a letter of another alphabet the text would be counted in the GSM alphabet.
            let text: String = std::iter::once('ກ').chain(letters).collect();
            let widths: Vec<usize> = text.chars().map(char::len_utf16).collect();
            prop_assert_eq!(count(&text), least_parts(&widths, 67));
        }
    }
}
