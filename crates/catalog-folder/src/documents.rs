//! Checks of the documents that a folder references.

use heuan_media::{MediaError, MediaRoot, inspect_document};

use crate::DocumentFile;
use crate::context::Context;
use crate::layout::MEDIA;

/// Checks every referenced document. Documents that exist only in the shop are returned with the shop's path.
pub(crate) fn check(context: &Context<'_>) -> Vec<DocumentFile> {
    let folder = context.folder.join(MEDIA);
    if folder.exists() && !folder.is_dir() {
        // Already reported by the images.
        return Vec::new();
    }
    let folder = MediaRoot::open(&folder).ok();
    let shop = context.options.known.media.as_ref();
    let mut files = Vec::new();
    for (path, place) in context.documents.take() {
        let found = [folder.as_ref(), shop]
            .into_iter()
            .flatten()
            .map(|root| root.resolve_document(&path))
            .find(|found| *found != Err(MediaError::NotFound))
            .unwrap_or(Err(MediaError::NotFound));
        match found.and_then(|file| Ok((inspect_document(&file)?, file))) {
            Ok((bytes, file)) => files.push(DocumentFile { path, file, bytes }),
            Err(error) => {
                let reason = if error == MediaError::NotFound {
                    "no such document".to_owned()
                } else {
                    error.to_string()
                };
                let reason = format!("{MEDIA}/{path}: {reason}");
                context.sink.report_field(place.file, Some(place.line), (place.column, &path), reason);
            }
        }
    }
    files
}
