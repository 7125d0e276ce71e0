//! Security events: sign-ins, changes of credentials, ended sessions and changed roles, as log lines and as a counter.

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
    RoleChange,
    SecondFactor,
    SecondFactorReset,
    /// The staff made a code for a new password.
    ResetCode,
    /// A new password by a code.
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
}

/// Actor on an account that the staff manage: a member of the staff or the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Actor<'a> {
    /// The account of the member of the staff; 0 for operator commands.
    pub account_id: i64,
    /// IPv4 address or IPv6 /64; empty for operator commands.
    pub client_address: &'a str,
}

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
