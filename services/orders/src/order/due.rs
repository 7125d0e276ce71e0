//! Due times of an order for work at other services, or for a query of its payment.

use super::{OpenCode, Order, PaymentMethod, PaymentState, Status, StockState};

/// Interval of payment queries, while the payment is pending and at its deadline.
const PAYMENT_POLL_MS: i64 = 10_000;
const DEADLINE_POLL_MS: i64 = 1_000;
/// Delays after the deadline at which late payments without webhook are queried: a minute, ten, an hour, six, a day.
const LATE_POLL_DELAYS_MS: [i64; 5] = [60_000, 600_000, 3_600_000, 21_600_000, 86_400_000];

/// Time at which `order` is due for the next check.
pub fn due_at(order: &Order, now: i64) -> Option<i64> {
    let is_qr = order.method == PaymentMethod::Qr;
    if order.line_work.is_some() {
        return Some(now);
    }
    match (order.state.units, order.state.money) {
        (
            StockState::CommitDue | StockState::RetakeDue | StockState::ReturnDue | StockState::ReleaseDue,
            _,
        ) => Some(now),
        _ if !order.settlement.returns_to_take().is_empty() => Some(now),
        _ if order.settlement.open_code == Some(OpenCode::ToClose) => Some(now),
        (_, PaymentState::RefundDue) if order.provider_refund().is_some() || order.refund_due() == 0 => {
            Some(now)
        }
        _ if order.settlement.open_code == Some(OpenCode::Watched) => next_late_poll(order, now),
        (_, PaymentState::Pending) if is_qr => Some(match order.pay_until {
            Some(until) if now < until => until.min(now + PAYMENT_POLL_MS),
            _ => now + DEADLINE_POLL_MS,
        }),
        (_, PaymentState::Pending) => order.pay_until,
        (_, PaymentState::Due) if order.state.status == Status::Placed => order.body.confirm_until,
        (_, PaymentState::Expired | PaymentState::Failed) if is_qr => next_late_poll(order, now),
        _ => None,
    }
}

/// Time of the next query to the provider for a payment that is no longer awaited.
fn next_late_poll(order: &Order, now: i64) -> Option<i64> {
    let poll_index = usize::try_from(order.late_poll_count).unwrap_or(usize::MAX);
    LATE_POLL_DELAYS_MS.get(poll_index).map(|pause| now + pause)
}
