//! Scripts of characters, and runs of one script.

use crate::mapped_char::MappedChar;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    Lao,
    Thai,
    /// Chinese, Japanese and Korean characters, written without spaces.
    Han,
    /// Every other letter.
    Latin,
    Digit,
    /// Spaces, punctuation, symbols.
    Other,
}

pub fn is_lao(c: char) -> bool {
    ('\u{0E80}'..='\u{0EFF}').contains(&c)
}

pub fn is_thai(c: char) -> bool {
    ('\u{0E01}'..='\u{0E3A}').contains(&c) || ('\u{0E40}'..='\u{0E5B}').contains(&c)
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

impl Script {
    pub fn of(c: char) -> Self {
        match c {
            c if c.is_ascii_digit() => Self::Digit,
            c if c.is_ascii_alphabetic() => Self::Latin,
            c if c.is_ascii() => Self::Other,
            'ຯ' | 'ໆ' => Self::Other,
            c if is_lao(c) => Self::Lao,
            c if is_thai(c) => Self::Thai,
            c if is_han(c) => Self::Han,
            c if c.is_alphabetic() => Self::Latin,
            _ => Self::Other,
        }
    }
}

/// Splits text into runs of one script: `(script, from, to)` in letters. Each other character is a run by itself.
pub fn runs(letters: &[MappedChar]) -> Vec<(Script, usize, usize)> {
    let mut out: Vec<(Script, usize, usize)> = Vec::new();
    for (at, letter) in letters.iter().enumerate() {
        let script = Script::of(letter.c);
        match out.last_mut() {
            Some(last) if last.0 == script && script != Script::Other => last.2 = at + 1,
            _ => out.push((script, at, at + 1)),
        }
    }
    out
}
