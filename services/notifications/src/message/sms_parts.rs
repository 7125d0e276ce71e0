//! Parts of an SMS. Providers charge for each.

/// The basic character set of GSM 03.38, one unit each.
const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?\
     ¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/// Characters behind an escape, two units each.
const EXTENDED: &str = "\u{c}^{}\\[~]|€";

/// Number of SMS that `text` takes: 160 units of the GSM alphabet, or 70 of UCS-2 if another letter occurs (Lao, Thai,
/// Chinese and Vietnamese texts); in several parts 153 or 67 each, because a header joins them.
pub fn count(text: &str) -> usize {
    let gsm = text.chars().try_fold(0, |units, letter| {
        let width = if BASIC.contains(letter) {
            1
        } else if EXTENDED.contains(letter) {
            2
        } else {
            return None;
        };
        Some(units + width)
    });
    match gsm {
        Some(units) => parts(units, 160, 153),
        None => parts(text.encode_utf16().count(), 70, 67),
    }
}

fn parts(units: usize, single: usize, joined: usize) -> usize {
    if units <= single { 1 } else { units.div_ceil(joined) }
}

#[cfg(test)]
mod tests {
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
    #[case("", 1)]
    fn parts_follow_the_alphabet_of_the_text(#[case] text: &str, #[case] parts: usize) {
        assert_eq!(count(text), parts);
    }
}
