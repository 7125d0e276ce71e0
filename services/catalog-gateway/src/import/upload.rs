//! Files of uploaded imports. They lie in the media folder, which all processes that import share, in a folder that is
//! never served because its name begins with a dot.

use std::{
    fs::{self, File},
    io::{BufRead as _, BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use heuan_catalog_folder::{ArchiveLimits, Diagnostic, Diagnostics, FolderTable, unpack};

/// Folder of uploads in the media folder.
pub const UPLOADS: &str = ".imports";
/// Longest header of a table that is looked at.
const MAX_HEADER_BYTES: u64 = 64 << 10;

/// The files of one import.
#[derive(Clone, Debug)]
pub struct Upload(PathBuf);

impl Upload {
    /// The import id is a UUID, so it is safe in a path.
    pub fn of(media: &Path, import_id: &str) -> Self {
        Self(media.join(UPLOADS).join(import_id))
    }

    pub fn create(&self) -> Result<()> {
        fs::create_dir_all(&self.0)?;
        File::create(self.file())?;
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

    /// Removes all files of the import.
    pub fn remove(&self) -> Result<()> {
        match fs::remove_dir_all(&self.0) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Unpacks the archive, or puts the single table into a folder of its own.
    pub fn unpack(&self, file_name: &str) -> Result<Result<(), Diagnostics>> {
        let folder = self.folder();
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let file = File::open(self.file()).context("the uploaded file is gone; upload it again")?;
        if is_archive(file_name) {
            return Ok(unpack(file, &folder, &ArchiveLimits::default()));
        }
        let Some(table) = table_of(&file, file_name)? else { return Ok(Err(no_table(file_name))) };
        fs::rename(self.file(), folder.join(table.file()))?;
        Ok(Ok(()))
    }
}

fn is_archive(file_name: &str) -> bool {
    Path::new(file_name).extension().is_some_and(|kind| kind.eq_ignore_ascii_case("zip"))
}

/// The table of a CSV file: the one its name says, otherwise the one whose id is among its columns.
fn table_of(file: &File, file_name: &str) -> Result<Option<FolderTable>> {
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

fn no_table(file_name: &str) -> Diagnostics {
    let ids: Vec<&str> = FolderTable::ALL.iter().map(|table| table.columns()[0]).collect();
    let fault = Diagnostic {
        file: "csv",
        line: Some(1),
        column: String::new(),
        value: file_name.chars().take(60).collect(),
        reason: format!("the first line must name the columns, one of them an id: {}", ids.join(", ")),
    };
    Diagnostics { faults: vec![fault], total: 1 }
}
