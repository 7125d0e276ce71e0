//! Bulk changes of up to 20,000 products: prices by percent or amount with rounding, group, visibility and location.

use heuan_catalog_folder::MAX_PRICE;
use heuan_rpc::Error;

use super::StaffFilter;

/// Maximum products of one bulk change.
pub const MAX_SELECTED: usize = 20_000;

/// Multiples that a price may be rounded to.
const ROUND_TO: [i64; 4] = [1, 100, 500, 1000];
const BASIS_POINTS: std::ops::RangeInclusive<i64> = -9_000..=90_000;

/// The products of a bulk change.
#[derive(Clone, Debug, PartialEq)]
pub enum Selection {
    These(Vec<i64>),
    Matching(StaffFilter),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceStep {
    /// Hundredths of a percent.
    BasisPoints(i64),
    /// Kip.
    Amount(i64),
}

/// A validated change of prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceChange {
    step: PriceStep,
    round_to: i64,
}

/// One change of many products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkChange {
    Price(PriceChange),
    Group(i64),
    Visible(bool),
    /// A checked location, or empty.
    Location(String),
}

impl PriceChange {
    pub fn new(step: PriceStep, round_to: i64) -> Result<Self, Error> {
        match step {
            PriceStep::BasisPoints(points) if !BASIS_POINTS.contains(&points) => {
                return Err(Error::invalid("change.price.by_percent", "must be from -90 to 900"));
            }
            PriceStep::Amount(amount) if !(-MAX_PRICE..=MAX_PRICE).contains(&amount) => {
                let message = format!("must be at most {MAX_PRICE} in either direction");
                return Err(Error::invalid("change.price.by_amount", message));
            }
            _ => {}
        }
        if !ROUND_TO.contains(&round_to) {
            return Err(Error::invalid("change.price.round_to", "must be 1, 100, 500 or 1000"));
        }
        Ok(Self { step, round_to })
    }

    /// The new price: a multiple of the rounding step, half upwards. `None` if the result is not positive or too
    /// large.
    pub fn apply(self, price: i64) -> Option<i64> {
        let price = i128::from(price);
        // The price is calculated in ten-thousandths of a kip, so that nothing is rounded twice.
        let exact = match self.step {
            PriceStep::BasisPoints(points) => price * i128::from(10_000 + points),
            PriceStep::Amount(amount) => (price + i128::from(amount)) * 10_000,
        };
        let step = i128::from(self.round_to) * 10_000;
        if exact <= 0 {
            return None;
        }
        let rounded = ((2 * exact + step) / (2 * step)).max(1) * i128::from(self.round_to);
        i64::try_from(rounded).ok().filter(|price| *price <= MAX_PRICE)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(PriceStep::BasisPoints(300), 500, 58_000, Some(59_500))]
    #[case(PriceStep::BasisPoints(300), 500, 25_000, Some(26_000))]
    #[case(PriceStep::BasisPoints(300), 500, 24_999, Some(25_500))]
    #[case(PriceStep::BasisPoints(-250), 1, 1000, Some(975))]
    #[case(PriceStep::BasisPoints(-9_000), 500, 1000, Some(500))]
    #[case(PriceStep::Amount(-1000), 500, 1000, None)]
    #[case(PriceStep::Amount(1250), 500, 1000, Some(2500))]
    #[case(PriceStep::Amount(MAX_PRICE), 1, MAX_PRICE, None)]
    fn price_is_changed_and_rounded(
        #[case] step: PriceStep,
        #[case] round_to: i64,
        #[case] price: i64,
        #[case] after: Option<i64>,
    ) {
        assert_eq!(PriceChange::new(step, round_to).unwrap().apply(price), after);
    }

    #[test]
    fn unusable_step_names_its_field() {
        let field = |step, round_to| PriceChange::new(step, round_to).unwrap_err().detail.field;
        assert_eq!(field(PriceStep::BasisPoints(-9_001), 500), "change.price.by_percent");
        for amount in [i64::MIN, i64::MAX, MAX_PRICE + 1] {
            assert_eq!(field(PriceStep::Amount(amount), 500), "change.price.by_amount");
        }
        assert_eq!(field(PriceStep::Amount(1), 250), "change.price.round_to");
    }

    proptest! {
        #[test]
        fn changed_price_is_a_multiple_near_the_exact_one(price in 1..MAX_PRICE, points in BASIS_POINTS, step in 0..4usize) {
            let round_to = ROUND_TO[step];
            let change = PriceChange::new(PriceStep::BasisPoints(points), round_to).unwrap();
            if let Some(after) = change.apply(price) {
                prop_assert!(after > 0 && after % round_to == 0);
                let exact = price as f64 * (10_000 + points) as f64 / 10_000.0;
                prop_assert!((after as f64 - exact).abs() <= round_to as f64 + 1.0);
            }
        }
    }
}
