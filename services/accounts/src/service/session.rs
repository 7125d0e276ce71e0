//! Session management: lookup, sliding expiry, list of a customer's sessions, and logout.

use heuan_rpc::{Code, Error, Result};

use super::{AccountService, is_demo_manager};
use crate::{
    FactorRule,
    customer::Customer,
    second_factor::SecondFactor,
    security::{self, EventResult, SecurityEvent},
    store::{LiveSession, StoredSession, store_error},
    token::Token,
};

/// Minimum interval between writes of a session's last use.
const RENEW_AFTER_MS: i64 = 60 * 60 * 1000;
/// Minimum interval between these writes for staff, whose sessions last hours.
const RENEW_STAFF_AFTER_MS: i64 = 5 * 60 * 1000;

/// Hexadecimal digits of a session id.
const SESSION_ID_DIGITS: usize = 16;

/// Maximum session ids of one request.
const MAX_SESSION_IDS: usize = 200;

/// The browser of a login or registration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Client<'a> {
    /// An IPv4 address or an IPv6 /64, as limits count it.
    pub address: &'a str,
    /// `User-Agent`; may be empty.
    pub user_agent: &'a str,
    /// The browser's previous session, which ends; may be empty.
    pub previous_token: &'a [u8],
    /// The device token of the browser's last login; may be empty.
    pub device_token: &'a [u8],
}

/// A new session with its token.
#[derive(Debug)]
pub struct IssuedSession {
    pub customer: Customer,
    pub token: Token,
    pub expires_at: i64,
    pub device_token: Token,
    /// Name of a browser that has not signed in to the account before; empty if it has none. `None` for a known one, and for the browser
    /// that makes the account.
    pub new_device: Option<String>,
}

/// A session of a list.
#[derive(Debug)]
pub struct SessionSummary {
    /// The beginning of the token's digest; the token cannot be derived from it.
    pub session_id: String,
    /// Browser and operating system; empty if unknown.
    pub device: String,
    /// Unix milliseconds.
    pub created_at: i64,
    pub last_used_at: i64,
    /// Whether it is the session of the caller.
    pub is_current: bool,
}

/// An existing session.
#[derive(Debug)]
pub struct ActiveSession {
    pub customer: Customer,
    pub expires_at: i64,
    /// Whether this request extended it.
    pub renewed: bool,
    pub second_factor: SecondFactor,
    /// Whether the shop made the password of this member of staff, who must replace it.
    pub has_temporary_password: bool,
    /// Branch whose orders lists show this member of the staff first.
    pub home_branch_id: Option<i64>,
}

impl AccountService {
    /// Looks a session up. Each use extends it, at most once an hour, or once in five minutes for staff; a `peek` does
    /// not. `is_local` says whether the browser is on the machine of the shop.
    pub async fn session(&self, token: &[u8], peek: bool, is_local: bool) -> Result<ActiveSession> {
        let token = Token::from_bytes(token).ok_or_else(no_session)?;
        let (digest, now) = (token.digest(), self.clock.now_ms());
        let found = self.store.session(&digest, now).await.map_err(store_error)?;
        let found = found.filter(|found| is_local || !is_demo_manager(&found.customer));
        let found = found.ok_or_else(no_session)?;
        let second_factor = self.second_factor_of(&found, is_local).await;
        let LiveSession { customer, seen_at, expires_at, has_temporary_password, home_branch_id, .. } = found;
        let has_temporary_password = has_temporary_password && customer.role.is_staff();
        let home_branch_id = home_branch_id.filter(|_| customer.role.is_staff());
        let active = |customer, expires_at, renewed| ActiveSession {
            customer,
            expires_at,
            renewed,
            second_factor,
            has_temporary_password,
            home_branch_id,
        };
        let renew_after = if customer.role.is_staff() { RENEW_STAFF_AFTER_MS } else { RENEW_AFTER_MS };
        if peek || now - seen_at < renew_after {
            return Ok(active(customer, expires_at, false));
        }
        let later = now + self.config.session_ms(customer.role);
        match self.store.renew(&digest, seen_at, now, later).await {
            Ok(renewed) => Ok(active(customer, if renewed { later } else { expires_at }, renewed)),
            // The session is valid; the next request extends it.
            Err(error) => {
                tracing::warn!(%error, "session renewal failed");
                Ok(active(customer, expires_at, false))
            }
        }
    }

    async fn second_factor_of(&self, session: &LiveSession, is_local: bool) -> SecondFactor {
        if !session.customer.role.is_staff() {
            return SecondFactor::NotRequired;
        }
        if session.has_second_factor {
            return if session.is_verified { SecondFactor::Verified } else { SecondFactor::Pending };
        }
        if self.requires_second_factor(is_local).await {
            SecondFactor::Missing
        } else {
            SecondFactor::NotRequired
        }
    }

    async fn requires_second_factor(&self, is_local: bool) -> bool {
        match self.config.second_factor_required {
            FactorRule::Never => false,
            FactorRule::ExceptInDemo if is_local => self.demo.is_demo().await != Some(true),
            FactorRule::Always | FactorRule::ExceptInDemo => true,
        }
    }

    /// Ends a session. An unknown session counts as ended.
    pub async fn logout(&self, token: &[u8], client_address: &str) -> Result<()> {
        let Some(token) = Token::from_bytes(token) else { return Ok(()) };
        let owner = self.store.end_session(&token.digest()).await?;
        if owner.is_some() {
            security::record(SecurityEvent::SignOut, EventResult::Success, owner, client_address);
        }
        Ok(())
    }

    /// Lists the valid sessions of a customer, the last used first.
    pub async fn sessions(&self, customer_id: i64, token: &[u8]) -> Result<Vec<SessionSummary>> {
        let current = Token::from_bytes(token).map(|token| token.digest());
        let stored = self.store.sessions_of(customer_id, self.clock.now_ms()).await.map_err(store_error)?;
        let summary = |session: StoredSession| SessionSummary {
            is_current: current.as_ref() == Some(&session.token_hash),
            session_id: session.token_hash.chars().take(SESSION_ID_DIGITS).collect(),
            device: session.device,
            created_at: session.created_at,
            last_used_at: session.seen_at,
        };
        Ok(stored.into_iter().map(summary).collect())
    }

    /// The ids in `ids` that are not ids of valid sessions: unknown, ended or expired.
    pub async fn ended_sessions(&self, ids: Vec<String>) -> Result<Vec<String>> {
        if ids.len() > MAX_SESSION_IDS {
            return Err(Error::invalid("session_ids", format!("must be at most {MAX_SESSION_IDS}")));
        }
        let valid = self.store.valid_sessions(&ids, self.clock.now_ms()).await.map_err(store_error)?;
        Ok(ids.into_iter().filter(|id| !valid.contains(id)).collect())
    }

    /// Ends one session of a customer, and forgets its browser.
    pub async fn end_session(&self, customer_id: i64, session_id: &str, client_address: &str) -> Result<()> {
        let is_id = session_id.len() == SESSION_ID_DIGITS
            && session_id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        if !is_id || !self.store.end_session_of(customer_id, session_id).await? {
            return Err(Error::not_found("no such session"));
        }
        security::record(
            SecurityEvent::SessionEnded,
            EventResult::Success,
            Some(customer_id),
            client_address,
        );
        Ok(())
    }

    /// Ends all sessions of a customer except the one of `kept_token`, and forgets all browsers except the one of
    /// `device_token`. Both may be empty.
    pub async fn end_all_sessions(
        &self,
        customer_id: i64,
        (kept_token, device_token): (&[u8], &[u8]),
        client_address: &str,
    ) -> Result<()> {
        let (kept, device) = (digest_or_empty(kept_token), digest_or_empty(device_token));
        self.store.end_all_sessions(customer_id, &kept, &device).await?;
        security::record(
            SecurityEvent::SessionEnded,
            EventResult::Success,
            Some(customer_id),
            client_address,
        );
        Ok(())
    }
}

/// The digest of a session or device token; empty without one.
pub(super) fn digest_or_empty(token: &[u8]) -> String {
    Token::from_bytes(token).map(|token| token.digest()).unwrap_or_default()
}

fn no_session() -> Error {
    let mut error = Error::new(Code::Unauthenticated, "sign in first");
    "session".clone_into(&mut error.detail.reason);
    error
}
