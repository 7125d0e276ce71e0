//! Checks of the documents that a folder references.

use heuan_media::{MediaError, MediaRoot, inspect_document};

use crate::DocumentFile;
use crate::context::Context;
use crate::images::media_fault;
use crate::layout::MEDIA;
use crate::message::Reason;

/// Checks every referenced document. Documents that exist only in the shop are returned with the shop's path.
pub(crate) fn check(context: &Context<'_>) -> Vec<DocumentFile> {
    let folder = context.folder.join(MEDIA);
    if folder.exists() && !folder.is_dir() {
        // The check of the images has already reported this.
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
                    let reason = format!("{MEDIA}/{path}: no such document");
                    Reason::new("no_document", reason).with("path", &format!("{MEDIA}/{path}"))
                } else {
                    media_fault(&path, &error, "")
                };
                context.sink.report_field(place.file, Some(place.line), (place.column, &path), reason);
            }
        }
    }
    files
}
