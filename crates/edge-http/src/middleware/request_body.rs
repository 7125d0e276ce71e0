//! Limits of every request body: size, time to arrive, and for uploads the rate.
//!
//! The payload is wrapped before any handler sees it. A body that exceeds a limit fails at its reader, and the middleware
//! responds with 413 or 408, whatever the reader returns.

use std::{
    cell::Cell,
    future::Future as _,
    io,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_web::{
    HttpMessage as _,
    dev::{Payload, ServiceRequest},
    error::PayloadError,
    http::header::CONTENT_LENGTH,
};
use bytes::Bytes;
use futures::Stream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::problem::Problem;

/// Limits of a body.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub bytes: usize,
    /// Time from the first read of the handler.
    pub total: Duration,
    /// Time between two chunks.
    pub stall: Duration,
    /// Minimum rate of an upload, whose bytes take memory that others need.
    pub min_rate: Option<MinRate>,
}

/// Minimum rate of a body. Each received byte extends the deadline by the time that it takes at this rate, but never beyond
/// `grace` from now. So a client that sends most of a body at once, and then a byte now and then, is too slow.
#[derive(Clone, Copy, Debug)]
pub struct MinRate {
    /// Bytes per second.
    pub bytes: u64,
    pub grace: Duration,
}

impl MinRate {
    /// Time from which a body is too slow if no more bytes arrive. `bytes` have arrived `now`, of `received` in total. A larger
    /// body must be faster: at least as fast as one that arrives evenly within `total`.
    fn next_deadline(
        self,
        before: Instant,
        now: Instant,
        bytes: usize,
        received: usize,
        total: Duration,
    ) -> Instant {
        let even = received as f64 / total.as_secs_f64().max(1.0);
        let bought = Duration::from_secs_f64(bytes as f64 / even.max(self.bytes as f64));
        (before.max(now) + bought).min(now + self.grace)
    }
}

/// Progress of reading a body.
#[derive(Clone, Debug)]
pub struct Reading(Rc<Cell<State>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unread,
    Read,
    TooLarge,
    TooSlow,
    Incomplete,
}

impl Reading {
    /// Applies `bounds` to the body of `request`. Returns `None` if it has no body.
    pub fn bound(request: &mut ServiceRequest, bounds: Bounds) -> Option<Self> {
        let payload = request.take_payload();
        if matches!(payload, Payload::None) {
            return None;
        }
        let length =
            request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let reading = Self(Rc::new(Cell::new(State::Unread)));
        let body =
            Bounded { payload, reading: reading.clone(), bounds, received: 0, length, deadlines: None };
        request.set_payload(Payload::Stream { payload: Box::pin(body) });
        Some(reading)
    }

    /// Whether the whole body has been read from the connection.
    pub fn is_complete(&self) -> bool {
        self.0.get() == State::Read
    }

    /// Returns the problem of a body that could not be read.
    pub fn problem(&self) -> Option<Problem> {
        match self.0.get() {
            State::Unread | State::Read => None,
            State::TooLarge => Some(Problem::body_too_large()),
            State::TooSlow => Some(Problem::body_too_slow()),
            State::Incomplete => Some(Problem::body_incomplete()),
        }
    }
}

struct Bounded {
    payload: Payload,
    reading: Reading,
    bounds: Bounds,
    received: usize,
    /// `Content-Length`. A form reader stops at the end of the form, which may be before the end of the body.
    length: Option<usize>,
    /// Deadlines, which are set at the first read of the handler.
    deadlines: Option<Deadlines>,
}

struct Deadlines {
    total: Instant,
    stall: Instant,
    /// Time at which the body falls below its minimum rate.
    rate: Option<Instant>,
    timer: Pin<Box<Sleep>>,
}

impl Deadlines {
    fn start(bounds: Bounds, now: Instant) -> Self {
        let (total, stall) = (now + bounds.total, now + bounds.stall);
        let rate = bounds.min_rate.map(|rate| now + rate.grace);
        Self { total, stall, rate, timer: Box::pin(sleep_until(first(total, stall, rate))) }
    }

    fn received(&mut self, bounds: Bounds, now: Instant, bytes: usize, received: usize) {
        self.stall = now + bounds.stall;
        if let (Some(min_rate), Some(rate)) = (bounds.min_rate, &mut self.rate) {
            *rate = min_rate.next_deadline(*rate, now, bytes, received, bounds.total);
        }
        self.timer.as_mut().reset(first(self.total, self.stall, self.rate));
    }
}

/// The first of the deadlines.
fn first(total: Instant, stall: Instant, rate: Option<Instant>) -> Instant {
    let first = total.min(stall);
    rate.map_or(first, |rate| first.min(rate))
}

impl Bounded {
    fn poll_deadlines(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let bounds = self.bounds;
        let deadlines = self.deadlines.get_or_insert_with(|| Deadlines::start(bounds, Instant::now()));
        deadlines.timer.as_mut().poll(cx)
    }

    fn received(&mut self, bytes: usize) {
        self.received += bytes;
        if self.length == Some(self.received) {
            self.reading.0.set(State::Read);
        }
        if let Some(deadlines) = &mut self.deadlines {
            deadlines.received(self.bounds, Instant::now(), bytes, self.received);
        }
    }

    fn fail(&self, state: State, error: PayloadError) -> Poll<Option<Result<Bytes, PayloadError>>> {
        self.reading.0.set(state);
        Poll::Ready(Some(Err(error)))
    }
}

impl Stream for Bounded {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        match Pin::new(&mut this.payload).poll_next(cx) {
            Poll::Ready(Some(Ok(chunk))) => {
                this.received(chunk.len());
                if this.received > this.bounds.bytes {
                    return this.fail(State::TooLarge, PayloadError::Overflow);
                }
                Poll::Ready(Some(Ok(chunk)))
            }
            Poll::Ready(Some(Err(error))) => this.fail(State::Incomplete, error),
            Poll::Ready(None) => {
                this.reading.0.set(State::Read);
                Poll::Ready(None)
            }
            Poll::Pending => {
                ready!(this.poll_deadlines(cx));
                this.fail(State::TooSlow, PayloadError::Io(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: MinRate = MinRate { bytes: 8 * 1024, grace: Duration::from_secs(10) };
    const TOTAL: Duration = Duration::from_secs(90);

    /// Seconds after the beginning at which a body becomes too slow; `None` if it does not. Each chunk has a pause before it
    /// and a size.
    fn ends_after(chunks: impl IntoIterator<Item = (u64, usize)>) -> Option<u64> {
        let began = Instant::now();
        let (mut now, mut deadline, mut received) = (began, began + RATE.grace, 0);
        for (pause_ms, bytes) in chunks {
            now += Duration::from_millis(pause_ms);
            if now > deadline {
                return Some((deadline - began).as_secs());
            }
            received += bytes;
            deadline = RATE.next_deadline(deadline, now, bytes, received, TOTAL);
        }
        None
    }

    #[test]
    fn fast_beginning_does_not_pay_for_a_trickle() {
        let trickle = std::iter::repeat_n((4_900, 1), 18);
        let upload = std::iter::once((1_000, 15 << 20)).chain(trickle);
        // The deadline is extended by at most the grace of 10 s.
        assert_eq!(ends_after(upload), Some(11));
        assert_eq!(ends_after(std::iter::repeat_n((4_900, 1), 18)), Some(10));
    }

    #[test]
    fn upload_at_an_even_rate_never_ends_after() {
        for bytes in [RATE.bytes as usize, 20 << 10, 160 << 10] {
            assert_eq!(ends_after(std::iter::repeat_n((1_000, bytes), 90)), None, "{bytes}");
        }
    }

    #[test]
    fn pause_of_a_phone_is_no_reason() {
        let second = (1_000, 40 << 10);
        let upload = std::iter::repeat_n(second, 20).chain([(9_000, 40 << 10)]);
        assert_eq!(ends_after(upload.chain(std::iter::repeat_n(second, 20))), None);
    }

    #[test]
    fn large_body_that_becomes_slow_ends_after() {
        let slow = std::iter::repeat_n((1_000, RATE.bytes as usize), 80);
        let ended = ends_after(std::iter::once((1_000, 14 << 20)).chain(slow)).unwrap();
        assert!((11..=13).contains(&ended), "{ended}");
    }
}
