//! Files of a backup: copies with checksums, and their verification.

use std::{
    fmt::Write as _,
    fs::{self, File},
    io::{Read, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail, ensure};
use heuan_catalog_gateway::import::UPLOADS;
use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

use super::manifest::{Entry, Manifest};

const BUFFER: usize = 256 * 1024;

/// Whether the work must stop, because the process ends.
pub type IsStopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// Copies the file `from` to `to`, which must not exist, and returns its entry as `path`.
pub fn copy(from: &Path, to: &Path, path: &str) -> Result<Entry> {
    let name = || format!("copying {} to {}", from.display(), to.display());
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(name)?;
    }
    let mut target = File::create_new(to).with_context(name)?;
    let source = File::open(from).with_context(name)?;
    let (size, sha256) = digest(source, |bytes| target.write_all(bytes)).with_context(name)?;
    Ok(Entry { path: path.to_owned(), size, sha256 })
}

/// Copies the files under the folder `from` to the folder `to`, and returns their entries as `prefix/…`.
pub fn copy_tree(from: &Path, to: &Path, prefix: &str, is_stopped: IsStopped<'_>) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for path in regular_files(from)? {
        ensure!(!is_stopped(), "stopped, because the process ends");
        let inside = path.strip_prefix(from).context("a path outside its folder")?;
        let Some(name) = inside.to_str() else { bail!("{}: the name is not UTF-8", path.display()) };
        entries.push(copy(&path, &to.join(inside), &format!("{prefix}/{name}"))?);
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

/// Sum of the sizes of the files under `folder`, 0 if it does not exist.
pub fn size_of(folder: &Path) -> Result<u64> {
    regular_files(folder)?.iter().map(|path| Ok(fs::metadata(path)?.len())).sum()
}

/// Writes everything on the file system of `folder` to its disk.
pub fn flush(folder: &Path) -> Result<()> {
    let name = || format!("writing {} to its disk", folder.display());
    let opened = File::open(folder).with_context(name)?;
    rustix::fs::syncfs(&opened).with_context(name)
}

/// Files under `folder` in the order of their names. Links are not followed, except `folder` itself.
fn regular_files(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    // Uploads come and go, and are not part of the shop.
    let is_upload = |entry: &walkdir::DirEntry| entry.depth() == 1 && entry.file_name() == UPLOADS;
    for entry in WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(|entry| !is_upload(entry))
    {
        let entry = entry?;
        if entry.file_type().is_file() {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

/// Reads `source` to its end, passes it to `write` and returns its size and SHA-256.
fn digest(
    mut source: impl Read,
    mut write: impl FnMut(&[u8]) -> std::io::Result<()>,
) -> std::io::Result<(u64, String)> {
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
