//! Placement of an order, once for each key: checks prices, totals and limits. `place_checked.rs` reserves the units and writes
//! the order.

use std::{collections::HashMap, sync::Arc};

use heuan_proto::rpc::v1::LineChange;
use heuan_rpc::{Error, run_to_completion};
use heuan_runtime::client_network::line_of;
use sha2::{Digest as _, Sha256};

use super::{
    OrderService,
    amounts::{ShownAmounts, check_totals, totals_under},
    place_checked::CheckedOrder,
};
use crate::{
    cart::LineState,
    checkout::{CheckoutLines, ConfirmedAmounts, DeliveryTerms, Input, ValidatedOrder, check_method},
    money::Totals,
    order::{Delivery, Order, OrderCandidate, OrderLimits, Usage, digest},
    product::StockLine,
    staff::Actor,
    store::points_short,
};

/// A request to place an order.
pub struct PlaceRequest<'a> {
    pub customer_id: i64,
    /// Name of the customer, kept by the order.
    pub customer_name: &'a str,
    pub key: &'a str,
    /// The input as it was sent.
    pub encoded: &'a [u8],
    pub client_address: &'a str,
    /// Absent if the customer places it.
    pub staff: Option<StaffTerms>,
}

/// Terms of an order that the staff take for a customer. The limits for customers do not apply.
#[derive(Clone, Debug)]
pub struct StaffTerms {
    pub actor: Actor,
    /// Kip.
    pub discount: i64,
    /// Validated reason of the discount; empty without a discount.
    pub discount_reason: String,
}

/// A request to place an order, with the digest of its input.
pub(super) struct Placement {
    pub customer_id: i64,
    pub customer_name: String,
    pub key: String,
    pub input: Vec<u8>,
    /// Digest of the input.
    pub request: String,
    pub client_address: String,
    pub staff: Option<StaffTerms>,
}

impl OrderService {
    /// Places an order once for each key; a repeated request gets the original order.
    pub async fn place_order(
        self: &Arc<Self>,
        request: PlaceRequest<'_>,
        input: Input,
    ) -> Result<Order, Error> {
        let PlaceRequest { customer_id, customer_name, key, encoded, client_address, staff } = request;
        if key.is_empty() || key.len() > 200 {
            return Err(Error::invalid("Idempotency-Key", "must be 1 to 200 characters"));
        }
        let terms = input.for_order(&self.checkout.payment_methods())?;
        if staff.is_some() {
            check_staff_order(&terms)?;
        }
        let digest = Sha256::digest(encoded);
        let placement = Arc::new(Placement {
            customer_id,
            customer_name: customer_name.to_owned(),
            key: key.to_owned(),
            input: encoded.to_owned(),
            request: crate::hex::write(&digest),
            client_address: client_address.to_owned(),
            staff,
        });
        if let Some(order) = self.store.answered(customer_id, key, &placement.request).await? {
            return Ok(order);
        }
        match self.place_new(&placement, terms).await {
            Ok(order) => Ok(order),
            // A concurrent copy of this request may have taken the missing units.
            Err(error) => match self.store.answered(customer_id, key, &placement.request).await? {
                Some(order) => Ok(order),
                None => Err(error),
            },
        }
    }

    async fn place_new(
        self: &Arc<Self>,
        placement: &Arc<Placement>,
        terms: ValidatedOrder,
    ) -> Result<Order, Error> {
        let mut draft = self.checkout.draft(placement.customer_id, &terms.wanted, "").await?;
        if let Some(confirmed) = &terms.confirmed {
            draft.show(&confirmed.prices.iter().copied().collect());
        }
        // Evaluated again, because the draft has updated the demo state: an import may have ended the demo.
        check_method(terms.method.into_str(), &self.checkout.payment_methods())?;
        check_prices(&draft)?;
        let delivery = self.delivery(&terms.delivery).await?;
        let totals = self.totals(placement, &draft, &terms).await?;
        if let Some(shown) = self.shown_amounts(placement, &draft, &terms).await? {
            check_totals(&totals, shown, &draft)?;
        }
        let mut candidate = self.candidate(placement, &terms, &draft, totals.total);
        if let Some(limits) = self.limits_of(placement) {
            // The limits are checked before the reservation, so that a refused order holds no units.
            // `Store::place` checks them again under locks, and counts an order that it refuses by then.
            let usage = self.read_usage(limits, &mut candidate).await?;
            limits.check(&candidate, &usage)?;
            self.store.check_counters(limits, self.config.order_key_quota(), &candidate).await?;
        }
        let checked =
            CheckedOrder { placement: placement.clone(), terms, draft, delivery, totals, candidate };
        let orders = Arc::clone(self);
        run_to_completion(async move { orders.reserve_and_write(&checked).await }).await
    }

    /// The limits for the order of a customer; `None` for the staff.
    pub(super) fn limits_of(&self, placement: &Placement) -> Option<&OrderLimits> {
        placement.staff.is_none().then_some(&self.config.limits)
    }

    /// The fields of the order for the limits, without the usage.
    fn candidate(
        &self,
        placement: &Placement,
        terms: &ValidatedOrder,
        draft: &CheckoutLines,
        total: i64,
    ) -> OrderCandidate {
        let lines = draft.lines.iter();
        OrderCandidate {
            customer_id: placement.customer_id,
            phone_digest: digest(&terms.phone),
            address_digest: digest(&line_of(&placement.client_address)),
            method: terms.method,
            total,
            lines: lines.map(|line| StockLine { pro_id: line.pro_id, quantity: line.quantity }).collect(),
            on_hand: HashMap::new(),
            usage_before: Usage::default(),
            now: self.clock.now_ms(),
        }
    }

    pub(crate) async fn delivery(&self, terms: &DeliveryTerms) -> Result<Delivery, Error> {
        Ok(match terms.clone() {
            DeliveryTerms::Delivery { province, district, village, note } => {
                Delivery::Delivery { province, district, village, note }
            }
            DeliveryTerms::Pickup { branch_id, note } => {
                let branch = self.branches.find(branch_id).await?;
                let branch = branch.ok_or_else(|| Error::invalid("delivery.branch_id", "no such branch"))?;
                Delivery::Pickup {
                    branch_id,
                    branch_name_la: branch.name_la,
                    branch_name_en: branch.name_en,
                    note,
                }
            }
        })
    }

    async fn totals(
        &self,
        placement: &Placement,
        draft: &CheckoutLines,
        terms: &ValidatedOrder,
    ) -> Result<Totals, Error> {
        if terms.points > 0 && self.store.points_balance(placement.customer_id).await? < terms.points {
            return Err(points_short());
        }
        let discount = placement.staff.as_ref().map_or(0, |staff| staff.discount);
        let totals = totals_under(&self.config.terms(), draft, terms, discount)?;
        if totals.discount == discount {
            return Ok(totals);
        }
        let rule = format!("must be at most {} kip, the price of the goods", totals.discount);
        Err(Error::invalid("discount.amount", rule))
    }

    /// The amounts that the customer was shown: the amounts that the order names, otherwise its price under the terms of
    /// the last quote. `None` if no quote was shown.
    async fn shown_amounts(
        &self,
        placement: &Placement,
        draft: &CheckoutLines,
        terms: &ValidatedOrder,
    ) -> Result<Option<ShownAmounts>, Error> {
        if let Some(confirmed) = &terms.confirmed {
            let ConfirmedAmounts { points_discount, delivery_fee, total, .. } = *confirmed;
            return Ok(Some(ShownAmounts { points_discount, delivery_fee, total }));
        }
        let Some(shown) = self.store.shown_terms(placement.customer_id).await? else { return Ok(None) };
        let totals = totals_under(&shown.instead_of(self.config.terms()), draft, terms, 0)?;
        Ok(Some(ShownAmounts::of(&totals)))
    }
}

/// Refuses an order of the staff that does not name its items and the amounts of the quote.
fn check_staff_order(terms: &ValidatedOrder) -> Result<(), Error> {
    if terms.wanted.is_cart() {
        return Err(Error::invalid("items", "are needed"));
    }
    match terms.confirmed {
        Some(_) => Ok(()),
        None => Err(Error::invalid("confirmed", "is needed: the amounts of the quote")),
    }
}

/// Checks that the prices equal those shown. The stock is checked by the reservation.
fn check_prices(draft: &CheckoutLines) -> Result<(), Error> {
    let reason = if draft.lines.iter().any(|line| line.price_was().is_some()) {
        "price_changed"
    } else if draft.lines.iter().any(|line| line.state() == LineState::NotForSale) {
        "stock_short"
    } else {
        return Ok(());
    };
    Err(conflict(reason, draft.changed()))
}

pub(super) fn conflict(reason: &str, lines: Vec<LineChange>) -> Error {
    let text = match reason {
        "price_changed" => "a price has changed",
        "total_changed" => "the total is not the one that was confirmed",
        _ => "not enough in stock",
    };
    let mut error = Error::conflict(reason, text);
    error.detail.lines = lines;
    error
}
