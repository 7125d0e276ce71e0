//! Stock adjustments: received, counted, damaged and corrected units, with their limits.

use heuan_rpc::Error;

use super::{ChangeKind, MAX_REASON_CHARS, RequestKey};
use crate::stock::MAX_QUANTITY;

/// Maximum units that a count may find.
const MAX_COUNTED: i64 = 9_999_999;
/// Maximum units on hand, as in an import.
const MAX_ON_HAND: i64 = heuan_catalog_folder::MAX_STOCK;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdjustmentKind {
    /// Units arrived.
    Receive,
    /// Units in the store were counted, including held ones.
    Count,
    /// Units are broken or lost.
    Damage,
    /// The recorded number was wrong.
    Correct,
}

impl AdjustmentKind {
    pub fn in_ledger(self) -> ChangeKind {
        match self {
            Self::Receive => ChangeKind::Receive,
            Self::Count => ChangeKind::Count,
            Self::Damage => ChangeKind::Damage,
            Self::Correct => ChangeKind::Correct,
        }
    }

    fn needs_reason(self) -> bool {
        matches!(self, Self::Damage | Self::Correct)
    }
}

/// A validated change of the units on hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjustment {
    pub kind: AdjustmentKind,
    quantity: i64,
    pub reason: String,
}

/// An adjustment of one product, with the state that the caller has seen.
#[derive(Clone, Debug)]
pub struct StockRequest<'a> {
    pub pro_id: i64,
    /// Version of the product that the caller has seen; checked if given.
    pub version: Option<i64>,
    /// Units on hand that the caller has seen; checked if given.
    pub expected_on_hand: Option<i64>,
    pub adjustment: &'a Adjustment,
    pub key: Option<RequestKey>,
}

impl Adjustment {
    pub fn new(kind: AdjustmentKind, quantity: i64, reason: &str) -> Result<Self, Error> {
        let range = match kind {
            AdjustmentKind::Receive | AdjustmentKind::Damage => 1..=MAX_QUANTITY,
            AdjustmentKind::Count => 0..=MAX_COUNTED,
            AdjustmentKind::Correct => -MAX_QUANTITY..=MAX_QUANTITY,
        };
        if !range.contains(&quantity) {
            let message = format!("must be from {} to {}", range.start(), range.end());
            return Err(Error::invalid("quantity", message));
        }
        if kind == AdjustmentKind::Correct && quantity == 0 {
            return Err(Error::invalid("quantity", "must not be 0"));
        }
        let reason = reason.trim();
        if reason.is_empty() && kind.needs_reason() {
            return Err(Error::invalid("reason", "say why the units are taken off or corrected"));
        }
        if reason.chars().count() > MAX_REASON_CHARS {
            return Err(Error::invalid("reason", format!("is longer than {MAX_REASON_CHARS} characters")));
        }
        if reason.chars().any(|letter| letter.is_control() && letter != '\n') {
            return Err(Error::invalid("reason", "has a control character"));
        }
        Ok(Self { kind, quantity, reason: reason.to_owned() })
    }

    /// The units on hand afterwards. `counted` is whether the product's stock has been counted so far.
    pub fn apply(&self, on_hand: i64, counted: bool) -> Result<i64, Error> {
        if !counted && self.kind.needs_reason() {
            return Err(Error::conflict(
                "stock_not_counted",
                "the stock of this product is not counted; receive or count it first",
            ));
        }
        let after = match self.kind {
            AdjustmentKind::Count => self.quantity,
            AdjustmentKind::Receive | AdjustmentKind::Correct => on_hand.saturating_add(self.quantity),
            AdjustmentKind::Damage => on_hand.saturating_sub(self.quantity),
        };
        if after > MAX_ON_HAND {
            return Err(Error::invalid("quantity", format!("would be more than {MAX_ON_HAND} units")));
        }
        Ok(after)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(AdjustmentKind::Receive, 5, "", 15)]
    #[case(AdjustmentKind::Count, 5, "", 5)]
    #[case(AdjustmentKind::Damage, 5, "broken", 5)]
    #[case(AdjustmentKind::Correct, -5, "counted twice", 5)]
    fn adjustment_changes_the_units_on_hand(
        #[case] kind: AdjustmentKind,
        #[case] quantity: i64,
        #[case] reason: &str,
        #[case] after: i64,
    ) {
        assert_eq!(Adjustment::new(kind, quantity, reason).unwrap().apply(10, true), Ok(after));
    }

    #[rstest]
    #[case(AdjustmentKind::Receive, 0, "", "quantity")]
    #[case(AdjustmentKind::Count, -1, "", "quantity")]
    #[case(AdjustmentKind::Correct, 0, "why", "quantity")]
    #[case(AdjustmentKind::Damage, 1, " ", "reason")]
    #[case(AdjustmentKind::Correct, 1, "", "reason")]
    fn invalid_adjustment_names_its_field(
        #[case] kind: AdjustmentKind,
        #[case] quantity: i64,
        #[case] reason: &str,
        #[case] field: &str,
    ) {
        assert_eq!(Adjustment::new(kind, quantity, reason).unwrap_err().detail.field, field);
    }

    #[test]
    fn uncounted_stock_is_received_or_counted_first() {
        let damage = Adjustment::new(AdjustmentKind::Damage, 1, "broken").unwrap();
        assert_eq!(damage.apply(0, false).unwrap_err().detail.reason, "stock_not_counted");
        let receive = Adjustment::new(AdjustmentKind::Receive, 1, "").unwrap();
        assert_eq!(receive.apply(0, false), Ok(1));
    }
}
