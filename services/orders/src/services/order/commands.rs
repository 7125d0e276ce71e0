//! Commands on existing orders by customers, payment providers and staff.

use heuan_rpc::{Code, Error};

use super::OrderService;
use crate::{
    order::{Order, OrderEvent, PaymentState, no_such_order},
    payment::{BankAction, PaymentStatus},
    store::OrderLookup,
};

/// Maximum page number.
const MAX_PAGE: i64 = 100_000;

impl OrderService {
    /// The order, after querying the payment provider if the payment is pending.
    pub async fn order(&self, customer_id: i64, order_id: &str) -> Result<Order, Error> {
        let order = self.store.order(customer_id, order_id).await?.ok_or_else(no_such_order)?;
        if order.state.money != PaymentState::Pending || !self.poll_throttle.try_poll(&order.reference).await
        {
            return Ok(order);
        }
        let Some(amount) = self.paid_amount(&order).await else { return Ok(order) };
        self.book_payment(&order.reference, amount).await?;
        self.store.order(customer_id, order_id).await?.ok_or_else(no_such_order)
    }

    /// A page of the customer's orders, newest first, with their total number.
    pub async fn orders(&self, customer_id: i64, page: i64, limit: i64) -> Result<(Vec<Order>, i64), Error> {
        if !(1..=100).contains(&limit) {
            return Err(Error::invalid("limit", "must be from 1 to 100"));
        }
        if !(1..=MAX_PAGE).contains(&page) {
            return Err(Error::invalid("page", format!("must be from 1 to {MAX_PAGE}")));
        }
        self.store.orders(customer_id, (page - 1) * limit, limit).await
    }

    pub async fn cancel_order(&self, customer_id: i64, order_id: &str) -> Result<Order, Error> {
        let order = self.store.order(customer_id, order_id).await?.ok_or_else(no_such_order)?;
        // A payment whose webhook was lost is refunded now, and not at the next poll.
        if order.state.money == PaymentState::Pending
            && let Some(amount) = self.paid_amount(&order).await
        {
            self.book_payment(&order.reference, amount).await?;
        }
        let whose = OrderLookup::Customer { customer_id, order_id };
        let now = self.clock.now_ms();
        let cancelled = self.store.apply(whose, OrderEvent::Cancel, self.config.point_value, now).await?;
        cancelled.ok_or_else(no_such_order)?;
        self.reconciler.reconcile_now(order_id).await;
        self.store.order(customer_id, order_id).await?.ok_or_else(no_such_order)
    }

    /// Handles a webhook of a payment provider.
    pub async fn confirm(&self, provider: &str, signature: &str, body: &[u8]) -> Result<(), Error> {
        let notice = self.payments.named(provider)?.read(signature, body)?;
        let order = self.store.order_of_payment(&notice.reference).await?;
        order.ok_or_else(|| Error::not_found("no order has this payment reference"))?;
        match notice.standing {
            PaymentStatus::Pending => Ok(()),
            PaymentStatus::Failed => {
                self.apply_payment_event(&notice.reference, OrderEvent::PaymentFailed).await
            }
            PaymentStatus::Paid { amount } if amount <= 0 => {
                Err(Error::invalid("amount", "a payment has an amount above 0"))
            }
            PaymentStatus::Paid { amount } => self.book_payment(&notice.reference, amount).await,
        }
    }

    /// Simulates an action of a shopper's bank in the sandbox.
    pub async fn simulate_payment(&self, reference: &str, act: BankAction) -> Result<(), Error> {
        let sandbox = self.payments.sandbox.as_ref();
        let sandbox = sandbox.ok_or_else(|| Error::not_found("sandbox payments are disabled"))?;
        if !self.payments.takes_play_money(self.catalog.is_only_demo().await?) {
            return Err(Error::new(
                Code::Conflict,
                "sandbox payments ended when a catalog other than the demo was imported; cancel the order and pay with another method",
            ));
        }
        sandbox.act(reference, act).await
    }

    /// Sends the sandbox's webhooks like a real provider: signed, to the webhook handler.
    pub(crate) async fn send_for_sandbox(&self) -> Result<(), Error> {
        let Some(sandbox) = &self.payments.sandbox else { return Ok(()) };
        for message in sandbox.messages().await? {
            match self.confirm("sandbox", &message.signature, &message.body).await {
                Ok(()) => sandbox.sent(&message).await?,
                Err(error) if error.code.is_outage() => return Err(error),
                // As with any provider, a refused message is not repeated forever.
                Err(error) => {
                    tracing::warn!(%error, "sandbox webhook refused");
                    sandbox.sent(&message).await?;
                }
            }
        }
        Ok(())
    }

    /// Applies an event of a payment.
    async fn apply_payment_event(&self, reference: &str, event: OrderEvent) -> Result<(), Error> {
        let now = self.clock.now_ms();
        let order =
            self.store.apply(OrderLookup::Reference(reference), event, self.config.point_value, now).await?;
        let order = order.ok_or_else(no_such_order)?;
        self.reconciler.reconcile_now(&order.order_id).await;
        Ok(())
    }

    /// Books a payment that its provider reports, of whichever amount, once.
    async fn book_payment(&self, reference: &str, amount: i64) -> Result<(), Error> {
        let (whose, now) = (OrderLookup::Reference(reference), self.clock.now_ms());
        let order = self.store.provider_paid(whose, amount, self.config.point_value, now).await?;
        self.reconciler.reconcile_now(&order.ok_or_else(no_such_order)?.order_id).await;
        Ok(())
    }

    /// Kip that the payment provider has received; `None` if nothing is paid or the provider does not
    /// respond.
    async fn paid_amount(&self, order: &Order) -> Option<i64> {
        let provider = self.payments.of(order.method)?;
        match provider.poll(&order.reference).await {
            Ok(Some(PaymentStatus::Paid { amount })) => Some(amount),
            Ok(_) => None,
            Err(error) => {
                tracing::debug!(%error, "payment provider unavailable");
                None
            }
        }
    }
}
