//! Images that the staff uploads. They are decoded and encoded again, so that only pixels remain, and stored below the
//! shop's images under the hash of their content.

use std::{
    collections::{BTreeSet, HashMap},
    fmt::Write as _,
    fs,
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use heuan_media::{Format, ImageLimits, MediaError, MediaRoot, SanitizedImage, header_bytes, sanitize_image};
use heuan_rpc::{Code, Error};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::staff::Actor;

/// Maximum bytes of a file.
pub const MAX_UPLOAD_BYTES: usize = 10 << 20;
/// Smallest width and height, in pixels: smaller images are unusable on a product's page.
pub const MIN_SIDE: u32 = 100;
/// Maximum stored width and height, in pixels. The largest variant is 1600 pixels wide.
pub const STORED_SIDE: u32 = 2400;
/// Maximum images that are decoded at once; each takes up to 64 MB.
const DECODED_AT_ONCE: usize = 2;

/// Folder of uploaded images below the shop's images.
pub const FOLDER: &str = "uploads";
const FIELD: &str = "image";
/// Retry delay while the disk is full.
const FULL_PAUSE: Duration = Duration::from_secs(5);
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The folder of uploaded images.
#[derive(Debug)]
pub struct Images {
    /// Folder of the shop's images. Without it, nothing can be uploaded.
    media: Option<PathBuf>,
    permits: Semaphore,
    quota: DayQuota,
}

/// Bytes that each member of the staff stored in the current 24 hours, which begin with the first of these
/// bytes.
#[derive(Debug, Default)]
struct DayQuota {
    /// 0 means no limit.
    max_bytes: i64,
    /// Start of the 24 hours, and bytes, by account.
    used: Mutex<HashMap<i64, (i64, i64)>>,
}

impl DayQuota {
    /// Counts `bytes`, unless they exceed the limit.
    fn charge(&self, account_id: i64, bytes: i64, now: i64) -> Result<(), Error> {
        if self.max_bytes <= 0 {
            return Ok(());
        }
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.retain(|_, (began, _)| now - *began < DAY_MS);
        let (began, sum) = used.entry(account_id).or_insert((now, 0));
        if bytes > self.max_bytes - *sum {
            let mut error = Error::new(Code::ResourceExhausted, "daily limit of images reached; retry later");
            FIELD.clone_into(&mut error.detail.field);
            "image_quota".clone_into(&mut error.detail.reason);
            return Err(error.retry_after(Duration::from_millis((*began + DAY_MS - now).unsigned_abs())));
        }
        *sum += bytes;
        Ok(())
    }
}

/// A stored image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredImage {
    /// Below the shop's images.
    pub path: String,
    pub width: u32,
    pub height: u32,
}

impl Images {
    /// Creates the store. One member of the staff may store `max_day_bytes` in 24 hours; 0 means no limit.
    pub fn new(media: Option<PathBuf>, max_day_bytes: i64) -> Self {
        let quota = DayQuota { max_bytes: max_day_bytes, ..DayQuota::default() };
        Self { media, permits: Semaphore::new(DECODED_AT_ONCE), quota }
    }

    /// Stores an image. Uploading it again stores nothing new.
    pub async fn store(&self, actor: &Actor, bytes: Vec<u8>, now: i64) -> Result<StoredImage, Error> {
        check(&bytes)?;
        let Some(media) = self.media.clone() else { return Err(unavailable()) };
        let _permit = self.permits.acquire().await.map_err(Error::internal)?;
        let sanitized = tokio::task::spawn_blocking(move || sanitized(&bytes));
        let image = sanitized.await.map_err(Error::internal)??;
        let bytes = i64::try_from(image.bytes.len()).unwrap_or(i64::MAX);
        self.quota.charge(actor.account_id.unwrap_or_default(), bytes, now)?;
        let stored = tokio::task::spawn_blocking(move || write(&media, &image));
        stored.await.map_err(Error::internal)?
    }

    /// Folder of the shop's images; `None` if this service cannot reach it.
    pub fn media(&self) -> Option<&Path> {
        self.media.as_deref()
    }

    /// The paths in `paths` that are uploaded images and still stored.
    pub fn uploaded<'a>(&self, paths: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
        let mut uploads = paths.into_iter().filter(|path| is_upload(path)).peekable();
        if uploads.peek().is_none() {
            return BTreeSet::new();
        }
        let Some(root) = self.media.as_deref().and_then(|media| MediaRoot::open(media).ok()) else {
            return BTreeSet::new();
        };
        uploads.filter(|path| root.resolve(path).is_ok()).map(str::to_owned).collect()
    }
}

/// Whether a path has the form of the paths that [`Images::store`] assigns.
fn is_upload(path: &str) -> bool {
    path.strip_prefix(FOLDER).is_some_and(|rest| rest.starts_with('/'))
}

const LIMITS: ImageLimits =
    ImageLimits { max_bytes: MAX_UPLOAD_BYTES as u64, max_side: 12_000, max_pixels: 50_000_000 };

/// Checks a file by its header. No pixel is decoded.
fn check(bytes: &[u8]) -> Result<(), Error> {
    if bytes.is_empty() {
        return Err(Error::invalid(FIELD, "has no bytes"));
    }
    if bytes.len() > MAX_UPLOAD_BYTES {
        return Err(refused("too_large", format!("has more than {MAX_UPLOAD_BYTES} bytes")));
    }
    let header = header_bytes(bytes, &LIMITS).map_err(|error| image_error(&error))?;
    if header.format == Format::Gif {
        return Err(wrong_type());
    }
    if header.width < MIN_SIDE || header.height < MIN_SIDE {
        let size = format!("has {} x {} pixels", header.width, header.height);
        return Err(refused("image_dimensions", format!("{size}; at least {MIN_SIDE} a side are needed")));
    }
    Ok(())
}

/// The pixels of a file, upright, with sides of at most [`STORED_SIDE`].
fn sanitized(bytes: &[u8]) -> Result<SanitizedImage, Error> {
    check(bytes)?;
    sanitize_image(bytes, &LIMITS, STORED_SIDE).map_err(|error| image_error(&error))
}

fn image_error(error: &MediaError) -> Error {
    let reason = match error {
        MediaError::TooManyBytes { .. } => "too_large",
        MediaError::TooManyPixels { .. } | MediaError::TooMuchMemory { .. } => "image_dimensions",
        MediaError::NotAnImage => return wrong_type(),
        _ => "image_unreadable",
    };
    refused(reason, error.to_string())
}

fn wrong_type() -> Error {
    refused("image_type", "must be a JPEG, PNG or WebP image")
}

fn refused(reason: &str, message: impl Into<String>) -> Error {
    let mut error = Error::invalid(FIELD, message);
    reason.clone_into(&mut error.detail.reason);
    error
}

fn unavailable() -> Error {
    Error::conflict(
        "upload_unavailable",
        "the catalog service does not reach the folder with the shop's images",
    )
}

/// Writes an image under the name of its content. A reader never sees a partly written image.
fn write(media: &Path, image: &SanitizedImage) -> Result<StoredImage, Error> {
    let digest = Sha256::digest(&image.bytes);
    let name = digest.iter().take(16).fold(String::new(), |mut name, byte| {
        // Writing to a String cannot fail.
        let _ = write!(name, "{byte:02x}");
        name
    });
    let path = format!("{FOLDER}/{}/{name}.webp", &name[..2]);
    let file = media.join(&path);
    let stored = StoredImage { path, width: image.width, height: image.height };
    if fs::metadata(&file).is_ok_and(|there| there.len() == image.bytes.len() as u64) {
        return Ok(stored);
    }
    place(&file, &image.bytes).map_err(|error| no_space(&error).unwrap_or_else(|| Error::internal(error)))?;
    Ok(stored)
}

/// The error of a write to a full disk, or `None` for another failure. Like the error of a full disk of the database, it names
/// the failed part, so that the circuit breakers of callers stay closed: the catalog is still readable.
pub(crate) fn no_space(error: &io::Error) -> Option<Error> {
    if !matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge) {
        return None;
    }
    tracing::warn!(%error, "an image cannot be stored");
    let unavailable = Error::store_unavailable("image folder", FULL_PAUSE, false);
    Some(Error { message: "the disk with the shop's images is full".to_owned(), ..unavailable })
}

fn place(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder)?;
    // A name that begins with a dot is not served.
    let part = folder.join(format!(".{}", uuid::Uuid::now_v7()));
    let written = fs::File::create(&part).and_then(|mut to| {
        to.write_all(bytes)?;
        to.sync_all()
    });
    let placed = written.and_then(|()| fs::rename(&part, file));
    placed.inspect_err(|_| drop(fs::remove_file(&part)))
}

#[cfg(test)]
mod tests {
    use heuan_testkit::progressive_jpeg;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Any bytes are refused with the name of the field, and never crash the service.
        #[test]
        fn arbitrary_bytes_are_refused_with_the_field(
            start in prop_oneof![
                Just(&b""[..]), Just(&b"\x89PNG\r\n\x1a\n"[..]), Just(&b"\xff\xd8\xff\xe0"[..]),
                Just(&b"RIFF\x10\x00\x00\x00WEBPVP8 "[..]), Just(&b"GIF89a"[..]),
            ],
            rest in proptest::collection::vec(any::<u8>(), 0..400),
        ) {
            let bytes = [start, rest.as_slice()].concat();
            let error = sanitized(&bytes).unwrap_err();
            prop_assert_eq!(error.detail.field.as_str(), FIELD);
        }

        /// An image is accepted exactly when both sides are long enough, and its stored sides are within their limit.
        #[test]
        fn image_is_accepted_exactly_within_its_limits(width in 1_u16..2_600, height in 60_u16..160) {
            let result = sanitized(&progressive_jpeg(width, height, false));
            prop_assert_eq!(result.is_ok(), u32::from(width.min(height)) >= MIN_SIDE);
            match result {
                Ok(image) => prop_assert!(image.width <= STORED_SIDE && image.height <= STORED_SIDE),
                Err(error) => prop_assert_eq!(error.detail.reason.as_str(), "image_dimensions"),
            }
        }

        /// A truncated or changed file is either refused or read.
        #[test]
        fn damaged_image_is_refused_without_panic(cut in 0_usize..400, at in 0_usize..400, value in any::<u8>()) {
            let mut bytes = progressive_jpeg(120, 110, false);
            let length = bytes.len();
            bytes[at % length] = value;
            bytes.truncate(length.saturating_sub(cut));
            if let Err(error) = sanitized(&bytes) {
                prop_assert_eq!(error.detail.field.as_str(), FIELD);
            }
        }
    }

    proptest! {
        /// The bytes that are accepted within a day never exceed the limit, and a refusal says when the day ends.
        #[test]
        fn accepted_bytes_of_a_day_stay_within_the_limit(
            uploads in proptest::collection::vec((1_i64..4, 1_i64..60, 0_i64..DAY_MS / 8), 1..60),
        ) {
            const MAX: i64 = 100;
            let quota = DayQuota { max_bytes: MAX, ..DayQuota::default() };
            let (mut now, mut accepted) = (0, Vec::new());
            for (account, bytes, pause) in uploads {
                now += pause;
                match quota.charge(account, bytes, now) {
                    Ok(()) => accepted.push((account, bytes, now)),
                    Err(error) => {
                        prop_assert_eq!(error.detail.reason.as_str(), "image_quota");
                        let after = now + error.detail.retry_after_ms;
                        prop_assert!(quota.charge(account, bytes, after).is_ok());
                        (now, accepted) = (after, vec![(account, bytes, after)]);
                    }
                }
            }
            for account in 1..4 {
                let of_account = || accepted.iter().filter(|upload| upload.0 == account);
                // A day begins with its first upload, so parts of two days may be within 24 hours.
                for first in of_account() {
                    let within = of_account().filter(|other| (first.2..first.2 + DAY_MS).contains(&other.2));
                    prop_assert!(within.map(|other| other.1).sum::<i64>() <= 2 * MAX);
                }
            }
        }
    }

    #[test]
    fn full_disk_is_a_temporary_failure_that_does_not_count_against_the_service() {
        let error = no_space(&ErrorKind::StorageFull.into()).unwrap();
        assert_eq!((error.code, error.pushback()), (Code::Unavailable, Some(FULL_PAUSE)));
        assert_eq!(error.origin_service(), Some("image folder"));
        assert_eq!(no_space(&ErrorKind::PermissionDenied.into()), None);
    }

    #[test]
    fn file_with_one_byte_too_many_is_refused_before_it_is_read() {
        for (bytes, reason) in
            [(vec![0; MAX_UPLOAD_BYTES + 1], "too_large"), (vec![0; MAX_UPLOAD_BYTES], "image_type")]
        {
            assert_eq!(check(&bytes).unwrap_err().detail.reason, reason);
        }
    }
}
