//! Returns and refunds of an order.

use heuan_proto::orders::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::{dto::VatBreakdown, states::RefundCause};
use heuan_edge_http::envelope::{filled, moment};

/// Units of one product that come back.
#[derive(Serialize, ToSchema)]
pub struct ReturnLine {
    #[schema(minimum = 1)]
    pro_id: i64,
    /// Units that can be sold again; of a requested return, all units.
    to_stock: i64,
    /// Units that cannot.
    to_waste: i64,
    /// Of the staff; null for customers.
    #[schema(required)]
    note: Option<String>,
}

/// Goods that came back.
#[derive(Serialize, ToSchema)]
pub struct OrderReturn {
    #[schema(format = DateTime)]
    at: String,
    lines: Vec<ReturnLine>,
    /// Kip that became due for it.
    refund: i64,
    /// Kip of `refund` for the delivery fee.
    delivery_fee: i64,
    /// Redeemed points that were given back.
    points_returned: i64,
    /// Earned points that were taken.
    points_revoked: i64,
    /// Of the staff; null for customers.
    #[schema(required)]
    reason: Option<String>,
    /// That has received the goods; null if it is not known.
    #[schema(required)]
    branch: Option<ReturnBranch>,
    /// Null from an older orders service.
    #[schema(required)]
    credit_note: Option<CreditNote>,
}

/// Credit note of a return. Kip, except for the number.
#[derive(Serialize, ToSchema)]
pub struct CreditNote {
    /// The same in each response, and of no other return.
    #[schema(example = "261121-7K3M9QTX-C1")]
    number: String,
    /// Price of the units.
    goods: i64,
    /// Part of the price that was not paid, or was given back before.
    discount: i64,
    delivery_fee: i64,
    /// Value of earned points that the customer has spent, which reduces the refund.
    missing_points_value: i64,
    /// Of `goods - discount + delivery_fee`, by rate, lowest first.
    vat: Vec<VatBreakdown>,
}

/// The branch that receives goods.
#[derive(Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the names of a branch in the API")]
pub struct ReturnBranch {
    branch_id: i64,
    branch_name_la: String,
    branch_name_en: String,
}

/// Amount that became due for a refund.
#[derive(Serialize, ToSchema)]
pub struct OrderRefund {
    #[schema(format = DateTime)]
    at: String,
    /// Kip.
    amount: i64,
    cause: RefundCause,
    /// Kip of earned points that the customer had spent when goods became fewer, which reduced it. 0 for other causes; a return has it in its
    /// credit note.
    missing_points_value: i64,
}

/// Goods that the customer wants to return.
#[derive(Serialize, ToSchema)]
pub struct ReturnRequest {
    #[schema(format = DateTime)]
    at: String,
    lines: Vec<ReturnLine>,
    /// Of the staff; null for customers.
    #[schema(required)]
    reason: Option<String>,
    /// That is to receive the goods; null if it is not known.
    #[schema(required)]
    branch: Option<ReturnBranch>,
}

impl From<proto::ReturnBranch> for ReturnBranch {
    fn from(from: proto::ReturnBranch) -> Self {
        Self { branch_id: from.branch_id, branch_name_la: from.name_la, branch_name_en: from.name_en }
    }
}

impl From<proto::ReturnLine> for ReturnLine {
    fn from(line: proto::ReturnLine) -> Self {
        let proto::ReturnLine { pro_id, to_stock, to_waste, note } = line;
        Self { pro_id, to_stock, to_waste, note: filled(note) }
    }
}

impl From<proto::CreditNote> for CreditNote {
    fn from(from: proto::CreditNote) -> Self {
        let proto::CreditNote { number, goods, discount, delivery_fee, missing_points_value, vat } = from;
        let vat = vat.into_iter().map(VatBreakdown::from).collect();
        Self { number, goods, discount, delivery_fee, missing_points_value, vat }
    }
}

impl TryFrom<proto::OrderReturn> for OrderReturn {
    type Error = Error;

    fn try_from(from: proto::OrderReturn) -> Result<Self> {
        Ok(Self {
            at: moment(from.at_ms)?,
            lines: from.lines.into_iter().map(ReturnLine::from).collect(),
            refund: from.refund,
            delivery_fee: from.delivery_fee,
            points_returned: from.points_returned,
            points_revoked: from.points_revoked,
            reason: filled(from.reason),
            branch: from.branch.map(ReturnBranch::from),
            credit_note: from.credit_note.map(CreditNote::from),
        })
    }
}

impl TryFrom<proto::OrderRefund> for OrderRefund {
    type Error = Error;

    fn try_from(from: proto::OrderRefund) -> Result<Self> {
        Ok(Self {
            at: moment(from.at_ms)?,
            amount: from.amount,
            cause: RefundCause::of(&from.cause),
            missing_points_value: from.missing_points_value,
        })
    }
}

impl TryFrom<proto::ReturnRequest> for ReturnRequest {
    type Error = Error;

    fn try_from(from: proto::ReturnRequest) -> Result<Self> {
        Ok(Self {
            at: moment(from.at_ms)?,
            lines: from.lines.into_iter().map(ReturnLine::from).collect(),
            reason: filled(from.reason),
            branch: from.branch.map(ReturnBranch::from),
        })
    }
}
