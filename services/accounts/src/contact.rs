//! Messages of the contact form, and their validation.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use crate::{
    customer::{self, ContactPoints},
    validation::{InvalidField, ValidationErrors},
};

const MAX_MESSAGE: usize = 2000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    Customer,
    Employee,
    Supplier,
    Organization,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Service,
    Website,
    Product,
}

/// A validated message, normalized for storage.
#[derive(Clone, PartialEq, Eq)]
pub struct Contact {
    pub sender: Sender,
    pub topic: Topic,
    pub name: String,
    /// Phone number or e-mail address; at least one is present.
    pub reach: ContactPoints,
    pub message: String,
}

/// The form's fields as submitted.
pub struct ContactForm<'a> {
    pub sender_type: i32,
    pub topic: i32,
    pub name: &'a str,
    pub phone: &'a str,
    pub email: &'a str,
    pub message: &'a str,
}

impl Sender {
    pub const ALL: [Self; 4] = [Self::Customer, Self::Employee, Self::Supplier, Self::Organization];

    /// Name for operators and exports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Employee => "employee",
            Self::Supplier => "supplier",
            Self::Organization => "organisation",
        }
    }

    /// The specification's number, from 1.
    pub fn number(self) -> i64 {
        self as i64 + 1
    }
}

impl Topic {
    pub const ALL: [Self; 3] = [Self::Service, Self::Website, Self::Product];

    /// Name for operators and exports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Service => "service",
            Self::Website => "website",
            Self::Product => "product",
        }
    }

    /// The specification's number, from 1.
    pub fn number(self) -> i64 {
        self as i64 + 1
    }
}

impl Contact {
    /// Validates a form and adds its errors to `errors`.
    pub fn read(form: &ContactForm<'_>, errors: &mut ValidationErrors) -> Option<Self> {
        let sender = Sender::ALL.into_iter().find(|it| it.number() == i64::from(form.sender_type));
        let sender =
            errors.check("sender_type", sender.ok_or_else(|| InvalidField::invalid("must be 1 to 4")));
        let topic = Topic::ALL.into_iter().find(|it| it.number() == i64::from(form.topic));
        let topic = errors.check("topic", topic.ok_or_else(|| InvalidField::invalid("must be 1 to 3")));
        let name = errors.check("name", customer::name(form.name));
        let reach = ContactPoints::read(form.phone, form.email, errors);
        let message = errors.check("message", message(form.message));
        Some(Self { sender: sender?, topic: topic?, name: name?, reach: reach?, message: message? })
    }
}

fn message(text: &str) -> Result<String, InvalidField> {
    let text: String = text.trim().replace("\r\n", "\n").nfc().collect();
    let strange = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    match text.chars().count() {
        0 => Err(InvalidField::required()),
        count if count > MAX_MESSAGE => Err(InvalidField::too_long(MAX_MESSAGE)),
        _ if text.contains(strange) => Err(InvalidField::invalid("has a control character")),
        _ => Ok(text),
    }
}

/// Omits names, phone numbers, addresses and texts, so that they are never logged.
impl fmt::Debug for Contact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sender, topic, .. } = self;
        f.debug_struct("Contact").field("sender", sender).field("topic", topic).finish_non_exhaustive()
    }
}
