//! Files of uploaded imports. They are in the media folder, which all importing processes share, below a folder that
//! is never served because its name begins with a dot.

use std::{
    fs::{self, File},
    io::{BufRead as _, BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use heuan_catalog_conversion::SourceMap;
use heuan_catalog_folder::{ArchiveLimits, Diagnostics, FolderTable, unpack};
use serde::de::DeserializeOwned;

use super::{
    failure::ImportFailure,
    source::{ForeignFile, foreign_file, mapping_text},
};
use crate::store::PreviewScope;

/// Folder of uploads in the media folder.
const UPLOADS: &str = ".imports";
/// Maximum bytes of a table's header that are read.
const MAX_HEADER_BYTES: u64 = 64 << 10;

/// The files of one import.
#[derive(Clone, Debug)]
pub struct Upload(PathBuf);

impl Upload {
    /// The import id is a UUID, so it is safe in a path.
    pub fn of(media: &Path, import_id: &str) -> Self {
        Self(media.join(UPLOADS).join(import_id))
    }

    /// Creates the folder of an upload. `mapping` is the text of a mapping file, or empty.
    pub fn create(&self, mapping: &str) -> Result<()> {
        fs::create_dir_all(&self.0)?;
        File::create(self.file())?;
        if !mapping.trim().is_empty() {
            fs::write(self.mapping(), mapping)?;
        }
        Ok(())
    }

    fn file(&self) -> PathBuf {
        self.0.join("file")
    }

    /// The unpacked catalog folder.
    pub fn folder(&self) -> PathBuf {
        self.0.join("folder")
    }

    /// Writes `part` at `offset`. A part that is sent again overwrites itself.
    pub fn write(&self, offset: u64, part: &[u8]) -> Result<()> {
        let mut file = File::options().write(true).open(self.file())?;
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(part)?;
        file.sync_data()?;
        Ok(())
    }

    /// Copies the uploaded file of `former`, and its mapping unless there is another one. Returns false if the file is
    /// gone.
    pub fn copy_of(&self, former: &Self, mapping: Option<&str>) -> Result<bool> {
        if !former.file().is_file() {
            return Ok(false);
        }
        fs::create_dir_all(&self.0)?;
        link_or_copy(&former.file(), &self.file())?;
        match mapping {
            Some(text) if text.trim().is_empty() => {}
            Some(text) => fs::write(self.mapping(), text)?,
            None if former.mapping().is_file() => drop(fs::copy(former.mapping(), self.mapping())?),
            None => {}
        }
        Ok(true)
    }

    /// Removes everything except the uploaded file and its mapping. Returns whether there is such a file.
    pub fn retain_file(&self) -> Result<bool> {
        for folder in [self.folder(), self.converted()] {
            match fs::remove_dir_all(folder) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        for file in [self.source_file(), self.scope_file()] {
            match fs::remove_file(file) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        Ok(self.file().is_file())
    }

    /// Removes all files of the import.
    pub fn remove(&self) -> Result<()> {
        match fs::remove_dir_all(&self.0) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Unpacks the archive, or puts a single table into a folder of its own. Returns the file that has to be converted.
    pub fn unpack(&self, file_name: &str) -> Result<Result<Option<ForeignFile>, Diagnostics>> {
        let folder = self.folder();
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let file = match File::open(self.file()) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(ImportFailure::UploadGone.into()),
            opened => opened.context("the uploaded file")?,
        };
        let given = mapping_text(&self.mapping()).map_err(anyhow::Error::msg)?;
        if is_archive(file_name) {
            if let Err(errors) = unpack(file, &folder, &ArchiveLimits::default()) {
                return Ok(Err(errors));
            }
            let found = foreign_file(&folder)?;
            return Ok(found
                .map(|found| found.map(|found| ForeignFile { mapping: given.or(found.mapping), ..found })));
        }
        let foreign = ForeignFile { file: self.file(), name: file_name.to_owned(), mapping: given };
        if let Some(table) = foreign.native()? {
            link_or_copy(&self.file(), &folder.join(table.file()))?;
            return Ok(Ok(None));
        }
        Ok(Ok(Some(foreign)))
    }

    fn mapping(&self) -> PathBuf {
        self.0.join("mapping.toml")
    }

    /// The folder that a file is converted into.
    pub fn converted(&self) -> PathBuf {
        self.0.join("converted")
    }

    /// Makes the converted folder the catalog folder.
    pub fn install(&self, source: Option<&SourceMap>) -> Result<()> {
        fs::remove_dir_all(self.folder())?;
        fs::rename(self.converted(), self.folder())?;
        if let Some(source) = source {
            fs::write(self.source_file(), serde_json::to_vec(source)?)?;
        }
        Ok(())
    }

    fn source_file(&self) -> PathBuf {
        self.0.join("source.json")
    }

    /// Source lines of the rows of a converted folder.
    pub fn source(&self) -> Result<Option<SourceMap>> {
        stored(&self.source_file())
    }

    fn scope_file(&self) -> PathBuf {
        self.0.join("scope.json")
    }

    /// Stores which rows of the shop the import concerns.
    pub fn write_scope(&self, scope: &PreviewScope) -> Result<()> {
        fs::write(self.scope_file(), serde_json::to_vec(scope)?)?;
        Ok(())
    }

    /// Rows of the shop that the import concerns; `None` before its first check.
    pub fn scope(&self) -> Result<Option<PreviewScope>> {
        stored(&self.scope_file())
    }
}

/// The value of a JSON file, if there is one.
fn stored<T: DeserializeOwned>(file: &Path) -> Result<Option<T>> {
    match fs::read(file) {
        Ok(json) => Ok(Some(serde_json::from_slice(&json)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Links a file under another name, or copies it. Uploaded files are never changed, so both names may belong
/// to one file.
fn link_or_copy(from: &Path, to: &Path) -> Result<()> {
    if fs::hard_link(from, to).is_err() {
        fs::copy(from, to)?;
    }
    Ok(())
}

fn is_archive(file_name: &str) -> bool {
    Path::new(file_name).extension().is_some_and(|kind| kind.eq_ignore_ascii_case("zip"))
}

/// The table of a CSV file: by its name, otherwise the table whose id is among its columns.
pub(super) fn table_of(file: &File, file_name: &str) -> Result<Option<FolderTable>> {
    let mut header = Vec::new();
    BufReader::new(file).take(MAX_HEADER_BYTES).read_until(b'\n', &mut header)?;
    let header = String::from_utf8_lossy(&header);
    let columns: Vec<&str> = header
        .trim_start_matches('\u{FEFF}')
        .split([',', ';', '\t'])
        .map(|column| column.trim().trim_matches('"'))
        .collect();
    let named = FolderTable::ALL.into_iter().find(|table| table.file() == file_name.to_lowercase());
    Ok(named.or_else(|| FolderTable::of_columns(&columns)))
}
