//! Background tasks: settling orders, delivering events and sandbox webhooks, deleting expired records.

use std::{future::Future, sync::Arc, time::Duration};

use heuan_rpc::Error;
use heuan_runtime::{OnShutdown, Shutdown, clock::Clock};

use crate::{
    config::Config, dependencies::Dependencies, personal_data::PersonalData, services::Services, store::Store,
};

const CLEANUP_INTERVAL: Duration = Duration::from_secs(3600);
/// Retention of the hourly counters of client addresses.
const LIMIT_RETENTION_MS: i64 = 2 * 60 * 60 * 1000;
/// Interval between measurements of the stock reserved by unpaid orders.
const RESERVED_STOCK_INTERVAL: Duration = Duration::from_secs(30);

pub fn start(dependencies: &Dependencies, services: &Services, shutdown: &Shutdown) {
    let poll = Duration::from_millis(dependencies.config.poll_ms);
    every(poll, "finishing orders", &services.reconciler, shutdown, |reconciler| async move {
        reconciler.reconcile().await
    });
    every(poll, "delivering events", &services.outbox, shutdown, |outbox| async move {
        outbox.deliver_events().await
    });
    let expired = Arc::new(ExpiredRecords::new(dependencies));
    every(CLEANUP_INTERVAL, "deleting expired records", &expired, shutdown, |expired| async move {
        expired.delete().await
    });
    every(
        CLEANUP_INTERVAL,
        "preparing orders of earlier releases for lists",
        &services.staff_orders,
        shutdown,
        |orders| async move { orders.fill_lists().await },
    );
    every(poll, "copying lines and sums of orders", &services.staff_orders, shutdown, |orders| async move {
        orders.copy_lines().await
    });
    every(
        RESERVED_STOCK_INTERVAL,
        "measuring reserved stock",
        &services.orders,
        shutdown,
        |orders| async move { orders.measure_reserved_stock().await },
    );
    if dependencies.payments.sandbox.is_some() {
        every(poll, "sending sandbox webhooks", &services.orders, shutdown, |orders| async move {
            orders.send_for_sandbox().await
        });
    }
}

/// Runs `work` now and after each interval. At the shutdown it finishes, because its steps at the catalog and in the database
/// belong together.
fn every<S, W, F>(pause: Duration, what: &'static str, service: &Arc<S>, shutdown: &Shutdown, work: W)
where
    S: Send + Sync + 'static,
    W: Fn(Arc<S>) -> F + Send + 'static,
    F: Future<Output = Result<(), Error>> + Send,
{
    let service = service.clone();
    shutdown.spawn_periodic_with(OnShutdown::Finish, pause, what, move || work(service.clone()));
}

/// Deletion of records whose retention has ended: idempotency keys, counters of client addresses, quotas, contacts on old
/// orders and addresses that an earlier release left in changes of erased orders. It also updates the marks of unpaid lines.
struct ExpiredRecords {
    store: Store,
    config: Arc<Config>,
    clock: Clock,
    personal_data: PersonalData,
}

impl ExpiredRecords {
    fn new(dependencies: &Dependencies) -> Self {
        let Dependencies { store, config, clock, .. } = dependencies.clone();
        let personal_data = PersonalData::from_store(store.clone(), clock.clone());
        Self { store, config, clock, personal_data }
    }

    async fn delete(&self) -> Result<(), Error> {
        let now = self.clock.now_ms();
        let at = now - self.config.idempotency_ms();
        self.store.delete_expired_idempotency_keys(at).await?;
        self.store.delete_expired_responses(at).await?;
        self.store.delete_abandoned_reservations(at).await?;
        self.store.delete_expired_limit_counters(now - LIMIT_RETENTION_MS).await?;
        self.store.mark_unpaid_lines().await?;
        self.store.sweep_quotas(now).await?;
        self.store.remove_left_deliveries().await?;
        if self.config.contact_years > 0 {
            self.personal_data.remove_old_contacts(self.config.contact_years).await?;
        }
        Ok(())
    }
}
