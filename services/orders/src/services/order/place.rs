//! Placement of an order: checks prices, totals and limits, reserves the stock, and writes the order once for each key.

use std::collections::HashMap;

use heuan_proto::rpc::v1::LineChange;
use heuan_rpc::{Code, Error};
use sha2::{Digest as _, Sha256};

use super::{
    OrderService,
    amounts::{ShownAmounts, check_totals, totals_under},
};
use crate::{
    cart::LineState,
    checkout::{
        CheckoutLines, ConfirmedAmounts, DeliveryTerms, DraftLine, Input, ItemSource, ValidatedOrder,
        check_method,
    },
    clients::ReservationOutcome,
    money::Totals,
    order::{
        Body, Delivery, Order, OrderCandidate, OrderLine, PaymentDetails, PaymentMethod, PaymentState,
        Settlement, State, Usage, digest, first_version, number,
    },
    payment::NewPayment,
    product::StockLine,
    reconcile::RESERVATION_MS,
    staff::Actor,
    store::{FromCart, NewOrder, Placed, points_short},
};

/// Maximum replacements of an ended reservation of the same request.
const MAX_TRIES: u32 = 8;
/// Additional time of a reservation beyond the payment deadline, so that a payment in time finds the units reserved.
const RESERVATION_MARGIN_MS: i64 = 60_000;

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
    pub staff: Option<&'a StaffTerms<'a>>,
}

/// Terms of an order that the staff take for a customer. The limits for customers do not apply.
#[derive(Clone, Debug)]
pub struct StaffTerms<'a> {
    pub actor: &'a Actor,
    /// Kip.
    pub discount: i64,
    /// Valid; empty without a discount.
    pub discount_reason: String,
}

/// A request to place an order, with the digest of its input.
struct Placement<'a> {
    customer_id: i64,
    customer_name: &'a str,
    key: &'a str,
    input: &'a [u8],
    /// Digest of the input.
    request: String,
    client_address: &'a str,
    staff: Option<&'a StaffTerms<'a>>,
}

impl OrderService {
    /// Places an order once for each key; a repeated request gets the original order.
    pub async fn place_order(&self, request: PlaceRequest<'_>, input: Input) -> Result<Order, Error> {
        let PlaceRequest { customer_id, customer_name, key, encoded, client_address, staff } = request;
        if key.is_empty() || key.len() > 200 {
            return Err(Error::invalid("Idempotency-Key", "must be 1 to 200 characters"));
        }
        let terms = input.for_order(&self.checkout.payment_methods())?;
        if staff.is_some() {
            check_staff_order(&terms)?;
        }
        let digest = Sha256::digest(encoded);
        let request = crate::hex::write(&digest);
        let placement =
            Placement { customer_id, customer_name, key, input: encoded, request, client_address, staff };
        if let Some(order) = self.store.answered(customer_id, key, &placement.request).await? {
            return Ok(order);
        }
        match self.place_new(&placement, &terms).await {
            Ok(order) => Ok(order),
            // A concurrent copy of this request may have bought the missing units.
            Err(error) => match self.store.answered(customer_id, key, &placement.request).await? {
                Some(order) => Ok(order),
                None => Err(error),
            },
        }
    }

    async fn place_new(&self, placement: &Placement<'_>, terms: &ValidatedOrder) -> Result<Order, Error> {
        let mut draft = self.checkout.draft(placement.customer_id, &terms.wanted, "").await?;
        if let Some(confirmed) = &terms.confirmed {
            draft.show(&confirmed.prices.iter().copied().collect());
        }
        // Evaluated again, because the draft has updated the demo state: an import may have ended the demo.
        check_method(terms.method.into_str(), &self.checkout.payment_methods())?;
        check_prices(&draft)?;
        let delivery = self.delivery(&terms.delivery).await?;
        let totals = self.totals(placement, &draft, terms).await?;
        if let Some(shown) = self.shown_amounts(placement, &draft, terms).await? {
            check_totals(&totals, shown, &draft)?;
        }
        let mut candidate = self.candidate(placement, terms, &draft, totals.total);
        let limits = placement.staff.is_none().then_some(&self.config.limits);
        if let Some(limits) = limits {
            // Checked before the reservation, so that a refused order holds no units even briefly. The check that binds is
            // in `Store::place`.
            let usage = self.read_usage(limits, &mut candidate).await?;
            limits.check(&candidate, &usage)?;
        }
        let order_id = self.reserve_units(placement, &draft, &candidate.lines, terms.method).await?;

        let order = self.build_order(placement, terms, &draft, delivery, totals, order_id).await?;
        let cart = match terms.wanted {
            ItemSource::Cart { .. } => FromCart::All { version: draft.cart_version.unwrap_or_default() },
            ItemSource::Items { buy_now: false, .. } => FromCart::Some,
            ItemSource::Items { buy_now: true, .. } => FromCart::None,
        };
        let keys = placement.staff.is_none().then(|| self.config.order_key_quota());
        let taken_by = placement.staff.map(|staff| staff.actor);
        let placing = NewOrder {
            order: &order,
            key: placement.key,
            request: &placement.request,
            cart,
            keys,
            limits,
            candidate: &candidate,
            taken_by,
        };
        match self.store.place(&placing).await {
            Ok(Placed::New) => {
                self.reconciler.reconcile_now(&order.order_id).await;
                Ok(order)
            }
            Ok(Placed::Before(before)) => {
                if before.order_id != order.order_id {
                    self.release_reservation(&order.order_id).await;
                }
                Ok(*before)
            }
            Err(error) => {
                // Refused, so nothing was written. After other failures the order may exist, and the reservation
                // expires if it does not.
                if matches!(error.code, Code::Conflict | Code::InvalidArgument | Code::ResourceExhausted) {
                    self.release_reservation(&order.order_id).await;
                }
                Err(error)
            }
        }
    }

    /// The order for the limits, without what they compare it with.
    fn candidate(
        &self,
        placement: &Placement<'_>,
        terms: &ValidatedOrder,
        draft: &CheckoutLines,
        total: i64,
    ) -> OrderCandidate {
        let lines = draft.lines.iter();
        OrderCandidate {
            customer_id: placement.customer_id,
            phone_digest: digest(&terms.phone),
            address_digest: digest(placement.client_address),
            method: terms.method,
            total,
            lines: lines.map(|line| StockLine { pro_id: line.pro_id, quantity: line.quantity }).collect(),
            on_hand: HashMap::new(),
            usage_before: Usage::default(),
            now: self.clock.now_ms(),
        }
    }

    /// Reserves the units, and returns the id of the reservation and order.
    async fn reserve_units(
        &self,
        placement: &Placement<'_>,
        draft: &CheckoutLines,
        lines: &[StockLine],
        method: PaymentMethod,
    ) -> Result<String, Error> {
        let ttl = match method {
            PaymentMethod::Qr => self.pay_ms() + self.config.payment_grace_s * 1000 + RESERVATION_MARGIN_MS,
            PaymentMethod::Cod | PaymentMethod::Transfer | PaymentMethod::Other => RESERVATION_MS,
        };
        for tries in 0..MAX_TRIES {
            let id = number::order_id(placement.customer_id, placement.key, placement.input, lines, tries);
            match self.catalog.reserve(&id, lines, ttl).await {
                Ok(ReservationOutcome::Reserved) => return Ok(id),
                // Committed by a concurrent copy, whose response exists by then, or ended: try the next id.
                Ok(ReservationOutcome::Committed | ReservationOutcome::Ended) => {}
                Err(error) if error.detail.reason == "stock_short" => return Err(short(&error, draft)),
                Err(error) => return Err(error),
            }
        }
        Err(Error::conflict("reservation_ended", "stock could not be reserved"))
    }

    /// Releases a reservation without an order. If the call fails, the reservation expires.
    async fn release_reservation(&self, order_id: &str) {
        if let Err(error) = self.catalog.release(order_id).await {
            tracing::debug!(order_id, %error, "reservation not released; it expires later");
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
        placement: &Placement<'_>,
        draft: &CheckoutLines,
        terms: &ValidatedOrder,
    ) -> Result<Totals, Error> {
        if terms.points > 0 && self.store.points_balance(placement.customer_id).await? < terms.points {
            return Err(points_short());
        }
        let discount = placement.staff.map_or(0, |staff| staff.discount);
        let totals = totals_under(&self.config.terms(), draft, terms, discount)?;
        if totals.discount == discount {
            return Ok(totals);
        }
        let rule = format!("must be at most {} kip, the price of the goods", totals.discount);
        Err(Error::invalid("discount.amount", rule))
    }

    /// The amounts that the customer was shown: those that the order names, otherwise what it costs under the terms of the
    /// last quote. `None` if no quote was shown.
    async fn shown_amounts(
        &self,
        placement: &Placement<'_>,
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

    async fn build_order(
        &self,
        placement: &Placement<'_>,
        terms: &ValidatedOrder,
        draft: &CheckoutLines,
        delivery: Delivery,
        totals: Totals,
        order_id: String,
    ) -> Result<Order, Error> {
        let now = self.clock.now_ms();
        let number = number::number(&order_id, now);
        let reference = number::reference(&number);
        let state = State::first(terms.method, totals.total);
        let pay_until = match terms.method {
            _ if totals.total == 0 => None,
            PaymentMethod::Cod | PaymentMethod::Other => None,
            PaymentMethod::Transfer => Some(now + self.config.transfer_window_h * 3_600_000),
            PaymentMethod::Qr => Some(now + self.pay_ms()),
        };
        let payment = NewPayment { reference: &reference, amount: totals.total, pay_until };
        let paying = match self.payments.of(terms.method) {
            Some(provider) if totals.total > 0 => provider.create(&payment).await?,
            _ => PaymentDetails::default(),
        };
        let lines = draft.lines.iter().map(|line| {
            let price = line.price().unwrap_or_default();
            OrderLine {
                pro_id: line.pro_id,
                label: line.label.clone(),
                quantity: line.quantity,
                price,
                vatrate: line.product.as_ref().map_or(0, |product| product.vatrate),
                total: price * line.quantity,
            }
        });
        let confirm_until = match state.money {
            // The staff who take an order confirm it.
            PaymentState::Due if placement.staff.is_none() => self.config.limits.confirm_until(now),
            _ => None,
        };
        let (lines, phone, receiver) = (lines.collect(), terms.phone.clone(), terms.receiver.clone());
        let customer_name = placement.customer_name.to_owned();
        let discount_reason = placement.staff.map(|staff| staff.discount_reason.clone()).unwrap_or_default();
        Ok(Order {
            body: Body {
                lines,
                totals,
                delivery,
                phone,
                customer_name,
                seller: self.seller.read(&self.catalog).await,
                receiver,
                paying,
                discount_reason,
                confirm_until,
                method_changes: Vec::new(),
                former_contact: None,
            },
            customer_id: placement.customer_id,
            created_at: now,
            method: terms.method,
            history: vec![(state.status, now)],
            order_id,
            number,
            state,
            reference,
            pay_until,
            retakes: 0,
            earned: 0,
            refund: 0,
            settlement: Settlement::default(),
            late_poll_count: 0,
            cancel_reason: String::new(),
            version: first_version(),
            assignee: None,
            undo: None,
            delivery_day: None,
            line_work: None,
            unknown_statuses: Vec::new(),
        })
    }

    fn pay_ms(&self) -> i64 {
        self.config.payment_window_s * 1000
    }
}

/// The staff name the items, and the amounts of the quote.
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

/// The error of a failed reservation, with current prices.
fn short(error: &Error, draft: &CheckoutLines) -> Error {
    let change = |pro_id| draft.lines.iter().find(|line| line.pro_id == pro_id).map(DraftLine::change);
    let lines = error.detail.shortages.iter().map(|short| LineChange {
        pro_id: short.pro_id,
        requested: short.requested,
        available: short.available,
        ..change(short.pro_id).unwrap_or_default()
    });
    conflict("stock_short", lines.collect())
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
