//! Server-side rendering of the storefront in an embedded JavaScript engine (`QuickJS`).
//!
//! The frontend's build emits one module whose `render` function takes the data of a page and returns its HTML. This crate
//! runs it on worker threads with limits on memory and time, behind a short queue. A page that fails is not retried,
//! because the browser renders every page by itself. The crate knows nothing of HTTP. Its input must not contain data of
//! one customer, because the caller caches the HTML.

mod engine;
mod queued;
mod renderer;

pub use queued::{Error, RenderLimits, RenderedPage};
pub use renderer::Renderer;
