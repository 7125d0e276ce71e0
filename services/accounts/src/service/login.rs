use heuan_rpc::{Code, Error, Result};

use super::{AccountService, IssuedSession};
use crate::{
    customer::Identifier,
    password::Password,
    rate_limit::LimitedAction,
    store::fault,
    validation::{InvalidField, ValidationErrors},
};

/// Longer than any phone number or email address.
const MAX_IDENTIFIER: usize = 254;

/// A login attempt.
pub struct Login<'a> {
    pub identifier: &'a str,
    pub password: &'a str,
    pub client_address: &'a str,
    pub previous: &'a [u8],
}

impl AccountService {
    /// Signs in. An unknown account and a wrong password take the same code path and time, and return the same error.
    /// An attempt is counted before the verification, and uncounted if the password is right.
    pub async fn login(&self, login: Login<'_>) -> Result<IssuedSession> {
        let (identifier, password) = read(&login)?;
        let account = self.rate_limit_counter(LimitedAction::FailedLoginOfAccount, identifier.text());
        let address = self.rate_limit_counter(LimitedAction::FailedLoginFromAddress, login.client_address);
        self.store.check(&[&account, &address], self.clock.now_ms()).await?;
        let permit = self.hasher.try_enqueue()?;
        self.increment_or_reject(&[&account, &address]).await?;

        let known = self.store.credentials(&identifier).await.map_err(fault)?;
        let hash = known.as_ref().map(|known| known.password_hash.clone());
        let verdict = self.hasher.verify(permit, password, hash).await?;
        let known = known.filter(|_| verdict.fits).ok_or_else(wrong)?;

        let (token, session) = self.new_session(login.previous)?;
        let customer_id = known.customer.customer_id;
        let new_hash = verdict.rehashed.as_ref().unwrap_or(&known.password_hash);
        let hashes = (known.password_hash.as_str(), new_hash.as_str());
        if !self.store.sign_in(customer_id, hashes, &session, (&account, &address)).await? {
            return Err(wrong());
        }
        Ok(IssuedSession { customer: known.customer, token, expires_at: session.expires_at })
    }
}

fn read(login: &Login<'_>) -> Result<(Identifier, Password)> {
    let mut faults = ValidationErrors::default();
    let identifier = match login.identifier.trim() {
        "" => Err(InvalidField::required()),
        text if text.chars().count() > MAX_IDENTIFIER => Err(InvalidField::too_long(MAX_IDENTIFIER)),
        text => Ok(Identifier::read(text)),
    };
    let identifier = faults.check("identifier", identifier);
    let password = faults.check("password", Password::for_login(login.password));
    faults.end()?;
    identifier.zip(password).ok_or_else(wrong)
}

/// The error of every failed login.
fn wrong() -> Error {
    let message = "phone number, email address or password is wrong";
    let mut error = Error::new(Code::Unauthenticated, message);
    "credentials".clone_into(&mut error.detail.reason);
    error
}
