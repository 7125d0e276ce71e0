//! Reasons of failed imports: sentences that say what was changed, with a stable code and values for their texts in other
//! languages.

use std::{
    collections::BTreeMap,
    io::{self, ErrorKind},
};

use anyhow::Error;

use super::UnavailableImport;

/// Reason why an import failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ImportFailure {
    #[error("the process ended; nothing was changed: import the file again")]
    ProcessEnded,
    #[error(
        "the process ended; products are imported, branches and images may be missing: import the file again"
    )]
    ProcessEndedMerged,
    #[error("the shop was stopped; nothing was changed")]
    ShopStopped,
    #[error("{}", .0.text())]
    Unavailable(UnavailableImport),
    #[error("the uploaded file is gone; upload it again")]
    UploadGone,
    #[error(
        "media/{path}: the shop has an image media/{image}, so no folder of that name can be made; nothing was changed, rename one"
    )]
    ImageInTheWay { path: String, image: String },
    #[error(
        "media/{path}: the shop has a folder of that name, with images in it; nothing was changed, rename one"
    )]
    FolderInTheWay { path: String },
    #[error("the disk is full; nothing was changed")]
    DiskFull(#[source] Error),
    #[error("nothing was changed")]
    NothingChanged(#[source] Error),
    #[error("products are imported, branches are not; run it again")]
    BranchesMissing(#[source] Error),
    #[error("products are imported, some images are not in place; run it again")]
    ImagesMissing(#[source] Error),
    #[error("everything is imported, some former images were not removed; run it again")]
    ImagesLeft(#[source] Error),
}

impl ImportFailure {
    /// The failure that `error` is. Any other error occurred before the first change.
    pub fn of(error: Error) -> Self {
        Self::or(error, |error| {
            if is_disk_full(&error) { Self::DiskFull(error) } else { Self::NothingChanged(error) }
        })
    }

    /// The failure that `error` is, and otherwise `or` because of it.
    pub fn or(error: Error, or: impl FnOnce(Error) -> Self) -> Self {
        error.downcast().unwrap_or_else(or)
    }

    /// Stable name of the sentence.
    pub fn code(&self) -> &'static str {
        match self {
            Self::ProcessEnded => "process_ended",
            Self::ProcessEndedMerged => "process_ended_merged",
            Self::ShopStopped => "shop_stopped",
            Self::Unavailable(reason) => reason.code(),
            Self::UploadGone => "upload_gone",
            Self::ImageInTheWay { .. } => "image_in_the_way",
            Self::FolderInTheWay { .. } => "folder_in_the_way",
            Self::DiskFull(_) => "disk_full",
            Self::NothingChanged(_) => "nothing_changed",
            Self::BranchesMissing(_) => "branches_missing",
            Self::ImagesMissing(_) => "images_missing",
            Self::ImagesLeft(_) => "images_left",
        }
    }

    /// Values in the sentence, by name. `hint` is the cause, in English.
    pub fn values(&self) -> BTreeMap<&'static str, String> {
        match self {
            Self::ImageInTheWay { path, image } => {
                BTreeMap::from([("path", path.clone()), ("image", image.clone())])
            }
            Self::FolderInTheWay { path } => BTreeMap::from([("path", path.clone())]),
            // The sentence says it all.
            Self::DiskFull(_) => BTreeMap::new(),
            _ => self.cause().map(|cause| ("hint", format!("{cause:#}"))).into_iter().collect(),
        }
    }

    /// The sentence in English, with its cause.
    pub fn text(&self) -> String {
        self.cause().map_or_else(|| self.to_string(), |cause| format!("{self}: {cause:#}"))
    }

    fn cause(&self) -> Option<&Error> {
        match self {
            Self::DiskFull(cause)
            | Self::NothingChanged(cause)
            | Self::BranchesMissing(cause)
            | Self::ImagesMissing(cause)
            | Self::ImagesLeft(cause) => Some(cause),
            Self::ProcessEnded
            | Self::ProcessEndedMerged
            | Self::ShopStopped
            | Self::Unavailable(_)
            | Self::UploadGone
            | Self::ImageInTheWay { .. }
            | Self::FolderInTheWay { .. } => None,
        }
    }
}

fn is_disk_full(error: &Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| matches!(cause.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded))
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    fn of(error: Error) -> (&'static str, String) {
        let failure = ImportFailure::of(error);
        (failure.code(), failure.text())
    }

    #[test]
    fn error_without_a_sentence_of_its_own_says_that_nothing_was_changed() {
        let failed = Err::<(), _>(io::Error::other("lost")).context("copying a.png").unwrap_err();
        let failure = ImportFailure::of(failed);
        assert_eq!(failure.text(), "nothing was changed: copying a.png: lost");
        assert_eq!(
            (failure.code(), failure.values()["hint"].as_str()),
            ("nothing_changed", "copying a.png: lost")
        );
    }

    #[test]
    fn full_disk_has_its_own_sentence() {
        let full = io::Error::from(ErrorKind::StorageFull);
        let failed = Err::<(), _>(full).context("copying a.png").unwrap_err();
        let (code, text) = of(failed);
        assert_eq!(code, "disk_full");
        assert!(text.starts_with("the disk is full; nothing was changed: copying a.png"), "{text}");
    }

    #[test]
    fn named_failure_keeps_its_sentence() {
        let named = || Error::from(ImportFailure::FolderInTheWay { path: "a".to_owned() });
        let (code, text) = of(named().context("outer"));
        assert_eq!(code, "folder_in_the_way");
        assert!(text.starts_with("media/a: the shop has a folder of that name"), "{text}");
        let kept = ImportFailure::or(named(), ImportFailure::ImagesMissing);
        assert_eq!((kept.code(), kept.values()["path"].as_str()), ("folder_in_the_way", "a"));
        let branches = ImportFailure::BranchesMissing(Error::msg("lost"));
        assert_eq!(branches.text(), "products are imported, branches are not; run it again: lost");
    }
}
