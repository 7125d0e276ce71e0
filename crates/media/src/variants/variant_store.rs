//! Variants on disk: `<variants>/<2 digits>/<place>/<version>-<width>.webp`.
//!
//! If there is a `.none` file instead, the variant would not be smaller than an existing file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::source::Source;
use crate::MediaError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StoredVariant {
    Made {
        file: PathBuf,
        bytes: u64,
    },
    /// The variant was created once and was not smaller.
    SkippedLarger,
    Absent,
}

#[derive(Debug, Clone)]
pub(crate) struct VariantStore {
    folder: PathBuf,
}

impl VariantStore {
    pub(crate) fn open(folder: &Path) -> Result<Self, MediaError> {
        fs::create_dir_all(folder).map_err(|error| storage(&error))?;
        Ok(Self { folder: folder.to_owned() })
    }

    pub(crate) fn target(&self, source: &Source, width: u32) -> PathBuf {
        let name = format!("{}-{width}.webp", source.version);
        self.folder.join(&source.place[..2]).join(&source.place).join(name)
    }

    /// Looks a variant up. An empty file counts as absent, because a power failure can leave one behind.
    pub(crate) fn find(target: &Path) -> StoredVariant {
        match fs::metadata(target) {
            Ok(metadata) if metadata.len() > 0 => {
                StoredVariant::Made { file: target.to_owned(), bytes: metadata.len() }
            }
            _ if none(target).exists() => StoredVariant::SkippedLarger,
            _ => StoredVariant::Absent,
        }
    }

    /// Stores a variant: written to a temporary file and renamed, so that no reader sees a partial file.
    pub(crate) fn keep(source: &Source, target: &Path, bytes: &[u8]) -> Result<StoredVariant, MediaError> {
        write(target, bytes)?;
        drop_older_versions(source, target);
        Ok(StoredVariant::Made { file: target.to_owned(), bytes: bytes.len() as u64 })
    }

    /// Records that the variant is not worth its bytes.
    pub(crate) fn mark_pointless(source: &Source, target: &Path) -> Result<StoredVariant, MediaError> {
        write(&none(target), b"-")?;
        drop_older_versions(source, target);
        Ok(StoredVariant::SkippedLarger)
    }
}

fn none(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".none");
    PathBuf::from(name)
}

fn write(target: &Path, bytes: &[u8]) -> Result<(), MediaError> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let mut draft = target.as_os_str().to_owned();
    draft.push(format!(".{}-{number}.tmp", std::process::id()));
    let draft = PathBuf::from(draft);

    let written = target
        .parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(&draft, bytes))
        .and_then(|()| fs::rename(&draft, target));
    written.map_err(|error| {
        // The temporary file may not even exist; the first error is the one to return.
        let _ = fs::remove_file(&draft);
        storage(&error)
    })
}

/// Deletes variants of the replaced image. They are never requested again; otherwise the folder would only grow.
fn drop_older_versions(source: &Source, target: &Path) {
    let Some(entries) = target.parent().and_then(|folder| fs::read_dir(folder).ok()) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(&source.version) {
            // Two threads may delete at once; the second one finds no file.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn storage(error: &std::io::Error) -> MediaError {
    MediaError::Storage(error.to_string())
}
