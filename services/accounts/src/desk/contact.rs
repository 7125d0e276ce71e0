use heuan_rpc::{Error, Result};

use super::Desk;
use crate::{
    contact::{Contact, Form},
    faults::Faults,
    store::{KeptContact, fault},
    tally::Kind,
    token::Token,
};

/// A message and where it came from.
pub struct Letter<'a> {
    pub form: Form<'a>,
    pub client_address: &'a str,
    pub token: &'a [u8],
}

impl Desk {
    /// Keeps a message and gives its number: the customer's when they are signed in, nobody's otherwise.
    pub async fn submit(&self, letter: Letter<'_>) -> Result<i64> {
        let mut faults = Faults::default();
        let contact = Contact::read(&letter.form, &mut faults);
        faults.end()?;
        let contact = contact.ok_or_else(|| Error::internal("a faulty message without a fault"))?;
        let address = self.tally(Kind::ContactFromAddress, letter.client_address);
        let now = self.clock.now_ms();
        self.store.check(&[&address], now).await?;
        self.count(&[&address]).await?;
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
