//! Amount and lines of a step, as requested and as they took effect.

use serde::{Deserialize, Serialize};

use super::Consent;
use crate::order::{Booking, MoneyMethod, ReturnBranch, ReturnedLine};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StepDetail {
    /// Booking that is corrected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub booking: Option<Booking>,
    /// Kip of the request: received, to refund, or of the booking to correct.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i64>,
    /// Goods that come back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<ReturnedLine>,
    /// The delivery fee is refunded as well.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub delivery_fee: bool,
    /// Branch that receives the goods. `None` is the usual branch of the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<ReturnBranch>,
    /// Method of the payment or payout of the request. `None` is the usual way of the order's payment method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<MoneyMethod>,
    /// Reference such as the bank's number of the transaction.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reference: String,
    /// Whether the payment is another one than the recorded payment with the same bank number.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub repeats_reference: bool,
    /// Consent of the customer to fewer units, for changed goods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
    /// Kip that the step received, wrote off, made due, paid out or took back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<i64>,
    /// Method by which `moved` was received or paid out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_by: Option<MoneyMethod>,
}

impl StepDetail {
    /// Whether both belong to the same request.
    pub fn is_same_request(&self, other: &Self) -> bool {
        let branch = |of: &Self| of.branch.as_ref().map(|branch| branch.branch_id);
        let request = |of: &Self| (of.booking, of.amount, of.delivery_fee, branch(of));
        request(self) == request(other)
            && (&self.lines, &self.method, &self.reference) == (&other.lines, &other.method, &other.reference)
    }
}
