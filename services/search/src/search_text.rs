//! Rules of searched texts: length, the key of their spellings, and detection of personal data.

use heuan_lao_text::{canonical, fold};
use heuan_rpc::Error;

/// Maximum characters of a query, of a completed text and of a recorded text.
pub const MAX_TEXT_CHARS: usize = 200;

/// Key under which spellings of one text are merged.
pub fn key(text: &str) -> String {
    canonical(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn short(text: &str) -> Result<(), Error> {
    if text.chars().nth(MAX_TEXT_CHARS).is_none() {
        return Ok(());
    }
    Err(Error::invalid("text", format!("must have at most {MAX_TEXT_CHARS} characters")))
}

/// Whether a text may be a telephone number or an e-mail address.
pub fn may_be_personal(text: &str) -> bool {
    let digits = fold(text).bytes().filter(u8::is_ascii_digit).count();
    digits >= 7 || text.contains('@')
}
