//! `heuan restore`: puts a backup into an empty data folder, and an empty database on PostgreSQL.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use heuan_store::backup as databases;

use super::{
    contents::{DATABASES, DUMP, MEDIA, SECRETS, schemas},
    engine, files,
    manifest::{Engine, Manifest},
};
use crate::{
    data_folder::{self, RESTORING, ServiceLocks},
    services,
    settings::{self, Shop},
};

#[derive(Args)]
pub struct Restore {
    /// The folder of one backup, `heuan-20261126-164000`.
    backup: PathBuf,
    /// The data folder to restore into, instead of the configured one.
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

/// Restores a backup. The data folder and the database must be empty, and the shop must not run.
pub fn run(command: &Restore) -> Result<ExitCode> {
    let settings = settings::load()?;
    let mut shop: Shop = settings.section("shop")?;
    if let Some(folder) = &command.data_dir {
        shop.data_dir.clone_from(folder);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let manifest = runtime.block_on(restore(&command.backup, &shop)).context("nothing was restored")?;
    let folder = shop.data_dir.display();
    println!(
        "restored {} of {}: {} rows, {} files into {folder}",
        command.backup.display(),
        manifest.time(),
        manifest.total_rows(),
        manifest.files.len()
    );
    println!(
        "next: `DATA_DIR={folder} heuan check`, then empty Redis (if the shop has one) and start the shop"
    );
    Ok(ExitCode::SUCCESS)
}

async fn restore(backup: &Path, shop: &Shop) -> Result<Manifest> {
    let manifest = Manifest::read(backup)?;
    match (manifest.engine, engine(shop)) {
        (Engine::Sqlite, Engine::Postgresql) => {
            bail!(
                "the backup has SQLite files, but DATABASE_URL (shop.database_url) names PostgreSQL; leave it empty"
            )
        }
        (Engine::Postgresql, Engine::Sqlite) => {
            bail!("the backup is of PostgreSQL; name an empty database with DATABASE_URL (shop.database_url)")
        }
        _ => {}
    }
    files::verify(backup, &manifest, &|| false)?;
    data_folder::prepare(&shop.data_dir)?;
    let _locks = ServiceLocks::take(shop, &services::names())?;
    check_empty(&shop.data_dir)?;
    if manifest.engine == Engine::Postgresql {
        databases::check_empty(&shop.database_url, &schemas(shop)).await?;
    }

    let staging = Staging::of(shop);
    let staged = stage(backup, &manifest, shop, &staging).await;
    staged.inspect_err(|_| staging.remove())?;
    staging
        .move_into_place()
        .with_context(|| format!("{} is incomplete; empty it and restore again", shop.data_dir.display()))?;
    Ok(manifest)
}

/// Checks that the data folder has nothing but lock files and empty folders, which a new volume has.
fn check_empty(folder: &Path) -> Result<()> {
    let mut found = Vec::new();
    for name in names_in(folder).with_context(|| folder.display().to_string())? {
        let is_lock = Path::new(&name).extension().is_some_and(|extension| extension == "lock");
        let is_empty = names_in(&folder.join(&name)).is_ok_and(|names| names.is_empty());
        if !is_lock && !is_empty {
            found.push(name);
        }
    }
    found.sort();
    ensure!(
        found.is_empty(),
        "the data folder {} holds data ({}); move it away, or name an empty folder with --data-dir",
        folder.display(),
        found.join(", ")
    );
    Ok(())
}

/// Names in `folder`, without the folder that every ext4 file system has.
fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name != "lost+found" {
            names.push(name);
        }
    }
    Ok(names)
}

/// Folders with the restored files before they are moved into place. The images have a staging folder of their own, because
/// their folder may be on another file system.
struct Staging {
    data_dir: PathBuf,
    media_dir: PathBuf,
}

impl Staging {
    fn of(shop: &Shop) -> Self {
        Self { data_dir: shop.data_dir.clone(), media_dir: shop.media_dir() }
    }

    /// Pairs of a staging folder and the folder to which its contents are moved. While the last one exists, `heuan run` refuses the
    /// data folder.
    fn folders(&self) -> [(PathBuf, &Path); 2] {
        [&self.media_dir, &self.data_dir].map(|folder| (folder.join(RESTORING), folder.as_path()))
    }

    /// Path of the file at `path` of a backup. `None` for the dump.
    fn place(&self, path: &str) -> Option<PathBuf> {
        let (folder, rest) = path.split_once('/')?;
        match folder {
            DATABASES if rest != DUMP => Some(self.data_dir.join(RESTORING).join(rest)),
            SECRETS => Some(self.data_dir.join(RESTORING).join(rest)),
            MEDIA => Some(self.media_dir.join(RESTORING).join(rest)),
            _ => None,
        }
    }

    fn move_into_place(&self) -> Result<()> {
        for (staging, folder) in self.folders() {
            for name in names_in(&staging)? {
                let target = folder.join(&name);
                fs::rename(staging.join(&name), &target).with_context(|| target.display().to_string())?;
            }
            files::flush(folder)?;
            fs::remove_dir(staging)?;
            files::flush(folder)?;
        }
        Ok(())
    }

    fn remove(&self) {
        for (staging, _) in self.folders() {
            let _ = fs::remove_dir_all(staging);
        }
    }
}

/// Copies the files of the backup to `staging`, and restores the dump of PostgreSQL.
async fn stage(backup: &Path, manifest: &Manifest, shop: &Shop, staging: &Staging) -> Result<()> {
    tokio::task::block_in_place(|| {
        for (folder, _) in staging.folders() {
            fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        }
        for expected in &manifest.files {
            let Some(place) = staging.place(&expected.path) else { continue };
            let copied = files::copy(&backup.join(&expected.path), &place, &expected.path)?;
            files::compare(backup, expected, &copied)?;
        }
        staging.folders().iter().try_for_each(|(folder, _)| files::flush(folder))
    })?;
    if manifest.engine == Engine::Postgresql {
        let dump = backup.join(DATABASES).join(DUMP);
        let rows = databases::restore(&shop.database_url, &schemas(shop), &dump).await?;
        let rows = rows.into_iter().map(|(schema, rows)| (schema.replace('_', "-"), rows)).collect();
        ensure!(
            manifest.rows == rows,
            "the restored tables have other numbers of rows than the manifest; drop the schemas and take an earlier backup"
        );
    }
    Ok(())
}
