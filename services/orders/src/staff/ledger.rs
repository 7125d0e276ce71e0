//! Ledger of a customer's club points as the staff see it, and its corrections.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use heuan_rpc::Error;

use crate::points::Entry;

/// Longer than any cursor.
const MAX_CURSOR: usize = 200;
const MAX_POINTS: i64 = 1_000_000;
const MAX_REASON: usize = 500;
const MAX_ID: usize = 64;

/// An entry of the ledger, with the person who made it and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffEntry {
    pub entry: Entry,
    /// Empty unless it is a correction.
    pub reason: String,
    /// Name of the member of staff.
    pub by: String,
    pub position: LedgerPosition,
}

/// Position of an entry in a ledger; a page begins after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerPosition {
    pub at: i64,
    /// Id of the order or of the correction.
    pub entry_id: String,
    pub kind: String,
}

impl LedgerPosition {
    /// The position before the newest entry.
    pub fn start() -> Self {
        Self { at: i64::MAX, entry_id: String::new(), kind: String::new() }
    }

    /// The position as a cursor, opaque to clients.
    pub fn write(&self) -> String {
        URL_SAFE_NO_PAD.encode(format!("{}.{}.{}", self.at, self.kind, self.entry_id))
    }

    /// Reads a cursor. An empty cursor means the first page.
    pub fn read(text: &str) -> Result<Self, Error> {
        if text.is_empty() {
            return Ok(Self::start());
        }
        let read = || {
            let bytes = URL_SAFE_NO_PAD.decode(text).ok().filter(|_| text.len() <= MAX_CURSOR)?;
            let plain = String::from_utf8(bytes).ok()?;
            let mut parts = plain.splitn(3, '.');
            let (at, kind, entry_id) = (parts.next()?.parse().ok()?, parts.next()?, parts.next()?);
            let is_text = |text: &str| !text.is_empty() && !text.contains(char::is_control);
            (is_text(kind) && is_text(entry_id)).then(|| Self {
                at,
                kind: kind.to_owned(),
                entry_id: entry_id.to_owned(),
            })
        };
        read()
            .ok_or_else(|| Error::invalid("cursor", "is not a cursor of this list; begin at the first page"))
    }
}

/// One page of a ledger.
#[derive(Debug)]
pub struct Ledger {
    pub balance: i64,
    pub entries: Vec<StaffEntry>,
    /// Empty at the end.
    pub next_cursor: String,
}

/// A change of a balance by a manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// Id that the client has generated.
    pub id: String,
    pub customer_id: i64,
    pub points: i64,
    pub reason: String,
}

impl Correction {
    /// Validates a request.
    pub fn read(self) -> Result<Self, Error> {
        let reason = self.reason.trim().to_owned();
        let is_id = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if self.points == 0 || !(-MAX_POINTS..=MAX_POINTS).contains(&self.points) {
            Err(Error::invalid("points", format!("must be 1 to {MAX_POINTS}, or less than 0")))
        } else if reason.is_empty() {
            Err(Error::invalid("reason", "is needed"))
        } else if reason.chars().count() > MAX_REASON {
            Err(Error::invalid("reason", format!("must have at most {MAX_REASON} characters")))
        } else if reason.chars().any(char::is_control) {
            Err(Error::invalid("reason", "has a control character"))
        } else if self.id.is_empty() || self.id.len() > MAX_ID || !self.id.bytes().all(is_id) {
            Err(Error::invalid("correction_id", "must be 1 to 64 letters, digits, - and _"))
        } else {
            Ok(Self { reason, ..self })
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(0, "gift", "a", "points")]
    #[case(-1_000_001, "gift", "a", "points")]
    #[case(i64::MIN + 1, "gift", "a", "points")]
    #[case(1, " ", "a", "reason")]
    #[case(1, "two\nlines", "a", "reason")]
    #[case(1, "gift", "", "correction_id")]
    #[case(1, "gift", "a b", "correction_id")]
    fn wrong_field_is_named(
        #[case] points: i64,
        #[case] reason: &str,
        #[case] id: &str,
        #[case] field: &str,
    ) {
        let (id, reason) = (id.to_owned(), reason.to_owned());
        let error = Correction { id, customer_id: 1, points, reason }.read().unwrap_err();
        assert_eq!(error.detail.field, field);
    }
}
