//! Changed phone number, place of delivery, receiver or note of an open order.

use heuan_rpc::Error;

use super::{Actor, Blocked};
use crate::order::{Delivery, Order, OrderReceiver, Position};

/// Words of the internal log: for a change of details, and for a change of the delivery that may change the
/// total.
pub const CHANGE_DETAILS: &str = "change_details";
pub const CHANGE_DELIVERY: &str = "change_delivery";

/// A valid change. Absent parts are not changed.
#[derive(Clone, Debug)]
pub struct DetailsChange<'a> {
    pub actor: &'a Actor,
    /// The version that the actor sees.
    pub version: i64,
    pub phone: Option<String>,
    pub delivery: Option<Delivery>,
    pub receiver: Option<OrderReceiver>,
}

impl DetailsChange<'_> {
    /// Whether the order is already as requested.
    pub fn is_done(&self, order: &Order) -> bool {
        self.phone.as_ref().is_none_or(|phone| *phone == order.body.phone)
            && self.delivery.as_ref().is_none_or(|delivery| *delivery == order.body.delivery)
            && self.receiver.as_ref().is_none_or(|receiver| *receiver == order.body.receiver)
    }

    /// Refuses a change of a closed order.
    pub fn check(order: &Order) -> Result<(), Error> {
        let status = order.state.status;
        if status.is_open() && order.is_known() {
            return Ok(());
        }
        Err(Error::conflict("action_not_possible", Blocked::Status.message(status)))
    }

    /// Changes the order, and returns the note for the log: one line with the old and the new value for each
    /// change.
    pub fn apply(&self, order: &mut Order) -> String {
        let mut lines = Vec::new();
        if let Some(phone) = &self.phone {
            lines.extend(changed_lines(&[(&order.body.phone, phone)]));
            order.body.phone.clone_from(phone);
        }
        if let Some(delivery) = &self.delivery {
            lines.extend(place_lines(&order.body.delivery, delivery));
            order.body.delivery.clone_from(delivery);
        }
        if let Some(receiver) = &self.receiver {
            lines.extend(receiver_lines(&order.body.receiver, receiver));
            order.body.receiver.clone_from(receiver);
        }
        lines.join("\n")
    }
}

/// Lines for the log with the old and the new place and note of a delivery, and the old and the new contact.
pub(super) fn delivery_lines(order: &Order, new: &Delivery) -> Vec<String> {
    let contact = order.contact_for(new);
    let mut lines = place_lines(&order.body.delivery, new);
    lines.extend(changed_lines(&[(&order.body.phone, &contact.phone)]));
    lines.extend(receiver_lines(&order.body.receiver, &contact.receiver));
    lines
}

fn place_lines(old: &Delivery, new: &Delivery) -> Vec<String> {
    changed_lines(&[(&place(old), &place(new)), (note(old), note(new))])
}

fn receiver_lines(old: &OrderReceiver, new: &OrderReceiver) -> Vec<String> {
    changed_lines(&[
        (&old.name, &new.name),
        (&old.landmark, &new.landmark),
        (&old.driver_note, &new.driver_note),
        (&position(old), &position(new)),
    ])
}

/// One line for each pair of old and new text that differ.
fn changed_lines(pairs: &[(&str, &str)]) -> Vec<String> {
    let changed = pairs.iter().filter(|(old, new)| old != new);
    changed.map(|(old, new)| format!("{} → {}", or_dash(old), or_dash(new))).collect()
}

fn or_dash(text: &str) -> &str {
    if text.is_empty() { "—" } else { text }
}

fn place(delivery: &Delivery) -> String {
    match delivery {
        Delivery::Delivery { province, district, village, .. } => {
            format!("{village}, {district}, {province}")
        }
        Delivery::Pickup { branch_name_la, branch_name_en, .. } => {
            let name = if branch_name_la.is_empty() { branch_name_en } else { branch_name_la };
            name.clone()
        }
    }
}

fn position(receiver: &OrderReceiver) -> String {
    receiver.position.map(Position::degrees).map_or_else(String::new, |(lat, lng)| format!("{lat}, {lng}"))
}

fn note(delivery: &Delivery) -> &str {
    match delivery {
        Delivery::Delivery { note, .. } | Delivery::Pickup { note, .. } => note,
    }
}
