//! Metadata of original images, cached between requests.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use crate::inspect::{header_bytes, hex};
use crate::{Header, ImageLimits, MediaError, MediaRoot, decode};

/// Version of the rendering, part of every key. Increase it when rendering changes, so that variants are created again.
const RENDERING: &str = "1";

/// Capacity of the metadata cache; about 400 bytes an entry.
const REMEMBERED: usize = 20_000;

/// One version of an original; a replaced image is another `Source`.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) file: PathBuf,
    pub(crate) header: Header,
    pub(crate) animated: bool,
    /// Key of the path: 32 hexadecimal digits.
    pub(crate) place: String,
    /// Key of path, modification time and size: 32 hexadecimal digits.
    pub(crate) version: String,
    stamp: Stamp,
}

/// Modification time and size; a change of either means another version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    modified: SystemTime,
    bytes: u64,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self { modified: metadata.modified().unwrap_or(UNIX_EPOCH), bytes: metadata.len() }
    }
}

#[derive(Debug)]
pub(crate) struct Sources {
    root: MediaRoot,
    limits: ImageLimits,
    known: Mutex<HashMap<String, Arc<Source>>>,
}

impl Sources {
    pub(crate) fn root(&self) -> &MediaRoot {
        &self.root
    }

    pub(crate) fn new(root: MediaRoot, limits: ImageLimits) -> Self {
        Self { root, limits, known: Mutex::default() }
    }

    /// The cached source if the file is unchanged. Costs one `stat`, so it may run on any thread.
    /// `path` must have passed [`crate::check_path`].
    pub(crate) fn recall(&self, path: &str) -> Result<Option<Arc<Source>>, MediaError> {
        let Some(source) = self.lock().get(path).cloned() else { return Ok(None) };
        let metadata =
            fs::metadata(self.root.path().join(path)).map_err(|error| MediaError::from_io(&error))?;
        Ok((source.stamp == Stamp::of(&metadata)).then_some(source))
    }

    /// Opens the image, reads its header and caches it. Blocks on the disk.
    pub(crate) fn probe(&self, path: &str) -> Result<Arc<Source>, MediaError> {
        let file = self.root.resolve(path)?;
        // The stamp is taken first: if the file changes while it is read, the next request detects it.
        let stamp = Stamp::of(&fs::metadata(&file).map_err(|error| MediaError::from_io(&error))?);
        let bytes = self.limits.read(&file)?;
        let header = header_bytes(&bytes, &self.limits)?;
        let animated = decode::is_animated(&bytes, header.format);
        let age = stamp.modified.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let source = Arc::new(Source {
            file,
            header,
            animated,
            place: name(&[path]),
            version: name(&[RENDERING, path, &age.to_string(), &stamp.bytes.to_string()]),
            stamp,
        });
        let mut known = self.lock();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(path.to_owned(), Arc::clone(&source));
        Ok(source)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Source>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// 128 bits of a digest over length-delimited parts.
fn name(parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part.as_bytes());
    }
    hex(&digest.finalize()[..16])
}
