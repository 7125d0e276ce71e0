//! Password change with the current password. Wrong ones are rate-limited like failed logins.

use std::slice::from_ref;

use heuan_rpc::{Code, Error, Result};

use super::{AccountService, session::digest_or_empty};
use crate::{
    hashing::Caller,
    password::Password,
    rate_limit::LimitedAction,
    security::{Attempt, EventResult, SecurityEvent},
    store::{Counted, Credentials, SessionsEnding, UpdateOutcome, store_error},
    validation::{InvalidField, ValidationErrors, invalid},
};

/// The current and the new password.
pub struct PasswordChange<'a> {
    pub customer_id: i64,
    pub current: &'a str,
    pub new: &'a str,
    /// The session that stays open.
    pub token: &'a [u8],
    /// The browser that stays known; may be empty.
    pub device_token: &'a [u8],
    pub client_address: &'a str,
}

impl AccountService {
    /// Changes the password, ends every other session and forgets every other browser. Wrong current passwords are counted like failed logins, so
    /// that an unlocked phone cannot be used for guessing.
    pub async fn change_password(&self, change: PasswordChange<'_>) -> Result<()> {
        let attempt =
            Attempt::begin(SecurityEvent::PasswordChange, Some(change.customer_id), change.client_address);
        let changed = self.replace_password(&change).await;
        attempt.end(EventResult::of(&changed, is_wrong(&["current"])));
        changed
    }

    async fn replace_password(&self, change: &PasswordChange<'_>) -> Result<()> {
        let known = self.store.credentials_of(change.customer_id).await.map_err(store_error)?;
        let Credentials { customer, password_hash, .. } =
            known.ok_or_else(|| Error::not_found("no such customer"))?;
        let mut errors = ValidationErrors::default();
        let current = errors.check("current", Password::for_login(change.current));
        let new = Password::for_registration(change.new, Some(&customer.details)).and_then(|new| {
            if change.new == change.current { Err(InvalidField::unchanged()) } else { Ok(new) }
        });
        let new = errors.check("new", new);
        errors.end()?;
        let (Some(current), Some(new)) = (current, new) else {
            return Err(Error::internal("a valid form was not parsed"));
        };

        let failures =
            self.rate_limit_counter(LimitedAction::WrongCurrentPassword, &customer.customer_id.to_string());
        self.store.check(&[&failures], self.clock.now_ms()).await?;
        let permit = self.hasher.try_enqueue(Caller::Known)?;
        self.increment_or_reject(&[&failures]).await?;
        let new_hash = self.hasher.replace(permit, current, password_hash.clone(), new).await?;
        let new_hash = new_hash.ok_or_else(|| wrong("current"))?;

        let (kept, device) = (digest_or_empty(change.token), digest_or_empty(change.device_token));
        let ending =
            SessionsEnding { seen_hash: &password_hash, kept: &kept, device: &device, failures: &failures };
        let notices = self.notice_limits(change.client_address);
        let written = self.store.change_password(customer.customer_id, &new_hash, ending, &notices).await;
        self.undo_counts_unless_written(&written, &[Counted::Counters(from_ref(&failures))]).await;
        // A concurrent change succeeded first, so the typed password is outdated.
        if written? == UpdateOutcome::Outrun { Err(wrong("current")) } else { Ok(()) }
    }
}

/// The error of a wrong current password, for the field `field`.
pub(super) fn wrong(field: &str) -> Error {
    invalid(field, InvalidField::invalid("is not the current password"))
}

/// Whether an error says that the secret in one of `fields` is wrong. Missing secrets and other invalid fields are not security
/// events.
pub(super) fn is_wrong<'a>(fields: &'a [&'a str]) -> impl Fn(&Error) -> bool {
    move |error| {
        let is_secret = |field: &str| fields.contains(&field);
        error.code == Code::InvalidArgument
            && error.detail.errors.iter().any(|invalid| {
                is_secret(&invalid.field) && matches!(invalid.reason.as_str(), "invalid" | "wrong_code")
            })
    }
}
