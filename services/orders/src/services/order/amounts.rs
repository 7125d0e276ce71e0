//! Amounts of an order, and their comparison with the amounts that the customer was shown.

use heuan_rpc::Error;

use crate::{
    checkout::{CheckoutLines, DeliveryTerms, ValidatedOrder, too_much},
    money::{self, Priced, PricingTerms, Reductions, Totals},
};

/// The amounts of the totals that are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ShownAmounts {
    pub points_discount: i64,
    pub delivery_fee: i64,
    pub total: i64,
}

impl ShownAmounts {
    pub fn of(totals: &Totals) -> Self {
        let Totals { points_discount, delivery_fee, total, .. } = *totals;
        Self { points_discount, delivery_fee, total }
    }
}

/// Totals of the order at the current prices under these terms.
pub(super) fn totals_under(
    pricing: &PricingTerms,
    draft: &CheckoutLines,
    terms: &ValidatedOrder,
    discount: i64,
) -> Result<Totals, Error> {
    let lines: Vec<Priced> = draft
        .lines
        .iter()
        .map(|line| Priced {
            price: line.price().unwrap_or_default(),
            quantity: line.quantity,
            vatrate: line.product.as_ref().map_or(0, |product| product.vatrate),
        })
        .collect();
    let delivered = matches!(terms.delivery, DeliveryTerms::Delivery { .. });
    let reduced = Reductions { points: terms.points, discount };
    money::totals(&lines, reduced, delivered, pricing).ok_or_else(too_much)
}

/// Checks that the totals equal those the customer was shown: delivery fee, value of a point and total. The error has every
/// line, because an order may name its total without the price of each line.
pub(super) fn check_totals(totals: &Totals, shown: ShownAmounts, draft: &CheckoutLines) -> Result<(), Error> {
    if shown == ShownAmounts::of(totals) {
        return Ok(());
    }
    Err(super::place::conflict("total_changed", draft.compared()))
}
