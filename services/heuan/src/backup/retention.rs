//! Backups in a folder: their list, and the removal of old ones.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use time::OffsetDateTime;

use super::manifest::Manifest;

/// Prefix of the folder of a backup that is being made or was interrupted.
pub const PARTIAL: &str = ".partial-";
/// Prefix of the folder of a backup.
const PREFIX: &str = "heuan-";

/// A complete backup.
#[derive(Debug, PartialEq, Eq)]
pub struct Stored {
    pub made_at: OffsetDateTime,
    pub folder: PathBuf,
}

/// Backups in `folder`, newest first. Folders without a manifest of this release's format are left out.
pub fn list(folder: &Path) -> Result<Vec<Stored>> {
    let mut found = Vec::new();
    for (name, folder) in folders(folder)? {
        if name.starts_with(PREFIX)
            && let Ok(manifest) = Manifest::read(&folder)
        {
            found.push(Stored { made_at: manifest.made_at, folder });
        }
    }
    found.sort_by(|one, other| (other.made_at, &other.folder).cmp(&(one.made_at, &one.folder)));
    Ok(found)
}

/// Removes all backups in `folder` except the newest `keep`, and returns the removed ones.
pub fn remove_old(folder: &Path, keep: usize) -> Result<Vec<PathBuf>> {
    let old: Vec<PathBuf> = list(folder)?.into_iter().skip(keep).map(|stored| stored.folder).collect();
    for old in &old {
        // The manifest is removed first, so that an interrupted removal leaves no backup that looks
        // complete.
        let removed = fs::remove_file(old.join(super::manifest::FILE)).and_then(|()| fs::remove_dir_all(old));
        removed.with_context(|| format!("removing the old backup {}", old.display()))?;
    }
    Ok(old)
}

/// Removes interrupted backups. The caller holds the lock of `folder`.
pub fn remove_partial(folder: &Path) -> Result<()> {
    for (name, folder) in folders(folder)? {
        if name.starts_with(PARTIAL) {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("removing the interrupted backup {}", folder.display()))?;
        }
    }
    Ok(())
}

fn folders(parent: &Path) -> Result<Vec<(String, PathBuf)>> {
    let name = || parent.display().to_string();
    let entries = match fs::read_dir(parent) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(name)?,
    };
    let mut folders = Vec::new();
    for entry in entries {
        let entry = entry.with_context(name)?;
        if entry.file_type().with_context(name)?.is_dir() {
            folders.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
        }
    }
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backup::manifest::Engine;

    fn make(parent: &Path, made_at_s: i64) -> PathBuf {
        let made_at = OffsetDateTime::from_unix_timestamp(made_at_s).unwrap();
        let mut manifest = Manifest::new(Engine::Sqlite);
        manifest.made_at = made_at;
        let folder = parent.join(manifest.folder_name());
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("content"), "x").unwrap();
        manifest.write(&folder).unwrap();
        folder
    }

    #[test]
    fn retention_removes_the_oldest_backups_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        let made: Vec<PathBuf> = [3, 1, 2].map(|day| make(parent.path(), day * 86_400)).into();
        let others = ["heuan-without-manifest", "images", ".partial-heuan-20261126-164000"];
        for other in others {
            fs::create_dir(parent.path().join(other)).unwrap();
        }
        let foreign = make(parent.path(), 0);
        let renamed = parent.path().join("before-the-upgrade");
        fs::rename(&foreign, &renamed).unwrap();

        assert_eq!(remove_old(parent.path(), 2).unwrap(), [made[1].clone()]);
        assert_eq!(remove_old(parent.path(), 2).unwrap(), Vec::<PathBuf>::new());
        assert!(made[0].exists() && !made[1].exists() && made[2].exists() && renamed.exists());
        assert!(others.iter().all(|other| parent.path().join(other).exists()));

        remove_partial(parent.path()).unwrap();
        assert!(!parent.path().join(others[2]).exists() && parent.path().join(others[0]).exists());
    }
}
