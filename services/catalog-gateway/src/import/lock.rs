//! Advisory file lock that imports and backups hold, so that only one of them runs on a data folder.

use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

/// Lock held during an import. Concurrent imports would each validate their folder against a shop that the other changes, and
/// `--replace` would remove the other's images. A backup holds it as well, so that its images match its rows. The system
/// releases it when the process ends, even after a crash.
#[derive(Debug)]
pub struct ImportLock(#[expect(dead_code, reason = "open for as long as the lock is held")] File);

impl ImportLock {
    /// Takes the lock, or returns `None` if an import or a backup holds it.
    pub fn try_take(data_dir: &Path) -> Result<Option<Self>> {
        let (path, file) = open(data_dir)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error).with_context(|| path.display().to_string()),
        }
    }

    /// Waits for another import or a backup to end, after calling `waits`. Blocks the thread.
    pub fn wait(data_dir: &Path, waits: impl FnOnce()) -> Result<Self> {
        let (path, file) = open(data_dir)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waits();
                file.lock().with_context(|| path.display().to_string())?;
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(|| path.display().to_string()),
        }
        Ok(Self(file))
    }
}

fn open(data_dir: &Path) -> Result<(PathBuf, File)> {
    let path = data_dir.join("import.lock");
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.with_context(|| format!("can't write to {}", data_dir.display()))?;
    Ok((path, file))
}
