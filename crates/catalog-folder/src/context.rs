//! Shared state of the readers of one folder: path, options, diagnostics, and references to images and documents. It
//! also opens the files, each with a size limit.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;

use crate::diagnostic::DiagnosticSink;
use crate::file_format::UnsupportedFormat;
use crate::layout::FOLDER;
use crate::message::Reason;
use crate::options::Options;
use crate::references::{DocumentReferences, ImageReferences};

/// Shared state for the readers of one folder.
pub(crate) struct Context<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) options: Options<'a>,
    pub(crate) sink: DiagnosticSink,
    pub(crate) images: ImageReferences,
    pub(crate) documents: DocumentReferences,
    /// Tables that are not read because of their form.
    pub(crate) formats: RefCell<Vec<(UnsupportedFormat, &'static str)>>,
    pub(crate) html: RefCell<HtmlCounts>,
}

/// Number of texts with HTML by file and column, with the line of the first one.
#[derive(Debug, Default)]
pub(crate) struct HtmlCounts(Vec<(&'static str, &'static str, u64, u64)>);

impl HtmlCounts {
    pub(crate) fn count(&mut self, file: &'static str, column: &'static str, line: u64) {
        match self.0.iter_mut().find(|(of, at, ..)| (*of, *at) == (file, column)) {
            Some((_, _, _, count)) => *count += 1,
            None => self.0.push((file, column, line, 1)),
        }
    }
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
    /// Reports what concerns whole files: their forms, one sentence for each form, and the number of texts with HTML.
    pub(crate) fn report_files(&self) {
        let formats = self.formats.take();
        let distinct: BTreeSet<UnsupportedFormat> = formats.iter().map(|(format, _)| *format).collect();
        for format in distinct {
            let files: Vec<&str> =
                formats.iter().filter(|(of, _)| *of == format).map(|(_, file)| *file).collect();
            self.sink.report(FOLDER, None, "", format.reason(&files));
        }
        for (file, column, line, count) in self.html.take().0 {
            let texts = if count == 1 { "1 text had".to_owned() } else { format!("{count} texts had") };
            let reason = format!("{texts} HTML, which became plain text");
            self.sink.warn(file, Some(line), column, Reason::new("html", reason).with("count", &count));
        }
    }

    /// Opens a regular file of at most `limit` bytes. Pipes and devices are refused unopened: they would block.
    pub(crate) fn open(&self, name: &'static str, limit: u64) -> Opened {
        let faulty = |reason: Reason| {
            self.sink.report(name, None, "", reason);
            Opened::Faulty
        };
        let path = self.folder.join(name);
        let metadata = match fs::metadata(&path) {
            Ok(metadata) => metadata,
            // A dangling symbolic link counts as present, and is a fault.
            Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => return Opened::Absent,
            Err(error) => return faulty(Reason::unreadable(&error)),
        };
        if metadata.is_dir() {
            return faulty(Reason::new("is_directory", "is a directory"));
        }
        if !metadata.is_file() {
            return faulty(Reason::new("not_regular_file", "is not a regular file"));
        }
        if metadata.len() > limit {
            let max = limit >> 20;
            return faulty(
                Reason::new("file_too_large", format!("is larger than {max} MB")).with("max", &max),
            );
        }
        match File::open(&path) {
            Ok(file) => Opened::Ready { file, bytes: metadata.len() },
            Err(error) => faulty(Reason::unreadable(&error)),
        }
    }
}
