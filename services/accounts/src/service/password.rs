use heuan_rpc::{Error, Result};

use super::AccountService;
use crate::{
    password::Password,
    rate_limit::LimitedAction,
    store::{Credentials, UpdateOutcome, fault},
    token::Token,
    validation::{InvalidField, ValidationErrors, invalid},
};

/// A password and the one for its place.
pub struct PasswordChange<'a> {
    pub customer_id: i64,
    pub current: &'a str,
    pub new: &'a str,
    /// The session that stays.
    pub token: &'a [u8],
}

impl AccountService {
    /// Changes the password and ends every other session. Wrong present passwords are counted like wrong logins: a
    /// borrowed phone shall not be a way to guess.
    pub async fn change_password(&self, change: PasswordChange<'_>) -> Result<()> {
        let known = self.store.credentials_of(change.customer_id).await.map_err(fault)?;
        let Credentials { customer, password_hash } =
            known.ok_or_else(|| Error::not_found("no such customer"))?;
        let mut faults = ValidationErrors::default();
        let current = faults.check("current", Password::for_login(change.current));
        let new = faults.check("new", Password::for_registration(change.new, Some(&customer.details)));
        faults.end()?;
        let (Some(current), Some(new)) = (current, new) else {
            return Err(Error::internal("a form without faults was not read"));
        };

        let rate_limit =
            self.rate_limit_counter(LimitedAction::FailedLoginOfAccount, &customer.customer_id.to_string());
        self.store.check(&[&rate_limit], self.clock.now_ms()).await?;
        let permit = self.hasher.try_enqueue()?;
        self.increment_or_reject(&[&rate_limit]).await?;
        let wrong = || invalid("current", InvalidField::invalid("is not the present password"));
        let new_hash =
            self.hasher.replace(permit, current, password_hash.clone(), new).await?.ok_or_else(wrong)?;

        let kept = Token::from_bytes(change.token).map(|token| token.digest()).unwrap_or_default();
        let written = self
            .store
            .change_password(customer.customer_id, &password_hash, &new_hash, &kept, &rate_limit)
            .await?;
        // Somebody else was faster: what was typed is the password no more.
        if written == UpdateOutcome::Outrun { Err(wrong()) } else { Ok(()) }
    }
}
