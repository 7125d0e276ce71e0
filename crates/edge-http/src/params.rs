//! Query parameters. Known parameters are parsed strictly; unknown ones are ignored, because links collect parameters such as
//! `utm_source`.

use std::{borrow::Cow, fmt::Display, ops::RangeInclusive};

use heuan_rpc::{Error, Result};
use heuan_runtime::clock::VIENTIANE;
use time::{Date, Duration, OffsetDateTime, Time, macros::format_description};

/// Maximum parameters that are parsed; no call has more.
const MAX_PAIRS: usize = 50;
/// Maximum length of a number, a day or a word.
const MAX_EXACT: usize = 40;

/// The parameters of one request.
#[derive(Debug)]
pub struct Params<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Params<'a> {
    pub fn of(query: &'a str) -> Self {
        Self(form_urlencoded::parse(query.as_bytes()).take(MAX_PAIRS).collect())
    }

    /// The parameters of a page's URL. White space at the ends of values is ignored, as by the frontend: people type and paste
    /// these URLs.
    pub fn of_page(query: &'a str) -> Self {
        let trimmed = |value: Cow<'a, str>| match value {
            Cow::Borrowed(text) => Cow::Borrowed(trim(text)),
            Cow::Owned(text) => Cow::Owned(trim(&text).to_owned()),
        };
        Self(Self::of(query).0.into_iter().map(|(name, value)| (name, trimmed(value))).collect())
    }

    /// Returns the text `name` without white space at its ends. A text with only white space counts as
    /// absent.
    pub fn text(&self, name: &str, max_chars: usize) -> Result<Option<&str>> {
        Ok(self.value(name, max_chars, trim)?.filter(|value| !value.is_empty()))
    }

    /// Returns the value `name` as it was sent: a number, a word or an id, which white space would change.
    pub fn exact(&self, name: &str, max_chars: usize) -> Result<Option<&str>> {
        self.value(name, max_chars, |value| value)
    }

    /// Returns the value of `name`. An empty value counts as absent, because forms send empty fields. A repeated parameter is an
    /// error, because it is ambiguous.
    fn value(&self, name: &str, max_chars: usize, read: fn(&str) -> &str) -> Result<Option<&str>> {
        let mut values = self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| read(value));
        let (Some(value), None) = (values.next(), values.next()) else {
            let given_twice = self.0.iter().any(|(key, _)| key == name);
            return if given_twice { Err(Error::invalid(name, "is given more than once")) } else { Ok(None) };
        };
        if value.chars().nth(max_chars).is_some() {
            return Err(Error::invalid(name, format!("is longer than {max_chars} characters")));
        }
        if value.contains(char::is_control) {
            return Err(Error::invalid(name, "has a control character"));
        }
        Ok(Some(value).filter(|value| !value.is_empty()))
    }

    /// Parses a positive integer.
    pub fn id(&self, name: &str) -> Result<Option<i64>> {
        self.exact(name, MAX_EXACT)?.map(|text| parse_id(name, text)).transpose()
    }

    /// Parses a price in whole kip, at least 0.
    pub fn kip(&self, name: &str) -> Result<Option<i64>> {
        let parse = |text| digits(text).ok_or_else(|| Error::invalid(name, "must be a whole number of kip"));
        self.exact(name, MAX_EXACT)?.map(parse).transpose()
    }

    /// Parses a position in a list or a file, at least 0.
    pub fn position(&self, name: &str) -> Result<Option<i64>> {
        self.exact(name, MAX_EXACT)?.map(|text| parse_count(name, text)).transpose()
    }

    /// Parses a day of Laos, `YYYY-MM-DD`, as the time at which it begins, in Unix milliseconds.
    pub fn day(&self, name: &str) -> Result<Option<i64>> {
        let begins = |date: Date| OffsetDateTime::new_in_offset(date, Time::MIDNIGHT, VIENTIANE);
        Ok(self.date(name)?.map(|date| begins(date).unix_timestamp() * 1000))
    }

    /// Parses a day of Laos as the time at which it ends, exclusive.
    pub fn day_end(&self, name: &str) -> Result<Option<i64>> {
        Ok(self.day(name)?.map(|begins| begins + Duration::DAY.whole_seconds() * 1000))
    }

    fn date(&self, name: &str) -> Result<Option<Date>> {
        let parse = |text| {
            let found = Date::parse(text, format_description!("[year]-[month]-[day]"));
            found.map_err(|_| Error::invalid(name, "must be a day, such as 2026-11-21"))
        };
        self.exact(name, MAX_EXACT)?.map(parse).transpose()
    }

    pub fn number(&self, name: &str, range: RangeInclusive<i32>, absent: i32) -> Result<i32> {
        let Some(text) = self.exact(name, MAX_EXACT)? else { return Ok(absent) };
        let number = digits(text).and_then(|number| i32::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            Error::invalid(name, format!("must be a whole number from {} to {}", range.start(), range.end()))
        })
    }

    /// Parses `true` or `false`; absent is `false`.
    pub fn flag(&self, name: &str) -> Result<bool> {
        match self.exact(name, MAX_EXACT)? {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => Err(Error::invalid(name, "must be true or false")),
        }
    }

    /// Parses one of `words`.
    pub fn word<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<Option<T>> {
        let Some(text) = self.exact(name, MAX_EXACT)? else { return Ok(None) };
        let found = words.iter().find(|(word, _)| *word == text);
        found.map(|(_, value)| Some(*value)).ok_or_else(|| {
            let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            Error::invalid(name, format!("must be one of {}", names.join(", ")))
        })
    }
}

/// Whether a character is white space: of Unicode, or the byte-order mark that editors put before pasted text. The frontend has
/// the same rule (`shared/format/white-space.ts`).
pub fn is_space(character: char) -> bool {
    character.is_whitespace() || character == '\u{FEFF}'
}

/// `text` without white space at its ends.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Parses an id of a path or a query.
pub fn parse_id(name: &str, text: &str) -> Result<i64> {
    digits(text).filter(|id| *id > 0).ok_or_else(|| Error::invalid(name, "must be a positive whole number"))
}

/// Parses a whole number, at least 0, without a sign or white space. It may be a part of the value `name`.
pub fn parse_count(name: &str, text: &str) -> Result<i64> {
    digits(text).ok_or_else(|| Error::invalid(name, "must be a whole number, at least 0"))
}

fn digits(text: &str) -> Option<i64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// Canonical URL of a call: parameters sorted by name and encoded as by `URLSearchParams`. The frontend builds the same text as
/// the key of its query cache, by which it also finds the dehydrated responses of the page.
#[derive(Debug)]
pub struct CanonicalUrl {
    path: String,
    params: Vec<(&'static str, String)>,
}

impl CanonicalUrl {
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), params: Vec::new() }
    }

    /// Adds the parameter `name` if `value` is `Some`.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Option<impl Display>) -> Self {
        self.params.extend(value.map(|value| (name, value.to_string())));
        self
    }

    pub fn into_string(mut self) -> String {
        self.params.sort_unstable_by_key(|(name, _)| *name);
        let mut address = self.path;
        for (index, (name, value)) in self.params.iter().enumerate() {
            address.push(if index == 0 { '?' } else { '&' });
            address.push_str(name);
            address.push('=');
            address.extend(form_urlencoded::byte_serialize(value.as_bytes()));
        }
        address
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", Ok(None))]
    #[case("category=", Ok(None))]
    #[case("category=7&utm_source=x", Ok(Some(7)))]
    #[case("category=%37", Ok(Some(7)))]
    #[case("category=0", Err(()))]
    #[case("category=-1", Err(()))]
    #[case("category=+7", Err(()))]
    #[case("category=7%20", Err(()))]
    #[case("category=%09", Err(()))]
    #[case("category=7.0", Err(()))]
    #[case("category=99999999999999999999", Err(()))]
    #[case("category=7&category=8", Err(()))]
    #[case("category=7%00", Err(()))]
    fn id_parameter_is_a_positive_integer(
        #[case] query: &str,
        #[case] expected: std::result::Result<Option<i64>, ()>,
    ) {
        let id = Params::of(query).id("category");
        if let Err(error) = &id {
            assert_eq!(error.detail.field, "category");
        }
        assert_eq!(id.map_err(drop), expected);
    }

    #[test]
    fn flag_is_true_or_false() {
        assert!(Params::of("in_stock=true").flag("in_stock").unwrap());
        assert!(!Params::of("in_stock=false").flag("in_stock").unwrap());
        assert!(Params::of("in_stock=1").flag("in_stock").is_err());
    }

    /// The OpenAPI document has no white space in these names.
    #[test]
    fn value_that_is_no_text_is_refused_with_white_space() {
        let params = Params::of("a=%205&b=true+&c=2026-11-21%20&d=+newest&e=+");
        let refused = [
            ("a", params.id("a").unwrap_err()),
            ("a", params.kip("a").unwrap_err()),
            ("a", params.position("a").unwrap_err()),
            ("a", params.number("a", 0..=9, 1).unwrap_err()),
            ("b", params.flag("b").unwrap_err()),
            ("c", params.day("c").unwrap_err()),
            ("d", params.word("d", &[("newest", 1)]).unwrap_err()),
            ("e", params.number("e", 0..=9, 1).unwrap_err()),
        ];
        for (name, error) in refused {
            assert_eq!(error.detail.field, name);
        }
        assert_eq!(params.text("d", 40).unwrap(), Some("newest"));
        assert_eq!(params.text("e", 40).unwrap(), None);
        let page = Params::of_page("a=%205&d=+newest&e=+");
        assert_eq!(page.id("a").unwrap(), Some(5));
        assert_eq!(page.word("d", &[("newest", 1)]).unwrap(), Some(1));
        assert_eq!(page.number("e", 0..=9, 1).unwrap(), 1);
    }

    #[test]
    fn byte_order_mark_and_next_line_count_as_white_space_at_the_ends() {
        let page = Params::of_page("a=%EF%BB%BF5&d=newest%C2%85");
        assert_eq!(page.id("a").unwrap(), Some(5));
        assert_eq!(page.word("d", &[("newest", 1)]).unwrap(), Some(1));
    }

    #[test]
    fn day_begins_at_midnight_in_laos_and_ends_a_day_later() {
        let params = Params::of("from=2026-11-21&to=2026-11-21&bad=2026-02-30&other=21.11.2026");
        assert_eq!(params.day("from").unwrap(), Some(1_795_194_000_000));
        assert_eq!(params.day_end("to").unwrap(), Some(1_795_194_000_000 + 86_400_000));
        assert_eq!(params.day("absent").unwrap(), None);
        for name in ["bad", "other"] {
            assert_eq!(params.day(name).unwrap_err().detail.field, name);
        }
    }

    #[test]
    fn query_is_canonical_as_the_browser_writes_it() {
        let address =
            CanonicalUrl::new("/api/v1/product").with("brand", Some("Hin phet & co*")).with("page", Some(1));
        assert_eq!(address.into_string(), "/api/v1/product?brand=Hin+phet+%26+co*&page=1");
    }

    proptest! {
        #[test]
        fn any_query_is_parsed_without_panic(query in ".{0,200}") {
            let params = Params::of(&query);
            let _ = (params.id("a"), params.kip("a"), params.flag("a"), params.number("a", 1..=9, 1));
        }
    }
}
