//! Delivery method of an order over time: recorded changes, and what the history says of orders that earlier releases changed.

use serde::{Deserialize, Serialize};

use super::{Delivery, Order, Status};

/// Most recorded changes of the method of one order; the oldest are dropped.
const MAX_CHANGES: usize = 20;

/// A change between delivery and pickup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodChange {
    pub at: i64,
    /// Whether it was a pickup before.
    pub was_pickup: bool,
}

impl Order {
    /// Replaces the delivery. A change of its method is recorded, so that earlier steps keep the name of theirs.
    pub fn change_delivery(&mut self, delivery: Delivery, at: i64) {
        let was_pickup = self.is_pickup();
        self.body.delivery = delivery;
        if was_pickup == self.is_pickup() {
            return;
        }
        let changes = &mut self.body.method_changes;
        if changes.len() >= MAX_CHANGES {
            changes.remove(0);
        }
        changes.push(MethodChange { at, was_pickup });
    }

    /// Whether it was a pickup at a time. A step at the time of a change has the method after it.
    pub fn was_pickup(&self, at: i64) -> bool {
        if let Some(next) = self.body.method_changes.iter().find(|change| at < change.at) {
            return next.was_pickup;
        }
        // Goods that went out were delivered, also those of an order whose method an earlier release changed afterwards.
        let went_out = |status: &Status| matches!(status, Status::Delivering | Status::DeliveryFailed);
        let last_out = self.history.iter().rev().find(|(status, _)| went_out(status));
        let is_before_end = last_out.is_some_and(|(_, out_at)| at <= *out_at);
        let is_recorded = self.body.method_changes.last().is_some_and(|change| change.at <= at);
        self.is_pickup() && (is_recorded || !is_before_end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::returns::tests::order;

    fn pickup() -> Delivery {
        Delivery::Pickup {
            branch_id: 3,
            branch_name_la: String::new(),
            branch_name_en: String::new(),
            note: String::new(),
        }
    }

    fn went_out() -> Order {
        let mut order = order(&[(1000, 1)], 0);
        let steps =
            [Status::Placed, Status::Preparing, Status::Ready, Status::Delivering, Status::DeliveryFailed];
        order.history = steps.into_iter().zip([10, 20, 30, 40, 50]).collect();
        order
    }

    #[test]
    fn method_before_a_recorded_change_is_the_former_one() {
        let mut order = went_out();
        let delivery = order.body.delivery.clone();
        order.change_delivery(delivery.clone(), 55);
        assert!(order.body.method_changes.is_empty(), "another address is no change of the method");
        order.change_delivery(pickup(), 60);
        order.history.push((Status::Ready, 70));
        let methods: Vec<bool> = order.history.iter().map(|(_, at)| order.was_pickup(*at)).collect();
        assert_eq!(methods, [false, false, false, false, false, true]);
        assert!(!order.was_pickup(59) && order.was_pickup(60));
        order.change_delivery(delivery, 80);
        assert_eq!([50, 70, 80].map(|at| order.was_pickup(at)), [false, true, false]);
    }

    #[test]
    fn goods_of_an_order_without_recorded_changes_were_delivered_until_the_delivery_failed() {
        let mut order = went_out();
        order.body.delivery = pickup();
        order.history.push((Status::Ready, 70));
        let methods: Vec<bool> = order.history.iter().map(|(_, at)| order.was_pickup(*at)).collect();
        assert_eq!(methods, [false, false, false, false, false, true]);
    }

    #[test]
    fn recorded_changes_are_bounded() {
        let mut order = went_out();
        let delivery = order.body.delivery.clone();
        for at in 0..30 {
            order.change_delivery(if at % 2 == 0 { pickup() } else { delivery.clone() }, 100 + at);
        }
        assert_eq!(order.body.method_changes.len(), MAX_CHANGES);
        assert!(!order.was_pickup(129) && order.was_pickup(128));
    }
}
