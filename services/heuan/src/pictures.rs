//! Brings the pictures and documents of a catalogue folder into the shop: first beside the others, then, once the tables are
//! written, into their places. A failure before that leaves every picture as it was.

use std::{
    collections::HashSet,
    fs::{self, Metadata},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

/// Pictures that wait beside the shop's for [`Incoming::install`]; dropped without it, they are removed.
pub struct Incoming {
    waiting: PathBuf,
    media: PathBuf,
    paths: Vec<String>,
}

/// Whether the shop's picture at `path` is the folder's, byte for byte as far as size and time of change tell:
/// installing keeps the time of change.
pub fn is_installed(media: &Path, path: &str, source: &Metadata) -> bool {
    let same = |installed: &Metadata| {
        installed.len() == source.len() && installed.modified().ok() == source.modified().ok()
    };
    fs::metadata(media.join(path)).is_ok_and(|installed| same(&installed))
}

impl Incoming {
    /// Copies what the shop does not have yet; each file with its path below `media/`. `copied` hears each path.
    pub fn copy<'a>(
        media: &Path,
        files: impl IntoIterator<Item = (&'a str, &'a Path)>,
        copied: impl Fn(&str),
    ) -> Result<Self> {
        // A name that begins with a dot can't be a stored picture's, so nobody is served from here.
        let waiting = media.join(format!(".incoming-{}", std::process::id()));
        fs::create_dir_all(&waiting).with_context(|| format!("can't write to {}", media.display()))?;
        let mut incoming = Self { waiting, media: media.to_owned(), paths: Vec::new() };
        for (path, file) in files {
            let source = fs::metadata(file).with_context(|| file.display().to_string())?;
            if !is_installed(media, path, &source) {
                let to = incoming.waiting.join(path);
                make_parent(&to)?;
                fs::copy(file, &to).with_context(|| format!("copying {}", file.display()))?;
                fs::File::open(&to)?.set_modified(source.modified()?)?;
                incoming.paths.push(path.to_owned());
            }
            copied(path);
        }
        Ok(incoming)
    }

    /// Moves every waiting picture into its place. Returns how many.
    pub fn install(self) -> Result<usize> {
        for path in &self.paths {
            let to = self.media.join(path);
            make_parent(&to)?;
            fs::rename(self.waiting.join(path), &to).with_context(|| format!("placing {}", to.display()))?;
        }
        Ok(self.paths.len())
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.waiting);
    }
}

/// Removes pictures that `keep` does not name, and says how many. Only after an import with `--replace`.
pub fn remove_others(media: &Path, keep: &HashSet<&str>) -> Result<u64> {
    let mut gone = 0;
    let mut folders = vec![media.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path
                .strip_prefix(media)
                .ok()
                .and_then(Path::to_str)
                .is_none_or(|name| !keep.contains(name))
            {
                fs::remove_file(&path).with_context(|| path.display().to_string())?;
                gone += 1;
            }
        }
    }
    Ok(gone)
}

fn make_parent(path: &Path) -> Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
    }
    Ok(())
}
