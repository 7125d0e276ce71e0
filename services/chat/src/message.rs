//! Messages and their validation.

use heuan_proto::rpc::v1::FieldError;
use heuan_rpc::Error;

use crate::{actor::Actor, link_preview::Preview};

pub const MAX_TEXT: usize = 4000;
const MAX_URL: usize = 2048;
const MAX_CLIENT_ID: usize = 64;
/// Default caption of an image.
pub const CAPTION: &str = "ສົ່ງຮູບພາບ";
/// URL path of attachments.
pub const ATTACHMENT_PATH: &str = "/api/auth/message/attachment/";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Plain text; the name is the specification's.
    User,
    Text,
    Img,
    Icon,
    Deeplink,
}

impl Kind {
    const ALL: [(&'static str, Self); 5] = [
        ("user", Self::User),
        ("text", Self::Text),
        ("img", Self::Img),
        ("icon", Self::Icon),
        ("deeplink", Self::Deeplink),
    ];

    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("user", |(text, _)| text)
    }

    /// `txt` is a legacy name of `text`.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "txt" {
            return Some(Self::Text);
        }
        Self::ALL.iter().find(|(known, _)| *known == text).map(|(_, kind)| *kind)
    }
}

/// A stored message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_field_names, reason = "the value stored in the tables")]
pub struct Message {
    pub message_id: i64,
    pub customer_id: i64,
    pub seq: i64,
    pub text: String,
    pub kind: Kind,
    pub url: String,
    pub author: Actor,
    pub client_id: String,
    pub likes: i64,
    pub is_liked: bool,
    pub width: i64,
    pub height: i64,
    pub created_at: i64,
    pub previews: Vec<Preview>,
}

/// A message to be written.
#[derive(Clone, Debug)]
pub struct Draft {
    pub customer_id: i64,
    pub author: Actor,
    pub client_id: String,
    pub text: String,
    pub kind: Kind,
    pub url: String,
    pub width: i64,
    pub height: i64,
}

impl Draft {
    /// Trims the fields and validates them; the error names every invalid field by its API name.
    pub fn checked(mut self) -> Result<Self, Error> {
        let mut errors = Vec::new();
        self.text = readable(&self.text);
        if self.kind == Kind::Img && self.text.is_empty() {
            CAPTION.clone_into(&mut self.text);
        }
        if self.text.is_empty() {
            errors.push(field_error("sms", "required", "is needed"));
        } else if self.text.chars().count() > MAX_TEXT {
            errors.push(field_error("sms", "too_long", &format!("has more than {MAX_TEXT} characters")));
        }
        if !is_client_id(&self.client_id) {
            errors.push(field_error("client_id", "invalid", "must be 1 to 64 letters, digits, - or _"));
        }
        let has_url = !self.url.is_empty();
        match self.kind {
            Kind::Deeplink if !is_link(&self.url) => {
                errors.push(field_error("url", "invalid", "must be a path of this shop or an http(s) URL"));
            }
            Kind::User | Kind::Text | Kind::Icon if has_url => self.url.clear(),
            _ => {}
        }
        match errors.first() {
            None => Ok(self),
            Some(first) => {
                let mut error = Error::invalid(&first.field, first.message.clone());
                error.detail.errors = errors;
                Err(error)
            }
        }
    }
}

/// Trims text and removes control characters except line breaks.
fn readable(text: &str) -> String {
    let text: String =
        text.replace("\r\n", "\n").chars().filter(|letter| *letter == '\n' || !letter.is_control()).collect();
    text.trim().to_owned()
}

fn field_error(field: &str, reason: &str, message: &str) -> FieldError {
    FieldError { field: field.to_owned(), message: message.to_owned(), reason: reason.to_owned() }
}

fn is_client_id(id: &str) -> bool {
    (1..=MAX_CLIENT_ID).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

fn is_link(url: &str) -> bool {
    let is_path = url.starts_with('/') && !url.starts_with("//") && !url.starts_with("/\\");
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    url.len() <= MAX_URL
        && (is_path || is_web)
        && !url.contains(|letter: char| letter.is_control() || letter.is_whitespace())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::actor::ParticipantRole;

    fn draft(text: &str) -> Draft {
        let author = Actor {
            role: ParticipantRole::Customer,
            account_id: 7,
            fname: String::new(),
            lname: String::new(),
            phone: String::new(),
        };
        let (text, client_id) = (text.to_owned(), "c-1".to_owned());
        Draft {
            customer_id: 7,
            author,
            client_id,
            text,
            kind: Kind::User,
            url: String::new(),
            width: 0,
            height: 0,
        }
    }

    fn field_reasons(draft: Draft) -> Vec<(String, String)> {
        let errors = draft.checked().err().map(|error| error.detail.errors).unwrap_or_default();
        errors.into_iter().map(|error| (error.field, error.reason)).collect()
    }

    #[test]
    fn message_text_is_trimmed_and_required() {
        assert_eq!(draft("  ສະບາຍດີ\r\nx\u{7} ").checked().unwrap().text, "ສະບາຍດີ\nx");
        assert_eq!(field_reasons(draft(" \n ")), [("sms".to_owned(), "required".to_owned())]);
        assert!(field_reasons(draft(&"ກ".repeat(MAX_TEXT))).is_empty());
        assert_eq!(
            field_reasons(draft(&"ກ".repeat(MAX_TEXT + 1))),
            [("sms".to_owned(), "too_long".to_owned())]
        );
    }

    #[test]
    fn image_without_caption_gets_the_default() {
        assert_eq!(Draft { kind: Kind::Img, ..draft("") }.checked().unwrap().text, CAPTION);
    }

    #[rstest]
    #[case("/la/shop/101002", true)]
    #[case("https://shop.example/x", true)]
    #[case("javascript:alert(1)", false)]
    #[case("//evil.example", false)]
    #[case("", false)]
    fn inquiry_link_is_a_web_url_or_a_path(#[case] url: &str, #[case] taken: bool) {
        let draft = Draft { kind: Kind::Deeplink, url: url.to_owned(), ..draft("x") };
        assert_eq!(draft.checked().is_ok(), taken);
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_without_panic(text in ".{0,300}") {
            let _ = draft(&text).checked();
        }
    }
}
