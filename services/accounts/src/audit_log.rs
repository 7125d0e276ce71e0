//! Audit log of staff actions.

use heuan_rpc::{Error, Result};
use unicode_normalization::UnicodeNormalization as _;

const MAX_TEXT: usize = 200;
const MAX_DETAIL: usize = 500;

/// The begin of an action, as the edge reports it.
pub struct NewAuditEntry {
    pub actor_id: i64,
    pub actor_name: String,
    /// Name of the actor's role.
    pub role: &'static str,
    /// Method and route.
    pub action: String,
    /// Values of the route's parameters.
    pub subject: String,
    pub client_address: String,
}

/// A stored action.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct AuditEntry {
    pub entry_id: String,
    /// Unix milliseconds.
    pub at: i64,
    pub actor_id: i64,
    pub actor_name: String,
    pub role: String,
    pub action: String,
    pub subject: String,
    pub detail: String,
    pub client_address: String,
    /// HTTP status; 0 until the action has ended.
    pub status: i64,
}

/// Filter of a list of actions.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// In actor, action, subject or detail, regardless of case; empty for all.
    pub search: String,
    /// Only actions of this account; 0 for all.
    pub by_id: i64,
    /// Unix milliseconds, inclusive; 0 for no bound.
    pub from: i64,
    /// Exclusive; 0 for no bound.
    pub to: i64,
    /// Only entries before this id; empty for the newest.
    pub before: String,
}

impl NewAuditEntry {
    /// Shortens texts to their limits.
    #[must_use]
    pub fn bounded(self) -> Self {
        Self {
            actor_name: bounded(&self.actor_name, MAX_TEXT),
            action: bounded(&self.action, MAX_TEXT),
            subject: bounded(&self.subject, MAX_TEXT),
            client_address: bounded(&self.client_address, MAX_TEXT),
            ..self
        }
    }
}

/// Shortens the detail of an action to its limit.
pub fn bounded_detail(text: &str) -> String {
    bounded(text, MAX_DETAIL)
}

/// The text of an entry that is searched, up to its detail. It ends with a space.
///
/// A text whose two Unicode forms differ is in it in both, because the previous release searches texts in NFC. The two forms
/// of this text and of the detail are side by side, so that words across the two are found.
pub fn search_text(actor_name: &str, action: &str, subject: &str) -> String {
    let text = format!("{actor_name} {action} {subject} ");
    let (composed, compatible) = (composed(&text), compatible(&text));
    if composed == compatible { composed } else { compatible + &composed }
}

/// The detail of an entry as it is searched, after [`search_text`].
pub fn searched_detail(detail: &str) -> String {
    let (composed, compatible) = (composed(detail), compatible(detail));
    if composed == compatible { composed } else { composed + " " + &compatible }
}

/// The forms in which a text is searched: NFKC, as the entries of this release have it, and one form for each spelling of the
/// vowel `ຳ`. Entries of the previous release have one of these spellings until the service has made their searched text again.
pub fn searched_forms(text: &str) -> Vec<String> {
    let (composed, compatible) = (composed(text), compatible(text));
    let joined = compatible.replace("\u{ecd}\u{eb2}", "\u{eb3}").replace("\u{e4d}\u{e32}", "\u{e33}");
    let mut forms = vec![compatible, composed, joined];
    forms.sort();
    forms.dedup();
    forms
}

/// NFC in lower case.
fn composed(text: &str) -> String {
    text.nfc().collect::<String>().to_lowercase()
}

/// NFKC in lower case, in which the Lao vowel `ຳ` equals its two parts.
fn compatible(text: &str) -> String {
    text.nfkc().collect::<String>().to_lowercase()
}

fn bounded(text: &str, limit: usize) -> String {
    text.chars().filter(|character| !character.is_control()).take(limit).collect()
}

impl AuditFilter {
    /// Validates a request.
    pub fn validate(&self) -> Result<()> {
        if self.search.chars().count() > MAX_TEXT {
            return Err(Error::invalid("search", format!("must have at most {MAX_TEXT} characters")));
        }
        let is_id = |text: &str| text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !self.before.is_empty() && !is_id(&self.before) {
            return Err(Error::invalid("cursor", "must be the next_cursor of an earlier response"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_shortened_at_characters_and_lose_control_characters() {
        let text = format!("a\u{0}b\n{}", "ກ".repeat(600));
        let short = bounded_detail(&text);
        assert!(short.starts_with("abກ") && short.chars().count() == MAX_DETAIL, "{short}");
    }

    #[test]
    fn searched_text_has_both_forms_only_where_they_differ() {
        assert_eq!(search_text("Noy", "POST", "A1"), "noy post a1 ");
        assert_eq!(searched_detail("Đã hủy"), "đã hủy");
        let (joined, parts) = ("ນ້\u{eb3}", "ນ້\u{ecd}\u{eb2}");
        assert_eq!(search_text(joined, "POST", "A1"), format!("{parts} post a1 {joined} post a1 "));
        assert_eq!(searched_detail(joined), format!("{joined} {parts}"));
        assert_eq!(searched_forms("Noy"), ["noy"]);
        for typed in [joined, parts] {
            assert_eq!(searched_forms(typed), [joined, parts]);
        }
    }

    #[test]
    fn invalid_cursor_is_refused_with_its_field() {
        let filter = |before: &str| AuditFilter { before: before.to_owned(), ..AuditFilter::default() };
        assert_eq!(filter("x").validate().unwrap_err().detail.field, "cursor");
        filter("").validate().unwrap();
        filter(&"0".repeat(32)).validate().unwrap();
    }
}
