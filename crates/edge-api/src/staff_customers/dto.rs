//! JSON types of the customer pages: list rows, profile, sessions, notes, blocks, erasures and club points.

use heuan_edge_http::envelope::{filled, moment};
use heuan_proto::{accounts::v1 as proto, orders::v1 as orders};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{account::Customer, points::PointsKind};

/// A customer of the list.
#[derive(Serialize, ToSchema)]
pub struct CustomerRow {
    account: Customer,
    /// Time at which the customer was blocked; null while they may sign in.
    #[schema(required, format = DateTime)]
    blocked_at: Option<String>,
    /// Null while orders are not available.
    #[schema(required)]
    order_count: Option<i64>,
}

/// A customer as the staff see them.
#[derive(Serialize, ToSchema)]
pub struct CustomerProfile {
    account: Customer,
    /// Null while the customer may sign in.
    #[schema(required)]
    block: Option<CustomerBlock>,
    /// Valid sessions, the last used first.
    sessions: Vec<CustomerSession>,
    /// Newest first.
    notes: Vec<CustomerNote>,
    /// Null while orders are not available.
    #[schema(required)]
    order_count: Option<i64>,
    /// Null unless an erasure of the customer's data was begun.
    #[schema(required)]
    erasure: Option<CustomerErasure>,
}

/// Block of a customer, who may not sign in.
#[derive(Serialize, ToSchema)]
pub struct CustomerBlock {
    #[schema(format = DateTime)]
    at: String,
    reason: String,
    /// Name of the member of staff.
    by: String,
}

/// A browser in which the customer is signed in.
#[derive(Serialize, ToSchema)]
pub struct CustomerSession {
    #[schema(example = "0123456789abcdef")]
    session_id: String,
    /// Browser and operating system; empty if unknown.
    #[schema(example = "Chrome on Android")]
    device: String,
    /// Accurate to an hour.
    #[schema(format = DateTime)]
    last_used_at: String,
}

/// A note of the staff about a customer.
#[derive(Serialize, ToSchema)]
pub struct CustomerNote {
    note_id: String,
    #[schema(format = DateTime)]
    at: String,
    /// Name of the member of staff.
    by: String,
    text: String,
}

/// An erasure that was begun and is not complete.
#[derive(Serialize, ToSchema)]
pub struct CustomerErasure {
    #[schema(format = DateTime)]
    begun_at: String,
    /// Services whose data of the customer is erased.
    confirmed: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteBody {
    #[schema(min_length = 1, max_length = 1000)]
    pub text: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockBody {
    /// For the staff.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// Confirms an erasure, which cannot be undone.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ErasureBody {
    /// The id of the customer, typed by the member of staff.
    #[schema(example = "100042", max_length = 40)]
    pub confirm: String,
}

/// A code with which a customer sets a new password, shown only here.
#[derive(Serialize, ToSchema)]
pub struct ResetCode {
    #[schema(example = "012345")]
    pub code: String,
    #[schema(format = DateTime)]
    pub expires_at: String,
}

/// Club points of a customer.
#[derive(Serialize, ToSchema)]
pub struct CustomerPoints {
    #[schema(minimum = 0)]
    balance: i64,
    /// Newest first, at most 50.
    entries: Vec<CustomerPointsEntry>,
    /// Cursor of the next page; null on the last.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// A change of a balance.
#[derive(Serialize, ToSchema)]
pub struct CustomerPointsEntry {
    #[schema(format = DateTime)]
    at: String,
    kind: PointsKind,
    /// Negative for deductions.
    points: i64,
    /// Null for a correction.
    #[schema(required)]
    order_id: Option<String>,
    /// Of a correction.
    #[schema(required)]
    reason: Option<String>,
    /// Name of the member of staff; null for changes by orders.
    #[schema(required)]
    by: Option<String>,
}

/// A correction of a balance.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectionBody {
    /// Difference, not 0.
    #[schema(minimum = -1_000_000, maximum = 1_000_000, example = -50)]
    pub points: i64,
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
    /// Made by the client for each correction; a repetition changes nothing.
    #[schema(min_length = 1, max_length = 64, example = "0b7f6c1e-2a75-4a0b-9f6e-0d6f1d3c9a10")]
    pub correction_id: String,
}

/// The new balance, and the entry of the correction.
#[derive(Serialize, ToSchema)]
pub struct CorrectedPoints {
    #[schema(minimum = 0)]
    balance: i64,
    entry: CustomerPointsEntry,
}

impl CustomerRow {
    pub fn new(customer: proto::Customer, blocked_at: i64, order_count: Option<i64>) -> Result<Self> {
        let blocked_at = Some(blocked_at).filter(|at| *at > 0).map(moment).transpose()?;
        Ok(Self { account: customer.try_into()?, blocked_at, order_count })
    }
}

impl CustomerProfile {
    pub fn new(from: proto::CustomerDetails, order_count: Option<i64>) -> Result<Self> {
        let customer = from.customer.ok_or_else(|| Error::internal("response without account"))?;
        Ok(Self {
            account: customer.try_into()?,
            block: from.block.map(CustomerBlock::try_from).transpose()?,
            sessions: from.sessions.into_iter().map(CustomerSession::try_from).collect::<Result<_>>()?,
            notes: from.notes.into_iter().map(CustomerNote::try_from).collect::<Result<_>>()?,
            order_count,
            erasure: from.erasure.map(CustomerErasure::try_from).transpose()?,
        })
    }
}

impl TryFrom<proto::CustomerBlock> for CustomerBlock {
    type Error = Error;

    fn try_from(from: proto::CustomerBlock) -> Result<Self> {
        Ok(Self { at: moment(from.at_ms)?, reason: from.reason, by: from.by })
    }
}

impl TryFrom<proto::SessionSummary> for CustomerSession {
    type Error = Error;

    fn try_from(from: proto::SessionSummary) -> Result<Self> {
        let last_used_at = moment(from.last_used_at_ms)?;
        Ok(Self { session_id: from.session_id, device: from.device, last_used_at })
    }
}

impl TryFrom<proto::CustomerNote> for CustomerNote {
    type Error = Error;

    fn try_from(from: proto::CustomerNote) -> Result<Self> {
        Ok(Self { note_id: from.note_id, at: moment(from.at_ms)?, by: from.by, text: from.text })
    }
}

impl TryFrom<proto::CustomerErasure> for CustomerErasure {
    type Error = Error;

    fn try_from(from: proto::CustomerErasure) -> Result<Self> {
        Ok(Self { begun_at: moment(from.begun_at_ms)?, confirmed: from.confirmed })
    }
}

impl TryFrom<orders::GetCustomerPointsResponse> for CustomerPoints {
    type Error = Error;

    fn try_from(from: orders::GetCustomerPointsResponse) -> Result<Self> {
        let entries = from.entries.into_iter().map(CustomerPointsEntry::try_from).collect::<Result<_>>()?;
        Ok(Self { balance: from.balance, entries, next_cursor: filled(from.next_cursor) })
    }
}

impl TryFrom<orders::CorrectPointsResponse> for CorrectedPoints {
    type Error = Error;

    fn try_from(from: orders::CorrectPointsResponse) -> Result<Self> {
        let entry = from.entry.ok_or_else(|| Error::internal("response without entry"))?;
        Ok(Self { balance: from.balance, entry: entry.try_into()? })
    }
}

impl TryFrom<orders::StaffPointsEntry> for CustomerPointsEntry {
    type Error = Error;

    fn try_from(from: orders::StaffPointsEntry) -> Result<Self> {
        let entry = from.entry.ok_or_else(|| Error::internal("response without entry"))?;
        Ok(Self {
            at: moment(entry.at_ms)?,
            kind: PointsKind::read(&entry.kind),
            points: entry.points,
            order_id: filled(entry.order_id),
            reason: filled(from.reason),
            by: filled(from.by),
        })
    }
}
