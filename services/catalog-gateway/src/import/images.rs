//! Installs the images and documents of a catalog folder. They are copied beside the existing ones first; files with
//! new names are moved into place before the tables refer to them, and replacements afterwards. A failure before the
//! tables are written leaves every image unchanged.

use std::{
    collections::HashSet,
    fs::{self, Metadata},
    io::ErrorKind,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use super::failure::ImportFailure;

/// A stored image name cannot begin with a dot, so nothing is served from here.
const WAITING: &str = ".incoming-";

/// Copied images before installation. Dropping this before [`Incoming::install`] leaves the shop unchanged.
pub struct Incoming {
    waiting: PathBuf,
    media: PathBuf,
    new: Vec<String>,
    changed: Vec<String>,
    placed: Vec<PathBuf>,
}

/// Whether the shop's image at `path` equals the folder's by size and modification time, which installation preserves.
pub fn is_installed(media: &Path, path: &str, source: &Metadata) -> bool {
    let same = |installed: &Metadata| {
        installed.len() == source.len() && installed.modified().ok() == source.modified().ok()
    };
    fs::metadata(media.join(path)).is_ok_and(|installed| same(&installed))
}

/// Removes leftovers of aborted imports. Call it only while holding the import lock.
pub fn remove_leftovers(media: &Path) -> Result<()> {
    for entry in fs::read_dir(media)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(WAITING) {
            fs::remove_dir_all(entry.path()).with_context(|| entry.path().display().to_string())?;
        }
    }
    Ok(())
}

/// Counts the files that the shop does not have, those that would replace another, and with `replace` the other files of
/// the shop.
pub fn count<'a>(
    media: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a Path)>,
    replace: bool,
) -> Result<(u64, u64, u64)> {
    let (mut new, mut changed, mut keep) = (0, 0, HashSet::new());
    for (path, file) in files {
        let source = fs::metadata(file).with_context(|| file.display().to_string())?;
        if !is_installed(media, path, &source) {
            *if is_there(media, path)? { &mut changed } else { &mut new } += 1;
        }
        keep.insert(path);
    }
    let removed = if replace { others(media, &keep)?.len() as u64 } else { 0 };
    Ok((new, changed, removed))
}

impl Incoming {
    /// Copies the files that the shop does not have; each file with its path below `media/`. `copied` is called with
    /// each path.
    pub fn copy<'a>(
        media: &Path,
        files: impl IntoIterator<Item = (&'a str, &'a Path)>,
        mut copied: impl FnMut(&str),
    ) -> Result<Self> {
        let waiting = media.join(format!("{WAITING}{}", std::process::id()));
        fs::create_dir_all(&waiting).with_context(|| format!("can't write to {}", media.display()))?;
        let mut incoming = Self {
            waiting,
            media: media.to_owned(),
            new: Vec::new(),
            changed: Vec::new(),
            placed: Vec::new(),
        };
        for (path, file) in files {
            let source = fs::metadata(file).with_context(|| file.display().to_string())?;
            if !is_installed(media, path, &source) {
                let is_there = is_there(media, path)?;
                let to = incoming.waiting.join(path);
                make_parent(&to)?;
                fs::copy(file, &to).with_context(|| format!("copying {}", file.display()))?;
                fs::File::open(&to)?.set_modified(source.modified()?)?;
                let list = if is_there { &mut incoming.changed } else { &mut incoming.new };
                list.push(path.to_owned());
            }
            copied(path);
        }
        Ok(incoming)
    }

    /// Number of new and of replacing files.
    pub fn counts(&self) -> (u64, u64) {
        (self.new.len().max(self.placed.len()) as u64, self.changed.len() as u64)
    }

    /// Moves files with new names into place, where nothing refers to them yet.
    pub fn place_new(&mut self) -> Result<()> {
        for path in std::mem::take(&mut self.new) {
            self.placed.push(self.place(&path)?);
        }
        Ok(())
    }

    /// Moves the replacements into place. From here on all files are permanent.
    pub fn install(mut self) -> Result<()> {
        self.placed.clear();
        for path in &self.changed {
            self.place(path)?;
        }
        Ok(())
    }

    fn place(&self, path: &str) -> Result<PathBuf> {
        let to = self.media.join(path);
        make_parent(&to)?;
        fs::rename(self.waiting.join(path), &to).with_context(|| format!("placing {}", to.display()))?;
        Ok(to)
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        for path in &self.placed {
            let _ = fs::remove_file(path);
        }
        let _ = fs::remove_dir_all(&self.waiting);
    }
}

/// Whether the shop has an image at `path`. A conflict between a file and a folder of the same name is reported now,
/// before anything changes.
fn is_there(media: &Path, path: &str) -> Result<bool> {
    let mut above = Path::new(path).ancestors().skip(1).filter(|above| !above.as_os_str().is_empty());
    if let Some(image) = above.find(|above| media.join(above).is_file()) {
        let image = image.display().to_string();
        return Err(ImportFailure::ImageInTheWay { path: path.to_owned(), image }.into());
    }
    match fs::metadata(media.join(path)) {
        Ok(metadata) if metadata.is_dir() => {
            Err(ImportFailure::FolderInTheWay { path: path.to_owned() }.into())
        }
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("media/{path}")),
    }
}

/// Removes images that are not in `keep`, and returns their number. Call it only after an import with `--replace`.
pub fn remove_others(media: &Path, keep: &HashSet<&str>) -> Result<u64> {
    let others = others(media, keep)?;
    for path in &others {
        fs::remove_file(path).with_context(|| path.display().to_string())?;
    }
    Ok(others.len() as u64)
}

/// Images that are not in `keep`.
pub fn others(media: &Path, keep: &HashSet<&str>) -> Result<Vec<PathBuf>> {
    let mut others = Vec::new();
    let mut folders = vec![media.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path
                .strip_prefix(media)
                .ok()
                .and_then(Path::to_str)
                .is_none_or(|name| !keep.contains(name))
            {
                others.push(path);
            }
        }
    }
    Ok(others)
}

fn make_parent(path: &Path) -> Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shop's `media/` with one image, and a folder with `files`.
    fn media_and(files: &[&str]) -> (tempfile::TempDir, PathBuf, Vec<(String, PathBuf)>) {
        let place = tempfile::tempdir().unwrap();
        let (media, folder) = (place.path().join("media"), place.path().join("folder"));
        make_parent(&media.join("a/old.webp")).unwrap();
        fs::write(media.join("a/old.webp"), "as it was").unwrap();
        let files = files.iter().map(|path| {
            let file = folder.join(path);
            make_parent(&file).unwrap();
            fs::write(&file, "new").unwrap();
            ((*path).to_owned(), file)
        });
        let files = files.collect();
        (place, media, files)
    }

    fn copy(media: &Path, files: &[(String, PathBuf)]) -> Result<Incoming> {
        Incoming::copy(media, files.iter().map(|(path, file)| (path.as_str(), file.as_path())), |_| ())
    }

    #[test]
    fn new_images_are_installed_before_the_tables_and_replaced_ones_after() {
        let (_place, media, files) = media_and(&["a/old.webp", "b/new.webp"]);
        let mut incoming = copy(&media, &files).unwrap();
        assert!(!media.join("b/new.webp").exists());
        incoming.place_new().unwrap();
        assert_eq!(fs::read_to_string(media.join("b/new.webp")).unwrap(), "new");
        assert_eq!(fs::read_to_string(media.join("a/old.webp")).unwrap(), "as it was");
        incoming.install().unwrap();
        assert_eq!(fs::read_to_string(media.join("b/new.webp")).unwrap(), "new");
        assert_eq!(fs::read_to_string(media.join("a/old.webp")).unwrap(), "new");
    }

    #[test]
    fn failed_import_removes_its_images() {
        let (_place, media, files) = media_and(&["a/old.webp", "b/new.webp"]);
        let mut incoming = copy(&media, &files).unwrap();
        incoming.place_new().unwrap();
        drop(incoming);
        assert!(!media.join("b/new.webp").exists());
        assert_eq!(fs::read_to_string(media.join("a/old.webp")).unwrap(), "as it was");
        assert!(
            fs::read_dir(&media).unwrap().all(|entry| !entry
                .unwrap()
                .file_name()
                .to_string_lossy()
                .starts_with('.'))
        );
    }

    #[test]
    fn image_and_folder_of_one_name_are_refused_before_any_change() {
        for path in ["a/old.webp/x.webp", "a"] {
            let (_place, media, files) = media_and(&[path]);
            let said = format!("{:#}", copy(&media, &files).err().unwrap());
            assert!(said.starts_with(&format!("media/{path}: the shop has a")), "{said}");
            assert_eq!(fs::read_dir(&media).unwrap().count(), 1);
        }
    }

    #[test]
    fn leftovers_of_aborted_imports_are_removed_and_images_stay() {
        let (_place, media, _) = media_and(&[]);
        make_parent(&media.join(".incoming-1/a/b.webp")).unwrap();
        remove_leftovers(&media).unwrap();
        assert!(!media.join(".incoming-1").exists() && media.join("a/old.webp").exists());
    }
}
