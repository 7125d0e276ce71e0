//! Images and documents that tables and `content.json` reference, with their positions. The files are checked later.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use heuan_media::{MAX_PATH_BYTES, PathError, check_document_path, check_path};

use crate::diagnostic::DiagnosticSink;
use crate::message::Reason;

/// Every referenced image, with its first position.
#[derive(Debug, Default)]
pub(crate) struct ImageReferences(RefCell<HashMap<String, ImageReference>>);

#[derive(Debug)]
pub(crate) struct ImageReference {
    pub(crate) file: &'static str,
    pub(crate) line: u64,
    pub(crate) column: String,
    /// Id of the row of a table, as read.
    pub(crate) row: String,
    /// Number of further references to the same image.
    pub(crate) others: u32,
}

impl ImageReferences {
    /// Records a reference, or reports an unsafe path, which is not looked up.
    pub(crate) fn add(
        &self,
        sink: &DiagnosticSink,
        path: &str,
        file: &'static str,
        line: u64,
        column: impl Into<String>,
    ) {
        if is_address(path) {
            let reason = "is a web address; save the image below media/ and write its path, such as products/101002.webp";
            let reason = Reason::new("image_address", reason).quoting(path);
            sink.report_field(file, Some(line), (column, path), reason);
            return;
        }
        if let Err(error) = check_path(path) {
            sink.report(file, Some(line), column, unsafe_path("image", path, error));
            return;
        }
        let mut places = self.0.borrow_mut();
        if let Some(place) = places.get_mut(path) {
            place.others += 1;
        } else {
            let (column, row) = (column.into(), sink.row());
            places.insert(path.to_owned(), ImageReference { file, line, column, row, others: 0 });
        }
    }

    /// Takes all references, by path.
    pub(crate) fn sorted(&self) -> Vec<(String, ImageReference)> {
        let mut places: Vec<_> = self.0.take().into_iter().collect();
        places.sort_by(|a, b| a.0.cmp(&b.0));
        places
    }
}

/// Fault of a path that breaks a rule.
fn unsafe_path(kind: &str, path: &str, error: PathError) -> Reason {
    let text = format!("unsafe {kind} path: {error}");
    let reason = match error {
        PathError::Empty => Reason::new("path_empty", text),
        PathError::TooLong => Reason::new("path_too_long", text).with("max", &MAX_PATH_BYTES),
        PathError::Absolute => Reason::new("path_absolute", text),
        PathError::Backslash => Reason::new("path_backslash", text),
        PathError::ControlCharacter => Reason::new("path_control_character", text),
        PathError::EmptySegment => Reason::new("path_empty_segment", text),
        PathError::Escapes => Reason::new("path_escapes", text),
        PathError::Hidden => Reason::new("path_hidden", text),
        PathError::Extension => Reason::new("path_no_image", text),
        PathError::DocumentExtension => Reason::new("path_no_document", text),
    };
    reason.quoting(path)
}

/// Whether the text is a URL rather than a path.
fn is_address(path: &str) -> bool {
    let start = path.get(..8).unwrap_or(path).to_ascii_lowercase();
    start.starts_with("http://") || start.starts_with("https://") || path.starts_with("//")
}

/// Every document that a page references, with its first position.
#[derive(Debug, Default)]
pub(crate) struct DocumentReferences(RefCell<BTreeMap<String, DocumentReference>>);

#[derive(Debug)]
pub(crate) struct DocumentReference {
    pub(crate) file: &'static str,
    pub(crate) line: u64,
    pub(crate) column: String,
}

impl DocumentReferences {
    /// Records a reference, or reports an unsafe path, which is not looked up.
    pub(crate) fn add(
        &self,
        sink: &DiagnosticSink,
        path: &str,
        file: &'static str,
        line: u64,
        column: String,
    ) {
        if let Err(error) = check_document_path(path) {
            sink.report(file, Some(line), column, unsafe_path("document", path, error));
            return;
        }
        self.0.borrow_mut().entry(path.to_owned()).or_insert(DocumentReference { file, line, column });
    }

    /// Takes all references, by path.
    pub(crate) fn take(&self) -> BTreeMap<String, DocumentReference> {
        self.0.take()
    }
}
