use std::cell::RefCell;
use std::collections::BTreeMap;

use heuan_media::{MediaError, MediaRoot, check_document_path, inspect_document};

use crate::DocumentFile;
use crate::context::Context;
use crate::csv::quoting;
use crate::diagnostic::DiagnosticSink;
use crate::read::MEDIA;

/// Every document that a page references, with its first position.
#[derive(Debug, Default)]
pub(crate) struct References(RefCell<BTreeMap<String, Place>>);

#[derive(Debug)]
struct Place {
    file: &'static str,
    line: u64,
    column: String,
}

impl References {
    /// Records a reference, or reports an unsafe path, which is not looked up.
    pub(crate) fn add(
        &self,
        sink: &DiagnosticSink,
        path: &str,
        file: &'static str,
        line: u64,
        column: String,
    ) {
        if let Err(fault) = check_document_path(path) {
            sink.fault(file, Some(line), column, quoting(&format!("unsafe document path: {fault}"), path));
            return;
        }
        self.0.borrow_mut().entry(path.to_owned()).or_insert(Place { file, line, column });
    }
}

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
    for (path, place) in context.documents.0.take() {
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
                context.sink.fault_of(place.file, Some(place.line), (place.column, &path), reason);
            }
        }
    }
    files
}
