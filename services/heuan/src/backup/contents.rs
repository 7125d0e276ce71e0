//! Contents of a backup: databases, images and secrets.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use heuan_store::{DatabaseUrl, backup as databases};

use super::{
    files::{self, IsStopped},
    make_private,
    manifest::{Engine, Manifest},
};
use crate::{services, settings::Shop};

/// Folder of the databases in a backup.
pub const DATABASES: &str = "databases";
/// Folder of the images.
pub const MEDIA: &str = "media";
/// Folder of the files with keys.
pub const SECRETS: &str = "secrets";
/// Dump of all schemas of PostgreSQL, in [`DATABASES`].
pub const DUMP: &str = "heuan.dump";

/// Name of the schema of each service in PostgreSQL.
pub fn schemas(shop: &Shop) -> Vec<String> {
    let schema = |name| match shop.location(name) {
        DatabaseUrl::Postgres { schema, .. } => Some(schema),
        DatabaseUrl::File(_) => None,
    };
    services::names().into_iter().filter_map(schema).collect()
}

/// Writes and verifies everything in the new folder `partial`.
pub async fn fill(
    shop: &Shop,
    partial: &Path,
    mut manifest: Manifest,
    is_stopped: IsStopped<'_>,
) -> Result<(Manifest, Vec<String>)> {
    make_private(&partial.join(DATABASES))?;
    manifest.rows = match manifest.engine {
        Engine::Sqlite => copy_databases(shop, partial).await?,
        Engine::Postgresql => dump_database(shop, partial).await?,
    };
    let mut warnings = Vec::new();
    if !shop.media_dir().is_dir() {
        warnings.push(format!("{} does not exist; the backup has no images", shop.media_dir().display()));
    }
    tokio::task::block_in_place(|| {
        for file in fs::read_dir(partial.join(DATABASES))? {
            let name = file?.file_name().to_string_lossy().into_owned();
            manifest.files.push(files::entry(partial, &format!("{DATABASES}/{name}"))?);
        }
        manifest.files.extend(files::copy_tree(&shop.media_dir(), &partial.join(MEDIA), MEDIA, is_stopped)?);
        for secret in secrets(&shop.data_dir)? {
            let from = shop.data_dir.join(&secret);
            let to = partial.join(SECRETS).join(&secret);
            manifest.files.push(files::copy(&from, &to, &format!("{SECRETS}/{secret}"))?);
            fs::set_permissions(&to, fs::Permissions::from_mode(0o600))?;
        }
        manifest.files.sort_by(|one, other| one.path.cmp(&other.path));
        manifest.write(partial)?;
        files::flush(partial)?;
        files::verify(partial, &manifest, is_stopped)
    })?;
    Ok((manifest, warnings))
}

async fn copy_databases(shop: &Shop, partial: &Path) -> Result<BTreeMap<String, databases::RowCounts>> {
    let copies: Vec<(PathBuf, PathBuf)> = services::names()
        .into_iter()
        .map(|name| (database_file(&shop.data_dir, name), database_file(&partial.join(DATABASES), name)))
        .collect();
    for (file, _) in &copies {
        ensure!(
            file.exists(),
            "{} does not exist; name the folder of the shop with DATA_DIR (shop.data_dir), or run `heuan migrate` on it",
            file.display()
        );
    }
    databases::copy_files(&copies).await?;
    let mut rows = BTreeMap::new();
    for (name, (_, copy)) in services::names().into_iter().zip(&copies) {
        rows.insert(name.to_owned(), databases::verify_file(copy).await?);
    }
    Ok(rows)
}

fn database_file(folder: &Path, service: &str) -> PathBuf {
    folder.join(format!("{service}.db"))
}

async fn dump_database(shop: &Shop, partial: &Path) -> Result<BTreeMap<String, databases::RowCounts>> {
    let target = partial.join(DATABASES).join(DUMP);
    let rows = databases::dump(&shop.database_url, &schemas(shop), &target).await?;
    databases::verify_dump(&shop.database_url, &target).await?;
    Ok(rows.into_iter().map(|(schema, rows)| (schema.replace('_', "-"), rows)).collect())
}

/// Names of the files with keys in the data folder.
fn secrets(data_dir: &Path) -> Result<Vec<String>> {
    if !data_dir.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(data_dir).with_context(|| data_dir.display().to_string())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if Path::new(&name).extension().is_some_and(|extension| extension == "secret") {
            names.push(name);
        }
    }
    Ok(names)
}

/// Checks that the disk of `dir` has space for the databases and images, because it may be the disk of the shop.
pub fn check_space(shop: &Shop, dir: &Path) -> Result<()> {
    let mut needed = files::size_of(&shop.media_dir())?;
    for name in services::names() {
        let file = database_file(&shop.data_dir, name);
        needed += [file.clone(), file.with_extension("db-wal")]
            .iter()
            .filter_map(|path| Some(path.metadata().ok()?.len()))
            .sum::<u64>();
    }
    let disk = rustix::fs::statvfs(dir).with_context(|| dir.display().to_string())?;
    let available = disk.f_bavail * disk.f_frsize;
    ensure!(
        available > needed,
        "{} has {available} bytes of free space, and the backup may need {needed}; make space, or name a folder on another disk",
        dir.display()
    );
    Ok(())
}
