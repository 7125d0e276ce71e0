//! Letters that leave nothing to see. Lao texts have spaces without width between words; alone they are no text.

use std::ops::RangeInclusive;

/// Spaces, and what Unicode lets a font draw nothing for.
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

/// Every letter that cannot be seen, once: a name is none when a database that trims these leaves nothing of it.
pub fn invisible_chars() -> String {
    UNSEEN.into_iter().flatten().collect()
}

/// The text, or nothing when there is nothing to see in it: the other language is shown in its place.
pub(crate) fn visible_text(text: &str) -> &str {
    let is_seen = |letter| !UNSEEN.iter().any(|unseen| unseen.contains(&letter));
    if text.chars().any(is_seen) { text } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_of_any_width_are_nothing_to_see() {
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
