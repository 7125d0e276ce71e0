//! Events for the notifications service: changes that the owner of an account should know of, and codes to
//! send.

use heuan_rpc::{Error, Result};
use serde::Serialize;

use crate::one_time_code::SentCodePurpose;

/// An event for the outbox.
pub struct AccountEvent {
    pub event_id: String,
    pub kind: &'static str,
    /// 0 for a code to a number or address without an account, and for an event for the staff.
    pub customer_id: i64,
    pub payload: String,
    /// Unix milliseconds.
    pub at: i64,
    /// Recipient of the event; empty if it goes to the customer.
    pub recipient: String,
    /// Key of a code, whose next code replaces it; otherwise empty.
    pub code_subject: String,
    /// Time at which a code expires.
    pub until: Option<i64>,
}

/// A code to send.
pub struct CodeToSend<'a> {
    pub purpose: SentCodePurpose,
    pub subject: &'a str,
    pub recipient: &'a str,
    pub code: &'a str,
    /// Language of the message; may be empty.
    pub language: &'a str,
    /// 0 for none.
    pub customer_id: i64,
    pub at: i64,
    pub until: i64,
}

/// A notice of what may be another person's doing.
#[derive(Clone, Copy, Debug)]
pub enum SecurityNotice<'a> {
    PasswordChanged,
    /// A browser has signed in for the first time; its short name, which may be empty.
    NewDevice(&'a str),
}

/// Data of an event, whose keys the notifications service reads.
#[derive(Default, Serialize)]
struct Payload<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    recipient: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    code: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    language: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    device: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_shop_only: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch_id: Option<i64>,
}

impl SecurityNotice<'_> {
    /// Kind of its event.
    pub fn kind(self) -> &'static str {
        match self {
            Self::PasswordChanged => "security.password",
            Self::NewDevice(_) => "security.device",
        }
    }
}

impl AccountEvent {
    /// For the customer, in the shop, and by messages as well unless `in_shop_only`.
    pub fn security_notice(
        customer_id: i64,
        notice: SecurityNotice<'_>,
        in_shop_only: bool,
        at: i64,
    ) -> Result<Self> {
        let device = match notice {
            SecurityNotice::NewDevice(device) => device,
            SecurityNotice::PasswordChanged => "",
        };
        let in_shop_only = in_shop_only.then_some(true);
        let payload = Payload { device, in_shop_only, ..Payload::default() };
        Self::new(notice.kind(), customer_id, &payload, at)
    }

    /// Event for the customer, in the shop: the phone number or the e-mail address was added, changed or
    /// removed.
    pub fn identifier_changed(customer_id: i64, at: i64) -> Result<Self> {
        Self::new("security.identifier_changed", customer_id, &Payload::default(), at)
    }

    /// Event of the same change for a verified phone number or e-mail address that stays with the account,
    /// sent outside the shop.
    pub fn identifier_changed_notice(customer_id: i64, recipient: &str, at: i64) -> Result<Self> {
        let event = Self::new(
            "security.identifier_changed",
            customer_id,
            &Payload { recipient, ..Payload::default() },
            at,
        )?;
        Ok(Self { recipient: recipient.to_owned(), ..event })
    }

    /// Event for the customer who had a phone number or e-mail address that another person has verified.
    pub fn identifier_lost(customer_id: i64, at: i64) -> Result<Self> {
        Self::new("security.identifier_lost", customer_id, &Payload::default(), at)
    }

    /// Event for a phone number or e-mail address that no longer belongs to the account, because another one replaced it.
    pub fn identifier_removed(customer_id: i64, recipient: &str, at: i64) -> Result<Self> {
        let payload = Payload { recipient, ..Payload::default() };
        let event = Self::new("security.identifier", customer_id, &payload, at)?;
        Ok(Self { recipient: recipient.to_owned(), ..event })
    }

    /// Event for a member of the staff who has another home branch, or none.
    pub fn home_branch(customer_id: i64, branch_id: Option<i64>, at: i64) -> Result<Self> {
        let payload = Payload { branch_id, ..Payload::default() };
        Self::new("staff.home_branch", customer_id, &payload, at)
    }

    /// Event for the staff: a message of the contact form has come in. It has nothing about the sender.
    pub fn contact_received(at: i64) -> Result<Self> {
        Self::new("contact.received", 0, &Payload::default(), at)
    }

    pub fn code(from: &CodeToSend<'_>) -> Result<Self> {
        let CodeToSend { recipient, code, language, until, .. } = *from;
        let kind = match from.purpose {
            SentCodePurpose::SignIn => "code.sign_in",
            SentCodePurpose::ResetPassword => "code.reset",
            SentCodePurpose::Verify | SentCodePurpose::Confirm => "code.verify",
        };
        let payload = Payload { recipient, code, language, until_ms: Some(until), ..Payload::default() };
        Ok(Self {
            recipient: recipient.to_owned(),
            code_subject: from.subject.to_owned(),
            until: Some(until),
            ..Self::new(kind, from.customer_id, &payload, from.at)?
        })
    }

    fn new(kind: &'static str, customer_id: i64, payload: &Payload<'_>, at: i64) -> Result<Self> {
        Ok(Self {
            event_id: format!("account.{}", uuid::Uuid::now_v7().simple()),
            kind,
            customer_id,
            payload: serde_json::to_string(payload).map_err(Error::internal)?,
            at,
            recipient: String::new(),
            code_subject: String::new(),
            until: None,
        })
    }
}
