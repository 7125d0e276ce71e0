//! Application service, one file per use case, without SQL and gRPC.

mod addresses;
mod audit_log;
mod close_account;
mod contact;
mod events;
mod login;
mod one_time_code;
mod outbox;
mod password;
mod personal_data;
mod profile;
mod prove_identifier;
mod register;
mod right_secret;
mod second_factor;
mod sent_code;
mod session;
mod sign_in_by_code;
mod staff;
mod staff_customers;
mod staff_erasure;

use std::time::Duration;

use heuan_rpc::{Error, Result};
use heuan_runtime::{
    clock::Clock,
    demo::{DemoCheck, DemoStatus},
};

pub use close_account::AccountClosing;
pub use contact::ContactSubmission;
pub use events::Event;
pub use login::Login;
pub use one_time_code::{CodeRequest, NewPassword};
pub use password::PasswordChange;
pub use personal_data::{AccountExport, customer_id};
pub use profile::{ProfileUpdate, UpdatedProfile};
pub use prove_identifier::IdentifierProof;
pub use register::Registration;
pub use second_factor::EnteredCode;
pub use sent_code::{Reachability, SentCode, SentCodeRequest};
pub use session::{ActiveSession, Client, IssuedSession, SessionSummary};
pub use sign_in_by_code::{CodeLogin, IssuedByCode};
pub use staff::{AddedStaff, NewStaff, StaffGrant};
pub use staff_customers::{CustomerDetails, CustomerList, CustomerWithoutPassword};

use crate::{
    Config, FactorRule,
    customer::{Customer, Role},
    device::device_name,
    hashing::Hasher,
    logins_in_flight::LoginsInFlight,
    rate_limit::{LimitedAction, NoticeLimits, RateLimitCounter},
    store::{CustomerContact, NewDevice, NewSession, Store, store_error},
    token::Token,
};

/// A browser that has signed in to an account before.
struct KnownBrowser {
    customer_id: i64,
    /// Digest of its device token.
    digest: String,
}

/// E-mail address of the demo manager: its domain is reserved (RFC 2606) and has no mail server. Its password is printed on a
/// terminal, so it is accepted only from browsers on the machine of the shop.
pub const DEMO_MANAGER: &str = "manager@heuan.example";

/// Whether an account is or was the demo manager.
fn is_demo_manager(customer: &Customer) -> bool {
    customer.details.email.as_deref() == Some(DEMO_MANAGER)
}

/// Shared state of every call.
#[derive(Debug)]
pub struct AccountService {
    pub store: Store,
    hasher: Hasher,
    logins: LoginsInFlight,
    clock: Clock,
    config: Config,
    /// Check whether the shop is a demo; without it the shop is not one.
    demo: DemoStatus,
}

impl AccountService {
    pub fn new(store: Store, clock: Clock, config: Config) -> Result<Self> {
        let (hasher, logins) = (Hasher::new(&config)?, LoginsInFlight::default());
        Ok(Self { store, hasher, logins, clock, config, demo: DemoStatus::default() })
    }

    /// Sets the check whether the shop is a demo.
    pub fn set_demo_check(&self, check: DemoCheck) {
        self.demo.set(check);
    }

    /// Warning about a configuration that is not for production.
    pub fn production_warning(&self) -> Option<&'static str> {
        (self.config.second_factor_required == FactorRule::Never)
            .then_some("staff sign in by password alone; remove accounts.second_factor_required = false")
    }

    pub async fn customer(&self, customer_id: i64) -> Result<Customer> {
        let customer = self.store.customer(customer_id).await.map_err(store_error)?;
        customer.ok_or_else(|| Error::not_found("no such customer"))
    }

    /// Days after which data is deleted, by name.
    pub fn retention_days(&self) -> [(&'static str, i64); 5] {
        let Config { contact_days, event_days, audit_days, known_browser_days, session_days, .. } =
            self.config;
        [
            ("contact_messages", contact_days.into()),
            ("events", event_days.into()),
            ("staff_log", audit_days.into()),
            ("known_browsers", known_browser_days.into()),
            ("sessions", session_days.into()),
        ]
    }

    pub async fn contact(&self, customer_id: i64) -> Result<CustomerContact> {
        let contact = self.store.contact(customer_id).await.map_err(store_error)?;
        contact.ok_or_else(|| Error::not_found("no such customer"))
    }

    /// Deletes expired rows, and prepares customers and audit entries that another release wrote meanwhile for the search.
    pub async fn delete_expired(&self) -> Result<u64> {
        self.fill_search().await?;
        let now = self.clock.now_ms();
        let (events, contacts) = (now - self.config.event_ms(), now - self.config.contact_ms());
        let devices = now - self.config.known_browser_ms();
        self.store.delete_expired(now, events, contacts, devices, now - self.config.audit_ms()).await
    }

    /// Interval at which the delivery of undelivered events is tried again.
    pub(crate) fn outbox_poll(&self) -> Duration {
        Duration::from_millis(self.config.outbox_poll_ms)
    }

    fn rate_limit_counter(&self, kind: LimitedAction, subject: &str) -> RateLimitCounter {
        kind.of(subject, &self.config)
    }

    /// The limits of notices now and from this client address.
    fn notice_limits(&self, client_address: &str) -> NoticeLimits {
        NoticeLimits::new(client_address, &self.config, self.clock.now_ms())
    }

    async fn increment_or_reject(&self, rate_limits: &[&RateLimitCounter]) -> Result<()> {
        self.store.increment_or_reject(rate_limits, self.clock.now_ms()).await
    }

    /// The browser of a device token, if it has signed in to the account before; 0 means no account, and the same statement
    /// runs for it, so that the time does not reveal an account.
    async fn known_browser(&self, customer_id: i64, device_token: &[u8]) -> Result<Option<KnownBrowser>> {
        let Some(device) = Token::from_bytes(device_token) else { return Ok(None) };
        let digest = device.digest();
        let is_known = self.store.is_known_device(customer_id, &digest).await.map_err(store_error)?;
        Ok(is_known.then_some(KnownBrowser { customer_id, digest }))
    }

    /// Creates a device with a new random token.
    fn new_device(client: &Client<'_>) -> Result<(Token, NewDevice)> {
        let token = Token::random()?;
        let previous = Token::from_bytes(client.device_token).map(|token| token.digest());
        let device = NewDevice { digest: token.digest(), previous };
        Ok((token, device))
    }

    /// Creates a session with a new random token, so that session fixation is impossible.
    fn new_session(&self, client: &Client<'_>, role: Role) -> Result<(Token, NewSession)> {
        let (token, now) = (Token::random()?, self.clock.now_ms());
        let session = NewSession {
            digest: token.digest(),
            previous: Token::from_bytes(client.previous_token).map(|token| token.digest()),
            device: device_name(client.user_agent),
            created_at: now,
            expires_at: now + self.config.session_ms(role),
            limit: i64::from(self.config.sessions_per_account),
        };
        Ok((token, session))
    }
}
