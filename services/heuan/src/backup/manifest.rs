//! Manifest of a backup: its time, its files and the rows that it contains.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::{Component, Path},
};

use anyhow::{Context as _, Result, ensure};
use heuan_runtime::clock::Clock;
use heuan_store::backup::RowCounts;
use serde::{Deserialize, Serialize};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Name of the manifest in the folder of a backup.
pub const FILE: &str = "manifest.json";
/// Value of [`Manifest::kind`].
const KIND: &str = "heuan-backup";
/// Version of the layout of a backup. A release restores backups of this version only.
const FORMAT: u32 = 1;

/// Database of the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    Sqlite,
    Postgresql,
}

/// Contents of `manifest.json`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    kind: String,
    format: u32,
    /// Release that made the backup.
    pub release: String,
    /// Moment of the databases, in Vientiane time.
    #[serde(with = "time::serde::rfc3339")]
    pub made_at: OffsetDateTime,
    pub engine: Engine,
    /// Row counts by service and table.
    pub rows: BTreeMap<String, RowCounts>,
    pub files: Vec<Entry>,
}

/// One file of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Path in the folder of the backup, with `/`.
    pub path: String,
    pub size: u64,
    /// Lowercase hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// Creates a manifest of this release without rows and files. Its time is now, to the second.
    pub fn new(engine: Engine) -> Self {
        let now = Clock::System.now();
        Self {
            kind: KIND.to_owned(),
            format: FORMAT,
            release: env!("CARGO_PKG_VERSION").to_owned(),
            made_at: now.replace_nanosecond(0).unwrap_or(now),
            engine,
            rows: BTreeMap::new(),
            files: Vec::new(),
        }
    }

    /// Reads the manifest of the backup in `folder`.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let name = || path.display().to_string();
        let text = fs::read(&path).with_context(|| format!("{}: no backup is here", name()))?;
        let manifest: Self = serde_json::from_slice(&text)
            .with_context(|| format!("{}: not a manifest of a backup", name()))?;
        ensure!(manifest.kind == KIND, "{}: not a manifest of a backup", name());
        ensure!(
            manifest.format == FORMAT,
            "{}: format {} of the backup is not the one of this release, {FORMAT}; restore it with release {}",
            name(),
            manifest.format,
            manifest.release
        );
        for entry in &manifest.files {
            let mut parts = Path::new(&entry.path).components();
            let is_inside = !entry.path.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)));
            ensure!(is_inside, "{}: the file {} is outside the backup", name(), entry.path);
        }
        Ok(manifest)
    }

    pub fn write(&self, folder: &Path) -> Result<()> {
        let path = folder.join(FILE);
        let file = File::create(&path).with_context(|| path.display().to_string())?;
        serde_json::to_writer_pretty(&file, self).with_context(|| path.display().to_string())?;
        file.sync_all().with_context(|| path.display().to_string())
    }

    /// Name of the folder of the backup: `heuan-20261126-164000`.
    pub fn folder_name(&self) -> String {
        let (date, time) = (self.made_at.date(), self.made_at.time());
        format!(
            "heuan-{:04}{:02}{:02}-{:02}{:02}{:02}",
            date.year(),
            u8::from(date.month()),
            date.day(),
            time.hour(),
            time.minute(),
            time.second()
        )
    }

    /// Time of the backup in RFC 3339.
    pub fn time(&self) -> String {
        self.made_at.format(&Rfc3339).unwrap_or_default()
    }

    pub fn total_rows(&self) -> i64 {
        self.rows.values().flat_map(RowCounts::values).sum()
    }

    pub fn total_bytes(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_file(path: &str) -> Manifest {
        let file = Entry { path: path.to_owned(), size: 0, sha256: String::new() };
        Manifest { files: vec![file], ..Manifest::new(Engine::Sqlite) }
    }

    #[test]
    fn written_manifest_is_read_again_and_names_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let made_at = OffsetDateTime::from_unix_timestamp(1_795_194_000).unwrap();
        let made_at = made_at.to_offset(heuan_runtime::clock::VIENTIANE);
        let manifest = Manifest { made_at, ..with_file("media/a/b.jpg") };
        manifest.write(folder.path()).unwrap();
        let read = Manifest::read(folder.path()).unwrap();
        assert_eq!((read.made_at, &read.files), (made_at, &manifest.files));
        assert_eq!(read.folder_name(), "heuan-20261121-000000");
        assert_eq!(read.time(), "2026-11-21T00:00:00+07:00");
    }

    #[test]
    fn manifest_with_a_file_outside_the_backup_is_refused() {
        for path in ["../orders.db", "/etc/passwd", "media/../../x", ""] {
            let folder = tempfile::tempdir().unwrap();
            with_file(path).write(folder.path()).unwrap();
            let said = Manifest::read(folder.path()).unwrap_err().to_string();
            assert!(said.ends_with("is outside the backup"), "{said}");
        }
    }

    #[test]
    fn manifest_of_another_format_names_the_release_that_restores_it() {
        let folder = tempfile::tempdir().unwrap();
        let later = Manifest { format: 2, release: "9.1.0".to_owned(), ..Manifest::new(Engine::Postgresql) };
        later.write(folder.path()).unwrap();
        let said = Manifest::read(folder.path()).unwrap_err().to_string();
        assert!(said.ends_with("restore it with release 9.1.0"), "{said}");
    }
}
