//! News of the shop: a notification for all, and a message outside the shop for each customer who agreed.

mod stop_token;

use heuan_proto::rpc::v1::FieldError;
use heuan_rpc::Error;

pub use stop_token::StopTokens;

use crate::{languages::LANGUAGES, notification::is_link};

/// Kind of the messages.
pub const NEWS: &str = "news.shop";

/// Event of the notification in the shop.
pub fn event_id(news_id: i64) -> String {
    format!("news.{news_id}")
}

const MAX_TITLE: usize = 120;
const MAX_BODY: usize = 1000;

/// Texts of news in Lao and English, and in further languages where they are not empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewsText {
    pub title: String,
    pub body: String,
    pub title_en: String,
    pub body_en: String,
    pub title_th: String,
    pub body_th: String,
    pub title_cn: String,
    pub body_cn: String,
    pub title_vn: String,
    pub body_vn: String,
    /// Path in the shop, or empty.
    pub link: String,
}

/// State of news.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum NewsState {
    Sending,
    Completed,
    Cancelled,
}

impl NewsState {
    pub fn into_str(self) -> &'static str {
        self.into()
    }
}

/// Stored news.
#[allow(clippy::struct_field_names, reason = "the name used in the contract")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    pub news_id: i64,
    pub event_id: String,
    pub no_id: i64,
    pub text: NewsText,
    pub author_id: i64,
    pub state: NewsState,
    pub recipients: i64,
    pub counts: NewsCounts,
    pub created_at: i64,
    pub ended_at: i64,
}

/// Numbers of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewsCounts {
    pub written: i64,
    pub waiting: i64,
    pub sent: i64,
    pub failed: i64,
    pub not_configured: i64,
}

impl NewsText {
    /// Trims the fields and validates them; the error names every invalid field.
    pub fn checked(mut self) -> Result<Self, Error> {
        let mut errors = Vec::new();
        for (field, text, max) in [
            ("title", &mut self.title, MAX_TITLE),
            ("body", &mut self.body, MAX_BODY),
            ("title_en", &mut self.title_en, MAX_TITLE),
            ("body_en", &mut self.body_en, MAX_BODY),
        ] {
            *text = text.trim().to_owned();
            if text.is_empty() {
                errors.push(field_error(field, "required", "is needed".to_owned()));
            } else if text.chars().count() > max {
                errors.push(field_error(field, "too_long", format!("has more than {max} characters")));
            }
        }
        for (title_field, title, body_field, body) in [
            ("title_th", &mut self.title_th, "body_th", &mut self.body_th),
            ("title_cn", &mut self.title_cn, "body_cn", &mut self.body_cn),
            ("title_vn", &mut self.title_vn, "body_vn", &mut self.body_vn),
        ] {
            *title = title.trim().to_owned();
            *body = body.trim().to_owned();
            let is_written = !(title.is_empty() && body.is_empty());
            for (field, text, max) in [(title_field, title, MAX_TITLE), (body_field, body, MAX_BODY)] {
                if is_written && text.is_empty() {
                    errors.push(field_error(field, "required", "is needed with the other one".to_owned()));
                } else if text.chars().count() > max {
                    errors.push(field_error(field, "too_long", format!("has more than {max} characters")));
                }
            }
        }
        let link = self.link.trim().to_owned();
        self.link = link;
        let is_path = self.link.is_empty() || self.link.starts_with('/');
        if !is_path || !is_link(&self.link) {
            errors.push(field_error(
                "link",
                "invalid",
                "must be a path of this shop, such as /promotion".to_owned(),
            ));
        }
        let Some(first) = errors.first() else { return Ok(self) };
        let mut error = Error::invalid(&first.field, first.message.clone());
        error.detail.errors = errors;
        Err(error)
    }

    /// Title and body in a language, or in English where it has none.
    pub fn of_language(&self, language: &str) -> (&str, &str) {
        match language {
            "la" => (&self.title, &self.body),
            "th" if !self.title_th.is_empty() => (&self.title_th, &self.body_th),
            "cn" if !self.title_cn.is_empty() => (&self.title_cn, &self.body_cn),
            "vn" if !self.title_vn.is_empty() => (&self.title_vn, &self.body_vn),
            _ => (&self.title_en, &self.body_en),
        }
    }

    /// Languages that have a text of their own.
    pub fn languages(&self) -> impl Iterator<Item = &'static str> {
        LANGUAGES.into_iter().filter(|one| match *one {
            "th" => !self.title_th.is_empty(),
            "cn" => !self.title_cn.is_empty(),
            "vn" => !self.title_vn.is_empty(),
            _ => true,
        })
    }
}

fn field_error(field: &str, reason: &str, message: String) -> FieldError {
    FieldError { field: field.to_owned(), message, reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_invalid_field_is_named() {
        let text = NewsText {
            title: " ".to_owned(),
            body: "b".repeat(MAX_BODY + 1),
            title_en: "Sale".to_owned(),
            body_en: "All tiles".to_owned(),
            link: "https://other.example".to_owned(),
            title_th: "ลดราคา".to_owned(),
            body_vn: "b".repeat(MAX_BODY + 1),
            ..NewsText::default()
        };
        let error = text.clone().checked().unwrap_err();
        let fields: Vec<&str> = error.detail.errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["title", "body", "body_th", "title_vn", "body_vn", "link"]);
        let valid = NewsText {
            title: " ຫຼຸດລາຄາ ".to_owned(),
            body: "ທຸກກະເບື້ອງ".to_owned(),
            link: "/promotion".to_owned(),
            body_th: "กระเบื้องทั้งหมด".to_owned(),
            body_vn: String::new(),
            ..text
        };
        let valid = valid.checked().unwrap();
        assert_eq!(valid.of_language("la").0, "ຫຼຸດລາຄາ");
        assert_eq!(valid.of_language("vn").0, "Sale");
        assert_eq!(valid.of_language("th").0, "ลดราคา");
        assert_eq!(valid.languages().collect::<Vec<_>>(), ["la", "en", "th"]);
    }
}
