//! Validation of a search text: one line of 1 to 200 characters.

use heuan_rpc::{Error, Result};

use heuan_edge_http::params::{Params, is_space};

/// Maximum length of a search text, in characters.
pub const MAX_CHARS: usize = 200;
/// `reason` of a text that is not searchable.
pub const REASON: &str = "search_text";
/// Maximum characters of a text as typed. White space is collapsed before [`MAX_CHARS`] is checked.
const MAX_TYPED_CHARS: usize = 8 * MAX_CHARS;

/// A search text: one line of 1 to [`MAX_CHARS`] characters, with single spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchText(String);

impl SearchText {
    /// Parses the query parameter `name`.
    pub fn read(params: &Params<'_>, name: &str) -> Result<Self> {
        let text = params.text(name, MAX_TYPED_CHARS).map_err(|error| refused(name, error.message))?;
        Self::new(text.unwrap_or_default()).map_err(|error| refused(name, error.message))
    }

    /// Parses the parameter `name` of a page's URL. A longer text is truncated to [`MAX_CHARS`], as the search box of the
    /// frontend does.
    pub fn read_lenient(params: &Params<'_>, name: &str) -> Result<Self> {
        let text = params.text(name, usize::MAX)?.unwrap_or_default();
        let line: String = one_line(text).chars().take(MAX_CHARS).collect();
        Self::new(&line)
    }

    /// Validates a text. The error has the field `searchtext`.
    pub fn new(text: &str) -> Result<Self> {
        let refused = |message: String| Err(refused("searchtext", message));
        let line = one_line(text);
        if line.is_empty() {
            return refused("has no searchable term".to_owned());
        }
        if line.chars().count() > MAX_CHARS {
            return refused(format!("is longer than {MAX_CHARS} characters"));
        }
        if line.contains(char::is_control) {
            return refused("has a control character".to_owned());
        }
        Ok(Self(line))
    }

    /// Whether the text has a letter or a digit. A text of only signs is not a search that other visitors
    /// would make.
    pub fn has_letters(&self) -> bool {
        self.0.contains(char::is_alphanumeric)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The words of `text` with single spaces between them.
fn one_line(text: &str) -> String {
    text.split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The error of an invalid text, with its reason code.
pub fn refused(field: &str, message: impl Into<String>) -> Error {
    let mut error = Error::invalid(field, message);
    REASON.clone_into(&mut error.detail.reason);
    error
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("  ນ້ຳ \u{a0} 1/2\" ", Some("ນ້ຳ 1/2\""))]
    #[case("", None)]
    #[case(" \u{3000} ", None)]
    #[case("\u{feff}ສີ\u{feff}\u{85}ຂາວ", Some("ສີ ຂາວ"))]
    #[case("a\u{7}b", None)]
    fn text_is_collapsed_to_one_line(#[case] typed: &str, #[case] expected: Option<&str>) {
        assert_eq!(SearchText::new(typed).ok().as_ref().map(SearchText::as_str), expected);
    }

    #[rstest]
    #[case("%", false)]
    #[case("!!!!", false)]
    #[case("\u{ec8}\u{ec9}", false)]
    #[case("1/2\"", true)]
    #[case("ສີ", true)]
    fn letters_and_digits_are_found(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(SearchText::new(text).unwrap().has_letters(), expected);
    }

    #[test]
    fn long_text_is_refused_by_its_characters() {
        assert!(SearchText::new(&"ກ".repeat(MAX_CHARS)).is_ok());
        let error = SearchText::new(&"ກ".repeat(MAX_CHARS + 1)).unwrap_err();
        assert_eq!((error.detail.field.as_str(), error.detail.reason.as_str()), ("searchtext", REASON));
    }

    #[test]
    fn long_text_of_a_page_is_cut() {
        let query = format!("search={}%20b", "a".repeat(MAX_CHARS - 1));
        let text = SearchText::read_lenient(&Params::of_page(&query), "search").unwrap();
        assert_eq!(text.as_str(), "a".repeat(MAX_CHARS - 1));
        assert!(SearchText::read(&Params::of(&query), "search").is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_accepted_or_refused(text in "\\PC{0,300}|[\\s\\S]{0,300}") {
            if let Ok(taken) = SearchText::new(&text) {
                prop_assert_eq!(SearchText::new(taken.as_str()).unwrap(), taken);
            }
        }
    }
}
