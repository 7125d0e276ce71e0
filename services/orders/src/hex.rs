//! Hexadecimal encoding of digests.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

pub fn write(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// `None` if the text is not hexadecimal.
pub fn read(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|letter| u8::try_from(letter.to_digit(16)?).ok()).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_round_trips() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(read(&write(&bytes)), Some(bytes));
        assert_eq!(write(&[0, 255, 16]), "00ff10");
        for wrong in ["0", "0g", "\u{ed0}\u{ed0}"] {
            assert_eq!(read(wrong), None);
        }
    }
}
