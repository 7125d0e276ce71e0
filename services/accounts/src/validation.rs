//! Validation errors of form fields, collected so that a response names all of them.

use heuan_proto::rpc::v1::FieldError;
use heuan_rpc::{Code, Error};

/// A validation error of one value: a code for programs and the end of a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidField {
    pub reason: &'static str,
    pub message: String,
}

impl InvalidField {
    pub fn required() -> Self {
        Self::new("required", "is needed")
    }

    pub fn too_short(min: usize) -> Self {
        Self::new("too_short", format!("must have at least {min} characters"))
    }

    pub fn too_long(max: usize) -> Self {
        Self::new("too_long", format!("must have at most {max} characters"))
    }

    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new("invalid", message)
    }

    pub fn common() -> Self {
        Self::new("common", "is one of the passwords that are guessed first; choose another")
    }

    pub fn unchanged() -> Self {
        Self::new("unchanged", "is the current password; choose another")
    }

    pub fn wrong_code() -> Self {
        Self::new("wrong_code", "is wrong or has expired; the shop gives a new one")
    }

    fn new(reason: &'static str, message: impl Into<String>) -> Self {
        Self { reason, message: message.into() }
    }
}

/// Collects the validation errors of a request, so that a form shows all of them.
#[derive(Debug, Default)]
pub struct ValidationErrors(Vec<FieldError>);

impl ValidationErrors {
    /// The value, or `None` after adding the error to `field`.
    pub fn check<T>(&mut self, field: &str, value: Result<T, InvalidField>) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(InvalidField { reason, message }) => {
                let (field, reason) = (field.to_owned(), reason.to_owned());
                self.0.push(FieldError { field, message, reason });
                None
            }
        }
    }

    /// Returns the collected errors, if any.
    pub fn end(self) -> Result<(), Error> {
        if self.0.is_empty() { Ok(()) } else { Err(self.into_error(Code::InvalidArgument)) }
    }

    fn into_error(self, code: Code) -> Error {
        let first = self.0.first().cloned().unwrap_or_default();
        let mut error = Error::new(code, first.message);
        error.detail.field = first.field;
        error.detail.errors = self.0;
        error
    }
}

/// An error with one invalid field.
pub fn invalid(field: &str, error: InvalidField) -> Error {
    let mut errors = ValidationErrors::default();
    errors.check::<()>(field, Err(error));
    errors.into_error(Code::InvalidArgument)
}

/// The conflict for `fields` that belong to another account.
pub fn taken(fields: &[&'static str]) -> Error {
    let mut errors = ValidationErrors::default();
    for field in fields {
        errors.check::<()>(field, Err(InvalidField::new("taken", "has an account already")));
    }
    let mut error = errors.into_error(Code::Conflict);
    "taken".clone_into(&mut error.detail.reason);
    error
}
