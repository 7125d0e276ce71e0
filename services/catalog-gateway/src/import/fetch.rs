//! Images of a converted file, fetched from the web addresses that it names. Each is fetched once: its path is derived from
//! its address, and an image that the shop has is not fetched again.

use std::{
    collections::HashMap,
    fs,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::Result;
use futures::StreamExt as _;
use heuan_catalog_conversion::image_stem;
use heuan_media::{Format, ImageLimits, inspect_bytes};
use heuan_outbound::{FetchLimits, Fetcher, OutboundError, OversizePolicy};
use heuan_runtime::Shutdown;

use super::{ImportProgress, blocking};

/// Maximum images that are fetched for one import.
const MAX_IMAGES: usize = 20_000;
/// Maximum bytes of all images of an import.
const MAX_TOTAL_BYTES: u64 = 2 << 30;
/// Maximum time for all images of an import.
const MAX_TIME: Duration = Duration::from_secs(30 * 60);
const PARALLEL: usize = 4;
/// Consecutive failures after which no more images are requested from a host. An answer 404 or 410 and an image that is too
/// large are no failures and reset the count, because they show that the host works.
const MAX_FAILURES: u32 = 10;
/// Maximum missing images that are named one by one.
pub(super) const MAX_NAMED: usize = 100;
const LIMITS: FetchLimits = FetchLimits {
    time: Duration::from_secs(20),
    bytes: 15 << 20,
    redirects: 3,
    oversize: OversizePolicy::Reject,
};
const ACCEPT: &str = "image/webp,image/png,image/jpeg,image/gif";
const EXTENSIONS: [&str; 4] = ["jpg", "png", "webp", "gif"];

/// Source and destination of images.
pub(super) struct Images<'a> {
    /// `None` if images are not to be fetched.
    pub(super) fetcher: Option<&'a Fetcher>,
    /// The shop's images.
    pub(super) media: &'a Path,
    /// The converted folder.
    pub(super) folder: &'a Path,
    pub(super) progress: &'a dyn ImportProgress,
    pub(super) shutdown: &'a Shutdown,
}

/// State of one run.
struct Run {
    started: Instant,
    bytes: AtomicU64,
    done: AtomicU64,
    failures: Mutex<HashMap<String, u32>>,
}

impl Images<'_> {
    /// Returns the path below `media/` of each image that the shop has or that was fetched, and the missing ones with a
    /// sentence.
    pub(super) async fn fetch(
        &self,
        urls: &[(u64, &str)],
    ) -> Result<(HashMap<String, String>, Vec<(u64, String)>)> {
        let (mut paths, mut missing, mut wanted) = (HashMap::new(), Vec::new(), Vec::new());
        for (line, url) in urls {
            match in_shop(self.media, url) {
                Some(path) => {
                    paths.insert((*url).to_owned(), path);
                }
                None if wanted.len() < MAX_IMAGES => wanted.push((*line, (*url).to_owned())),
                None => {
                    missing.push((*line, format!("{url}: an import fetches at most {MAX_IMAGES} images")));
                }
            }
        }
        let Some(fetcher) = self.fetcher else {
            missing.extend(wanted.into_iter().map(|(line, url)| (line, format!("{url}: not fetched"))));
            return Ok((paths, missing));
        };
        if wanted.is_empty() {
            return Ok((paths, missing));
        }
        self.progress.begin("fetching", wanted.len() as u64);
        let run = Run {
            started: Instant::now(),
            bytes: AtomicU64::new(0),
            done: AtomicU64::new(0),
            failures: Mutex::default(),
        };
        let run = &run;
        let one = move |(line, url): (u64, String)| async move {
            let fetched = self.fetch_image(fetcher, &url, run).await;
            self.progress.set(run.done.fetch_add(1, Ordering::Relaxed) + 1);
            (line, url, fetched)
        };
        let mut fetched = futures::stream::iter(wanted.into_iter().map(one)).buffer_unordered(PARALLEL);
        while let Some((line, url, fetched)) = fetched.next().await {
            match fetched {
                Ok(path) => {
                    paths.insert(url, path);
                }
                Err(reason) => missing.push((line, format!("{url}: {reason}"))),
            }
        }
        missing.sort();
        Ok((paths, missing))
    }

    async fn fetch_image(&self, fetcher: &Fetcher, address: &str, run: &Run) -> Result<String, String> {
        if self.shutdown.is_triggered() {
            return Err("the shop was stopped".to_owned());
        }
        if run.started.elapsed() > MAX_TIME {
            return Err("fetching took too long; import the file again for the rest".to_owned());
        }
        if run.bytes.load(Ordering::Relaxed) > MAX_TOTAL_BYTES {
            return Err("the images are too large together; import the file again for the rest".to_owned());
        }
        let url = fetcher.check(address).map_err(|error| error.to_string())?;
        let host = url.host_str().unwrap_or_default().to_owned();
        let failures = |change: &dyn Fn(&mut u32)| {
            let mut failures = run.failures.lock().unwrap_or_else(PoisonError::into_inner);
            let of_host = failures.entry(host.clone()).or_default();
            change(of_host);
            *of_host
        };
        if failures(&|_| ()) >= MAX_FAILURES {
            return Err(format!("{host} failed {MAX_FAILURES} times in a row"));
        }
        let answer = match fetcher.get(&url, ACCEPT, LIMITS).await {
            Ok(answer) => answer,
            Err(error) => {
                let has_answered =
                    matches!(error, OutboundError::Status(404 | 410) | OutboundError::TooLarge);
                failures(&|count| *count = if has_answered { 0 } else { *count + 1 });
                return Err(error.to_string());
            }
        };
        failures(&|count| *count = 0);
        run.bytes.fetch_add(answer.body.len() as u64, Ordering::Relaxed);
        let stem = self.folder.join("media").join(image_stem(address));
        let placed = blocking(move || place(&stem, &answer.body)).await;
        let extension = placed.map_err(|error| format!("{error:#}"))??;
        Ok(format!("{}.{extension}", image_stem(address)))
    }
}

/// The path of an image that an earlier import has fetched.
fn in_shop(media: &Path, url: &str) -> Option<String> {
    let stem = image_stem(url);
    let paths = EXTENSIONS.iter().map(|extension| format!("{stem}.{extension}"));
    paths.into_iter().find(|path| media.join(path).is_file())
}

/// Writes the bytes if they are an image, and returns its extension.
fn place(stem: &Path, bytes: &[u8]) -> Result<Result<&'static str, String>> {
    let extension = match inspect_bytes(bytes, &ImageLimits::default()).map(|image| image.format) {
        Ok(Format::Jpeg) => "jpg",
        Ok(Format::Png) => "png",
        Ok(Format::WebP) => "webp",
        Ok(Format::Gif) => "gif",
        Err(error) => return Ok(Err(error.to_string())),
    };
    if let Some(parent) = stem.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(stem.with_extension(extension), bytes)?;
    Ok(Ok(extension))
}
