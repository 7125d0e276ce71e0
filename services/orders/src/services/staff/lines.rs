//! Commands that change the lines and the delivery of an open order.

use std::{fmt::Write as _, time::Duration};

use heuan_proto::rpc::v1::LineChange;
use heuan_rpc::Error;
use sha2::{Digest as _, Sha256};

use super::StaffOrderService;
use crate::{
    checkout::{ContactInput, DeliveryInput, changed_items, contact, too_much},
    order::{Delivery, Goods, Order, OrderLine, changed_meanwhile, no_such_order},
    product::Products,
    staff::{
        Actor, Consent, LinesChange, LinesPreview, LinesRequest, PreviewedLine, StaffOrder,
        lines::{available, checked_reason, goods, has_larger_discount, log_word, new_line, units},
        security::record_order,
    },
    store::LineProgress,
};

/// Maximum characters of an idempotency key.
const MAX_KEY: usize = 200;
/// Checks for the end of a change that another process works on, shorter than the deadline of the call.
const MAX_POLLS: usize = 20;
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl StaffOrderService {
    /// Returns the effects that the change would have now. An empty `method` keeps the present one.
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
                return Err(changed_meanwhile());
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
            // An impossible change is refused before units are taken from the stock.
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

    /// The delivery of a request, if it differs from the present one.
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

    /// Waits until a former change has given back its units, which happens after its response, and returns the order. If it
    /// takes long, returns the order with the work.
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

    /// Completes the change, or waits for the process that does so.
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

    /// The goods of `order` with `items`: existing lines keep their price, new lines have the present price.
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

/// Text that distinguishes a request from others with the same key. Without a consent and a delivery it equals the text that
/// earlier releases stored.
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

/// The error of a total that differs from the expected one. It has all lines: existing lines with their price, new lines with
/// the present price.
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

pub(super) fn digest(text: &str) -> String {
    crate::hex::write(&Sha256::digest(text))
}
