//! Work of a call that ends even if its caller goes away.
//!
//! The handler of a canceled call is dropped at its next `.await`. Work that takes something at another service and then
//! records it must not stop in between, because there would be no record of it.

use std::future::Future;

use tracing::Instrument as _;

use crate::{Error, call_counter, priority};

/// Runs `work` on a task of its own, which is completed even if the caller is dropped meanwhile. The work keeps the priority,
/// the trace and the call counter of the caller, but not its deadline, so each call of `work` has the timeout of its transport.
///
/// # Errors
///
/// Returns the error of `work`, and [`Code::Internal`](crate::Code::Internal) if it panics.
pub async fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    let work = call_counter::inherit(priority::scope(priority::current(), work));
    // The panic itself is logged by the panic hook.
    tokio::spawn(work.in_current_span()).await.unwrap_or_else(|error| Err(Error::internal(error)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::oneshot;

    use super::*;
    use crate::{Code, deadline, priority::RequestPriority};

    #[tokio::test]
    async fn work_of_a_dropped_caller_ends() {
        let (may_end, end) = oneshot::channel::<()>();
        let (has_begun, begun) = oneshot::channel::<()>();
        let (has_ended, ended) = oneshot::channel();
        let caller = tokio::spawn(run_to_completion(async move {
            has_begun.send(()).unwrap();
            end.await.map_err(Error::internal)?;
            has_ended.send(priority::current()).map_err(|_| Error::internal("the receiver is gone"))
        }));
        begun.await.unwrap();
        caller.abort();
        assert!(caller.await.unwrap_err().is_cancelled());
        may_end.send(()).unwrap();
        assert_eq!(ended.await, Ok(RequestPriority::Browse));
    }

    #[tokio::test]
    async fn work_has_the_priority_and_the_counter_of_its_caller_and_no_deadline() {
        let work = || async {
            call_counter::increment();
            Ok((priority::current(), deadline::current()))
        };
        let scoped = priority::scope(RequestPriority::Checkout, run_to_completion(work()));
        let (done, calls) = call_counter::calls(deadline::within(Duration::from_secs(60), scoped)).await;
        assert_eq!((done.unwrap(), calls), ((RequestPriority::Checkout, None), 1));
    }

    #[tokio::test]
    async fn panic_of_the_work_is_an_internal_error() {
        let done: Result<(), Error> = run_to_completion(async { panic!("in the work") }).await;
        assert_eq!(done.unwrap_err().code, Code::Internal);
    }
}
