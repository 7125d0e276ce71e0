//! Characters of analyzed text with their places in the original.

/// A character of the canonical or folded text, with the byte range of the original that it represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MappedChar {
    pub c: char,
    pub start: u32,
    pub end: u32,
}
