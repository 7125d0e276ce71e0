//! Validation of a product edit. All invalid fields are reported in one error.

#![allow(clippy::option_option, reason = "an absent field stays, and null empties it")]

use std::collections::{BTreeMap, BTreeSet};

use heuan_catalog_folder::{
    MAX_BRAND_CHARS, MAX_FIELD_BYTES, MAX_LOCATION_CHARS, MAX_NAME_CHARS, MAX_PRICE, check_attributes,
    visible_text,
};
use heuan_proto::rpc::v1::FieldError;
use heuan_rpc::{Code, Error};

use super::Field;

/// The end of the year 2399 in Vientiane.
const MAX_MOMENT: i64 = 13_569_440_399_000;

/// Fields with their new values as text, as the ledger stores them.
pub type Fields = BTreeMap<Field, Option<String>>;

/// Validated new values of a product. Values that depend on the product are checked when the edit is applied: group
/// and category, images, and that a name remains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductEdit {
    pub values: Fields,
    /// Paths of uploaded images among the values. They must be stored.
    pub uploaded: BTreeSet<String>,
}

/// Collects values and reports all errors at once.
#[derive(Debug, Default)]
pub struct EditBuilder {
    values: Fields,
    errors: Vec<FieldError>,
}

impl EditBuilder {
    /// A single-line text: a name, a unit, a brand, a location.
    pub fn line(&mut self, field: Field, text: Option<&str>) -> &mut Self {
        let Some(text) = text.map(str::trim) else { return self };
        let max_chars = match field {
            Field::Brand => MAX_BRAND_CHARS,
            Field::Location => MAX_LOCATION_CHARS,
            _ => MAX_NAME_CHARS,
        };
        if text.chars().any(char::is_control) {
            self.add_error(field, "has a line break or control character", "invalid");
        } else if text.chars().count() > max_chars {
            self.add_error(field, &format!("is longer than {max_chars} characters"), "too_long");
        }
        self.set(field, Some(visible_text(text).to_owned()))
    }

    /// A text of several lines.
    pub fn prose(&mut self, field: Field, text: Option<&str>) -> &mut Self {
        let Some(text) = text.map(str::trim) else { return self };
        if text.chars().any(|letter| letter.is_control() && !matches!(letter, '\n' | '\t')) {
            self.add_error(field, "has a control character", "invalid");
        } else if text.len() > MAX_FIELD_BYTES {
            self.add_error(field, &format!("is longer than {} kB", MAX_FIELD_BYTES >> 10), "too_long");
        }
        self.set(field, Some(visible_text(text).to_owned()))
    }

    /// A price in kip, or `None` if the product is not for sale.
    pub fn price(&mut self, field: Field, price: Option<Option<i64>>) -> &mut Self {
        let Some(price) = price else { return self };
        if price.is_some_and(|price| !(0..=MAX_PRICE).contains(&price)) {
            self.add_error(field, &format!("must be from 0 to {MAX_PRICE} kip"), "invalid");
        }
        self.set(field, price.map(|price| price.to_string()))
    }

    pub fn percent(&mut self, field: Field, percent: Option<i64>) -> &mut Self {
        let Some(percent) = percent else { return self };
        if !(0..=100).contains(&percent) {
            self.add_error(field, "must be a whole number from 0 to 100", "invalid");
        }
        self.set(field, Some(percent.to_string()))
    }

    /// An id, or 0 for none.
    pub fn id(&mut self, field: Field, id: Option<i64>) -> &mut Self {
        let Some(id) = id else { return self };
        if id < 0 {
            self.add_error(field, "must be a positive number", "invalid");
        }
        self.set(field, Some(id.to_string()))
    }

    /// A JSON object.
    pub fn attributes(&mut self, text: Option<&str>) -> &mut Self {
        let Some(text) = text else { return self };
        if let Some(reason) = check_attributes(text).first() {
            self.add_error(Field::Attributes, reason, "invalid");
        }
        self.set(Field::Attributes, Some(text.to_owned()))
    }

    pub fn flag(&mut self, field: Field, flag: Option<bool>) -> &mut Self {
        match flag {
            Some(flag) => self.set(field, Some(i64::from(flag).to_string())),
            None => self,
        }
    }

    /// A time in Unix milliseconds, or `None` for never.
    pub fn moment(&mut self, field: Field, at: Option<Option<i64>>) -> &mut Self {
        let Some(at) = at else { return self };
        if at.is_some_and(|at| !(0..=MAX_MOMENT).contains(&at)) {
            self.add_error(field, "must be a time before the year 2400", "invalid");
        }
        self.set(field, at.map(|at| at.to_string()))
    }

    /// A value that is checked against the product.
    pub fn set(&mut self, field: Field, value: Option<String>) -> &mut Self {
        self.values.insert(field, value);
        self
    }

    fn add_error(&mut self, field: Field, message: &str, reason: &str) {
        let field = field.name().to_owned();
        self.errors.push(FieldError { field, message: message.to_owned(), reason: reason.to_owned() });
    }

    pub fn build(&mut self) -> Result<ProductEdit, Error> {
        match self.errors.first() {
            None => Ok(ProductEdit { values: std::mem::take(&mut self.values), uploaded: BTreeSet::new() }),
            Some(first) => {
                let mut error =
                    Error::new(Code::InvalidArgument, format!("{}: {}", first.field, first.message));
                error.detail.field.clone_from(&first.field);
                error.detail.errors = std::mem::take(&mut self.errors);
                Err(error)
            }
        }
    }
}

impl ProductEdit {
    pub fn builder() -> EditBuilder {
        EditBuilder::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrong_field_is_reported() {
        let error = ProductEdit::builder()
            .line(Field::NameLa, Some("a\nb"))
            .line(Field::Brand, Some(&"x".repeat(61)))
            .line(Field::Location, Some(&"x".repeat(41)))
            .prose(Field::DescriptionEn, Some("a\u{0}"))
            .price(Field::Price, Some(Some(-1)))
            .percent(Field::Vatrate, Some(101))
            .id(Field::Group, Some(-1))
            .attributes(Some("[]"))
            .build()
            .unwrap_err();
        let fields: Vec<&str> = error.detail.errors.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(
            fields,
            [
                "pro_name_la",
                "brand",
                "location",
                "description_en",
                "price",
                "vatrate",
                "prog_id",
                "attributes"
            ]
        );
        assert_eq!(error.detail.field, "pro_name_la");
    }

    #[test]
    fn text_is_trimmed_and_invisible_text_is_empty() {
        let edit = ProductEdit::builder()
            .line(Field::NameEn, Some("  Cement "))
            .line(Field::NameLa, Some("\u{200b}"))
            .price(Field::Price, Some(None))
            .flag(Field::Visible, Some(false))
            .build()
            .unwrap();
        let values: Vec<Option<&str>> = edit.values.values().map(Option::as_deref).collect();
        assert_eq!(values, [Some(""), Some("Cement"), None, Some("0")]);
    }
}
