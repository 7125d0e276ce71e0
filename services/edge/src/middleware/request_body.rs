//! The bounds of every request body: its size, and how long it may take to arrive.
//!
//! They are put around the payload before any handler sees it, so no handler can do without them. A body that breaks one
//! fails at its reader, and the door answers 413 or 408 whatever the reader makes of that failure.

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

/// What a body may be.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub bytes: usize,
    /// From when a handler first waits for it.
    pub total: Duration,
    /// Between two chunks.
    pub stall: Duration,
}

/// How far the body of a request has been read.
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
    /// Puts `bounds` around the body of `request`; none when it has no body.
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

    /// Whether nothing of the body is left on the connection.
    pub fn is_complete(&self) -> bool {
        self.0.get() == State::Read
    }

    /// What was wrong with the body, if it could not be read.
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
    /// As the request says. A form's reader stops at the form's end rather than at the body's.
    length: Option<usize>,
    /// Set when a handler first waits.
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
