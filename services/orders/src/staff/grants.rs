//! Limits on what a clerk may give away of an order without a manager: a discount, a write-off, and a refund without a return.

use heuan_proto::rpc::v1::LimitReached;
use heuan_rpc::{Code, Error};
use serde::Deserialize;

use super::{Actor, Blocked, Preview, StaffAction, StaffOrder, StaffRole, StaffStep};
use crate::order::{Order, PaymentState, RefundCause};

/// `reason` of a refusal.
const LIMIT: &str = "grant_limit";
const WHOLE_PERCENT: i64 = 100;

/// Section `[orders.clerks]`; `orders.toml` explains the keys.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClerkGrants {
    pub percent: i64,
    pub kip: i64,
}

impl ClerkGrants {
    pub(crate) fn rules(&self) -> [(bool, &'static str, &'static str); 2] {
        [
            ((0..=WHOLE_PERCENT).contains(&self.percent), "clerks.percent", "must be 0 to 100"),
            (self.kip >= 0, "clerks.kip", "must not be negative"),
        ]
    }

    /// Kip that a clerk may give of `price`.
    fn limit(&self, price: i64) -> i64 {
        if self.percent == WHOLE_PERCENT {
            return self.kip;
        }
        let share = i128::from(price.max(0)) * i128::from(self.percent) / i128::from(WHOLE_PERCENT);
        i64::try_from(share).unwrap_or(i64::MAX).min(self.kip)
    }

    /// Kip that `caller` may still give of `order`; `None` without a limit.
    pub fn left(&self, caller: &Actor, order: &Order) -> Option<i64> {
        let limit = self.limit(order.body.totals.total + order.body.totals.discount);
        (caller.role == StaffRole::Clerk).then(|| (limit - granted(order)).max(0))
    }

    /// Refuses a step on `order` that gives more than `caller` may. `order` is locked, because a concurrent step may give as well.
    pub fn check_step(&self, caller: &Actor, order: &Order, step: &StaffStep<'_>) -> Result<(), Error> {
        let Some(left) = self.left(caller, order) else { return Ok(()) };
        let given = match step.action {
            StaffAction::AcceptDifference if order.state.money == PaymentState::Underpaid => order.unpaid(),
            StaffAction::RefundPart => step.detail.amount.unwrap_or_default(),
            _ => return Ok(()),
        };
        if given > left { Err(refused(left + granted(order), granted(order))) } else { Ok(()) }
    }

    /// Refuses a discount, on goods of the price `goods`, that is more than `caller` may give. A discount above the price
    /// counts as the price, because it is reduced to the price or refused.
    pub(crate) fn check_discount(&self, caller: &Actor, goods: i64, discount: i64) -> Result<(), Error> {
        let limit = self.limit(goods);
        if caller.role == StaffRole::Clerk && discount.min(goods) > limit {
            return Err(refused(limit, 0));
        }
        Ok(())
    }
}

/// Kip that clerks and managers have already given away of the order.
fn granted(order: &Order) -> i64 {
    let dues = order.settlement.dues.iter().filter(|due| due.cause == RefundCause::Goodwill);
    order.body.totals.discount + order.settlement.waived + dues.map(|due| due.amount).sum::<i64>()
}

fn refused(max: i64, used: i64) -> Error {
    let text = format!(
        "a clerk may give at most {max} kip of this order in discounts, write-offs and refunds, and {used} are given; ask a manager"
    );
    let mut error = Error::new(Code::PermissionDenied, text);
    LIMIT.clone_into(&mut error.detail.reason);
    error.detail.limit = Some(LimitReached { max, used });
    error
}

impl StaffOrder {
    /// Blocks the steps for which a clerk needs a manager. `left` is the amount in kip that the caller may
    /// still give.
    pub fn with_grant_limit(mut self, left: Option<i64>) -> Self {
        self.grant_left = left;
        let Some(left) = left else { return self };
        let unpaid = self.order.unpaid();
        let is_short = self.order.state.money == PaymentState::Underpaid;
        for state in self.actions.iter_mut().filter(|state| state.blocked.is_none()) {
            let needs_manager = match state.action {
                StaffAction::AcceptDifference => is_short && unpaid > left,
                StaffAction::RefundPart => left == 0,
                _ => false,
            };
            if needs_manager {
                (state.blocked, state.preview) = (Some(Blocked::NeedsManager), Preview::default());
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actor(role: StaffRole) -> Actor {
        Actor { role, ..Actor::operator() }
    }

    #[test]
    fn discount_of_a_clerk_is_limited_by_share_and_amount_and_that_of_a_manager_is_not() {
        let limit = ClerkGrants { percent: 10, kip: 500_000 };
        let (clerk, manager) = (actor(StaffRole::Clerk), actor(StaffRole::Manager));
        assert!(limit.check_discount(&clerk, 1_000_000, 100_000).is_ok());
        let error = limit.check_discount(&clerk, 1_000_000, 100_001).unwrap_err();
        assert_eq!((error.code, error.detail.reason.as_str()), (Code::PermissionDenied, "grant_limit"));
        assert_eq!(error.detail.limit, Some(LimitReached { max: 100_000, used: 0 }));
        let error = limit.check_discount(&clerk, 80_000_000, 500_001).unwrap_err();
        assert_eq!(error.detail.limit, Some(LimitReached { max: 500_000, used: 0 }));
        assert!(limit.check_discount(&manager, 1_000_000, 1_000_000).is_ok());
    }

    #[test]
    fn zero_gives_a_clerk_nothing_and_a_hundred_percent_has_no_share() {
        let clerk = actor(StaffRole::Clerk);
        assert!(ClerkGrants { percent: 0, kip: 500_000 }.check_discount(&clerk, 1_000_000, 1).is_err());
        assert!(ClerkGrants { percent: 100, kip: 0 }.check_discount(&clerk, 1_000_000, 1).is_err());
        let all = ClerkGrants { percent: 100, kip: i64::MAX };
        assert!(all.check_discount(&clerk, 1_000_000, 1_000_000).is_ok());
    }
}
