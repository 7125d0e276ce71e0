//! Closing of an account by its customer.

use heuan_rpc::{Error, Result};

use super::{
    AccountService,
    one_time_code::{read_code, wrong_code},
    password::is_wrong,
};
use crate::{
    hashing::Caller,
    password::Password,
    rate_limit::LimitedAction,
    security::{Actor, Attempt, EventResult, SecurityEvent},
    store::{Erasure, ErasureProof, store_error},
    validation::{InvalidField, ValidationErrors, invalid},
};

/// A request to close one's own account, with the password or a code.
pub struct AccountClosing<'a> {
    pub customer_id: i64,
    pub password: &'a str,
    pub code: &'a str,
    pub client_address: &'a str,
}

impl AccountService {
    /// Verifies the password or the code, and begins the erasure of the customer's data, which invalidates the
    /// code.
    pub async fn close_account(&self, closing: AccountClosing<'_>) -> Result<Erasure> {
        let customer = self.customer(closing.customer_id).await?;
        if customer.role.is_staff() {
            return Err(Error::conflict("is_staff", "the account has the staff role"));
        }
        let account = Some(closing.customer_id);
        let attempt = Attempt::begin(SecurityEvent::Erasure, account, closing.client_address);
        let closed = self.close_by_proof(&closing).await;
        // The erasure itself is recorded with its actor.
        let refused = EventResult::of(&closed, is_wrong(&["password", "code"]));
        attempt.end(refused.filter(|_| closed.is_err()));
        closed
    }

    async fn close_by_proof(&self, closing: &AccountClosing<'_>) -> Result<Erasure> {
        let proof = if closing.code.trim().is_empty() {
            self.check_password(closing).await?
        } else {
            self.verify_closing_code(closing).await?
        };
        let owner = Actor { account_id: closing.customer_id, client_address: closing.client_address };
        let begun = self.begin_proven_erasure(owner, closing.customer_id, Some(&proof)).await;
        self.undo_counts_unless_written(&begun, &[proof.counted()]).await;
        begun
    }

    async fn check_password(&self, closing: &AccountClosing<'_>) -> Result<ErasureProof> {
        let mut errors = ValidationErrors::default();
        let password = errors.check("password", Password::for_login(closing.password));
        errors.end()?;
        let password = password.ok_or_else(|| Error::internal("a valid form was not parsed"))?;
        let known = self.store.credentials_of(closing.customer_id).await.map_err(store_error)?;
        let known = known.ok_or_else(|| Error::not_found("no such customer"))?;
        let id = closing.customer_id.to_string();
        let failures = self.rate_limit_counter(LimitedAction::WrongCurrentPassword, &id);
        self.store.check(&[&failures], self.clock.now_ms()).await?;
        let permit = self.hasher.try_enqueue(Caller::Known)?;
        self.increment_or_reject(&[&failures]).await?;
        let verification = self.hasher.verify(permit, password, Some(known.password_hash)).await?;
        if !verification.matches {
            return Err(invalid("password", InvalidField::invalid("is not the current password")));
        }
        Ok(ErasureProof::Password(failures))
    }

    async fn verify_closing_code(&self, closing: &AccountClosing<'_>) -> Result<ErasureProof> {
        let mut errors = ValidationErrors::default();
        let code = errors.check("code", read_code(closing.code));
        errors.end()?;
        let code = code.ok_or_else(|| Error::internal("a valid form was not parsed"))?;
        let attempts = self.begin_code_attempt_of(closing.customer_id).await?;
        let verified = self.verify_confirmation(closing.customer_id, &code, attempts).await?;
        verified.map(ErasureProof::Code).ok_or_else(wrong_code)
    }
}
