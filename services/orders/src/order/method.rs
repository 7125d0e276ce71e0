//! Delivery method of an order over time: recorded changes, the contact of each method, and the method that the history implies
//! for orders that earlier releases changed.

use serde::{Deserialize, Serialize};

use super::{Delivery, Order, OrderReceiver, Status};

/// Most recorded changes of the method of one order; the oldest are dropped.
const MAX_CHANGES: usize = 20;

/// A change between delivery and pickup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodChange {
    pub at: i64,
    /// Whether it was a pickup before.
    pub was_pickup: bool,
}

/// Phone number and receiver of the method that an order had before its last change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerContact {
    /// Former destination of the goods.
    pub delivery: Delivery,
    pub phone: String,
    pub receiver: OrderReceiver,
}

/// Phone number and receiver of the goods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    pub phone: String,
    pub receiver: OrderReceiver,
}

impl Order {
    /// The contact after a change to `delivery`. The person who picks up goods is not the receiver of a delivery, and the other
    /// way round, so that the order returns to the contact that it had with the new method. Without such a contact the customer
    /// receives the goods, under the phone number of the order.
    pub fn contact_for(&self, delivery: &Delivery) -> Contact {
        let body = &self.body;
        if self.is_pickup() == delivery.is_pickup() {
            return Contact { phone: body.phone.clone(), receiver: body.receiver.clone() };
        }
        let former = body.former_contact.as_ref();
        match former.filter(|former| former.delivery.is_pickup() == delivery.is_pickup()) {
            Some(former) if former.delivery.is_same_place(delivery) => {
                Contact { phone: former.phone.clone(), receiver: former.receiver.clone() }
            }
            // Landmark, position and the note for the driver belong to the former place.
            Some(former) => Contact {
                phone: former.phone.clone(),
                receiver: OrderReceiver { name: former.receiver.name.clone(), ..OrderReceiver::default() },
            },
            None => Contact { phone: body.phone.clone(), receiver: OrderReceiver::default() },
        }
    }

    /// Replaces the delivery. A change of its method is recorded, so that earlier steps keep the name of their method. It also
    /// replaces the contact.
    pub fn change_delivery(&mut self, delivery: Delivery, at: i64) {
        let was_pickup = self.is_pickup();
        let Contact { phone, receiver } = self.contact_for(&delivery);
        let left = std::mem::replace(&mut self.body.delivery, delivery);
        if was_pickup == self.is_pickup() {
            return;
        }
        self.body.former_contact = Some(FormerContact {
            delivery: left,
            phone: std::mem::replace(&mut self.body.phone, phone),
            receiver: std::mem::replace(&mut self.body.receiver, receiver),
        });
        let changes = &mut self.body.method_changes;
        if changes.len() >= MAX_CHANGES {
            changes.remove(0);
        }
        changes.push(MethodChange { at, was_pickup });
    }

    /// Whether the order was a pickup at a time. A step at the time of a change has the method after it.
    pub fn was_pickup(&self, at: i64) -> bool {
        if let Some(next) = self.body.method_changes.iter().find(|change| at < change.at) {
            return next.was_pickup;
        }
        // Goods that went out were delivered, even if an earlier release changed the method of the order afterwards.
        let went_out = |status: &Status| matches!(status, Status::Delivering | Status::DeliveryFailed);
        let last_out = self.history.iter().rev().find(|(status, _)| went_out(status));
        let is_before_end = last_out.is_some_and(|(_, out_at)| at <= *out_at);
        let is_recorded = self.body.method_changes.last().is_some_and(|change| change.at <= at);
        self.is_pickup() && (is_recorded || !is_before_end)
    }
}

impl Delivery {
    /// Whether the goods go to the same address, or are picked up. The note is not compared.
    fn is_same_place(&self, other: &Self) -> bool {
        match (self.address(), other.address()) {
            (Some(one), Some(other)) => one == other,
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    /// Province, district and village; `None` for a pickup.
    fn address(&self) -> Option<[&str; 3]> {
        match self {
            Self::Delivery { province, district, village, .. } => Some([province, district, village]),
            Self::Pickup { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::{Position, returns::tests::order};

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

    fn to_village(village: &str) -> Delivery {
        let [province, district, village] = ["ນະຄອນຫຼວງວຽງຈັນ", "ໄຊທານີ", village].map(str::to_owned);
        Delivery::Delivery { province, district, village, note: String::new() }
    }

    /// A delivery to Kham, whose phone number differs from the customer's.
    fn delivered_to_kham() -> Order {
        let mut order = order(&[(1000, 1)], 0);
        order.body.delivery = to_village("ດົງໂດກ");
        order.body.phone = "+8562055999999".to_owned();
        order.body.receiver = OrderReceiver {
            name: "Kham".to_owned(),
            landmark: "Blue gate".to_owned(),
            driver_note: "Gate 2 m wide".to_owned(),
            position: Position::of(18.0, 102.6),
        };
        order
    }

    /// Records who picks up the goods, as the staff do.
    fn set_collector(order: &mut Order, name: &str, phone: &str) {
        order.body.phone = phone.to_owned();
        order.body.receiver = OrderReceiver { name: name.to_owned(), ..OrderReceiver::default() };
    }

    #[test]
    fn delivery_after_a_pickup_has_its_own_receiver_and_not_the_collector() {
        let before = delivered_to_kham();
        let mut order = before.clone();
        order.change_delivery(pickup(), 1);
        assert_eq!(order.body.receiver, OrderReceiver::default(), "the customer picks up");
        set_collector(&mut order, "Noy", "+8562099988877");
        order.change_delivery(before.body.delivery.clone(), 2);
        assert_eq!((&order.body.receiver, &order.body.phone), (&before.body.receiver, &before.body.phone));
        // The collector is known again if the order becomes a pickup again.
        order.change_delivery(pickup(), 3);
        assert_eq!(order.body.receiver.name, "Noy");
        assert_eq!(order.body.phone, "+8562099988877");
    }

    #[test]
    fn delivery_to_another_place_after_a_pickup_has_no_landmark_of_the_former_one() {
        let before = delivered_to_kham();
        let mut order = before.clone();
        order.change_delivery(pickup(), 1);
        order.change_delivery(to_village("ໂພນທັນ"), 2);
        let name = OrderReceiver { name: "Kham".to_owned(), ..OrderReceiver::default() };
        assert_eq!((&order.body.receiver, &order.body.phone), (&name, &before.body.phone));
    }

    #[test]
    fn delivery_of_an_order_that_was_placed_as_a_pickup_goes_to_the_customer() {
        let mut order = order(&[(1000, 1)], 0);
        order.body.delivery = pickup();
        set_collector(&mut order, "Noy", "+8562099988877");
        order.change_delivery(to_village("ດົງໂດກ"), 1);
        assert_eq!(order.body.receiver, OrderReceiver::default());
        assert_eq!(order.body.phone, "+8562099988877", "no other number is known");
    }

    #[test]
    fn another_address_of_a_delivery_keeps_its_receiver() {
        let mut order = delivered_to_kham();
        let receiver = order.body.receiver.clone();
        order.change_delivery(to_village("ໂພນທັນ"), 1);
        assert_eq!((&order.body.receiver, order.body.former_contact.is_none()), (&receiver, true));
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
