//! Delivery fee, free-delivery limit and value of a point as a quote showed them.

use serde::{Deserialize, Serialize};

use crate::money::PricingTerms;

/// The terms that the last quote showed to a customer. An order that does not name its amounts must cost the same under
/// them as under the present ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownTerms {
    delivery_fee: i64,
    free_delivery_from: i64,
    point_value: i64,
}

impl ShownTerms {
    pub fn of(terms: &PricingTerms) -> Self {
        let PricingTerms { delivery_fee, free_delivery_from, point_value, .. } = *terms;
        Self { delivery_fee, free_delivery_from, point_value }
    }

    /// `terms` with what was shown instead of the present values.
    pub fn instead_of(self, terms: PricingTerms) -> PricingTerms {
        let Self { delivery_fee, free_delivery_from, point_value } = self;
        PricingTerms { delivery_fee, free_delivery_from, point_value, ..terms }
    }
}
