//! Commands that change the lines and the delivery of an open order.

use std::{fmt::Write as _, time::Duration};

use heuan_proto::rpc::v1::LineChange;
use heuan_rpc::Error;
use sha2::{Digest as _, Sha256};

use super::{
    Actor, CHANGE_DELIVERY, Consent, StaffOrder, StaffOrderService, change::delivery_lines,
    security::record_order,
};
use crate::{
    checkout::{ContactInput, DeliveryInput, changed_items, contact, too_much},
    money::{self, Priced, PricingTerms, Reductions, Totals},
    order::{Delivery, Goods, LinesEffects, Order, OrderLine, no_such_order},
    product::Products,
    store::LineProgress,
};

/// The word for it in the internal log.
pub const CHANGE_LINES: &str = "change_lines";
/// Maximum characters of an idempotency key, and of a reason.
const MAX_KEY: usize = 200;
const MAX_REASON: usize = 500;
/// Checks for the end of a change that another process works on, shorter than the deadline of the call.
const MAX_POLLS: usize = 20;
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A request to change the goods and the delivery of an order.
pub struct LinesRequest<'a> {
    pub order_id: &'a str,
    /// The version that the actor sees.
    pub version: i64,
    /// Product and units of all lines after the change.
    pub items: Vec<(i64, i64)>,
    pub reason: &'a str,
    /// How the customer agreed to fewer units.
    pub consent: Option<Consent>,
    pub key: &'a str,
    /// The total that the actor has seen.
    pub expected_total: Option<i64>,
    /// Absent if it stays.
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

/// What a change would do.
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
    /// Units that the order can have, with those that it has.
    pub available: i64,
}

impl StaffOrderService {
    /// What the change would do now. An empty `method` stays.
    pub async fn preview_lines(
        &self,
        order_id: &str,
        items: &[(i64, i64)],
        method: &str,
    ) -> Result<LinesPreview, Error> {
        let order = self.find_for_staff(order_id).await?;
        let is_pickup = match method {
            "" => order.is_pickup(),
            "pickup" => true,
            "delivery" => false,
            _ => return Err(Error::invalid("delivery_method", "must be delivery or pickup")),
        };
        order.check_method(is_pickup)?;
        let (target, products) = self.changed_goods(&order, items, is_pickup).await?;
        let balance = self.store.points_balance(order.customer_id).await?;
        let effects = order.lines_effects(&target.totals, balance, self.config.point_value)?;
        let line = |line: &OrderLine| PreviewedLine {
            line: line.clone(),
            quantity_before: units(&order.body.lines, line.pro_id),
            available: available(&order, &products, line.pro_id),
        };
        Ok(LinesPreview {
            version: order.version,
            lines: target.lines.iter().map(line).collect(),
            before: Goods::of(&order),
            target,
            effects,
        })
    }

    /// Changes the goods, once for each key of the actor.
    pub async fn change_lines(&self, caller: &Actor, request: LinesRequest<'_>) -> Result<StaffOrder, Error> {
        let LinesRequest { order_id, version, items, reason, consent, key, expected_total, delivery } =
            request;
        if key.is_empty() || key.len() > MAX_KEY {
            return Err(Error::invalid("Idempotency-Key", format!("must be 1 to {MAX_KEY} characters")));
        }
        let reason = checked_reason(reason)?;
        changed_items(&items)?;
        let order = self.find_for_staff(order_id).await?;
        let id = order.order_id.clone();
        let change_id = digest(&format!("{id} {} {key}", caller.account_id))[..32].to_owned();
        let request = digest(&request_text(version, &items, reason, consent, delivery.as_ref()));
        let action = log_word(delivery.is_some());
        if self.store.line_progress(&change_id, &request).await?.is_none() {
            let order = self.after_former_change(order).await?;
            if order.version != version {
                return Err(Error::conflict("order_changed", "the order has changed; look at it again"));
            }
            let delivery = self.wanted_delivery(&order, delivery).await?;
            let is_pickup = delivery.as_ref().map_or(order.is_pickup(), Delivery::is_pickup);
            let (target, products) = self.changed_goods(&order, &items, is_pickup).await?;
            let target = Goods { delivery, ..target };
            Consent::check(consent, &order.body.lines, &target.lines)?;
            if expected_total.is_some_and(|total| total != target.totals.total) {
                return Err(total_changed(&order, &target, &products));
            }
            if has_larger_discount(&target.totals, &order.body.totals) {
                self.check_discount(caller, target.totals.subtotal, target.totals.discount)?;
            }
            // Refused here already, so that nothing is taken from the stock for it.
            let balance = self.store.points_balance(order.customer_id).await?;
            order.lines_effects(&target.totals, balance, self.config.point_value)?;
            let (change_id, request) = (change_id.clone(), request.clone());
            let change = LinesChange {
                change_id,
                request,
                order_id: &id,
                actor: caller,
                version,
                reason,
                consent,
                target,
            };
            self.store.begin_lines(&change, self.clock.now_ms()).await?;
        }
        self.end_of_change(&id, &change_id, &request).await?;
        let changed = self.order_for_staff(caller, &id).await?;
        record_order(action, caller, &changed.order);
        Ok(changed)
    }

    /// The delivery of a request, if it is another.
    async fn wanted_delivery(
        &self,
        order: &Order,
        delivery: Option<DeliveryInput>,
    ) -> Result<Option<Delivery>, Error> {
        let Some(terms) = contact(&ContactInput { delivery, ..ContactInput::default() })?.delivery else {
            return Ok(None);
        };
        let delivery = self.changed_delivery(&order.body.delivery, &terms).await?;
        order.check_method(delivery.is_pickup())?;
        Ok((delivery != order.body.delivery).then_some(delivery))
    }

    /// The order without work of a former change, which gives units back after its answer. Still with it if that takes long.
    pub(super) async fn after_former_change(&self, mut order: Order) -> Result<Order, Error> {
        for _ in 0..MAX_POLLS {
            if order.line_work.is_none() {
                break;
            }
            self.reconciler.reconcile_now(&order.order_id).await;
            order = self.find_for_staff(&order.order_id).await?;
            if order.line_work.is_some() {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        }
        Ok(order)
    }

    /// Does the change, or waits for the process that does it.
    async fn end_of_change(&self, order_id: &str, change_id: &str, request: &str) -> Result<(), Error> {
        for _ in 0..MAX_POLLS {
            self.reconciler.reconcile_now(order_id).await;
            match self.store.line_progress(change_id, request).await?.ok_or_else(no_such_order)? {
                LineProgress::Completed => return Ok(()),
                LineProgress::Refused(refusal) => return Err(refusal.into()),
                LineProgress::Open => tokio::time::sleep(POLL_INTERVAL).await,
            }
        }
        Err(Error::unavailable("the change is not finished; repeat the request for its result"))
    }

    /// The goods of `order` with `items`: lines that stay keep their price, new ones have the present one.
    async fn changed_goods(
        &self,
        order: &Order,
        items: &[(i64, i64)],
        is_pickup: bool,
    ) -> Result<(Goods, Products), Error> {
        changed_items(items)?;
        if let Some(why) = order.lines_blocked() {
            return Err(why.error(order));
        }
        let ids: Vec<i64> = items.iter().map(|(pro_id, _)| *pro_id).collect();
        let products = self.catalog.products(&ids).await?;
        let mut lines = Vec::with_capacity(items.len());
        for (index, &(pro_id, quantity)) in items.iter().enumerate() {
            let kept = order.body.lines.iter().find(|line| line.pro_id == pro_id).cloned();
            let Some(line) = kept.or_else(|| new_line(&products, pro_id)) else {
                return Err(Error::invalid(&format!("lines[{index}].pro_id"), "is not for sale"));
            };
            let total = line.price.checked_mul(quantity).ok_or_else(too_much)?;
            lines.push(OrderLine { quantity, total, ..line });
        }
        Ok((goods(order, lines, is_pickup, &self.config.terms())?, products))
    }
}

/// Whether fewer goods make the discount a larger share of their price.
fn has_larger_discount(target: &Totals, present: &Totals) -> bool {
    let product = |discount: i64, subtotal: i64| i128::from(discount) * i128::from(subtotal);
    product(target.discount, present.subtotal) > product(present.discount, target.subtotal)
}

/// The goods of `order` with `lines`, with the points and the discount that were granted as far as they cost that much.
fn goods(
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

/// The goods of `order` with the given units of some of its products; 0 units take a line out.
pub(super) fn with_units(
    order: &Order,
    changes: &[(i64, i64)],
    terms: &PricingTerms,
) -> Result<Goods, Error> {
    if let Some((pro_id, _)) = changes.iter().find(|(pro_id, _)| units(&order.body.lines, *pro_id) == 0) {
        let text = format!("product {pro_id} is not in the order; add it in the back office");
        return Err(Error::invalid("lines", text));
    }
    let mut lines = Vec::new();
    for line in &order.body.lines {
        let change = changes.iter().find(|(pro_id, _)| *pro_id == line.pro_id);
        let quantity = change.map_or(line.quantity, |(_, quantity)| *quantity);
        let total = line.price.checked_mul(quantity).ok_or_else(too_much)?;
        lines.push(OrderLine { quantity, total, ..line.clone() });
    }
    lines.retain(|line| line.quantity != 0);
    changed_items(&lines.iter().map(|line| (line.pro_id, line.quantity)).collect::<Vec<_>>())?;
    goods(order, lines, order.is_pickup(), terms)
}

/// The goods of `order` with another delivery.
pub(super) fn with_delivery(order: &Order, delivery: Delivery, terms: &PricingTerms) -> Result<Goods, Error> {
    let goods = goods(order, order.body.lines.clone(), delivery.is_pickup(), terms)?;
    Ok(Goods { delivery: Some(delivery), ..goods })
}

/// The word for a change in the internal log.
pub const fn log_word(is_delivery: bool) -> &'static str {
    if is_delivery { CHANGE_DELIVERY } else { CHANGE_LINES }
}

/// What distinguishes a request from others with the same key. Without a consent and a delivery it is as earlier releases stored it.
fn request_text(
    version: i64,
    items: &[(i64, i64)],
    reason: &str,
    consent: Option<Consent>,
    delivery: Option<&DeliveryInput>,
) -> String {
    let mut text = format!("{version} {items:?} {reason}");
    if let Some(consent) = consent {
        let _ = write!(text, " {consent:?}");
    }
    if let Some(delivery) = delivery {
        let _ = write!(text, " {delivery:?}");
    }
    text
}

/// The error of another total than the expected one, with all lines: the price of those that the order has, and the present one
/// of the new ones.
fn total_changed(order: &Order, target: &Goods, products: &Products) -> Error {
    let change = |line: &OrderLine| LineChange {
        pro_id: line.pro_id,
        requested: line.quantity,
        available: available(order, products, line.pro_id),
        price_was: order.body.lines.iter().find(|kept| kept.pro_id == line.pro_id).map(|kept| kept.price),
        price_now: Some(line.price),
    };
    let mut error = Error::conflict("total_changed", "the total is not the one that was shown");
    error.detail.lines = target.lines.iter().map(change).collect();
    error
}

/// Units of a product that the order can have, with those that it has.
fn available(order: &Order, products: &Products, pro_id: i64) -> i64 {
    let free = products.get(pro_id).and_then(|product| product.stock).unwrap_or_default();
    units(&order.body.lines, pro_id) + free.max(0)
}

fn new_line(products: &Products, pro_id: i64) -> Option<OrderLine> {
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

pub(super) fn checked_reason(reason: &str) -> Result<&str, Error> {
    let reason = reason.trim();
    if reason.chars().count() > MAX_REASON || reason.contains(char::is_control) {
        let rule = format!("a reason has at most {MAX_REASON} characters and no line breaks");
        return Err(Error::invalid("reason", rule));
    }
    Ok(reason)
}

pub(super) fn digest(text: &str) -> String {
    crate::hex::write(&Sha256::digest(text))
}

fn units(lines: &[OrderLine], pro_id: i64) -> i64 {
    lines.iter().find(|line| line.pro_id == pro_id).map_or(0, |line| line.quantity)
}

/// The note for the log: the reason, a line with the old and the new units of each product, and lines with the old and the new
/// delivery.
pub fn lines_note(reason: &str, order: &Order, target: &Goods) -> String {
    let mut note = units_note(reason, &order.body.lines, &target.lines);
    for line in target.delivery.iter().flat_map(|delivery| delivery_lines(&order.body.delivery, delivery)) {
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
