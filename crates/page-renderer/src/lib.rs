//! Runs the storefront's own components in an embedded engine, so that a page carries its HTML before any script runs.
//!
//! The frontend's build leaves one module whose `render` takes what a page depends on and answers its HTML. Here it runs
//! in `QuickJS`: on threads of its own, in bounded memory and time, and behind a short queue. A page that cannot be made is
//! no failure of the shop, since the browser makes every page by itself; so nobody waits for long and nothing is tried
//! twice. The crate knows nothing of HTTP, and what it is asked with must be nobody's in particular.

mod engine;
mod renderer;

pub use engine::RenderedPage;
pub use renderer::{Error, RenderLimits, Renderer};
