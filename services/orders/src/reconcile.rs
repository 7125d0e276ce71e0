//! Reconciler: completes due work at other services, such as units to commit or return, payments to query or refund,
//! and deadlines. A command that makes work due tries it at once; the reconciler retries what failed or was interrupted
//! by a crash.
//!
//! A lease ensures that only one process works on an order. It expires, so that a crash delays the order only briefly.

use std::{sync::Arc, time::Duration};

use futures::{StreamExt as _, stream};
use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;

use crate::{
    clients::{Catalog, ReservationOutcome},
    config::Config,
    dependencies::Dependencies,
    order::{
        LinePhase, LineWork, OpenCode, Order, OrderEvent, PaymentDetails, PaymentMethod, PaymentState,
        StockState, due_at, stock_lines,
    },
    payment::{NewPayment, PaymentStatus, Payments, Provider},
    product::StockLine,
    store::{Lease, OrderLookup, Refusal, Store},
};

const LEASE_MS: i64 = 10_000;
/// Checks of a command for the end of another task's lease, and the pause between them: a second in all, because its caller waits.
const MAX_LEASE_POLLS: usize = 40;
const LEASE_POLL_INTERVAL: Duration = Duration::from_millis(25);
/// Timeout of a step with at most two calls; shorter than the lease.
const STEP: Duration = Duration::from_secs(8);
/// Maximum consecutive steps; more than any order needs.
const MAX_STEPS: usize = 10;
/// Maximum time an unresponsive provider may extend the hold of the stock.
const MAX_UNRESPONSIVE_MS: i64 = 30_000;
/// Lifetime of a reservation that is committed at once; longer than the commit takes.
pub const RESERVATION_MS: i64 = 600_000;
/// Orders per sweep, and the number processed concurrently.
const SWEEP_SIZE: i64 = 100;
const CONCURRENCY: usize = 8;

/// Result of a step.
enum Step {
    Happened(OrderEvent),
    /// The provider reports a payment of this amount.
    ProviderPaid(i64),
    /// The provider has taken back the code, or cannot take it back.
    CodeAnswered {
        is_closed: bool,
    },
    /// The provider has paid out this sum over all refunds of the order.
    Refunded(i64),
    /// The provider does not make the refund, so the staff make it.
    RefundRefused,
    /// The additional units of a change of goods are taken. The payment has these instructions now.
    LinesTaken(Option<PaymentDetails>),
    /// A change of goods is not possible. `is_clean`: no units were taken for it.
    LinesRefused {
        refusal: Refusal,
        is_clean: bool,
    },
    /// The reservation has the lines of the order.
    LinesGiven,
    /// The units of the returns at these places, which were taken back, have left the stock.
    ReturnsTakenOut(Vec<usize>),
    /// No change; `late` counts a query for a late payment.
    Nothing {
        late: bool,
    },
}

/// Completes the due work of orders at other services.
pub struct Reconciler {
    store: Store,
    catalog: Catalog,
    payments: Arc<Payments>,
    config: Arc<Config>,
    clock: Clock,
}

impl Reconciler {
    pub fn new(dependencies: &Dependencies) -> Self {
        let Dependencies { store, catalog, payments, config, clock, .. } = dependencies.clone();
        Self { store, catalog, payments, config, clock }
    }

    /// Does the due work of an order until no work is left or a service does not respond.
    async fn do_due_work(&self, order_id: &str) -> Result<(), Error> {
        for _ in 0..MAX_STEPS {
            let now = self.clock.now_ms();
            let lease = Lease { order_id, until: now + LEASE_MS };
            let Some(mut order) = self.store.lease(lease, now).await? else {
                return Ok(());
            };
            // A newer release does the work of such an order.
            if !order.is_known() {
                return self.store.postpone(lease, now).await;
            }
            let stepped = tokio::time::timeout(STEP, self.step(&order, lease)).await;
            let stepped = stepped.unwrap_or_else(|_| Err(Error::unavailable("timed out")));
            match stepped {
                Ok(Step::Happened(event)) => {
                    let now = self.clock.now_ms();
                    self.store.apply(OrderLookup::Leased(lease), event, self.config.point_value, now).await?;
                }
                Ok(Step::ProviderPaid(amount)) => {
                    let (now, whose) = (self.clock.now_ms(), OrderLookup::Leased(lease));
                    self.store.provider_paid(whose, amount, self.config.point_value, now).await?;
                }
                Ok(Step::CodeAnswered { is_closed }) => {
                    self.store.code_answered(lease, is_closed, self.clock.now_ms()).await?;
                }
                Ok(Step::Refunded(sum)) => {
                    let now = self.clock.now_ms();
                    self.store.refunded(lease, sum, self.config.point_value, now).await?;
                }
                Ok(Step::RefundRefused) => {
                    self.store.refund_refused(lease, self.clock.now_ms()).await?;
                }
                Ok(Step::LinesTaken(paying)) => {
                    let now = self.clock.now_ms();
                    self.store.finish_lines(lease, paying, self.config.point_value, now).await?;
                }
                Ok(Step::LinesRefused { refusal, is_clean }) => {
                    self.store.refuse_lines(lease, &refusal, is_clean, self.clock.now_ms()).await?;
                }
                Ok(Step::ReturnsTakenOut(places)) => {
                    self.store.returns_taken_out(lease, &places, self.clock.now_ms()).await?;
                }
                Ok(Step::LinesGiven) => self.store.end_lines(lease, self.clock.now_ms()).await?,
                Ok(Step::Nothing { late }) => {
                    order.late_poll_count += i64::from(late);
                    // Measured from the start of this step: the deadline may have passed while a response was on its
                    // way.
                    return self.store.schedule_poll(lease, &order, due_at(&order, now), late).await;
                }
                Err(error) => {
                    self.store.postpone(lease, self.clock.now_ms()).await?;
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Settles the order now, so that the response of a command has the settled order. The work runs to completion even if the
    /// caller has gone. If another task works on the order, waits for it, for a second at most. Failures are left to the
    /// background task.
    pub(crate) async fn reconcile_now(self: &Arc<Self>, order_id: &str) {
        for _ in 0..MAX_LEASE_POLLS {
            self.reconcile_unleased(order_id).await;
            if !matches!(self.store.is_leased(order_id, self.clock.now_ms()).await, Ok(true)) {
                return;
            }
            tokio::time::sleep(LEASE_POLL_INTERVAL).await;
        }
    }

    /// Settles the order unless another task works on it.
    async fn reconcile_unleased(self: &Arc<Self>, order_id: &str) {
        let (reconciler, order_id) = (self.clone(), order_id.to_owned());
        let work = tokio::spawn(async move {
            if let Err(error) = reconciler.do_due_work(&order_id).await {
                tracing::warn!(order_id, %error, "order reconciliation failed; retrying");
            }
        });
        // A panic is already logged.
        let _ = work.await;
    }

    /// Settles every due order.
    pub(crate) async fn reconcile(self: &Arc<Self>) -> Result<(), Error> {
        let now = self.clock.now_ms();
        metrics::gauge!("orders_due").set(self.store.count_due(now).await? as f64);
        let due = self.store.due_orders(now, SWEEP_SIZE).await?;
        stream::iter(due)
            .for_each_concurrent(CONCURRENCY, async |id| self.reconcile_unleased(&id).await)
            .await;
        Ok(())
    }

    async fn step(&self, order: &Order, lease: Lease<'_>) -> Result<Step, Error> {
        // A change of goods comes before other work, so that nothing is sold or given back meanwhile.
        if let Some(work) = &order.line_work {
            return match &work.phase {
                LinePhase::Take { lines, total } | LinePhase::Move { lines, total } => {
                    self.take_lines(order, work, (lines, *total), lease).await
                }
                LinePhase::Give => self.give_lines(order, work, lease).await,
                LinePhase::Other(_) => Ok(Step::Nothing { late: false }),
            };
        }
        match (order.state.units, order.state.money) {
            // Comes before the return that replaces it, because both move in one step.
            _ if !order.settlement.returns_to_take().is_empty() => self.take_returns(order).await,
            (StockState::CommitDue, _) => self.sell(order).await,
            (StockState::RetakeDue, _) => self.re_reserve(order).await,
            (StockState::ReturnDue, _) => self.restock(order).await,
            (StockState::ReleaseDue, _) => {
                self.catalog.release(&order.reservation_id()).await?;
                Ok(Step::Happened(OrderEvent::Released))
            }
            _ if order.settlement.open_code == Some(OpenCode::ToClose) => self.close_code(order).await,
            (_, PaymentState::RefundDue) if order.provider_refund().is_some() || order.refund_due() == 0 => {
                self.refund(order).await
            }
            _ if order.settlement.open_code == Some(OpenCode::Watched) => self.watch_code(order).await,
            (_, PaymentState::Pending | PaymentState::Expired | PaymentState::Failed) => {
                self.ask(order).await
            }
            (_, PaymentState::Due)
                if order.body.confirm_until.is_some_and(|at| at <= self.clock.now_ms()) =>
            {
                Ok(Step::Happened(OrderEvent::PaymentWindowExpired))
            }
            _ => Ok(Step::Nothing { late: false }),
        }
    }

    async fn sell(&self, order: &Order) -> Result<Step, Error> {
        let sold = self.catalog.commit(&order.reservation_id()).await?;
        Ok(Step::Happened(if sold { OrderEvent::StockCommitted } else { OrderEvent::ReservationExpired }))
    }

    async fn re_reserve(&self, order: &Order) -> Result<Step, Error> {
        let lines = &order.body.lines;
        let lines: Vec<StockLine> =
            lines.iter().map(|line| StockLine { pro_id: line.pro_id, quantity: line.quantity }).collect();
        match self.catalog.reserve(&order.reservation_id(), &lines, RESERVATION_MS).await {
            Ok(ReservationOutcome::Reserved | ReservationOutcome::Committed) => self.sell(order).await,
            Ok(ReservationOutcome::Ended) => Ok(Step::Happened(OrderEvent::ReservationExpired)),
            Err(error) if error.code == Code::Conflict => Ok(Step::Happened(OrderEvent::StockLost)),
            Err(error) => Err(error),
        }
    }

    /// Takes back the code of an order that was paid in another way. A payment that was made meanwhile is booked.
    async fn close_code(&self, order: &Order) -> Result<Step, Error> {
        let Some(provider) = self.payments.of(order.method) else {
            return Ok(Step::CodeAnswered { is_closed: false });
        };
        Ok(match provider.cancel(&order.reference).await? {
            PaymentStatus::Paid { amount } => Step::ProviderPaid(amount),
            PaymentStatus::Failed => Step::CodeAnswered { is_closed: true },
            PaymentStatus::Pending => Step::CodeAnswered { is_closed: false },
        })
    }

    async fn watch_code(&self, order: &Order) -> Result<Step, Error> {
        let Some(provider) = self.payments.of(order.method) else { return Ok(Step::Nothing { late: true }) };
        Ok(match provider.poll(&order.reference).await? {
            Some(PaymentStatus::Paid { amount }) => Step::ProviderPaid(amount),
            _ => Step::Nothing { late: true },
        })
    }

    async fn refund(&self, order: &Order) -> Result<Step, Error> {
        if order.refund_due() == 0 {
            return Ok(Step::Happened(order.refund_event()));
        }
        let Some(sum) = order.provider_refund() else { return Ok(Step::Nothing { late: false }) };
        let Some(provider) = self.payments.of(order.method) else { return Ok(Step::RefundRefused) };
        match provider.refund(&order.reference, sum).await {
            Ok(true) => Ok(Step::Refunded(sum)),
            Ok(false) => Ok(Step::RefundRefused),
            Err(error) if matches!(error.code, Code::Conflict | Code::NotFound | Code::InvalidArgument) => {
                tracing::warn!(order = order.number, %error, "refund refused by the payment provider");
                Ok(Step::RefundRefused)
            }
            Err(error) => Err(error),
        }
    }

    /// Takes the additional units of changed goods, and changes the amount of a payment that has not been
    /// made.
    async fn take_lines(
        &self,
        order: &Order,
        work: &LineWork,
        (lines, total): (&[(i64, i64)], i64),
        lease: Lease<'_>,
    ) -> Result<Step, Error> {
        if !lines.is_empty() {
            let lines: Vec<StockLine> =
                lines.iter().map(|&(pro_id, quantity)| StockLine { pro_id, quantity }).collect();
            let key = format!("{}-take", work.change_id);
            match self.catalog.change_reservation(&order.reservation_id(), &key, &lines).await {
                Ok(()) => {}
                Err(error) if matches!(error.code, Code::Conflict | Code::NotFound) => {
                    return Ok(Step::LinesRefused { refusal: error.into(), is_clean: true });
                }
                Err(error) => return Err(error),
            }
        }
        if order.state.money != PaymentState::Pending {
            return Ok(Step::LinesTaken(None));
        }
        match self.change_payment(order, total, lease).await {
            Ok(paying) => Ok(Step::LinesTaken(paying)),
            Err(error) if error.code == Code::Conflict => {
                Ok(Step::LinesRefused { refusal: error.into(), is_clean: false })
            }
            Err(error) => Err(error),
        }
    }

    /// Gives back the units that an order no longer has.
    async fn give_lines(&self, order: &Order, work: &LineWork, lease: Lease<'_>) -> Result<Step, Error> {
        let key = format!("{}-give", work.change_id);
        let lines = stock_lines(&order.body.lines);
        match self.catalog.change_reservation(&order.reservation_id(), &key, &lines).await {
            Ok(()) => {}
            // A reservation that has ended gave back all of its units.
            Err(error) if matches!(error.code, Code::Conflict | Code::NotFound) => {
                tracing::debug!(order = order.number, %error, "reservation not changed");
            }
            Err(error) => return Err(error),
        }
        // After a refused change the payment gets its former amount again, even if the order was canceled meanwhile,
        // because a late payment is compared with the order's total.
        let can_be_paid =
            matches!(order.state.money, PaymentState::Pending | PaymentState::Expired | PaymentState::Failed);
        if can_be_paid {
            match self.change_payment(order, order.body.totals.total, lease).await {
                Err(error) if error.code != Code::Conflict => return Err(error),
                _ => {}
            }
        }
        Ok(Step::LinesGiven)
    }

    /// Changes the amount of a payment that has not been made. Returns its instructions, if the provider has given new
    /// ones. After the end of the lease another process may have changed the order again, so the amount is no longer right.
    async fn change_payment(
        &self,
        order: &Order,
        amount: i64,
        lease: Lease<'_>,
    ) -> Result<Option<PaymentDetails>, Error> {
        let Some(provider) = self.payments.of(order.method) else { return Ok(None) };
        if self.clock.now_ms() >= lease.until {
            return Err(Error::unavailable("the lease of the order has ended"));
        }
        let payment = NewPayment { reference: &order.reference, amount, pay_until: order.pay_until };
        Ok(Some(provider.change(&payment).await?))
    }

    /// Adds returned units to the stock.
    async fn restock(&self, order: &Order) -> Result<Step, Error> {
        for (id, lines) in
            (0..order.settlement.returns.len()).filter_map(|place| order.units_to_restock(place))
        {
            self.catalog.return_units(&id, &lines).await?;
        }
        Ok(Step::Happened(OrderEvent::Restocked))
    }

    /// Takes the units of returns that were taken back out of the stock.
    async fn take_returns(&self, order: &Order) -> Result<Step, Error> {
        let places = order.settlement.returns_to_take();
        for place in &places {
            let taken = order.settlement.returns.get(*place).and_then(|one| one.taken_back);
            let hold_id = taken.and_then(|taken| taken.hold_key).map(|key| order.stock_hold_id(key));
            let instead =
                taken.and_then(|taken| taken.replaced_by).and_then(|place| order.units_to_restock(place));
            self.catalog.take_back_return(&order.stock_return_id(*place), hold_id, instead).await?;
        }
        Ok(Step::ReturnsTakenOut(places))
    }

    /// Queries the payment of an order, and expires it after the deadline.
    async fn ask(&self, order: &Order) -> Result<Step, Error> {
        let now = self.clock.now_ms();
        let waits = order.state.money == PaymentState::Pending;
        let over_at = match order.method {
            PaymentMethod::Qr => order.pay_until.map(|until| until + self.config.payment_grace_s * 1000),
            _ => order.pay_until,
        };
        let is_over = waits && over_at.is_some_and(|at| at <= now);
        let asked = match self.payments.of(order.method) {
            Some(provider) => standing(provider, order).await,
            None => Ok(None),
        };
        match asked {
            Ok(Some(PaymentStatus::Paid { amount })) => Ok(Step::ProviderPaid(amount)),
            Ok(Some(PaymentStatus::Failed)) if waits => Ok(Step::Happened(OrderEvent::PaymentFailed)),
            Ok(_) if is_over => Ok(Step::Happened(OrderEvent::PaymentWindowExpired)),
            Err(error) => {
                let unanswered = waits && over_at.is_some_and(|at| at + MAX_UNRESPONSIVE_MS <= now);
                if unanswered { Ok(Step::Happened(OrderEvent::PaymentWindowExpired)) } else { Err(error) }
            }
            Ok(_) => Ok(Step::Nothing { late: !waits }),
        }
    }
}

async fn standing(provider: &dyn Provider, order: &Order) -> Result<Option<PaymentStatus>, Error> {
    provider.poll(&order.reference).await
}
