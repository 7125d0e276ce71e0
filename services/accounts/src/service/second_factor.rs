//! Second factor of staff (TOTP): enrollment, verification of a session, recovery codes and reset.

use std::slice::from_ref;

use heuan_rpc::{Error, Result};

use super::AccountService;
use crate::{
    customer::Role,
    hashing::Caller,
    password::Password,
    rate_limit::{LimitedAction, RateLimitCounter},
    second_factor::{TotpSecret, digits, recovery_codes, recovery_digest},
    security::{self, Actor, Attempt, EventResult, SecurityEvent},
    service::password::{is_wrong, wrong as wrong_password},
    store::{Counted, Credentials, store_error},
    token::Token,
    validation::{InvalidField, ValidationErrors, invalid},
};

/// Field of the current password.
const CURRENT: &str = "current_password";

/// A code that was entered in a session.
pub struct EnteredCode<'a> {
    pub customer_id: i64,
    pub token: &'a [u8],
    pub code: &'a str,
    pub client_address: &'a str,
}

impl<'a> EnteredCode<'a> {
    fn begin(&self) -> Attempt<'a> {
        Attempt::begin(SecurityEvent::SecondFactor, Some(self.customer_id), self.client_address)
    }
}

impl AccountService {
    /// Makes a secret and returns it with the address for an authenticator app.
    pub async fn begin_second_factor(
        &self,
        customer_id: i64,
        password: &str,
        client_address: &str,
    ) -> Result<(TotpSecret, String)> {
        let attempt = Attempt::begin(SecurityEvent::SecondFactorSetup, Some(customer_id), client_address);
        let begun = self.make_second_factor(customer_id, password).await;
        attempt.end(EventResult::of(&begun, is_wrong(&[CURRENT])));
        begun
    }

    async fn make_second_factor(&self, customer_id: i64, password: &str) -> Result<(TotpSecret, String)> {
        let known = self.store.credentials_of(customer_id).await.map_err(store_error)?;
        let Credentials { customer, password_hash, .. } =
            known.ok_or_else(|| Error::not_found("no such customer"))?;
        if !customer.role.is_staff() {
            return Err(Error::not_found("no such member of staff"));
        }
        let mut errors = ValidationErrors::default();
        let password = errors.check(CURRENT, Password::for_login(password));
        errors.end()?;
        let password = password.ok_or_else(|| Error::internal("a valid form was not parsed"))?;
        let secret = TotpSecret::random()?;
        let failures = self.rate_limit_counter(LimitedAction::WrongCurrentPassword, &customer_id.to_string());
        self.store.check(&[&failures], self.clock.now_ms()).await?;
        let permit = self.hasher.try_enqueue(Caller::Known)?;
        self.increment_or_reject(&[&failures]).await?;
        if !self.hasher.verify(permit, password, Some(password_hash)).await?.matches {
            return Err(wrong_password(CURRENT));
        }
        let stored = self.store.begin_second_factor(customer_id, secret.as_base32(), &failures).await;
        self.undo_counts_unless_written(&stored, &[Counted::Counters(from_ref(&failures))]).await;
        if !stored? {
            return Err(Error::conflict("second_factor_exists", "this account has a second factor already"));
        }
        let account = customer.details.phone.or(customer.details.email).unwrap_or_default();
        let url = secret.url(&account)?;
        Ok((secret, url))
    }

    /// Confirms the secret by its first code and returns recovery codes.
    pub async fn confirm_second_factor(&self, entered: EnteredCode<'_>) -> Result<Vec<String>> {
        let attempt = entered.begin();
        let confirmed = self.confirm_by_code(&entered).await;
        attempt.end(EventResult::of(&confirmed, is_wrong(&["code"])));
        confirmed
    }

    async fn confirm_by_code(&self, entered: &EnteredCode<'_>) -> Result<Vec<String>> {
        let stored = self.store.second_factor(entered.customer_id).await.map_err(store_error)?;
        let stored = stored.filter(|stored| stored.confirmed_at.is_none());
        let stored = stored.ok_or_else(|| Error::not_found("no second factor is being set up"))?;
        let now = self.clock.now_ms();
        let (codes, hashes) = new_recovery_codes()?;
        let counter = self.count_code(entered).await?;
        let step = match digits(entered.code) {
            Some(code) => TotpSecret::from_base32(stored.secret).check(&code, now, stored.last_step)?,
            None => None,
        };
        let step = step.ok_or_else(wrong_code)?;
        let digest = digest(entered.token);
        let session = (digest.as_str(), &counter);
        let written =
            self.store.confirm_second_factor(entered.customer_id, step, now, &hashes, session).await;
        self.undo_counts_unless_written(&written, &[Counted::Counters(from_ref(&counter))]).await;
        if !written? {
            return Err(Error::conflict("second_factor_exists", "this account has a second factor already"));
        }
        Ok(codes)
    }

    /// Replaces the recovery codes and returns the new ones. It needs a code of the app or a recovery code even in a verified
    /// session, which may have been left open.
    pub async fn renew_recovery_codes(&self, entered: EnteredCode<'_>) -> Result<Vec<String>> {
        let customer_id = entered.customer_id;
        self.verify_second_factor(entered).await?;
        let (codes, hashes) = new_recovery_codes()?;
        if !self.store.replace_recovery_codes(customer_id, &hashes).await? {
            return Err(Error::not_found("this account has no second factor"));
        }
        Ok(codes)
    }

    /// Verifies a session by a code of the app or a recovery code.
    pub async fn verify_second_factor(&self, entered: EnteredCode<'_>) -> Result<()> {
        let attempt = entered.begin();
        let verified = self.verify_by_code(&entered).await;
        attempt.end(EventResult::of(&verified, is_wrong(&["code"])));
        verified
    }

    async fn verify_by_code(&self, entered: &EnteredCode<'_>) -> Result<()> {
        let stored = self.store.second_factor(entered.customer_id).await.map_err(store_error)?;
        let stored = stored.filter(|stored| stored.confirmed_at.is_some());
        let stored = stored.ok_or_else(|| Error::not_found("this account has no second factor"))?;
        let counter = self.count_code(entered).await?;
        let (customer_id, now, digest) = (entered.customer_id, self.clock.now_ms(), digest(entered.token));
        let session = (digest.as_str(), &counter);
        let accepted = if let Some(code) = digits(entered.code) {
            match TotpSecret::from_base32(stored.secret).check(&code, now, stored.last_step)? {
                Some(step) => self.store.verify_by_step(customer_id, step, session).await,
                None => Ok(false),
            }
        } else if let Some(hash) = recovery_digest(entered.code) {
            // If the database does not respond, its caller does not learn whether the code is right, so it does not count as
            // wrong.
            self.store.verify_by_recovery_code(customer_id, &hash, session).await
        } else {
            Ok(false)
        };
        self.undo_counts_unless_written(&accepted, &[Counted::Counters(from_ref(&counter))]).await;
        if accepted? { Ok(()) } else { Err(wrong_code()) }
    }

    /// Removes the second factor of a member of staff whose phone is lost.
    pub async fn reset_second_factor_by(&self, actor: Actor<'_>, customer_id: i64) -> Result<()> {
        self.require_role(actor.account_id, &[Role::Manager]).await?;
        self.customer(customer_id).await?;
        self.remove_second_factor(actor, customer_id).await
    }

    /// Removes the second factor of a member of staff, for the operator's command.
    pub async fn reset_second_factor(&self, customer_id: i64) -> Result<()> {
        self.remove_second_factor(Actor::OPERATOR, customer_id).await
    }

    async fn remove_second_factor(&self, actor: Actor<'_>, customer_id: i64) -> Result<()> {
        self.store.reset_second_factor(customer_id).await?;
        security::record_by(actor, SecurityEvent::SecondFactorReset, customer_id);
        Ok(())
    }

    /// Counts a code before it is checked, so that concurrent guesses are counted like sequential ones. Returns the counter,
    /// which a right code resets.
    async fn count_code(&self, entered: &EnteredCode<'_>) -> Result<RateLimitCounter> {
        let id = entered.customer_id.to_string();
        let counter = self.rate_limit_counter(LimitedAction::WrongSecondFactor, &id);
        self.increment_or_reject(&[&counter]).await?;
        Ok(counter)
    }
}

/// New recovery codes, and their digests.
fn new_recovery_codes() -> Result<(Vec<String>, Vec<String>)> {
    let codes = recovery_codes()?;
    let hashes = codes.iter().filter_map(|code| recovery_digest(code)).collect();
    Ok((codes, hashes))
}

fn wrong_code() -> Error {
    invalid("code", InvalidField::invalid("is wrong or was used before; enter the next code of your app"))
}

fn digest(token: &[u8]) -> String {
    Token::from_bytes(token).map(|token| token.digest()).unwrap_or_default()
}
