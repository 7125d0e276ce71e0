//! Background tasks: settling orders, delivering events and sandbox webhooks, deleting expired records.

use std::{future::Future, sync::Arc, time::Duration};

use heuan_rpc::Error;
use heuan_runtime::{OnShutdown, Shutdown};

use crate::order_service::OrderService;

const TIDY: Duration = Duration::from_secs(3600);
/// Retention of the hourly counters of client addresses.
const LIMITS_KEPT_MS: i64 = 2 * 60 * 60 * 1000;
/// Interval between measurements of the stock held by unpaid orders.
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
    every(
        TIDY,
        "deleting expired records",
        service,
        shutdown,
        |service| async move { service.forget().await },
    );
    every(TIDY, "preparing orders of earlier releases for lists", service, shutdown, |service| async move {
        service.fill_lists().await
    });
    every(
        poll,
        "copying lines of orders",
        service,
        shutdown,
        |service| async move { service.copy_lines().await },
    );
    every(HELD_STOCK, "measuring held stock", service, shutdown, |service| async move {
        service.measure_held_stock().await
    });
    if service.payments.sandbox.is_some() {
        every(poll, "sending sandbox webhooks", service, shutdown, |service| async move {
            service.send_for_sandbox().await
        });
    }
}

/// Runs `work` now and after each interval. The shutdown lets it finish: its steps at the catalog and in the database belong together.
fn every<W, F>(pause: Duration, what: &'static str, service: &Arc<OrderService>, shutdown: &Shutdown, work: W)
where
    W: Fn(Arc<OrderService>) -> F + Send + 'static,
    F: Future<Output = Result<(), Error>> + Send,
{
    let service = service.clone();
    shutdown.spawn_periodic_with(OnShutdown::Finish, pause, what, move || work(service.clone()));
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
