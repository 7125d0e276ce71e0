//! Security events: sign-ins, changes of credentials, ended sessions and changed roles, as log lines and as a counter.

use heuan_rpc::{Code, Error, Result};

/// Kind of a security event.
#[derive(Clone, Copy, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum SecurityEvent {
    SignIn,
    Registration,
    SignOut,
    SessionEnded,
    PasswordChange,
    IdentifierChange,
    /// A signed-in customer proved the present number or address by a code.
    IdentifierProof,
    RoleChange,
    SecondFactor,
    /// A secret for an authenticator app was made, which needs the password.
    SecondFactorSetup,
    SecondFactorReset,
    /// The staff made a code for a new password.
    ResetCode,
    /// A code was used to set a new password.
    PasswordReset,
    Block,
    Unblock,
    /// A code was sent to a phone number or an e-mail address.
    CodeRequest,
    /// A sign-in by a code.
    CodeSignIn,
    /// The erasure of a customer's data was begun.
    Erasure,
}

/// Result of a security event.
#[derive(Clone, Copy, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum EventResult {
    Success,
    /// Wrong credentials.
    Failure,
    /// A limit was exceeded, and the credentials were not checked.
    Limited,
    /// The caller closed the connection before the answer. The credentials may have been checked, and the attempt may be counted.
    Aborted,
}

impl EventResult {
    /// The result of an attempt; `is_wrong` says which errors are wrong credentials. `None` if the result is not an event: an
    /// invalid form, an overload or a failure of this service.
    pub fn of<T>(outcome: &Result<T>, is_wrong: impl Fn(&Error) -> bool) -> Option<Self> {
        match outcome {
            Ok(_) => Some(Self::Success),
            Err(error) if is_wrong(error) => Some(Self::Failure),
            Err(error) if error.code == Code::ResourceExhausted && !error.is_overload() => {
                Some(Self::Limited)
            }
            Err(_) => None,
        }
    }
}

/// An attempt that is recorded when it ends. An attempt that is dropped earlier, because its caller closed the connection, is
/// recorded as [`EventResult::Aborted`]: otherwise guesses could raise the counters without a trace.
#[derive(Debug)]
#[must_use = "an attempt that is dropped is recorded as aborted"]
pub struct Attempt<'a> {
    event: SecurityEvent,
    account: Option<i64>,
    client_address: &'a str,
    is_open: bool,
}

impl<'a> Attempt<'a> {
    /// Begins an attempt on `account`, if it is known.
    pub fn begin(event: SecurityEvent, account: Option<i64>, client_address: &'a str) -> Self {
        Self { event, account, client_address, is_open: true }
    }

    /// Ends the attempt. `None` records nothing.
    pub fn end(self, result: Option<EventResult>) {
        let account = self.account;
        self.end_for(account, result);
    }

    /// Ends the attempt for an account that its result has made known.
    pub fn end_for(mut self, account: Option<i64>, result: Option<EventResult>) {
        self.is_open = false;
        if let Some(result) = result {
            record(self.event, result, account, self.client_address);
        }
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        if self.is_open {
            record(self.event, EventResult::Aborted, self.account, self.client_address);
        }
    }
}

/// Actor on an account that the staff manage: a member of the staff or the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Actor<'a> {
    /// The account of the member of the staff; 0 for operator commands.
    pub account_id: i64,
    /// IPv4 address or IPv6 /64; empty for operator commands.
    pub client_address: &'a str,
}

/// Name of the operator's command line in the audit log, notes and blocks.
pub const OPERATOR_NAME: &str = "command line";

impl Actor<'_> {
    /// The operator's command line.
    pub const OPERATOR: Self = Self { account_id: 0, client_address: "" };
}

/// Logs and counts an event that the owner of the account caused, or a visitor.
///
/// `account` is the customer id, which identifies a customer only inside the shop; `None` if no account is known. `client_address` is an
/// IPv4 address or an IPv6 /64; empty for operator commands.
pub fn record(event: SecurityEvent, result: EventResult, account: Option<i64>, client_address: &str) {
    let (event, result) = counted(event, result);
    tracing::info!(target: "heuan::security", event, result, account, client_address, "security event");
}

/// Logs and counts a successful action of `actor` on the account `account`.
pub fn record_by(actor: Actor<'_>, event: SecurityEvent, account: i64) {
    let (event, result) = counted(event, EventResult::Success);
    let Actor { account_id: actor, client_address } = actor;
    tracing::info!(target: "heuan::security", event, result, account, actor, client_address, "security event");
}

fn counted(event: SecurityEvent, result: EventResult) -> (&'static str, &'static str) {
    let (event, result): (&'static str, &'static str) = (event.into(), result.into());
    metrics::counter!("security_events_total", "event" => event, "result" => result).increment(1);
    (event, result)
}
