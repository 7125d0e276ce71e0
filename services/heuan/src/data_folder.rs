//! Data folder: access check and locks.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    process,
};

use anyhow::{Context as _, Result};
use heuan_store::DatabaseUrl;

use crate::settings::Shop;

const SETTING: &str = "DATA_DIR (shop.data_dir)";

/// Folder in a data folder from which `heuan restore` moves files into place. It exists only during a restore, or after one that
/// was interrupted.
pub const RESTORING: &str = "restore.partial";

/// Creates `folder` if missing.
pub fn make(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| unusable(folder, &error))
}

/// Creates `folder` if missing, and checks that this process can write to it.
pub fn prepare(folder: &Path) -> Result<()> {
    make(folder)?;
    let probe = folder.join(format!(".writable-{}", process::id()));
    File::create(&probe).map_err(|error| unusable(folder, &error))?;
    // The permission to create a file includes removing it; a leftover is empty.
    let _ = fs::remove_file(probe);
    Ok(())
}

/// One line with the path and the remedy.
fn unusable(folder: &Path, error: &io::Error) -> anyhow::Error {
    use io::ErrorKind::{
        AlreadyExists, NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem, StorageFull,
    };
    let path = folder.display();
    let problem = match error.kind() {
        AlreadyExists | NotADirectory => format!("is not a folder; {SETTING} must name one"),
        PermissionDenied => {
            format!("cannot be written by this user; give it the right, or name another with {SETTING}")
        }
        ReadOnlyFilesystem => {
            format!("is on a read-only file system; mount it for writing, or name another with {SETTING}")
        }
        StorageFull => format!("has no space left; free some, or name another with {SETTING}"),
        NotFound => format!("is missing and cannot be made there; name another with {SETTING}"),
        _ => format!("cannot be used ({error}); name another with {SETTING}"),
    };
    anyhow::Error::msg(format!("the data folder {path} {problem}"))
}

/// Locks of the services whose database files this process has open, until dropped. The system releases them when the
/// process ends, even after a crash. Commands that may run beside the shop, such as an import, take no lock.
#[derive(Debug)]
pub struct ServiceLocks(#[expect(dead_code, reason = "open for as long as the locks are held")] Vec<File>);

impl ServiceLocks {
    /// Locks `services`. Services with PostgreSQL need no lock, because any number of replicas may run.
    pub fn take(shop: &Shop, services: &[&str]) -> Result<Self> {
        let in_files = services.iter().filter(|name| matches!(shop.location(name), DatabaseUrl::File(_)));
        in_files.map(|name| lock(&shop.data_dir, name)).collect::<Result<_>>().map(Self)
    }
}

fn lock(folder: &Path, service: &str) -> Result<File> {
    prepare(folder)?;
    anyhow::ensure!(
        !folder.join(RESTORING).exists(),
        "the data folder {} has {RESTORING}: a restore into it was interrupted; empty the folder and restore again",
        folder.display()
    );
    let path = folder.join(format!("{service}.lock"));
    let mut file = File::options()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(&path)
        .map_err(|error| unusable(folder, &error))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let holder =
                holder(&mut file).map_or_else(|| "another process".to_owned(), |id| format!("process {id}"));
            let path = fs::canonicalize(folder).unwrap_or_else(|_| PathBuf::from(folder));
            anyhow::bail!(
                "the data folder {} is in use: {holder} runs {service} on it; end that one, or name another folder with {SETTING}",
                path.display()
            );
        }
        Err(TryLockError::Error(error)) => return Err(error).with_context(|| path.display().to_string()),
    }
    // The content is only for the message above, so a failed write on a full disk is ignored.
    let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", process::id()));
    Ok(file)
}

fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.take(20).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_data_folder_fault_is_one_line_with_the_path_and_the_remedy() {
        let said = |kind: io::ErrorKind| unusable(Path::new("/srv/shop"), &kind.into()).to_string();
        for (kind, problem) in [
            (io::ErrorKind::NotADirectory, "is not a folder; DATA_DIR"),
            (io::ErrorKind::PermissionDenied, "cannot be written by this user; give it the right"),
            (io::ErrorKind::ReadOnlyFilesystem, "is on a read-only file system; mount it for writing"),
            (io::ErrorKind::StorageFull, "has no space left; free some"),
            (io::ErrorKind::NotFound, "is missing and cannot be made there; name another"),
            (io::ErrorKind::TimedOut, "cannot be used (timed out)"),
        ] {
            let said = said(kind);
            assert!(said.starts_with(&format!("the data folder /srv/shop {problem}")), "{said}");
            assert!(said.contains("DATA_DIR (shop.data_dir)") && !said.contains('\n'), "{said}");
        }
    }
}
