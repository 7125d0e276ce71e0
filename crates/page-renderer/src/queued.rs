//! A page to render, with its input, limits and result.

use std::time::Duration;

use tokio::sync::oneshot;

/// Limits of rendering.
#[derive(Clone, Debug)]
pub struct RenderLimits {
    pub threads: usize,
    /// Maximum number of queued pages; further ones fail with [`Error::Busy`].
    pub queue: usize,
    /// Time limit of one page.
    pub time: Duration,
    /// Memory limit of one engine in bytes.
    pub memory: usize,
}

/// A rendered page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedPage {
    pub html: String,
    /// The frontend's key of the rendered route, which hydration compares with the browser's URL.
    pub route_key: String,
}

/// Reason why a page was not rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("the render queue is full")]
    Busy,
    #[error("rendering timed out")]
    TooSlow,
    #[error("rendering failed: {0}")]
    Failed(String),
}

/// A queued page and the receiver of its result.
pub(crate) struct QueuedRender {
    pub input: String,
    pub reply: oneshot::Sender<Result<RenderedPage, Error>>,
}
