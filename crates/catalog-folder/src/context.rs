use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;

use crate::Options;
use crate::diagnostic::DiagnosticSink;
use crate::documents;
use crate::pictures::References;

/// Shared state for the readers of one folder.
pub(crate) struct Context<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) options: Options<'a>,
    pub(crate) sink: DiagnosticSink,
    pub(crate) pictures: References,
    pub(crate) documents: documents::References,
}

/// Result of opening a file of the folder.
pub(crate) enum Opened {
    Absent,
    /// Already reported.
    Faulty,
    Ready {
        file: File,
        bytes: u64,
    },
}

impl Context<'_> {
    /// Opens a regular file of at most `limit` bytes. Pipes and devices are refused unopened: they would block.
    pub(crate) fn open(&self, name: &'static str, limit: u64) -> Opened {
        let faulty = |reason: String| {
            self.sink.fault(name, None, "", reason);
            Opened::Faulty
        };
        let path = self.folder.join(name);
        let metadata = match fs::metadata(&path) {
            Ok(metadata) => metadata,
            // A dangling symbolic link counts as present, and is a fault.
            Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => return Opened::Absent,
            Err(error) => return faulty(format!("cannot be read ({error})")),
        };
        if metadata.is_dir() {
            return faulty("is a directory".to_owned());
        }
        if !metadata.is_file() {
            return faulty("is not a regular file".to_owned());
        }
        if metadata.len() > limit {
            return faulty(format!("is larger than {} MB", limit >> 20));
        }
        match File::open(&path) {
            Ok(file) => Opened::Ready { file, bytes: metadata.len() },
            Err(error) => faulty(format!("cannot be read ({error})")),
        }
    }
}
