//! What goes on beside the customers: orders to finish, events and messages to send, old records to forget.

use std::{future::Future, sync::Arc, time::Duration};

use heuan_rpc::Error;
use heuan_runtime::Shutdown;

use crate::order_service::OrderService;

const TIDY: Duration = Duration::from_secs(3600);
/// Counts of client addresses are of one hour.
const LIMITS_KEPT_MS: i64 = 2 * 60 * 60 * 1000;
/// Between readings of the stock that unpaid orders hold.
const HELD_STOCK: Duration = Duration::from_secs(30);

pub fn start(service: &Arc<OrderService>, shutdown: &Shutdown) {
    let poll = Duration::from_millis(service.config.poll_ms);
    every(poll, "finishing orders", service, shutdown, |service| async move { service.reconcile().await });
    every(
        poll,
        "delivering events",
        service,
        shutdown,
        |service| async move { service.deliver_events().await },
    );
    every(TIDY, "forgetting old records", service, shutdown, |service| async move { service.forget().await });
    every(HELD_STOCK, "measuring held stock", service, shutdown, |service| async move {
        service.measure_held_stock().await
    });
    if service.payments.sandbox.is_some() {
        every(poll, "sending for the sandbox", service, shutdown, |service| async move {
            service.send_for_sandbox().await
        });
    }
}

/// Does `work` now and after each pause; a failure is logged once until it is over.
fn every<W, F>(pause: Duration, what: &'static str, service: &Arc<OrderService>, shutdown: &Shutdown, work: W)
where
    W: Fn(Arc<OrderService>) -> F + Send + 'static,
    F: Future<Output = Result<(), Error>> + Send,
{
    let (service, begun) = (service.clone(), shutdown.clone());
    shutdown.spawn(async move {
        let mut failing = false;
        while !begun.is_triggered() {
            match work(service.clone()).await {
                Ok(()) => failing = false,
                Err(error) if !failing => {
                    tracing::warn!(%error, "{what} fails; trying again");
                    failing = true;
                }
                Err(_) => {}
            }
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = begun.requested() => {}
            }
        }
    });
}

impl OrderService {
    async fn forget(&self) -> Result<(), Error> {
        let now = self.clock.now_ms();
        let at = now - self.config.idempotency_ms();
        self.store.forget_presses(at).await?;
        self.store.forget_answers(at).await?;
        self.store.forget_limits(now - LIMITS_KEPT_MS).await?;
        self.store.sweep_quotas(now).await
    }
}
