//! Reading of a whole folder: its tables in order, then `content.json`, images and documents.

use std::cell::RefCell;
use std::path::Path;

use crate::context::Context;
use crate::diagnostic::DiagnosticSink;
use crate::layout::{CREDITS, FILES, FOLDER, MEDIA, is_of_system};
use crate::message::{Reason, nearest, shorten};
use crate::references::{DocumentReferences, ImageReferences};
use crate::tables::{Ids, branches, categories, groups, products, promotion_types, promotions};
use crate::{CatalogFolder, Diagnostics, Options, content, documents, images};

/// Reads and validates a whole folder.
///
/// Blocks on the disk and, for images not checked before, on the processor: call it outside the async runtime's
/// threads. Memory grows with the tables (about 1 kB a product), not with the images.
pub fn read(folder: &Path, options: &Options<'_>) -> Result<CatalogFolder, Diagnostics> {
    let context = Context {
        folder,
        options: *options,
        sink: DiagnosticSink::default(),
        images: ImageReferences::default(),
        documents: DocumentReferences::default(),
        formats: RefCell::default(),
        html: RefCell::default(),
    };
    let mut read = CatalogFolder::default();
    if is_catalog(&context) {
        let mut ids = Ids::new(options.known);
        read.categories = categories::read(&context, &mut ids);
        read.groups = groups::read(&context, &mut ids);
        read.products = products::read(&context, &mut ids);
        read.branches = branches::read(&context);
        read.promotion_types = promotion_types::read(&context, &mut ids);
        read.promotions = promotions::read(&context, &ids);
        read.content = content::read(&context);
        read.media = images::check(&context);
        read.documents = documents::check(&context);
        context.report_files();
    }
    read.warnings = context.sink.finish()?;
    Ok(read)
}

/// Whether the folder has anything to import. Unknown CSV files are faults: an unread table would go unnoticed until
/// shoppers miss it, and with `--replace` its rows would be removed.
fn is_catalog(context: &Context<'_>) -> bool {
    let report = |reason: Reason| {
        context.sink.report(FOLDER, None, "", reason);
    };
    let shown = context.folder.display();
    let entries = match std::fs::read_dir(context.folder) {
        Ok(entries) => entries,
        Err(error) => {
            report(Reason::new("unreadable", format!("{shown} cannot be read")).because(&error));
            return false;
        }
    };
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names.retain(|name| !is_of_system(name));
    let is_here = |file: &str| names.iter().any(|name| name == file);
    for name in names.iter().filter(|name| !FILES.contains(&name.as_str()) && *name != CREDITS) {
        let shown = shorten(name);
        match (meant(name), is_table(name)) {
            (None, false) => {}
            (None, true) => {
                let reason = format!("{shown} is no table of a shop, see the README; move it elsewhere");
                report(Reason::new("unknown_table", reason).with("name", &shown));
            }
            // If the actual file exists as well, this is an editor's backup copy.
            (Some(file), false) if is_here(file) => {
                context.sink.warn(FOLDER, None, "", misnamed(&shown, file));
            }
            (Some(file), _) => report(misnamed(&shown, file)),
        }
    }
    // Images alone are not a catalog.
    let is_any = FILES.iter().any(|file| *file != MEDIA && is_here(file));
    if !is_any {
        let files = FILES.join(", ").replace(&format!(", {MEDIA}"), "");
        report(Reason::new("no_tables", format!("{shown} has none of {files}")).with("files", &files));
    }
    is_any
}

fn misnamed(name: &str, file: &str) -> Reason {
    let reason = format!("{name} is not read; did you mean {file}?");
    Reason::new("misnamed_file", reason).with("name", &name).with("file", &file)
}

fn is_table(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
}

/// The known file name that `name` is probably a misspelling of.
fn meant(name: &str) -> Option<&'static str> {
    let small = name.to_lowercase();
    // An edit distance of up to two, because a folder may contain other files, such as notes.
    let slips = |file: &&&str| strsim::damerau_levenshtein(&small, file) <= 2;
    let by_slips = FILES.iter().find(slips).copied();
    by_slips.or_else(|| {
        let stem = |file: &'static str| file.strip_suffix(".csv").map(|stem| (stem, file));
        let tables: Vec<_> = FILES.iter().filter_map(|file| stem(file)).collect();
        let near = nearest(small.strip_suffix(".csv")?, tables.iter().map(|(stem, _)| *stem))?;
        tables.into_iter().find(|(stem, _)| *stem == near).map(|(_, file)| file)
    })
}
