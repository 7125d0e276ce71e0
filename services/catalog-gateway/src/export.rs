//! Export of the catalog: a zip file with the whole catalog folder, or one table as CSV or Excel workbook. An import reads all
//! of them.

use std::{
    collections::BTreeSet,
    io::{self, Read as _, Write},
    mem,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Context as _, Result};
use async_stream::try_stream;
use futures::{Stream, TryStreamExt as _};
use heuan_catalog_folder::{
    ArchiveWriter, FolderTable, TableRow, content_files, content_text, push_row, table_header,
};
use heuan_media::MediaRoot;

use crate::{
    import::BranchTables,
    store::{CatalogSnapshot, Store},
    workbook::workbook_of,
};

/// Approximate bytes of one part of the stream.
const PART: usize = 256 << 10;
/// Maximum concurrent exports. Each has a snapshot of the database open.
pub const MAX_EXPORTS: usize = 2;

/// Sources of an export.
#[derive(Clone)]
pub struct Exporter {
    pub catalog: Arc<Store>,
    pub branches: Arc<dyn BranchTables>,
}

/// Output buffer that the stream empties from time to time.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn take(&self) -> Vec<u8> {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An archive that is being written. Compression runs outside the async runtime's threads.
struct Archive {
    writer: ArchiveWriter<Buffer>,
    images: BTreeSet<String>,
    documents: BTreeSet<String>,
}

impl Archive {
    async fn write(mut self, path: Option<String>, text: String) -> Result<Self> {
        let written = tokio::task::spawn_blocking(move || -> io::Result<Self> {
            if let Some(path) = path {
                self.writer.begin(&path)?;
            }
            self.writer.write_all(text.as_bytes())?;
            Ok(self)
        });
        Ok(written.await.context("the export ended early")??)
    }

    /// Writes a whole table; an empty one is left out.
    async fn table<R: TableRow>(mut self, rows: &[R]) -> Result<Self> {
        if rows.is_empty() {
            return Ok(self);
        }
        let mut text = table_header(R::TABLE);
        self.add_rows(&mut text, rows);
        self.write(Some(R::TABLE.file().to_owned()), text).await
    }

    fn add_rows<R: TableRow>(&mut self, text: &mut String, rows: &[R]) {
        for row in rows {
            push_row(text, row);
            self.images.extend(row.images().into_iter().map(str::to_owned));
        }
    }
}

impl Exporter {
    /// The bytes of one table as CSV.
    pub fn table(self, table: FolderTable) -> impl Stream<Item = Result<Vec<u8>>> + Send {
        try_stream! {
            let mut text = table_header(table);
            if table == FolderTable::Branches {
                for row in &self.branches.branches().await? {
                    push_row(&mut text, row);
                }
            } else if table == FolderTable::Products {
                let mut snapshot = self.catalog.export_snapshot().await?;
                let mut last = 0;
                loop {
                    let rows = snapshot.products_after(last).await?;
                    let Some(end) = rows.last() else { break };
                    last = end.pro_id;
                    for row in &rows {
                        push_row(&mut text, row);
                    }
                    yield mem::take(&mut text).into_bytes();
                }
            } else {
                let mut snapshot = self.catalog.export_snapshot().await?;
                small_table(&mut snapshot, table, &mut text).await?;
            }
            if !text.is_empty() {
                yield text.into_bytes();
            }
        }
    }

    /// The bytes of one table as an Excel workbook.
    pub fn workbook(self, table: FolderTable) -> impl Stream<Item = Result<Vec<u8>>> + Send {
        try_stream! {
            let mut csv = Vec::new();
            let mut parts = Box::pin(self.table(table));
            while let Some(part) = parts.try_next().await? {
                csv.extend_from_slice(&part);
            }
            let made = tokio::task::spawn_blocking(move || workbook_of(table, &csv));
            yield made.await.context("the export ended early")??;
        }
    }

    /// The bytes of a zip file with all tables and `content.json`, and with the images and documents they name if `media` is
    /// given. Tables are read at one moment; the branches belong to another service. Named images that `media` does not have
    /// are left out.
    pub fn archive(self, media: Option<MediaRoot>) -> impl Stream<Item = Result<Vec<u8>>> + Send {
        try_stream! {
            let out = Buffer::default();
            let branches = self.branches.branches().await?;
            let mut archive = Archive {
                writer: ArchiveWriter::new(out.clone()),
                images: BTreeSet::new(),
                documents: BTreeSet::new(),
            };
            // The compressed tables stay in memory until the snapshot is released, so that a slow reader does not keep it open.
            let mut snapshot = self.catalog.export_snapshot().await?;
            archive = Box::pin(archive.table(&snapshot.categories().await?)).await?;
            archive = Box::pin(archive.table(&snapshot.groups().await?)).await?;
            let (mut last, mut path) = (0, Some(FolderTable::Products.file().to_owned()));
            loop {
                let rows = snapshot.products_after(last).await?;
                let Some(end) = rows.last() else { break };
                last = end.pro_id;
                let mut text = if path.is_some() { table_header(FolderTable::Products) } else { String::new() };
                archive.add_rows(&mut text, &rows);
                archive = archive.write(path.take(), text).await?;
            }
            archive = Box::pin(archive.table(&branches)).await?;
            archive = Box::pin(archive.table(&snapshot.promotion_types().await?)).await?;
            archive = Box::pin(archive.table(&snapshot.promotions().await?)).await?;
            if let Some(content) = snapshot.content().await? {
                let (images, documents) = content_files(&content);
                archive.images.extend(images.into_iter().map(str::to_owned));
                archive.documents.extend(documents.into_iter().map(str::to_owned));
                archive = archive.write(Some("content.json".to_owned()), content_text(&content)?).await?;
            }
            drop(snapshot);
            yield out.take();

            let Archive { mut writer, images, documents } = archive;
            if let Some(media) = media {
                let files = images.into_iter().map(|path| (media.resolve(&path), path));
                let files: Vec<_> =
                    files.chain(documents.into_iter().map(|path| (media.resolve_document(&path), path))).collect();
                for (file, path) in files {
                    let Ok(file) = file else {
                        tracing::warn!(%path, "an image or document of the catalog is missing in the export");
                        continue;
                    };
                    let mut source = Some(Source::Closed { file, path });
                    while let Some(next) = source.take() {
                        (writer, source) = copy_part(writer, next).await?;
                        yield out.take();
                    }
                }
            }
            tokio::task::spawn_blocking(move || writer.finish()).await.context("the export ended early")??;
            yield out.take();
        }
    }
}

/// A file that is being copied.
enum Source {
    Closed { file: PathBuf, path: String },
    Open(std::fs::File),
}

/// Copies the next part of a file; returns no source at its end.
async fn copy_part(
    mut writer: ArchiveWriter<Buffer>,
    source: Source,
) -> Result<(ArchiveWriter<Buffer>, Option<Source>)> {
    let copied = tokio::task::spawn_blocking(move || -> Result<_> {
        let mut file = match source {
            Source::Open(file) => file,
            Source::Closed { file, path } => {
                let opened = std::fs::File::open(&file).with_context(|| file.display().to_string())?;
                writer.begin(&format!("media/{path}"))?;
                opened
            }
        };
        let mut part = Vec::with_capacity(PART);
        (&mut file).take(PART as u64).read_to_end(&mut part)?;
        writer.write_all(&part)?;
        Ok((writer, (part.len() == PART).then_some(Source::Open(file))))
    });
    copied.await.context("the export ended early")?
}

async fn small_table(snapshot: &mut CatalogSnapshot, table: FolderTable, text: &mut String) -> Result<()> {
    match table {
        FolderTable::Categories => push_all(text, &snapshot.categories().await?),
        FolderTable::Groups => push_all(text, &snapshot.groups().await?),
        FolderTable::PromotionTypes => push_all(text, &snapshot.promotion_types().await?),
        FolderTable::Promotions => push_all(text, &snapshot.promotions().await?),
        FolderTable::Products | FolderTable::Branches => {}
    }
    Ok(())
}

fn push_all<R: TableRow>(text: &mut String, rows: &[R]) {
    for row in rows {
        push_row(text, row);
    }
}
