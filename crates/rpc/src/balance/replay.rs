//! What goes over a connection and comes back.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Instant,
};

use bytes::{Bytes, BytesMut};
use futures::FutureExt as _;
use http::{
    Uri,
    request::Parts,
    uri::{Authority, PathAndQuery, Scheme},
};
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt as _;
use hyper::{body::Incoming, client::conn::http2::SendRequest};
use tokio::time::Sleep;
use tonic::{Status, body::Body};

use super::endpoint::InFlightGuard;
use crate::{Error, deadline};

/// A request that can be sent again while nobody has it.
pub(super) struct ReplayableRequest {
    head: Parts,
    body: RequestBody,
}

/// A request's body: whole in memory, as that of every unary call is, or a stream with what was ready of it in front.
pub(super) enum RequestBody {
    Buffered(Bytes),
    Streaming(Bytes, Body),
}

/// A request that got no answer.
pub(super) struct SendError {
    pub error: hyper::Error,
    /// The request, when it certainly reached nobody.
    pub retryable_request: Option<ReplayableRequest>,
}

impl ReplayableRequest {
    pub(super) fn from_request(request: http::Request<Body>, authority: &Authority) -> Self {
        let (mut head, mut body) = request.into_parts();
        // Notes of the client to itself.
        head.extensions.clear();
        let path = head.uri.path_and_query().cloned();
        let mut uri = http::uri::Parts::default();
        uri.scheme = Some(Scheme::HTTP);
        uri.authority = Some(authority.clone());
        uri.path_and_query = Some(path.unwrap_or_else(|| PathAndQuery::from_static("/")));
        // Complete, so it cannot fail.
        head.uri = Uri::from_parts(uri).unwrap_or_default();

        let mut ready = Bytes::new();
        let body = loop {
            match body.frame().now_or_never() {
                Some(Some(Ok(frame))) => ready = joined(ready, frame.into_data().unwrap_or_default()),
                Some(None) => break RequestBody::Buffered(ready),
                // Whatever is wrong is told again when the stream is read.
                Some(Some(Err(_))) | None => break RequestBody::Streaming(ready, body),
            }
        };
        Self { head, body }
    }

    pub(super) async fn send(
        self,
        mut sender: SendRequest<RequestBody>,
    ) -> Result<http::Response<Incoming>, SendError> {
        let kept = match &self.body {
            RequestBody::Buffered(bytes) => Some((self.head.clone(), bytes.clone())),
            RequestBody::Streaming(..) => None,
        };
        let request = http::Request::from_parts(self.head, self.body);
        match sender.try_send_request(request).await {
            Ok(response) => Ok(response),
            Err(mut failed) => {
                let back = failed.take_message().map(|request| {
                    let (head, body) = request.into_parts();
                    Self { head, body }
                });
                let error = failed.into_error();
                let again = || kept.map(|(head, bytes)| Self { head, body: RequestBody::Buffered(bytes) });
                let unsent = back.or_else(|| is_unsent(&error).then(again).flatten());
                Err(SendError { error, retryable_request: unsent })
            }
        }
    }
}

fn joined(first: Bytes, second: Bytes) -> Bytes {
    if first.is_empty() {
        return second;
    }
    let mut both = BytesMut::from(first);
    both.extend_from_slice(&second);
    both.freeze()
}

/// The other side says, or the connection knows, that nobody has seen the request: it was leaving (GOAWAY), it refused
/// the stream, or the connection had ended before.
fn is_unsent(error: &hyper::Error) -> bool {
    if error.is_canceled() {
        return true;
    }
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        if let Some(error) = error.downcast_ref::<h2::Error>() {
            let is_leaving =
                error.is_go_away() && error.is_remote() && error.reason() == Some(h2::Reason::NO_ERROR);
            return is_leaving || error.reason() == Some(h2::Reason::REFUSED_STREAM);
        }
        source = error.source();
    }
    false
}

impl http_body::Body for RequestBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        match self.get_mut() {
            Self::Buffered(bytes) | Self::Streaming(bytes, _) if !bytes.is_empty() => {
                Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes)))))
            }
            Self::Buffered(_) => Poll::Ready(None),
            Self::Streaming(_, body) => Pin::new(body).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Buffered(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Buffered(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Self::Streaming(..) => SizeHint::default(),
        }
    }
}

/// An answer's body: bound by the call's deadline, and a broken connection in the middle of it is the service's
/// failure to answer.
pub(super) struct ResponseBody {
    body: Incoming,
    until: Option<Instant>,
    /// Made when the body first keeps us waiting, which it seldom does.
    timer: Option<Pin<Box<Sleep>>>,
    in_flight: InFlightGuard,
}

impl ResponseBody {
    pub(super) fn new(body: Incoming, in_flight: InFlightGuard, until: Option<Instant>) -> Self {
        Self { body, until, timer: None, in_flight }
    }
}

impl http_body::Body for ResponseBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.get_mut();
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) {
            let part = this.in_flight.target();
            let broken = |error: hyper::Error| {
                tracing::debug!(%error, "an answer broke");
                Status::from(Error::unavailable("the service does not answer").failed_by(part))
            };
            return Poll::Ready(frame.map(|frame| frame.map_err(broken)));
        }
        let Some(until) = this.until else { return Poll::Pending };
        let end = this.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until.into())));
        ready!(end.as_mut().poll(cx));
        Poll::Ready(Some(Err(Status::from(deadline::exceeded().failed_by(this.in_flight.target())))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
