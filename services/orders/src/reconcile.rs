//! Finishes what is due at somebody else's: units to sell or give back, money to ask for or give back, time that is
//! over. Whoever brings an order into a state with something due tries at once; this finds what they could not finish,
//! because the other did not answer or because they died.
//!
//! Only one works on an order at a time: who has its lease. A lease ends by itself, so that a crash holds nothing up
//! for long.

use std::{sync::Arc, time::Duration};

use futures::{StreamExt as _, stream};
use heuan_rpc::{Code, Error};

use crate::{
    clients::{Hold, StockLine},
    order::{Method, Order, OrderEvent, PaymentState, Status, StockState},
    order_service::OrderService,
    payment::{PaymentStatus, Provider},
    store::OrderLookup,
};

const LEASE_MS: i64 = 10_000;
/// One step calls others twice at most; it must end before the lease does.
const STEP: Duration = Duration::from_secs(8);
/// More steps than any order needs in a row.
const MAX_STEPS: usize = 10;
/// Between questions to a provider while a payment is awaited, and once its time is over.
const ASK_MS: i64 = 10_000;
const ASK_LAST_MS: i64 = 1_000;
/// When to look for money that came after its time without a word: a minute, ten, an hour, six, a day.
const LATE_LOOKS_MS: [i64; 5] = [60_000, 600_000, 3_600_000, 21_600_000, 86_400_000];
/// A provider that does not answer holds stock no longer than this.
const UNANSWERED_MS: i64 = 30_000;
/// Longer than a hold for goods that are sold at once has to last.
pub const HOLD_MS: i64 = 600_000;
/// Orders looked at in one go, and how many at once.
const SWEEP: i64 = 100;
const AT_ONCE: usize = 8;

/// When somebody should look at `order` again.
pub fn due_at(order: &Order, now: i64) -> Option<i64> {
    let is_qr = order.method == Method::Qr;
    match (order.state.units, order.state.money) {
        (StockState::CommitDue | StockState::RetakeDue | StockState::ReleaseDue, _) => Some(now),
        (_, PaymentState::RefundDue) if is_qr || order.refund == 0 => Some(now),
        (_, PaymentState::Pending) if is_qr => Some(match order.pay_until {
            Some(until) if now < until => until.min(now + ASK_MS),
            _ => now + ASK_LAST_MS,
        }),
        (_, PaymentState::Pending) => order.pay_until,
        (_, PaymentState::Due) if order.state.status == Status::Placed => order.body.confirm_until,
        (_, PaymentState::Expired | PaymentState::Failed) if is_qr => {
            let look = usize::try_from(order.late_poll_count).unwrap_or(usize::MAX);
            LATE_LOOKS_MS.get(look).map(|pause| now + pause)
        }
        _ => None,
    }
}

/// What a step came to.
enum Step {
    Happened(OrderEvent),
    /// Nothing yet; `late` counts a look for money after its time.
    Nothing {
        late: bool,
    },
}

impl OrderService {
    /// Does what is due for an order, until nothing is or somebody does not answer.
    pub(crate) async fn settle(&self, order_id: &str) -> Result<(), Error> {
        for _ in 0..MAX_STEPS {
            let now = self.clock.now_ms();
            let Some(mut order) = self.store.lease(order_id, now, now + LEASE_MS).await? else {
                return Ok(());
            };
            let stepped = tokio::time::timeout(STEP, self.step(&order)).await;
            let stepped = stepped.unwrap_or_else(|_| Err(Error::unavailable("it takes too long")));
            match stepped {
                Ok(Step::Happened(event)) => {
                    let now = self.clock.now_ms();
                    self.store
                        .apply(OrderLookup::Leased(order_id), event, self.config.point_value, now)
                        .await?;
                }
                Ok(Step::Nothing { late }) => {
                    order.late_poll_count += i64::from(late);
                    // Counted from when this look began: an answer that was long on its way says nothing of the time
                    // that passed meanwhile, and the end of that time may be in it.
                    return self.store.look_later(&order, due_at(&order, now), late).await;
                }
                Err(error) => {
                    self.store.put_off(order_id, self.clock.now_ms()).await?;
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Settles now, to the end even if nobody waits for it any more. Failures are left to the next look.
    pub(crate) async fn reconcile_now(self: &Arc<Self>, order_id: &str) {
        let (service, order_id) = (self.clone(), order_id.to_owned());
        let work = tokio::spawn(async move {
            if let Err(error) = service.settle(&order_id).await {
                tracing::warn!(order_id, %error, "an order is not settled yet");
            }
        });
        // A panic is in the log already.
        let _ = work.await;
    }

    /// Looks at every order that is due.
    pub(crate) async fn reconcile(self: &Arc<Self>) -> Result<(), Error> {
        let now = self.clock.now_ms();
        metrics::gauge!("orders_due").set(self.store.count_due(now).await? as f64);
        let due = self.store.due_orders(now, SWEEP).await?;
        stream::iter(due).for_each_concurrent(AT_ONCE, async |id| self.reconcile_now(&id).await).await;
        Ok(())
    }

    async fn step(&self, order: &Order) -> Result<Step, Error> {
        match (order.state.units, order.state.money) {
            (StockState::CommitDue, _) => self.sell(order).await,
            (StockState::RetakeDue, _) => self.re_reserve(order).await,
            (StockState::ReleaseDue, _) => {
                self.catalog.release(&order.reservation_id()).await?;
                Ok(Step::Happened(OrderEvent::Released))
            }
            (_, PaymentState::RefundDue) => self.refund(order).await,
            (_, PaymentState::Pending | PaymentState::Expired | PaymentState::Failed) => {
                self.ask(order).await
            }
            (_, PaymentState::Due)
                if order.body.confirm_until.is_some_and(|at| at <= self.clock.now_ms()) =>
            {
                Ok(Step::Happened(OrderEvent::WindowOver))
            }
            _ => Ok(Step::Nothing { late: false }),
        }
    }

    async fn sell(&self, order: &Order) -> Result<Step, Error> {
        let sold = self.catalog.commit(&order.reservation_id()).await?;
        Ok(Step::Happened(if sold { OrderEvent::Sold } else { OrderEvent::HoldEnded }))
    }

    async fn re_reserve(&self, order: &Order) -> Result<Step, Error> {
        let lines = &order.body.lines;
        let lines: Vec<StockLine> =
            lines.iter().map(|line| StockLine { pro_id: line.pro_id, quantity: line.quantity }).collect();
        match self.catalog.reserve(&order.reservation_id(), &lines, HOLD_MS).await {
            Ok(Hold::Held | Hold::Sold) => self.sell(order).await,
            Ok(Hold::Over) => Ok(Step::Happened(OrderEvent::HoldEnded)),
            Err(error) if error.code == Code::Conflict => Ok(Step::Happened(OrderEvent::StockLost)),
            Err(error) => Err(error),
        }
    }

    async fn refund(&self, order: &Order) -> Result<Step, Error> {
        if order.refund == 0 {
            return Ok(Step::Happened(OrderEvent::Refunded));
        }
        let Some(provider) = self.payments.of(order.method) else { return Ok(Step::Nothing { late: false }) };
        let done = provider.refund(&order.reference, order.refund).await?;
        Ok(if done { Step::Happened(OrderEvent::Refunded) } else { Step::Nothing { late: false } })
    }

    /// Asks for the money of an order, and ends the wait when its time is over.
    async fn ask(&self, order: &Order) -> Result<Step, Error> {
        let now = self.clock.now_ms();
        let waits = order.state.money == PaymentState::Pending;
        let over_at = match order.method {
            Method::Qr => order.pay_until.map(|until| until + self.config.payment_grace_s * 1000),
            _ => order.pay_until,
        };
        let is_over = waits && over_at.is_some_and(|at| at <= now);
        let asked = match self.payments.of(order.method) {
            Some(provider) => standing(provider, order).await,
            None => Ok(None),
        };
        match asked {
            Ok(Some(PaymentStatus::Paid { amount })) if amount == order.body.totals.total => {
                Ok(Step::Happened(OrderEvent::Paid))
            }
            Ok(Some(PaymentStatus::Paid { amount })) => {
                tracing::error!(
                    order = order.number,
                    amount,
                    "another amount was paid; somebody has to look"
                );
                Ok(Step::Nothing { late: !waits })
            }
            Ok(Some(PaymentStatus::Failed)) if waits => Ok(Step::Happened(OrderEvent::PaymentFailed)),
            Ok(_) if is_over => Ok(Step::Happened(OrderEvent::WindowOver)),
            Err(error) => {
                let unanswered = waits && over_at.is_some_and(|at| at + UNANSWERED_MS <= now);
                if unanswered { Ok(Step::Happened(OrderEvent::WindowOver)) } else { Err(error) }
            }
            Ok(_) => Ok(Step::Nothing { late: !waits }),
        }
    }
}

async fn standing(provider: &dyn Provider, order: &Order) -> Result<Option<PaymentStatus>, Error> {
    provider.poll(&order.reference).await
}
