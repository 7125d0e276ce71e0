//! A client's TCP connection, with the deadlines that actix-http does not have.
//!
//! actix-http bounds the head of a connection's first request and the pause between two requests. It waits without end
//! for a later head, for a client that does not read its answer, and for the rest of a chunked body that was answered
//! before it had come (413, 401, 404). [`Connection`] bounds these on the socket itself, where the dispatcher cannot
//! miss them; [`Progress`] tells it which request is being answered.
//!
//! | what the client does | what happens |
//! |---|---|
//! | sends nothing after it connected | closed after `head` |
//! | begins a request head and does not end it | 408 and closed after `head` |
//! | a head of more than [`MAX_HEAD`] bytes in pieces | 431 and closed |
//! | sends a body that was answered already | [`DISCARD_BYTES`] are read, nothing more; closed after [`DISCARD_TIME`] |
//! | does not read its answer | closed when `write` has passed without a byte sent |

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

use crate::connection_limit::Slot;

/// The longest head that may come in pieces; what is left of a head that came at once is up to actix-http (128 KiB).
const MAX_HEAD: usize = 32 * 1024;
/// Read of a body that was answered already, so that a client that is about to end hears the answer and no reset.
const DISCARD_BYTES: usize = 64 * 1024;
/// How long such a client has to read its answer and close.
const DISCARD_TIME: Duration = Duration::from_secs(1);

const REQUEST_TIMEOUT: &[u8] =
    b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const HEAD_TOO_LARGE: &[u8] =
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// How long a client may take.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// To send the head of a request, from its first byte on; also to send the first byte of the first.
    pub head: Duration,
    /// Between two bytes of an answer that the client takes.
    pub write: Duration,
}

/// What a connection is doing, shared with the request that came over it (`HttpRequest::conn_data`).
#[derive(Clone, Debug)]
pub struct Progress(Rc<Inner>);

#[derive(Debug)]
struct Inner {
    phase: Cell<Phase>,
    /// When the phase began, or when it last got on.
    since: Cell<Instant>,
    /// Bytes that came in this phase.
    received: Cell<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing has come yet.
    New,
    /// Between requests. actix-http's keep-alive timer ends it.
    Idle,
    /// A request has begun, and its head may not be whole.
    Head,
    /// A request is being answered. Its body has deadlines of its own.
    Answering,
    /// The answer was given before the body was read.
    Discarding,
}

impl Progress {
    fn new() -> Self {
        let (phase, since) = (Cell::new(Phase::New), Cell::new(Instant::now()));
        Self(Rc::new(Inner { phase, since, received: Cell::new(0) }))
    }

    /// A whole head has come and its request is being answered.
    pub fn request_began(&self) {
        self.0.phase.set(Phase::Answering);
    }

    /// The answer is about to be sent. `body_read` says whether all of the request's body has been read.
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

    /// An answer moves on, so that what the client sends meanwhile is not late.
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
    /// Since when the client takes nothing.
    stalled: Option<Instant>,
    /// All that had come was read, and given to the parser before the next read.
    is_drained: bool,
    is_refused: bool,
    _slot: Slot,
}

impl Connection {
    pub(crate) fn new(io: TcpStream, timeouts: Timeouts, slot: Slot) -> Self {
        // An event of a stream would else wait for the acknowledgement of the one before. A socket that is gone fails
        // at its first read.
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

    /// When the client will have taken too long for what it is to do now.
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

    /// Whether the deadline has passed; else the task is woken when it does.
    ///
    /// The timer is left running when a request ends in time, and set anew when it fires too early: once in `head` for
    /// a busy connection rather than once for each of its requests.
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

    /// Ends the reading side, which makes the dispatcher close. What is said goes out only where no answer is on its way.
    fn refuse(&mut self, answer: &[u8], reason: &'static str) {
        self.is_refused = true;
        if !answer.is_empty() && self.stalled.is_none() {
            // A client that does not take even this learns it from the end of the connection.
            let _ = self.io.try_write(answer);
        }
        metrics::counter!("http_server_connections_closed_total", "reason" => reason).increment(1);
    }

    /// The client has sent too much or taken too long.
    fn refuses_to_read(&mut self, cx: &mut Context<'_>) -> bool {
        match self.progress.phase() {
            Phase::Head if self.is_drained && self.progress.exceeds(MAX_HEAD) => {
                self.refuse(HEAD_TOO_LARGE, "head_too_large");
            }
            Phase::Discarding if self.progress.exceeds(DISCARD_BYTES) && self.is_overdue(cx) => {
                self.refuse(&[], "unread_body");
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
            // The rest stays with the client, and the timer goes on.
            return Poll::Pending;
        }
        let before = buf.filled().len();
        if let Poll::Ready(read) = Pin::new(&mut this.io).poll_read(cx, buf) {
            this.progress.received(buf.filled().len() - before);
            this.is_drained = false;
            return Poll::Ready(read);
        }
        this.is_drained = true;
        // What the client does not take is judged where it is written.
        if this.stalled.is_some() || !this.is_overdue(cx) {
            return Poll::Pending;
        }
        match this.progress.phase() {
            Phase::Head => this.refuse(REQUEST_TIMEOUT, "head_timeout"),
            Phase::Discarding => this.refuse(&[], "unread_body"),
            _ => this.refuse(&[], "no_request"),
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Connection {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
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
