//! Link previews: pages are fetched once, from public hosts only, and cached for a day.

mod head;

use std::{sync::Arc, time::Duration};

use heuan_cache::SingleFlightCache;
use heuan_media::ImageLimits;
use heuan_outbound::{FetchLimits, Fetcher, Options, OutboundError, OversizePolicy, Url};
use heuan_rpc::{Code, Error};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    config::Config,
    images::clean_in,
    limits::Charge,
    link_preview::{Preview, preview_id},
    store::Store,
};
use head::OpenGraphTags;

const REDIRECTS: usize = 4;
const IMAGE_BYTES: usize = 3 * 1024 * 1024;
const IMAGE_SIDE: u32 = 640;
/// Maximum pixels; smaller than for attachments, because previews are thumbnails.
const IMAGE_PIXELS: u64 = 12_000_000;
/// A failed page is fetched again after this time.
const FAILURE_MS: i64 = 10 * 60 * 1000;
/// Maximum wait for a slot, part of the caller's deadline.
const FETCH_QUEUE_TIMEOUT: Duration = Duration::from_secs(1);

/// Fetches link previews.
pub struct Previewer {
    store: Arc<Store>,
    fetcher: Fetcher,
    places: Arc<Semaphore>,
    /// Of concurrent requests for one page, one fetches it.
    single_flight: SingleFlightCache,
    images: SingleFlightCache,
    time: Duration,
    bytes: usize,
    retention_ms: i64,
    charges: [Charge; 2],
}

impl Previewer {
    pub fn new(store: Arc<Store>, config: &Config) -> Result<Self, Error> {
        let trusted = if config.preview_loopback { vec![[127, 0, 0, 1].into()] } else { Vec::new() };
        Self::reaching(store, config, Options { trusted, ..Options::default() })
    }

    /// Creates a previewer with a custom network.
    pub fn reaching(store: Arc<Store>, config: &Config, network: Options) -> Result<Self, Error> {
        Ok(Self {
            store,
            fetcher: Fetcher::new(network).map_err(Error::internal)?,
            places: Arc::new(Semaphore::new(config.preview_parallel)),
            single_flight: SingleFlightCache::new(1000, Some(Duration::from_secs(5))),
            images: SingleFlightCache::new(64, Some(Duration::from_secs(60))),
            time: config.preview_time(),
            bytes: config.preview_bytes,
            retention_ms: config.preview_hours * 3_600_000,
            charges: config.preview_charges(),
        })
    }

    /// The preview of a page, cached or fetched; not found if the page has none, and refused with the reason `address` if `url`
    /// is not the address of a public page or is longer than 2,048 bytes. A fetch counts against the quotas of `client`, unless
    /// `client` is empty.
    pub async fn of(&self, url: &str, client: &str, now: i64) -> Result<Preview, Error> {
        let mut url = self.fetcher.check(url.trim()).map_err(|error| refused(&error))?;
        url.set_fragment(None);
        let id = preview_id(url.as_str());
        let look = async { self.cached_or_fetched(id.clone(), url, client, now).await.map(Arc::new) };
        let found = self.single_flight.get_or_fetch(&id, |_| 1, look).await?;
        Option::clone(&found).ok_or_else(nothing)
    }

    async fn cached_or_fetched(
        &self,
        id: String,
        url: Url,
        client: &str,
        now: i64,
    ) -> Result<Option<Preview>, Error> {
        let fresh_since = (now - self.retention_ms, now - FAILURE_MS);
        if let Some((preview, found)) = self.store.preview(&id, fresh_since).await? {
            return Ok(found.then_some(preview));
        }
        if !client.is_empty()
            && let Err(error) = self.store.charge_client(client, &self.charges, now).await
        {
            if error.code == Code::ResourceExhausted {
                return Err(error);
            }
            tracing::debug!(%error, "link preview fetched without counting it");
        }
        let slot = self.slot().await?;
        let fetched = self.fetch(&id, &url).await;
        drop(slot);
        let preview = match fetched {
            Ok(preview) => Some(preview),
            Err(error @ OutboundError::Refused(_)) => return Err(refused(&error)),
            Err(error) => {
                tracing::debug!(%error, "page has no preview");
                None
            }
        };
        let kept = preview.clone().unwrap_or_else(|| Preview {
            preview_id: id,
            domain: domain(&url),
            url: url.to_string(),
            ..Preview::default()
        });
        // A preview that is not stored is fetched again by the next request.
        if let Err(error) = self.store.store_preview(&kept, preview.is_some(), now).await {
            tracing::warn!(%error, "link preview not stored");
        }
        Ok(preview)
    }

    /// A slot for one fetch. Returns not found if no slot is free in time. This says nothing about the page, so the caller
    /// stores nothing and the next request tries again.
    async fn slot(&self) -> Result<OwnedSemaphorePermit, Error> {
        let waited = tokio::time::timeout(FETCH_QUEUE_TIMEOUT, self.places.clone().acquire_owned()).await;
        waited.ok().and_then(Result::ok).ok_or_else(nothing)
    }

    async fn fetch(&self, id: &str, url: &Url) -> Result<Preview, OutboundError> {
        let limits = FetchLimits {
            time: self.time,
            bytes: self.bytes,
            redirects: REDIRECTS,
            oversize: OversizePolicy::Truncate,
        };
        let page = self.fetcher.get(url, "text/html, application/xhtml+xml;q=0.9", limits).await?;
        let is_html =
            ["text/html", "application/xhtml+xml"].iter().any(|kind| page.content_type.starts_with(kind));
        if !is_html {
            return Err(OutboundError::Failed("not a page".to_owned()));
        }
        let head = OpenGraphTags::parse(&page.body);
        if head.title.is_empty() {
            return Err(OutboundError::Failed("no title".to_owned()));
        }
        let image = page.url.join(&head.image).ok().filter(|_| !head.image.is_empty());
        let image = image.filter(|image| self.fetcher.check(image.as_str()).is_ok());
        Ok(Preview {
            preview_id: id.to_owned(),
            url: url.to_string(),
            domain: domain(&page.url),
            title: head.title,
            description: head.description,
            image_url: image.map(String::from).unwrap_or_default(),
        })
    }

    /// The shrunk image of a known preview, cached or fetched. Other images cannot be requested.
    pub async fn image(&self, id: &str, now: i64) -> Result<Arc<Vec<u8>>, Error> {
        if id.len() != 32 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(nothing());
        }
        let look = async { self.cached_or_fetched_image(id, now).await.map(Arc::new) };
        let found = self.images.get_or_fetch(id, |_| 1, look).await?;
        Option::clone(&found).ok_or_else(nothing)
    }

    async fn cached_or_fetched_image(&self, id: &str, now: i64) -> Result<Option<Arc<Vec<u8>>>, Error> {
        if let Some(content) = self.store.preview_image(id, now - self.retention_ms).await? {
            return Ok(Some(content).filter(|content| !content.is_empty()).map(Arc::new));
        }
        let known = self.store.preview(id, (now - self.retention_ms, now)).await?;
        let Some((preview, true)) = known.filter(|(preview, _)| !preview.image_url.is_empty()) else {
            return Ok(None);
        };
        let slot = self.slot().await?;
        let content = self.fetch_image(&preview.image_url, slot).await.unwrap_or_else(|error| {
            tracing::debug!(%error, "preview has no image");
            Vec::new()
        });
        if let Err(error) = self.store.store_preview_image(id, &content, now).await {
            tracing::warn!(%error, "preview image not stored");
        }
        Ok(Some(content).filter(|content| !content.is_empty()).map(Arc::new))
    }

    async fn fetch_image(&self, url: &str, slot: OwnedSemaphorePermit) -> Result<Vec<u8>, OutboundError> {
        let url = self.fetcher.check(url)?;
        let limits = FetchLimits {
            time: self.time,
            bytes: IMAGE_BYTES,
            redirects: REDIRECTS,
            oversize: OversizePolicy::Reject,
        };
        let image = self.fetcher.get(&url, "image/webp, image/png, image/jpeg, image/gif", limits).await?;
        let limits =
            ImageLimits { max_bytes: IMAGE_BYTES as u64, max_pixels: IMAGE_PIXELS, ..ImageLimits::default() };
        let made = clean_in(slot, image.body, limits, IMAGE_SIDE).await;
        let made = made.map_err(|error| OutboundError::Failed(error.to_string()))?;
        made.map(|image| image.bytes).map_err(|error| OutboundError::Failed(error.to_string()))
    }
}

fn domain(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host).to_owned()
}

fn refused(error: &OutboundError) -> Error {
    let mut refused = Error::invalid("url", error.to_string());
    "address".clone_into(&mut refused.detail.reason);
    refused
}

fn nothing() -> Error {
    Error::new(Code::NotFound, "no such preview")
}
