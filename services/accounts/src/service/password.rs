use heuan_rpc::{Error, Result};

use super::AccountService;
use crate::{
    password::Password,
    rate_limit::LimitedAction,
    store::{Credentials, UpdateOutcome, fault},
    token::Token,
    validation::{InvalidField, ValidationErrors, invalid},
};

/// The current and the new password.
pub struct PasswordChange<'a> {
    pub customer_id: i64,
    pub current: &'a str,
    pub new: &'a str,
    /// The session that stays open.
    pub token: &'a [u8],
}

impl AccountService {
    /// Changes the password and ends every other session. Wrong current passwords are counted like failed logins, so
    /// that an unlocked phone cannot be used for guessing.
    pub async fn change_password(&self, change: PasswordChange<'_>) -> Result<()> {
        let known = self.store.credentials_of(change.customer_id).await.map_err(fault)?;
        let Credentials { customer, password_hash } =
            known.ok_or_else(|| Error::not_found("no such customer"))?;
        let mut faults = ValidationErrors::default();
        let current = faults.check("current", Password::for_login(change.current));
        let new = faults.check("new", Password::for_registration(change.new, Some(&customer.details)));
        faults.end()?;
        let (Some(current), Some(new)) = (current, new) else {
            return Err(Error::internal("a valid form was not parsed"));
        };

        let rate_limit =
            self.rate_limit_counter(LimitedAction::FailedLoginOfAccount, &customer.customer_id.to_string());
        self.store.check(&[&rate_limit], self.clock.now_ms()).await?;
        let permit = self.hasher.try_enqueue()?;
        self.increment_or_reject(&[&rate_limit]).await?;
        let wrong = || invalid("current", InvalidField::invalid("is not the current password"));
        let new_hash =
            self.hasher.replace(permit, current, password_hash.clone(), new).await?.ok_or_else(wrong)?;

        let kept = Token::from_bytes(change.token).map(|token| token.digest()).unwrap_or_default();
        let written = self
            .store
            .change_password(customer.customer_id, &password_hash, &new_hash, &kept, &rate_limit)
            .await?;
        // A concurrent change succeeded first, so the typed password is outdated.
        if written == UpdateOutcome::Outrun { Err(wrong()) } else { Ok(()) }
    }
}
