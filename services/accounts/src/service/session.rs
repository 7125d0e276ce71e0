use heuan_rpc::{Code, Error, Result};

use super::AccountService;
use crate::{
    customer::Customer,
    store::{LiveSession, fault},
    token::Token,
};

/// Minimum interval between writes of a session's last use.
const RENEW_AFTER_MS: i64 = 60 * 60 * 1000;

/// A new session with its token.
#[derive(Debug)]
pub struct IssuedSession {
    pub customer: Customer,
    pub token: Token,
    pub expires_at: i64,
}

/// An existing session.
#[derive(Debug)]
pub struct ActiveSession {
    pub customer: Customer,
    pub expires_at: i64,
    /// Whether this request extended it.
    pub renewed: bool,
}

impl AccountService {
    /// Looks a session up. Each use extends it, at most once an hour; a `peek` does not.
    pub async fn session(&self, token: &[u8], peek: bool) -> Result<ActiveSession> {
        let token = Token::from_bytes(token).ok_or_else(no_session)?;
        let (digest, now) = (token.digest(), self.clock.now_ms());
        let found = self.store.session(&digest, now).await.map_err(fault)?;
        let LiveSession { customer, seen_at, expires_at } = found.ok_or_else(no_session)?;
        if peek || now - seen_at < RENEW_AFTER_MS {
            return Ok(ActiveSession { customer, expires_at, renewed: false });
        }
        let later = now + self.config.session_ms();
        match self.store.renew(&digest, seen_at, now, later).await {
            Ok(renewed) => {
                Ok(ActiveSession { customer, expires_at: if renewed { later } else { expires_at }, renewed })
            }
            // The session is valid; the next request extends it.
            Err(error) => {
                tracing::warn!(%error, "session renewal failed");
                Ok(ActiveSession { customer, expires_at, renewed: false })
            }
        }
    }

    /// Ends a session. An unknown session counts as ended.
    pub async fn logout(&self, token: &[u8]) -> Result<()> {
        match Token::from_bytes(token) {
            Some(token) => self.store.end_session(&token.digest()).await,
            None => Ok(()),
        }
    }
}

fn no_session() -> Error {
    let mut error = Error::new(Code::Unauthenticated, "sign in first");
    "session".clone_into(&mut error.detail.reason);
    error
}
