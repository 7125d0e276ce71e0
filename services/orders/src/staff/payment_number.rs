//! The bank number of the payment that a step records.

use super::{StaffAction, StaffStep};
use crate::order::Order;

impl StaffStep<'_> {
    /// The bank number of the payment, as compared, unless the staff have confirmed that another payment has it as well. `None`
    /// without one.
    pub fn new_bank_number(&self, order: &Order) -> Option<String> {
        let is_payment = matches!(self.action, StaffAction::MarkPaid | StaffAction::HandOver);
        if !is_payment || self.detail.repeats_reference {
            return None;
        }
        order.bank_number(self.moves_by(order).as_ref(), &self.detail.reference)
    }
}
