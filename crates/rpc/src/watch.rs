//! Long-lived streams of other services, which are reconnected with backoff until the shutdown.

use std::time::Duration;

use heuan_runtime::Shutdown;
use tokio::time::{Instant, sleep};

use crate::Result;

const MIN_BACKOFF: Duration = Duration::from_millis(100);
const MAX_BACKOFF: Duration = Duration::from_secs(5);

/// A stream of another service that is followed until the shutdown.
pub trait Watch: Send {
    /// Name in log lines.
    const NAME: &'static str;

    /// Follows the stream over one connection, from the last position until it breaks.
    fn run(&mut self) -> impl Future<Output = Result<()>> + Send;

    /// Called after a connection broke, and not at the shutdown.
    fn disconnected(&mut self) {}
}

/// Runs `watch` and reconnects it after 100 ms, doubling to 5 s, each reduced by up to half, so that replicas do not reconnect
/// at once. A connection of more than 5 s resets the pause. Consecutive failures are logged once.
pub async fn keep_watching<W: Watch>(watch: &mut W, shutdown: &Shutdown) {
    let mut pause = MIN_BACKOFF;
    let mut is_reported = false;
    while !shutdown.is_triggered() {
        let began = Instant::now();
        let ended = tokio::select! {
            // The shutdown is checked first, because in one process the stream ends at the same moment.
            biased;
            () = shutdown.requested() => return,
            ended = watch.run() => ended,
        };
        if shutdown.is_triggered() {
            return;
        }
        watch.disconnected();
        if began.elapsed() > MAX_BACKOFF {
            (pause, is_reported) = (MIN_BACKOFF, false);
        }
        if let Err(error) = ended
            && !is_reported
        {
            tracing::warn!(%error, stream = W::NAME, "stream disconnected; reconnecting");
            is_reported = true;
        }
        tokio::select! {
            () = sleep(pause.mul_f64(0.5 + fastrand::f64() / 2.0)) => {}
            () = shutdown.requested() => return,
        }
        pause = (pause * 2).min(MAX_BACKOFF);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

    /// Fails until the third connection, then stays open.
    struct Flaky {
        connections: u32,
        disconnections: u32,
        shutdown: Shutdown,
    }

    impl Watch for Flaky {
        const NAME: &'static str = "flaky";

        async fn run(&mut self) -> Result<()> {
            self.connections += 1;
            if self.connections < 3 {
                return Err(Error::unavailable("gone"));
            }
            self.shutdown.trigger();
            std::future::pending().await
        }

        fn disconnected(&mut self) {
            self.disconnections += 1;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn broken_stream_is_reconnected_until_the_shutdown() {
        let shutdown = Shutdown::new();
        let mut watch = Flaky { connections: 0, disconnections: 0, shutdown: shutdown.clone() };
        let began = Instant::now();
        keep_watching(&mut watch, &shutdown).await;
        assert_eq!((watch.connections, watch.disconnections), (3, 2));
        assert!((Duration::from_millis(150)..=Duration::from_millis(310)).contains(&began.elapsed()));
    }
}
