//! Scripts of searched texts. A text has no language of its own, so the searches of a language are the searches in its
//! script.

/// Script of a language. All languages that are written in Latin letters have the same script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Script {
    Lao,
    Thai,
    Khmer,
    Han,
    Japanese,
    Hangul,
    Cyrillic,
    Arabic,
    Latin,
}

impl Script {
    const ALL: [Self; 9] = [
        Self::Lao,
        Self::Thai,
        Self::Khmer,
        Self::Han,
        Self::Japanese,
        Self::Hangul,
        Self::Cyrillic,
        Self::Arabic,
        Self::Latin,
    ];

    /// Script of a language, given by its two letters of ISO 639-1.
    pub fn of_language(language: &str) -> Self {
        match language {
            "lo" => Self::Lao,
            "th" => Self::Thai,
            "km" => Self::Khmer,
            "zh" => Self::Han,
            "ja" => Self::Japanese,
            "ko" => Self::Hangul,
            "ru" => Self::Cyrillic,
            "ar" => Self::Arabic,
            _ => Self::Latin,
        }
    }

    /// The scripts that a text belongs to: a Chinese text may be Japanese as well.
    pub fn of_text(text: &str) -> impl Iterator<Item = Self> + '_ {
        Self::ALL.into_iter().filter(move |script| script.has(text))
    }

    /// Whether a text is in this script. A Lao or Thai text may contain a brand or a code in Latin letters; a Latin text has
    /// no other letters.
    pub fn has(self, text: &str) -> bool {
        match self {
            Self::Latin => text.chars().all(|c| !c.is_alphabetic() || is_latin(c)),
            other => text.chars().any(|c| other.has_letter(c)),
        }
    }

    fn has_letter(self, c: char) -> bool {
        match self {
            Self::Lao => matches!(c, '\u{0E80}'..='\u{0EFF}'),
            Self::Thai => matches!(c, '\u{0E01}'..='\u{0E3A}' | '\u{0E40}'..='\u{0E5B}'),
            Self::Khmer => matches!(c, '\u{1780}'..='\u{17FF}'),
            Self::Han => is_han(c),
            Self::Japanese => is_han(c) || matches!(c, '\u{3041}'..='\u{30FF}' | '\u{FF66}'..='\u{FF9F}'),
            Self::Hangul => {
                matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}' | '\u{AC00}'..='\u{D7A3}')
            }
            Self::Cyrillic => matches!(c, '\u{0400}'..='\u{052F}'),
            Self::Arabic => {
                c.is_alphabetic()
                    && matches!(c, '\u{0620}'..='\u{06FF}' | '\u{0750}'..='\u{077F}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
            }
            Self::Latin => is_latin(c),
        }
    }
}

/// Whether a character is a letter of a Latin alphabet, with any mark, or its full-width form.
fn is_latin(c: char) -> bool {
    c.is_alphabetic()
        && matches!(
            c,
            '\u{0000}'..='\u{02FF}' | '\u{1D00}'..='\u{1EFF}' | '\u{2C60}'..='\u{2C7F}' | '\u{A720}'..='\u{A7FF}'
                | '\u{FB00}'..='\u{FB06}' | '\u{FF21}'..='\u{FF5A}'
        )
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("ຊີມັງ", &[Script::Lao])]
    #[case("ດອກໄຟ LED", &[Script::Lao])]
    #[case("ปูน ตราเสือ", &[Script::Thai])]
    #[case("ស៊ីម៉ង់ត៍", &[Script::Khmer])]
    #[case("水泥", &[Script::Han, Script::Japanese])]
    #[case("セメント", &[Script::Japanese])]
    #[case("시멘트", &[Script::Hangul])]
    #[case("цемент", &[Script::Cyrillic])]
    #[case("أسمنت", &[Script::Arabic])]
    #[case("PVC pipe 1/2", &[Script::Latin])]
    #[case("xi măng", &[Script::Latin])]
    #[case("Rohr ½″ für Küche", &[Script::Latin])]
    #[case("1203001", &[Script::Latin])]
    fn text_belongs_to_the_scripts_of_its_letters(#[case] text: &str, #[case] expected: &[Script]) {
        assert_eq!(Script::of_text(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn languages_without_a_script_of_their_own_are_latin() {
        for language in ["en", "vi", "fr", "tr"] {
            assert_eq!(Script::of_language(language), Script::Latin);
        }
    }
}
