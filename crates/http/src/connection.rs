//! TCP connection of a client, with the deadlines that actix-http lacks.
//!
//! actix-http limits the time for the head of a connection's first request and the keep-alive pause between two
//! requests. It waits without limit for a later head, for a client that does not read its response, and for the rest of
//! a chunked body after an early response (413, 401, 404). [`Connection`] enforces these deadlines on the socket
//! itself, below the dispatcher; [`Progress`] tells it the state of the current request.
//!
//! | client behavior | reaction |
//! |---|---|
//! | sends nothing after connecting | closed after `head` |
//! | begins a request head and does not complete it | 408 and closed after `head` |
//! | a head of more than [`MAX_HEAD`] bytes in pieces | 431 and closed |
//! | a head that actix-http cannot parse | 400, or 431 if it is larger than that, and closed |
//! | sends a body after the response | at most [`DISCARD_BYTES`] are read; closed after [`DISCARD_TIME`] |
//! | does not read its response | closed when no byte was sent for `write` |

use std::{
    cell::Cell,
    future::Future as _,
    io,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};

use crate::{
    connection_limit::Slot,
    refusal::{Refusal, is_of_unparsed_head},
};

/// Maximum size of a request head that arrives in pieces. A head that arrives at once has actix-http's limit (128 KiB).
const MAX_HEAD: usize = 32 * 1024;
/// Maximum bytes of a body read after an early response, so that a client about to finish receives the response instead
/// of a reset.
const DISCARD_BYTES: usize = 64 * 1024;
/// Time that such a client has to read its response and close.
const DISCARD_TIME: Duration = Duration::from_secs(1);

/// Deadlines of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For the head of a request, from its first byte; also for the first byte of the first request.
    pub head: Duration,
    /// Between two bytes of a response accepted by the client.
    pub write: Duration,
}

/// State of a connection, shared with its current request (`HttpRequest::conn_data`).
#[derive(Clone, Debug)]
pub struct Progress(Rc<Inner>);

#[derive(Debug)]
struct Inner {
    phase: Cell<Phase>,
    /// Start of the phase, or time of the last progress.
    since: Cell<Instant>,
    /// Bytes received in this phase.
    received: Cell<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing was received yet.
    New,
    /// Between requests. actix-http's keep-alive timer ends it.
    Idle,
    /// A request has begun; its head may be incomplete.
    Head,
    /// A response is being produced. The request body has deadlines of its own.
    Answering,
    /// The response was sent before the body was read.
    Discarding,
}

impl Progress {
    fn new() -> Self {
        let (phase, since) = (Cell::new(Phase::New), Cell::new(Instant::now()));
        Self(Rc::new(Inner { phase, since, received: Cell::new(0) }))
    }

    /// A complete head was received and its request is being processed.
    pub fn request_began(&self) {
        self.0.phase.set(Phase::Answering);
    }

    /// The response is about to be sent. `body_read` is whether the whole request body was read.
    pub fn request_ended(&self, body_read: bool) {
        if body_read {
            self.0.phase.set(Phase::Idle);
        } else {
            self.enter(Phase::Discarding, 0);
        }
    }

    fn phase(&self) -> Phase {
        self.0.phase.get()
    }

    fn enter(&self, phase: Phase, received: usize) {
        self.0.phase.set(phase);
        self.0.since.set(Instant::now());
        self.0.received.set(received);
    }

    fn received(&self, bytes: usize) {
        match self.phase() {
            Phase::New | Phase::Idle => self.enter(Phase::Head, bytes),
            Phase::Head | Phase::Discarding => self.0.received.set(self.0.received.get() + bytes),
            Phase::Answering => {}
        }
    }

    /// Records progress of a response, so that bytes the client sends meanwhile do not count as late.
    fn sent(&self) {
        if matches!(self.phase(), Phase::Head | Phase::Discarding) {
            self.0.since.set(Instant::now());
        }
    }

    fn exceeds(&self, bytes: usize) -> bool {
        self.0.received.get() > bytes
    }
}

/// The socket that actix-http reads from and writes to.
pub(crate) struct Connection {
    io: TcpStream,
    progress: Progress,
    timeouts: Timeouts,
    timer: Option<Pin<Box<Sleep>>>,
    /// Start of the time in which the client accepted no bytes.
    stalled: Option<Instant>,
    /// Whether all received bytes were read and passed to the parser.
    is_drained: bool,
    is_refused: bool,
    _slot: Slot,
}

impl Connection {
    pub(crate) fn new(io: TcpStream, timeouts: Timeouts, slot: Slot) -> Self {
        // Otherwise a stream event waits for the acknowledgement of the previous one. A closed socket fails at its
        // first read.
        let _ = io.set_nodelay(true);
        Self {
            io,
            progress: Progress::new(),
            timeouts,
            timer: None,
            stalled: None,
            is_drained: false,
            is_refused: false,
            _slot: slot,
        }
    }

    pub(crate) fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// The deadline of the current phase.
    fn deadline(&self) -> Option<Instant> {
        if let Some(since) = self.stalled {
            return Some(since + self.timeouts.write);
        }
        let since = self.progress.0.since.get();
        match self.progress.phase() {
            Phase::New | Phase::Head => Some(since + self.timeouts.head),
            Phase::Discarding => Some(since + DISCARD_TIME),
            Phase::Idle | Phase::Answering => None,
        }
    }

    /// Whether the deadline has passed; otherwise registers a wake-up for it.
    ///
    /// The timer keeps running when a request ends in time, and is re-armed when it fires early: once per `head` for a
    /// busy connection rather than once per request.
    fn is_overdue(&mut self, cx: &mut Context<'_>) -> bool {
        let Some(deadline) = self.deadline() else { return false };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        if timer.deadline() > deadline {
            timer.as_mut().reset(deadline);
        }
        if timer.as_mut().poll(cx).is_pending() {
            return false;
        }
        if Instant::now() >= deadline {
            return true;
        }
        timer.as_mut().reset(deadline);
        timer.as_mut().poll(cx).is_ready()
    }

    /// Closes the reading side, which makes the dispatcher close the connection. `answer` is sent only if no response
    /// is in progress.
    fn refuse(&mut self, answer: Option<Refusal>, reason: &'static str) {
        self.is_refused = true;
        if let Some(answer) = answer.filter(|_| self.stalled.is_none()) {
            // If the client does not accept even this, the connection is closed.
            let _ = self.io.try_write(answer.bytes());
        }
        metrics::counter!("http_server_connections_closed_total", "reason" => reason).increment(1);
    }

    /// Whether reading is refused because the client sent too much or took too long.
    fn refuses_to_read(&mut self, cx: &mut Context<'_>) -> bool {
        match self.progress.phase() {
            Phase::Head if self.is_drained && self.progress.exceeds(MAX_HEAD) => {
                self.refuse(Some(Refusal::TooLarge), "head_too_large");
            }
            Phase::Discarding if self.progress.exceeds(DISCARD_BYTES) && self.is_overdue(cx) => {
                self.refuse(None, "unread_body");
            }
            _ => {}
        }
        self.is_refused
    }
}

impl AsyncRead for Connection {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.refuses_to_read(cx) {
            return Poll::Ready(Ok(()));
        }
        if this.progress.phase() == Phase::Discarding && this.progress.exceeds(DISCARD_BYTES) {
            // The rest stays in the socket, and the timer continues.
            return Poll::Pending;
        }
        let before = buf.filled().len();
        if let Poll::Ready(read) = Pin::new(&mut this.io).poll_read(cx, buf) {
            this.progress.received(buf.filled().len() - before);
            this.is_drained = false;
            return Poll::Ready(read);
        }
        this.is_drained = true;
        // Stalled writes are handled in `poll_write`.
        if this.stalled.is_some() || !this.is_overdue(cx) {
            return Poll::Pending;
        }
        match this.progress.phase() {
            Phase::Head => this.refuse(Some(Refusal::Late), "head_timeout"),
            Phase::Discarding => this.refuse(None, "unread_body"),
            _ => this.refuse(None, "no_request"),
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Connection {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if is_of_unparsed_head(bytes) {
            let is_large = this.progress.exceeds(MAX_HEAD);
            let answer = if is_large { Refusal::TooLarge } else { Refusal::NotHttp };
            this.refuse(Some(answer), "head_not_parsed");
            return Poll::Ready(Ok(bytes.len()));
        }
        if let Poll::Ready(written) = Pin::new(&mut this.io).poll_write(cx, bytes) {
            this.stalled = None;
            this.progress.sent();
            if this.progress.phase() == Phase::Discarding {
                // The dispatcher reads again only when it is woken, and a client that sends nothing does not wake it.
                let _ = this.is_overdue(cx);
            }
            return Poll::Ready(written);
        }
        if this.stalled.is_none() {
            this.stalled = Some(Instant::now());
        }
        if !this.is_overdue(cx) {
            return Poll::Pending;
        }
        metrics::counter!("http_server_connections_closed_total", "reason" => "write_timeout").increment(1);
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().io).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().io).poll_shutdown(cx)
    }
}
