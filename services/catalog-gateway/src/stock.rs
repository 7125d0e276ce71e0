//! Stock reservations: the rules, without SQL.

use std::collections::HashSet;

use heuan_rpc::Error;

pub const MAX_LINES: usize = 200;
pub const MAX_QUANTITY: i64 = 999_999;
pub const MIN_TTL_MS: i64 = 1000;
pub const MAX_TTL_MS: i64 = 24 * 60 * 60 * 1000;
/// Time after which a released or expired reservation is deleted, from the end of the time for which it could hold units. It is longer
/// than every repetition that may name the reservation: a call is retried within its deadline of seconds, a held reservation ends after
/// at most [`MAX_TTL_MS`], a payment that arrives late is queried for a day, and orders repeats a request by its key for at most 30
/// days (`orders.idempotency_hours` is at most 720).
pub const ENDED_RETENTION_MS: i64 = 60 * 24 * 60 * 60 * 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockLine {
    pub pro_id: i64,
    pub quantity: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct StockLevel {
    pub pro_id: i64,
    pub available: i64,
    pub reserved: i64,
    pub sold: i64,
}

/// State of a reservation. Transitions: held → committed → returned; held → released; held → expired. A return that
/// was taken back goes from returned to released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReservationState {
    Held,
    Committed,
    Released,
    Expired,
    Returned,
}

impl ReservationState {
    pub fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Committed => "committed",
            Self::Released => "released",
            Self::Expired => "expired",
            Self::Returned => "returned",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Held, Self::Committed, Self::Released, Self::Expired, Self::Returned]
            .into_iter()
            .find(|state| state.name() == name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reservation {
    pub reservation_id: String,
    pub state: ReservationState,
    pub expires_at: i64,
}

/// A validated reservation request, see `stock.proto`. Lines are sorted by product, so that two orders with the same
/// products lock them in the same order and cannot deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReserveRequest {
    pub reservation_id: String,
    pub lines: Vec<StockLine>,
    pub ttl_ms: i64,
}

impl ReserveRequest {
    pub fn new(reservation_id: String, lines: Vec<StockLine>, ttl_ms: i64) -> Result<Self, Error> {
        check_id(&reservation_id)?;
        let lines = checked_lines(lines)?;
        if !(MIN_TTL_MS..=MAX_TTL_MS).contains(&ttl_ms) {
            return Err(Error::invalid("ttl_ms", format!("must be from {MIN_TTL_MS} to {MAX_TTL_MS}")));
        }
        Ok(Self { reservation_id, lines, ttl_ms })
    }
}

/// Returned units, validated and sorted in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnRequest {
    pub return_id: String,
    pub lines: Vec<StockLine>,
}

impl ReturnRequest {
    pub fn new(return_id: String, lines: Vec<StockLine>) -> Result<Self, Error> {
        check_id(&return_id)?;
        Ok(Self { return_id, lines: checked_lines(lines)? })
    }
}

/// A return that was recorded by mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenBackReturn {
    pub return_id: String,
    /// A reservation of units that leave the stock, or empty.
    pub hold_id: String,
    /// The return that replaces it.
    pub instead: Option<ReturnRequest>,
}

impl TakenBackReturn {
    pub fn new(return_id: String, hold_id: String, instead: Option<ReturnRequest>) -> Result<Self, Error> {
        check_id(&return_id)?;
        if !hold_id.is_empty() {
            check_id(&hold_id)?;
        }
        Ok(Self { return_id, hold_id, instead })
    }
}

/// New lines of a reservation, validated and sorted in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReservationChange {
    pub reservation_id: String,
    pub change_key: String,
    pub lines: Vec<StockLine>,
}

impl ReservationChange {
    pub fn new(reservation_id: String, change_key: String, lines: Vec<StockLine>) -> Result<Self, Error> {
        check_id(&reservation_id)?;
        if check_id(&change_key).is_err() {
            let rule = "must be 1 to 64 letters, digits, hyphens or underscores";
            return Err(Error::invalid("change_key", rule));
        }
        Ok(Self { reservation_id, change_key, lines: checked_lines(lines)? })
    }
}

fn checked_lines(mut lines: Vec<StockLine>) -> Result<Vec<StockLine>, Error> {
    if lines.is_empty() || lines.len() > MAX_LINES {
        return Err(Error::invalid("lines", format!("must be 1 to {MAX_LINES} lines")));
    }
    if let Some(line) = lines.iter().find(|line| !(1..=MAX_QUANTITY).contains(&line.quantity)) {
        let message = format!("product {}: must be from 1 to {MAX_QUANTITY}", line.pro_id);
        return Err(Error::invalid("quantity", message));
    }
    let mut seen = HashSet::new();
    if let Some(line) = lines.iter().find(|line| !seen.insert(line.pro_id)) {
        return Err(Error::invalid("lines", format!("product {} is listed twice", line.pro_id)));
    }
    lines.sort_by_key(|line| line.pro_id);
    Ok(lines)
}

pub fn check_id(id: &str) -> Result<(), Error> {
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if id.is_empty() || id.len() > 64 || !id.bytes().all(fine) {
        return Err(Error::invalid(
            "reservation_id",
            "must be 1 to 64 letters, digits, hyphens or underscores",
        ));
    }
    Ok(())
}

/// The error for a reservation that has ended; the order must be placed again.
pub fn ended(state: ReservationState) -> Error {
    Error::conflict("reservation_ended", format!("the reservation is {}", state.name()))
}
