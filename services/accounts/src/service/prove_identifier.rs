//! Proof of the present phone number or e-mail address of a signed-in customer.

use heuan_rpc::{Error, Result};

use super::{AccountService, login::read_identifier, one_time_code::wrong_code, password::is_wrong};
use crate::{
    customer::{Customer, Identifier},
    security::{Attempt, EventResult, SecurityEvent},
    store::Counted,
    validation::{InvalidField, ValidationErrors, invalid},
};

/// A number or address of a customer, and the code that was sent to it.
pub struct IdentifierProof<'a> {
    pub customer_id: i64,
    pub identifier: &'a str,
    pub code: &'a str,
    pub client_address: &'a str,
}

impl AccountService {
    /// Verifies the present number or address by a code. From then on a code signs in to the account.
    pub async fn prove_identifier(&self, proof: IdentifierProof<'_>) -> Result<Customer> {
        let mut errors = ValidationErrors::default();
        let identifier = errors.check("identifier", read_identifier(proof.identifier));
        errors.end()?;
        let identifier = identifier.ok_or_else(|| Error::internal("a valid form was not parsed"))?;
        let customer = self.customer(proof.customer_id).await?;
        if !identifier.is_of(&customer.details) {
            return Err(not_present());
        }
        let account = Some(proof.customer_id);
        let attempt = Attempt::begin(SecurityEvent::IdentifierProof, account, proof.client_address);
        let proven = self.prove_by_code(&proof, &identifier).await;
        attempt.end(EventResult::of(&proven, is_wrong(&["code"])));
        proven
    }

    async fn prove_by_code(&self, proof: &IdentifierProof<'_>, identifier: &Identifier) -> Result<Customer> {
        let mut errors = ValidationErrors::default();
        let verified = self
            .verify_identifier("code", identifier.text(), proof.customer_id, proof.code, &mut errors)
            .await?;
        errors.end()?;
        let verified = verified.ok_or_else(|| Error::internal("a wrong code has no error"))?;
        let now = self.clock.now_ms();
        let proven = self.store.prove_identifier(proof.customer_id, identifier, &verified, now).await;
        self.undo_counts_unless_written(&proven, &[Counted::SentCode(&verified)]).await;
        proven?.ok_or_else(wrong_code)
    }
}

fn not_present() -> Error {
    let message = "is not the phone number or email address of the account; change it in the profile";
    invalid("identifier", InvalidField::invalid(message))
}
