//! Client that retries idempotent calls.
//!
//! A call is retried when it failed with UNAVAILABLE, or with `RESOURCE_EXHAUSTED` and a pushback: at most `retries` times (2),
//! after an exponential backoff with full jitter, within the deadline of the first attempt and within the [retry
//! budget](crate::retry_budget), which does not count calls that were not sent. Only reads and writes with an id are retried,
//! because a repeated order would be two orders. Only the edge retries, because retries at every layer would multiply.

use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use tonic::{Response, Status};

use crate::{Code, Error, Result, Target, Transport, deadline};

/// A generated client with retries.
///
/// ```text
/// let catalog = RetryingClient::new(transport, CatalogServiceClient::new);
/// let answer = catalog.read("ListProducts", CatalogServiceClient::list_products, request).await?;
/// ```
#[derive(Clone, Debug)]
pub struct RetryingClient<C> {
    client: C,
    target: Target,
}

impl<C> RetryingClient<C> {
    /// Returns the generated client, whose calls are made once.
    pub fn client(&self) -> &C {
        &self.client
    }

    pub fn client_mut(&mut self) -> &mut C {
        &mut self.client
    }
}

impl<C: Clone> RetryingClient<C> {
    pub fn new(transport: Transport, client: impl FnOnce(Transport) -> C) -> Self {
        Self { target: transport.target().clone(), client: client(transport) }
    }

    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Calls a method without side effects. It may be retried.
    pub async fn read<Q: Clone, T>(
        &self,
        method: &'static str,
        send: impl AsyncFn(&mut C, Q) -> Result<Response<T>, Status>,
        request: Q,
    ) -> Result<T> {
        let until = deadline::min_deadline(Instant::now() + self.target.budget());
        match send(&mut self.client.clone(), request.clone()).await {
            Ok(response) => {
                self.target.retry_budget().deposit();
                Ok(response.into_inner())
            }
            // Boxed because retries are rare, and the future of every call would be larger otherwise.
            Err(status) => {
                let error = self.target.failed(status);
                Box::pin(self.retry(method, send, request, until, error)).await
            }
        }
    }

    /// Calls a method that is idempotent by an id in its request. It may be retried.
    pub async fn write_with_id<Q: Clone, T>(
        &self,
        method: &'static str,
        send: impl AsyncFn(&mut C, Q) -> Result<Response<T>, Status>,
        request: Q,
    ) -> Result<T> {
        self.read(method, send, request).await
    }

    /// Calls a method that is not idempotent. It is never retried, because a failed call may have been carried out.
    pub async fn write<Q, T>(
        &self,
        send: impl AsyncFn(&mut C, Q) -> Result<Response<T>, Status>,
        request: Q,
    ) -> Result<T> {
        match send(&mut self.client.clone(), request).await {
            Ok(response) => {
                self.target.retry_budget().deposit();
                Ok(response.into_inner())
            }
            Err(status) => Err(self.target.failed(status)),
        }
    }

    async fn retry<Q: Clone, T>(
        &self,
        method: &'static str,
        send: impl AsyncFn(&mut C, Q) -> Result<Response<T>, Status>,
        request: Q,
        until: Instant,
        mut error: Error,
    ) -> Result<T> {
        for repeat in 0..self.target.policy().retries {
            if !self.target.should_retry_after_backoff(method, &error, repeat, until).await {
                break;
            }
            match deadline::scope(until, send(&mut self.client.clone(), request.clone())).await {
                Some(Ok(response)) => return Ok(response.into_inner()),
                Some(Err(status)) => error = status.into(),
                None => return Err(deadline::exceeded()),
            }
        }
        Err(error)
    }
}

/// Retry policy. Not generic, so that it is compiled once.
impl Target {
    /// Returns the error of a first attempt, which counts for the retry budget if it was sent.
    fn failed(&self, status: Status) -> Error {
        let error = Error::from(status);
        if !error.is_not_sent_to(self.name()) {
            self.retry_budget().deposit();
        }
        error
    }

    /// Waits for the backoff and returns true if the call may be retried; returns false at once otherwise.
    fn should_retry_after_backoff<'a>(
        &'a self,
        method: &'static str,
        error: &'a Error,
        repeat: u32,
        until: Instant,
    ) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            let Some(pause) = self.backoff(error, repeat) else { return false };
            let in_time = Instant::now().checked_add(pause).is_some_and(|at| at < until);
            // A call that was not sent costs the service nothing.
            let is_free = error.is_not_sent_to(self.name());
            if !in_time || !(is_free || self.withdraw_retry_token()) {
                return false;
            }
            tokio::time::sleep(pause).await;
            metrics::counter!("rpc_client_retries_total", "target" => self.label(), "method" => method)
                .increment(1);
            true
        })
    }

    /// Returns the backoff before retry number `repeat`, or `None` if the error is not retryable.
    fn backoff(&self, error: &Error, repeat: u32) -> Option<Duration> {
        let pushback = error.pushback();
        match error.code {
            Code::Unavailable if !error.is_circuit_open() => {}
            Code::ResourceExhausted if pushback.is_some() => {}
            _ => return None,
        }
        // Full jitter, because callers that failed together would otherwise retry together.
        let longest = Duration::from_millis(self.policy().retry_backoff_ms) * 2u32.pow(repeat);
        Some(pushback.unwrap_or_default() + longest.mul_f64(fastrand::f64()))
    }

    fn withdraw_retry_token(&self) -> bool {
        let allowed = self.retry_budget().withdraw();
        if !allowed {
            let target = self.label();
            metrics::counter!("rpc_client_retry_budget_exhausted_total", "target" => target).increment(1);
        }
        allowed
    }
}
