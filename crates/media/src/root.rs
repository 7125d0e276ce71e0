//! Access to the files of the media folder. Paths are checked and symbolic links resolved, so that no request leaves
//! the folder.

use std::path::{Path, PathBuf};

use crate::{MediaError, check_document_path, check_path};

/// Names in a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    pub folders: Vec<String>,
    /// Paths below the root.
    pub files: Vec<String>,
    pub has_more: bool,
}

/// A folder of images. All access to its files goes through it.
#[derive(Debug, Clone)]
pub struct MediaRoot {
    /// Canonical path without symbolic links, so that a prefix test means "inside".
    root: PathBuf,
}

impl MediaRoot {
    /// Opens a folder, which must exist.
    pub fn open(root: &Path) -> Result<Self, MediaError> {
        let root = root.canonicalize().map_err(|error| MediaError::from_io(&error))?;
        if root.is_dir() { Ok(Self { root }) } else { Err(MediaError::NotFound) }
    }

    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The real file of a stored path.
    ///
    /// A symbolic link that stays inside the folder is followed. A link that leaves it returns
    /// [`MediaError::NotFound`], and so does anything that is not a regular file (a pipe would block the reader).
    pub fn resolve(&self, path: &str) -> Result<PathBuf, MediaError> {
        check_path(path)?;
        self.regular(path)
    }

    /// The real file of a stored document path.
    pub fn resolve_document(&self, path: &str) -> Result<PathBuf, MediaError> {
        check_document_path(path)?;
        self.regular(path)
    }

    /// Names in a folder below the root, or in the root itself for an empty path: folders, and images and documents whose
    /// name contains `name`, at most `limit` of each, sorted. Hidden names are left out.
    pub fn list(&self, folder: &str, name: &str, limit: usize) -> Result<Listing, MediaError> {
        let folder = folder.trim_matches('/');
        if !folder.is_empty() {
            crate::path::check_segments(folder)?;
        }
        let real = self.root.join(folder).canonicalize().map_err(|error| MediaError::from_io(&error))?;
        if !real.starts_with(&self.root) || !real.is_dir() {
            return Err(MediaError::NotFound);
        }
        let mut listing = Listing::default();
        let name = name.to_lowercase();
        for entry in std::fs::read_dir(&real).map_err(|error| MediaError::from_io(&error))? {
            let entry = entry.map_err(|error| MediaError::from_io(&error))?;
            let Ok(entry_name) = entry.file_name().into_string() else { continue };
            let path = if folder.is_empty() { entry_name.clone() } else { format!("{folder}/{entry_name}") };
            if entry.path().is_dir() {
                if !entry_name.starts_with('.') {
                    listing.folders.push(entry_name);
                }
            } else if entry_name.to_lowercase().contains(&name)
                && (check_path(&path).is_ok() || check_document_path(&path).is_ok())
            {
                listing.files.push(path);
            }
        }
        listing.folders.sort_unstable();
        listing.files.sort_unstable();
        listing.has_more = listing.files.len() > limit || listing.folders.len() > limit;
        listing.files.truncate(limit);
        listing.folders.truncate(limit);
        Ok(listing)
    }

    fn regular(&self, path: &str) -> Result<PathBuf, MediaError> {
        let real = self.root.join(path).canonicalize().map_err(|error| MediaError::from_io(&error))?;
        if real.starts_with(&self.root) && real.is_file() { Ok(real) } else { Err(MediaError::NotFound) }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn link_within_the_folder_is_followed_and_out_of_it_refused() {
        let folder = tempfile::tempdir().unwrap();
        let media = folder.path().join("media");
        fs::create_dir_all(media.join("a.png")).unwrap();
        fs::write(media.join("real.png"), b"x").unwrap();
        fs::write(folder.path().join("secret.png"), b"x").unwrap();
        symlink("real.png", media.join("inside.png")).unwrap();
        symlink("../secret.png", media.join("outside.png")).unwrap();
        symlink("..", media.join("up")).unwrap();

        let root = MediaRoot::open(&media).unwrap();
        assert!(root.resolve("real.png").is_ok());
        assert!(root.resolve("inside.png").unwrap().ends_with("real.png"));
        for path in ["outside.png", "up/secret.png", "a.png", "none.png", "real.png/x.png"] {
            assert_eq!(root.resolve(path), Err(MediaError::NotFound), "{path}");
        }
    }
}
