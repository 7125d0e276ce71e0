//! How an open stream hears that its server leaves.
//!
//! A watch lives for hours, so a drain that waits for it never ends, and one that cuts it loses the difference between
//! "gone" and "broken". The body of every answer therefore listens for the end of its connection: a stream that has
//! nothing to say at that moment ends with `UNAVAILABLE`, and the caller resumes elsewhere where it was. What is ready
//! to be sent, and so every unary answer, is sent first.

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
    /// Made when the body first has nothing ready, which that of a unary answer never does.
    told: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
    ended: bool,
}

impl DrainingBody {
    pub(super) fn new(body: Body, end: CancellationToken) -> Self {
        Self { body, end, told: None, ended: false }
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
        let told = this.told.get_or_insert_with(|| Box::pin(this.end.clone().cancelled_owned()));
        ready!(told.as_mut().poll(cx));
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
    let status = Status::from(Error::unavailable("the service closes here; go on elsewhere"));
    // The words are ours and always fit into a header.
    let _ = status.add_header(&mut trailers);
    trailers
}
