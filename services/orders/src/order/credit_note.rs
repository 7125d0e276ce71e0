//! Credit note of a return: its number, and the composition of the credited price, with its VAT by rate.

use std::collections::BTreeMap;

use super::{Order, OrderReturn};
use crate::money::{VatBreakdown, credited_vat, delivery_rate};

/// Kip of a credit note. The credit is `goods - discount + delivery_fee`; less `missing_points_value`, it is the refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditNote {
    pub number: String,
    /// Price of the units.
    pub goods: i64,
    /// Part of the price that was not paid, or was already given back.
    pub discount: i64,
    pub delivery_fee: i64,
    /// Value of earned points that the customer has spent.
    pub missing_points_value: i64,
    /// By rate, lowest first; the sum of gross is the credit.
    pub vat: Vec<VatBreakdown>,
}

impl Order {
    /// The credit note of the return at this place. It depends on the return alone, so that each print of it is the same.
    pub fn credit_note(&self, place: usize, from: &OrderReturn) -> CreditNote {
        let sold: BTreeMap<i64, _> = self.body.lines.iter().map(|line| (line.pro_id, line)).collect();
        let mut by_rate = BTreeMap::<i64, i64>::new();
        for line in &from.lines {
            if let Some(sold) = sold.get(&line.pro_id) {
                *by_rate.entry(sold.vatrate).or_default() += sold.price.saturating_mul(line.units());
            }
        }
        let goods: i64 = by_rate.values().sum();
        // The paid amount may be less than the delivery fee.
        let delivery_fee = from.delivery_fee.min(from.value());
        let discount = goods - (from.value() - delivery_fee);
        let mut lines = BTreeMap::<i64, i64>::new();
        for line in &self.body.lines {
            *lines.entry(line.vatrate).or_default() += line.total;
        }
        let fee = (delivery_rate(&self.body.totals, lines), delivery_fee);
        CreditNote {
            number: self.credit_note_number(place),
            goods,
            discount,
            delivery_fee,
            missing_points_value: from.missing_value,
            vat: credited_vat(by_rate, discount, fee),
        }
    }
}
