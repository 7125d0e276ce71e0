use heuan_rpc::{Error, Result};

use super::AccountService;
use crate::{
    contact::{Contact, Form},
    rate_limit::LimitedAction,
    store::{KeptContact, fault},
    token::Token,
    validation::ValidationErrors,
};

/// A message and its sender's address.
pub struct ContactSubmission<'a> {
    pub form: Form<'a>,
    pub client_address: &'a str,
    pub token: &'a [u8],
}

impl AccountService {
    /// Stores a message and returns its number. It is linked to the customer if they are signed in.
    pub async fn submit(&self, letter: ContactSubmission<'_>) -> Result<i64> {
        let mut faults = ValidationErrors::default();
        let contact = Contact::read(&letter.form, &mut faults);
        faults.end()?;
        let contact = contact.ok_or_else(|| Error::internal("an invalid form has no errors"))?;
        let address = self.rate_limit_counter(LimitedAction::ContactFromAddress, letter.client_address);
        let now = self.clock.now_ms();
        self.store.check(&[&address], now).await?;
        self.increment_or_reject(&[&address]).await?;
        let session = match Token::from_bytes(letter.token) {
            Some(token) => self.store.session(&token.digest(), now).await.map_err(fault)?,
            None => None,
        };
        let customer_id = session.map(|session| session.customer.customer_id);
        self.store.keep_contact(now, customer_id, &contact).await
    }

    /// The newest messages, newest first.
    pub async fn contacts(&self, most: u32) -> Result<Vec<KeptContact>> {
        self.store.contacts(i64::from(most)).await
    }
}
