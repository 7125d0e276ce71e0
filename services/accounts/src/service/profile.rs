//! Profile update. A new phone number or e-mail address needs the current password or a code, and ends other sessions.

use std::slice::from_ref;

use heuan_rpc::{Error, Result};

use super::{
    AccountService,
    one_time_code::read_code,
    password::{is_wrong, wrong},
    session::digest_or_empty,
};
use crate::{
    customer::{Customer, Details},
    hashing::Caller,
    password::Password,
    rate_limit::{LimitedAction, RateLimitCounter},
    security::{Attempt, EventResult, SecurityEvent},
    store::{Counted, Credentials, IdentifierProofs, SessionsEnding, store_error},
    validation::{InvalidField, ValidationErrors, invalid},
};

/// Field of the current password.
const CURRENT: &str = "current_password";

/// Field of the confirmation code.
const CURRENT_CODE: &str = "current_code";

/// Field of the code that was sent to the new phone number.
const PHONE_CODE: &str = "phone_code";

/// Field of the code that was sent to the new email address.
const EMAIL_CODE: &str = "email_code";

/// Proof that the customer makes the change.
enum CurrentProof {
    Password(Password),
    Code(String),
}

/// A profile form as submitted.
pub struct ProfileUpdate<'a> {
    pub customer_id: i64,
    pub fname: &'a str,
    pub lname: &'a str,
    pub phone: &'a str,
    pub email: &'a str,
    /// Needed when the phone number or the email address changes.
    pub current_password: &'a str,
    /// Confirmation code that was sent to the present number or address, in place of the password; may be empty.
    pub current_code: &'a str,
    /// Codes that were sent to the new phone number and the new email address; may be empty.
    pub phone_code: &'a str,
    pub email_code: &'a str,
    /// Whether a new phone number or email address needs its code.
    pub verify_phone: bool,
    pub verify_email: bool,
    /// The session that stays open when the others end.
    pub token: &'a [u8],
    /// The browser that stays known then; may be empty.
    pub device_token: &'a [u8],
    pub client_address: &'a str,
}

/// A saved profile.
pub struct UpdatedProfile {
    pub customer: Customer,
    /// Whether phone number or email address changed, which ended the other sessions.
    pub sessions_ended: bool,
}

impl AccountService {
    /// Updates name, phone number and email address. The attempt is counted, because a conflict reveals that a number has an
    /// account.
    ///
    /// A changed phone number or email address needs the current password, or a code that was sent to the present number or
    /// address. It ends every other session, because it signs in from now on. If the shop can send codes, the change also needs
    /// a code that was sent to the new number or address.
    pub async fn update_profile(&self, update: ProfileUpdate<'_>) -> Result<UpdatedProfile> {
        let mut errors = ValidationErrors::default();
        let ProfileUpdate { fname, lname, phone, email, .. } = update;
        let details = Details::read(fname, lname, phone, email, &mut errors);
        let known = self.store.credentials_of(update.customer_id).await.map_err(store_error)?;
        let known = known.ok_or_else(|| Error::not_found("no such customer"))?;
        let before = known.customer.details.clone();
        let changes_identifier = details
            .as_ref()
            .is_some_and(|details| details.phone != before.phone || details.email != before.email);
        let by_code = !update.current_code.trim().is_empty() && !known.customer.role.is_staff();
        let current = if !changes_identifier {
            None
        } else if by_code {
            errors.check(CURRENT_CODE, read_code(update.current_code)).map(CurrentProof::Code)
        } else {
            errors.check(CURRENT, Password::for_login(update.current_password)).map(CurrentProof::Password)
        };
        errors.end()?;
        let details = details.ok_or_else(|| Error::internal("a valid form was not parsed"))?;
        let account = update.customer_id.to_string();
        self.increment_or_reject(
            &[&self.rate_limit_counter(LimitedAction::ProfileChangeOfAccount, &account)],
        )
        .await?;
        let Some(current) = current else {
            let proofs = IdentifierProofs::default();
            let saved =
                self.store.update_details(update.customer_id, &details, &before, None, &proofs).await?;
            let customer = saved.ok_or_else(|| Error::internal("a change without codes used one"))?;
            return Ok(UpdatedProfile { customer, sessions_ended: false });
        };
        let field = if by_code { CURRENT_CODE } else { CURRENT };
        let account = Some(update.customer_id);
        let attempt = Attempt::begin(SecurityEvent::IdentifierChange, account, update.client_address);
        let changed = self.change_identifier(&update, &details, known, current).await;
        attempt.end(EventResult::of(&changed, is_wrong(&[field, PHONE_CODE, EMAIL_CODE])));
        Ok(UpdatedProfile { customer: changed?, sessions_ended: true })
    }

    async fn change_identifier(
        &self,
        update: &ProfileUpdate<'_>,
        details: &Details,
        known: Credentials,
        current: CurrentProof,
    ) -> Result<Customer> {
        let failures =
            self.rate_limit_counter(LimitedAction::WrongCurrentPassword, &update.customer_id.to_string());
        let mut proofs = IdentifierProofs { at: self.clock.now_ms(), ..IdentifierProofs::default() };
        match current {
            CurrentProof::Password(password) => {
                self.store.check(&[&failures], self.clock.now_ms()).await?;
                let permit = self.hasher.try_enqueue(Caller::Known)?;
                self.increment_or_reject(&[&failures]).await?;
                let verification =
                    self.hasher.verify(permit, password, Some(known.password_hash.clone())).await?;
                if !verification.matches {
                    return Err(wrong(CURRENT));
                }
            }
            CurrentProof::Code(code) => {
                let customer_id = update.customer_id;
                let attempts = self.begin_code_attempt_of(customer_id).await?;
                let verified = self.verify_confirmation(customer_id, &code, attempts).await?;
                let verified = verified.ok_or_else(|| invalid(CURRENT_CODE, InvalidField::wrong_code()))?;
                proofs.current = Some(verified);
            }
        }
        let saved = self.save_identifier(update, details, &known, &failures, &mut proofs).await;
        let IdentifierProofs { current, phone, email, .. } = &proofs;
        let codes = [current, phone, email].into_iter().flatten().map(Counted::SentCode);
        let password = current.is_none().then_some(Counted::Counters(from_ref(&failures)));
        let counted: Vec<_> = password.into_iter().chain(codes).collect();
        self.undo_counts_unless_written(&saved, &counted).await;
        let field = if current.is_some() { CURRENT_CODE } else { PHONE_CODE };
        saved?.ok_or_else(|| invalid(field, InvalidField::wrong_code()))
    }

    /// Verifies the codes of a new phone number and a new email address, and saves both. Returns `None` if a code was used meanwhile.
    async fn save_identifier(
        &self,
        update: &ProfileUpdate<'_>,
        details: &Details,
        known: &Credentials,
        failures: &RateLimitCounter,
        proofs: &mut IdentifierProofs,
    ) -> Result<Option<Customer>> {
        let before = &known.customer.details;
        let mut errors = ValidationErrors::default();
        for (field, new, old, code, is_needed, proof) in [
            (
                PHONE_CODE,
                &details.phone,
                &before.phone,
                update.phone_code,
                update.verify_phone,
                &mut proofs.phone,
            ),
            (
                EMAIL_CODE,
                &details.email,
                &before.email,
                update.email_code,
                update.verify_email,
                &mut proofs.email,
            ),
        ] {
            let Some(new) = new.as_ref().filter(|_| is_needed && new != old) else { continue };
            *proof = self.verify_identifier(field, new, update.customer_id, code, &mut errors).await?;
        }
        errors.end()?;
        let (kept, device) = (digest_or_empty(update.token), digest_or_empty(update.device_token));
        let ending =
            SessionsEnding { seen_hash: &known.password_hash, kept: &kept, device: &device, failures };
        let limits = self.notice_limits(update.client_address);
        let ending = Some((ending, &limits));
        self.store.update_details(update.customer_id, details, before, ending, proofs).await
    }
}
