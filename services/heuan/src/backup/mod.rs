//! `heuan backup`: a copy of all databases at one moment, with images and secrets. `schedule` makes backups in a running
//! shop, and `restore` restores them.

mod contents;
mod files;
mod manifest;
pub mod restore;
mod retention;
pub mod schedule;

use std::{
    fs::{self, File, TryLockError},
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use heuan_catalog_gateway::import::ImportLock;

use crate::settings::{self, Shop};
use files::IsStopped;
use manifest::{Engine, Manifest};

/// Lock file of a folder of backups.
const LOCK: &str = "backup.lock";
/// Interval at which a backup checks whether a running import has ended.
const IMPORT_TICK: Duration = Duration::from_secs(1);

#[derive(Args)]
pub struct Backup {
    /// The folder of the backups. Each is a new folder in it, `heuan-20261126-164000`.
    dir: PathBuf,
    /// Remove all backups in the folder except this many of the newest.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    keep: Option<u16>,
}

/// Makes one backup and prints what it contains.
pub fn run(command: &Backup) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let started = Instant::now();
    let waits = || eprintln!("An import is under way; the backup begins when it has ended");
    let target = Target { dir: &command.dir, keep: command.keep.map(usize::from) };
    let made = runtime.block_on(create(&shop, &target, &waits, &|| false)).context("no backup was made")?;
    for warning in &made.warnings {
        eprintln!("warning: {warning}");
    }
    let Made { folder, manifest, removed, .. } = made;
    println!(
        "backup {}: {} rows, {} files, {} bytes, verified, in {:.1} s",
        folder.display(),
        manifest.total_rows(),
        manifest.files.len(),
        manifest.total_bytes(),
        started.elapsed().as_secs_f64()
    );
    for old in removed {
        println!("removed {}", old.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Folder of backups, and the number that is kept there; all, if `None`.
pub struct Target<'a> {
    pub dir: &'a Path,
    pub keep: Option<usize>,
}

/// A backup that was made.
pub struct Made {
    pub folder: PathBuf,
    pub manifest: Manifest,
    pub warnings: Vec<String>,
    /// Old backups that were removed.
    pub removed: Vec<PathBuf>,
}

/// Makes a verified backup of `shop`. It appears under its name when it is complete; if it fails, nothing of it is left. Calls
/// `waits` once if it waits for an import.
pub async fn create(
    shop: &Shop,
    target: &Target<'_>,
    waits: &(dyn Fn() + Sync),
    is_stopped: IsStopped<'_>,
) -> Result<Made> {
    let dir = target.dir;
    ensure!(
        !is_inside(dir, &shop.media_dir()),
        "{} is in the folder of the images, which the shop serves; name another folder",
        dir.display()
    );
    make_private(dir)?;
    let _only = lock(dir)?;
    retention::remove_partial(dir)?;
    // Images and the rows that name them change together only in an import. The staff may upload images meanwhile. This is
    // safe, because the databases are copied first, and the images that their rows name are complete by then.
    let _import = no_import(&shop.data_dir, waits, is_stopped).await?;
    contents::check_space(shop, dir)?;

    let manifest = Manifest::new(engine(shop));
    let partial = dir.join(format!("{}{}", retention::PARTIAL, manifest.folder_name()));
    let filled = contents::fill(shop, &partial, manifest, is_stopped).await;
    let (manifest, mut warnings) = filled.inspect_err(|_| drop(fs::remove_dir_all(&partial)))?;
    let folder = unused(dir, &manifest.folder_name());
    fs::rename(&partial, &folder).with_context(|| folder.display().to_string())?;
    files::flush(dir)?;
    let removed = target.keep.map_or_else(|| Ok(Vec::new()), |keep| retention::remove_old(dir, keep));
    let removed = removed.unwrap_or_else(|error| {
        warnings.push(format!("{error:#}"));
        Vec::new()
    });
    Ok(Made { folder, manifest, warnings, removed })
}

fn engine(shop: &Shop) -> Engine {
    if shop.database_url.is_empty() { Engine::Sqlite } else { Engine::Postgresql }
}

/// Whether `dir` is `folder` or is in it. `dir` may be missing.
fn is_inside(dir: &Path, folder: &Path) -> bool {
    let Ok(folder) = folder.canonicalize() else { return false };
    let existing = dir.ancestors().find_map(|parent| parent.canonicalize().ok());
    existing.is_some_and(|dir| dir.starts_with(folder))
}

/// Creates `folder` if missing, readable by this user alone.
fn make_private(folder: &Path) -> Result<()> {
    let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.with_context(|| format!("the folder {} cannot be made", folder.display()))
}

/// Locks the folder of backups until dropped.
fn lock(dir: &Path) -> Result<File> {
    let path = dir.join(LOCK);
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.with_context(|| format!("{}: the folder cannot be written", dir.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("another backup to {} is under way", dir.display()),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// Waits until no import is running, and prevents one until the lock is dropped.
async fn no_import(
    data_dir: &Path,
    waits: &(dyn Fn() + Sync),
    is_stopped: IsStopped<'_>,
) -> Result<Option<ImportLock>> {
    if !data_dir.is_dir() {
        return Ok(None);
    }
    let mut is_first = true;
    loop {
        if let Some(lock) = ImportLock::try_take(data_dir)? {
            return Ok(Some(lock));
        }
        ensure!(!is_stopped(), "stopped, because the process ends");
        if is_first {
            waits();
            is_first = false;
        }
        tokio::time::sleep(IMPORT_TICK).await;
    }
}

/// `dir/name`, or `dir/name-2` and so on if that exists.
fn unused(dir: &Path, name: &str) -> PathBuf {
    let mut folder = dir.join(name);
    let mut number = 2;
    while folder.exists() {
        folder = dir.join(format!("{name}-{number}"));
        number += 1;
    }
    folder
}
