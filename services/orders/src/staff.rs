//! Staff commands on orders, executed by the command-line tool beside the running shop, which completes the resulting
//! work.

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;
use heuan_store::{DatabaseUrl, StoreError};

use crate::{
    Config,
    order::{Order, OrderEvent, no_such_order, reference},
    store::{OrderLookup, Store},
};

/// The database access of staff commands.
pub struct StaffCommands {
    store: Store,
    point_value: i64,
    clock: Clock,
}

/// A recorded action of the staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum StaffAction {
    /// The payment was received.
    Paid,
    /// The goods are ready.
    Ready,
    /// The customer has received it.
    Completed,
    /// The refund was made.
    Refunded,
}

/// Maximum characters of a cancellation reason.
const MAX_REASON: usize = 500;

/// Summary of an order for the staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderSummary {
    pub number: String,
    pub status: &'static str,
    pub method: &'static str,
    pub payment: &'static str,
    /// Kip.
    pub total: i64,
    /// Kip to refund, or refunded.
    pub refund: i64,
    /// Reason of a cancellation by the staff, if given.
    pub cancel_reason: String,
}

impl StaffCommands {
    pub async fn open(config: &Config, location: &DatabaseUrl, clock: Clock) -> Result<Self, StoreError> {
        Ok(Self { store: Store::open(location).await?, point_value: config.point_value, clock })
    }

    pub async fn close(&self) {
        self.store.close().await;
    }

    /// `number` is an order number or a payment reference, as typed.
    pub async fn apply(&self, number: &str, done: StaffAction) -> Result<OrderSummary, Error> {
        let event = match done {
            StaffAction::Paid => OrderEvent::Paid,
            StaffAction::Ready => OrderEvent::Prepared,
            StaffAction::Completed => OrderEvent::HandedOver,
            StaffAction::Refunded => OrderEvent::Refunded,
        };
        let (reference, now) = (reference(number), self.clock.now_ms());
        let order =
            self.store.apply(OrderLookup::Reference(&reference), event, self.point_value, now).await?;
        let order = order.ok_or_else(no_such_order)?;
        record_action(done.into(), &order);
        Ok(order.into())
    }

    /// Cancels an order that is not completed: stock and points are returned, the customer is notified, and a payment
    /// becomes due for a refund. A canceled order is unchanged, including its first reason.
    pub async fn cancel(&self, number: &str, reason: &str) -> Result<OrderSummary, Error> {
        let reason = reason.trim();
        if reason.chars().count() > MAX_REASON || reason.contains(char::is_control) {
            return Err(Error::invalid(
                "reason",
                format!("a reason has at most {MAX_REASON} characters and no line breaks"),
            ));
        }
        let (reference, now) = (reference(number), self.clock.now_ms());
        let (whose, event) = (OrderLookup::Reference(&reference), OrderEvent::CancelByStaff);
        let order = self.store.apply_with_reason(whose, event, reason, self.point_value, now).await?;
        let order = order.ok_or_else(no_such_order)?;
        record_action("canceled", &order);
        Ok(order.into())
    }

    /// Orders that wait for the staff, oldest first, at most 500.
    pub async fn waiting(&self) -> Result<Vec<OrderSummary>, Error> {
        Ok(self.store.orders_for_staff(500).await?.into_iter().map(OrderSummary::from).collect())
    }
}

/// Logs an action of the staff on an order as a security event.
fn record_action(action: &'static str, order: &Order) {
    let (order, account) = (order.number.as_str(), order.customer_id);
    tracing::info!(target: "heuan::security", event = "order_action", action, order, account, "security event");
}

impl From<Order> for OrderSummary {
    fn from(order: Order) -> Self {
        Self {
            number: order.number,
            status: order.state.status.into_str(),
            method: order.method.into_str(),
            payment: order.state.money.into_str(),
            total: order.body.totals.total,
            refund: order.refund,
            cancel_reason: order.cancel_reason,
        }
    }
}
