//! Response body that ends open streams when the server drains.
//!
//! A watch stream is open for hours, so a drain cannot wait for it. Each response body is notified when its connection drains:
//! a stream without a message at that moment ends with `UNAVAILABLE`, and the client resumes on another replica. Messages
//! that are ready, and so every unary response, are sent first.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use http::HeaderMap;
use http_body::{Frame, SizeHint};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::{Status, body::Body};

use crate::Error;

pub(super) struct DrainingBody {
    body: Body,
    end: CancellationToken,
    /// Created when the body is first pending. The body of a unary response never is.
    draining: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
    ended: bool,
}

impl DrainingBody {
    pub(super) fn new(body: Body, end: CancellationToken) -> Self {
        Self { body, end, draining: None, ended: false }
    }
}

impl http_body::Body for DrainingBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.get_mut();
        if this.ended {
            return Poll::Ready(None);
        }
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) {
            return Poll::Ready(frame);
        }
        let draining = this.draining.get_or_insert_with(|| Box::pin(this.end.clone().cancelled_owned()));
        ready!(draining.as_mut().poll(cx));
        this.ended = true;
        Poll::Ready(Some(Ok(Frame::trailers(unavailable_trailers()))))
    }

    fn is_end_stream(&self) -> bool {
        self.ended || self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn unavailable_trailers() -> HeaderMap {
    let mut trailers = HeaderMap::new();
    let status = Status::from(Error::unavailable("the service closes here; continue elsewhere"));
    // The message is a constant and always fits into a header.
    let _ = status.add_header(&mut trailers);
    trailers
}
