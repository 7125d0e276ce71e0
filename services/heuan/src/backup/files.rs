//! Files of a backup: copies with checksums, and their verification.

use std::{
    fmt::Write as _,
    fs::{self, File},
    io::{self, ErrorKind, Read, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail, ensure};
use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

use super::manifest::{Entry, Manifest};

const BUFFER: usize = 256 * 1024;

/// Whether the work must stop, because the process ends.
pub type IsStopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// Copies the file `from` to `to`, which must not exist, and returns its entry as `path`.
pub fn copy(from: &Path, to: &Path, path: &str) -> Result<Entry> {
    copy_existing(from, to, path)?.with_context(|| format!("{} does not exist", from.display()))
}

/// Like [`copy`]; returns `None` if there is no file `from`.
fn copy_existing(from: &Path, to: &Path, path: &str) -> Result<Option<Entry>> {
    let name = || format!("copying {} to {}", from.display(), to.display());
    let Some(source) = existing(File::open(from)).with_context(name)? else { return Ok(None) };
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(name)?;
    }
    let mut target = File::create_new(to).with_context(name)?;
    let (size, sha256) = digest(source, |bytes| target.write_all(bytes)).with_context(name)?;
    Ok(Some(Entry { path: path.to_owned(), size, sha256 }))
}

/// Copies the images under the folder `from` to the folder `to`, and returns their entries as `prefix/…`. The shop may remove files
/// meanwhile; those are left out.
pub fn copy_tree(from: &Path, to: &Path, prefix: &str, is_stopped: IsStopped<'_>) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for path in regular_files(from)? {
        ensure!(!is_stopped(), "stopped, because the process ends");
        let inside = path.strip_prefix(from).context("a path outside its folder")?;
        let Some(name) = inside.to_str() else { bail!("{}: the name is not UTF-8", path.display()) };
        entries.extend(copy_existing(&path, &to.join(inside), &format!("{prefix}/{name}"))?);
    }
    Ok(entries)
}

/// Returns the entry of the file at `path` in `folder`.
pub fn entry(folder: &Path, path: &str) -> Result<Entry> {
    let file = folder.join(path);
    let name = || file.display().to_string();
    let (size, sha256) = digest(File::open(&file).with_context(name)?, |_| Ok(())).with_context(name)?;
    Ok(Entry { path: path.to_owned(), size, sha256 })
}

/// Compares each file of the backup in `folder` with its entry in `manifest`.
pub fn verify(folder: &Path, manifest: &Manifest, is_stopped: IsStopped<'_>) -> Result<()> {
    for expected in &manifest.files {
        ensure!(!is_stopped(), "stopped, because the process ends");
        let found = entry(folder, &expected.path).context("the backup is damaged; take an earlier one")?;
        compare(folder, expected, &found)?;
    }
    Ok(())
}

pub fn compare(folder: &Path, expected: &Entry, found: &Entry) -> Result<()> {
    let path = folder.join(&expected.path);
    ensure!(
        found.size == expected.size,
        "the backup is damaged: {} has {} bytes instead of {}; take an earlier one",
        path.display(),
        found.size,
        expected.size
    );
    ensure!(
        found.sha256 == expected.sha256,
        "the backup is damaged: {} has another SHA-256 than in its manifest; take an earlier one",
        path.display()
    );
    Ok(())
}

/// Sum of the sizes of the images under `folder`, 0 if it does not exist.
pub fn size_of(folder: &Path) -> Result<u64> {
    let size = |path: &PathBuf| {
        let found = existing(fs::metadata(path)).with_context(|| path.display().to_string())?;
        Ok(found.map_or(0, |found| found.len()))
    };
    regular_files(folder)?.iter().map(size).sum()
}

/// Result of a file operation, or `None` if it does not exist.
fn existing<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes everything on the file system of `folder` to its disk.
pub fn flush(folder: &Path) -> Result<()> {
    let name = || format!("writing {} to its disk", folder.display());
    let opened = File::open(folder).with_context(name)?;
    rustix::fs::syncfs(&opened).with_context(name)
}

/// Images under `folder` in the order of their names. Links are not followed, except `folder` itself. A file or folder whose
/// name begins with a dot is not an image: it is not served, and belongs to a running upload or import.
fn regular_files(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    let is_hidden = |entry: &walkdir::DirEntry| {
        entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".")
    };
    for entry in WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(|entry| !is_hidden(entry))
    {
        match entry {
            Ok(entry) if entry.file_type().is_file() => files.push(entry.into_path()),
            Ok(_) => {}
            // The folder was removed meanwhile.
            Err(error) if error.io_error().is_some_and(|error| error.kind() == ErrorKind::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(files)
}

/// Reads `source` to its end, passes it to `write` and returns its size and SHA-256.
fn digest(
    mut source: impl Read,
    mut write: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<(u64, String)> {
    let (mut hash, mut size, mut buffer) = (Sha256::new(), 0, vec![0; BUFFER]);
    loop {
        let length = source.read(&mut buffer)?;
        if length == 0 {
            break;
        }
        let bytes = &buffer[..length];
        hash.update(bytes);
        write(bytes)?;
        size += length as u64;
    }
    let text = hash.finalize().iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    });
    Ok((size, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn media(files: &[&str]) -> tempfile::TempDir {
        let media = tempfile::tempdir().unwrap();
        for file in files {
            let path = media.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file.as_bytes()).unwrap();
        }
        media
    }

    fn paths(entries: &[Entry]) -> Vec<&str> {
        entries.iter().map(|entry| entry.path.as_str()).collect()
    }

    #[test]
    fn hidden_files_of_uploads_and_imports_are_no_images() {
        let media =
            media(&["products/1.webp", "uploads/ab/.0199", "uploads/ab/c.webp", ".imports/7/1.zip", ".x"]);
        let copy = tempfile::tempdir().unwrap();
        let entries = copy_tree(media.path(), copy.path(), "media", &|| false).unwrap();
        assert_eq!(paths(&entries), ["media/products/1.webp", "media/uploads/ab/c.webp"]);
        let size = "products/1.webp".len() + "uploads/ab/c.webp".len();
        assert_eq!(size_of(media.path()).unwrap(), size as u64);
    }

    #[test]
    fn image_that_is_removed_after_it_was_listed_is_left_out() {
        let media = media(&["a/1.webp", "b/2.webp", "c/3.webp"]);
        let copy = tempfile::tempdir().unwrap();
        // It is called before each file, after all files were listed.
        let removes = || {
            let _ = fs::remove_dir_all(media.path().join("b"));
            false
        };
        let entries = copy_tree(media.path(), copy.path(), "media", &removes).unwrap();
        assert_eq!(paths(&entries), ["media/a/1.webp", "media/c/3.webp"]);
        assert!(!copy.path().join("b").exists());
    }

    #[test]
    fn missing_file_with_a_name_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let error = copy(&folder.path().join("none"), &folder.path().join("copy"), "copy").unwrap_err();
        assert!(error.to_string().contains("none does not exist"), "{error}");
        assert!(!folder.path().join("copy").exists());
    }
}
