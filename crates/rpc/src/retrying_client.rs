//! A call that is tried again where that is safe.
//!
//! Most failures between services are short: a replica that just went, a full moment. A second try a little later
//! mends them unseen. But a repeated order is two orders, and repeats at every layer multiply. So a call says itself
//! whether it may be repeated; only the outermost caller, the edge, repeats; only what certainly was refused or went
//! unanswered as unavailable is tried again, at most twice, after a random pause, within the deadline of the first try
//! and within the budget of `retry_budget`.

use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use tonic::{Response, Status};

use crate::{Code, Error, Result, Target, Transport, deadline};

/// A generated client with the rules of a call around it.
///
/// ```text
/// let catalog = Caller::new(transport, CatalogServiceClient::new);
/// let answer = catalog.read("ListProducts", CatalogServiceClient::list_products, request).await?;
/// ```
#[derive(Clone, Debug)]
pub struct RetryingClient<C> {
    client: C,
    target: Target,
}

impl<C> RetryingClient<C> {
    /// The client itself, whose calls are asked once.
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

    /// Calls a method that changes nothing. It may be repeated.
    pub async fn read<Q: Clone, T>(
        &self,
        method: &'static str,
        send: impl AsyncFn(&mut C, Q) -> Result<Response<T>, Status>,
        request: Q,
    ) -> Result<T> {
        let until = deadline::min_deadline(Instant::now() + self.target.budget());
        self.target.retry_budget().deposit();
        match send(&mut self.client.clone(), request.clone()).await {
            Ok(response) => Ok(response.into_inner()),
            // Boxed: what happens seldom shall not make every call larger.
            Err(status) => Box::pin(self.retry(method, send, request, until, status.into())).await,
        }
    }

    /// Calls a method that changes something and carries an id by which its service knows a repeat. It may be
    /// repeated.
    pub async fn write_with_id<Q: Clone, T>(
        &self,
        method: &'static str,
        send: impl AsyncFn(&mut C, Q) -> Result<Response<T>, Status>,
        request: Q,
    ) -> Result<T> {
        self.read(method, send, request).await
    }

    /// Calls a method that changes something. It is never repeated: nobody knows whether a call that failed was
    /// carried out.
    pub async fn write<Q, T>(
        &self,
        send: impl AsyncFn(&mut C, Q) -> Result<Response<T>, Status>,
        request: Q,
    ) -> Result<T> {
        self.target.retry_budget().deposit();
        Ok(send(&mut self.client.clone(), request).await?.into_inner())
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

/// What is the same for every method, and compiled once.
impl Target {
    /// Waits until the call shall be repeated; says so at once if it is not to be.
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
            if !in_time || !self.withdraw_retry_token() {
                return false;
            }
            tokio::time::sleep(pause).await;
            metrics::counter!("rpc_client_retries_total", "target" => self.label(), "method" => method)
                .increment(1);
            true
        })
    }

    /// How long to wait before the call is repeated; none if it is not to be.
    fn backoff(&self, error: &Error, repeat: u32) -> Option<Duration> {
        let pushback = error.pushback();
        match error.code {
            Code::Unavailable if !error.is_circuit_open() => {}
            Code::ResourceExhausted if pushback.is_some() => {}
            _ => return None,
        }
        // From nothing to twice as long each time: callers that failed together shall not come back together.
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
