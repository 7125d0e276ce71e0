//! Server-side rendering of pages by the storefront's own components.
//!
//! The markup contains no visitor data, so it is cached and shared; the browser adds what belongs to the visitor after
//! hydration.

use std::{fs, io, path::Path, sync::Arc, time::Duration};

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use heuan_cache::SingleFlightCache;
use heuan_page_renderer::{Error, RenderLimits, RenderedPage, Renderer};
use sha2::{Digest as _, Sha256};

use heuan_edge_http::config::EdgeConfig;

/// The server bundle of the frontend's build.
const MODULE: &str = "ssr/render.js";
/// Limits of rendering. A page takes tens of milliseconds of CPU time, and much longer on a busy machine. Several are queued
/// after a catalog change.
const LIMITS: RenderLimits =
    RenderLimits { threads: 1, queue: 16, time: Duration::from_secs(3), memory: 96 * 1024 * 1024 };
/// Time that a request waits for the markup. The page works without it.
const WAIT_TIMEOUT: Duration = Duration::from_millis(50);
/// Maximum age of a page whose markup is still being rendered.
const PENDING_MAX_AGE: Duration = Duration::from_millis(300);
/// Cache capacity in bytes. Markup outlives its page in the cache, because most catalog changes affect few pages.
const CAPACITY: u64 = 24 * 1024 * 1024;
const RENDERED_TTL: Duration = Duration::from_hours(1);
/// Time for which a failed page is not rendered again.
const FAILED_TTL: Duration = Duration::from_secs(15);
const MAX_FAILED: u64 = 1000;
/// Cache weight of an entry in addition to its texts.
const OVERHEAD: usize = 200;

/// Result of server-side rendering.
#[derive(Clone, Debug)]
pub enum SsrResult {
    Rendered(Arc<RenderedPage>),
    /// The page is still being rendered; the next request may get it.
    Pending,
    Failed,
    /// Server-side rendering is off, or the page is not server-rendered.
    Disabled,
}

impl SsrResult {
    /// Returns the maximum age of a page with this result, if it is shorter than usual.
    pub fn max_age(&self) -> Option<Duration> {
        match self {
            Self::Rendered(_) | Self::Disabled => None,
            Self::Pending => Some(PENDING_MAX_AGE),
            Self::Failed => Some(FAILED_TTL),
        }
    }
}

/// Renderer with a cache of rendered pages. Disabled without a server bundle.
pub struct SsrCache(Option<SsrRenderer>);

#[derive(Clone)]
struct SsrRenderer {
    renderer: Arc<Renderer>,
    rendered: SingleFlightCache,
    failed: SingleFlightCache,
}

impl SsrCache {
    /// Starts the renderer. A build without a server bundle is not an error: the browser then renders every page.
    pub fn open(config: &EdgeConfig) -> anyhow::Result<Self> {
        if !config.ssr {
            return Ok(Self(None));
        }
        match module(&config.frontend_dir)? {
            Some(module) => Ok(Self(Some(SsrRenderer::start(module, &LIMITS)?))),
            None => Ok(Self(None)),
        }
    }

    pub fn is_enabled(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the markup of `render_request` from the cache, or waits [`WAIT_TIMEOUT`] for it.
    pub async fn get(&self, render_request: String) -> SsrResult {
        let Some(made) = &self.0 else { return SsrResult::Disabled };
        let key = STANDARD.encode(Sha256::digest(render_request.as_bytes()));
        if let Some(view) = made.rendered.get(&key).await {
            return SsrResult::Rendered(view);
        }
        if made.failed.contains(&key) {
            return SsrResult::Failed;
        }
        let rendering = tokio::spawn(made.clone().render(key, render_request));
        match tokio::time::timeout(WAIT_TIMEOUT, rendering).await {
            Ok(Ok(Ok(view))) => SsrResult::Rendered(view),
            Ok(Ok(Err(error))) if error != Error::Busy => SsrResult::Failed,
            _ => SsrResult::Pending,
        }
    }
}

impl SsrRenderer {
    fn start(module: String, limits: &RenderLimits) -> io::Result<Self> {
        Ok(Self {
            renderer: Arc::new(Renderer::start(module, limits)?),
            rendered: SingleFlightCache::new(CAPACITY, Some(RENDERED_TTL)),
            failed: SingleFlightCache::new(MAX_FAILED, Some(FAILED_TTL)),
        })
    }

    /// Renders a page. Concurrent calls with the same request share one rendering.
    async fn render(self, key: String, render_request: String) -> Result<Arc<RenderedPage>, Error> {
        let render = async { self.renderer.render(render_request).await.map(Arc::new) };
        let made = self.rendered.get_or_fetch(&key, weigh, render).await;
        match &made {
            Ok(_) => metrics::counter!("ssr_renders_total", "outcome" => "made").increment(1),
            Err(error) if *error == Error::Busy => {
                metrics::counter!("ssr_renders_total", "outcome" => "busy").increment(1);
            }
            Err(error) => {
                tracing::warn!(%error, "server-side rendering failed");
                metrics::counter!("ssr_renders_total", "outcome" => "failed").increment(1);
                self.failed.put(&key, 1, Arc::new(())).await;
            }
        }
        made
    }
}

fn weigh(view: &RenderedPage) -> u32 {
    u32::try_from(view.html.len() + view.route_key.len() + OVERHEAD).unwrap_or(u32::MAX)
}

fn module(folder: &Path) -> anyhow::Result<Option<String>> {
    let file = folder.join(MODULE);
    match fs::read_to_string(&file) {
        Ok(module) => Ok(Some(module)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{}", file.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "export async function render(request) {
        if (request === 'throw') throw new Error('no');
        if (request === 'slow') for (const end = Date.now() + 150; Date.now() < end;) {}
        return { html: request, route_key: '' };
    }";

    fn views(limits: &RenderLimits) -> SsrCache {
        SsrCache(Some(SsrRenderer::start(MODULE.to_owned(), limits).unwrap()))
    }

    async fn html(views: &SsrCache, render_request: &str) -> Option<String> {
        match views.get(render_request.to_owned()).await {
            SsrResult::Rendered(view) => Some(view.html.clone()),
            SsrResult::Pending | SsrResult::Failed | SsrResult::Disabled => None,
        }
    }

    /// The first rendering also waits for the engine to start.
    async fn warm() -> SsrCache {
        let views = views(&LIMITS);
        while html(&views, "a").await.is_none() {}
        views
    }

    #[tokio::test]
    async fn slow_page_is_pending_first_and_rendered_later() {
        let views = warm().await;
        assert!(matches!(views.get("slow".to_owned()).await, SsrResult::Pending));
        while matches!(views.get("slow".to_owned()).await, SsrResult::Pending) {}
        assert_eq!(html(&views, "slow").await.as_deref(), Some("slow"));
    }

    #[tokio::test]
    async fn failed_page_is_not_rendered_again_at_once() {
        let views = warm().await;
        while !matches!(views.get("throw".to_owned()).await, SsrResult::Failed) {}
        let made = views.0.as_ref().unwrap();
        assert_eq!(made.failed.count().await, 1);
        assert!(matches!(views.get("throw".to_owned()).await, SsrResult::Failed));
        // The failed engine must be replaced.
        while html(&views, "b").await.is_none() {}
    }

    #[tokio::test]
    async fn full_queue_reports_pages_as_pending() {
        let views = views(&RenderLimits { queue: 1, ..LIMITS });
        let slow = |number| views.get(format!("slow{number}"));
        let all = futures::future::join_all((0..8).map(slow)).await;
        assert!(!all.iter().any(|ready| matches!(ready, SsrResult::Failed | SsrResult::Disabled)));
    }

    #[test]
    fn build_without_a_server_bundle_disables_rendering() {
        let folder = tempfile::tempdir().unwrap();
        assert!(module(folder.path()).unwrap().is_none());
    }
}
