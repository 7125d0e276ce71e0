use std::{fmt::Display, future::Future, time::Duration};

use crate::Shutdown;

impl Shutdown {
    /// Runs `work` now and after each pause until the shutdown, which cancels it. A failure is logged once until it is over; `what`
    /// is a gerund for the log, such as "polling events".
    pub fn spawn_periodic<W, F, E>(&self, pause: Duration, what: &'static str, work: W)
    where
        W: Fn() -> F + Send + 'static,
        F: Future<Output = Result<(), E>> + Send,
        E: Display + Send,
    {
        let shutdown = self.clone();
        self.spawn(async move {
            let mut failing = false;
            loop {
                let result = tokio::select! {
                    // The shutdown is checked first, because work that began after it would be canceled halfway, such as in a COMMIT.
                    biased;
                    () = shutdown.requested() => return,
                    result = work() => result,
                };
                match result {
                    Ok(()) => failing = false,
                    Err(error) if !failing => {
                        tracing::warn!(%error, "{what} failed; retrying");
                        failing = true;
                    }
                    Err(_) => {}
                }
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    () = shutdown.requested() => return,
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use super::*;

    #[tokio::test]
    async fn work_goes_on_after_failures_and_is_cut_off_by_the_shutdown() {
        let (shutdown, times) = (Shutdown::new(), Arc::new(AtomicUsize::new(0)));
        let (during, counted) = (shutdown.clone(), Arc::clone(&times));
        shutdown.spawn_periodic(Duration::ZERO, "counting", move || {
            let (during, counted) = (during.clone(), Arc::clone(&counted));
            async move {
                match counted.fetch_add(1, Ordering::SeqCst) {
                    0 | 1 => Err("not yet"),
                    2 => Ok(()),
                    _ => {
                        during.trigger();
                        std::future::pending().await
                    }
                }
            }
        });
        assert!(shutdown.wait(Duration::from_secs(5)).await);
        assert_eq!(times.load(Ordering::SeqCst), 4);
    }

    #[tokio::test]
    async fn nothing_begins_once_the_shutdown_has_begun() {
        let (shutdown, times) = (Shutdown::new(), Arc::new(AtomicUsize::new(0)));
        shutdown.trigger();
        for _ in 0..32 {
            let counted = Arc::clone(&times);
            shutdown.spawn_periodic(Duration::ZERO, "counting", move || {
                let counted = Arc::clone(&counted);
                async move {
                    counted.fetch_add(1, Ordering::SeqCst);
                    std::future::pending::<Result<(), &str>>().await
                }
            });
        }
        assert!(shutdown.wait(Duration::from_secs(5)).await);
        assert_eq!(times.load(Ordering::SeqCst), 0);
    }
}
