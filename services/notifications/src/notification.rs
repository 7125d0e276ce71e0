//! Notifications and their validation.

use heuan_proto::rpc::v1::FieldError;
use heuan_rpc::Error;

/// The broadcast topic of all customers.
pub const ALL_CUSTOMERS: &str = "customers";

/// Category of advertisements.
pub const PROMOTION: &str = "promotion";

pub const CATEGORIES: [&str; 3] = ["general", PROMOTION, "order"];

const MAX_TITLE: usize = 120;
const MAX_BODY: usize = 1000;
const MAX_URL: usize = 1024;

/// A notification to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// 0 for a broadcast.
    pub customer_id: i64,
    pub topic: String,
    /// Unique event id, for idempotency.
    pub event_id: String,
    pub title: String,
    pub body: String,
    /// English title; empty if there is only one text.
    pub title_en: String,
    pub body_en: String,
    pub image_url: String,
    pub action_url: String,
    pub website_url: String,
    pub category: String,
    pub order_number: String,
    pub order_id: String,
    pub order_status: String,
    pub kind: String,
    pub message_id: i64,
    /// JSON of the variables of messages outside the shop; `None` if there are none.
    pub message_variables: Option<String>,
    /// Branch of a new order, which decides the browsers of the staff that get it; 0 for none. It is not stored.
    pub branch_id: i64,
}

/// A stored notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    pub no_id: i64,
    pub draft: Draft,
    pub is_read: bool,
    pub created_at: i64,
    pub updated_at: i64,
}

impl Draft {
    /// Trims the fields and validates them; the error names every invalid field by its API name.
    pub fn checked(mut self) -> Result<Self, Error> {
        let mut errors = Vec::new();
        for (field, text, max) in [("title", &mut self.title, MAX_TITLE), ("body", &mut self.body, MAX_BODY)]
        {
            *text = text.trim().to_owned();
            if text.is_empty() {
                errors.push(field_error(field, "required", "is needed"));
            } else if text.chars().count() > max {
                errors.push(field_error(field, "too_long", &format!("has more than {max} characters")));
            }
        }
        for (field, url) in [
            ("imageUrl", &self.image_url),
            ("actionUrl", &self.action_url),
            ("websiteUrl", &self.website_url),
        ] {
            if !is_link(url) {
                errors.push(field_error(field, "invalid", "must be a path of this shop or an https address"));
            }
        }
        if self.category.is_empty() {
            "general".clone_into(&mut self.category);
        }
        if !CATEGORIES.contains(&self.category.as_str()) {
            errors.push(field_error("category", "invalid", "must be general, promotion or order"));
        }
        if self.order_number.len() > 40 {
            errors.push(field_error("ord_number", "too_long", "has more than 40 bytes"));
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

fn field_error(field: &str, reason: &str, message: &str) -> FieldError {
    FieldError { field: field.to_owned(), message: message.to_owned(), reason: reason.to_owned() }
}

/// Whether a URL is a valid link: a path of the shop, or https. Empty means no link.
pub fn is_link(url: &str) -> bool {
    let is_path = url.starts_with('/') && !url.starts_with("//") && !url.starts_with("/\\");
    url.len() <= MAX_URL
        && !url.contains(|letter: char| letter.is_control() || letter == ' ')
        && (url.is_empty() || is_path || url.starts_with("https://"))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", true)]
    #[case("/la/shop/101002", true)]
    #[case("https://shop.example/x", true)]
    #[case("//evil.example", false)]
    #[case("/\\evil.example", false)]
    #[case("http://shop.example", false)]
    #[case("javascript:alert(1)", false)]
    #[case("/a b", false)]
    fn link_is_a_web_url_or_a_path(#[case] url: &str, #[case] taken: bool) {
        assert_eq!(is_link(url), taken);
    }

    #[test]
    fn every_invalid_field_is_reported() {
        let draft =
            Draft { title: " ".into(), image_url: "x".into(), category: "news".into(), ..Draft::default() };
        let fields: Vec<String> =
            draft.checked().unwrap_err().detail.errors.into_iter().map(|one| one.field).collect();
        assert_eq!(fields, ["title", "body", "imageUrl", "category"]);
    }
}
