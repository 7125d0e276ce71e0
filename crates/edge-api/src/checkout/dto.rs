//! JSON types of a price quote: lines, totals, payment methods, and lines that differ from what the customer was
//! shown.

use heuan_proto::{orders::v1 as proto, rpc::v1::LineChange as ProtoChange};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    cart::LineState,
    order::{OrderLine, PaymentMethod, Totals},
};

/// A price quote. The totals include what can be bought: of each line at most the stock.
#[derive(Serialize, ToSchema)]
pub struct Quote {
    lines: Vec<QuoteLine>,
    totals: Totals,
    points_balance: i64,
    /// Discount for one point, kip.
    point_value: i64,
    payment_methods: Vec<PaymentMethod>,
    /// Lines that cannot be bought as requested, or whose price has changed since it was shown.
    changed: Vec<LineChange>,
    /// Sent with the order; null if the quote is not for the cart.
    #[schema(required)]
    cart_version: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub struct QuoteLine {
    #[serde(flatten)]
    line: OrderLine,
    state: LineState,
    /// Units in stock.
    available: i64,
    /// The price shown before this quote, if different.
    #[schema(required)]
    price_was: Option<i64>,
}

/// A line beside what the customer was shown of it.
#[derive(Serialize, ToSchema)]
pub struct LineChange {
    #[schema(minimum = 1)]
    pro_id: i64,
    requested: i64,
    available: i64,
    /// Kip; null if the price was never shown, and if it is unchanged except for `total_changed`.
    #[schema(required)]
    price_was: Option<i64>,
    /// Kip; null if the product is no longer sold.
    #[schema(required)]
    price_now: Option<i64>,
}

impl TryFrom<proto::QuoteResponse> for Quote {
    type Error = Error;

    fn try_from(quote: proto::QuoteResponse) -> Result<Self> {
        let totals = quote.totals.ok_or_else(|| Error::internal("quote without totals"))?;
        Ok(Self {
            lines: quote.lines.into_iter().map(QuoteLine::from).collect(),
            totals: totals.into(),
            points_balance: quote.points_balance,
            point_value: quote.point_value,
            payment_methods: quote
                .payment_methods
                .iter()
                .map(|name| PaymentMethod::of(name))
                // The storefront cannot offer a method of a newer release.
                .filter(|method| !matches!(method, PaymentMethod::Other))
                .collect(),
            changed: quote.changed.into_iter().map(LineChange::from).collect(),
            cart_version: Some(quote.cart_version).filter(|version| *version > 0),
        })
    }
}

impl From<proto::QuoteLine> for QuoteLine {
    fn from(line: proto::QuoteLine) -> Self {
        Self {
            state: line.state().into(),
            available: line.available,
            price_was: line.price_was,
            line: line.line.unwrap_or_default().into(),
        }
    }
}

impl From<ProtoChange> for LineChange {
    fn from(change: ProtoChange) -> Self {
        let ProtoChange { pro_id, requested, available, price_was, price_now } = change;
        Self { pro_id, requested, available, price_was, price_now }
    }
}
