//! Resume position of an event stream in the `Last-Event-ID` of server-sent events: `c12-n7` is position 12 of the
//! chat and 7 of the notifications.

use std::fmt;

/// Positions of a browser in both logs: `c{chat}-n{notifications}`, the `id` of its events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    pub chat: i64,
    pub notifications: i64,
}

impl Cursor {
    /// Parses a cursor. Returns `None` for any other text, so that the browser starts without a position.
    pub fn read(text: &str) -> Option<Self> {
        let (chat, notifications) = text.strip_prefix('c')?.split_once("-n")?;
        Some(Self { chat: parse_position(chat)?, notifications: parse_position(notifications)? })
    }
}

fn parse_position(digits: &str) -> Option<i64> {
    let plain = (1..=18).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}-n{}", self.chat, self.notifications)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn cursor_round_trips(chat in 0..i64::MAX / 100, notifications in 0..1_000_000i64) {
            let cursor = Cursor { chat, notifications };
            prop_assert_eq!(Cursor::read(&cursor.to_string()), Some(cursor));
        }

        #[test]
        fn any_text_is_parsed_without_panic(text in "[c0-9n+ -]{0,24}") {
            let _ = Cursor::read(&text);
        }
    }

    #[test]
    fn malformed_text_is_not_a_cursor() {
        for text in ["", "c1", "c-1-n2", "c1-n", "c1-n2x", "c+1-n2", "c9999999999999999999-n1"] {
            assert_eq!(Cursor::read(text), None, "{text}");
        }
    }
}
