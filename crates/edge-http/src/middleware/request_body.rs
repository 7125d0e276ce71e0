//! Limits of every request body: size and time to arrive.
//!
//! The payload is wrapped before any handler sees it. A body that exceeds a limit fails at its reader, and the middleware responds
//! with 413 or 408 whatever the reader returns.

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
    /// `Content-Length`. A form reader stops at the end of the form rather than of the body.
    length: Option<usize>,
    /// Set at the first read of the handler.
    deadlines: Option<Deadlines>,
}

struct Deadlines {
    total: Instant,
    stall: Instant,
    timer: Pin<Box<Sleep>>,
}

impl Bounded {
    fn poll_deadlines(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let bounds = self.bounds;
        let deadlines = self.deadlines.get_or_insert_with(|| {
            let now = Instant::now();
            let (total, stall) = (now + bounds.total, now + bounds.stall);
            Deadlines { total, stall, timer: Box::pin(sleep_until(total.min(stall))) }
        });
        deadlines.timer.as_mut().poll(cx)
    }

    fn received(&mut self, bytes: usize) {
        self.received += bytes;
        if self.length == Some(self.received) {
            self.reading.0.set(State::Read);
        }
        if let Some(deadlines) = &mut self.deadlines {
            deadlines.stall = Instant::now() + self.bounds.stall;
            deadlines.timer.as_mut().reset(deadlines.total.min(deadlines.stall));
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
