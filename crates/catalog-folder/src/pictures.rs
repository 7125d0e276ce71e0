use std::cell::RefCell;
use std::collections::HashMap;

use heuan_media::{MediaError, MediaRoot, check_path, header_file, inspect_file};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::context::Context;
use crate::csv::quoting;
use crate::diagnostic::DiagnosticSink;
use crate::read::MEDIA;
use crate::{MediaFile, Options, Phase};

/// Number of decoding threads. Decoding saturates a core, and the running shop needs the rest of the machine.
const THREADS: usize = 2;

/// Every referenced image, with its first position.
#[derive(Debug, Default)]
pub(crate) struct References(RefCell<HashMap<String, Place>>);

#[derive(Debug)]
struct Place {
    file: &'static str,
    line: u64,
    column: String,
    /// Number of further references to the same image.
    others: u32,
}

/// Result of checking one image.
enum Checked {
    InFolder(MediaFile),
    InShop,
    Faulty(String),
}

impl References {
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
            let reason = "is a web address; save the picture below media/ and write its path, such as products/101002.webp";
            sink.fault_of(file, Some(line), (column, path), quoting(reason, path));
            return;
        }
        if let Err(fault) = check_path(path) {
            sink.fault(file, Some(line), column, quoting(&format!("unsafe picture path: {fault}"), path));
            return;
        }
        let mut places = self.0.borrow_mut();
        if let Some(place) = places.get_mut(path) {
            place.others += 1;
        } else {
            places.insert(path.to_owned(), Place { file, line, column: column.into(), others: 0 });
        }
    }

    fn sorted(&self) -> Vec<(String, Place)> {
        let mut places: Vec<_> = self.0.take().into_iter().collect();
        places.sort_by(|a, b| a.0.cmp(&b.0));
        places
    }
}

/// Whether the text is a URL rather than a path.
fn is_address(path: &str) -> bool {
    let start = path.get(..8).unwrap_or(path).to_ascii_lowercase();
    start.starts_with("http://") || start.starts_with("https://") || path.starts_with("//")
}

/// Checks every referenced image and returns those of the folder, by path.
pub(crate) fn check(context: &Context<'_>) -> Vec<MediaFile> {
    let options = &context.options;
    let folder = context.folder.join(MEDIA);
    if folder.exists() && !folder.is_dir() {
        context.sink.fault(MEDIA, None, "", "must be a directory");
        return Vec::new();
    }
    let root = MediaRoot::open(&folder).ok();
    let places = context.pictures.sorted();

    options.progress.start(Phase::Pictures, places.len() as u64);
    let shop = options.known.media.as_ref();
    // Does not capture the context, because its sink is single-threaded.
    let one = |(path, place): (String, Place)| {
        let checked = check_one(&path, root.as_ref(), shop, options);
        options.progress.advance(Phase::Pictures, 1);
        (path, place, checked)
    };
    let checked: Vec<_> = match ThreadPoolBuilder::new().num_threads(THREADS).build() {
        Ok(pool) => pool.install(|| places.into_par_iter().map(one).collect()),
        Err(_) => places.into_iter().map(one).collect(),
    };
    options.progress.finish(Phase::Pictures);

    let mut files = Vec::with_capacity(checked.len());
    for (path, place, checked) in checked {
        match checked {
            Checked::InFolder(file) => files.push(file),
            Checked::InShop => {}
            Checked::Faulty(reason) => {
                let others = match place.others {
                    0 => String::new(),
                    1 => "; used in 1 more place".to_owned(),
                    others => format!("; used in {others} more places"),
                };
                let reason = format!("{MEDIA}/{path}: {reason}{others}");
                context.sink.fault_of(place.file, Some(place.line), (place.column, &path), reason);
            }
        }
    }
    files
}

fn check_one(
    path: &str,
    folder: Option<&MediaRoot>,
    shop: Option<&MediaRoot>,
    options: &Options<'_>,
) -> Checked {
    let file = match folder.map_or(Err(MediaError::NotFound), |root| root.resolve(path)) {
        Ok(file) => file,
        Err(MediaError::NotFound) if shop.is_some_and(|root| root.resolve(path).is_ok()) => {
            return Checked::InShop;
        }
        Err(MediaError::NotFound) => {
            let entry = folder.map(|root| root.path().join(path).is_symlink());
            let reason = if entry == Some(true) {
                "a link that leads nowhere or out of media/"
            } else {
                "no such picture"
            };
            return Checked::Faulty(reason.to_owned());
        }
        Err(error) => return Checked::Faulty(error.to_string()),
    };
    let unchanged = file.metadata().is_ok_and(|metadata| (options.already_checked)(path, &metadata));
    let media = |format, width, height, bytes, sha256| MediaFile {
        path: path.to_owned(),
        file: file.clone(),
        format,
        width,
        height,
        bytes,
        sha256,
    };
    let checked = if unchanged {
        header_file(&file, &options.limits)
            .map(|picture| media(picture.format, picture.width, picture.height, picture.bytes, None))
    } else {
        inspect_file(&file, &options.limits).map(|picture| {
            media(picture.format, picture.width, picture.height, picture.bytes, Some(picture.sha256))
        })
    };
    checked.map_or_else(|error| Checked::Faulty(error.to_string()), Checked::InFolder)
}
