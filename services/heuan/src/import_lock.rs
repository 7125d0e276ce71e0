use std::{
    fs::{File, TryLockError},
    path::Path,
};

use anyhow::{Context as _, Result};

use crate::progress::ProgressBars;

/// Lock held during an import. Concurrent imports would each validate their folder against a shop that the other
/// changes, and `--replace` would remove the other's images. The system releases it when the process ends, even after a
/// crash.
#[derive(Debug)]
pub struct ImportLock(#[expect(dead_code, reason = "open for as long as the lock is held")] File);

impl ImportLock {
    /// Waits for another import to end, and prints that it waits. Blocks the thread.
    pub fn wait(data_dir: &Path, bars: &ProgressBars) -> Result<Self> {
        let path = data_dir.join("import.lock");
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.with_context(|| format!("can't write to {}", data_dir.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bars.say("Another import is under way; this one begins when it has ended");
                file.lock().with_context(|| path.display().to_string())?;
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(|| path.display().to_string()),
        }
        Ok(Self(file))
    }
}
