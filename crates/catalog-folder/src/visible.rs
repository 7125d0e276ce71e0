//! Detection of invisible text. Zero-width spaces are common in Lao texts; a text of only such characters counts as
//! empty.

use std::ops::RangeInclusive;

/// Spaces, and the characters that Unicode defines as default ignorable.
const UNSEEN: [RangeInclusive<char>; 20] = [
    '\t'..='\r',
    ' '..=' ',
    '\u{85}'..='\u{85}',
    '\u{A0}'..='\u{A0}',
    '\u{AD}'..='\u{AD}',
    '\u{34F}'..='\u{34F}',
    '\u{61C}'..='\u{61C}',
    '\u{115F}'..='\u{1160}',
    '\u{1680}'..='\u{1680}',
    '\u{17B4}'..='\u{17B5}',
    '\u{180B}'..='\u{180F}',
    '\u{2000}'..='\u{200F}',
    '\u{2028}'..='\u{202F}',
    '\u{205F}'..='\u{206F}',
    '\u{2800}'..='\u{2800}',
    '\u{3000}'..='\u{3000}',
    '\u{3164}'..='\u{3164}',
    '\u{FE00}'..='\u{FE0F}',
    '\u{FEFF}'..='\u{FEFF}',
    '\u{FFA0}'..='\u{FFA0}',
];

/// Every invisible character once. A database that trims these characters can detect empty names.
pub fn invisible_chars() -> String {
    UNSEEN.into_iter().flatten().collect()
}

/// The text, or an empty string if nothing in it is visible; the other language is then shown instead.
pub fn visible_text(text: &str) -> &str {
    let is_seen = |letter| !UNSEEN.iter().any(|unseen| unseen.contains(&letter));
    if text.chars().any(is_seen) { text } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_any_spaces_is_invisible() {
        for space in ('\0'..=char::MAX).filter(|letter| letter.is_whitespace()) {
            assert_eq!(visible_text(&space.to_string()), "", "{space:?}");
        }
        for unseen in ["", "\u{200b}", " \u{ad}\u{2060}\u{feff}", "\u{202e}\u{3164}\u{fe0f}"] {
            assert_eq!(visible_text(unseen), "", "{unseen:?}");
        }
        for text in ["ຄ້ອນ", "\u{200b}x", "ສີ\u{200b}ຂາວ", "0", "\u{0}"] {
            assert_eq!(visible_text(text), text);
        }
        assert!(invisible_chars().contains(['\u{200b}', ' ', '\u{a0}']));
    }
}
