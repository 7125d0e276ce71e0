//! Checks of the images that a folder references.

use heuan_media::{MediaError, MediaRoot, header_file, inspect_file};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::context::Context;
use crate::layout::MEDIA;
use crate::message::Reason;
use crate::references::ImageReference;
use crate::{MediaFile, Options, Phase};

/// Number of decoding threads. Decoding saturates a core, and the running shop needs the rest of the machine.
const THREADS: usize = 2;

/// Result of checking one image.
enum Checked {
    InFolder(MediaFile),
    InShop,
    /// A symbolic link to a file outside the folder, or to no file.
    Link,
    Faulty(MediaError),
}

/// Checks every referenced image and returns those of the folder, by path.
pub(crate) fn check(context: &Context<'_>) -> Vec<MediaFile> {
    let options = &context.options;
    let folder = context.folder.join(MEDIA);
    if folder.exists() && !folder.is_dir() {
        context.sink.report(MEDIA, None, "", Reason::new("not_directory", "must be a directory"));
        return Vec::new();
    }
    let root = MediaRoot::open(&folder).ok();
    let places = context.images.sorted();

    options.progress.start(Phase::Images, places.len() as u64);
    let shop = options.known.media.as_ref();
    // The closure does not capture the context, because the sink of the context is single-threaded.
    let one = |(path, place): (String, ImageReference)| {
        let checked = check_one(&path, root.as_ref(), shop, options);
        options.progress.advance(Phase::Images, 1);
        (path, place, checked)
    };
    let checked: Vec<_> = match ThreadPoolBuilder::new().num_threads(THREADS).build() {
        Ok(pool) => pool.install(|| places.into_par_iter().map(one).collect()),
        Err(_) => places.into_iter().map(one).collect(),
    };
    options.progress.finish(Phase::Images);

    let mut files = Vec::with_capacity(checked.len());
    for (path, place, checked) in checked {
        let others = match place.others {
            0 => String::new(),
            1 => "; used in 1 more place".to_owned(),
            others => format!("; used in {others} more places"),
        };
        let reason = match checked {
            Checked::InFolder(file) => {
                files.push(file);
                continue;
            }
            Checked::InShop => continue,
            Checked::Link => {
                let reason = format!("{MEDIA}/{path}: a link that leads nowhere or out of {MEDIA}/{others}");
                Reason::new("image_link", reason).with("path", &format!("{MEDIA}/{path}"))
            }
            Checked::Faulty(error) => media_fault(&path, &error, &others),
        };
        context.sink.set_row(&place.row);
        context.sink.report_field(place.file, Some(place.line), (place.column, &path), reason);
    }
    context.sink.set_row("");
    files
}

/// Fault of the image or document at `path`; `others` ends the sentence.
pub(crate) fn media_fault(path: &str, error: &MediaError, others: &str) -> Reason {
    let text = format!("{MEDIA}/{path}: {error}{others}");
    let reason = match error {
        MediaError::NotFound => Reason::new("no_image", text),
        MediaError::TooManyBytes { limit } => {
            Reason::new("media_too_large", text).with("max", &(limit >> 20))
        }
        MediaError::TooManyPixels { width, height } => {
            Reason::new("too_many_pixels", text).with("width", width).with("height", height)
        }
        MediaError::TooMuchMemory { width, height } => {
            Reason::new("too_much_memory", text).with("width", width).with("height", height)
        }
        MediaError::NotAnImage => Reason::new("not_image", text),
        MediaError::NotADocument => Reason::new("not_document", text),
        MediaError::Unreadable(reason) => Reason::new("media_damaged", text).with("hint", reason),
        MediaError::BadPath(_) | MediaError::BadWidth(_) | MediaError::Busy | MediaError::Storage(_) => {
            Reason::new("media_unreadable", text).with("hint", error)
        }
    };
    reason.with("path", &format!("{MEDIA}/{path}"))
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
            return if entry == Some(true) { Checked::Link } else { Checked::Faulty(MediaError::NotFound) };
        }
        Err(error) => return Checked::Faulty(error),
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
            .map(|image| media(image.format, image.width, image.height, image.bytes, None))
    } else {
        inspect_file(&file, &options.limits)
            .map(|image| media(image.format, image.width, image.height, image.bytes, Some(image.sha256)))
    };
    checked.map_or_else(Checked::Faulty, Checked::InFolder)
}
