//! Request that can be replayed on another connection, and the response body with its deadline.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
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

/// Request that is replayed on another connection when it was certainly not processed.
pub(super) struct ReplayableRequest {
    head: Parts,
    body: RequestBody,
}

/// Request body: buffered, as in every unary call, or a stream preceded by the bytes that were ready.
pub(super) enum RequestBody {
    Buffered(Bytes),
    Streaming(Bytes, Body),
}

/// Error of a request without a response.
pub(super) struct SendError {
    pub error: hyper::Error,
    /// The request, if it was certainly not processed and can be retried.
    pub retryable_request: Option<ReplayableRequest>,
}

impl ReplayableRequest {
    pub(super) fn from_request(request: http::Request<Body>, authority: &Authority) -> Self {
        let (mut head, mut body) = request.into_parts();
        // Extensions belong to the client and are not sent.
        head.extensions.clear();
        let path = head.uri.path_and_query().cloned();
        let mut uri = http::uri::Parts::default();
        uri.scheme = Some(Scheme::HTTP);
        uri.authority = Some(authority.clone());
        uri.path_and_query = Some(path.unwrap_or_else(|| PathAndQuery::from_static("/")));
        // Scheme, authority and path are set, so this cannot fail.
        head.uri = Uri::from_parts(uri).unwrap_or_default();

        let mut ready = Bytes::new();
        let body = loop {
            match body.frame().now_or_never() {
                Some(Some(Ok(frame))) => ready = joined(ready, frame.into_data().unwrap_or_default()),
                Some(None) => break RequestBody::Buffered(ready),
                // An error is returned again when the stream is read.
                Some(Some(Err(_))) | None => break RequestBody::Streaming(ready, body),
            }
        };
        Self { head, body }
    }

    /// Sets the header with the time left for the callee.
    pub(super) fn set_timeout(&mut self, left: Duration) {
        self.head.headers.insert(deadline::HEADER, deadline::encode(left));
    }

    pub(super) async fn send(
        self,
        mut sender: SendRequest<RequestBody>,
    ) -> Result<http::Response<Incoming>, SendError> {
        let copy = match &self.body {
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
                let from_copy =
                    || copy.map(|(head, bytes)| Self { head, body: RequestBody::Buffered(bytes) });
                let unsent = back.or_else(|| is_unprocessed(&error).then(from_copy).flatten());
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

/// Whether the request was certainly not processed: the server sent GOAWAY or `REFUSED_STREAM`, or the connection had ended
/// before the request was written.
fn is_unprocessed(error: &hyper::Error) -> bool {
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

/// Response body that ends with `DEADLINE_EXCEEDED` at the call's deadline and with UNAVAILABLE when the connection breaks.
pub(super) struct ResponseBody {
    body: Incoming,
    until: Option<Instant>,
    /// Created when the body is first pending, which is rare.
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
            let origin_service = this.in_flight.target();
            let broken = |error: hyper::Error| {
                tracing::debug!(%error, "response body broken");
                Status::from(Error::unavailable("the service does not answer").failed_by(origin_service))
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
