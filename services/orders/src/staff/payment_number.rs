//! The bank number of the payment that a step records.

use std::collections::BTreeSet;

use super::{StaffAction, StaffStep};
use crate::order::Order;

impl StaffStep<'_> {
    /// The bank number and the derived reference of the payment, as compared, unless the staff have confirmed that another
    /// payment has one of them as well. Empty if the payment has neither.
    pub fn new_bank_numbers(&self, order: &Order) -> BTreeSet<String> {
        let is_payment = matches!(self.action, StaffAction::MarkPaid | StaffAction::HandOver);
        if !is_payment || self.detail.repeats_reference {
            return BTreeSet::new();
        }
        order.transfer_numbers(self.moves_by(order).as_ref(), &self.detail.reference)
    }
}
