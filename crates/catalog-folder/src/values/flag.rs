//! Yes and no in the words that merchants write.

/// Reads a flag; `None` if the text is neither yes nor no.
pub fn flag_of(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "1" | "true" | "yes" | "y" | "on" | "ແມ່ນ" | "ໃຊ່" | "ใช่" | "✓" => Some(true),
        // The tone mark of the Lao word is typed before or after the vowel.
        "0" | "false" | "no" | "n" | "off" | "ບໍ່" | "ບ\u{ec8}\u{ecd}" | "ບໍ່ແມ່ນ" | "ไม่" | "ไม่ใช่" => {
            Some(false)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flag_is_read_in_lao_english_and_digits() {
        for text in ["1", "TRUE", "Yes", " ແມ່ນ "] {
            assert_eq!(flag_of(text), Some(true), "{text}");
        }
        for text in ["0", "False", "NO", "ບໍ່", "ບ\u{ec8}\u{ecd}", "ບໍ່ແມ່ນ"] {
            assert_eq!(flag_of(text), Some(false), "{text}");
        }
        for text in ["", "2", "perhaps", "ຂາວ"] {
            assert_eq!(flag_of(text), None, "{text}");
        }
    }
}
