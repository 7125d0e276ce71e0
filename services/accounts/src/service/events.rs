//! Events that browsers report: validated, rate-limited, and linked to the signed-in customer.

use heuan_rpc::Result;

use super::AccountService;
use crate::{
    rate_limit::LimitedAction,
    store::store_error,
    token::Token,
    validation::{InvalidField, ValidationErrors},
};

const MAX_TYPE: usize = 40;
const MAX_VALUE: usize = 500;

/// An event reported by a browser.
pub struct Event<'a> {
    pub log_type: &'a str,
    pub log_value: &'a str,
    pub client_address: &'a str,
    pub token: &'a [u8],
}

impl AccountService {
    /// Stores an event until its retention ends. It is linked to the customer if they are signed in.
    pub async fn record(&self, event: Event<'_>) -> Result<()> {
        let mut errors = ValidationErrors::default();
        errors.check("log_type", text(event.log_type, 1, MAX_TYPE));
        errors.check("log_value", text(event.log_value, 0, MAX_VALUE));
        errors.end()?;
        let address = self.rate_limit_counter(LimitedAction::EventFromAddress, event.client_address);
        let now = self.clock.now_ms();
        self.store.check(&[&address], now).await?;
        self.increment_or_reject(&[&address]).await?;
        let session = match Token::from_bytes(event.token) {
            Some(token) => self.store.session(&token.digest(), now).await.map_err(store_error)?,
            None => None,
        };
        let customer_id = session.map(|session| session.customer.customer_id);
        let event_id = uuid::Uuid::now_v7().to_string();
        self.store.record(&event_id, now, customer_id, (event.log_type, event.log_value)).await
    }
}

fn text(text: &str, min: usize, max: usize) -> Result<(), InvalidField> {
    let strange = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    match text.chars().count() {
        count if count < min => Err(InvalidField::required()),
        count if count > max => Err(InvalidField::too_long(max)),
        _ if text.contains(strange) => Err(InvalidField::invalid("has a control character")),
        _ => Ok(()),
    }
}
