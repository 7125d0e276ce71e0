//! Second half of a placement: reserves the units of a checked order and writes it. It runs to its end even if the customer
//! goes away, so that no units are held without an order. The units of an order that was not written are released.

use std::{ops::Range, sync::Arc};

use heuan_proto::rpc::v1::LineChange;
use heuan_rpc::{Code, Error};
use heuan_store::Outage;

use super::{
    OrderService,
    place::{Placement, conflict},
    running_copies::RunningCopy,
};
use crate::{
    checkout::{CheckoutLines, DraftLine, ItemSource, ValidatedOrder},
    clients::ReservationOutcome,
    money::Totals,
    order::{
        Body, Delivery, Order, OrderCandidate, OrderLine, PaymentDetails, PaymentMethod, PaymentState,
        Settlement, State, first_version, number,
    },
    payment::NewPayment,
    reconcile::RESERVATION_MS,
    store::{FailedPlacement, FromCart, NewOrder, Placed, store_error},
};

/// Maximum replacements of an ended reservation of the same request. Each failed repetition ends one
/// reservation.
const MAX_TRIES: u32 = 64;
/// Additional time of a reservation beyond the payment deadline, so that a payment in time finds the units reserved.
const RESERVATION_MARGIN_MS: i64 = 60_000;

/// An order whose prices, totals and limits have been checked.
pub(super) struct CheckedOrder {
    pub placement: Arc<Placement>,
    pub terms: ValidatedOrder,
    pub draft: CheckoutLines,
    pub delivery: Delivery,
    pub totals: Totals,
    pub candidate: OrderCandidate,
}

impl OrderService {
    /// Reserves the units and writes the order. Without an order, the units are released.
    pub(super) async fn reserve_and_write(&self, checked: &CheckedOrder) -> Result<Order, Error> {
        let placement = &checked.placement;
        let copy = self.copies.begin(placement.customer_id, &placement.key);
        let mut tries = 0..MAX_TRIES;
        loop {
            let order_id = self.reserve_units(checked, &copy, &mut tries).await?;
            let written = match self.build_order(checked, &order_id).await {
                Ok(order) => self.write(checked, &order).await.map(|placed| (placed, order)),
                Err(error) => Err(error),
            };
            let order = match written {
                Ok((Placed::New, order)) => order,
                Ok((Placed::Before(before), _)) => *before,
                // Another copy failed with this reservation, and will release it. Or the key of an earlier order has expired,
                // whose reservation ended so long ago that the catalog has deleted it.
                Ok((Placed::UsedUp, _)) => {
                    self.release_reservation(&order_id).await;
                    continue;
                }
                Err(error) => {
                    self.release_unless_written(placement, &copy, &order_id).await;
                    return Err(error);
                }
            };
            if order.order_id == order_id {
                self.reconciler.reconcile_now(&order_id).await;
            } else {
                // An earlier copy of this request wrote its order, so no copy writes an order with this
                // reservation.
                self.release_reservation(&order_id).await;
            }
            return Ok(order);
        }
    }

    async fn write(&self, checked: &CheckedOrder, order: &Order) -> Result<Placed, Error> {
        let CheckedOrder { placement, terms, draft, candidate, .. } = checked;
        let cart = match terms.wanted {
            ItemSource::Cart { .. } => FromCart::All { version: draft.cart_version.unwrap_or_default() },
            ItemSource::Items { buy_now: false, .. } => FromCart::Some,
            ItemSource::Items { buy_now: true, .. } => FromCart::None,
        };
        let placing = NewOrder {
            order,
            key: &placement.key,
            request: &placement.request,
            cart,
            keys: placement.staff.is_none().then(|| self.config.order_key_quota()),
            limits: self.limits_of(placement),
            candidate,
            taken_by: placement.staff.as_ref().map(|staff| &staff.actor),
        };
        self.store.place(&placing).await
    }

    /// Reserves the units, and returns the id of the reservation and the order. It is the first id of the `tries` whose
    /// reservation has not ended.
    async fn reserve_units(
        &self,
        checked: &CheckedOrder,
        copy: &RunningCopy<'_>,
        tries: &mut Range<u32>,
    ) -> Result<String, Error> {
        let CheckedOrder { placement, terms, draft, candidate, .. } = checked;
        let lines = &candidate.lines;
        let ttl = match terms.method {
            PaymentMethod::Qr => self.pay_ms() + self.config.payment_grace_s * 1000 + RESERVATION_MARGIN_MS,
            PaymentMethod::Cod | PaymentMethod::Transfer | PaymentMethod::Other => RESERVATION_MS,
        };
        for count in tries {
            let id = number::order_id(placement.customer_id, &placement.key, &placement.input, lines, count);
            match self.catalog.reserve(&id, lines, ttl).await {
                Ok(ReservationOutcome::Reserved) => return Ok(id),
                // The reservation was committed by a concurrent copy, whose response exists by then, or it
                // has ended. The next id is tried.
                Ok(ReservationOutcome::Committed | ReservationOutcome::Ended) => {}
                Err(error) if error.detail.reason == "stock_short" => return Err(short(&error, draft)),
                Err(error) => {
                    // The catalog may have reserved them, and only its response was lost.
                    if matches!(error.code, Code::Unavailable | Code::DeadlineExceeded | Code::Internal) {
                        self.release_unless_written(placement, copy, &id).await;
                    }
                    return Err(error);
                }
            }
        }
        Err(Error::conflict("reservation_ended", "stock could not be reserved"))
    }

    /// Releases the reservation of a request whose order was not written. A concurrent copy of the request has the same
    /// reservation, so the reservation stays if that copy wrote the order. No copy writes the order after the release. If the
    /// database does not respond, the reservation expires.
    async fn release_unless_written(&self, placement: &Placement, copy: &RunningCopy<'_>, order_id: &str) {
        match self.abandon(placement, copy, order_id).await {
            Ok(true) => self.release_reservation(order_id).await,
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(order_id, %error, "reservation not released; it expires later");
            }
        }
    }

    /// Abandons the reservation. Returns true if no copy of the request writes its order any more.
    async fn abandon(
        &self,
        placement: &Placement,
        copy: &RunningCopy<'_>,
        order_id: &str,
    ) -> Result<bool, Error> {
        let Placement { customer_id, key, request, .. } = placement;
        let keys = placement.staff.is_none().then(|| self.config.order_key_quota());
        let failed = FailedPlacement { customer_id: *customer_id, key, request, order_id, keys };
        let error = match self.store.abandon_reservation(failed, self.clock.now_ms()).await {
            Ok(is_abandoned) => return Ok(is_abandoned),
            Err(error) => error,
        };
        // A full disk accepts no order either. If another process writes the order nevertheless, that order reserves its units
        // again.
        let takes_no_writes = matches!(
            error.outage(),
            Some(Outage::NoSpace | Outage::ReadOnly | Outage::Io | Outage::Resources)
        );
        if !takes_no_writes || !copy.is_only() {
            return Err(store_error(error));
        }
        match self.store.answered(*customer_id, key, request).await {
            Ok(answered) => Ok(answered.is_none_or(|order| order.order_id != order_id)),
            // The key belongs to another request.
            Err(error) if error.code == Code::Conflict => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Releases a reservation without an order. If the call fails, the reservation expires.
    async fn release_reservation(&self, order_id: &str) {
        if let Err(error) = self.catalog.release_held(order_id).await {
            tracing::warn!(order_id, %error, "reservation not released; it expires later");
        }
    }

    async fn build_order(&self, checked: &CheckedOrder, order_id: &str) -> Result<Order, Error> {
        let CheckedOrder { placement, terms, draft, delivery, totals, .. } = checked;
        let now = self.clock.now_ms();
        let number = number::number(order_id, now);
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
            // An order that the staff take is confirmed by them.
            PaymentState::Due if placement.staff.is_none() => self.config.limits.confirm_until(now),
            _ => None,
        };
        let (lines, phone, receiver) = (lines.collect(), terms.phone.clone(), terms.receiver.clone());
        let customer_name = placement.customer_name.clone();
        let discount_reason =
            placement.staff.as_ref().map(|staff| staff.discount_reason.clone()).unwrap_or_default();
        Ok(Order {
            body: Body {
                lines,
                totals: totals.clone(),
                delivery: delivery.clone(),
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
            order_id: order_id.to_owned(),
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
