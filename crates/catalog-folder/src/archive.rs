//! Catalog folder as one zip file, which is written as a stream and unpacked within limits.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use zip::result::ZipError;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::layout::{self, MEDIA};
use crate::message::{Reason, shorten};

/// File name of faults that concern the archive itself.
const ARCHIVE: &str = "zip";

/// Maximum bytes of the path of an entry.
const MAX_PATH_BYTES: usize = 1_024;
/// Maximum bytes of the central directory, which is read whole.
const MAX_DIRECTORY_BYTES: u32 = 16 << 20;
/// Files whose unpacked size is below this are not suspected of being a zip bomb.
const UNSUSPICIOUS_BYTES: u64 = 64 << 20;
/// Maximum unpacked bytes for each packed byte. Tables of numbers reach 20, deflate's maximum is 1,032.
const MAX_RATIO: u64 = 200;
/// Maximum errors reported for one archive.
const MAX_ERRORS: usize = 100;

/// Limits of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArchiveLimits {
    pub max_entries: usize,
    /// Maximum bytes of all unpacked entries together.
    pub max_unpacked_bytes: u64,
}

impl Default for ArchiveLimits {
    fn default() -> Self {
        Self { max_entries: 20_000, max_unpacked_bytes: 2 << 30 }
    }
}

/// Writes an archive to a stream, entry by entry. Equal contents yield equal bytes, because entries have no
/// time.
pub struct ArchiveWriter<W: Write>(ZipWriter<StreamWriter<W>>);

impl<W: Write> ArchiveWriter<W> {
    pub fn new(out: W) -> Self {
        Self(ZipWriter::new_stream(out))
    }

    /// Begins the entry `path`, to which the following bytes belong. Images are already compressed.
    pub fn begin(&mut self, path: &str) -> io::Result<()> {
        let is_media = path.starts_with(MEDIA);
        let method = if is_media { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        self.0.start_file(path, options).map_err(io::Error::from)
    }

    /// Writes the directory of the archive.
    pub fn finish(self) -> io::Result<W> {
        Ok(self.0.finish().map_err(io::Error::from)?.into_inner())
    }
}

impl<W: Write> Write for ArchiveWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Unpacks the tables, `content.json` and images of `archive` into the empty folder `into`. A single folder around them is
/// removed. Paths that lead out of the folder, links, encrypted entries and archives over the limits are faults.
///
/// Blocks on the disk and the processor.
pub fn unpack(archive: File, into: &Path, limits: &ArchiveLimits) -> Result<(), Diagnostics> {
    let mut unpacking = Unpacking { into, limits, written: 0, errors: Vec::new() };
    if let Err(reason) = unpacking.all(archive) {
        unpacking.report("", reason);
    }
    let total = unpacking.errors.len() as u64;
    if total > 0 { Err(Diagnostics { errors: unpacking.errors, total }) } else { Ok(()) }
}

struct Unpacking<'a> {
    into: &'a Path,
    limits: &'a ArchiveLimits,
    written: u64,
    errors: Vec<Diagnostic>,
}

impl Unpacking<'_> {
    fn report(&mut self, entry: &str, reason: Reason) {
        if self.errors.len() < MAX_ERRORS {
            let Reason { text: reason, code, values } = reason;
            let (file, column, value) = (ARCHIVE.into(), String::new(), shorten(entry));
            self.errors.push(Diagnostic {
                file,
                column,
                value,
                reason,
                code,
                values,
                ..Diagnostic::default()
            });
        }
    }

    /// An error ends the unpacking.
    fn all(&mut self, mut archive: File) -> Result<(), Reason> {
        check_directory(&mut archive, self.limits)?;
        let mut archive = ZipArchive::new(BufReader::new(archive)).map_err(|error| said(&error))?;
        if archive.len() > self.limits.max_entries {
            return Err(too_many(self.limits));
        }
        let names: Vec<String> = (0..archive.len())
            .map(|index| {
                let name = archive.name_for_index(index).and_then(Result::ok);
                name.map(std::borrow::Cow::into_owned).unwrap_or_default()
            })
            .collect();
        let around = folder_around(&names);
        let mut seen = HashSet::new();
        for (index, name) in names.iter().enumerate() {
            if let Err(reason) = check_path(name) {
                self.report(name, reason);
                continue;
            }
            let path = name.strip_prefix(around).unwrap_or(name);
            if !is_wanted(path) {
                continue;
            }
            if !seen.insert(path) {
                self.report(name, Reason::new("entry_twice", "is in the archive twice"));
                continue;
            }
            self.unpack_entry(&mut archive, index, path)?;
        }
        Ok(())
    }

    fn unpack_entry(
        &mut self,
        archive: &mut ZipArchive<BufReader<File>>,
        index: usize,
        path: &str,
    ) -> Result<(), Reason> {
        let mut entry = match archive.by_index(index) {
            Ok(entry) => entry,
            Err(error) => {
                self.report(path, said(&error));
                return Ok(());
            }
        };
        if entry.is_symlink() {
            let reason = "is a link; the archive must contain the file itself";
            self.report(path, Reason::new("entry_link", reason));
            return Ok(());
        }
        let to = self.into.join(path);
        let made = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| File::create_new(&to));
        let mut file = match made {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::StorageFull => return Err(no_space()),
            Err(error) => {
                self.report(path, not_unpacked().because(&error));
                return Ok(());
            }
        };
        let packed = entry.compressed_size();
        let left = self.limits.max_unpacked_bytes - self.written;
        let mut buffer = vec![0; 1 << 16];
        let mut written = 0;
        loop {
            let read = match entry.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) => {
                    self.report(path, damaged().because(&error));
                    break;
                }
            };
            written += read as u64;
            if written > left {
                return Err(unpacks_too_large(self.limits, "imports"));
            }
            if written > UNSUSPICIOUS_BYTES && written / MAX_RATIO > packed {
                return Err(unpacks_too_far(&format!("{path} unpacks")).with("path", &path));
            }
            file.write_all(&buffer[..read]).map_err(|error| {
                if error.kind() == io::ErrorKind::StorageFull {
                    return no_space();
                }
                let reason = format!("{path} cannot be unpacked");
                Reason::new("file_not_unpacked", reason).because(&error).with("path", &path)
            })?;
        }
        self.written += written;
        Ok(())
    }
}

fn no_space() -> Reason {
    Reason::new("no_space", "cannot be unpacked, because the disk of the shop is full")
}

fn not_unpacked() -> Reason {
    Reason::new("not_unpacked", "cannot be unpacked")
}

fn damaged() -> Reason {
    Reason::new("entry_damaged", "is damaged")
}

fn incomplete() -> Reason {
    Reason::new("archive_incomplete", "is not a complete zip file")
}

fn too_many(limits: &ArchiveLimits) -> Reason {
    let max = limits.max_entries;
    let reason = format!("has more than {max} entries; split it into several imports");
    Reason::new("too_many_entries", reason).with("max", &max)
}

fn unpacks_too_large(limits: &ArchiveLimits, parts: &str) -> Reason {
    let max = limits.max_unpacked_bytes >> 20;
    let reason = format!("has more than {max} MB when unpacked; split it into several {parts}");
    Reason::new("unpacks_too_large", reason).with("max", &max)
}

/// The error of an archive that unpacks to too much; `unpacks` begins the sentence.
fn unpacks_too_far(unpacks: &str) -> Reason {
    let reason = format!("{unpacks} to more than {MAX_RATIO} times its size");
    Reason::new("unpacks_too_far", reason).with("max", &MAX_RATIO)
}

/// Reads the end of the archive. The library reads the whole directory into memory, so its size is checked before.
fn check_directory(archive: &mut File, limits: &ArchiveLimits) -> Result<(), Reason> {
    const END: usize = 22;
    const MAX_COMMENT_BYTES: u64 = u16::MAX as u64;
    let failed = |error: io::Error| Reason::unreadable(&error);
    let bytes = archive.seek(SeekFrom::End(0)).map_err(failed)?;
    let start = bytes.saturating_sub(MAX_COMMENT_BYTES + END as u64);
    archive.seek(SeekFrom::Start(start)).map_err(failed)?;
    let mut tail = Vec::new();
    (&mut *archive).take(MAX_COMMENT_BYTES + END as u64).read_to_end(&mut tail).map_err(failed)?;
    archive.seek(SeekFrom::Start(0)).map_err(failed)?;
    let at = memchr::memmem::rfind(&tail, b"PK\x05\x06").ok_or_else(incomplete)?;
    let end = tail.get(at..at + END).ok_or_else(incomplete)?;
    let entries = usize::from(u16::from_le_bytes([end[10], end[11]]));
    let directory = u32::from_le_bytes([end[12], end[13], end[14], end[15]]);
    if entries > limits.max_entries || directory > MAX_DIRECTORY_BYTES {
        return Err(too_many(limits));
    }
    Ok(())
}

/// Checks that a zip file stays within limits when it is unpacked, by unpacking it; its own statements may be wrong. For
/// files that another library reads.
pub fn check_archive(archive: &mut File, limits: &ArchiveLimits) -> Result<(), Reason> {
    check_directory(archive, limits)?;
    let mut archive = ZipArchive::new(BufReader::new(archive)).map_err(|error| said(&error))?;
    let (mut buffer, mut total) = (vec![0; 1 << 16], 0);
    for index in 0..archive.len() {
        let path = archive.name_for_index(index).and_then(Result::ok).map(std::borrow::Cow::into_owned);
        let mut entry = archive.by_index(index).map_err(|error| said(&error))?;
        let (packed, mut written) = (entry.compressed_size(), 0);
        loop {
            match entry.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => written += read as u64,
                Err(error) => return Err(damaged().because(&error)),
            }
            if total + written > limits.max_unpacked_bytes {
                return Err(unpacks_too_large(limits, "files"));
            }
            if written > UNSUSPICIOUS_BYTES / 4 && written / MAX_RATIO > packed {
                return Err(unpacks_too_far("unpacks").with("path", &path.unwrap_or_default()));
            }
        }
        total += written;
    }
    Ok(())
}

/// Whether `path` stays within the folder on every system.
fn check_path(path: &str) -> Result<(), Reason> {
    if path.is_empty() || path.len() > MAX_PATH_BYTES {
        return Err(Reason::new("entry_nameless", "has no readable name"));
    }
    if path.starts_with('/') || path.contains(['\\', ':', '\0']) {
        let reason = "has an unsafe path; paths are relative, with / between folders";
        return Err(Reason::new("entry_path_not_relative", reason));
    }
    let mut segments = path.strip_suffix('/').unwrap_or(path).split('/');
    if segments.any(|segment| matches!(segment, "" | "." | "..")) {
        let reason = "has an unsafe path; it leads out of the folder";
        return Err(Reason::new("entry_path_outside", reason));
    }
    Ok(())
}

/// The folder that all files are in, with its slash; empty if there is none.
fn folder_around(names: &[String]) -> &str {
    let mut files = names.iter().filter(|name| !name.ends_with('/') && !is_of_system(name));
    let Some((name, end)) = files.next().and_then(|name| Some((name, name.find('/')?))) else { return "" };
    let around = &name[..=end];
    let is_only = &name[..end] != MEDIA && files.all(|name| name.starts_with(around));
    if is_only { around } else { "" }
}

/// Files that operating systems add to archives.
fn is_of_system(name: &str) -> bool {
    name.split('/').any(layout::is_of_system)
}

/// Whether the file may belong to a catalog folder: a table, `content.json`, or something below `media/`; or whether it is a
/// table that is converted to one, or its mapping.
fn is_wanted(path: &str) -> bool {
    if path.ends_with('/') || is_of_system(path) {
        return false;
    }
    match path.split_once('/') {
        Some((folder, _)) => folder == MEDIA,
        None => Path::new(path).extension().is_some_and(|kind| {
            ["csv", "json", "tsv", "xlsx", "xlsm", "toml"]
                .iter()
                .any(|wanted| kind.eq_ignore_ascii_case(wanted))
        }),
    }
}

fn said(error: &ZipError) -> Reason {
    match error {
        ZipError::UnsupportedArchive(reason) if *reason == ZipError::PASSWORD_REQUIRED => {
            Reason::new("archive_encrypted", "is encrypted; make the archive without a password")
        }
        ZipError::UnsupportedArchive(reason) => not_unpacked().because(reason),
        ZipError::CompressionMethodNotSupported(_) => {
            let reason = "is compressed with another method; make a common zip file (deflate)";
            Reason::new("archive_method", reason)
        }
        _ => incomplete(),
    }
}
