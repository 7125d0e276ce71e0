//! Changed lines and delivery of an open order: requests, the resulting goods, and their note in the log.

use std::fmt::Write as _;

use heuan_rpc::Error;

use super::{Actor, CHANGE_DELIVERY, Consent, change::delivery_lines};
use crate::{
    checkout::{DeliveryInput, changed_items, too_much},
    money::{self, Priced, PricingTerms, Reductions, Totals},
    order::{Delivery, Goods, LinesEffects, Order, OrderLine},
    product::Products,
};

/// The word for it in the internal log.
pub const CHANGE_LINES: &str = "change_lines";
/// Maximum characters of a reason.
const MAX_REASON: usize = 500;

/// A request to change the goods and the delivery of an order.
pub struct LinesRequest<'a> {
    pub order_id: &'a str,
    /// The version that the actor sees.
    pub version: i64,
    /// Product and units of all lines after the change.
    pub items: Vec<(i64, i64)>,
    pub reason: &'a str,
    /// Customer's consent to fewer units.
    pub consent: Option<Consent>,
    pub key: &'a str,
    /// The total that the actor has seen.
    pub expected_total: Option<i64>,
    /// Absent if the delivery is not changed.
    pub delivery: Option<DeliveryInput>,
}

/// A change that is to be recorded.
pub struct LinesChange<'a> {
    pub change_id: String,
    /// Digest of the request.
    pub request: String,
    pub order_id: &'a str,
    pub actor: &'a Actor,
    pub version: i64,
    pub reason: &'a str,
    pub consent: Option<Consent>,
    pub target: Goods,
}

/// Effects that a change would have.
#[derive(Debug)]
pub struct LinesPreview {
    pub version: i64,
    pub lines: Vec<PreviewedLine>,
    pub before: Goods,
    pub target: Goods,
    pub effects: LinesEffects,
}

#[derive(Debug)]
pub struct PreviewedLine {
    pub line: OrderLine,
    pub quantity_before: i64,
    /// Units that the order can have, including its present units.
    pub available: i64,
}

/// Whether fewer goods make the discount a larger share of their price.
pub fn has_larger_discount(target: &Totals, present: &Totals) -> bool {
    let product = |discount: i64, subtotal: i64| i128::from(discount) * i128::from(subtotal);
    product(target.discount, present.subtotal) > product(present.discount, target.subtotal)
}

/// The goods of `order` with `lines`, with the granted points and discount, up to the price of the goods.
pub fn goods(
    order: &Order,
    lines: Vec<OrderLine>,
    is_pickup: bool,
    terms: &PricingTerms,
) -> Result<Goods, Error> {
    let priced: Vec<Priced> = lines
        .iter()
        .map(|line| Priced { price: line.price, quantity: line.quantity, vatrate: line.vatrate })
        .collect();
    let before = &order.body.totals;
    let reduced = Reductions { points: before.points_used, discount: before.discount };
    let totals = money::totals(&priced, reduced, !is_pickup, terms).ok_or_else(too_much)?;
    Ok(Goods { lines, totals, delivery: None })
}

/// The goods of `order` with the given units of some products; 0 units remove a line. Existing lines keep their price, lines of
/// the requested `products` are added with the present price.
pub fn with_units(
    order: &Order,
    changes: &[(i64, i64)],
    products: &Products,
    terms: &PricingTerms,
) -> Result<Goods, Error> {
    let mut lines = order.body.lines.clone();
    for (index, &(pro_id, quantity)) in changes.iter().enumerate() {
        let refused = |why: &str| Error::invalid("lines", format!("product {pro_id} {why}"));
        if changes[..index].iter().any(|(other, _)| *other == pro_id) {
            return Err(refused("is listed twice"));
        }
        let position = lines.iter().position(|line| line.pro_id == pro_id);
        let line = match position {
            Some(position) => lines.remove(position),
            None if !products.cover(&[pro_id]) => return Err(refused("is not in the order")),
            None => new_line(products, pro_id).ok_or_else(|| refused("is not for sale"))?,
        };
        let total = line.price.checked_mul(quantity).ok_or_else(too_much)?;
        lines.insert(position.unwrap_or(lines.len()), OrderLine { quantity, total, ..line });
    }
    lines.retain(|line| line.quantity != 0);
    changed_items(&lines.iter().map(|line| (line.pro_id, line.quantity)).collect::<Vec<_>>())?;
    goods(order, lines, order.is_pickup(), terms)
}

/// Products of `changes` that are added to `order`.
pub fn added_products(order: &Order, changes: &[(i64, i64)]) -> Vec<i64> {
    let added =
        changes.iter().filter(|(pro_id, quantity)| *quantity > 0 && units(&order.body.lines, *pro_id) == 0);
    added.map(|(pro_id, _)| *pro_id).collect()
}

/// The goods of `order` with another delivery.
pub fn with_delivery(order: &Order, delivery: Delivery, terms: &PricingTerms) -> Result<Goods, Error> {
    let goods = goods(order, order.body.lines.clone(), delivery.is_pickup(), terms)?;
    Ok(Goods { delivery: Some(delivery), ..goods })
}

/// The word for a change in the internal log.
pub const fn log_word(is_delivery: bool) -> &'static str {
    if is_delivery { CHANGE_DELIVERY } else { CHANGE_LINES }
}

/// Units of a product that the order can have, including its present units.
pub fn available(order: &Order, products: &Products, pro_id: i64) -> i64 {
    let free = products.get(pro_id).and_then(|product| product.stock).unwrap_or_default();
    units(&order.body.lines, pro_id) + free.max(0)
}

/// A line of a product with its present price, without units; `None` if it is not for sale.
pub fn new_line(products: &Products, pro_id: i64) -> Option<OrderLine> {
    let product = products.get(pro_id)?;
    let price = product.offer()?.price;
    Some(OrderLine {
        pro_id,
        label: product.label.clone(),
        quantity: 0,
        price,
        vatrate: product.vatrate,
        total: 0,
    })
}

pub fn checked_reason(reason: &str) -> Result<&str, Error> {
    let reason = reason.trim();
    if reason.chars().count() > MAX_REASON || reason.contains(char::is_control) {
        let rule = format!("a reason has at most {MAX_REASON} characters and no line breaks");
        return Err(Error::invalid("reason", rule));
    }
    Ok(reason)
}

pub fn units(lines: &[OrderLine], pro_id: i64) -> i64 {
    lines.iter().find(|line| line.pro_id == pro_id).map_or(0, |line| line.quantity)
}

/// The note for the log: the reason, a line with the old and the new units of each product, and lines with the old and the new
/// delivery and contact.
pub fn lines_note(reason: &str, order: &Order, target: &Goods) -> String {
    let mut note = units_note(reason, &order.body.lines, &target.lines);
    for line in target.delivery.iter().flat_map(|delivery| delivery_lines(order, delivery)) {
        let separator = if note.is_empty() { "" } else { "\n" };
        let _ = write!(note, "{separator}{line}");
    }
    note
}

fn units_note(reason: &str, before: &[OrderLine], target: &[OrderLine]) -> String {
    let mut note = reason.to_owned();
    let added = target.iter().filter(|line| units(before, line.pro_id) == 0);
    for line in before.iter().chain(added) {
        let (old, new) = (units(before, line.pro_id), units(target, line.pro_id));
        if old != new {
            let label = &line.label;
            let name = if label.name_la.is_empty() { &label.name_en } else { &label.name_la };
            let separator = if note.is_empty() { "" } else { "\n" };
            let _ = write!(note, "{separator}{name}: {old} → {new}");
        }
    }
    note
}
