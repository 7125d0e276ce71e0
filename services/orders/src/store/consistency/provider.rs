//! Consistency of the payments and refunds of an order with the records of its payment provider.

use std::collections::HashMap;

use heuan_store::{StoreError, Tx, consistency::Inconsistency, on};

use crate::order::{Order, PaymentState};

pub const NAMES: [&str; 2] = [UNBOOKED, REFUND];
const UNBOOKED: &str = "orders.payment-unbooked";
const REFUND: &str = "orders.payment-refund";

/// Maximum time until a payment is booked: ten minutes, or two days while the code of an order that was paid in another way is
/// watched.
const BOOKED_MS: i64 = 600_000;
const WATCHED_MS: i64 = 172_800_000;

/// Payments that the provider has received.
pub struct ProviderRecords {
    payments: HashMap<String, Received>,
    /// Time at which the newest order was placed, which is used instead of the clock, because a shop that is not
    /// running books nothing.
    newest: i64,
}

struct Received {
    amount: i64,
    refunded: i64,
    at: i64,
}

impl ProviderRecords {
    pub async fn read(tx: &mut Tx) -> Result<Self, StoreError> {
        let sql = "SELECT reference, amount, refunded, settles_at FROM sandbox_payment \
             WHERE paid = 1 AND settles_at IS NOT NULL";
        let rows: Vec<(String, i64, i64, i64)> = on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
        let sql = "SELECT COALESCE(MAX(created_at), 0) FROM customer_order";
        let newest: i64 = on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await?);
        let received = |(reference, amount, refunded, at)| (reference, Received { amount, refunded, at });
        Ok(Self { payments: rows.into_iter().map(received).collect(), newest })
    }

    /// Compares `order` with the payment that the provider has of it.
    pub fn check(&self, order: &Order, inconsistencies: &mut Vec<Inconsistency>) {
        let Some(payment) = self.payments.get(&order.reference) else { return };
        // The rule orders.payment-unnoticed covers these payments, and a newer release checks its own.
        let is_awaited =
            matches!(order.state.money, PaymentState::Pending | PaymentState::Expired | PaymentState::Failed);
        if is_awaited || !order.is_known() {
            return;
        }
        let booked = booked(order, payment.amount);
        let time = if order.settlement.open_code.is_some() { WATCHED_MS } else { BOOKED_MS };
        if booked != payment.amount && payment.at + time < self.newest {
            inconsistencies.push(Inconsistency {
                rule: UNBOOKED,
                id: order.order_id.clone(),
                problem: format!(
                    "order {}: the provider has received {} kip by payment {}, of which {booked} kip are booked",
                    order.number, payment.amount, order.reference
                ),
                remedy: "`heuan orders paid NUMBER --amount KIP --method transfer --reference PAYMENT`, or refund it at the provider",
            });
        }
        let made = order.provider_refunded();
        let is_under_way = order.state.money == PaymentState::RefundDue && payment.refunded > made;
        if payment.refunded != made && !is_under_way {
            inconsistencies.push(Inconsistency {
                rule: REFUND,
                id: order.order_id.clone(),
                problem: format!(
                    "order {} is {} with {made} kip refunded by the provider, whose payment {} has {} refunded",
                    order.number,
                    order.state.money.into_str(),
                    order.reference,
                    payment.refunded
                ),
                remedy: "compare the order with the payment provider's records",
            });
        }
    }
}

/// Kip of the provider's payment that are booked: as reported, or by the operator with its reference.
fn booked(order: &Order, amount: i64) -> i64 {
    let mut payments = order.settlement.payments.iter();
    let is_by_hand = payments.any(|one| one.amount == amount && one.details.reference == order.reference);
    if is_by_hand { amount } else { order.provider_received() }
}
