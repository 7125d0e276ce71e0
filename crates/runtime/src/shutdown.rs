//! Graceful shutdown on SIGINT or SIGTERM: background tasks are notified and awaited for a limited time.

use std::{future::Future, time::Duration};

use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// Graceful shutdown: all tasks are notified, then they get time to finish.
#[derive(Clone, Debug, Default)]
pub struct Shutdown {
    token: CancellationToken,
    tasks: TaskTracker,
}

impl Shutdown {
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a shutdown that SIGINT or SIGTERM triggers.
    pub fn on_signal() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let shutdown = Self::new();
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        let token = shutdown.token.clone();
        tokio::spawn(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            tracing::info!("shutting down");
            token.cancel();
        });
        Ok(shutdown)
    }

    pub fn trigger(&self) {
        self.token.cancel();
    }

    pub fn is_triggered(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Resolves when the shutdown is triggered.
    pub fn requested(&self) -> impl Future<Output = ()> + Send + use<> {
        self.token.clone().cancelled_owned()
    }

    /// Runs `task` in the background; [`Shutdown::wait`] waits for it, so it must end once the shutdown begins.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(task);
    }

    /// Waits until every spawned task has ended, at most `timeout_after`. Returns whether all did.
    pub async fn wait(&self, timeout_after: Duration) -> bool {
        self.tasks.close();
        tokio::time::timeout(timeout_after, self.tasks.wait()).await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn shutdown_signals_tasks_and_waits_for_them() {
        let shutdown = Shutdown::new();
        let requested = shutdown.requested();
        shutdown.spawn(requested);
        assert!(!shutdown.wait(Duration::from_millis(20)).await);
        shutdown.trigger();
        assert!(shutdown.wait(Duration::from_secs(5)).await);
    }
}
