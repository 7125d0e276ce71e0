//! Login by password: rate limits first, then the verification.

use heuan_rpc::{Code, Error, Result};

use super::{AccountService, Client, IssuedSession, is_demo_manager};
use crate::{
    customer::Identifier,
    hashing::{Caller, QueuePermit},
    logins_in_flight::LoginInFlight,
    password::Password,
    rate_limit::LimitedAction,
    security::{Attempt, EventResult, SecurityEvent},
    store::{Counted, Credentials, LoginLimits, SharedLoginLimits, store_error},
    validation::{InvalidField, ValidationErrors},
};

/// Longer than any phone number or email address.
const MAX_IDENTIFIER: usize = 254;

/// A login attempt.
pub struct Login<'a> {
    pub identifier: &'a str,
    pub password: &'a str,
    pub client: Client<'a>,
    /// Whether the browser is on the machine of the shop.
    pub is_local: bool,
}

/// Permission to verify the password of an attempt that has been counted.
pub(super) struct Admission {
    pub limits: LoginLimits,
    pub permit: QueuePermit,
    /// Held until the session is written, which takes the attempt off the counters.
    pub login: LoginInFlight,
}

impl AccountService {
    /// Signs in. An unknown account and a wrong password take the same code path and time, and return the same error. An
    /// attempt is counted before the verification, and taken off the counters if the password is right.
    ///
    /// Failed logins from elsewhere slow an account down but do not lock its owner out: a browser that has signed in to it
    /// before has a counter of its own.
    ///
    /// A phone number or e-mail address may belong to two accounts: one account verified it, and it was taken from the other.
    /// It signs in to the account whose password was entered.
    pub async fn login(&self, login: Login<'_>) -> Result<IssuedSession> {
        let (identifier, password) = read(&login)?;
        let known = self.store.credentials(&identifier).await.map_err(store_error)?;
        let account = known.as_ref().map(|known| known.customer.customer_id);
        let attempt = Attempt::begin(SecurityEvent::SignIn, account, login.client.address);
        let signed_in = self.sign_in(&login, &identifier, password, known).await;
        let result = EventResult::of(&signed_in, |error| {
            matches!(error.code, Code::Unauthenticated | Code::PermissionDenied)
        });
        let account = signed_in.as_ref().map_or(account, |issued| Some(issued.customer.customer_id));
        attempt.end_for(account, result);
        signed_in
    }

    async fn sign_in(
        &self,
        login: &Login<'_>,
        identifier: &Identifier,
        password: Password,
        known: Option<Credentials>,
    ) -> Result<IssuedSession> {
        let Admission { limits, permit, login: _in_flight } =
            self.admit(&login.client, identifier, known.as_ref()).await?;

        let former = self.store.former_credentials(identifier).await.map_err(store_error)?;
        let hash = |account: &Option<Credentials>| account.as_ref().map(|known| known.password_hash.clone());
        let hashes = [hash(&known), hash(&former)];
        let (index, verification) =
            self.hasher.verify_each(permit, password, hashes).await?.ok_or_else(wrong)?;
        let is_former = index == 1;
        let known = if is_former { former } else { known }.ok_or_else(wrong)?;
        if is_demo_manager(&known.customer) && !login.is_local {
            return Err(wrong());
        }
        // The block is reported only for the right password, so that others do not learn of it.
        if known.is_blocked {
            return Err(blocked());
        }

        let (token, session) = self.new_session(&login.client, known.customer.role)?;
        let (device_token, device) = Self::new_device(&login.client)?;
        let customer_id = known.customer.customer_id;
        let new_hash = verification.rehashed.as_ref().unwrap_or(&known.password_hash);
        let hashes = (known.password_hash.as_str(), new_hash.as_str());
        let devices = (&session, &device);
        let notices = self.notice_limits(login.client.address);
        let written = self.store.sign_in(customer_id, hashes, devices, &limits, is_former, &notices).await;
        self.undo_counts_unless_written(&written, &[Counted::Login(&limits)]).await;
        let new_device = written?.ok_or_else(wrong)?.then_some(session.device);
        let (customer, expires_at) = (known.customer, session.expires_at);
        Ok(IssuedSession { customer, token, expires_at, device_token, new_device })
    }

    /// Checks the rate limits of an attempt with a password, counts it, and acquires a permit for its
    /// verification. Returns `RESOURCE_EXHAUSTED` if a limit is reached.
    pub(super) async fn admit(
        &self,
        client: &Client<'_>,
        identifier: &Identifier,
        known: Option<&Credentials>,
    ) -> Result<Admission> {
        let limits = self.login_limits(client, identifier, known).await?;
        let now = self.clock.now_ms();
        let delay = limits.shared.as_ref().map(|shared| &shared.delay);
        let checked: Vec<_> = [&limits.own].into_iter().chain(delay).collect();
        self.store.check(&checked, now).await?;
        // Only a known browser has no shared limits.
        let caller = Caller::of_browser(limits.shared.is_none());
        let permit = self.hasher.try_enqueue(caller)?;
        // A known browser has only a counter of its own.
        let account = limits.shared.as_ref().map_or(&limits.own, |shared| &shared.account);
        let login = self.logins.begin(&account.name);
        self.store.admit_login(&limits, &login, now, &self.config).await?;
        Ok(Admission { limits, permit, login })
    }

    /// The counters of an attempt. An unknown account has the counters of an account without devices.
    async fn login_limits(
        &self,
        client: &Client<'_>,
        identifier: &Identifier,
        known: Option<&Credentials>,
    ) -> Result<LoginLimits> {
        let account = known.map_or(0, |known| known.customer.customer_id);
        if let Some(known) = self.known_browser(account, client.device_token).await? {
            let subject = format!("{} {}", known.customer_id, known.digest);
            let own = self.rate_limit_counter(LimitedAction::FailedLoginFromDevice, &subject);
            return Ok(LoginLimits { own, shared: None });
        }
        let subject = login_subject(known.map(|known| known.customer.customer_id), identifier);
        let of_address = format!("{subject} {}", client.address);
        Ok(LoginLimits {
            own: self.rate_limit_counter(LimitedAction::FailedLoginOfAccountFromAddress, &of_address),
            shared: Some(SharedLoginLimits {
                account: self.rate_limit_counter(LimitedAction::FailedLoginOfAccount, &subject),
                delay: self.rate_limit_counter(LimitedAction::LoginDelayOfAccount, &subject),
                address: self.rate_limit_counter(LimitedAction::FailedLoginFromAddress, client.address),
            }),
        })
    }
}

/// Subject of the counters of failed logins: the account, so that its phone number and its e-mail address are counted together, or
/// an identifier without an account. The first word keeps an identifier apart from an account with the same text as its id.
pub(super) fn login_subject(account: Option<i64>, identifier: &Identifier) -> String {
    match account {
        Some(customer_id) => subject_of_account(customer_id),
        None => format!("identifier {}", identifier.text()),
    }
}

pub(super) fn subject_of_account(customer_id: i64) -> String {
    format!("account {customer_id}")
}

fn read(login: &Login<'_>) -> Result<(Identifier, Password)> {
    let mut errors = ValidationErrors::default();
    let identifier = errors.check("identifier", read_identifier(login.identifier));
    let password = errors.check("password", Password::for_login(login.password));
    errors.end()?;
    identifier.zip(password).ok_or_else(wrong)
}

/// Parses a phone number or email address as typed.
pub(super) fn read_identifier(text: &str) -> Result<Identifier, InvalidField> {
    match text.trim() {
        "" => Err(InvalidField::required()),
        text if text.chars().count() > MAX_IDENTIFIER => Err(InvalidField::too_long(MAX_IDENTIFIER)),
        text => Ok(Identifier::read(text)),
    }
}

/// The error of a login to a blocked account.
pub(super) fn blocked() -> Error {
    let mut error = Error::new(Code::PermissionDenied, "this account is blocked; please call the shop");
    "blocked".clone_into(&mut error.detail.reason);
    error
}

/// The error of every failed login.
fn wrong() -> Error {
    let message = "phone number, email address or password is wrong";
    let mut error = Error::new(Code::Unauthenticated, message);
    "credentials".clone_into(&mut error.detail.reason);
    error
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use heuan_runtime::clock::Clock;
    use heuan_testkit::{Engine, SecurityLog, TestDb, eventually};
    use rstest::rstest;

    use super::*;
    use crate::{
        Config,
        config::tests::cheap,
        rate_limit::RateLimitCounter,
        service::{PasswordChange, Registration},
        store::Store,
    };

    const ADDRESS: &str = "203.0.113.7";

    #[rstest]
    #[tokio::test]
    async fn login_whose_caller_leaves_while_it_is_verified_is_recorded_as_aborted(
        #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    ) {
        let db = TestDb::new(engine).await;
        let store = Store::open(&db.location).await.unwrap();
        let service = AccountService::new(store, Clock::fixed(1_000_000), cheap()).unwrap();
        let (log, _recording) = SecurityLog::recording();
        let busy = service.hasher.occupy().await;
        let client = Client { address: ADDRESS, ..Client::default() };
        let identifier = "020 5512 3456";
        let login = service.login(Login { identifier, password: "wrong horse", client, is_local: false });
        let of_address = service.rate_limit_counter(LimitedAction::FailedLoginFromAddress, ADDRESS);
        let first = RateLimitCounter { limit: 1, ..of_address };
        let is_counted = async || service.store.check(&[&first], service.clock.now_ms()).await.is_err();
        tokio::select! {
            _ = login => panic!("no hash is computed meanwhile"),
            () = eventually("the attempt is counted", is_counted) => {}
        }
        let expected = ["sign_in", "aborted", "", ADDRESS].map(str::to_owned);
        assert_eq!(log.take(["event", "result", "account", "client_address"]), [expected]);
        drop(busy);
        service.store.close().await;
    }
    /// Both attempts are counted before either is verified.
    #[rstest]
    #[tokio::test]
    async fn two_right_logins_at_once_are_admitted_beyond_the_limit_of_the_address(
        #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    ) {
        let db = TestDb::new(engine).await;
        let store = Store::open(&db.location).await.unwrap();
        let limits = Config { failed_logins_per_address: 1, ..cheap() };
        let service = AccountService::new(store, Clock::fixed(1_000_000), limits).unwrap();
        let client = Client { address: ADDRESS, ..Client::default() };
        let (phone, password) = ("020 5512 3456", "correct horse");
        let registered = Registration { fname: "Noy", lname: "Keo", phone, email: "", password, client };
        let customer_id = service.register(registered).await.unwrap().customer.customer_id;
        let login =
            |identifier, password| service.login(Login { identifier, password, client, is_local: false });
        for unknown in ["020 5599 9991", "020 5599 9992"] {
            login(unknown, password).await.unwrap_err();
        }
        let busy = service.hasher.occupy().await;
        let subject = subject_of_account(customer_id);
        let of_account = service.rate_limit_counter(LimitedAction::FailedLoginOfAccount, &subject);
        let second = RateLimitCounter { limit: 2, ..of_account };
        let release = async {
            let is_counted = async || service.store.check(&[&second], service.clock.now_ms()).await.is_err();
            eventually("both attempts are counted", is_counted).await;
            drop(busy);
        };
        let (first, other, ()) = tokio::join!(login(phone, password), login(phone, password), release);
        assert!(first.is_ok() && other.is_ok(), "{first:?} {other:?}");
        // A wrong password that another attempt follows is a failure.
        login(phone, "wrong horse").await.unwrap_err();
        let error = login(phone, password).await.unwrap_err();
        assert_eq!(error.code, Code::ResourceExhausted, "{error:?}");
        service.store.close().await;
    }
    #[rstest]
    #[tokio::test]
    async fn parallel_wrong_logins_reach_the_password_hash_only_within_the_limit_of_the_address(
        #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    ) {
        const PARALLEL: i64 = 10;
        let db = TestDb::new(engine).await;
        let store = Store::open(&db.location).await.unwrap();
        let limits = Config { failed_logins_per_address: 2, ..cheap() };
        let service = AccountService::new(store, Clock::fixed(1_000_000), limits).unwrap();
        let client = Client { address: ADDRESS, ..Client::default() };
        let login = |identifier| {
            service.login(Login { identifier, password: "wrong horse", client, is_local: false })
        };
        for unknown in ["020 5599 9991", "020 5599 9992"] {
            login(unknown).await.unwrap_err();
        }
        let identifier = "020 5512 3456";
        let subject = login_subject(None, &Identifier::read(identifier));
        let of_account = service.rate_limit_counter(LimitedAction::FailedLoginOfAccount, &subject);
        let busy = service.hasher.occupy().await;
        let refused = AtomicI64::new(0);
        let one = async || {
            let error = login(identifier).await.unwrap_err();
            if error.code == Code::ResourceExhausted {
                refused.fetch_add(1, Ordering::Relaxed);
            }
            error.code
        };
        let release = async {
            let is_decided = async || {
                let limit = PARALLEL - refused.load(Ordering::Relaxed);
                let admitted = RateLimitCounter { limit, ..of_account.clone() };
                limit == 0 || service.store.check(&[&admitted], service.clock.now_ms()).await.is_err()
            };
            eventually("each attempt is admitted or refused", is_decided).await;
            drop(busy);
        };
        let all = futures::future::join_all((0..PARALLEL).map(|_| one()));
        let (codes, ()) = tokio::join!(all, release);
        let verified = codes.iter().filter(|code| **code == Code::Unauthenticated).count();
        assert_eq!(verified, 2, "{codes:?}");
        service.store.close().await;
    }
    #[rstest]
    #[tokio::test]
    async fn known_browser_signs_in_while_strangers_fill_the_queue(
        #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    ) {
        let db = TestDb::new(engine).await;
        let store = Store::open(&db.location).await.unwrap();
        let limits = Config { hash_waiting: 8, hash_reserved: 4, ..cheap() };
        let service = AccountService::new(store, Clock::fixed(1_000_000), limits).unwrap();
        let client = Client { address: ADDRESS, ..Client::default() };
        let (phone, password) = ("020 5512 3456", "correct horse");
        let registration =
            |phone| Registration { fname: "Noy", lname: "Keo", phone, email: "", password, client };
        let registered = service.register(registration(phone)).await.unwrap();
        let device_token = registered.device_token.to_bytes();
        let login = async |device_token: &[u8]| {
            let client = Client { device_token, ..client };
            service.login(Login { identifier: phone, password, client, is_local: false }).await
        };
        let unknown: Vec<_> = (0..).map_while(|_| service.hasher.try_enqueue(Caller::Unknown).ok()).collect();
        assert!(login(&[]).await.unwrap_err().is_overload());
        assert!(service.register(registration("020 5512 3457")).await.unwrap_err().is_overload());
        let customer_id = registered.customer.customer_id;
        let change = PasswordChange {
            customer_id,
            current: password,
            new: "battery staple",
            token: &[],
            device_token: &device_token,
            client_address: ADDRESS,
        };
        let signed_in = login(&device_token).await.unwrap();
        let device_token = signed_in.device_token.to_bytes();
        service.change_password(PasswordChange { device_token: &device_token, ..change }).await.unwrap();
        drop(unknown);
        service.store.close().await;
    }
}
