//! Price quotes for customers, and for orders that the staff take.

use std::collections::HashMap;

use heuan_proto::rpc::v1::LineChange;
use heuan_rpc::Error;

use super::{CheckoutLines, CheckoutService, DraftLine, Input, ShownTerms, check_method};
use crate::{
    cart::LineState,
    money::{self, Reductions, Totals},
    order::{OrderLine, PaymentMethod},
    quoted_prices::QuotedPrice,
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

impl CheckoutService {
    /// Calculates the price of an order, and records that the customer has seen these prices and terms. A quote repeated under
    /// its `key` reports the same changes again.
    pub async fn quote(&self, customer_id: i64, input: Input, key: &str) -> Result<Quote, Error> {
        if key.len() > 200 {
            return Err(Error::invalid("Idempotency-Key", "must be at most 200 characters"));
        }
        let payment_method = input.payment_method.clone();
        let (wanted, delivered, points) = input.for_quote(&self.payment_methods())?;
        let draft = self.draft(customer_id, &wanted, key).await?;
        // Evaluated again, because the draft has updated the demo state.
        let methods = self.payment_methods();
        if !payment_method.is_empty() {
            check_method(&payment_method, &methods)?;
        }
        let points_balance = self.store.points_balance(customer_id).await?;
        let terms = self.config.terms();
        let reduced = Reductions { points: points.min(points_balance), discount: 0 };
        let totals = money::totals(&draft.priced(), reduced, delivered, &terms).ok_or_else(too_much)?;

        let now = self.clock.now_ms();
        let shown = draft.lines.iter().filter(|line| line.price() != line.seen);
        let price = |line: &DraftLine| {
            line.price().map(|price| QuotedPrice { pro_id: line.pro_id, price, previous_price: line.seen })
        };
        let shown: Vec<QuotedPrice> = shown.filter_map(price).collect();
        let shown_terms = ShownTerms::of(&terms);
        if !shown.is_empty() || self.store.shown_terms(customer_id).await? != Some(shown_terms) {
            self.store.show(customer_id, shown, shown_terms, key, now).await?;
        }
        Ok(Quote::of(draft, totals, points_balance, methods))
    }

    /// Calculates the price of an order that the staff take, for no customer yet if `customer_id` is 0. The customer has not
    /// seen its prices.
    pub async fn quote_for_staff(
        &self,
        customer_id: i64,
        input: Input,
        discount: i64,
    ) -> Result<Quote, Error> {
        let payment_method = input.payment_method.clone();
        let (wanted, delivered, points) = input.for_quote(&self.payment_methods())?;
        if wanted.is_cart() {
            return Err(Error::invalid("items", "are needed"));
        }
        let mut draft = self.draft(customer_id, &wanted, "").await?;
        draft.show(&HashMap::new());
        let methods = self.payment_methods();
        if !payment_method.is_empty() {
            check_method(&payment_method, &methods)?;
        }
        let points_balance = if customer_id > 0 { self.store.points_balance(customer_id).await? } else { 0 };
        let reduced = Reductions { points: points.min(points_balance), discount };
        let totals = money::totals(&draft.priced(), reduced, delivered, &self.config.terms());
        Ok(Quote::of(draft, totals.ok_or_else(too_much)?, points_balance, methods))
    }
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

    fn of(draft: CheckoutLines, totals: Totals, points_balance: i64, methods: Vec<PaymentMethod>) -> Self {
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
