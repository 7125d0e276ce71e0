//! Import of a catalog folder into the shop: tables, branches and images. The command line and the calls of the staff share
//! it.

mod branches;
mod demo_days;
mod failure;
mod fetch;
mod images;
mod job;
mod listing;
mod lock;
mod progress;
mod receive;
mod recheck;
mod run;
mod source;
mod stored_files;
mod upload;

use std::{
    collections::{HashMap, HashSet},
    net::{Ipv4Addr, Ipv6Addr},
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, Result};
use heuan_catalog_conversion::SourceMap;
use heuan_catalog_folder::{
    Branch, CatalogFolder, Diagnostic, Diagnostics, ExistingIds, FolderTable, MissingNameRows, Options,
    Progress, STOCK_CHANGE, moment_text, read,
};
use heuan_media::MediaRoot;
use heuan_outbound::{Fetcher, Options as FetcherOptions};
use heuan_runtime::{Shutdown, clock::Clock};

use self::{failure::ImportFailure, images::Incoming};
use crate::store::{
    ChangedRow, ImportOptions, Imported, KnownIds, Origin, RefusedStock, RowKind, Store, TableChanges,
};

pub use self::{
    branches::BranchTables,
    job::{ImportJobs, ImportPlace, UnavailableImport},
    listing::{Import, ImportDiagnostic},
    lock::ImportLock,
    receive::{MAX_FILE_BYTES, MAX_PART_BYTES, NewImport},
    source::{ForeignFile, foreign_file, mapping_text},
    stored_files::RetentionLimits,
};

/// Receives progress reports. The phases of reading are those of [`Progress`].
pub trait ImportProgress: Progress + Send {
    /// Called when another phase begins, with `total` units.
    fn begin(&self, phase: &'static str, total: u64);

    /// Called with the number of completed units of the phase.
    fn set(&self, done: u64);

    fn warn(&self, warning: &Diagnostic);
}

/// Importer into open stores. The caller holds the import lock.
#[derive(Clone)]
pub struct Importer {
    pub catalog: Arc<Store>,
    pub branches: Arc<dyn BranchTables>,
    pub media: PathBuf,
    pub progress: Arc<dyn ImportProgress>,
    pub shutdown: Shutdown,
    /// Fetches images of converted files; `None` names them as missing.
    pub images: Option<Fetcher>,
    /// Source lines of the rows of a converted folder.
    pub source: Option<Arc<SourceMap>>,
}

/// The client for images of converted files.
pub fn image_fetcher(allows_loopback: bool) -> Result<Fetcher> {
    let trusted = if allows_loopback {
        vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]
    } else {
        Vec::new()
    };
    let options = FetcherOptions {
        trusted,
        user_agent: "HeuanBot/1.0 (catalog import)",
        max_idle_connections: 4,
        ..FetcherOptions::default()
    };
    Ok(Fetcher::new(options)?)
}

/// Result of an import that did not fail.
#[derive(Debug)]
pub enum ImportOutcome {
    /// The changes that were made or, with [`ImportOptions::dry_run`], would be made. Nothing was changed if
    /// [`Imported::is_outdated`].
    Imported(Box<Imported>),
    /// The folder has errors, and nothing was changed.
    Faulty(Diagnostics),
    /// Canceled before the write began. A write that has begun is completed, because products would lack their images
    /// otherwise.
    Stopped,
}

impl Importer {
    /// Imports `folder`, or previews it. `checked` is whether the images have passed a full check before.
    pub async fn run(&self, folder: &Path, options: &ImportOptions, checked: bool) -> Result<ImportOutcome> {
        let media = self.media.clone();
        blocking(move || images::remove_leftovers(&media)).await?;
        // Only a file of branches needs the other service.
        let names_branches = options.replace || folder.join("branches.csv").exists();
        let before = recheck::branches_in_scope(&*self.branches, names_branches).await?;
        let mut options = options.clone();
        if options.dry_run || options.expected_basis.is_some() {
            options.outside_digest = self.outside_digest(options.replace, &before).await?;
        }
        let known = if options.replace { ExistingIds::default() } else { self.known(&before).await? };
        let mut read = match self.read(folder, known, checked).await? {
            Ok(read) => read,
            Err(mut errors) => {
                self.translate(&mut errors.errors);
                return Ok(ImportOutcome::Faulty(errors));
            }
        };
        self.translate(&mut read.warnings);
        if options.origin == Origin::Demo {
            demo_days::move_to(&mut read, Clock::fixed(options.now).now().date());
        }
        if self.shutdown.is_triggered() {
            return Ok(ImportOutcome::Stopped);
        }
        for warning in self.source.iter().flat_map(|source| source.warnings()) {
            self.progress.warn(&warning);
        }
        for warning in &read.warnings {
            self.progress.warn(warning);
        }
        let stock_lines = stock_lines(&read);
        let imported = if options.dry_run {
            self.preview(&read, &options, &before).await?
        } else {
            self.write(read, &options, &before).await?
        };
        if imported.refused_stock.total > 0 {
            return Ok(ImportOutcome::Faulty(self.refused(&imported, &stock_lines)));
        }
        if let Some(at) = imported.stock_changed_before.filter(|_| options.dry_run) {
            let reason = format!(
                "the same units were added to the same products at {}; applying the file adds them again",
                moment_text(at)
            );
            let warning = stock_diagnostic(None, String::new(), reason);
            let values = vec![("time", moment_text(at))];
            let mut warning = [Diagnostic { code: "stock_added_before", values, ..warning }];
            self.translate(&mut warning);
            self.progress.warn(&warning[0]);
        }
        Ok(ImportOutcome::Imported(Box::new(imported)))
    }

    /// The rows whose units cannot be taken off, as errors.
    fn refused(&self, imported: &Imported, lines: &HashMap<i64, u64>) -> Diagnostics {
        let RefusedStock { changes, total } = &imported.refused_stock;
        let mut errors: Vec<Diagnostic> = changes
            .iter()
            .map(|row| {
                let line = lines.get(&row.pro_id).copied();
                let (code, values) = row.code();
                let refused = stock_diagnostic(line, row.change.to_string(), row.reason());
                Diagnostic { row: row.pro_id.to_string(), code, values, ..refused }
            })
            .collect();
        errors.sort_by_key(|error| error.line);
        self.translate(&mut errors);
        Diagnostics { errors, total: *total }
    }

    /// Replaces the converted file by the merchant's file in diagnostics.
    fn translate(&self, diagnostics: &mut [Diagnostic]) {
        if let Some(source) = &self.source {
            for diagnostic in diagnostics {
                source.translate(diagnostic);
            }
        }
    }

    async fn read(
        &self,
        folder: &Path,
        known: ExistingIds,
        checked: bool,
    ) -> Result<Result<CatalogFolder, Diagnostics>> {
        let (folder, media, progress) = (folder.to_owned(), self.media.clone(), self.progress.clone());
        // Images of a converted file were checked when they were fetched.
        let is_converted = self.source.as_ref().is_some_and(|source| !source.is_table());
        blocking(move || {
            let already = |path: &str, file: &std::fs::Metadata| {
                checked || is_converted || images::is_installed(&media, path, file)
            };
            let options = Options { progress: &*progress, already_checked: &already, ..Options::new(&known) };
            Ok(read(&folder, &options))
        })
        .await
    }

    async fn preview(
        &self,
        read: &CatalogFolder,
        options: &ImportOptions,
        before: &[Branch],
    ) -> Result<Imported> {
        let products = read.products.as_ref().map_or(0, |table| table.rows.len() as u64);
        self.progress.begin("comparing", products);
        let progress = &self.progress;
        let mut imported = self.catalog.import_with(read, options, &|staged| progress.set(staged)).await?;
        if options.replace || read.branches.is_some() {
            let kept = if options.replace { &[][..] } else { before };
            let rows = read.branches.as_ref().map(|table| branches::rows(table, kept)).unwrap_or_default();
            let edited = self.branches.edited(options.actor.as_ref()).await?;
            imported.tables.extend(non_empty(branch_changes(before, &rows, options.replace, &edited)));
        }
        let files: Vec<(String, PathBuf)> = files(read);
        let (media, replace) = (self.media.clone(), options.replace);
        let counted = blocking(move || {
            let files = files.iter().map(|(path, file)| (path.as_str(), file.as_path()));
            images::count(&media, files, replace)
        });
        imported.tables.extend(media_changes(counted.await?));
        Ok(imported)
    }

    async fn write(
        &self,
        read: CatalogFolder,
        options: &ImportOptions,
        before: &[Branch],
    ) -> Result<Imported> {
        let files = files(&read);
        self.progress.begin("copying", files.len() as u64);
        let (media, to_copy, progress) = (self.media.clone(), files.clone(), self.progress.clone());
        let incoming = blocking(move || {
            let mut done = 0;
            let mut incoming = Incoming::copy(
                &media,
                to_copy.iter().map(|(path, file)| (path.as_str(), file.as_path())),
                |_| {
                    done += 1;
                    progress.set(done);
                },
            )?;
            incoming.place_new().map(|()| incoming)
        });
        let incoming = incoming.await.map_err(ImportFailure::of)?;
        let placed = incoming.counts();
        let products = read.products.as_ref().map_or(0, |table| table.rows.len() as u64);
        self.progress.begin("writing", products);
        let progress = &self.progress;
        let mut imported = self
            .catalog
            .import_with(&read, options, &|staged| progress.set(staged))
            .await
            .map_err(|error| ImportFailure::of(error.into()))?;
        if imported.is_refused() {
            return Ok(imported);
        }
        if options.replace || read.branches.is_some() {
            let kept = if options.replace { &[][..] } else { before };
            let rows = read.branches.as_ref().map(|table| branches::rows(table, kept)).unwrap_or_default();
            let edited =
                self.branches.edited(options.actor.as_ref()).await.map_err(ImportFailure::BranchesMissing)?;
            let write = self.branches.write(&rows, options.replace, options.actor.as_ref());
            write.await.map_err(ImportFailure::BranchesMissing)?;
            let changes = branch_changes(before, &rows, options.replace, &edited);
            if changes.removed > 0 {
                imported.others_removed.push(("branches", changes.removed));
            }
            imported.tables.extend(non_empty(changes));
        }
        let (media, replace) = (self.media.clone(), options.replace);
        let removed = blocking(move || {
            incoming.install()?;
            if !replace {
                return Ok(0);
            }
            let keep: HashSet<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
            Ok(images::remove_others(&media, &keep).map_err(ImportFailure::ImagesLeft)?)
        });
        let removed =
            removed.await.map_err(|error| ImportFailure::or(error, ImportFailure::ImagesMissing))?;
        if removed > 0 {
            imported.others_removed.push(("images", removed));
        }
        imported.tables.extend(media_changes((placed.0, placed.1, removed)));
        Ok(imported)
    }

    async fn known(&self, branches: &[Branch]) -> Result<ExistingIds> {
        let KnownIds {
            cat_ids,
            groups,
            pro_ids,
            prices,
            groups_of_products,
            promo_type_ids,
            promo_ids,
            promotion_days,
            mut unnamed,
        } = self.catalog.known_ids().await?;
        let names = branches.iter().map(|it| (it.b_id, it.b_name.as_str(), it.b_name_eng.as_str()));
        unnamed.branches = MissingNameRows::of(names);
        Ok(ExistingIds {
            cat_ids,
            groups,
            pro_ids,
            prices,
            groups_of_products,
            promo_type_ids,
            promo_ids,
            promotion_days,
            b_ids: branches.iter().map(|branch| branch.b_id).collect(),
            branch_hours: branches.iter().map(|it| (it.b_id, (it.open.clone(), it.close.clone()))).collect(),
            unnamed,
            media: Some(MediaRoot::open(&self.media)?),
        })
    }
}

fn stock_diagnostic(line: Option<u64>, value: String, reason: String) -> Diagnostic {
    let (file, column) = (FolderTable::Products.file().into(), STOCK_CHANGE.to_owned());
    Diagnostic { file, line, column, value, reason, ..Diagnostic::default() }
}

/// Lines of the file with units to add or take off, by product.
fn stock_lines(read: &CatalogFolder) -> HashMap<i64, u64> {
    let rows = read.products.iter().flat_map(|table| &table.rows);
    let changed = rows.filter(|row| row.stock_change.is_some());
    changed.map(|row| (row.pro_id, row.stock_change_line)).collect()
}

/// The images and documents of the folder: path below `media/`, and file.
fn files(read: &CatalogFolder) -> Vec<(String, PathBuf)> {
    let images = read.media.iter().map(|it| (it.path.clone(), it.file.clone()));
    let files: HashMap<String, PathBuf> =
        images.chain(read.documents.iter().map(|it| (it.path.clone(), it.file.clone()))).collect();
    files.into_iter().collect()
}

fn media_changes((added, changed, removed): (u64, u64, u64)) -> Option<TableChanges> {
    let changes =
        TableChanges { table: "media".to_owned(), added, changed, removed, ..TableChanges::default() };
    non_empty(changes)
}

fn non_empty(changes: TableChanges) -> Option<TableChanges> {
    (changes.added + changes.changed + changes.removed > 0).then_some(changes)
}

/// Changes of the branches. `edited` are the branches that staff edited since the last import. If the order changes, all
/// branches with another position count as changed.
fn branch_changes(before: &[Branch], rows: &[Branch], replace: bool, edited: &[i64]) -> TableChanges {
    let mut changes = TableChanges { table: "branches".to_owned(), ..TableChanges::default() };
    let mut add = |kind: RowKind, branch: &Branch| {
        changes.count(ChangedRow {
            kind,
            id: branch.b_id.to_string(),
            name_la: branch.b_name.clone(),
            name_en: branch.b_name_eng.clone(),
            ..ChangedRow::default()
        });
    };
    let is_kept = |row: &&Branch| before.iter().any(|branch| branch.b_id == row.b_id);
    let is_whole = rows.iter().filter(is_kept).count() == before.len();
    let mut was = before.iter();
    for row in rows {
        match before.iter().find(|branch| branch.b_id == row.b_id) {
            None => add(RowKind::Added, row),
            Some(old) => {
                let is_moved = was.next().is_some_and(|before| is_whole && before.b_id != row.b_id);
                if old != row || is_moved {
                    add(RowKind::Changed, row);
                }
            }
        }
    }
    if replace {
        let is_gone = |branch: &&Branch| !rows.iter().any(|row| row.b_id == branch.b_id);
        for branch in before.iter().filter(is_gone) {
            add(RowKind::Removed, branch);
        }
    }
    for b_id in edited {
        let find = |branches: &[Branch]| branches.iter().find(|branch| branch.b_id == *b_id).cloned();
        let row = find(rows);
        if row.is_some() || replace {
            let overwritten = u64::from(row != find(before));
            changes.edited.push((format!("branch {b_id}"), 1, overwritten));
        }
    }
    changes
}

/// Runs work that blocks on the disk or the processor.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.context("the work ended early")?
}
