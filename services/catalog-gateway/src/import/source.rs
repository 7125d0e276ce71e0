//! Files that are not a catalog folder: exports of other shop systems, workbooks, price lists. They are converted to a
//! catalog folder.

use std::{
    fs::{self, File},
    io::{Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use heuan_catalog_conversion::{MAPPING_FILE, MAX_MAPPING_BYTES, Mapping, Read, SourceMap, is_table, read};
use heuan_catalog_folder::{Diagnostic, Diagnostics, FolderTable, Reason, unsupported_format};
use heuan_runtime::clock::Clock;

use super::{
    Importer, blocking,
    fetch::{Images, MAX_NAMED},
    upload::table_of,
};

/// A file to convert.
#[derive(Clone, Debug)]
pub struct ForeignFile {
    pub file: PathBuf,
    /// The merchant's name of the file.
    pub name: String,
    /// Text of a mapping file.
    pub mapping: Option<String>,
}

impl ForeignFile {
    /// The table of a catalog folder that the file is without conversion, if it is one.
    pub fn native(&self) -> Result<Option<FolderTable>> {
        let is_csv = Path::new(&self.name).extension().is_some_and(|kind| kind.eq_ignore_ascii_case("csv"));
        if !is_csv || self.mapping.is_some() {
            return Ok(None);
        }
        let mut file = File::open(&self.file).with_context(|| self.file.display().to_string())?;
        let Some(table) = table_of(&file, &self.name)? else { return Ok(None) };
        file.seek(SeekFrom::Start(0))?;
        // A table with semicolons must be converted as well.
        Ok(unsupported_format(&mut file)?.is_none().then_some(table))
    }
}

/// The only table of a folder that is not a catalog folder, with the mapping file beside it.
pub fn foreign_file(folder: &Path) -> Result<Result<Option<ForeignFile>, Diagnostics>> {
    let mut tables = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let Ok(name) = entry?.file_name().into_string() else { continue };
        let is_of_catalog =
            name == "content.json" || FolderTable::ALL.iter().any(|table| table.file() == name);
        if is_of_catalog {
            return Ok(Ok(None));
        }
        // Notes are text files as well.
        let is_note = Path::new(&name).extension().is_some_and(|kind| kind.eq_ignore_ascii_case("txt"));
        if is_table(&name) && !is_note && !name.starts_with(['.', '~']) && name != "CREDITS.csv" {
            tables.push(name);
        }
    }
    let [name] = &tables[..] else { return Ok(Ok(None)) };
    let mapping = match mapping_text(&folder.join(MAPPING_FILE)) {
        Ok(mapping) => mapping,
        Err(reason) => return Ok(Err(single_error(MAPPING_FILE, reason))),
    };
    Ok(Ok(Some(ForeignFile { file: folder.join(name), name: name.clone(), mapping })))
}

/// The text of a mapping file, if there is one; an error is a sentence with its code.
pub fn mapping_text(path: &Path) -> Result<Option<String>, Reason> {
    let Ok(metadata) = fs::metadata(path) else { return Ok(None) };
    if metadata.len() > MAX_MAPPING_BYTES as u64 {
        return Err(Mapping::too_long());
    }
    fs::read_to_string(path).map(Some).map_err(|error| Reason::unreadable(&error))
}

fn single_error(file: &'static str, reason: Reason) -> Diagnostics {
    let Reason { text: reason, code, values } = reason;
    let diagnostic = Diagnostic { file: file.into(), reason, code, values, ..Diagnostic::default() };
    Diagnostics { errors: vec![diagnostic], total: 1 }
}

impl Importer {
    /// Converts a file into a catalog folder at `into`, which is created, and fetches its images. Returns `None` for the
    /// source map if the file is a table of a catalog folder without warnings.
    pub async fn convert(
        &self,
        from: ForeignFile,
        into: &Path,
    ) -> Result<Result<Option<SourceMap>, Diagnostics>> {
        self.progress.begin("converting", 0);
        let mut existing = self.catalog.existing().await?;
        existing.now_ms = Clock::System.now_ms();
        let to = into.to_owned();
        let outcome = blocking(move || {
            fs::create_dir_all(&to)?;
            if let Some(table) = from.native()? {
                fs::copy(&from.file, to.join(table.file()))?;
                return Ok(Ok((None, None)));
            }
            let file = File::open(&from.file).with_context(|| from.file.display().to_string())?;
            Ok(match read(file, &from.name, from.mapping.as_deref(), &existing) {
                Ok(Read::Table(table, text, warnings)) => {
                    fs::write(to.join(table.file()), text)?;
                    Ok((None, warnings.map(|map| *map)))
                }
                Ok(Read::Converted(conversion)) => Ok((Some(conversion), None)),
                Err(errors) => Err(errors),
            })
        });
        let (conversion, warnings) = match outcome.await? {
            Ok(read) => read,
            Err(errors) => return Ok(Err(errors)),
        };
        let Some(conversion) = conversion else { return Ok(Ok(warnings)) };
        let images = Images {
            fetcher: self.images.as_ref(),
            media: &self.media,
            folder: into,
            progress: &*self.progress,
            shutdown: &self.shutdown,
        };
        let (paths, missing) = images.fetch(&conversion.image_urls()).await?;
        let to = into.to_owned();
        let mut map = blocking(move || Ok(conversion.write(&to, &paths)?)).await?;
        map.add_missing_images(&missing, MAX_NAMED);
        Ok(Ok(Some(map)))
    }
}
