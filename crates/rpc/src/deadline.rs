//! Deadline propagation: every request carries the time after which its response is useless.
//!
//! The edge opens a budget with [`within`]. Each call sends the remaining time as `grpc-timeout`, and the called service works
//! [`within`] it, so the budget only shrinks. tonic enforces no deadline on in-process calls and reports its own timeouts as
//! cancellations; this module returns `DEADLINE_EXCEEDED` for both.

use std::{
    future::Future,
    pin::{Pin, pin},
    task::{Context, Poll},
    time::{Duration, Instant},
};

use futures::FutureExt as _;
use http::HeaderValue;
use pin_project_lite::pin_project;
use tokio::{task::coop::unconstrained, time::Sleep};

use crate::{Code, Error};

tokio::task_local! {
    static DEADLINE: Instant;
}

/// The gRPC header of the remaining time.
pub(crate) const HEADER: &str = "grpc-timeout";

/// Returns the deadline of the request that runs on this task.
pub fn current() -> Option<Instant> {
    DEADLINE.try_with(|at| *at).ok()
}

/// Runs `work` for at most `budget` from its start, or until the deadline already set, whichever is sooner.
pub fn within<T>(
    budget: Duration,
    work: impl Future<Output = Result<T, Error>>,
) -> impl Future<Output = Result<T, Error>> {
    Scope { work, timer: None, until: Until::In(budget) }.map(|done| done.unwrap_or_else(|| Err(exceeded())))
}

pub(crate) fn min_deadline(at: Instant) -> Instant {
    current().map_or(at, |set| set.min(at))
}

/// Returns the deadline of a call made now. A tenth of the request's time is reserved, so that this service can still report
/// the callee's failure before its own deadline.
pub(crate) fn for_call(now: Instant, budget: Duration) -> Instant {
    let until = now + budget;
    current().map_or(until, |set| until.min(now + set.saturating_duration_since(now).mul_f64(0.9)))
}

/// Like [`within`], for work with another result type: returns `None` at the deadline.
pub(crate) fn scope<T>(at: Instant, work: impl Future<Output = T>) -> impl Future<Output = Option<T>> {
    Scope { work, timer: None, until: Until::At(at) }
}

#[derive(Clone, Copy)]
enum Until {
    At(Instant),
    In(Duration),
}

pin_project! {
    /// Future that ends with `None` at the deadline. It is written by hand, because an `async fn` would hold the work
    /// twice.
    struct Scope<F> {
        #[pin]
        work: F,
        #[pin]
        timer: Option<Sleep>,
        until: Until,
    }
}

impl<F: Future> Future for Scope<F> {
    type Output = Option<F::Output>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        let at = match *this.until {
            Until::At(at) => at,
            Until::In(budget) => min_deadline(Instant::now() + budget),
        };
        *this.until = Until::At(at);
        let mut polled = Poll::Pending;
        with_deadline(at, &mut || polled = this.work.as_mut().poll(context));
        if let Poll::Ready(done) = polled {
            return Poll::Ready(Some(done));
        }
        if this.timer.is_none() {
            this.timer.set(Some(tokio::time::sleep_until(at.into())));
        }
        match this.timer.as_pin_mut() {
            // The timer is not constrained by Tokio's cooperative budget, because work that never waits would otherwise
            // never time out.
            Some(timer) => pin!(unconstrained(timer)).poll(context).map(|()| None),
            None => Poll::Pending,
        }
    }
}

/// Runs `step` with the deadline set. It is not generic, because Tokio's scopes would be compiled again for each kind of
/// call.
fn with_deadline(at: Instant, step: &mut dyn FnMut()) {
    DEADLINE.sync_scope(at, step);
}

pub(crate) fn exceeded() -> Error {
    Error::new(Code::DeadlineExceeded, "the time for this request is over")
}

/// Encodes a timeout. gRPC allows at most eight digits and a unit; microseconds reach 99 s, milliseconds a
/// day.
pub(crate) fn encode(left: Duration) -> HeaderValue {
    let micros = left.as_micros().max(1);
    let text = if micros < 100_000_000 {
        format!("{micros}u")
    } else {
        format!("{}m", (micros / 1000).min(99_999_999))
    };
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("1S"))
}

pub(crate) fn decode(value: &HeaderValue) -> Option<Duration> {
    let text = value.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let count: u64 = digits.parse().ok()?;
    Some(match unit {
        "H" => Duration::from_secs(count * 3600),
        "M" => Duration::from_secs(count * 60),
        "S" => Duration::from_secs(count),
        "m" => Duration::from_millis(count),
        "u" => Duration::from_micros(count),
        "n" => Duration::from_nanos(count),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[tokio::test]
    async fn nested_deadline_only_shrinks() {
        let outer = within(Duration::from_millis(50), async {
            let before = current();
            within(Duration::from_secs(60), async {
                assert_eq!(current(), before);
                Ok(())
            })
            .await
        });
        outer.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn work_past_its_deadline_ends_with_the_code() {
        let result: Result<(), Error> = within(Duration::from_millis(5), std::future::pending()).await;
        assert_eq!(result.unwrap_err().code, Code::DeadlineExceeded);
    }

    #[tokio::test]
    async fn work_that_never_waits_ends_at_its_deadline() {
        let busy = async {
            loop {
                tokio::task::coop::consume_budget().await;
            }
        };
        let result: Result<(), Error> = within(Duration::from_millis(5), busy).await;
        assert_eq!(result.unwrap_err().code, Code::DeadlineExceeded);
    }

    #[tokio::test]
    async fn deadline_counts_from_the_start_of_the_work() {
        let work = within(Duration::from_secs(60), async { Ok(current()) });
        let began = Instant::now();
        assert!(work.await.unwrap().unwrap() >= began + Duration::from_secs(60));
    }

    proptest! {
        #[test]
        fn deadline_header_round_trips(micros in 1u64..10_000_000_000) {
            let left = Duration::from_micros(micros);
            let back = decode(&encode(left)).unwrap();
            prop_assert!(back <= left && left.checked_sub(back).unwrap() < Duration::from_millis(1));
        }

        #[test]
        fn any_header_is_parsed_without_panic(text in "[ -~]{0,12}") {
            let _ = decode(&HeaderValue::from_str(&text).unwrap());
        }
    }
}
