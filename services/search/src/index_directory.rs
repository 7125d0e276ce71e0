//! The folder of a replica's index: the generation in use and the next one.
//!
//! Each replica locks one of `DIR/0`, `DIR/1`, … by a lock file, so that replicas with a common data folder have
//! separate indexes. Within it, `index-N` is a generation, and `current` names the complete one.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

const MAX_REPLICAS: usize = 64;

/// Guard of a replica's own folder.
#[derive(Debug)]
pub struct IndexDirectory {
    path: PathBuf,
    _lock: File,
}

impl IndexDirectory {
    /// Locks the first folder in `parent` that no other process has locked.
    pub fn acquire(parent: &Path) -> io::Result<Self> {
        for number in 0..MAX_REPLICAS {
            let path = parent.join(number.to_string());
            fs::create_dir_all(&path)?;
            let lock = File::create(path.join("lock"))?;
            match lock.try_lock() {
                Ok(()) => return Ok(Self { path, _lock: lock }),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Err(io::Error::other(format!("{} already has {MAX_REPLICAS} replicas", parent.display())))
    }

    /// The complete generation, if there is one.
    pub fn current(&self) -> Option<PathBuf> {
        let name = fs::read_to_string(self.path.join("current")).ok()?;
        let path = self.path.join(name.trim());
        (is_generation(name.trim()) && path.is_dir()).then_some(path)
    }

    /// Creates an empty folder for a new generation.
    pub fn new_generation(&self) -> io::Result<PathBuf> {
        let newest =
            self.generations()?.into_iter().filter_map(|(_, number)| number).max().unwrap_or_default();
        let path = self.path.join(format!("index-{}", newest + 1));
        fs::create_dir(&path)?;
        Ok(path)
    }

    /// Makes `generation` the current one, durably across a power failure.
    pub fn publish(&self, generation: &Path) -> io::Result<()> {
        let name = generation.file_name().unwrap_or_default().to_string_lossy();
        let next = self.path.join("current.next");
        fs::write(&next, name.as_bytes())?;
        File::open(&next)?.sync_all()?;
        fs::rename(next, self.path.join("current"))?;
        File::open(&self.path)?.sync_all()
    }

    /// Removes all generations except those in `kept`.
    pub fn collect_garbage(&self, kept: &[&Path]) -> io::Result<()> {
        for (path, _) in self.generations()? {
            if !kept.contains(&path.as_path()) {
                fs::remove_dir_all(path)?;
            }
        }
        Ok(())
    }

    fn generations(&self) -> io::Result<Vec<(PathBuf, Option<u64>)>> {
        let mut out = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_generation(&name) {
                out.push((entry.path(), name.strip_prefix("index-").and_then(|it| it.parse().ok())));
            }
        }
        Ok(out)
    }
}

fn is_generation(name: &str) -> bool {
    name.strip_prefix("index-")
        .is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_replica_locks_its_own_folder() {
        let parent = tempfile::tempdir().unwrap();
        let one = IndexDirectory::acquire(parent.path()).unwrap();
        let other = IndexDirectory::acquire(parent.path()).unwrap();
        assert_ne!(one.path, other.path);
        let path = one.path.clone();
        drop(one);
        assert_eq!(IndexDirectory::acquire(parent.path()).unwrap().path, path);
    }

    #[test]
    fn generation_is_current_once_it_is_published() {
        let parent = tempfile::tempdir().unwrap();
        let folder = IndexDirectory::acquire(parent.path()).unwrap();
        assert_eq!(folder.current(), None);
        let first = folder.new_generation().unwrap();
        assert_eq!(folder.current(), None);
        folder.publish(&first).unwrap();
        let second = folder.new_generation().unwrap();
        assert_eq!(folder.current(), Some(first.clone()));
        folder.publish(&second).unwrap();
        folder.collect_garbage(&[&second]).unwrap();
        assert_eq!((folder.current(), first.exists()), (Some(second), false));
    }
}
