//! Price quotes for customers, and for orders that the staff take.

use heuan_proto::rpc::v1::LineChange;
use heuan_rpc::Error;

use super::{CheckoutLines, DraftLine};
use crate::{
    cart::LineState,
    money::Totals,
    order::{OrderLine, PaymentMethod},
};

/// A price quote.
pub struct Quote {
    pub lines: Vec<QuoteLine>,
    pub totals: Totals,
    pub points_balance: i64,
    pub methods: Vec<PaymentMethod>,
    pub changed: Vec<LineChange>,
    pub cart_version: Option<i64>,
}

pub struct QuoteLine {
    pub line: OrderLine,
    pub state: LineState,
    pub available: i64,
    pub price_was: Option<i64>,
}

impl Quote {
    /// The error for lines with more units than there are; `None` if there are enough.
    pub fn shortage(&self) -> Option<Error> {
        let short = self.lines.iter().filter(|line| line.available < line.line.quantity);
        let lines: Vec<LineChange> = short
            .map(|line| LineChange {
                pro_id: line.line.pro_id,
                requested: line.line.quantity,
                available: line.available,
                price_was: line.price_was,
                price_now: Some(line.line.price),
            })
            .collect();
        (!lines.is_empty()).then(|| {
            let mut error = Error::conflict("stock_short", "not enough in stock");
            error.detail.lines = lines;
            error
        })
    }

    pub fn of(
        draft: CheckoutLines,
        totals: Totals,
        points_balance: i64,
        methods: Vec<PaymentMethod>,
    ) -> Self {
        Self {
            changed: draft.changed(),
            cart_version: draft.cart_version,
            lines: draft.lines.into_iter().map(quoted).collect(),
            totals,
            points_balance,
            methods,
        }
    }
}

fn quoted(line: DraftLine) -> QuoteLine {
    let price = line.price().unwrap_or_default();
    let counts = line.quantity.min(line.available());
    QuoteLine {
        state: line.state(),
        available: line.available(),
        price_was: line.price_was(),
        line: OrderLine {
            pro_id: line.pro_id,
            quantity: line.quantity,
            price,
            total: price.saturating_mul(counts),
            vatrate: line.product.as_ref().map_or(0, |product| product.vatrate),
            label: line.label,
        },
    }
}

pub fn too_much() -> Error {
    Error::invalid("items", "the total is too large")
}
