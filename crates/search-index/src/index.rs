//! Search index in a folder: tantivy index with reader, writer, and a checkpoint of the indexed catalog revision.

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use tantivy::{
    Index as Tantivy, IndexReader, IndexWriter, ReloadPolicy, Searcher, Term, directory::MmapDirectory,
    indexer::NoMergePolicy,
};

use crate::{
    Product, Result,
    fields::{Fields, Reading, format},
    scratch::Scratch,
};

/// Write buffer of all indexing threads together, in bytes.
const WRITE_MEMORY: usize = 60_000_000;
/// Number of scratch buffers kept for reuse. Additional concurrent queries allocate their own.
const MAX_POOLED_SCRATCH: usize = 4;

/// A search index in a folder, open for reading.
pub struct Index {
    pub(crate) fields: Fields,
    pub(crate) tantivy: Tantivy,
    reader: IndexReader,
    scratch: Mutex<Vec<Scratch>>,
}

/// The only writer of an index. Its writes become visible after [`Writer::commit`].
pub struct Writer {
    fields: Fields,
    tantivy: IndexWriter,
}

/// Checkpoint of an index: the format it was written in, and the catalog revision it contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexCheckpoint {
    pub format: String,
    pub revision: i64,
}

impl IndexCheckpoint {
    /// Whether the format equals that of this program.
    pub fn is_current(&self) -> bool {
        self.format == format()
    }
}

impl Index {
    /// Opens the index in `folder`, or creates an empty one if there is none. Returns an error if the folder contains
    /// something else, for example an index of an older version.
    pub fn open(folder: &Path) -> Result<Self> {
        let fields = Fields::new();
        std::fs::create_dir_all(folder)?;
        let directory = MmapDirectory::open(folder).map_err(tantivy::TantivyError::from)?;
        let tantivy = Tantivy::open_or_create(directory, fields.schema.clone())?;
        let reader = tantivy.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        Ok(Self { fields, tantivy, reader, scratch: Mutex::default() })
    }

    /// The checkpoint of the last commit; `None` if nothing was committed.
    pub fn checkpoint(&self) -> Result<Option<IndexCheckpoint>> {
        let Some(payload) = self.tantivy.load_metas()?.payload else { return Ok(None) };
        Ok(payload.split_once(' ').and_then(|(format, revision)| {
            Some(IndexCheckpoint { format: format.to_owned(), revision: revision.parse().ok()? })
        }))
    }

    /// Acquires the folder's write lock until the writer is dropped. `threads` is the number of indexing threads.
    pub fn writer(&self, threads: usize) -> Result<Writer> {
        let tantivy =
            self.tantivy.writer_with_num_threads(threads, WRITE_MEMORY.max(threads * 20_000_000))?;
        Ok(Writer { fields: self.fields.clone(), tantivy })
    }

    /// Makes committed changes visible to subsequent searches.
    pub fn reload(&self) -> Result<()> {
        Ok(self.reader.reload()?)
    }

    pub fn documents(&self) -> u64 {
        self.reader.searcher().num_docs()
    }

    pub(crate) fn searcher(&self) -> Searcher {
        self.reader.searcher()
    }

    pub(crate) fn with_scratch<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let kept = || self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scratch = kept().pop().unwrap_or_default();
        let done = work(&mut scratch);
        let mut kept = kept();
        if kept.len() < MAX_POOLED_SCRATCH {
            kept.push(scratch);
        }
        done
    }
}

impl Writer {
    /// Adds the product, replacing an earlier version of it.
    pub fn put(&mut self, product: &Product) -> Result<()> {
        self.remove(product.pro_id);
        self.tantivy.add_document(product.document(&self.fields))?;
        Ok(())
    }

    pub fn remove(&mut self, pro_id: i64) {
        self.tantivy.delete_term(Term::from_field_i64(self.fields.pro_id, pro_id));
    }

    /// Commits all changes and the revision atomically.
    pub fn commit(&mut self, revision: i64) -> Result<()> {
        let mut commit = self.tantivy.prepare_commit()?;
        commit.set_payload(&format!("{} {revision}", format()));
        commit.commit()?;
        Ok(())
    }

    /// Disables merging during the initial load, which is merged once at its end.
    pub fn hold_merges(&self) {
        self.tantivy.set_merge_policy(Box::new(NoMergePolicy));
    }

    /// Merges everything into one segment and enables automatic merging.
    pub fn merge_all(&mut self) -> Result<()> {
        let segments = self.tantivy.index().searchable_segment_ids()?;
        if segments.len() > 1 {
            self.tantivy.merge(&segments).wait()?;
        }
        self.tantivy.set_merge_policy(Box::<tantivy::indexer::LogMergePolicy>::default());
        Ok(())
    }
}

/// The displayed fields of a product in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub pro_id: i64,
    pub la: String,
    pub en: String,
    pub brand: String,
    pub cat_id: i64,
    pub prog_id: i64,
    pub popularity: i64,
}

impl Index {
    /// Calls `found` for every product, in no particular order.
    pub fn each_name(&self, mut found: impl FnMut(Named)) -> Result<()> {
        for segment in self.searcher().segment_readers() {
            let columns = Reading::of(segment)?;
            let pro_ids = segment.fast_fields().i64("pro_id")?;
            let store = segment.get_store_reader(1)?;
            for doc in segment.doc_ids_alive() {
                let document: tantivy::TantivyDocument = store.get(doc)?;
                let text = |field| {
                    use tantivy::schema::Value as _;
                    document.get_first(field).and_then(|it| it.as_str()).unwrap_or_default().to_owned()
                };
                found(Named {
                    pro_id: pro_ids.first(doc).unwrap_or_default(),
                    la: text(self.fields.shown_la),
                    en: text(self.fields.shown_en),
                    brand: text(self.fields.brand),
                    cat_id: columns.cat_id.first(doc).unwrap_or_default(),
                    prog_id: columns.prog_id.first(doc).unwrap_or_default(),
                    popularity: columns.popularity.first(doc).unwrap_or_default(),
                });
            }
        }
        Ok(())
    }
}
