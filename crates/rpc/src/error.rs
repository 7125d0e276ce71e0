//! Error type of all services: nine codes with field, reason and retry delay, encoded as `heuan.rpc.v1.ErrorDetail`
//! in gRPC statuses.

use std::{fmt, time::Duration};

use heuan_proto::rpc::v1::{ErrorDetail, StockShortage};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error codes of all services: a subset of the gRPC codes, and `Conflict`. The variants are in the order of
/// [`Code::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// The request is malformed; `field` names the field to change.
    InvalidArgument,
    /// There is no valid session or token.
    Unauthenticated,
    /// The caller is authenticated and not allowed to do this.
    PermissionDenied,
    NotFound,
    /// The request conflicts with the current state (stock, version, state machine); `reason` says which.
    Conflict,
    /// A limit was reached; a later attempt may succeed.
    ResourceExhausted,
    /// The deadline of the request has passed.
    DeadlineExceeded,
    /// A required service does not respond; a later attempt may succeed.
    Unavailable,
    /// A fault of this service. Its message is logged and not sent.
    Internal,
}

impl Code {
    pub const ALL: [Self; 9] = [
        Self::InvalidArgument,
        Self::Unauthenticated,
        Self::PermissionDenied,
        Self::NotFound,
        Self::Conflict,
        Self::ResourceExhausted,
        Self::DeadlineExceeded,
        Self::Unavailable,
        Self::Internal,
    ];

    /// Returns the name in problem+json bodies, logs and metrics.
    pub fn name(self) -> &'static str {
        match self {
            Self::InvalidArgument => "invalid_argument",
            Self::Unauthenticated => "unauthenticated",
            Self::PermissionDenied => "permission_denied",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
            Self::ResourceExhausted => "resource_exhausted",
            Self::DeadlineExceeded => "deadline_exceeded",
            Self::Unavailable => "unavailable",
            Self::Internal => "internal",
        }
    }

    pub fn http_status(self) -> u16 {
        match self {
            Self::InvalidArgument => 400,
            Self::Unauthenticated => 401,
            Self::PermissionDenied => 403,
            Self::NotFound => 404,
            Self::Conflict => 409,
            Self::ResourceExhausted => 429,
            Self::DeadlineExceeded => 504,
            Self::Unavailable => 503,
            Self::Internal => 500,
        }
    }

    /// Whether the called service failed rather than the request, so that stale data may be served instead.
    pub fn is_outage(self) -> bool {
        matches!(self, Self::ResourceExhausted | Self::DeadlineExceeded | Self::Unavailable | Self::Internal)
    }
}

/// `reason` of a call that was not made because the circuit breaker is open.
const CIRCUIT_OPEN: &str = "circuit_open";
/// `reason` of a call that certainly reached no replica of the called service.
const NOT_SENT: &str = "not_sent";
/// `reason` of a call that an overloaded service shed.
const OVERLOADED: &str = "overloaded";

/// An error that survives a hop between services with its details.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}: {message}", code.name())]
pub struct Error {
    pub code: Code,
    /// Human-readable. Sent to the caller unless the code is [`Code::Internal`].
    pub message: String,
    /// Empty unless set; see `heuan/rpc/v1/error.proto`. It is boxed, because every result has the size of the
    /// error.
    pub detail: Box<ErrorDetail>,
}

impl Error {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), detail: Box::default() }
    }

    /// `field` is the request field at fault, in the caller's words.
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        let mut error = Self::new(Code::InvalidArgument, message);
        field.clone_into(&mut error.detail.field);
        error
    }

    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(Code::NotFound, message)
    }

    /// `reason` is a stable word that a program may branch on.
    pub fn conflict(reason: &str, message: impl Into<String>) -> Self {
        let mut error = Self::new(Code::Conflict, message);
        reason.clone_into(&mut error.detail.reason);
        error
    }

    pub fn stock_short(shortages: Vec<StockShortage>) -> Self {
        let mut error = Self::conflict("stock_short", "not enough stock");
        error.detail.shortages = shortages;
        error
    }

    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(Code::Unavailable, message)
    }

    /// Maps a failure of a service's own database, whose name is `database`. It is [`Code::Internal`], or unavailable in an
    /// outage, after which the same call may succeed. `outage` is the retry delay, and whether the connection is lost.
    pub fn database_failed(
        database: &str,
        error: impl fmt::Display,
        outage: Option<(Duration, bool)>,
    ) -> Self {
        let Some((after, is_lost)) = outage else { return Self::internal(error) };
        tracing::warn!(%error, "database temporarily unavailable");
        Self::store_unavailable(database, after, is_lost)
    }

    /// Returns the error of a `store`, in which a service stores its data, that is temporarily unavailable; `after` is the
    /// retry delay. A store that is only read-only or full is named as the failed part: the service still answers reads, so
    /// the breakers of its callers stay closed. A lost store (`is_lost`) counts against the service.
    pub fn store_unavailable(store: &str, after: Duration, is_lost: bool) -> Self {
        if is_lost {
            return Self::unavailable(format!("{store} does not answer")).retry_after(after);
        }
        Self::unavailable(format!("{store} cannot do that at the moment")).retry_after(after).failed_by(store)
    }

    /// Returns the error of a call that was shed; `after` is the pushback.
    pub fn overloaded(after: Duration) -> Self {
        let mut error = Self::new(Code::ResourceExhausted, "too much to do at the moment").retry_after(after);
        OVERLOADED.clone_into(&mut error.detail.reason);
        error
    }

    /// Whether the service was overloaded, rather than this caller at a limit of its own.
    pub fn is_overload(&self) -> bool {
        self.code == Code::ResourceExhausted && self.detail.reason == OVERLOADED
    }

    /// Returns the error of a call that the open circuit breaker of `service` rejected; `after` is the time for which it
    /// stays open.
    pub(crate) fn circuit_open(service: &str, after: Duration) -> Self {
        let seconds = after.as_secs_f64().ceil().max(1.0);
        let message = format!("{service} does not answer at the moment; try again in {seconds} s");
        let mut error = Self::unavailable(message).retry_after(after);
        CIRCUIT_OPEN.clone_into(&mut error.detail.reason);
        error
    }

    /// Marks the error as one of a call that certainly reached no replica.
    #[must_use]
    pub(crate) fn not_sent(mut self) -> Self {
        NOT_SENT.clone_into(&mut self.detail.reason);
        self
    }

    pub(crate) fn is_not_sent(&self) -> bool {
        self.detail.reason == NOT_SENT
    }

    /// Whether the call certainly did not reach `service`. False if `service` itself passes such an error on.
    pub(crate) fn is_not_sent_to(&self, service: &str) -> bool {
        matches!(self.detail.reason.as_str(), NOT_SENT | CIRCUIT_OPEN)
            && self.origin_service() == Some(service)
    }

    pub(crate) fn is_circuit_open(&self) -> bool {
        self.detail.reason == CIRCUIT_OPEN
    }

    /// Names the failed service, unless one is named already, so that callers do not count the failure against this service.
    #[must_use]
    pub(crate) fn failed_by(mut self, origin_service: &str) -> Self {
        if self.detail.origin_service.is_empty() {
            origin_service.clone_into(&mut self.detail.origin_service);
        }
        self
    }

    /// Returns the service that failed, if the responding service only passes its failure on.
    pub fn origin_service(&self) -> Option<&str> {
        Some(&*self.detail.origin_service).filter(|service| !service.is_empty())
    }

    /// Sets the time that a client should wait before it retries.
    #[must_use]
    pub fn retry_after(mut self, after: Duration) -> Self {
        self.detail.retry_after_ms = i64::try_from(after.as_millis()).unwrap_or(i64::MAX).max(1);
        self
    }

    /// Returns the time that a client should wait before it retries, if the service sent one.
    pub fn pushback(&self) -> Option<Duration> {
        let ms = u64::try_from(self.detail.retry_after_ms).ok().filter(|ms| *ms > 0)?;
        Some(Duration::from_millis(ms))
    }

    /// Returns an internal error. `cause` is logged by this process and never sent.
    pub fn internal(cause: impl fmt::Display) -> Self {
        Self::new(Code::Internal, cause.to_string())
    }
}
