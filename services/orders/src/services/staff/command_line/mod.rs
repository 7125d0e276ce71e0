//! Staff commands on orders, executed by the command-line tool beside the running shop, which completes the resulting
//! work.

mod changes;
mod details;
mod money;

use std::time::Duration;

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;
use heuan_store::{DatabaseUrl, StoreError};

use crate::{
    Config,
    money::PricingTerms,
    order::{Order, no_such_order, reference},
    staff::{Actor, StaffAction, StaffStep, StepDetail, security::record_step},
    store::{OrderLookup, Store},
};

pub use self::{
    changes::ContactChange,
    details::{LogLine, OrderDetails},
    money::{ReturnStock, ReturnedGoods},
};

/// Checks for the end of a change that the running shop makes.
const MAX_POLLS: usize = 60;
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The database access of staff commands.
pub struct StaffCommands {
    store: Store,
    point_value: i64,
    terms: PricingTerms,
    clock: Clock,
}

/// Summary of an order for the staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderSummary {
    pub order_id: String,
    pub number: String,
    pub created_at: i64,
    pub status: &'static str,
    pub method: &'static str,
    pub payment: &'static str,
    /// Kip.
    pub total: i64,
    /// Kip to refund, or refunded.
    pub refund: i64,
    /// Kip of `refund` that are not paid out.
    pub refund_due: i64,
    /// Reason of a cancellation by the staff, if given.
    pub cancel_reason: String,
}

/// State of an order as a command has read it before its step.
#[derive(Clone, Copy, Default)]
struct StepBasis {
    /// `None` if the step applies to any version.
    version: Option<i64>,
    /// Key of the reserved units.
    hold_key: Option<i64>,
}

impl StaffCommands {
    pub async fn open(config: &Config, location: &DatabaseUrl, clock: Clock) -> Result<Self, StoreError> {
        let (point_value, terms) = (config.point_value, config.terms());
        Ok(Self { store: Store::open(location).await?, point_value, terms, clock })
    }

    pub async fn close(&self) {
        self.store.close().await;
    }

    /// `number` is an order number or a payment reference, as typed. A step that was done before changes nothing.
    pub async fn apply(&self, number: &str, action: StaffAction) -> Result<OrderSummary, Error> {
        self.step(number, action, String::new(), StepDetail::default()).await
    }

    /// Like `apply`, with a reason or note for the internal log.
    pub async fn apply_with_note(
        &self,
        number: &str,
        action: StaffAction,
        note: &str,
    ) -> Result<OrderSummary, Error> {
        let (reason, note) = if action == StaffAction::Note { ("", note) } else { (note, "") };
        let note = StaffStep::text(action, reason, note)?;
        self.step(number, action, note, StepDetail::default()).await
    }

    /// Cancels an order that is not completed: stock and points are returned, the customer is notified, and a payment
    /// becomes due for a refund. A canceled order is unchanged, including its first reason.
    pub async fn cancel(&self, number: &str, reason: &str) -> Result<OrderSummary, Error> {
        // Without a reason as well, as scripts of earlier releases do.
        let is_given = !reason.trim().is_empty();
        let checked =
            if is_given { StaffStep::text(StaffAction::Cancel, reason, "")? } else { String::new() };
        self.step(number, StaffAction::Cancel, checked, StepDetail::default()).await
    }

    /// Assigns an open order to a member of the staff. The log has this person, and that it was done on the command line.
    pub async fn assign(&self, number: &str, account_id: i64, name: &str) -> Result<OrderSummary, Error> {
        let (reference, now) = (reference(number), self.clock.now_ms());
        let order = self.store.order_of_payment(&reference).await?.ok_or_else(no_such_order)?;
        let actor = Actor { account_id, name: name.to_owned(), ..Actor::operator() };
        let step = StaffStep {
            action: StaffAction::Assign,
            actor: Some(&actor),
            version: Some(order.version),
            note: "on the command line".to_owned(),
            detail: StepDetail::default(),
            hold_key: None,
        };
        let whose = OrderLookup::Reference(&reference);
        let order = self.store.staff_step(whose, &step, None, self.point_value, now).await?;
        let order = order.ok_or_else(no_such_order)?;
        record_step(&step, &order);
        Ok(order.into())
    }

    /// Does a step on the present version of the order. It is refused if the order changes meanwhile. A repeated command is
    /// another step, because its effect may be wanted twice.
    async fn step_now(
        &self,
        number: &str,
        action: StaffAction,
        reason: &str,
        detail: StepDetail,
    ) -> Result<OrderSummary, Error> {
        let note = StaffStep::text(action, reason, "")?;
        let order = self.after_former_change(number).await?;
        let basis = StepBasis { version: Some(order.version), hold_key: None };
        self.step_from(number, action, (note, detail), basis).await
    }

    async fn step(
        &self,
        number: &str,
        action: StaffAction,
        note: String,
        detail: StepDetail,
    ) -> Result<OrderSummary, Error> {
        self.step_from(number, action, (note, detail), StepBasis::default()).await
    }

    async fn step_from(
        &self,
        number: &str,
        action: StaffAction,
        (note, detail): (String, StepDetail),
        StepBasis { version, hold_key }: StepBasis,
    ) -> Result<OrderSummary, Error> {
        let (reference, now) = (reference(number), self.clock.now_ms());
        let step = StaffStep { action, actor: None, version, note, detail, hold_key };
        let whose = OrderLookup::Reference(&reference);
        let order = self.store.staff_step(whose, &step, None, self.point_value, now).await?;
        let order = order.ok_or_else(no_such_order)?;
        record_step(&step, &order);
        Ok(order.into())
    }

    /// Waits until the running shop has completed the work of a former change, and returns the order. After some seconds it
    /// returns the order with the work.
    async fn after_former_change(&self, number: &str) -> Result<Order, Error> {
        let reference = reference(number);
        let mut order = self.store.order_of_payment(&reference).await?.ok_or_else(no_such_order)?;
        for _ in 0..MAX_POLLS {
            if order.line_work.is_none() {
                break;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
            order = self.store.order_of_payment(&reference).await?.ok_or_else(no_such_order)?;
        }
        Ok(order)
    }
}

impl From<Order> for OrderSummary {
    fn from(order: Order) -> Self {
        Self {
            refund_due: order.refund_due(),
            refund: order.refund,
            order_id: order.order_id,
            number: order.number,
            created_at: order.created_at,
            status: order.state.status.into_str(),
            method: order.method.into_str(),
            payment: order.state.money.into_str(),
            total: order.body.totals.total,
            cancel_reason: order.cancel_reason,
        }
    }
}
