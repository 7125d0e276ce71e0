//! Orders that the staff take for a customer, such as on the phone.

use crate::checkout::{DeliveryInput, Input};

/// The word for it in the internal log.
pub const TAKE_ORDER: &str = "take_order";

/// An order as a member of the staff took it.
pub struct TakenOrder<'a> {
    pub customer_id: i64,
    pub customer_name: &'a str,
    /// Idempotency key, unique for the member of the staff.
    pub key: &'a str,
    /// The input and the discount as they were sent.
    pub encoded: &'a [u8],
    pub discount: i64,
    pub discount_reason: &'a str,
}

/// An order as an operator took it on the command line, at its present price.
#[derive(Clone, Debug)]
pub struct CommandLineOrder {
    pub customer_id: i64,
    /// Products and units.
    pub items: Vec<(i64, i64)>,
    pub phone: String,
    pub destination: Destination,
    pub note: String,
    pub payment_method: String,
    /// Kip.
    pub discount: i64,
    pub discount_reason: String,
}

/// Destination of an order.
#[derive(Clone, Debug)]
pub enum Destination {
    Delivery { province: String, district: String, village: String },
    Pickup { branch_id: i64 },
}

impl CommandLineOrder {
    pub fn input(&self) -> Input {
        let note = self.note.clone();
        let delivery = match self.destination.clone() {
            Destination::Delivery { province, district, village } => DeliveryInput {
                method: "delivery".to_owned(),
                branch_id: None,
                province,
                district,
                village,
                note,
            },
            Destination::Pickup { branch_id } => DeliveryInput {
                method: "pickup".to_owned(),
                branch_id: Some(branch_id),
                note,
                ..DeliveryInput::default()
            },
        };
        Input {
            items: Some(self.items.clone()),
            buy_now: true,
            phone: self.phone.clone(),
            delivery,
            payment_method: self.payment_method.clone(),
            ..Input::default()
        }
    }
}
