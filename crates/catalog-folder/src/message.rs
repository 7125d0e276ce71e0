//! Messages for the merchant: a sentence with its code, and quoted untrusted texts.

use std::fmt::{self, Display};
use std::io;

/// Sentence of a fault, in English. Its code and its values let a client word it in another language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reason {
    pub text: String,
    /// Stable name of the sentence.
    pub code: &'static str,
    /// Values in the sentence, by name.
    pub values: Vec<(&'static str, String)>,
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Reason {
    pub fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { text: text.into(), code, values: Vec::new() }
    }

    /// A file that cannot be read.
    pub fn unreadable(error: &io::Error) -> Self {
        Self::new("unreadable", "cannot be read").because(error)
    }

    /// Adds a value that the sentence contains.
    pub fn with(mut self, name: &'static str, value: &impl Display) -> Self {
        self.values.push((name, value.to_string()));
        self
    }

    /// Adds `(text)`. The field has the text as well, so it is not a value.
    pub(crate) fn quoting(mut self, text: &str) -> Self {
        self.text = quoting(&self.text, text);
        self
    }

    /// Adds the message of the system or of a parser, which is in English, as `(text)`.
    pub fn because(mut self, error: &impl Display) -> Self {
        self.text = format!("{} ({error})", self.text);
        self.with("hint", error)
    }

    /// Adds what could be meant, if there is something. The code of the hint is the value `hint_code`.
    pub fn hint(mut self, hint: &Hint) -> Self {
        if hint.text.is_empty() {
            return self;
        }
        self.text = format!("{}: {}", self.text, hint.text);
        let mut reason = self.with("hint", &hint.text);
        if !hint.code.is_empty() {
            reason = reason.with("hint_code", &hint.code);
            reason.values.extend(hint.values.iter().cloned());
        }
        reason
    }
}

/// Advice about a value that is refused: what it could mean, or how to write it, in English; or empty. Like a
/// [`Reason`], it has a code and values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hint {
    pub text: String,
    /// Stable name of the sentence; empty for one that is shown as it is.
    pub code: &'static str,
    /// Values in the sentence, by name.
    pub values: Vec<(&'static str, String)>,
}

impl Hint {
    pub(crate) fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { text: text.into(), code, values: Vec::new() }
    }

    /// Adds a value that the sentence contains.
    pub(crate) fn with(mut self, name: &'static str, value: &impl Display) -> Self {
        self.values.push((name, value.to_string()));
        self
    }
}

/// A hint without a code, such as the message of a parser.
impl From<String> for Hint {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// The known word most similar to `word`, if any is similar enough.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = shorten(word).to_lowercase();
    let near = |candidate: &&str| strsim::jaro_winkler(&word, &candidate.to_lowercase());
    let best = known.max_by(|a, b| near(a).total_cmp(&near(b)))?;
    (near(&best) > 0.8).then_some(best)
}

/// Shortens outside text for display on a terminal.
pub(crate) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().filter(|letter| !letter.is_control()).take(40).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

/// Formats `reason (text)`.
fn quoting(reason: &str, text: &str) -> String {
    let text = shorten(text);
    if text.is_empty() { reason.to_owned() } else { format!("{reason} ({text})") }
}
