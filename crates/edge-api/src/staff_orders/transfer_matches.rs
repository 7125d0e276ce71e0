//! Route that returns the orders that the lines of a pasted bank statement may pay.

use actix_web::{HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::orders::v1::{self as proto, staff_order_service_client::StaffOrderServiceClient};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{actor, summary::StaffOrderSummary};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::{Envelope, filled},
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, UnauthorizedResponse},
    respond,
    session::StaffInput,
};

/// A bank statement.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TransferMatchBody {
    /// Lines as pasted or typed. The first 100 lines of at most 500 characters are read.
    #[schema(min_length = 1, max_length = 20000, example = "21/11/2026 NOY 1,250,000 261121-7K3M9QTX")]
    text: String,
}

/// Line of a bank statement, and the orders that it may pay.
#[derive(Serialize, ToSchema)]
pub struct StatementLine {
    /// Place in the text, from 1.
    #[schema(minimum = 1)]
    line: i32,
    /// Its first 500 characters.
    text: String,
    /// Reason why the line was not read; null if it was read.
    #[schema(required)]
    unread_reason: Option<UnreadReason>,
    /// Kip received. Of several amounts in the line, the one that fits an order, otherwise the first. 0 for an unread line.
    amount: i64,
    /// The bank's number of the transaction; null without one.
    #[schema(required, example = "FT26325ABCDE")]
    reference: Option<String>,
    /// Reference derived from the text of a line that has a day, without the bank's number; null for other lines. The line is
    /// recognized in the next statement, with its number or without, if the reference of its payment has this word.
    #[schema(required, example = "LINE04718203948561")]
    derived_reference: Option<String>,
    /// Match between the line and the orders; null for an unread line.
    #[schema(required)]
    fit: Option<TransferFit>,
    /// Newest first, at most 20.
    candidates: Vec<TransferCandidate>,
    /// Number of orders that fit in this way.
    candidate_count: i64,
}

/// Reason why a line was not read: it has no amount, its amount left the account, it has more than 500 characters, or it comes
/// after 100 other lines.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnreadReason {
    NoAmount,
    Outgoing,
    LineTooLong,
    TooManyLines,
}

/// Match between a line and orders: by number and amount, by number with another amount, by the amount alone, by the number of
/// an order that is paid or has ended, by the bank's number of the line or its derived reference, which is recorded for them, or not at all.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TransferFit {
    Exact,
    DifferentAmount,
    AmountOnly,
    NotAwaited,
    Recorded,
    None,
}

/// An order that a line may pay.
#[derive(Serialize, ToSchema)]
pub struct TransferCandidate {
    order: StaffOrderSummary,
    /// Amount of the line, less what is to be paid for the order.
    difference: i64,
    /// Whether the line has a word of the customer's name.
    has_name: bool,
}

/// Returns which orders the lines of a bank statement may pay, which records nothing.
///
/// A payment is recorded by the step `mark_paid` of the order, with the amount and the bank's number or the derived reference.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "match_transfers",
    security(("api_token" = [], "session" = [])),
    request_body = TransferMatchBody,
    responses(
        (status = 200, description = "The lines that are not empty, in their order", body = Envelope<Vec<StatementLine>>),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/orders/transfer-matches")]
pub async fn match_transfers(
    StaffInput(staff, body): StaffInput<TransferMatchBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::MatchTransfersRequest { actor: Some(actor(&staff)), text: body.text };
    let client = state.clients.staff_orders();
    let read = client.read("MatchTransfers", StaffOrderServiceClient::match_transfers, rpc_request);
    let lines = state.with_deadline(read).await?.lines;
    let lines: Vec<StatementLine> = lines.into_iter().map(StatementLine::try_from).collect::<Result<_>>()?;
    respond::private(StatusCode::OK, &Envelope::of(lines))
}

impl TryFrom<proto::StatementLine> for StatementLine {
    type Error = Error;

    fn try_from(from: proto::StatementLine) -> Result<Self> {
        Ok(Self {
            unread_reason: UnreadReason::read(&from.unread_reason)?,
            fit: TransferFit::read(&from.fit)?,
            line: from.number,
            text: from.text,
            amount: from.amount,
            reference: filled(from.reference),
            derived_reference: filled(from.derived_reference),
            candidates: from
                .candidates
                .into_iter()
                .map(TransferCandidate::try_from)
                .collect::<Result<_>>()?,
            candidate_count: from.candidate_count,
        })
    }
}

impl TryFrom<proto::TransferCandidate> for TransferCandidate {
    type Error = Error;

    fn try_from(from: proto::TransferCandidate) -> Result<Self> {
        let order = from.order.ok_or_else(|| Error::internal("candidate without order"))?;
        Ok(Self { order: order.try_into()?, difference: from.difference, has_name: from.has_name })
    }
}

impl UnreadReason {
    fn read(word: &str) -> Result<Option<Self>> {
        Ok(Some(match word {
            "" => return Ok(None),
            "no_amount" => Self::NoAmount,
            "outgoing" => Self::Outgoing,
            "line_too_long" => Self::LineTooLong,
            "too_many_lines" => Self::TooManyLines,
            _ => return Err(Error::internal(format!("{word} is no reason of an unread line"))),
        }))
    }
}

impl TransferFit {
    fn read(word: &str) -> Result<Option<Self>> {
        Ok(Some(match word {
            "" => return Ok(None),
            "exact" => Self::Exact,
            "different_amount" => Self::DifferentAmount,
            "amount_only" => Self::AmountOnly,
            "not_awaited" => Self::NotAwaited,
            "recorded" => Self::Recorded,
            "none" => Self::None,
            _ => return Err(Error::internal(format!("{word} is no fit of a transfer"))),
        }))
    }
}
