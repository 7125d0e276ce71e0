//! Scheduling of periodic jobs. Each service lists its jobs in `background.rs`.

use std::{fmt::Display, future::Future, sync::Arc, time::Duration};

use tokio::sync::Notify;

use crate::Shutdown;

/// Maximum pause after a failure, so that an hourly job does not pause for an hour because a connection was lost.
const RETRY_PAUSE: Duration = Duration::from_secs(10);

/// Effect of the shutdown on running work of a periodic job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnShutdown {
    /// Work is canceled at its next `await`.
    Cancel,
    /// Work runs to its end, for jobs with several steps that belong together.
    Finish,
}

impl Shutdown {
    /// Runs `work` now and after each pause until the shutdown, which cancels it. Consecutive failures are logged once, and
    /// each is followed by a pause of at most ten seconds; `what` is a gerund for the log, such as "polling events".
    pub fn spawn_periodic<W, F, E>(&self, pause: Duration, what: &'static str, work: W)
    where
        W: Fn() -> F + Send + 'static,
        F: Future<Output = Result<(), E>> + Send,
        E: Display + Send,
    {
        self.spawn_job(OnShutdown::Cancel, Arc::default(), pause, what, work);
    }

    /// Like [`spawn_periodic`](Self::spawn_periodic), with a choice of the effect of the shutdown.
    pub fn spawn_periodic_with<W, F, E>(
        &self,
        on_shutdown: OnShutdown,
        pause: Duration,
        what: &'static str,
        work: W,
    ) where
        W: Fn() -> F + Send + 'static,
        F: Future<Output = Result<(), E>> + Send,
        E: Display + Send,
    {
        self.spawn_job(on_shutdown, Arc::default(), pause, what, work);
    }

    /// Like [`spawn_periodic`](Self::spawn_periodic), and runs `work` at once when `wake` is notified, even if it is notified
    /// during the work.
    pub fn spawn_woken<W, F, E>(&self, pause: Duration, wake: &Arc<Notify>, what: &'static str, work: W)
    where
        W: Fn() -> F + Send + 'static,
        F: Future<Output = Result<(), E>> + Send,
        E: Display + Send,
    {
        self.spawn_job(OnShutdown::Cancel, Arc::clone(wake), pause, what, work);
    }

    fn spawn_job<W, F, E>(
        &self,
        on_shutdown: OnShutdown,
        wake: Arc<Notify>,
        pause: Duration,
        what: &'static str,
        work: W,
    ) where
        W: Fn() -> F + Send + 'static,
        F: Future<Output = Result<(), E>> + Send,
        E: Display + Send,
    {
        let shutdown = self.clone();
        self.spawn(async move {
            let mut failing = false;
            while !shutdown.is_triggered() {
                let result = tokio::select! {
                    // The shutdown is checked first, because work that began after it would be canceled halfway, for example
                    // in a COMMIT.
                    biased;
                    () = shutdown.requested(), if on_shutdown == OnShutdown::Cancel => return,
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
                let pause = if failing { pause.min(RETRY_PAUSE) } else { pause };
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    () = wake.notified() => {}
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
    async fn periodic_job_continues_after_failures_and_is_canceled_by_the_shutdown() {
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

    #[tokio::test(start_paused = true)]
    async fn hourly_job_that_fails_runs_again_within_ten_seconds() {
        let (shutdown, began) = (Shutdown::new(), tokio::time::Instant::now());
        let (during, times) = (shutdown.clone(), Arc::new(AtomicUsize::new(0)));
        shutdown.spawn_periodic(Duration::from_secs(3_600), "counting", move || {
            let (during, is_first) = (during.clone(), times.fetch_add(1, Ordering::SeqCst) == 0);
            async move {
                if is_first {
                    return Err("not yet");
                }
                during.trigger();
                Ok(())
            }
        });
        shutdown.requested().await;
        assert_eq!(began.elapsed().as_secs(), 10);
    }

    #[tokio::test]
    async fn periodic_job_that_finishes_completes_its_work_after_the_shutdown() {
        let (shutdown, times) = (Shutdown::new(), Arc::new(AtomicUsize::new(0)));
        let (during, counted) = (shutdown.clone(), Arc::clone(&times));
        shutdown.spawn_periodic_with(OnShutdown::Finish, Duration::ZERO, "counting", move || {
            let (during, counted) = (during.clone(), Arc::clone(&counted));
            async move {
                during.trigger();
                tokio::task::yield_now().await;
                counted.fetch_add(1, Ordering::SeqCst);
                Ok::<_, &str>(())
            }
        });
        assert!(shutdown.wait(Duration::from_secs(5)).await);
        assert_eq!(times.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn periodic_job_that_is_woken_does_not_wait_for_its_pause() {
        let (shutdown, times, wake) =
            (Shutdown::new(), Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
        let (during, counted, own) = (shutdown.clone(), Arc::clone(&times), Arc::clone(&wake));
        shutdown.spawn_woken(Duration::from_secs(3600), &wake, "counting", move || {
            let (during, counted, own) = (during.clone(), Arc::clone(&counted), Arc::clone(&own));
            async move {
                match counted.fetch_add(1, Ordering::SeqCst) {
                    0 => own.notify_one(),
                    _ => during.trigger(),
                }
                Ok::<(), &str>(())
            }
        });
        assert!(shutdown.wait(Duration::from_secs(60)).await);
        assert_eq!(times.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn periodic_job_does_not_start_after_the_shutdown() {
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
